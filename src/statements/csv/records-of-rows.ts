import type { StatementRecord } from '../../domain/reconciliation/statement-line.js'
import { badStatement } from '../input.js'
import type { Tally } from '../tally.js'
import type { Plan } from './plan.js'
import { isNoLine, type ReadRow } from './row.js'
import { runningBalance } from './running-balance.js'

/** The most characters of a narration that rows continue. */
const maxNarration = 2 ** 18

/** Turns rows into records, of which the last is kept back while rows may continue it; what is left out is null. */
export function recordsOfRows({ continues, columns }: Plan, counted: Tally) {
  const balance = columns.balance === undefined ? null : runningBalance()
  /** The record that the rows below continue; `undefined` above the first row that may have been a line. */
  let above: StatementRecord | null | undefined

  /** @returns the record that has ended */
  function held(next: StatementRecord | null): StatementRecord | null {
    const ended = above ?? null
    above = next
    return ended
  }

  function continueWith({ narration }: { narration: string }): void {
    if (above === undefined || narration === '') counted.skip()
    else if (above && 'amount' in above) {
      const joined = above.narration === undefined ? narration : `${above.narration} ${narration}`
      if (joined.length > maxNarration) throw badStatement(`has a narration of more than ${maxNarration} characters`)
      above = { ...above, narration: joined }
    }
  }

  function takeRow(read: ReadRow): StatementRecord | null {
    // An empty row, or the header of a new page, may stand within what is continued.
    if (read === undefined) return null
    if (isNoLine(read)) {
      if (continues) continueWith(read)
      else counted.skip()
      return null
    }
    return continues ? held(read) : read
  }

  function countBalance(record: StatementRecord | null): StatementRecord | null {
    if (balance && record && 'amount' in record) balance.add(record)
    return record
  }

  return {
    take: (read: ReadRow) => countBalance(takeRow(read)),
    end: () => countBalance(held(null)),
    /** Gives the balances of the file, after its last record. */
    endStatement(): void {
      const balances = balance && balance.balances()
      if (balances) counted.endStatement(balances.opening, balances.closing)
    },
  }
}
