import { isPaymentError, type PaymentRepository } from 'hospital-payments'
import { isDeepStrictEqual } from 'node:util'
import { expect } from 'vitest'

/** The storage under test, and memory, which is right. */
export interface Pair {
  readonly model: PaymentRepository
  readonly storage: PaymentRepository
}

export type Answered<Answer> = { readonly answer: Answer } | { readonly code: string; readonly retryable: boolean }

async function answerOf<Answer>(call: Promise<Answer>): Promise<Answered<Answer>> {
  try {
    return { answer: await call }
  } catch (error) {
    if (!isPaymentError(error)) throw error
    return { code: error.code, retryable: error.retryable }
  }
}

/** Asks both the same; what they answer, once it was found to be the same. */
export async function agreed<Answer>(
  { model, storage }: Pair,
  question: unknown,
  ask: (repository: PaymentRepository) => Promise<Answer>,
): Promise<Answered<Answer>> {
  const [right, answered] = await Promise.all([answerOf(ask(model)), answerOf(ask(storage))])
  expectEqual(answered, right, question)
  return right
}

export function expectEqual(answered: unknown, right: unknown, question: unknown): void {
  // The matcher draws the difference, but takes its time.
  if (!isDeepStrictEqual(answered, right)) expect(answered, JSON.stringify(question)).toStrictEqual(right)
}

/** Sorts items whose order is not promised. */
export function inAnyOrder<Item>(items: readonly Item[]): Item[] {
  return [...items].sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
}
