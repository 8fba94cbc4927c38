/** Where the operations that take allocations back ask for closed days. */
import { versionInMarks } from '../../domain/days/line-mark.js'
import type { AccountLine, LineChange, Allocation } from '../../domain/reconciliation/account-line.js'
import { targetOf } from '../../domain/reconciliation/account-line.js'
import { dayClosed } from '../../domain/reconciliation/line-refusals.js'
import { versionsOfAllocations } from '../../domain/reconciliation/versions-of-allocations.js'
import type { PaymentError } from '../../errors.js'
import type { ChainEnd } from '../../repository/day-port.js'
import type { FinanceRepository } from '../../repository/finance-port.js'

/** What closings hold of lines, and the ends of the chains by which that was known. */
export interface ClosedDays {
  /** Whether the closing of the line's day holds one of these allocations of it, or any. */
  isHeld(line: AccountLine, allocations?: readonly Allocation[]): boolean
  /** For the `replace` that takes money of these lines back: refused with `chain_moved` where a day was closed meanwhile. */
  readonly chains: readonly ChainEnd[]
}

/** The targets of those allocations of a line that the closing of its day holds: by the version that made them. */
async function heldTargets(
  finance: FinanceRepository,
  line: AccountLine,
  link: ChainEnd,
): Promise<ReadonlySet<string>> {
  const held = versionInMarks(await finance.closingLines(link), line)
  const versions = held === 0 ? [] : versionsOfAllocations(line, await finance.lineHistory(line.key))
  return new Set(
    line.allocations.flatMap((allocation, at) => ((versions[at] ?? held + 1) <= held ? [targetOf(allocation)] : [])),
  )
}

/** What the closings of these lines' days hold of them; at most 1,000. */
export async function closedDaysOf(finance: FinanceRepository, lines: readonly AccountLine[]): Promise<ClosedDays> {
  const accounts = [...new Set(lines.map(({ account }) => account))]
  if (accounts.length === 0) return { isHeld: () => false, chains: [] }
  // The ends first: what is closed behind them moves them.
  const states = new Map((await finance.chainStates(accounts)).map((state) => [state.account, state]))
  const chains = accounts.map((account) => ({ account, sequence: states.get(account)?.sequence ?? 0 }))
  const days = lines.map(({ account, valueDate: day }) => ({ account, day }))
  const closed = (await finance.findClosings(days)).filter(({ kind }) => kind === 'closing')
  const held = new Map<string, ReadonlySet<string>>()
  for (const line of lines) {
    const link = closed.find(({ account, day }) => account === line.account && day === line.valueDate)
    if (link && line.allocations.length > 0) held.set(line.key, await heldTargets(finance, line, link))
  }
  return {
    isHeld: ({ key }, allocations) => {
      const targets = held.get(key)
      if (!targets) return false
      return allocations ? allocations.some((allocation) => targets.has(targetOf(allocation))) : targets.size > 0
    },
    chains,
  }
}

/** Whether a closing holds the line's day, and the end of the chain by which that was known. */
export async function closedDayOf(
  finance: FinanceRepository,
  { account, valueDate: day }: AccountLine,
): Promise<{ isClosed: boolean; chains: readonly ChainEnd[] }> {
  // The end first: what is closed behind it moves it.
  const [state] = await finance.chainStates([account])
  const closings = await finance.findClosings([{ account, day }])
  return {
    isClosed: closings.some(({ kind }) => kind === 'closing'),
    chains: [{ account, sequence: state?.sequence ?? 0 }],
  }
}

/** The changes of a write that take allocations of lines back, decided on the closings of their days. */
export async function refusedByClosing(
  finance: FinanceRepository,
  changes: readonly LineChange[],
  formerOf: (key: string) => AccountLine,
): Promise<{ refusal: PaymentError | null; chains: readonly ChainEnd[] }> {
  const taken = changes.filter(({ type }) => type === 'line.unallocated')
  const { isHeld, chains } = await closedDaysOf(
    finance,
    taken.map(({ line }) => formerOf(line.key)),
  )
  const refused = taken.find(({ line, allocations }) => isHeld(formerOf(line.key), allocations))
  return { refusal: refused ? dayClosed(refused.line) : null, chains }
}
