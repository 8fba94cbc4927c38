/** The provider's report, read from the bytes whose signature was checked. */
import { parseAmount } from 'hospital-payments'
import { z } from 'zod'

export interface Completed {
  readonly type: 'payment.completed'
  /** Our invoice's number, which the payer typed or scanned. */
  readonly reference: string
  /** In minor units. */
  readonly amount: number
  readonly currency: string
  readonly transactionId: string
  readonly paidAt: string
}

export interface Failed {
  readonly type: 'payment.failed'
  readonly reference: string
  readonly reason: string
}

export type ProviderEvent = Completed | Failed

export interface ProviderMessage {
  /** The same for every try of one message. */
  readonly id: string
  /** `unknown`: an event that we have not asked for. */
  readonly event: ProviderEvent | 'unknown'
}

/** A text without control characters: PostgreSQL stores no NUL, and no field has a use for the others. */
const text = z
  .string()
  .max(255)
  .regex(/^\P{Cc}+$/u)

const completed = z.object({
  type: z.literal('payment.completed'),
  timestamp: text,
  data: z.object({ reference: text, amount: text, currency: text, transactionId: text }),
})

// A code and no sentence: it enters the history, and a sentence might name the payer.
const code = z.string().regex(/^[a-z0-9_]{1,40}$/)

const failed = z.object({
  type: z.literal('payment.failed'),
  data: z.object({ reference: text, reason: code.catch('declined') }),
})

const any = z.object({ id: text, type: text })

/** Reads a message; returns `unreadable` for one that is not as agreed with the provider. */
export function readMessage(body: Uint8Array): ProviderMessage | 'unreadable' {
  try {
    const json: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
    const { id, type } = any.parse(json)
    if (type === 'payment.failed') return { id, event: { type, ...failed.parse(json).data } }
    if (type !== 'payment.completed') return { id, event: 'unknown' }
    const { timestamp, data } = completed.parse(json)
    // `1500.00`, by the digits and never by a float.
    const amount = parseAmount(data.amount, data.currency)
    return amount === null ? 'unreadable' : { id, event: { type, ...data, amount, paidAt: timestamp } }
  } catch {
    return 'unreadable'
  }
}
