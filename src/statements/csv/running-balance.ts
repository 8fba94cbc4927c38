import type { StatementLine } from '../../domain/reconciliation/statement-line.js'
import type { Balance } from '../tally.js'

/**
 * Computes the balances before and behind the lines of a file, of which each has the balance behind it. Some files have
 * the newest line first: most pairs of lines decide the order, else their days.
 */
export function runningBalance() {
  let first: StatementLine | null = null
  let last: StatementLine | null = null
  /** The number of pairs that go on from the one before, less those that go on from the one behind. */
  let forwards = 0

  const moved = ({ direction, amount }: StatementLine) => BigInt(direction === 'credit' ? amount : -amount)

  function behind({ balance, currency }: StatementLine): Balance | null {
    return balance === undefined ? null : { currency, amount: BigInt(balance) }
  }

  function before(line: StatementLine): Balance | null {
    const balance = behind(line)
    return balance && { ...balance, amount: balance.amount - moved(line) }
  }

  return {
    add(line: StatementLine): void {
      const [earlier, later] = last ? [behind(last), behind(line)] : [null, null]
      if (last && earlier && later) {
        if (earlier.amount === before(line)!.amount) forwards++
        if (later.amount === before(last)!.amount) forwards--
      }
      first ??= line
      last = line
    },
    /** Returns the file's balances; `null` for a file without lines. */
    balances(): { opening: Balance | null; closing: Balance | null } | null {
      if (!first || !last) return null
      const isForwards = forwards === 0 ? first.valueDate <= last.valueDate : forwards > 0
      const [oldest, newest] = isForwards ? [first, last] : [last, first]
      return { opening: before(oldest), closing: behind(newest) }
    },
  }
}
