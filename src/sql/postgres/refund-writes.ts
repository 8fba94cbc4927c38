/** Writes of refunds on PostgreSQL: one statement for all refunds of a group. */
import type { RefundEntry } from '../../repository/refund-port.js'
import type { SqlValue, WriteStatement } from '../core/database.js'
import type { WriteSettings } from '../core/dialect.js'
import { changingRefundColumns, refundColumns, refundKeyColumns } from '../core/finance/columns.js'
import type { RefundsToWrite } from '../core/finance/finance-dialect.js'
import { refundValues, sameRefund } from '../core/finance/refund-rows.js'
import { eventValues } from '../core/row.js'
import { deliveryColumns, eventColumns } from '../core/tables.js'
import { arrayParameters, columnsOf } from './entry-arrays.js'
import { lockTimeout } from './lock-timeout.js'

const numbers = /^(amount(_reconciled)?|version|expected)$|_at$/
const typeOf = (column: string) => (numbers.test(column) ? 'bigint' : 'text')

const storedColumns = [...refundColumns, ...refundKeyColumns] as const
const entryColumns = [...storedColumns, 'expected'] as const

/** No version is below 1. */
function entryValues(entry: RefundEntry): SqlValue[] {
  return [...refundValues(entry), entry.expected === 'nothing' ? 0 : entry.expected]
}

export function pgRefundWrites({
  tables,
  tenant,
  bound,
}: WriteSettings): (refunds: RefundsToWrite, lockMs: number) => WriteStatement[] {
  const { refunds, events, deliveries } = tables
  const firstEvent = 2 + entryColumns.length
  const wait = lockTimeout(bound)
  const refundInto = `INSERT INTO ${refunds} AS stored (tenant, ${storedColumns.join(', ')})`
  const ofEntry = storedColumns.map((column) => `entry.${column}`).join(', ')
  const same = sameRefund('stored.', (column, isNullable) =>
    isNullable ? `COALESCE(entry.${column}, '')` : `entry.${column}`,
  )
  const assignments = changingRefundColumns.map((column) => `${column} = excluded.${column}`).join(', ')
  const isReady = '(SELECT count(*) FROM known) = (SELECT count(*) FROM entry WHERE expected > 0)'

  /** As for lines: what must be there is locked in one order and found to be as expected; then all is stored, or nothing. */
  const text = `
WITH entry AS (
  SELECT * FROM unnest(${arrayParameters(entryColumns, 2, typeOf)}) AS entry (${entryColumns.join(', ')})
  WHERE true${wait.condition(firstEvent + eventColumns.length)}
), known AS (
  SELECT stored.id FROM (
    SELECT * FROM entry WHERE expected > 0 ORDER BY id COLLATE "C"
  ) AS entry CROSS JOIN LATERAL (
    SELECT id FROM ${refunds} AS stored
    WHERE stored.tenant = $1 AND stored.id = entry.id AND stored.version = entry.expected AND ${same}
    FOR UPDATE
  ) AS stored
), added AS (
  ${refundInto}
  SELECT $1::text, ${ofEntry} FROM entry WHERE expected = 0 AND ${isReady}
  RETURNING 1
), changed AS (
  ${refundInto}
  SELECT $1::text, ${ofEntry} FROM entry WHERE expected > 0 AND ${isReady} ORDER BY id COLLATE "C"
  ON CONFLICT (tenant, id) DO UPDATE SET ${assignments}
  RETURNING 1
), given AS (
  SELECT * FROM unnest(${arrayParameters(eventColumns, firstEvent, typeOf)}) AS given (${eventColumns.join(', ')})
  WHERE ${isReady}
), event AS (
  INSERT INTO ${events} (tenant, ${eventColumns.join(', ')})
  SELECT $1::text, ${eventColumns.join(', ')} FROM given
), delivery AS (
  INSERT INTO ${deliveries} (tenant, ${deliveryColumns.join(', ')})
  SELECT $1::text, id, payment_id, version, 0, 0, 0, NULL FROM given
)
SELECT 1 AS stored
WHERE (SELECT count(*) FROM added) + (SELECT count(*) FROM changed) = (SELECT count(*) FROM entry)`

  return ({ entries, passed }, lockMs) => {
    if (entries.length + passed.length === 0) return []
    const rows = columnsOf(entries.map(entryValues), entryColumns.length)
    const own = [...passed, ...entries.flatMap(({ event }) => event ?? [])].map(eventValues)
    const values = [tenant, ...rows, ...columnsOf(own, eventColumns.length), ...wait.values(lockMs)]
    return [{ text, values, mustChange: 1 }]
  }
}
