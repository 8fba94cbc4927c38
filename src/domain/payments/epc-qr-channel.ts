import { PaymentError } from '../../errors.js'
import { bytesOf } from '../../internal/encoding.js'
import { isPlainObject, unknownNames } from '../../internal/option-checks.js'
import { type Demand, demandOf } from '../../internal/demand.js'
import { ibanProblem } from '../iban.js'
import { invalidRequest } from '../issue.js'
import { codePoints, referenceProblem } from '../text.js'
import { messageTemplate } from './message-template.js'
import type { Channel } from './payment.js'

const demand: Demand = demandOf('epcQrChannel')

/** The options of `epcQrChannel`: the hospital's account. */
export interface EpcQrOptions {
  /** The account's holder, at most 70 characters. */
  name: string
  /** The account's IBAN in capitals; spaces between its groups are left out. */
  iban: string
  /**
   * The BIC of the account's bank, 8 or 11 characters (ISO 9362); needed only for accounts outside the European
   * Economic Area.
   */
  bic?: string | undefined
  /** The text for the payer, a template as for `textChannel`. */
  message?: string | undefined
}

const names = ['name', 'iban', 'bic', 'message'] as const satisfies readonly (keyof EpcQrOptions)[]

const maxNameLength = 70
const maxRemittanceLength = 140
/** The largest amount of a transfer in cents: 999,999,999.99 EUR. */
const maxCents = 99_999_999_999
/** The capacity of a code of version 13, the largest that is allowed, with error correction M. */
const maxBytes = 331

const bicShape = /^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/
/** The characters that every bank of SEPA passes on unchanged (EPC217-08); others may arrive as something else. */
const safeCharacters = /^[A-Za-z0-9/?:().,'+ -]*$/

const usualMessage = 'Scan the code with your banking app to pay {amount} {currency}, reference {reference}.'

function readOptions(options: EpcQrOptions): { readonly name: string; readonly iban: string; readonly bic: string } {
  demand(isPlainObject(options), 'name and iban are required')
  const unknown = unknownNames(options, names)
  demand(unknown.length === 0, `unknown option ${unknown.join(', ')}`)
  const { name, iban, bic = '' } = options as EpcQrOptions
  demand(typeof name === 'string', 'name must be text')
  const nameProblem = referenceProblem(name)
  demand(nameProblem === null, `name ${nameProblem}`)
  demand(codePoints(name) <= maxNameLength, `name is longer than ${maxNameLength} characters`)
  demand(typeof iban === 'string', 'iban must be text')
  const digits = iban.replaceAll(' ', '')
  const problem = ibanProblem(digits)
  demand(problem === null, `iban ${problem}`)
  demand(
    typeof bic === 'string' && (bic === '' ? options.bic === undefined : bicShape.test(bic)),
    'bic must be 8 or 11 characters, such as BHBLDEHHXXX',
  )
  return { name, iban: digits, bic }
}

/** Describes what is wrong with a reference as unstructured remittance information, or returns `null`. */
function remittanceProblem(reference: string): string | null {
  if (codePoints(reference) > maxRemittanceLength)
    return `is longer than the ${maxRemittanceLength} characters of a transfer`
  return safeCharacters.test(reference)
    ? null
    : "contains a character that banks may change; use letters, digits, spaces and /-?:().,'+"
}

/**
 * Makes a channel whose instructions are a European QR code ("GiroCode") for a transfer to the hospital's account:
 * EPC069-12, version 002, in UTF-8. It is for payments in EUR, and the reference is the transfer's remittance
 * information.
 *
 * The channel refuses other currencies (`unsupported_currency`), amounts over 999,999,999.99 EUR, and references that a
 * transfer would change (`invalid_request`).
 *
 * @throws TypeError for a wrong option, such as an IBAN whose check digits are wrong
 * @example
 * const channel = epcQrChannel({ name: 'Hospital of Lambaréné', iban: 'DE33 1002 0500 0001 1947 00' })
 * const instructions = await channel({ amount: 12345, amountDecimal: '123.45', currency: 'EUR', reference: 'INV-1', channel: 'bank' })
 * instructions.message // => 'Scan the code with your banking app to pay 123.45 EUR, reference INV-1.'
 * const lines = instructions.type === 'qr' ? instructions.payload.split('\n') : []
 * lines // => ['BCD', '002', '1', 'SCT', '', 'Hospital of Lambaréné', 'DE33100205000001194700', 'EUR123.45', '', '', 'INV-1']
 */
export function epcQrChannel(options: EpcQrOptions): Channel {
  const { name, iban, bic } = readOptions(options)
  const messageOf = messageTemplate('epcQrChannel', options.message ?? usualMessage)
  const payloadOf = (amountDecimal: string, reference: string) =>
    ['BCD', '002', '1', 'SCT', bic, name, iban, `EUR${amountDecimal}`, '', '', reference].join('\n')
  const fits = (payload: string) => bytesOf(payload).length <= maxBytes
  demand(fits(payloadOf('999999999.99', '-')), 'name is too long for a code, in UTF-8')
  return (request) => {
    const { amount, amountDecimal, currency, reference } = request
    if (currency !== 'EUR') {
      throw new PaymentError(
        'unsupported_currency',
        'This channel makes codes for transfers in EUR. Use another channel for this currency.',
        {
          details: { supported: ['EUR'] },
        },
      )
    }
    if (amount > maxCents) throw invalidRequest([{ path: 'amount', message: 'is more than a transfer can have' }])
    const payload = payloadOf(amountDecimal, reference)
    const problem = remittanceProblem(reference) ?? (fits(payload) ? null : 'is too long for a code')
    if (problem !== null) throw invalidRequest([{ path: 'reference', message: problem }])
    return { type: 'qr', payload, message: messageOf(request) }
  }
}
