/** Writes of whole lines on PostgreSQL: one statement for all lines of a group, and one for terms. */
import { integer } from '../../repository/aggregates/column.js'
import {
  writtenLineColumns as writtenLines,
  writtenLineEventColumns as lineEvents,
} from '../../repository/aggregates/line-columns.js'
import type { LineEntry } from '../../repository/port.js'
import type { SqlValue, WriteStatement } from '../core/database.js'
import type { WriteSettings } from '../core/dialect.js'
import {
  changedTo,
  changingLineColumns,
  sameLine,
  termColumns,
  writtenLineColumns,
  writtenLineEventColumns,
} from '../core/finance/columns.js'
import type { LineWrites } from '../core/finance/finance-dialect.js'
import { keyOfLine, lineEventValues, lineValues } from '../core/finance/line-rows.js'
import type { TermRow } from '../core/finance/terms.js'
import { onceForTables } from '../core/shared-texts.js'
import { arrayParameters, arrayTypes, columnsOf } from './entry-arrays.js'
import { lockTimeout } from './lock-timeout.js'

const typeOf = arrayTypes([
  writtenLines,
  lineEvents,
  new Map([
    ['expected', integer],
    ['expectedGivenBack', integer],
  ]),
])

/** Returns the version that an entry expects; 0 where it expects none, because no version is below 1. */
const expectedOf = ({ expected }: LineEntry) => (expected === 'nothing' ? 0 : expected)

const entryColumns = [...writtenLineColumns, 'payment_ids', 'expected', 'expected_given_back', 'has_event'] as const

function entryValues(entry: LineEntry): SqlValue[] {
  const paymentIds = JSON.stringify(keyOfLine(entry).paymentIds)
  const { line, expectedGivenBack = line.givenBack } = entry
  return [...lineValues(entry), paymentIds, expectedOf(entry), expectedGivenBack, entry.event ? 'yes' : 'no']
}

const arrays = (columns: readonly string[], first: number) => arrayParameters(columns, first, typeOf)

/** Makes the two texts for some tables; each limits its wait for locks, unless it is part of a host's transaction. */
function textsFor({ tables, bound }: Omit<WriteSettings, 'tenant'>) {
  const { lines, accountLines, terms } = tables
  const firstEvent = 2 + entryColumns.length
  const wait = lockTimeout(bound)
  const lineInto = `INSERT INTO ${accountLines} AS stored (tenant, ${writtenLineColumns.join(', ')})`
  const ofEntry = writtenLineColumns.map((column) => `entry.${column}`).join(', ')
  const same = sameLine('stored.', (column) => `entry.${column}`)
  const assignments = changingLineColumns.map(
    (column) => `${column} = ${changedTo(column, `excluded.${column}`, 'stored.')}`,
  )
  const isReady = `(SELECT count(*) FROM known) = (SELECT count(*) FROM entry WHERE expected > 0)`

  /**
   * The statement of all lines of a group. First the stored lines are locked, in the order of their keys, and compared with the
   * version that each entry expects. Then new lines are inserted; one that is stored already undoes the statement. The others
   * are changed by an INSERT too, which looks each up by its key, however many there are and whatever the planner knows.
   */
  const linesText = `
WITH entry AS (
  SELECT * FROM unnest(${arrays(entryColumns, 2)}) AS entry (${entryColumns.join(', ')})
  WHERE true${wait.condition(firstEvent + writtenLineEventColumns.length)}
), known AS (
  SELECT stored.line_key FROM (
    SELECT * FROM entry WHERE expected > 0 ORDER BY line_key COLLATE "C"
  ) AS entry CROSS JOIN LATERAL (
    SELECT line_key FROM ${accountLines} AS stored
    WHERE stored.tenant = $1 AND stored.line_key = entry.line_key AND stored.version = entry.expected
    AND stored.given_back = entry.expected_given_back AND ${same}
    FOR UPDATE
  ) AS stored
), added AS (
  ${lineInto}
  SELECT $1::text, ${ofEntry} FROM entry WHERE expected = 0 AND ${isReady}
  RETURNING 1
), changed AS (
  ${lineInto}
  SELECT $1::text, ${ofEntry} FROM entry WHERE expected > 0 AND ${isReady} ORDER BY line_key COLLATE "C"
  ON CONFLICT (tenant, line_key) DO UPDATE SET ${assignments.join(', ')}
  RETURNING 1
), key AS (
  INSERT INTO ${lines} AS stored (tenant, line_key, payment_ids)
  SELECT $1::text, line_key, payment_ids FROM entry
  WHERE expected > 0 AND has_event = 'yes' AND ${isReady} ORDER BY line_key COLLATE "C"
  ON CONFLICT (tenant, line_key) DO UPDATE SET payment_ids = excluded.payment_ids
  RETURNING 1
), event AS (
  INSERT INTO ${tables.lineEvents} (tenant, ${writtenLineEventColumns.join(', ')})
  SELECT $1::text, event.* FROM unnest(${arrays(writtenLineEventColumns, firstEvent)}) AS event WHERE ${isReady}
  RETURNING 1
)
SELECT 1 AS stored
WHERE (SELECT count(*) FROM added) + (SELECT count(*) FROM changed) = (SELECT count(*) FROM entry)`

  const termsText = `
INSERT INTO ${terms} (tenant, ${termColumns.join(', ')})
SELECT $1::text, term.* FROM unnest(${arrays(termColumns, 2)}) AS term ON CONFLICT DO NOTHING RETURNING 1 AS stored`

  return { linesText, termsText }
}

const texts = onceForTables(textsFor, ({ bound }) => bound)

export function pgLineWrites(settings: WriteSettings): LineWrites {
  const { tenant, bound } = settings
  const { linesText, termsText } = texts(settings)
  const wait = lockTimeout(bound)

  return {
    lines(entries: readonly LineEntry[], lockMs: number): WriteStatement[] {
      if (entries.length === 0) return []
      const events = entries.flatMap(lineEventValues)
      return [
        {
          text: linesText,
          values: [
            tenant,
            ...columnsOf(entries.map(entryValues), entryColumns.length),
            ...columnsOf(events, writtenLineEventColumns.length),
            ...wait.values(lockMs),
          ],
          mustChange: 1,
        },
      ]
    },
    terms(rows: readonly TermRow[]): WriteStatement[] {
      if (rows.length === 0) return []
      return [{ text: termsText, values: [tenant, ...columnsOf(rows, termColumns.length)] }]
    },
  }
}
