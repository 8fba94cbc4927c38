import { isPaymentError } from 'hospital-payments'

/** A row that changed nothing, and why. The reason never repeats what stood in the row: it may be about a patient. */
export interface Refusal {
  readonly row: number
  /** The library's error code, or a word of this example for what never reached the library. */
  readonly code: string
  readonly reason: string
}

export function unreadable(row: number, reason: string): Refusal {
  return { row, code: 'unreadable_row', reason }
}

export function isRefusal(value: object): value is Refusal {
  return 'code' in value && 'reason' in value
}

/**
 * Returns a refusal of the library as a row of the report; throws anything else, which is a fault and stops the job.
 */
export function refusalOf(row: number, error: unknown): Refusal {
  if (!isPaymentError(error) || error.retryable) throw error
  return { row, code: error.code, reason: error.message }
}
