/** Amounts in English words, as receipts state them beside the figures. */
import { formatAmount } from '../../domain/money.js'

const small = [
  ...['', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve'],
  ...['thirteen', 'fourteen', 'fifteen', 'sixteen', 'seventeen', 'eighteen', 'nineteen'],
]
const tens = ['', '', 'twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety']
const scales = ['', 'thousand', 'million', 'billion', 'trillion', 'quadrillion']

/** Currencies by the name of one unit and of several. Any other is written by its code. */
const currencyNames: Readonly<Record<string, readonly [one: string, several: string]>> = {
  ...{ ETB: ['birr', 'birr'], ERN: ['nakfa', 'nakfa'], BWP: ['pula', 'pula'], LSL: ['loti', 'maloti'] },
  ...{ KES: ['shilling', 'shillings'], TZS: ['shilling', 'shillings'], UGX: ['shilling', 'shillings'] },
  ...{ SOS: ['shilling', 'shillings'], RWF: ['franc', 'francs'], BIF: ['franc', 'francs'], DJF: ['franc', 'francs'] },
  ...{ CDF: ['franc', 'francs'], XAF: ['franc', 'francs'], XOF: ['franc', 'francs'], CHF: ['franc', 'francs'] },
  ...{ NGN: ['naira', 'naira'], GHS: ['cedi', 'cedis'], SLE: ['leone', 'leones'], GMD: ['dalasi', 'dalasis'] },
  ...{ MWK: ['kwacha', 'kwacha'], ZMW: ['kwacha', 'kwacha'], ZAR: ['rand', 'rand'], MZN: ['metical', 'meticais'] },
  ...{ USD: ['dollar', 'dollars'], EUR: ['euro', 'euros'], GBP: ['pound', 'pounds'], SSP: ['pound', 'pounds'] },
  ...{ EGP: ['pound', 'pounds'], SDG: ['pound', 'pounds'], INR: ['rupee', 'rupees'], PKR: ['rupee', 'rupees'] },
  ...{ NPR: ['rupee', 'rupees'], LKR: ['rupee', 'rupees'], BDT: ['taka', 'taka'], PHP: ['peso', 'pesos'] },
  ...{ KWD: ['dinar', 'dinars'], JOD: ['dinar', 'dinars'], JPY: ['yen', 'yen'] },
}

/** Writes 1 … 999. */
function hundredsInWords(value: number): string {
  const hundred = Math.floor(value / 100)
  const rest = value % 100
  const units = rest < 20 ? small[rest]! : [tens[Math.floor(rest / 10)]!, small[rest % 10]!].filter(Boolean).join('-')
  return [hundred > 0 && `${small[hundred]} hundred`, units].filter(Boolean).join(' ')
}

/** Writes digits in words. */
function digitsInWords(digits: string): string {
  const groups = digits.replace(/\B(?=(?:\d{3})+$)/g, ',').split(',')
  const words = groups.flatMap((group, at) => {
    const value = Number(group)
    return value === 0 ? [] : [`${hundredsInWords(value)} ${scales[groups.length - 1 - at]}`.trim()]
  })
  return words.length === 0 ? 'zero' : words.join(' ')
}

/**
 * Writes an amount in English words, as it is read out; the minor units stand as a fraction, by the decimals of ISO 4217.
 *
 * @param amount an integer of minor units from 0 to 2^53−1
 * @throws RangeError for any other amount, and for a currency without minor units
 * @example
 * amountInWords(150000, 'ETB') // => 'One thousand five hundred birr and 00/100'
 * amountInWords(21, 'JPY') // => 'Twenty-one yen'
 */
export function amountInWords(amount: number, currency: string): string {
  if (amount < 0) throw new RangeError('an amount in words is 0 or more')
  const [whole = '', fraction] = formatAmount(amount, currency).split('.')
  const words = digitsInWords(whole)
  const [one, several] = currencyNames[currency] ?? [currency, currency]
  const text = `${words[0]!.toUpperCase()}${words.slice(1)} ${whole === '1' ? one : several}`
  return fraction === undefined ? text : `${text} and ${fraction}/1${'0'.repeat(fraction.length)}`
}
