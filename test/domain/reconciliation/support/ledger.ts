/**
 * Rule 1 of statement lines once more, as plainly as it is written: for each source, currency and day, credits less debits
 * are what payments, refunds, categories, counter-lines and open lines add up to. Written from events alone, with nothing of
 * the library but its types.
 */
import type { LineEvent, LineShare } from '../../../../src/domain/reconciliation/bank-line.js'

/** What a statement says of a line. */
export interface Stated {
  source: string
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

  /** What went to each target by this line, taken back shares no longer counted. */
  sharesOf(key: string): Map<string, bigint> {
    const sums = new Map<string, bigint>()
    const count = (share: LineShare, sign: bigint) => {
      const { amount, ...target } = share
      const name = JSON.stringify(target)
      sums.set(name, (sums.get(name) ?? 0n) + sign * BigInt(amount))
    }
    for (const { type, shares } of this.eventsOf(key)) {
      for (const share of shares) count(share, type === 'line.unallocated' ? -1n : 1n)
    }
    return sums
  }

  /** One row for each source, currency and day. */
  days(): (Sums & { day: string })[] {
    const days = new Map<string, Sums>()
    for (const [key, { stated }] of this.lines) {
      const day = `${stated.source} ${stated.currency} ${stated.valueDate}`
      let sums = days.get(day)
      if (!sums) days.set(day, (sums = { moved: 0n, payment: 0n, refund: 0n, category: 0n, line: 0n, open: 0n }))
      const sign = stated.direction === 'credit' ? 1n : -1n
      let open = BigInt(stated.amount)
      sums.moved += sign * open
      for (const [target, amount] of this.sharesOf(key)) {
        const { to } = JSON.parse(target) as { to: 'payment' | 'refund' | 'category' | 'line' }
        sums[to] += sign * amount
        open -= amount
      }
      sums.open += sign * open
    }
    return [...days].map(([day, sums]) => ({ day, ...sums }))
  }
}
