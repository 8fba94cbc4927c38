/** Where the operations that take allocations back ask for closed days. */
import { versionInMarks } from '../../domain/days/line-mark.js'
import type { BankLine, LineChange, LineShare } from '../../domain/reconciliation/bank-line.js'
import { targetOf } from '../../domain/reconciliation/bank-line.js'
import { dayClosed } from '../../domain/reconciliation/line-refusals.js'
import { versionsOfShares } from '../../domain/reconciliation/versions-of-shares.js'
import type { PaymentError } from '../../errors.js'
import type { ChainEnd } from '../../repository/day-port.js'
import type { FinanceRepository } from '../../repository/finance-port.js'

/** What closings hold of lines, and the ends of the chains by which that was known. */
export interface ClosedDays {
  /** Whether the closing of the line's day holds one of these shares of it, or any. */
  isHeld(line: BankLine, shares?: readonly LineShare[]): boolean
  /** For the `replace` that takes money of these lines back: refused with `chain_moved` where a day was closed meanwhile. */
  readonly chains: readonly ChainEnd[]
}

/** The targets of those shares of a line that the closing of its day holds: by the version that made them. */
async function heldTargets(finance: FinanceRepository, line: BankLine, link: ChainEnd): Promise<ReadonlySet<string>> {
  const held = versionInMarks(await finance.closingLines(link), line)
  const versions = held === 0 ? [] : versionsOfShares(line, await finance.lineHistory(line.key))
  return new Set(line.shares.flatMap((share, at) => ((versions[at] ?? held + 1) <= held ? [targetOf(share)] : [])))
}

/** What the closings of these lines' days hold of them; at most 1,000. */
export async function closedDaysOf(finance: FinanceRepository, lines: readonly BankLine[]): Promise<ClosedDays> {
  const sources = [...new Set(lines.map(({ source }) => source))]
  if (sources.length === 0) return { isHeld: () => false, chains: [] }
  // The ends first: what is closed behind them moves them.
  const states = new Map((await finance.chainStates(sources)).map((state) => [state.source, state]))
  const chains = sources.map((source) => ({ source, sequence: states.get(source)?.sequence ?? 0 }))
  const days = lines.map(({ source, valueDate: day }) => ({ source, day }))
  const closed = (await finance.findClosings(days)).filter(({ kind }) => kind === 'closing')
  const held = new Map<string, ReadonlySet<string>>()
  for (const line of lines) {
    const link = closed.find(({ source, day }) => source === line.source && day === line.valueDate)
    if (link && line.shares.length > 0) held.set(line.key, await heldTargets(finance, line, link))
  }
  return {
    isHeld: ({ key }, shares) => {
      const targets = held.get(key)
      if (!targets) return false
      return shares ? shares.some((share) => targets.has(targetOf(share))) : targets.size > 0
    },
    chains,
  }
}

/** Whether a closing holds the line's day, and the end of the chain by which that was known. */
export async function closedDayOf(
  finance: FinanceRepository,
  { source, valueDate: day }: BankLine,
): Promise<{ isClosed: boolean; chains: readonly ChainEnd[] }> {
  // The end first: what is closed behind it moves it.
  const [state] = await finance.chainStates([source])
  const closings = await finance.findClosings([{ source, day }])
  return {
    isClosed: closings.some(({ kind }) => kind === 'closing'),
    chains: [{ source, sequence: state?.sequence ?? 0 }],
  }
}

/** The changes of a write that take shares of lines back, decided on the closings of their days. */
export async function refusedByClosing(
  finance: FinanceRepository,
  changes: readonly LineChange[],
  formerOf: (key: string) => BankLine,
): Promise<{ refusal: PaymentError | null; chains: readonly ChainEnd[] }> {
  const taken = changes.filter(({ type }) => type === 'line.unallocated')
  const { isHeld, chains } = await closedDaysOf(
    finance,
    taken.map(({ line }) => formerOf(line.key)),
  )
  const refused = taken.find(({ line, shares }) => isHeld(formerOf(line.key), shares))
  return { refusal: refused ? dayClosed(refused.line) : null, chains }
}
