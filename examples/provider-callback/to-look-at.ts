import type { Transaction } from './hospital.js'
import type { Message } from './take-callback.js'

/** Notes what finance must decide: send money back, ask for the rest, or write to the provider. */
export async function noteToLookAt({ rows }: Transaction, message: Message, reason: string): Promise<'to_look_at'> {
  const { provider, id, sha256, event } = message
  const money = event.type === 'payment.completed' ? event : null
  await rows(
    `INSERT INTO callbacks_to_look_at
       (provider, message_id, body_sha256, reason, event, invoice, amount, currency, transaction_id)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT DO NOTHING`,
    [provider, id, sha256, reason, event.type, event.reference, money?.amount, money?.currency, money?.transactionId],
  )
  return 'to_look_at'
}
