/** A message of the provider takes effect once: all of it in one transaction, and none of it when that fails. */
import { isPaymentError, type PaymentErrorCode } from 'hospital-payments'
import type { ProviderEvent } from './event.js'
import type { Hospital, Transaction } from './hospital.js'
import { lockInvoice, settle } from './invoices.js'
import { noteToLookAt } from './to-look-at.js'

export interface Message {
  readonly provider: string
  /** The same for every try of one message. */
  readonly id: string
  readonly sha256: string
  readonly event: ProviderEvent
}

export type Outcome = 'settled' | 'already_settled' | 'failure_noted' | 'duplicate' | 'to_look_at'

/** Refusals that another try would meet again, so that a person must look. */
const permanent: readonly PaymentErrorCode[] = [
  'amount_mismatch',
  'duplicate_payment',
  'invalid_request',
  'invalid_transition',
  'payment_not_found',
  'unsupported_currency',
]

/** Resolves after COMMIT. When it rejects nothing is kept, not even that the message came, so that the next try works. */
export function takeCallback(hospital: Hospital, message: Message): Promise<Outcome> {
  return hospital.transaction(async (tx) => {
    if (!(await isFirst(tx, message))) return afterFirst(tx, message)
    try {
      return await apply(tx, message)
    } catch (error) {
      // The library has undone its own call alone; the transaction goes on.
      if (!isPaymentError(error) || !permanent.includes(error.code)) throw error
      return noteToLookAt(tx, message, error.code)
    }
  })
}

/**
 * Returns true for the first message of this id. The same message in another transaction makes it wait until that one
 * has ended.
 */
async function isFirst({ rows }: Transaction, { provider, id, sha256 }: Message): Promise<boolean> {
  const inserted = await rows(
    'INSERT INTO callbacks (provider, message_id, body_sha256) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING RETURNING 1',
    [provider, id, sha256],
  )
  return inserted.length === 1
}

/**
 * Answers a message whose id has come before. Another body under that id is signed by the provider all the same, and
 * may be about other money.
 */
async function afterFirst(tx: Transaction, message: Message): Promise<Outcome> {
  const [first] = await tx.rows<{ body_sha256: string }>(
    'SELECT body_sha256 FROM callbacks WHERE provider = $1 AND message_id = $2',
    [message.provider, message.id],
  )
  return first?.body_sha256 === message.sha256 ? 'duplicate' : noteToLookAt(tx, message, 'id_reused')
}

async function apply(tx: Transaction, message: Message): Promise<Outcome> {
  const { event, provider } = message
  const invoice = await lockInvoice(tx, event.reference)
  if (!invoice) return noteToLookAt(tx, message, 'unknown_reference')
  const actor = `provider:${provider}`
  if (event.type === 'payment.failed') {
    await tx.payments.failPayment(invoice.paymentId, { reason: event.reason, actor })
    return 'failure_noted'
  }
  const { amount, currency, paidAt, transactionId } = event
  const proof = { amount, currency, paidAt, providerTransactionId: transactionId, actor }
  return (await settle(tx, invoice, proof)) ? 'settled' : 'already_settled'
}
