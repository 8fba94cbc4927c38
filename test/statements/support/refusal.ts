import { isPaymentError } from '../../../src/errors.js'

/** Reads to where a file is refused; the words about it, or an empty text where it is read to its end. */
export async function refusalOf(records: AsyncIterable<unknown>): Promise<string> {
  try {
    for await (const record of records) void record
  } catch (error) {
    if (!isPaymentError(error, 'invalid_request')) throw error
    return error.details.issues.map(({ message }) => message).join('; ')
  }
  return ''
}
