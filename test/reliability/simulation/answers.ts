/** Answers of receivers, and the ends that they must lead to. */
import type { SendResult } from 'hospital-payments'
import type { EventCompletion } from 'hospital-payments/repository'
import { waits } from '../../support/schedule.js'

export const answers = ['nothing', 'delivered', 'dead', 'again', 'later', 'throws', 'unknown'] as const
export type Answer = (typeof answers)[number]

type Next = EventCompletion['results'][number]['next']

const minute = 60_000
const hour = 60 * minute
const laterMs = 7 * hour

export async function give(answer: Answer): Promise<SendResult | void> {
  if (answer === 'throws') throw new Error('The receiver is down.')
  if (answer === 'unknown') return true as never
  if (answer === 'later') return { retryAfterMs: laterMs }
  if (answer === 'again') return {}
  if (answer !== 'nothing') return answer
}

/** Returns the end of a try, after so many that failed. */
export function endOf(answer: Answer, tries: number): 'delivered' | 'retrying' | 'dead' {
  if (answer === 'nothing' || answer === 'delivered') return 'delivered'
  return answer === 'dead' || tries === waits.length ? 'dead' : 'retrying'
}

/** Returns true where this is what is to be stored of a try. */
export function isRight(next: Next, { answer, tries }: { answer: Answer; tries: number }, now: string): boolean {
  const end = endOf(answer, tries)
  if (typeof next === 'string') return next === end
  if (end !== 'retrying') return false
  const wait = Date.parse(next.retryAt) - Date.parse(now)
  const delayMs = answer === 'later' ? laterMs : 0
  return wait >= Math.max(waits[tries]!, delayMs) && wait <= Math.max(waits[tries]! * 1.2, delayMs)
}
