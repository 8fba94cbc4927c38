import type { Payment, StoredEvent, PaymentRepository, ReferencePolicy } from 'hospital-payments'
import { contents } from '../../support/service.js'
import { drain } from './relay.js'
import type { World } from './world.js'

/** Written out here once more, so that a wrong table in the library is found. */
const steps = [
  'null pending',
  'pending succeeded',
  'pending failed',
  'pending expired',
  'expired succeeded',
  'failed succeeded',
  'succeeded reversed',
]

interface Stored {
  readonly payment: Payment
  readonly events: readonly StoredEvent[]
}

export function demand(condition: boolean, what: string): void {
  if (!condition) throw new Error(`broken: ${what}`)
}

function checkHistory({ payment, events }: Stored): void {
  let last: string | null = null
  for (const [i, { type, data, createdAt }] of events.entries()) {
    demand(steps.includes(`${last} ${data.status}`) && data.previousStatus === last, 'a step that there is not')
    demand(type === `payment.${data.status === 'pending' ? 'created' : data.status}`, 'an event of another type')
    demand(data.version === i + 1, 'a gap in the versions')
    demand(data.amount === payment.amount && data.currency === payment.currency, 'an amount that changed')
    demand(data.reference === payment.reference && data.paymentId === payment.id, 'an event of another payment')
    const early = type === 'payment.expired' && payment.expiresAt !== null && createdAt < payment.expiresAt
    demand(!early, 'expired before expiresAt')
    last = data.status
  }
  demand(payment.status === last && payment.version === events.length, 'a state that is not the history’s end')
}

function checkPayment({ payment }: Stored, policy: ReferencePolicy): void {
  const { status, paidAt, reversedAt, expiresAt, late, statusReason } = payment
  const paid = status === 'succeeded' || status === 'reversed'
  demand((paidAt !== null) === paid, 'paidAt without payment, or payment without paidAt')
  demand((reversedAt !== null) === (status === 'reversed'), 'reversedAt without reversal, or the other way about')
  demand(late === (paidAt !== null && expiresAt !== null && paidAt > expiresAt), 'late by mistake')
  demand(statusReason !== 'superseded' || (policy === 'one-live' && status === 'failed'), 'superseded by mistake')
  demand(
    status !== 'succeeded' || [undefined, 'duplicate_reference'].includes(statusReason),
    'a success with an old reason',
  )
}

function checkUniqueness(stored: readonly Stored[], policy: ReferencePolicy): void {
  const transactions = new Set<string>()
  const references = new Set<string>()
  for (const { payment } of stored) {
    const { channel, providerTransactionId: transaction, reference, status, statusReason } = payment
    if (transaction !== undefined) {
      const receipt = `${channel} ${transaction.toLowerCase()}`
      demand(!transactions.has(receipt), 'one receipt for two payments')
      transactions.add(receipt)
    }
    const live = (status === 'pending' || status === 'succeeded') && statusReason !== 'duplicate_reference'
    if (policy !== 'one-live' || !live) continue
    demand(!references.has(reference), 'two live payments of one reference')
    references.add(reference)
  }
}

async function checkReports({ service: { payments } }: World, stored: readonly Stored[]): Promise<void> {
  const { items } = await payments.totals()
  const sum = items.reduce((total, { amount }) => total + BigInt(amount), 0n)
  demand(sum === stored.reduce((total, { payment }) => total + BigInt(payment.amount), 0n), 'totals that do not add up')
  const report = await payments.reportPayments({ limit: 500 })
  demand(
    report.items.map(({ paymentId }) => paymentId).join() === stored.map(({ payment }) => payment.id).join(),
    'a report that lacks or repeats',
  )
}

export async function checkInvariants(world: World, original: PaymentRepository): Promise<readonly Stored[]> {
  const stored = await contents(original)
  for (const entry of stored) {
    checkHistory(entry)
    checkPayment(entry, world.policy)
  }
  checkUniqueness(stored, world.policy)
  await checkReports(world, stored)
  await drain(
    world,
    stored.reduce((sum, { events }) => sum + events.length, 0),
  )
  return stored
}
