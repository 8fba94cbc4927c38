import { checkKeys, checkStorableClosing } from '../checks.js'
import type { ClosingRecord } from '../../domain/days/closing.js'
import type { ChainEnd, ChainState, DayStorage } from '../day-port.js'
import { dayTable, isStored, LineDays, newestFirst } from '../day-table.js'
import type { FinanceRepository, LineRowFilter } from '../finance-port.js'
import type { AccountLine } from '../../domain/reconciliation/account-line.js'

const daysAtOnce = 1000

/** Closed days as they are stored, with those that the dry run closes. */
export function dryDays(
  repository: FinanceRepository,
  scanLines: (filter: LineRowFilter) => AsyncIterable<readonly AccountLine[]>,
) {
  const stored = new Map<string, ChainState>()
  const own = dayTable((account) => stored.get(account))

  /** The chains as they are by now; what the dry run has of one is built upon what was stored when it began. */
  async function statesOf(accounts: readonly string[]): Promise<Map<string, ChainState>> {
    const unread = accounts.filter((account) => !own.has(account))
    if (unread.length > 0) {
      for (const state of await repository.chainStates(unread)) {
        if (!stored.has(state.account)) stored.set(state.account, state)
      }
    }
    return new Map(accounts.map((account) => [account, own.state(account)]))
  }

  async function findClosings(days: readonly { account: string; day: string }[]): Promise<ClosingRecord[]> {
    const found = await repository.findClosings(days)
    const once = new Map(days.map((one) => [`${one.day} ${one.account}`, one]))
    return [...once.values()].flatMap(
      ({ account, day }) =>
        own.last(account, day) ?? found.find((link) => link.account === account && link.day === day) ?? [],
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
      return own.add(closing, takenBack)
    },
    async chainStates(accounts) {
      checkKeys(accounts)
      const states = await statesOf([...new Set(accounts)])
      return [...states.values()].filter(isStored)
    },
    findClosings,
    async pageClosings(query) {
      const found = [...own.page(query), ...(await repository.pageClosings(query))]
      return found.sort(newestFirst).slice(0, Math.max(0, query.limit))
    },
    async *scanClosings(account, signal) {
      yield* repository.scanClosings(account, signal)
      const links = own.links(account)
      if (links.length > 0) yield links
    },
    closingLines: async (link) => own.lines(link) ?? (await repository.closingLines(link)),
    unclosedDays,
  }

  return {
    functions,
    /** Reads what a write is decided on. */
    read: (chains: readonly ChainEnd[]) => statesOf(chains.map(({ account }) => account)),
    sequenceOf: (account: string) => own.state(account).sequence,
    count: own.count,
  }
}
