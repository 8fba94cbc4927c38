import { isPaymentError, PaymentError } from '../errors.js'

/**
 * Reads what a call has just stored. A storage that fails then must not say that nothing was stored.
 *
 * @throws PaymentError `outcome_unknown` with this message, in place of `storage_unavailable` and `concurrent_update`
 */
export async function readAfterWrite<Result>(read: () => Promise<Result>, message: string): Promise<Result> {
  try {
    return await read()
  } catch (failure) {
    if (!isPaymentError(failure, 'storage_unavailable') && !isPaymentError(failure, 'concurrent_update')) throw failure
    throw new PaymentError('outcome_unknown', message, { cause: failure.cause ?? failure })
  }
}
