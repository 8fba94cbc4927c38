import { type Demand, demandOf } from '../../internal/demand.js'
import { isTenant, tenantRule } from '../../domain/tenant.js'
import type { Snapshot, SqlDatabase, SqlRow, SqlStatement, SqlValue } from '../../sql/core/database.js'
import { deadlineIn } from '../../sql/core/deadline.js'
import type { Dialect } from '../../sql/core/dialect.js'
import { DatabaseFault, paymentErrorOf } from '../../sql/core/fault.js'
import type { Tables } from '../../sql/core/tables.js'
import { text } from '../../sql/core/values.js'
import { dialectOf } from '../../sql/dialects.js'
import { readTenantOptions, type TenantOptions, tenantOptionNames } from '../options.js'
import { nameOf, type StoredTable, storedTables } from '../tables/stored-tables.js'
import { endLine, headerLine, rowLine } from './tenant-file.js'

const demand: Demand = demandOf('exportTenant')

/** The options of `exportTenant`, beside the database. */
export interface ExportTenantOptions extends TenantOptions {
  /** The tenant (hospital) whose rows are exported. */
  readonly tenant: string
  /** Ends the export with the reason of the signal. */
  readonly signal?: AbortSignal | undefined
}

/** The number of rows that are read at once. */
const rowsAtOnce = 1000
/** The milliseconds that one read may take. */
const timeoutMs = 60_000

/** Returns the statement for the rows of a tenant behind one, in the order of the table's key. */
function pageOf(
  dialect: Dialect,
  { tables, tenant }: { readonly tables: Tables; readonly tenant: string },
  table: StoredTable,
  after: readonly SqlValue[] | null,
): SqlStatement {
  const behind = after && dialect.rowsAfter({ columns: table.key, direction: 'asc', values: after })
  const select =
    `SELECT ${table.columns.map(({ name }) => name).join(', ')} FROM ${nameOf(table, tables)} WHERE tenant = ?` +
    `${behind ? ` AND ${behind.text}` : ''} ORDER BY ${table.key.join(', ')} LIMIT ?`
  return {
    text: dialect.placeholders(select),
    values: [tenant, ...(behind?.values ?? []), dialect.limit(rowsAtOnce)],
  }
}

/** Returns the values of a row as a file has them: the same from every database. */
function valuesOf({ columns }: StoredTable, row: SqlRow): SqlValue[] {
  return columns.map(({ isNumber }, i) => {
    const value = row[i]
    if (value === null || value === undefined) return null
    return isNumber ? Number(value) : text(value)
  })
}

async function* lines(
  dialect: Dialect,
  read: (statement: SqlStatement) => Promise<readonly SqlRow[]>,
  { tables, tenant, signal }: { tables: Tables; tenant: string; signal: AbortSignal | undefined },
): AsyncGenerator<string, undefined> {
  yield headerLine(tenant)
  const counts = new Map<string, number>()
  for (const table of storedTables) {
    const keyPlaces = table.key.map((column) => table.columns.findIndex(({ name }) => name === column))
    for (let after: readonly SqlValue[] | null = null; ;) {
      signal?.throwIfAborted()
      const rows = await read(pageOf(dialect, { tables, tenant }, table, after))
      for (const row of rows) {
        const values = valuesOf(table, row)
        yield rowLine(table, values)
        after = keyPlaces.map((place) => values[place]!)
      }
      counts.set(table.name, (counts.get(table.name) ?? 0) + rows.length)
      if (rows.length < rowsAtOnce) break
    }
  }
  yield endLine(counts)
}

/**
 * Writes everything that is stored of one tenant as lines of JSON, as of one instant: a first line, a line for each row, and a last
 * one with their number. `importTenant` reads them into another database, also one of another kind. The lines have names and phone
 * numbers: they are as secret as the database. Each ends with a line feed.
 *
 * Over a SQLite handle without `open`, others must not write meanwhile: there is no second handle that could see one instant.
 *
 * @throws TypeError for a wrong option, at once
 * @throws PaymentError `storage_unavailable`, while it is iterated
 * @example
 * import Database from 'libsql'
 *
 * const database = fromSqlite(new Database(':memory:'))
 * await migrate(database)
 * const lines: string[] = []
 * for await (const line of exportTenant(database, { tenant: 'ward-4' })) lines.push(line)
 * lines.length // => 2
 * lines[0]?.startsWith('{"format":"hospital-payments tenant","schema":"0001_tables","tenant":"ward-4"') // => true
 */
export function exportTenant(database: SqlDatabase, options: ExportTenantOptions): AsyncIterable<string> {
  const { tables } = readTenantOptions(demand, database, options, [...tenantOptionNames, 'tenant', 'signal'])
  const { tenant, signal } = options
  demand(isTenant(tenant), `tenant must be ${tenantRule}`)
  const dialect = dialectOf(database.dialect, { writes: undefined })

  async function* exported(): AsyncGenerator<string, undefined> {
    let snapshot: Snapshot | null = null
    try {
      snapshot = await database.snapshot(deadlineIn(timeoutMs))
      const source = snapshot ?? database
      yield* lines(dialect, (statement) => source.read(statement, deadlineIn(timeoutMs)), { tables, tenant, signal })
    } catch (fault) {
      throw fault instanceof DatabaseFault ? paymentErrorOf(fault, false) : fault
    } finally {
      await snapshot?.close()
    }
  }
  return { [Symbol.asyncIterator]: exported }
}
