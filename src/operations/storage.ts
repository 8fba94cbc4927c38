import { isPaymentError, PaymentError } from '../errors.js'
import type { PaymentRepository } from '../repository/port.js'

function asPaymentError(error: unknown): PaymentError {
  if (isPaymentError(error)) return error
  return new PaymentError('internal_error', 'The repository failed in a way that it should not; see the cause.', {
    cause: error,
  })
}

async function* guardScan<Batch>(
  scan: () => AsyncIterable<Batch>,
  signal: AbortSignal | undefined,
): AsyncGenerator<Batch> {
  try {
    yield* scan()
  } catch (error) {
    throw signal?.aborted ? signal.reason : asPaymentError(error)
  }
}

/** The host's repository, failing only with `PaymentError`, so that no driver's text reaches a caller's caller. */
export function guardRepository(repository: PaymentRepository): PaymentRepository {
  async function guard<Result>(call: () => Promise<Result>): Promise<Result> {
    try {
      return await call()
    } catch (error) {
      throw asPaymentError(error)
    }
  }
  return {
    insert: (entries) => guard(() => repository.insert(entries)),
    replace: (group) => guard(() => repository.replace(group)),
    get: (id) => guard(() => repository.get(id)),
    page: (query) => guard(() => repository.page(query)),
    lookup: (keys) => guard(() => repository.lookup(keys)),
    scan: (query, signal) => guardScan(() => repository.scan(query, signal), signal),
    totals: (query) => guard(() => repository.totals(query)),
    history: (id) => guard(() => repository.history(id)),
    claimEvents: (claim) => guard(() => repository.claimEvents(claim)),
    completeEvents: (done) => guard(() => repository.completeEvents(done)),
  }
}
