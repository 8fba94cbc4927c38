/** The journal: each movement of money as a pair of entries, for a system of accounts. Pure: it follows from events of lines alone. */
import type { AccountLine, Allocation, LineEvent } from '../reconciliation/account-line.js'

/** An event of a line, with the line as it is now, and whether the line was money before and after the event. */
interface PostedEvent {
  readonly event: LineEvent
  readonly line: Pick<AccountLine, 'account' | 'direction' | 'amount'>
  readonly wasCounted: boolean
  readonly isCounted: boolean
}

/** A pair of the journal: the same amount on the debit side of one account and on the credit side of another. */
export interface JournalPair {
  /** The account whose debit side has the amount. */
  readonly debit: string
  /** The account whose credit side has the amount. */
  readonly credit: string
  /** Integer, minor units, above 0. */
  readonly amount: number
  /** The allocation that the pair posts; `null` where it posts the line itself. */
  readonly of: Allocation | null
  /** The place of the pair among those of its event: 0 is the line itself, 1, 2, 3 … are its allocations. */
  readonly position: number
}

/** The accounts of the journal that are no accounts of lines. */
export const journalAccounts = {
  suspense: 'suspense',
  receivable: 'receivable',
  refunds: 'refunds',
  transit: 'transit',
} as const

/** Returns the account of the journal that has the money of an allocation. */
function accountOf(allocation: Allocation): string {
  switch (allocation.to) {
    case 'payment':
      return journalAccounts.receivable
    case 'refund':
      return journalAccounts.refunds
    case 'line':
      return journalAccounts.transit
    case 'category':
      return `category:${allocation.category}`
  }
}

/** Makes a pair with the amount on the debit side of the first account; an amount below 0 swaps the sides. */
function pairOf(debit: string, credit: string, amount: number): Pick<JournalPair, 'debit' | 'credit' | 'amount'> {
  return amount < 0 ? { debit: credit, credit: debit, amount: -amount } : { debit, credit, amount }
}

/** Lists the allocations that an event made, or took back. A void takes back what there was, and gives the whole line to another. */
function allocatedBy(
  { type, allocations, lineKey }: LineEvent,
  amount: number,
): readonly { readonly allocation: Allocation; readonly sign: 1 | -1 }[] {
  const reversals = allocations.map((allocation) => ({ allocation, sign: -1 }) as const)
  if (type === 'line.unallocated') return reversals
  if (type === 'line.voided') return [...reversals, { allocation: { to: 'line', lineKey, amount }, sign: 1 }]
  return allocations.map((allocation) => ({ allocation, sign: 1 }) as const)
}

/**
 * Makes the pairs of an event. A line is posted between its account and `suspense` by the event with which it begins to count as
 * money, and posted back by the one with which it ends. An allocation is posted between `suspense` and the account of its target.
 *
 * @example
 * const line = { account: 'cbe-1000', direction: 'credit', amount: 500 } as const
 * const event = { type: 'line.imported', allocations: [] } as never
 * const [pair] = journalPairs({ event, line, wasCounted: false, isCounted: true })
 * pair // => { debit: 'cbe-1000', credit: 'suspense', amount: 500, of: null, position: 0 }
 */
export function journalPairs({ event, line, wasCounted, isCounted }: PostedEvent): JournalPair[] {
  const { account, direction, amount } = line
  const { suspense } = journalAccounts
  const side = direction === 'credit' ? 1 : -1
  const pairs: JournalPair[] = []
  if (wasCounted !== isCounted) {
    const pair = pairOf(account, suspense, isCounted ? side * amount : -side * amount)
    pairs.push({ ...pair, of: null, position: 0 })
  }
  if (!isCounted) return pairs
  for (const [place, { allocation, sign }] of allocatedBy(event, amount).entries()) {
    const pair = pairOf(suspense, accountOf(allocation), side * sign * allocation.amount)
    pairs.push({ ...pair, of: allocation, position: place + 1 })
  }
  return pairs
}
