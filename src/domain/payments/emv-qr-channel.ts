import { PaymentError } from '../../errors.js'
import { crc16 } from '../../internal/crc16.js'
import { bytesOf } from '../../internal/encoding.js'
import { isPlainObject, unknownNames } from '../../internal/option-checks.js'
import { type Demand, demandOf } from '../../internal/demand.js'
import { currencyCodes, numericCurrencyCode } from '../currencies.js'
import { invalidRequest, type Issue } from '../issue.js'
import { messageTemplate } from './message-template.js'
import type { Channel } from './payment.js'

const demand: Demand = demandOf('emvQrChannel')

/** One account of the merchant, in the form of the payment scheme. */
export interface EmvQrAccount {
  /** The place of the scheme in the code, `26` … `51`. */
  readonly tag: string
  /**
   * The values by tags of two digits. `00` is the identifier of the scheme (required); the scheme defines the others.
   * Together at most 99 characters.
   */
  readonly fields: Readonly<Record<string, string>>
}

/** The options of `emvQrChannel`: the merchant as the payment scheme registered it. All text is printable ASCII. */
export interface EmvQrOptions {
  /** At least one, each with a tag of its own. */
  accounts: readonly EmvQrAccount[]
  /** The merchant category of ISO 18245, four digits: 8062 is hospitals. */
  categoryCode: string
  /** The country of ISO 3166, two capitals. */
  countryCode: string
  /** At most 25 characters. */
  merchantName: string
  /** At most 15 characters. */
  merchantCity: string
  /** The text for the payer, a template as for `textChannel`. */
  message?: string | undefined
}

const names = [
  'accounts',
  'categoryCode',
  'countryCode',
  'merchantName',
  'merchantCity',
  'message',
] as const satisfies readonly (keyof EmvQrOptions)[]

const maxLength = { amount: 13, billNumber: 25, globalIdentifier: 32, name: 25, city: 15, value: 99, payload: 512 }

/** The value by which a code of this format asks the payer to type it. */
const askThePayer = '***'

const usualMessage = 'Scan the code with your payment app to pay {amount} {currency}, reference {reference}.'

/**
 * Describes what is wrong with a value of the format's "alphanumeric special", or returns `null`. Letters beyond ASCII
 * are refused: some readers count them as characters and others as bytes, so that one of them would misread all that
 * follows.
 */
function textProblem(value: unknown, max: number): string | null {
  if (typeof value !== 'string' || value === '') return 'must be text'
  if (!/^[ -~]*$/.test(value)) return 'contains a character that is not printable ASCII'
  return value.length > max ? `is longer than ${max} characters` : null
}

function demandText(name: string, value: unknown, max: number): asserts value is string {
  const problem = textProblem(value, max)
  demand(problem === null, `${name} ${problem}`)
}

/** Writes a value behind its tag and its length. */
function object(tag: string, value: string): string {
  return `${tag}${String(value.length).padStart(2, '0')}${value}`
}

function accountObject({ tag, fields }: EmvQrAccount): string {
  demand(/^(?:2[6-9]|[34]\d|5[01])$/.test(tag), 'the tag of an account must be 26 … 51')
  demand(isPlainObject(fields), `account ${tag} must have fields`)
  const ids = Object.keys(fields).sort()
  demand(ids[0] === '00', `account ${tag} must have the field 00, the identifier of its scheme`)
  for (const id of ids) {
    demand(/^\d\d$/.test(id), `account ${tag} has a field whose name is not two digits`)
    demandText(`field ${id} of account ${tag}`, fields[id], id === '00' ? maxLength.globalIdentifier : maxLength.value)
  }
  const value = ids.map((id) => object(id, fields[id]!)).join('')
  demand(value.length <= maxLength.value, `account ${tag} is longer than ${maxLength.value} characters`)
  return object(tag, value)
}

interface Merchant {
  readonly accounts: string
  readonly categoryCode: string
  /** Country, name and city. */
  readonly place: string
}

