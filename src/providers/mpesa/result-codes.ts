/** The result codes of M-Pesa Express, and what each means for the attempt. */
import type { Outcome } from '../../domain/attempts/provider.js'
import { failed } from '../judgement.js'

/** The meaning of a result code. `retry`: the same payer may be asked again, and may then pay. */
export type MpesaResult =
  | { readonly state: 'paid' | 'pending'; readonly meaning: string }
  | { readonly state: 'failed'; readonly retry: boolean; readonly meaning: string }

/**
 * The result codes of M-Pesa Express by their numbers, with what each means for the payer. A code that is not among them
 * decides nothing.
 *
 * @see https://developer.safaricom.co.ke/APIs/MpesaExpressSimulate
 * @example
 * mpesaResults['1032'] // => { state: 'failed', retry: true, meaning: 'The payer canceled the prompt.' }
 */
export const mpesaResults: Readonly<Record<string, MpesaResult>> = Object.freeze({
  '0': { state: 'paid', meaning: 'The payer has paid.' },
  '1': { state: 'failed', retry: true, meaning: 'The payer has too little money in M-Pesa.' },
  '2': { state: 'failed', retry: false, meaning: 'The amount is below the smallest that M-Pesa takes.' },
  '3': { state: 'failed', retry: false, meaning: 'The amount is above the largest that M-Pesa takes at once.' },
  '4': { state: 'failed', retry: false, meaning: 'The payer would exceed the limit of a day.' },
  '8': { state: 'failed', retry: false, meaning: "The hospital's account would exceed its largest balance." },
  '17': { state: 'failed', retry: true, meaning: 'The same amount was asked for less than two minutes before.' },
  '26': { state: 'failed', retry: true, meaning: 'M-Pesa was busy.' },
  '1001': { state: 'failed', retry: true, meaning: "Another transaction was under way on the payer's phone." },
  '1019': { state: 'failed', retry: true, meaning: 'The time for the payment ran out.' },
  '1025': { state: 'failed', retry: true, meaning: 'The prompt could not be sent to the phone.' },
  '1032': { state: 'failed', retry: true, meaning: 'The payer canceled the prompt.' },
  '1037': { state: 'failed', retry: true, meaning: 'The phone could not be reached, or the payer did not answer.' },
  '2001': { state: 'failed', retry: true, meaning: 'The payer typed a wrong PIN.' },
  '2028': { state: 'failed', retry: false, meaning: 'The short code may not take this kind of payment.' },
  '4999': { state: 'pending', meaning: 'The payment is still under way.' },
  '8006': { state: 'failed', retry: false, meaning: "The payer's PIN is locked; M-Pesa's customer care unlocks it." },
  '9999': { state: 'failed', retry: true, meaning: 'The prompt could not be sent to the phone.' },
  SFC_IC0003: { state: 'failed', retry: false, meaning: 'The short code or till is none that can be paid.' },
})

/** Returns the outcome of a result code; `null` for a code that is not in the table. */
export function outcomeOfResult(code: string): Outcome | null {
  const result = Object.hasOwn(mpesaResults, code) ? mpesaResults[code] : undefined
  if (!result) return null
  return result.state === 'failed' ? failed(code, result.retry) : { state: result.state }
}

/** The one code of several faults, which differ in their message alone. */
export const ambiguousError = '500.001.1001'

/** Returns the outcome that the message of `500.001.1001` means; `null` for another message. */
export function outcomeOfMessage(message: string): Outcome | null {
  if (/being processed/i.test(message)) return { state: 'pending' }
  if (/credentials|merchant does not exist/i.test(message)) return { state: 'refused', code: ambiguousError }
  return /lock subscriber/i.test(message) ? failed(ambiguousError, true) : null
}
