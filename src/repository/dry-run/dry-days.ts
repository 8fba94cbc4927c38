import { checkKeys, checkStorableClosing } from '../checks.js'
import type { ClosingRecord } from '../../domain/days/closing.js'
import type { ChainEnd, ChainState, DayStorage } from '../day-port.js'
import { dayTable, isStored, LineDays, newestFirst } from '../day-table.js'
import type { FinanceRepository, LineFilter } from '../finance-port.js'
import type { BankLine } from '../../domain/reconciliation/bank-line.js'

const daysAtOnce = 1000

/** Closed days as they are stored, with those that the dry run closes. */
export function dryDays(
  repository: FinanceRepository,
  scanLines: (filter: LineFilter) => AsyncIterable<readonly BankLine[]>,
) {
  const stored = new Map<string, ChainState>()
  const own = dayTable((source) => stored.get(source))

  /** The chains as they are by now; what the dry run has of one is built upon what was stored when it began. */
  async function statesOf(sources: readonly string[]): Promise<Map<string, ChainState>> {
    const unread = sources.filter((source) => !own.has(source))
    if (unread.length > 0) {
      for (const state of await repository.chainStates(unread)) {
        if (!stored.has(state.source)) stored.set(state.source, state)
      }
    }
    return new Map(sources.map((source) => [source, own.state(source)]))
  }

  async function findClosings(days: readonly { source: string; day: string }[]): Promise<ClosingRecord[]> {
    const found = await repository.findClosings(days)
    const once = new Map(days.map((one) => [`${one.day} ${one.source}`, one]))
    return [...once.values()].flatMap(
      ({ source, day }) =>
        own.last(source, day) ?? found.find((link) => link.source === source && link.day === day) ?? [],
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
        if (link.kind === 'closing') closed.add(`${link.day} ${link.source}`)
      }
    }
    return all.filter(({ source, day }) => !closed.has(`${day} ${source}`))
  }

  const functions: DayStorage = {
    async addClosing(closing, takenBack) {
      checkStorableClosing(closing)
      await statesOf([closing.source])
      return own.add(closing, takenBack)
    },
    async chainStates(sources) {
      checkKeys(sources)
      const states = await statesOf([...new Set(sources)])
      return [...states.values()].filter(isStored)
    },
    findClosings,
    async pageClosings(query) {
      const found = [...own.page(query), ...(await repository.pageClosings(query))]
      return found.sort(newestFirst).slice(0, Math.max(0, query.limit))
    },
    async *scanClosings(source, signal) {
      yield* repository.scanClosings(source, signal)
      const links = own.links(source)
      if (links.length > 0) yield links
    },
    closingLines: async (link) => own.lines(link) ?? (await repository.closingLines(link)),
    unclosedDays,
  }

  return {
    functions,
    /** Reads what a write is decided on. */
    read: (chains: readonly ChainEnd[]) => statesOf(chains.map(({ source }) => source)),
    sequenceOf: (source: string) => own.state(source).sequence,
    count: own.count,
  }
}
