/** Closed days of the storage in memory. */
import type { LineVersion } from '../../domain/days/line-mark.js'
import type { AccountLine } from '../../domain/reconciliation/account-line.js'
import { checkKeys, checkStorableClosing } from '../checks.js'
import type { DayStorage } from '../day-port.js'
import { type DayTable, isStored, LineDays, sumOfVersions } from '../day-table.js'
import type { LineRowFilter } from '../finance-port.js'
import type { AtOnce } from './turns.js'

interface Lines {
  matching(filter: LineRowFilter, how: { frozen: boolean }): Iterable<AccountLine>
}

/** Returns the functions of closed days over a table of chains and the lines of the storage. */
export function dayFunctions(closed: DayTable, lines: Lines): AtOnce<DayStorage> {
  function unclosedDays({ before, account }: { before: string; account?: string }) {
    const days = new LineDays()
    for (const line of lines.matching(account === undefined ? {} : { account }, { frozen: false })) {
      if (line.valueDate >= before) break
      days.add(line)
    }
    return days.all().filter(({ account, day }) => closed.last(account, day)?.kind !== 'closing')
  }

  function lastLinks(days: readonly { account: string; day: string }[]) {
    const daysOnce = new Map(days.map((closedDay) => [`${closedDay.day} ${closedDay.account}`, closedDay]))
    return [...daysOnce.values()].flatMap(({ account, day }) => closed.last(account, day) ?? [])
  }

  return {
    addClosing(closing, takenBack) {
      checkStorableClosing(closing)
      return closed.add(closing, takenBack)
    },
    chainStates(accounts) {
      checkKeys(accounts)
      const states = [...new Set(accounts)].map((account) => closed.state(account))
      return states.filter(isStored)
    },
    findClosings: lastLinks,
    countClosingLines: (days) =>
      lastLinks(days).map(({ account, day, sequence }) => {
        return { account, day, sequence, ...sumOfVersions(closed.lines({ account, sequence }) ?? []) }
      }),
    pageClosings: (query) => closed.page(query),
    closingLines: (link) => closed.lines(link) ?? [],
    lineVersions({ account, day }) {
      const versions: LineVersion[] = []
      for (const { key, version } of lines.matching({ account, from: day, to: day }, { frozen: false })) {
        versions.push([key, version])
      }
      return versions
    },
    unclosedDays,
  }
}
