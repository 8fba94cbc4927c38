/**
 * Writes as one statement each, on PostgreSQL: round trips decide what a write costs. Either all of its parts are stored
 * or none, with no transaction around it; what was stored returns one row.
 */
import type { ChangeGroup, InsertEntry } from '../../repository/repository.js'
import type { SqlValue, Step } from '../database.js'
import type { Setting, Writes } from '../dialect.js'
import { changingValues, eventValues, fixedValues, keyValues, paymentValues } from '../row.js'
import { changingColumns, deliveryColumns, eventColumns, fixedColumns, keyColumns, paymentColumns } from '../tables.js'

const numbers: ReadonlySet<string> = new Set(['version', 'created_at', 'amount', 'amount_reconciled'])

/** `$n` to `$m` as values of event columns: a parameter of a SELECT list needs its type told. */
function eventParameters(first: number): string {
  return eventColumns.map((column, i) => `$${first + i}::${numbers.has(column) ? 'bigint' : 'text'}`).join(', ')
}

const paymentWidth = paymentColumns.length + keyColumns.length
const eventWidth = eventColumns.length
const fixedWidth = fixedColumns.length
/** Of one change: id, expected version, fixed values, changing values, live reference. */
const changeWidth = 2 + fixedWidth + changingColumns.length + 1

export function oneStatement({ tables, tenant, bound }: Setting): Writes {
  const { payments, events, deliveries, lines } = tables
  const eventInto = `INSERT INTO ${events} (tenant, ${eventColumns.join(', ')})`
  const deliveryInto = `INSERT INTO ${deliveries} (tenant, ${deliveryColumns.join(', ')})`
  const waiting = '0, 0, 0, NULL'

  /** Waits for others no longer than this, and leaves no setting behind: it ends with the statement. */
  const patient = (parameter: number) =>
    bound ? '' : ` AND set_config('lock_timeout', $${parameter}, true) IS NOT NULL`
  const patience = (lockMs: number): SqlValue[] => (bound ? [] : [String(Math.max(1, Math.floor(lockMs)))])

  function insertText(): string {
    const firstEvent = 2 + paymentWidth
    const last = firstEvent + eventWidth
    const values = Array.from({ length: paymentWidth }, (_, i) => `$${i + 2}`).join(', ')
    const [paymentId, version, id] = [firstEvent, firstEvent + 1, firstEvent + 2]
    return `
WITH payment AS (
  INSERT INTO ${payments} (tenant, ${[...paymentColumns, ...keyColumns].join(', ')})
  VALUES (CASE WHEN true${patient(last)} THEN $1::text END, ${values})
  ON CONFLICT DO NOTHING RETURNING tenant
), event AS (
  ${eventInto}
  SELECT tenant, ${eventParameters(firstEvent)} FROM payment
), delivery AS (
  ${deliveryInto}
  SELECT tenant, $${id}::text, $${paymentId}::text, $${version}::bigint, ${waiting} FROM payment
)
SELECT 1 AS stored FROM payment`
  }

  /**
   * First all payments are locked, in one order, and found to be what they should be; then the statement line counts;
   * then each change follows from the one before it, because one may release the reference that the next takes.
   */
  function replaceText(count: number, hasLine: boolean): string {
    const each = <Part>(make: (i: number) => Part) => Array.from({ length: count }, (_, i) => make(i))
    const change = (i: number) => 2 + i * (changeWidth + eventWidth)
    const event = (i: number) => change(i) + changeWidth
    const last = change(count)
    const [line, ids, lock] = hasLine ? [last, last + 1, last + 2] : [0, 0, last]

    const expected = (i: number) => {
      const at = change(i)
      const fixed = fixedColumns.map((column, n) => {
        const parameter = `$${at + 2 + n}`
        return column === 'expires_at' ? `${column} IS NOT DISTINCT FROM ${parameter}` : `${column} = ${parameter}`
      })
      return `(id = $${at} AND version = $${at + 1} AND ${fixed.join(' AND ')})`
    }
    const ready = hasLine
      ? `ready AS (
  INSERT INTO ${lines} (tenant, line_key, payment_ids)
  SELECT $1::text, $${line}::text, $${ids}::text WHERE (SELECT count(*) FROM expected) = ${count}
  ON CONFLICT DO NOTHING RETURNING 1 AS stored
)`
      : `ready AS (SELECT 1 AS stored WHERE (SELECT count(*) FROM expected) = ${count})`
    const changed = each((i) => {
      const at = change(i) + 2 + fixedWidth
      const assignments = [...changingColumns, 'live_reference'].map((column, n) => `${column} = $${at + n}`)
      return `changed${i} AS (
  UPDATE ${payments} SET ${assignments.join(', ')}
  FROM ${i === 0 ? 'ready' : `changed${i - 1}`} AS before
  WHERE tenant = $1 AND id = $${change(i)}
  RETURNING 1 AS stored
)`
    })
    const told = each((i) => {
      const [paymentId, version, id] = [event(i), event(i) + 1, event(i) + 2]
      return `event${i} AS (
  ${eventInto}
  SELECT $1::text, ${eventParameters(event(i))} FROM changed${count - 1}
), delivery${i} AS (
  ${deliveryInto}
  SELECT $1::text, $${id}::text, $${paymentId}::text, $${version}::bigint, ${waiting} FROM changed${count - 1}
)`
    })
    return `
WITH expected AS (
  SELECT id FROM ${payments} WHERE tenant = $1 AND (${each(expected).join(' OR ')})${patient(lock)}
  ORDER BY id FOR UPDATE
), ${[ready, ...changed, ...told].join(', ')}
SELECT stored FROM changed${count - 1}`
  }

  const insertOne = insertText()
  const replaceTexts = new Map<string, string>()

  return {
    insert(entry: InsertEntry, lockMs: number): Step[] {
      const payment = [...paymentValues(entry.payment), ...keyValues(entry)]
      const values = [tenant, ...payment, ...eventValues(entry.event), ...patience(lockMs)]
      return [{ text: insertOne, values, mustChange: 1 }]
    },
    replace({ changes, lineKey }: ChangeGroup, lockMs: number): Step[] {
      const shape = `${changes.length} ${lineKey !== null}`
      let text = replaceTexts.get(shape)
      if (text === undefined) replaceTexts.set(shape, (text = replaceText(changes.length, lineKey !== null)))
      const values: SqlValue[] = [tenant]
      for (const { payment, expectedVersion, liveReference, event } of changes) {
        values.push(payment.id, expectedVersion, ...fixedValues(payment), ...changingValues(payment), liveReference)
        values.push(...eventValues(event))
      }
      if (lineKey !== null) values.push(lineKey, JSON.stringify(changes.map(({ payment }) => payment.id)))
      return [{ text, values: [...values, ...patience(lockMs)], mustChange: 1 }]
    },
  }
}
