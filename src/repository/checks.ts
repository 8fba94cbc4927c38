import type { PaymentEvent } from '../domain/payments/event.js'
import type { Payment } from '../domain/payments/payment.js'
import { PaymentError } from '../errors.js'
import type { ChangeGroup } from './port.js'

function refuse(problem: string): never {
  throw new PaymentError('storage_unavailable', `The storage refuses what the core never sends: ${problem}.`, {
    retryable: false,
  })
}

/** What a database's types, CHECKs and keys would refuse. */
export function checkStorable(payment: Payment, event: PaymentEvent, version: number): void {
  const { amount, amountReconciled } = payment
  if (!Number.isSafeInteger(amount) || amount < 1) refuse('an amount that is no positive integer')
  if (!Number.isSafeInteger(amountReconciled) || amountReconciled < 0) refuse('a reconciled amount that is no integer')
  if (payment.version !== version) refuse('a payment whose version does not follow')
  if (event.data.version !== version || event.data.paymentId !== payment.id) refuse('an event of another change')
}

const fixed = ['reference', 'amount', 'currency', 'channel', 'createdAt', 'expiresAt'] as const

/** What was asked for never changes; the indexes go by it. */
export function checkSuccessor(former: Payment, next: Payment): void {
  if (fixed.some((field) => former[field] !== next[field])) refuse('a change of what was asked for')
}

/** One statement writes a payment once, and a line. */
export function checkOnceEach({ changes, lines }: ChangeGroup): void {
  if (hasTwice(changes.map(({ payment }) => payment.id))) refuse('two changes of one payment in one group')
  if (hasTwice(lines.map(({ key }) => key))) refuse('a statement line twice in one group')
}

function hasTwice(keys: readonly string[]): boolean {
  return new Set(keys).size < keys.length
}

/** Of each kind in one look-up. */
export const mostKeys = 5000

export function checkKeys(...lists: readonly (readonly string[])[]): void {
  if (lists.some(({ length }) => length > mostKeys)) refuse(`more than ${mostKeys} keys in a list`)
}
