import type { DialectName } from '../core/database.js'
import type { Tables } from '../core/tables.js'

// Released migrations are never edited: databases exist that were made by them. What is to change is another migration.

const columns = 'source, currency, direction, outcome, value_date, amount, allocated'

/**
 * Open lines in the order in which they are summed up, with all that a sum takes: settled ones, which are most, cost it
 * nothing, and no line itself is read. On MySQL, whose indexes have every row, they stand apart by their status.
 */
export function openLines(dialect: DialectName, { bankLines }: Tables): string[] {
  return dialect === 'mysql'
    ? [`ALTER TABLE ${bankLines} ADD INDEX ${bankLines}_open (tenant, status, ${columns})`]
    : [`CREATE INDEX ${bankLines}_open ON ${bankLines} (tenant, ${columns}) WHERE status = 'open'`]
}
