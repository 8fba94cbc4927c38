import type { Payment } from '../../domain/payments/payment.js'
import type { PaymentRepository } from '../port.js'
import type { ChangedPayment, ChangedPayments } from './changed-payments.js'

const batchSize = 1000

/**
 * Yields each of these versions as its payment is stored, `null` where it is new, and as it is now; payments are read in parts.
 */
export async function* storedAndChanged(
  repository: PaymentRepository,
  changed: ChangedPayments,
  versions: Iterable<ChangedPayment>,
): AsyncGenerator<[stored: Payment | null, now: Payment]> {
  let part = new Map<string, ChangedPayment>()
  for (const version of versions) {
    if (version.isNew) yield [null, version.fields as unknown as Payment]
    else part.set(version.id, version)
    if (part.size < batchSize) continue
    yield* stored(repository, changed, part)
    part = new Map()
  }
  if (part.size > 0) yield* stored(repository, changed, part)
}

async function* stored(
  repository: PaymentRepository,
  changed: ChangedPayments,
  part: ReadonlyMap<string, ChangedPayment>,
): AsyncGenerator<[Payment, Payment]> {
  const references = [...new Set(Array.from(part.values(), ({ reference }) => reference))]
  const { payments } = await repository.lookup({ references, providerTransactionIds: [], lineKeys: [] })
  for (const payment of payments) {
    const version = part.get(payment.id)
    if (version) yield [payment, changed.with(payment, version)]
  }
}
