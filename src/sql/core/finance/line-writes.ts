/** Writes of whole lines as several statements in a transaction: on MySQL, MariaDB and SQLite, and on PostgreSQL by choice. */
import type { LineEntry } from '../../../repository/port.js'
import type { SqlValue, WriteStatement } from '../database.js'
import type { WriteSettings } from '../dialect.js'
import { insertText, rowStatements, type RowLimits } from '../row-statements.js'
import {
  changedTo,
  changingLineColumns,
  sameLine,
  termColumns,
  writtenLineColumns,
  writtenLineEventColumns,
} from './columns.js'
import { type WriteForm, writesAsTheyAre } from '../write-form.js'
import type { LineWrites } from './finance-dialect.js'
import { fixedLineValues, keyOfLine, lineEventValues, lineValues } from './line-rows.js'
import type { TermRow } from './terms.js'
import type { Assigned } from './upsert.js'

/** The settings that differ between these databases. */
interface TransactionalLineSettings extends WriteSettings {
  /** The limits of one statement. */
  readonly limits: RowLimits
  readonly form?: WriteForm
  /** The SQL behind a table that names the index of the key, where the database may choose another. */
  readonly byKey: string
  /** The end of a SELECT whose rows stay as they are until the transaction ends. */
  readonly forUpdate: string
  /**
   * Returns the end of an INSERT that changes these columns of a row with the same key; without columns that row stays
   * as it is.
   */
  orUpdate(key: string, columns: readonly string[], assigned?: Assigned): string
}

/** The condition that a stored line is what an entry expects it to be. */
const expectedLine = `line_key = ? AND version = ? AND given_back = ? AND ${sameLine('', () => '?')}`

function expectedLineValues({ line, expected, expectedGivenBack = line.givenBack }: LineEntry): SqlValue[] {
  return [line.key, expected, expectedGivenBack, ...fixedLineValues(line)]
}

function withoutCount({ text, values }: WriteStatement): WriteStatement {
  return { text, values }
}

export function transactionalLineWrites(settings: TransactionalLineSettings): LineWrites {
  const { tables, tenant, limits, form = writesAsTheyAre, byKey, forUpdate, orUpdate } = settings
  const insertInto = (table: string, columns: readonly string[], end = '') =>
    rowStatements((count) => form.writing(insertText(table + form.alias, columns, count) + end), limits)
  /**
   * Locks rows that must exist, in the order of their keys; the LIMIT is there only for a host's `sql_select_limit`.
   */
  const lockLines = rowStatements(
    (count) =>
      form.locking(
        `SELECT 1 AS stored FROM ${tables.accountLines}${byKey} WHERE tenant = ? AND ` +
          `(${Array.from({ length: count }, () => `(${expectedLine})`).join(' OR ')}) ORDER BY line_key LIMIT ${count}${forUpdate}`,
      ),
    limits,
    { first: [tenant] },
  )
  const insertLines = insertInto(tables.accountLines, writtenLineColumns)
  const updateLines = insertInto(
    tables.accountLines,
    writtenLineColumns,
    orUpdate('tenant, line_key', changingLineColumns, changedTo),
  )
  const updateKeys = insertInto(
    tables.lines,
    ['line_key', 'payment_ids'],
    orUpdate('tenant, line_key', ['payment_ids']),
  )
  const insertEvents = insertInto(tables.lineEvents, writtenLineEventColumns)
  const insertTerms = insertInto(tables.terms, termColumns, orUpdate('tenant, term, created_at, payment_id', []))

  return {
    lines(entries) {
      const isStored = ({ expected }: LineEntry) => typeof expected === 'number'
      const stored = entries.filter(isStored)
      const keyedEntries = entries.filter(({ expected, event }) => expected !== 'nothing' && event !== null)
      const row = (entry: LineEntry) => [tenant, ...lineValues(entry)]
      return [
        ...lockLines(stored.map(expectedLineValues)),
        ...insertLines(entries.filter((entry) => !isStored(entry)).map(row)),
        // How many rows an update counts that changes nothing of them is for the host's connection to say.
        ...updateLines(stored.map(row)).map(withoutCount),
        ...updateKeys(
          keyedEntries.map(keyOfLine).map(({ key, paymentIds }) => [tenant, key, JSON.stringify(paymentIds)]),
        ).map(withoutCount),
        ...insertEvents(entries.flatMap((entry) => lineEventValues(entry).map((values) => [tenant, ...values]))),
      ]
    },
    terms: (rows: readonly TermRow[]) => insertTerms(rows.map((row) => [tenant, ...row])).map(withoutCount),
  }
}
