/** Closed days of the storage in memory. */
import type { BankLine } from '../../domain/reconciliation/bank-line.js'
import { checkKeys, checkStorableClosing } from '../checks.js'
import type { DayStorage } from '../day-port.js'
import { type DayTable, isStored, LineDays } from '../day-table.js'
import type { LineFilter } from '../finance-port.js'
import type { AtOnce } from './turns.js'

interface Lines {
  matching(filter: LineFilter, how: { frozen: boolean }): Iterable<BankLine>
}

export function dayFunctions(closed: DayTable, lines: Lines): AtOnce<DayStorage> {
  function unclosedDays({ before }: { before: string }) {
    const days = new LineDays()
    for (const line of lines.matching({}, { frozen: false })) {
      if (line.valueDate >= before) break
      days.add(line)
    }
    return days.all().filter(({ source, day }) => closed.last(source, day)?.kind !== 'closing')
  }

  return {
    addClosing(closing, takenBack) {
      checkStorableClosing(closing)
      return closed.add(closing, takenBack)
    },
    chainStates(sources) {
      checkKeys(sources)
      const states = [...new Set(sources)].map((source) => closed.state(source))
      return states.filter(isStored)
    },
    findClosings(wanted) {
      const once = new Map(wanted.map((one) => [`${one.day} ${one.source}`, one]))
      return [...once.values()].flatMap(({ source, day }) => closed.last(source, day) ?? [])
    },
    pageClosings: (query) => closed.page(query),
    closingLines: (link) => closed.lines(link) ?? [],
    unclosedDays,
  }
}
