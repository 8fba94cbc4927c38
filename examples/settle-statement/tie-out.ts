/**
 * The movements of the bank's file for each account, currency and day, compared with the allocations of the stored
 * lines.
 */
import type { AccountLine } from 'hospital-payments'

/** A line as a file has it. */
export type Movement = Pick<AccountLine, 'direction' | 'amount' | 'currency' | 'valueDate'>

export interface TiedDay {
  readonly account: string
  readonly currency: string
  readonly day: string
  /** Minor units, exact: credits less debits of the file. */
  readonly moved: bigint
  /** The allocated amounts by destination; a debit's allocation counts below 0. */
  readonly went: Readonly<Record<'payment' | 'category' | 'line' | 'refund' | 'open', bigint>>
  /** 0, or a line was lost. */
  readonly difference: bigint
}

const signOf = ({ direction }: Pick<Movement, 'direction'>) => (direction === 'credit' ? 1n : -1n)
const nothing = { payment: 0n, category: 0n, line: 0n, refund: 0n, open: 0n }

type Day = { -readonly [Part in keyof TiedDay]: TiedDay[Part] } & { went: typeof nothing }

/**
 * Compares `movements`, which are read from the file anew, with the stored lines, so that a line which was not stored
 * is a difference.
 */
export function tieOut(account: string, movements: readonly Movement[], lines: readonly AccountLine[]): TiedDay[] {
  const days = new Map<string, Day>()
  const dayOf = ({ currency, valueDate: day }: Movement): Day => {
    const key = `${currency} ${day}`
    const tiedDay = days.get(key) ?? { account, currency, day, moved: 0n, went: { ...nothing }, difference: 0n }
    days.set(key, tiedDay)
    return tiedDay
  }
  for (const movement of movements) {
    const day = dayOf(movement)
    day.moved += signOf(movement) * BigInt(movement.amount)
  }
  for (const line of lines) {
    const { went } = dayOf(line)
    for (const { to, amount } of line.allocations) went[to] += signOf(line) * BigInt(amount)
    went.open += signOf(line) * BigInt(line.amount - line.allocated)
  }
  for (const day of days.values()) {
    day.difference = day.moved - Object.values(day.went).reduce((sum, amount) => sum + amount, 0n)
  }
  return [...days.values()].sort((a, b) => (`${a.currency} ${a.day}` < `${b.currency} ${b.day}` ? -1 : 1))
}
