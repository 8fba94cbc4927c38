import type { FinanceGroup } from 'hospital-payments/repository'
import { accounts } from '../../../src/repository/aggregates/accounts.js'
import type { AccountState } from '../../../src/domain/accounts/account.js'
import type { RowEntry } from '../../../src/repository/aggregates/port.js'
import { crossing } from '../broken/broken.js'
import { broken, type BrokenFinance } from './broken.js'
import { findImport } from '../../../src/operations/statements/stored-imports.js'

const isOfAccount = ({ of }: RowEntry) => of.name === accounts.name
const raisedBy = ({ rows = [] }: FinanceGroup) => rows.filter(isOfAccount).map(({ row }) => row as AccountState)

function without({ rows = [], ...group }: FinanceGroup): FinanceGroup {
  return { ...group, rows: rows.filter((entry) => !isOfAccount(entry)) }
}

/** Returns the group with the rows of accounts changed. */
function withRows(
  { rows = [], ...group }: FinanceGroup,
  change: (entry: RowEntry, place: number) => RowEntry,
): FinanceGroup {
  return { ...group, rows: rows.map((entry, i) => (isOfAccount(entry) ? change(entry, i) : entry)) }
}

export const brokenAccounts: readonly BrokenFinance[] = [
  broken('keeps no debt of an account', 'A write that raises the row of an account stores its balance', (sound) => ({
    replaceWithLines: (group) =>
      sound.replaceWithLines(
        withRows(group, (entry) => {
          const row = entry.row as AccountState
          return row.balance.startsWith('-') ? { ...entry, row: { ...row, balance: '0' } } : entry
        }),
      ),
  })),
  broken(
    'stores a line whose account has moved, and says that it has',
    'A write on another version of an account stores nothing, and shows the row of now',
    (sound) => ({
      replaceWithLines: async (group) => {
        const answer = await sound.replaceWithLines(group)
        const isFirst = group.rows?.length === 1 && raisedBy(group).some(({ version }) => version > 2)
        if (answer.outcome === 'row_stale' && isFirst) await sound.replaceWithLines(without(group))
        return answer
      },
    }),
  ),
  broken(
    'looks at the first account of a write alone',
    'The currencies of an account, and accounts, have rows of their own',
    (sound) => ({
      replaceWithLines: async (group) => {
        const [first, second] = raisedBy(group)
        if (!first || !second) return sound.replaceWithLines(group)
        const now = await sound.findRows(accounts, 'account', [first.account])
        const forced = withRows(group, (entry, place) => {
          const row = entry.row as AccountState
          const former = now.find((stored) => stored.row.currency === row.currency)?.row
          if (place === 0 || !former) return entry
          return { ...entry, beside: null, expected: former.version, row: { ...row, version: former.version + 1 } }
        })
        return sound.replaceWithLines(forced)
      },
    }),
  ),
  broken(
    'compares the version of an account before it writes, not in the write',
    'Of 50 writes at once on one version of an account exactly one is stored',
    (sound) => {
      const cross = crossing()
      return {
        replaceWithLines: (group) => {
          const [first] = raisedBy(group)
          return cross(first ? `${first.account} ${first.currency} ${first.version}` : null, (crossed) =>
            sound.replaceWithLines(crossed ? without(group) : group),
          )
        },
      }
    },
  ),
  broken(
    'finds a line by its marks until it changes',
    'Lines are found by their marks, as they are now, whatever changed of them',
    (sound) => ({
      markedLines: async (kind, marks) =>
        (await sound.markedLines(kind, marks)).filter(({ line }) => line.version === 1),
    }),
  ),
  broken('takes a change of a line without its marks', 'Marks of a line that is not new are refused', (sound) => ({
    replaceWithLines: (group) =>
      sound.replaceWithLines({
        ...group,
        lines: group.lines.map(({ marks, ...entry }) =>
          marks && entry.expected === 'nothing' ? { ...entry, marks } : entry,
        ),
      }),
  })),
  broken(
    'gives at most 50 lines of a mark',
    'Lines are looked for by 5,000 marks at once, and a mark may have many',
    (sound) => ({
      markedLines: async (kind, marks) => {
        const counts = new Map<string, number>()
        return (await sound.markedLines(kind, marks)).filter(({ mark }) => {
          counts.set(mark, (counts.get(mark) ?? 0) + 1)
          return counts.get(mark)! <= 50
        })
      },
    }),
  ),
  broken(
    'leaves out imports that were cut off before their days were known',
    'Imports of another layout are those whose days meet, or are not known yet',
    (sound) => ({
      importsOfOtherLayout: async (query) => {
        const ids = await sound.importsOfOtherLayout(query)
        const imports = await Promise.all(ids.map((id) => findImport(sound, id)))
        return imports.flatMap((one) => (one && one.from !== null ? [one.id] : []))
      },
    }),
  ),
]
