/** Storages that lose a part of what attempts write. */
import type { FinanceRepository, LineEntry, RowEntry } from 'hospital-payments/repository'

type Group = Parameters<FinanceRepository['replace']>[0]

const isOf = (name: string) => (row: RowEntry) => row.of.name === name

type WrongStorage = (original: FinanceRepository) => FinanceRepository

/** Makes a storage that changes what is written. */
const written =
  (change: (group: Group) => Group): WrongStorage =>
  (original) => ({ ...original, replace: (group) => original.replace(change(group)) })

const isDebit = (line: Group['lines'][number]) => (line as Partial<LineEntry>).line?.direction === 'debit'
const hasAttempts = ({ rows = [] }: Group) => rows.some(isOf('attempts'))
const withoutRows = (group: Group, name: string): Group => ({
  ...group,
  rows: (group.rows ?? []).filter((row) => !isOf(name)(row)),
})

/** The same storage with one fault each, to see that a ledger would notice. */
export const wrongStorages: Readonly<Record<string, WrongStorage>> = {
  'stores attempts without their lines': written((group) => (hasAttempts(group) ? { ...group, lines: [] } : group)),
  'stores attempts without their payments': written((group) =>
    hasAttempts(group) ? { ...group, changes: [] } : group,
  ),
  'stores lines without their attempts': written((group) =>
    group.lines.length > 0 ? withoutRows(group, 'attempts') : group,
  ),
  'stores no fees': written((group) =>
    hasAttempts(group) ? { ...group, lines: group.lines.filter((line) => !isDebit(line)) } : group,
  ),
  'forgets messages': written((group) => withoutRows(group, 'provider_messages')),
  'forgets when attempts are due': (original) => ({
    ...original,
    pageRows: async (of, query) => (query.list === 'due' ? [] : original.pageRows(of, query)),
  }),
  'finds no messages that are left': (original) => ({
    ...original,
    pageRows: async (of, query) =>
      of.name === 'provider_messages' && query.limit > 9 ? [] : original.pageRows(of, query),
  }),
}
