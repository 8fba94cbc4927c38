import { DigestIndex } from '../../domain/reconciliation/digest-index.js'
import { canRepeat } from '../../domain/reconciliation/line-key.js'
import type { Period } from '../../domain/calendar.js'
import { sha256 } from '../../internal/crypto.js'
import type { PaymentRepository } from '../../repository/port.js'
import { type Books, findLines, findPayments, paidPayments, type PaidPayment } from './books.js'
import { PretendedPayments } from './pretended.js'

function isBefore(a: PaidPayment, b: PaidPayment): boolean {
  return a.paidAt! < b.paidAt! || (a.paidAt === b.paidAt && a.paymentId < b.paymentId)
}

/** The stored books, with what this run would have written; nothing is. */
export function previewBooks(repository: PaymentRepository): Books {
  const pretended = new PretendedPayments()
  const lines = new DigestIndex()

  /** What is paid in the storage, and what would be, in one order. */
  async function* paidIn(period: Period): AsyncGenerator<PaidPayment[]> {
    const pretendedlyPaid = pretended.paidIn(period)
    let next = pretendedlyPaid.next()
    for await (const stored of paidPayments(repository, period)) {
      const batch: PaidPayment[] = []
      for (const payment of stored) {
        for (; !next.done && isBefore(next.value, payment); next = pretendedlyPaid.next()) batch.push(next.value)
        const told = pretended.tell(payment)
        if (told) batch.push(told)
      }
      yield batch
    }
    for (; !next.done; next = pretendedlyPaid.next()) yield [next.value]
  }

  return {
    find: (references, transactions) => findPayments(repository, references, transactions),
    storedLines: (keys) => findLines(repository, keys),
    async write(steps, lineKey) {
      for (const { payment, previousStatus } of steps) pretended.put(payment, payment.status !== previousStatus)
      if (canRepeat(lineKey)) lines.add(sha256(lineKey))
      return { outcome: 'replaced' }
    },
    paidIn,
    changes: {
      current: (payment) => pretended.current(payment),
      referencesPaidBy: (transactions) => pretended.referencesPaidBy(transactions),
      hasLine: (key) => canRepeat(key) && lines.find(sha256(key)) >= 0,
    },
  }
}
