/** The books after all callbacks, and whether they agree. */
import type { Hospital } from './hospital.js'

export interface Book {
  readonly number: string
  readonly amount: number
  readonly currency: string
  readonly closings: number
  readonly status: string
  /** Its history: the status after each event, in order. */
  readonly steps: readonly string[]
  /** The number of events by which the money came. */
  readonly successes: number
}

export async function readBooks({ rows, payments }: Hospital): Promise<readonly Book[]> {
  const invoices = await rows<{ number: string; payment_id: string; closings: number }>(
    'SELECT number, payment_id, closings FROM invoices ORDER BY number',
  )
  const books: Book[] = []
  for (const { number, payment_id, closings } of invoices) {
    const payment = await payments.getPayment(payment_id)
    if (!payment) throw new Error(`${number} has no payment`)
    const { amount, currency, status } = payment
    const events = await payments.history(payment_id)
    const successes = events.filter(({ type }) => type === 'payment.succeeded').length
    books.push({ number, amount, currency, closings, status, steps: events.map(({ data }) => data.status), successes })
  }
  return books
}

/** Lists the differences: a paid invoice is closed once and its payment has succeeded once; any other is neither. */
export function disagreements(books: readonly Book[]): string[] {
  return books.flatMap(({ number, closings, status, successes }) => {
    const expected = status === 'succeeded' ? 1 : 0
    if (closings === expected && successes === expected) return []
    return [`${number} is ${status}, closed ${closings} times, and has succeeded ${successes} times`]
  })
}

export interface ToLookAt {
  readonly reason: string
  readonly event: string
  readonly invoice: string
  readonly amount: string | null
  readonly currency: string | null
  readonly transaction_id: string | null
}

export function readWorklist({ rows }: Hospital): Promise<readonly ToLookAt[]> {
  return rows<ToLookAt>(
    `SELECT reason, event, invoice, amount::text, currency, transaction_id
     FROM callbacks_to_look_at ORDER BY noted_at, invoice`,
  )
}
