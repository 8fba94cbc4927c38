/** Rights of the database's user, which calls need: each is tried on no row at all. */
import { aggregates } from '../../repository/aggregates/index.js'
import { deadlineIn } from '../../sql/core/deadline.js'
import { DatabaseFault } from '../../sql/core/fault.js'
import { type Tables, tablesOf } from '../../sql/core/tables.js'
import type { SqlDatabase } from '../../sql/index.js'
import { expected, type Finding } from './finding.js'

type Table = Exclude<keyof Tables, 'prefix' | 'migrations' | 'maintenance'>

/** The rights on each table beside SELECT and INSERT, which calls need on every table. */
const changes: Readonly<Record<Table, readonly ('UPDATE' | 'DELETE')[]>> = {
  payments: ['UPDATE'],
  events: [],
  deliveries: ['UPDATE', 'DELETE'],
  lines: ['UPDATE'],
  accountLines: ['UPDATE'],
  lineEvents: [],
  terms: [],
  closingChains: ['UPDATE'],
  closings: [],
  closingLines: [],
  counters: ['UPDATE'],
  rowEvents: [],
}

/** The statements that try a right on no row, and so without a trace; the database checks the right all the same. */
const statements = {
  'SELECT and INSERT': (table: string) => `INSERT INTO ${table} SELECT * FROM ${table} WHERE 1 = 0`,
  UPDATE: (table: string) => `UPDATE ${table} SET tenant = tenant WHERE 1 = 0`,
  DELETE: (table: string) => `DELETE FROM ${table} WHERE 1 = 0`,
} as const

const timeoutMs = 5_000

/** @throws DatabaseFault where it was not refused, but could not be tried */
async function isRefused(database: SqlDatabase, text: string): Promise<boolean> {
  try {
    await database.write([{ text, values: [] }], deadlineIn(timeoutMs))
    return false
  } catch (fault) {
    if (fault instanceof DatabaseFault && fault.kind === 'refused') return true
    throw fault
  }
}

export async function checkRights(database: SqlDatabase, tablePrefix: string | undefined): Promise<Finding> {
  const tables = tablesOf(tablePrefix)
  const lacking: string[] = []
  const described = aggregates.map((of) => [tables.prefix + of.name, of.changes] as const)
  const named = Object.entries(changes).map(([key, further]) => [tables[key as Table], further] as const)
  for (const [table, further] of [...named, ...described]) {
    for (const right of ['SELECT and INSERT', ...further] as const) {
      if (await isRefused(database, statements[right](table))) lacking.push(`${right} on ${table}`)
    }
  }
  return expected(lacking.length === 0, {
    name: 'rights',
    found: lacking.length === 0 ? 'all that calls need' : `refused: ${lacking.join(', ')}`,
    todo:
      database.dialect === 'sqlite'
        ? 'let this user write to the file and its folder.'
        : 'GRANT SELECT, INSERT, UPDATE, DELETE on the tables to this user',
  })
}
