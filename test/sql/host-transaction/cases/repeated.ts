import { isPaymentError } from 'hospital-payments'
import { setTimeout as sleep } from 'node:timers/promises'

/** Repeats the whole transaction after a while, for `concurrent_update` alone, as the documents advise a host. */
export async function repeated<Result>(transaction: (attempt: number) => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await transaction(attempt)
    } catch (error) {
      if (attempt === 10 || !isPaymentError(error, 'concurrent_update')) throw error
      await sleep(20 * attempt)
    }
  }
}
