/** Confirmations of payments by SMS, as people paste them into a search: M-Pesa of Kenya and Ethiopia, telebirr, CBE. */
import { typedAmount } from './amounts.js'

/** The facts of a confirmation by which its payment is found. Names, balances and links of the text are left out. */
export interface SmsFacts {
  readonly receipt: string
  /** Integer, minor units. */
  readonly amount: number
  readonly currency: 'ETB' | 'KES'
  /** The phone of the other side: digits, perhaps with stars between the first and the last. */
  readonly phone: string | null
  /** The account number that the payer typed, which a hospital asks to be the number of the bill. */
  readonly reference: string | null
}

/** The receipts, the ones that a text names itself before those of its link. A new line that a field has removed leaves no space. */
const receiptShapes = [
  /^\W*([A-Z0-9]{8,12})\s*(?:Confirmed|Imethibitishwa)/,
  /transaction\s(?:number|no\.?|id)(?:\sis)?\s*:?\s*([A-Z0-9]{8,14})(?![A-Z0-9])/i,
  /\bRef(?:erence)?\.?\s*No\.?\s*:?\s*([A-Z0-9]{8,16})(?![A-Z0-9])/i,
  /[?&]id=(FT[A-Z0-9]{10})/,
  /\/(?:BranchReceipt|receipt)\/([A-Z0-9]{8,14})(?![A-Z0-9])/,
]
const amountShape = /(Ksh|KES|ETB|Birr)[.\s]*(\d[\d,]*(?:\.\d{1,2})?)|(\d[\d,]*\.\d{2})\s*(Ksh|KES|ETB|Birr)/i
const phoneShape = /(?<![\d*])(?:\+?25[14]\d{9}|0[179]\d{8}|(?:25[14]|0[179])\d{0,3}\*{2,}\d{2,4})(?![\d*])/
const referenceShapes = [/\bfor account\s+(.{1,40}?)\s*on \d/i, /\bAccount Number\s+(.{1,40}?)\s*(?:New |Time:|$)/i]
/** The longest text that is read: a confirmation is a few messages of 160 characters. */
export const maxSmsLength = 1000
const link = /\bhttps?:\S+/g

function firstMatch(shapes: readonly RegExp[], text: string): string | null {
  for (const shape of shapes) {
    const match = shape.exec(text)?.[1]
    if (match !== undefined) return match
  }
  return null
}

/**
 * Reads the facts of a confirmation by SMS; `null` for any other text. A confirmation names a receipt, which has letters and
 * digits, and an amount.
 *
 * @example
 * smsFacts('SKL4AB12QX Confirmed. Ksh1,500.00 sent to HOSPITAL for account OPD-5594 on 1/12/26 at 9:12 AM')?.receipt // => 'SKL4AB12QX'
 * smsFacts('OPD-5594') // => null
 */
export function smsFacts(text: string): SmsFacts | null {
  if (text.length > maxSmsLength) return null
  const line = text.replace(/\s+/g, ' ').trim()
  const receipt = firstMatch(receiptShapes, line)?.toUpperCase() ?? null
  const words = line.replace(link, ' ')
  const [, unitBefore, digitsAfter, digitsBefore, unitAfter] = amountShape.exec(words) ?? []
  const digits = digitsAfter ?? digitsBefore
  if (receipt === null || !/[A-Z]/.test(receipt) || !/\d/.test(receipt) || digits === undefined) return null
  const currency = /^k/i.test(unitBefore ?? unitAfter ?? '') ? 'KES' : 'ETB'
  const amount = typedAmount(digits.replaceAll(',', ''), currency)
  if (amount === null) return null
  const reference = firstMatch(referenceShapes, words)?.replace(/\.$/, '') ?? null
  const phone = phoneShape.exec(reference === null ? words : words.replace(reference, ' '))?.[0] ?? null
  return { receipt, amount, currency, phone, reference }
}

/** A search for the payment of a confirmation. */
type SmsSearch =
  | { readonly text: string }
  | { readonly phone: string; readonly amount: number; readonly currency: SmsFacts['currency'] }

/**
 * Lists the searches for the payment of a confirmation, the surest first: by its receipt, by the number that the payer typed, by
 * phone and amount.
 *
 * @example
 * searchesOfSms({ receipt: 'SKL4AB12QX', amount: 1500, currency: 'KES', phone: null, reference: 'OPD-1' })
 * // => [{ text: 'SKL4AB12QX' }, { text: 'OPD-1' }]
 */
export function searchesOfSms({ receipt, reference, phone, amount, currency }: SmsFacts): readonly SmsSearch[] {
  return [
    { text: receipt },
    ...(reference === null ? [] : [{ text: reference }]),
    ...(phone === null ? [] : [{ phone, amount, currency }]),
  ]
}
