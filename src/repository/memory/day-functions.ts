/** Closed days of the storage in memory. */
import type { BankLine } from '../../domain/reconciliation/bank-line.js'
import { checkKeys, checkStorableClosing } from '../checks.js'
import type { DayStorage } from '../day-port.js'
import { LineDays, type DayTable } from '../day-table.js'
import type { LineFilter } from '../finance-port.js'

interface Lines {
  matching(filter: LineFilter, how: { frozen: boolean }): Iterable<BankLine>
}

export function dayFunctions(closed: DayTable, lines: Lines): DayStorage {
  function unclosedDays({ before }: { before: string }) {
    const days = new LineDays()
    for (const line of lines.matching({}, { frozen: false })) {
      if (line.valueDate >= before) break
      days.add(line)
    }
    return days.all().filter(({ source, day }) => closed.last(source, day)?.kind !== 'closing')
  }

  return {
    async addClosing(closing, takenBack) {
      checkStorableClosing(closing)
      return closed.add(closing, takenBack)
    },
    async chainStates(sources) {
      checkKeys(sources)
      const states = [...new Set(sources)].map((source) => closed.state(source))
      return states.filter(({ sequence, takenBack }) => sequence > 0 || takenBack > 0)
    },
    async findClosings(wanted) {
      const once = new Map(wanted.map((one) => [`${one.day} ${one.source}`, one]))
      return [...once.values()].flatMap(({ source, day }) => closed.last(source, day) ?? [])
    },
    pageClosings: async (query) => closed.page(query),
    async *scanClosings(source, signal) {
      signal?.throwIfAborted()
      const links = closed.links(source)
      if (links.length > 0) yield links
    },
    closingLines: async (link) => closed.lines(link) ?? [],
    unclosedDays: async (query) => unclosedDays(query),
  }
}
