import type { DialectName } from '../core/database.js'
import type { Tables } from '../core/tables.js'

// Released migrations are never edited: databases exist that were made by them. What is to change is another migration.

const indexes = {
  by_source: 'tenant, source, created_at, sequence, hash',
  by_date: 'tenant, day, created_at, sequence, hash',
} as const

/**
 * The newest closings of one account, and those of a day: without these they are found among the newest of all accounts, of which an
 * account that is seldom closed has few.
 *
 * On MySQL one statement, which is done as a whole or not at all, because it has no `CREATE INDEX IF NOT EXISTS`.
 */
export function closingLists(dialect: DialectName, { closings }: Tables): string[] {
  const named = Object.entries(indexes).map(([name, columns]) => ({ name: `${closings}_${name}`, columns }))
  if (dialect !== 'mysql') return named.map(({ name, columns }) => `CREATE INDEX ${name} ON ${closings} (${columns})`)
  const added = named.map(({ name, columns }) => `  ADD INDEX ${name} (${columns})`)
  return [`ALTER TABLE ${closings}\n${added.join(',\n')}`]
}
