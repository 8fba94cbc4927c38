/** The closed days on which the operations that take allocations back depend. */
import { versionInMarks } from '../../domain/days/line-mark.js'
import type { AccountLine, LineChange, Allocation } from '../../domain/reconciliation/account-line.js'
import { targetOf } from '../../domain/reconciliation/account-line.js'
import { dayClosed } from '../../domain/reconciliation/line-refusals.js'
import { versionsOfAllocations } from '../../domain/reconciliation/versions-of-allocations.js'
import type { PaymentError } from '../../errors.js'
import type { ChainEnd } from '../../repository/day-port.js'
import type { FinanceRepository } from '../../repository/finance-port.js'

/** The allocations that closings state of lines, and the ends of the chains at the time of reading. */
interface ClosedDays {
  /** Returns true where the closing of the line's day states one of these allocations of it; without `allocations`, any. */
  isHeld(line: AccountLine, allocations?: readonly Allocation[]): boolean
  /**
   * The chains for the `replace` that takes money of these lines back: it is refused with `chain_moved` where a day was closed
   * meanwhile.
   */
  readonly chains: readonly ChainEnd[]
}

/**
 * Returns the targets of those allocations of a line that the closing of its day states, found by the version that made them.
 */
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

/** Reads what the closings of these lines' days state of them; at most 1,000 lines. */
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

/** The days of lines of one account that are closed, and the end of the chain at the time of reading. */
interface DaysOfLines {
  readonly isClosed: (line: AccountLine) => boolean
  readonly chains: readonly ChainEnd[]
}

/** Reads which days of these lines are closed; the lines are of one account. */
export async function daysOfLines(
  finance: Pick<FinanceRepository, 'chainStates' | 'findClosings'>,
  lines: readonly [AccountLine, ...AccountLine[]],
): Promise<DaysOfLines> {
  // The end first: what is closed behind it moves it.
  const [{ account }] = lines
  const [state] = await finance.chainStates([account])
  const closings = await finance.findClosings(lines.map(({ valueDate: day }) => ({ account, day })))
  const closedDays = new Set(closings.flatMap(({ kind, day }) => (kind === 'closing' ? [day] : [])))
  return {
    isClosed: ({ valueDate }) => closedDays.has(valueDate),
    chains: [{ account, sequence: state?.sequence ?? 0 }],
  }
}

/**
 * Refuses changes that take allocations of lines back where the closing of the line's day states them; `refusal` is `null`
 * otherwise.
 */
export async function refusedByClosing(
  finance: FinanceRepository,
  changes: readonly LineChange[],
  formerOf: (key: string) => AccountLine,
): Promise<{ refusal: PaymentError | null; chains: readonly ChainEnd[] }> {
  const unallocations = changes.filter(({ type }) => type === 'line.unallocated')
  const { isHeld, chains } = await closedDaysOf(
    finance,
    unallocations.map(({ line }) => formerOf(line.key)),
  )
  const refused = unallocations.find(({ line, allocations }) => isHeld(formerOf(line.key), allocations))
  return { refusal: refused ? dayClosed(refused.line) : null, chains }
}
