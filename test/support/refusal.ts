import { isPaymentError, type PaymentError } from '../../src/errors.js'

/** Returns the PaymentError that `act` throws; anything else that it does fails the test. */
export function refusalOf(act: () => unknown): PaymentError {
  let result: unknown
  try {
    result = act()
  } catch (error) {
    if (isPaymentError(error)) return error
    throw error
  }
  throw new Error(`expected a PaymentError, got ${JSON.stringify(result)}`)
}
