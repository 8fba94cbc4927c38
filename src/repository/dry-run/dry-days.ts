import { checkKeys, checkStorableClosing } from '../checks.js'
import type { ClosingRecord } from '../../domain/days/closing.js'
import type { ChainEnd, ChainState, DayStorage } from '../day-port.js'
import { dayTable, isStored, LineDays, newestFirst } from '../day-table.js'
import type { FinanceRepository, LineRowFilter } from '../finance-port.js'
import type { AccountLine } from '../../domain/reconciliation/account-line.js'

const daysAtOnce = 1000

/** Reads closed days as they are stored, with those that the dry run closes. */
export function dryDays(
  repository: FinanceRepository,
  scanLines: (filter: LineRowFilter) => AsyncIterable<readonly AccountLine[]>,
) {
  const stored = new Map<string, ChainState>()
  const dryTable = dayTable((account) => stored.get(account))

  /** Returns the chains as they are now. A chain of the dry run is built upon the one that was stored when it began. */
  async function statesOf(accounts: readonly string[]): Promise<Map<string, ChainState>> {
    const unread = accounts.filter((account) => !dryTable.has(account))
    if (unread.length > 0) {
      for (const state of await repository.chainStates(unread)) {
        if (!stored.has(state.account)) stored.set(state.account, state)
      }
    }
    return new Map(accounts.map((account) => [account, dryTable.state(account)]))
  }

  async function findClosings(days: readonly { account: string; day: string }[]): Promise<ClosingRecord[]> {
    const storedLinks = await repository.findClosings(days)
    const daysOnce = new Map(days.map((closedDay) => [`${closedDay.day} ${closedDay.account}`, closedDay]))
    return [...daysOnce.values()].flatMap(
      ({ account, day }) =>
        dryTable.last(account, day) ?? storedLinks.find((link) => link.account === account && link.day === day) ?? [],
    )
  }

  async function unclosedDays({ before }: { before: string }) {
    const days = new LineDays()
    for await (const lines of scanLines({})) {
      for (const line of lines) if (line.valueDate < before) days.add(line)
    }
    const all = days.all()
    const closed = new Set<string>()
    for (let start = 0; start < all.length; start += daysAtOnce) {
      for (const link of await findClosings(all.slice(start, start + daysAtOnce))) {
        if (link.kind === 'closing') closed.add(`${link.day} ${link.account}`)
      }
    }
    return all.filter(({ account, day }) => !closed.has(`${day} ${account}`))
  }

  const functions: Omit<DayStorage, 'lineVersions'> = {
    async addClosing(closing, takenBack) {
      checkStorableClosing(closing)
      await statesOf([closing.account])
      return dryTable.add(closing, takenBack)
    },
    async chainStates(accounts) {
      checkKeys(accounts)
      const states = await statesOf([...new Set(accounts)])
      return [...states.values()].filter(isStored)
    },
    findClosings,
    async pageClosings(query) {
      const links = [...dryTable.page(query), ...(await repository.pageClosings(query))]
      return links.sort(newestFirst).slice(0, Math.max(0, query.limit))
    },
    async *scanClosings(account, signal) {
      yield* repository.scanClosings(account, signal)
      const links = dryTable.links(account)
      if (links.length > 0) yield links
    },
    closingLines: async (link) => dryTable.lines(link) ?? (await repository.closingLines(link)),
    unclosedDays,
  }

  return {
    functions,
    /** Reads what a write is decided on. */
    readChains: (chains: readonly ChainEnd[]) => statesOf(chains.map(({ account }) => account)),
    sequenceOf: (account: string) => dryTable.state(account).sequence,
    count: dryTable.count,
  }
}
