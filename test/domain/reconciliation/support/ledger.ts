/**
 * Rule 1 of statement lines once more, as plainly as it is written: for each account, currency and day, credits less debits
 * are what payments, refunds, categories, counter-lines and open lines add up to. Written from events alone, with nothing of
 * the library but its types.
 */
import type { LineEvent, Allocation } from '../../../../src/domain/reconciliation/account-line.js'

/** The facts of a line in its statement. */
export interface Stated {
  account: string
  currency: string
  valueDate: string
  direction: 'credit' | 'debit'
  amount: number
}

interface Sums {
  moved: bigint
  payment: bigint
  refund: bigint
  category: bigint
  line: bigint
  open: bigint
}

export class Ledger {
  private readonly lines = new Map<string, { stated: Stated; events: LineEvent[] }>()

  add(stated: Stated, event: LineEvent): void {
    const known = this.lines.get(event.lineKey)
    if (known) known.events.push(event)
    else this.lines.set(event.lineKey, { stated, events: [event] })
  }

  eventsOf(key: string): readonly LineEvent[] {
    return this.lines.get(key)?.events ?? []
  }

  /** Sums the allocations of this line by target; those that were taken back no longer count. */
  allocationsOf(key: string): Map<string, bigint> {
    const sums = new Map<string, bigint>()
    const count = (allocation: Allocation, sign: bigint) => {
      const { amount, ...target } = allocation
      const name = JSON.stringify(target)
      sums.set(name, (sums.get(name) ?? 0n) + sign * BigInt(amount))
    }
    for (const { type, allocations } of this.eventsOf(key)) {
      const isTakenBack = type === 'line.unallocated' || type === 'line.voided'
      for (const allocation of allocations) count(allocation, isTakenBack ? -1n : 1n)
      // A voided line cancels out with its counter-line, whose first event names it.
      if (type === 'line.voided') count(this.counterOf(key), 1n)
    }
    return sums
  }

  /** Returns the allocation of a voided line to the line that cancels it out. */
  private counterOf(key: string): Allocation {
    const counter = [...this.lines].find(([, { events }]) =>
      events[0]!.allocations.some((allocation) => allocation.to === 'line' && allocation.lineKey === key),
    )
    if (!counter) throw new Error(`${key} is voided by no line`)
    return { to: 'line', lineKey: counter[0], amount: counter[1].stated.amount }
  }

  /** Returns one row for each account, currency and day. */
  days(): (Sums & { day: string })[] {
    const days = new Map<string, Sums>()
    for (const [key, { stated }] of this.lines) {
      const day = `${stated.account} ${stated.currency} ${stated.valueDate}`
      let sums = days.get(day)
      if (!sums) days.set(day, (sums = { moved: 0n, payment: 0n, refund: 0n, category: 0n, line: 0n, open: 0n }))
      const sign = stated.direction === 'credit' ? 1n : -1n
      let open = BigInt(stated.amount)
      sums.moved += sign * open
      for (const [target, amount] of this.allocationsOf(key)) {
        const { to } = JSON.parse(target) as { to: 'payment' | 'refund' | 'category' | 'line' }
        sums[to] += sign * amount
        open -= amount
      }
      sums.open += sign * open
    }
    return [...days].map(([day, sums]) => ({ day, ...sums }))
  }
}
