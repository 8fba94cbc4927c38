/** Where the operations on lines ask for closed days. */
import type { BankLine } from '../../domain/reconciliation/bank-line.js'
import type { ChainEnd } from '../../repository/day-port.js'
import type { FinanceRepository } from '../../repository/finance-port.js'

/** Which days were closed, and the ends of the chains by which that was known. */
export interface ClosedDays {
  /** Whether the day of a line's source is closed. */
  isClosed(line: BankLine): boolean
  /** For the `replace` that takes money of these lines back: refused with `chain_moved` where a day was closed meanwhile. */
  readonly chains: readonly ChainEnd[]
}

/** The closed days of these lines; at most 1,000. */
export async function closedDaysOf(finance: FinanceRepository, lines: readonly BankLine[]): Promise<ClosedDays> {
  const sources = [...new Set(lines.map(({ source }) => source))]
  if (sources.length === 0) return { isClosed: () => false, chains: [] }
  // The ends first: what is closed behind them moves them.
  const states = new Map((await finance.chainStates(sources)).map((state) => [state.source, state]))
  const chains = sources.map((source) => ({ source, sequence: states.get(source)?.sequence ?? 0 }))
  const days = lines.map(({ source, valueDate: day }) => ({ source, day }))
  const closed = (await finance.findClosings(days)).filter(({ kind }) => kind === 'closing')
  return {
    isClosed: ({ source, valueDate }) => closed.some((link) => link.source === source && link.day === valueDate),
    chains,
  }
}