function readOptions(options: EmvQrOptions): Merchant {
  demand(isPlainObject(options), 'accounts and a merchant are required')
  const unknown = unknownNames(options, names)
  demand(unknown.length === 0, `unknown option ${unknown.join(', ')}`)
  const { accounts, categoryCode, countryCode, merchantName, merchantCity } = options as EmvQrOptions
  demand(Array.isArray(accounts) && accounts.length > 0, 'accounts must be a list of at least one')
  for (const account of accounts as readonly unknown[])
    demand(isPlainObject(account), 'each account must be { tag, fields }')
  demand(new Set(accounts.map(({ tag }) => tag)).size === accounts.length, 'two accounts have the same tag')
  demand(typeof categoryCode === 'string' && /^\d{4}$/.test(categoryCode), 'categoryCode must be four digits')
  demand(typeof countryCode === 'string' && /^[A-Z]{2}$/.test(countryCode), 'countryCode must be two capitals')
  demandText('merchantName', merchantName, maxLength.name)
  demandText('merchantCity', merchantCity, maxLength.city)
  return {
    accounts: accounts.map(accountObject).join(''),
    categoryCode: object('52', categoryCode),
    place: object('58', countryCode) + object('59', merchantName) + object('60', merchantCity),
  }
}

function payloadOf(merchant: Merchant, currency: string, amount: string, billNumber: string): string {
  const { accounts, categoryCode, place } = merchant
  const money = object('53', currency) + object('54', amount)
  const bill = object('62', object('01', billNumber))
  // Version 01 of the format; 12: for one payment only. The checksum covers its own tag and length too.
  const textOfChecksum = `${object('00', '01')}${object('01', '12')}${accounts}${categoryCode}${money}${place}${bill}6304`
  return textOfChecksum + crc16(bytesOf(textOfChecksum))
}

function issuesOf(amountDecimal: string, reference: string): Issue[] {
  const issues: Issue[] = []
  if (amountDecimal.length > maxLength.amount)
    issues.push({ path: 'amount', message: `has more than the ${maxLength.amount} characters that a code can have` })
  const problem = textProblem(reference, maxLength.billNumber)
  if (problem !== null) issues.push({ path: 'reference', message: `${problem}, as a bill number in a code` })
  else if (reference.includes(askThePayer))
    issues.push({ path: 'reference', message: 'contains ***, which makes an app ask the payer for the number' })
  return issues
}

/**
 * Makes a channel whose instructions are a QR code of EMVCo's merchant-presented mode (version 1.1), for one payment.
 * National schemes use it, such as those of Ethiopia, Kenya or Ghana. The code contains the amount as decimal text, the
 * currency by its number in ISO 4217, and the reference as bill number.
 *
 * The channel refuses amounts of more than 13 characters, and references of more than 25 characters or with others than
 * printable ASCII (`invalid_request`).
 *
 * @throws TypeError for a wrong option, such as an account without the field `00`
 * @example
 * const channel = emvQrChannel({
 *   accounts: [{ tag: '28', fields: { '00': 'et.example.pay', '01': '1000123' } }],
 *   categoryCode: '8062',
 *   countryCode: 'ET',
 *   merchantName: 'Black Lion Hospital',
 *   merchantCity: 'Addis Ababa',
 * })
 * const instructions = await channel({ amount: 150000, amountDecimal: '1500.00', currency: 'ETB', reference: 'INV-1', channel: 'qr' })
 * instructions.type === 'qr' && instructions.payload
 * // => '00020101021228290014et.example.pay0107100012352048062530323054071500.005802ET5919Black Lion Hospital6011Addis Ababa62090105INV-163041F36'
 */
export function emvQrChannel(options: EmvQrOptions): Channel {
  const merchant = readOptions(options)
  const messageOf = messageTemplate('emvQrChannel', options.message ?? usualMessage)
  const maxPayloadLength = payloadOf(merchant, '000', '0'.repeat(maxLength.amount), '0'.repeat(maxLength.billNumber))
  demand(
    maxPayloadLength.length <= maxLength.payload,
    `accounts are too long: a code has at most ${maxLength.payload} characters`,
  )
  return (request) => {
    const { amountDecimal, currency, reference } = request
    const numericCode = numericCurrencyCode(currency)
    if (numericCode === undefined) {
      throw new PaymentError('unsupported_currency', 'This currency has no number in ISO 4217. Use another currency.', {
        details: { supported: [...currencyCodes] },
      })
    }
    const issues = issuesOf(amountDecimal, reference)
    if (issues.length > 0) throw invalidRequest(issues)
    return {
      type: 'qr',
      payload: payloadOf(merchant, numericCode, amountDecimal, reference),
      message: messageOf(request),
    }
  }
}
