/**
 * A hospital's million payments of 180 days as rows of the library's tables: 30 % of the times are another payment's
 * as well, 0.5 % of the references hold commas and quotes, and 0.5 % begin with `=`. The same for every database.
 */
import { referenceOf } from '../payments.js'
import { seededNumbers } from '../random.js'

export type Value = string | number | null

export const paymentColumns = [
  ...['tenant', 'id', 'reference', 'amount', 'currency', 'channel', 'created_at', 'expires_at', 'status'],
  ...['instructions', 'updated_at', 'paid_at', 'reversed_at', 'late', 'amount_reconciled', 'version', 'description'],
  ...['has_customer', 'customer_name', 'customer_phone', 'metadata', 'status_reason', 'provider_transaction_id'],
  ...['transaction_key', 'live_reference', 'idempotency_key', 'fingerprint'],
]

/** Those of them that a payment is read from. */
export const readColumns = paymentColumns.filter(
  (name) => !['tenant', 'live_reference', 'idempotency_key', 'fingerprint'].includes(name),
)

export const eventColumns = [
  ...['tenant', 'payment_id', 'version', 'id', 'type', 'created_at', 'reference', 'amount', 'currency', 'status'],
  ...['previous_status', 'amount_reconciled', 'actor', 'reason', 'evidence'],
]

export interface StoredRows {
  readonly payment: Value[]
  readonly event: Value[]
}

const start = Date.parse('2026-01-01T21:00:00.000Z')
const dayMs = 86_400_000
const days = 180
const tiedShare = 0.3

export const tenant = 'default'
export const idOf = (index: number) => `pay_01K${String(index).padStart(23, '0')}`

function statusOf(chance: number): string {
  if (chance < 0.005) return 'reversed'
  if (chance < 0.05) return 'expired'
  if (chance < 0.1) return 'failed'
  return chance < 0.22 ? 'pending' : 'succeeded'
}

export function* storedRows(count: number): Generator<StoredRows> {
  const random = seededNumbers(7)
  const gap = (days * dayMs) / count / (1 - tiedShare)
  let now = start
  for (let index = 0; index < count; index++) {
    if (random() >= tiedShare) now += Math.max(1, Math.round(gap * 2 * random()))
    const status = statusOf(random())
    const channel = ['mobile-banking', 'mobile-banking', 'cash', 'card'][Math.floor(random() * 4)]!
    const [id, reference] = [idOf(index), referenceOf(index, random())]
    const amount = 1000 + Math.floor(random() * 500_000)
    const currency = random() < 0.9 ? 'ETB' : 'USD'
    const paid = status === 'succeeded' || status === 'reversed' ? now + Math.floor(random() * 72_000_000) : null
    const instructions = JSON.stringify({ type: 'text', message: `Pay ${amount} for ${reference}.` })
    yield {
      payment: [
        ...[tenant, id, reference, amount, currency, channel, now, random() < 0.5 ? now + dayMs : null, status],
        ...[instructions, paid ?? now, paid, status === 'reversed' ? paid! + 60_000 : null, 0, 0, 1],
        ...[`Consultation and laboratory, visit ${index}`, 1, `Patient ${index}`, `+2519${10_000_000 + index}`, null],
        ...[
          null,
          ...(paid !== null && index % 2 === 0 ? [`FT${index}`, `ft${index}`] : [null, null]),
          null,
          `key-${index}`,
        ],
        String(index).padStart(64, '0'),
      ],
      event: [
        ...[tenant, id, 1, `evt_01K${String(index).padStart(23, '0')}`, 'payment.created', now, reference, amount],
        ...[currency, status, null, 0, null, null, null],
      ],
    }
  }
}
