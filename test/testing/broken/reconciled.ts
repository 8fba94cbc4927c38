import { isPaymentEvent } from '../../../src/domain/event-stream.js'
import type { Payment, PaymentEvent, StoredEvent } from 'hospital-payments'
import type { ReplaceOutcome } from 'hospital-payments/repository'
import { type Broken, broken, type Fault, misread } from './broken.js'
import { insertEach, insertOne } from '../../support/writes.js'

const exact = 'The money that statements proved so far is exact wherever a payment is shown'
const delivered = 'Every proof of money is stored and delivered as an event, with the money proven so far'

const forgetful = (payment: Payment): Payment => ({ ...payment, amountReconciled: 0 })

/** Forgets money only where it was proved in part: whole amounts are what other cases look at. */
const forgettingParts = (payment: Payment): Payment =>
  payment.amountReconciled < payment.amount ? forgetful(payment) : payment

const isPart = (event: StoredEvent): event is PaymentEvent =>
  isPaymentEvent(event) && event.data.amountReconciled < event.data.amount

const withoutParts = (event: StoredEvent): StoredEvent =>
  isPart(event) ? { ...event, data: { ...event.data, amountReconciled: 0 } } : event

function answering(outcome: ReplaceOutcome['outcome']): Fault {
  return (sound) => ({
    replace: async (group) => {
      const answer = await sound.replace(group)
      if (answer.outcome !== outcome) return answer
      if ('payment' in answer) return { ...answer, payment: forgetful(answer.payment) }
      return 'current' in answer ? { ...answer, current: answer.current && forgetful(answer.current) } : answer
    },
  })
}

export const brokenReconciled: readonly Broken[] = [
  broken('forgets the money that lines proved where the status stays', exact, (sound) => ({
    replace: async ({ changes, lines }) => {
      const befores = await Promise.all(changes.map(({ payment }) => sound.get(payment.id)))
      const forgotten = changes.map((change, i) => {
        const before = befores[i]
        if (lines.length === 0 || before?.status !== change.payment.status) return change
        return { ...change, payment: { ...change.payment, amountReconciled: before.amountReconciled } }
      })
      return sound.replace({ changes: forgotten, lines })
    },
  })),
  misread('forgets the money that was proved in part', exact, ['get'], forgettingParts),
  misread('forgets the money that was proved in its pages', exact, ['page'], forgetful),
  misread('forgets the money that was proved in its look-ups', exact, ['lookup'], forgetful),
  broken('forgets the money that was proved where an insert meets the payment', exact, (sound) => ({
    insert: insertEach(async (entry) => {
      const answer = await insertOne(sound, entry)
      return 'payment' in answer ? { ...answer, payment: forgetful(answer.payment) } : answer
    }),
  })),
  ...(['stale', 'reference_taken', 'transaction_taken'] as const).map((outcome) =>
    broken(`forgets the money that was proved where it answers ${outcome}`, exact, answering(outcome)),
  ),
  broken('forgets the money that was proved in part in its histories', delivered, (sound) => ({
    history: async (id) => (await sound.history(id)).map(withoutParts),
  })),
  broken('forgets the money that was proved in part in the events that it delivers', delivered, (sound) => ({
    claimEvents: async (claim) =>
      (await sound.claimEvents(claim)).map(({ event, attempts }) => ({
        event: withoutParts(event),
        attempts,
      })),
  })),
  broken(
    'delivers no event of a statement line that proves a part and leaves the status as it is',
    delivered,
    (sound) => {
      const quiet = new Set<string>()
      return {
        replace: (group) => {
          for (const { event } of group.lines.length === 0 ? [] : group.changes) {
            if (event.data.status === event.data.previousStatus && isPart(event)) quiet.add(event.id)
          }
          return sound.replace(group)
        },
        claimEvents: async (claim) => {
          const claimed = await sound.claimEvents(claim)
          const results = claimed.filter(({ event }) => quiet.has(event.id)).map(({ event }) => event.id)
          await sound.completeEvents({
            owner: claim.owner,
            now: claim.now,
            results: results.map((eventId) => ({ eventId, next: 'delivered' })),
          })
          return claimed.filter(({ event }) => !quiet.has(event.id))
        },
      }
    },
  ),
  broken('gives no proven money in the cells of a payment that was not reversed', exact, (sound) => ({
    async *scan(query, signal) {
      const { fields } = query
      for await (const batch of sound.scan({ ...query, fields: [...fields, 'status'] }, signal)) {
        yield batch.map((row) =>
          fields.map((field, i) => (field === 'amountReconciled' && row.at(-1) !== 'reversed' ? 0 : row[i]!)),
        )
      }
    },
  })),
]
