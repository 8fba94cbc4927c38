import { isIterable } from '../../internal/iterables.js'
import { PaymentError } from '../../errors.js'
import { type Demand, demandOf } from '../../internal/demand.js'
import type { RunStatement, SqlDatabase, SqlStatement, SqlValue } from '../../sql/core/database.js'
import { deadlineIn } from '../../sql/core/deadline.js'
import type { Dialect } from '../../sql/core/dialect.js'
import { DatabaseFault, paymentErrorOf } from '../../sql/core/fault.js'
import { insertText, rowStatements } from '../../sql/core/row-statements.js'
import type { Tables } from '../../sql/core/tables.js'
import { dialectOf } from '../../sql/dialects.js'
import { readTenantOptions, type TenantOptions, tenantOptionNames } from '../options.js'
import { nameOf, type StoredTable, storedTables } from '../tables/stored-tables.js'
import { refusedFile, TenantFileReader } from './tenant-file.js'

const demand: Demand = demandOf('importTenant')

/** The result of an import of a tenant. */
export interface ImportedTenant {
  readonly tenant: string
  /** The number of rows that were stored. */
  readonly rows: number
}

/** The rows of one table that are written at once. */
const rowsAtOnce = 500
/** The milliseconds that the whole import may take: it is one transaction. */
const timeoutMs = 86_400_000

/** Makes the function that inserts rows of a table by few statements. */
function insertsOf(dialect: Dialect, tables: Tables) {
  const writers = new Map<string, ReturnType<typeof rowStatements>>()
  return (table: StoredTable, tenant: string, rows: readonly (readonly SqlValue[])[]) => {
    const columns = table.columns.map(({ name }) => name)
    let writer = writers.get(table.name)
    if (!writer)
      writers.set(
        table.name,
        (writer = rowStatements(
          (count) => dialect.placeholders(insertText(nameOf(table, tables), columns, count)),
          dialect.finance.rowLimits,
        )),
      )
    return writer(rows.map((values) => [tenant, ...values]))
  }
}

/** @throws PaymentError `invalid_request` where a table has a row of the tenant */
async function checkAbsent(dialect: Dialect, tables: Tables, tenant: string, run: RunStatement): Promise<void> {
  for (const table of storedTables) {
    const select = `SELECT 1 FROM ${nameOf(table, tables)} WHERE tenant = ? LIMIT ?`
    if ((await run(dialect.placeholders(select), [tenant, dialect.limit(1)])).length > 0)
      throw refusedFile('must be of a tenant of which nothing is stored here: this one is there. Erase it first')
  }
}

/** Reads a file, and calls `write` with the statements of its rows as they come. */
async function readFile(
  lines: AsyncIterable<string> | Iterable<string>,
  { dialect, tables, begin }: { dialect: Dialect; tables: Tables; begin: (tenant: string) => Promise<void> },
  write: (statement: SqlStatement) => Promise<unknown> | void,
): Promise<ImportedTenant> {
  const reader = new TenantFileReader()
  const inserts = insertsOf(dialect, tables)
  let [table, rows]: [StoredTable | null, (readonly SqlValue[])[]] = [null, []]
  let isBegun = false
  const flush = async () => {
    if (table) for (const statement of inserts(table, reader.tenant, rows)) await write(statement)
    rows = []
  }
  for await (const line of lines) {
    const row = reader.read(line)
    if (!isBegun && reader.hasHeader) {
      isBegun = true
      await begin(reader.tenant)
    }
    if (!row) continue
    if (row.table !== table || rows.length >= rowsAtOnce) await flush()
    table = row.table
    rows.push(row.values)
  }
  reader.finish()
  await flush()
  return { tenant: reader.tenant, rows: reader.rows }
}

/**
 * Stores a tenant from the lines that `exportTenant` wrote, also of a database of another kind: all of it in one transaction, or
 * nothing. A file that was cut off or changed in its counts is refused, and so is a tenant of which anything is stored.
 *
 * Over a SQLite handle without `open`, all lines are held in memory before they are stored.
 *
 * @throws TypeError for a wrong option
 * @throws PaymentError `invalid_request` for lines that no export of this release wrote, or a tenant that is there;
 *   `storage_unavailable`; `outcome_unknown` where it may be stored
 * @example
 * import Database from 'libsql'
 *
 * const [from, into] = [fromSqlite(new Database(':memory:')), fromSqlite(new Database(':memory:'))]
 * await migrate(from)
 * await migrate(into)
 * await importTenant(into, exportTenant(from, { tenant: 'ward-4' })) // => { tenant: 'ward-4', rows: 0 }
 */
export async function importTenant(
  database: SqlDatabase,
  lines: AsyncIterable<string> | Iterable<string>,
  options: TenantOptions = {},
): Promise<ImportedTenant> {
  const { tables } = readTenantOptions(demand, database, options, tenantOptionNames)
  demand(isIterable(lines) && typeof lines !== 'string', 'lines must be an iterable of lines')
  demand(!database.isBound(), 'a pool is needed, because the import is a transaction of its own')
  const dialect = dialectOf(database.dialect, { writes: undefined })
  const deadline = deadlineIn(timeoutMs)
  try {
    if (database.transaction) {
      return await database.transaction(
        (run) =>
          readFile(
            lines,
            { dialect, tables, begin: (tenant) => checkAbsent(dialect, tables, tenant, run) },
            ({ text, values }) => run(text, values),
          ),
        deadline,
      )
    }
    const statements: SqlStatement[] = []
    const read: RunStatement = (text, values = []) => database.read({ text, values }, deadline)
    const imported = await readFile(
      lines,
      { dialect, tables, begin: (tenant) => checkAbsent(dialect, tables, tenant, read) },
      (statement) => void statements.push(statement),
    )
    await database.write(statements, deadline, { inTransaction: true })
    return imported
  } catch (fault) {
    if (fault instanceof DatabaseFault && fault.kind === 'duplicate') {
      throw new PaymentError('concurrent_update', 'Another import of this tenant came first; nothing was stored.', {
        cause: fault.cause,
      })
    }
    throw fault instanceof DatabaseFault ? paymentErrorOf(fault, fault.mayBeStored) : fault
  }
}
