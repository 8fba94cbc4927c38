/**
 * Writes of one statement each, on PostgreSQL: the cost of a write is its round trips. All parts of a statement are stored or
 * none, with no transaction around it; a write that was stored returns one row. There are six texts in all, whatever is
 * written: a server keeps a plan for each text on each connection.
 */
import { undeliveredTypes } from '../../domain/event-stream.js'
import {
  eventColumns as columnsOfEvent,
  paymentColumns as columnsOfPayment,
  paymentKeyColumns,
} from '../../repository/aggregates/payment-columns.js'
import type { Change, ChangeGroup, InsertEntry } from '../../repository/port.js'
import type { SqlValue, WriteStatement } from '../core/database.js'
import type { PaymentWrites, WriteSettings } from '../core/dialect.js'
import { changingValues, eventValues, fixedValues, keyValues, paymentValues } from '../core/row.js'
import {
  changingColumns,
  deliveryColumns,
  eventColumns,
  fixedColumns,
  keyColumns,
  paymentColumns,
} from '../core/tables.js'
import { onceForTables } from '../core/shared-texts.js'
import { batchesOf, bytesOfRow } from '../core/batches-of-values.js'
import { termColumns } from '../core/finance/columns.js'
import { storedTerms, termRows } from '../core/finance/terms.js'
import { arrayText } from './array-text.js'
import { arrayTypes, columnsOf, maxBytes } from './entry-arrays.js'
import { lockTimeout as lockTimeoutOf } from './lock-timeout.js'

const typeOf = arrayTypes([columnsOfPayment, paymentKeyColumns, columnsOfEvent])

const paymentWidth = paymentColumns.length + keyColumns.length
const eventWidth = eventColumns.length
const fixedWidth = fixedColumns.length

/** The number of values of one new payment, in this order: the payment with its keys, the event, and whether it is delivered. */
const entryWidth = paymentWidth + eventWidth + 1

function entryValues(entry: InsertEntry): SqlValue[] {
  const isDelivered = entry.isDelivered === false ? 0 : 1
  return [...paymentValues(entry.payment), ...keyValues(entry), ...eventValues(entry.event), isDelivered]
}

/** The columns of a payment that a change sets. */
const setColumns = [...changingColumns, 'live_reference'] as const

/** The number of values of one change, in this order: id, expected version, fixed columns, columns that are set, and event. */
const changeWidth = 2 + fixedWidth + setColumns.length + eventWidth

function changeValues({ payment, expectedVersion, liveReference, event }: Change): SqlValue[] {
  const expected = [payment.id, expectedVersion, ...fixedValues(payment)]
  return [...expected, ...changingValues(payment), liveReference, ...eventValues(event)]
}

/** Names the column of a table of changes that has a value of the event. */
const eventColumn = (column: string) => `event_${column}`
const changeColumns = ['id', 'expected_version', ...fixedColumns, ...setColumns, ...eventColumns.map(eventColumn)]
const entryColumns = [...paymentColumns, ...keyColumns, ...eventColumns.map(eventColumn), 'is_delivered']

/** The columns in which all payments that wait for their first money are alike; most are stored so. */
const valuesOfNew: Readonly<Record<string, SqlValue>> = {
  status: 'pending',
  paid_at: null,
  reversed_at: null,
  canceled_at: null,
  late: 0,
  amount_reconciled: 0,
  amount_refund_pending: 0,
  amount_refunded: 0,
  amount_written_off: 0,
  amount_waived: 0,
  attempt_id: null,
  version: 1,
  status_reason: null,
  provider_transaction_id: null,
  imported: 0,
  transaction_key: null,
  money_memory: null,
  given_back_unproved: null,
  [eventColumn('type')]: 'payment.created',
  [eventColumn('previous_status')]: null,
  [eventColumn('reason')]: null,
  [eventColumn('evidence')]: null,
  [eventColumn('details')]: null,
  is_delivered: 1,
}

/** The columns in which such a payment has the value of another column. */
const sourcesOfNew: Readonly<Record<string, string>> = {
  updated_at: 'created_at',
  [eventColumn('created_at')]: 'created_at',
  [eventColumn('payment_id')]: 'id',
  ...Object.fromEntries(
    ['reference', 'amount', 'currency', 'status', 'amount_reconciled', 'version'].map((name) => [
      eventColumn(name),
      name,
    ]),
  ),
}

const placeInEntry = (column: string) => entryColumns.indexOf(column)
const placesOfValues = Object.entries(valuesOfNew).map(([column, value]) => [placeInEntry(column), value] as const)
const placesOfSources = Object.entries(sourcesOfNew).map(
  ([column, source]) => [placeInEntry(column), placeInEntry(source)] as const,
)

/** The columns of which such a payment has values of its own, and their places in an entry. */
const columnsOfNew = entryColumns.filter((column) => !(column in valuesOfNew) && !(column in sourcesOfNew))
const placesOfNew = columnsOfNew.map(placeInEntry)

/** Returns true for the values of an entry that `columnsOfNew` are enough for. */
function isNew(values: readonly SqlValue[]): boolean {
  return (
    placesOfValues.every(([place, value]) => values[place] === value) &&
    placesOfSources.every(([place, source]) => values[place] === values[source])
  )
}

/** Writes the value of a column of a new payment, whose parameters begin at `$2`. */
function valueOfNew(column: string): string {
  const source = sourcesOfNew[column]
  if (source !== undefined) return valueOfNew(source)
  const value = valuesOfNew[column]
  if (value === undefined) return `$${2 + columnsOfNew.indexOf(column)}`
  return typeof value === 'string' ? `'${value}'` : String(value ?? 'NULL')
}

const entryTypes = [...[...paymentColumns, ...keyColumns, ...eventColumns].map(typeOf), 'bigint']
const changeTypes = ['text', 'bigint', ...[...fixedColumns, ...setColumns, ...eventColumns].map(typeOf)]

/** Writes the condition that a stored payment's fixed columns have the values that `valueOf` names. */
function isSame(stored: string, valueOf: (column: string, place: number) => string): string {
  return fixedColumns.map((column, i) => `${stored}${column} = ${valueOf(column, i)}`).join(' AND ')
}

/** Writes the condition that an event of a type is delivered. */
function isDeliveredType(type: string): string {
  return `${type} NOT IN (${undeliveredTypes.map((name) => `'${name}'`).join(', ')})`
}

/** Makes the six texts for some tables; each limits its wait for locks, unless it is part of a host's transaction. */
function textsFor({ tables, bound }: Omit<WriteSettings, 'tenant'>) {
  const { payments, events, deliveries, lines } = tables
  const eventInto = `INSERT INTO ${events} (tenant, ${eventColumns.join(', ')})`
  const deliveryInto = `INSERT INTO ${deliveries} (tenant, ${deliveryColumns.join(', ')})`
  const termInto = `INSERT INTO ${tables.terms} (tenant, ${termColumns.join(', ')})`
  const waiting = '0, 0, 0, NULL'

  const { condition: lockTimeout } = lockTimeoutOf(bound)

  /** Writes one new payment; `valueOf` writes the values of its columns, for which there are as many parameters as `width`. */
  function insertText(valueOf: (column: string) => string, width: number): string {
    const columns = [...paymentColumns, ...keyColumns]
    const terms = 2 + width
    const values = columns.map(valueOf).join(', ')
    return `
WITH payment AS (
  INSERT INTO ${payments} (tenant, ${columns.join(', ')})
  VALUES (CASE WHEN true${lockTimeout(terms + 1)} THEN $1::text END, ${values})
  ON CONFLICT DO NOTHING RETURNING created_at, id
), ${eventAndDelivery((column) => valueOf(eventColumn(column)), 'payment', ` WHERE ${valueOf('is_delivered')}::bigint = 1`)}, term AS (
  ${termInto}
  SELECT $1::text, given.term, created_at, id FROM payment CROSS JOIN unnest($${terms}::text::text[]) AS given (term)
  RETURNING 1
)
SELECT 1 AS stored FROM payment`
  }

  /** Writes an event, whose values `valueOf` writes, and its delivery, where `source` has a row. */
  function eventAndDelivery(valueOf: (column: string) => string, source: string, condition = ''): string {
    // A value of a SELECT list needs its type.
    const typed = (column: string) => `${valueOf(column)}::${typeOf(column)}`
    return `event AS (
  ${eventInto}
  SELECT $1::text, ${eventColumns.map(typed).join(', ')} FROM ${source}
  RETURNING 1
), delivery AS (
  ${deliveryInto}
  SELECT $1::text, ${['id', 'payment_id', 'version'].map(typed).join(', ')}, ${waiting} FROM ${source}${condition}
  RETURNING 1
)`
  }

  /** Writes one change, with the key of a statement line or without: most are so, and need no table of changes. */
  function replaceOneText(hasLine: boolean): string {
    const firstSet = 4 + fixedWidth
    const firstEvent = firstSet + setColumns.length
    const last = firstEvent + eventWidth
    const valueOf = (column: string) => `$${firstEvent + eventColumns.indexOf(column)}`
    const [line, ids, lock] = hasLine ? [last, last + 1, last + 2] : [0, 0, last]
    const ready = hasLine
      ? `ready AS (
  INSERT INTO ${lines} (tenant, line_key, payment_ids)
  SELECT $1::text, $${line}::text, $${ids}::text FROM expected
  ON CONFLICT DO NOTHING RETURNING 1 AS stored
)`
      : 'ready AS (SELECT 1 AS stored FROM expected)'
    const assignments = setColumns.map((column, i) => `${column} = $${firstSet + i}`)
    return `
WITH expected AS (
  SELECT id FROM ${payments}
  WHERE tenant = $1 AND id = $2 AND version = $3 AND ${isSame('', (_, i) => `$${4 + i}`)}${lockTimeout(lock)}
  FOR UPDATE
), ${ready}, changed AS (
  UPDATE ${payments} SET ${assignments.join(', ')} FROM ready
  WHERE tenant = $1 AND id = $2
  RETURNING 1 AS stored
), ${eventAndDelivery(valueOf, 'changed', ` WHERE ${isDeliveredType(`${valueOf('type')}::text`)}`)}
SELECT stored FROM changed`
  }

  /**
   * Writes any number of changes, and of keys of statement lines. First all payments are locked, in one order, and compared
   * with the version that each change expects. Then the keys are inserted; one that is stored already undoes the statement, so
   * that the other keys do not stay. Then the changes are made one after another, because one may release the reference that
   * the next one takes. Only an INSERT makes them in a fixed order: an UPDATE takes its rows in the order of its plan. It
   * inserts nothing, because all rows are there and locked.
   */
  function replaceManyText(): string {
    const [lineKeys, lineIds, firstChange] = [2, 3, 4]
    const lock = firstChange + changeWidth
    const arrays = changeTypes.map((type, i) => `$${firstChange + i}::text::${type}[]`)
    const same = isSame('stored.', (column) => `change.${column}`)
    const isReady = '(SELECT count(*) FROM expected) = (SELECT count(*) FROM change)'
    const paymentInto = ['id', ...fixedColumns, ...setColumns]
    const eventOf = (column: string) => `change.${eventColumn(column)}`
    return `
WITH change AS (
  SELECT * FROM unnest(${arrays.join(', ')}) WITH ORDINALITY AS change (${changeColumns.join(', ')}, place)
), expected AS (
  SELECT stored.id FROM (
    SELECT * FROM change WHERE true${lockTimeout(lock)} ORDER BY id COLLATE "C"
  ) AS change CROSS JOIN LATERAL (
    SELECT id FROM ${payments} AS stored
    WHERE stored.tenant = $1 AND stored.id = change.id AND stored.version = change.expected_version AND ${same}
    FOR UPDATE
  ) AS stored
), line AS (
  INSERT INTO ${lines} (tenant, line_key, payment_ids)
  SELECT $1::text, line.line_key, line.payment_ids
  FROM unnest($${lineKeys}::text::text[], $${lineIds}::text::text[]) AS line (line_key, payment_ids)
  WHERE ${isReady}
  RETURNING 1
), changed AS (
  INSERT INTO ${payments} AS stored (tenant, ${paymentInto.join(', ')})
  SELECT $1::text, ${paymentInto.join(', ')} FROM change WHERE ${isReady} ORDER BY place
  ON CONFLICT (tenant, id) DO UPDATE SET ${setColumns.map((column) => `${column} = excluded.${column}`).join(', ')}
  RETURNING 1
), event AS (
  ${eventInto}
  SELECT $1::text, ${eventColumns.map(eventOf).join(', ')} FROM change WHERE (SELECT count(*) FROM changed) > 0
  RETURNING 1
), delivery AS (
  ${deliveryInto}
  SELECT $1::text, ${['id', 'payment_id', 'version'].map(eventOf).join(', ')}, ${waiting} FROM change
  WHERE (SELECT count(*) FROM changed) > 0 AND ${isDeliveredType(eventOf('type'))}
  RETURNING 1
)
SELECT 1 AS stored FROM changed HAVING count(*) = (SELECT count(*) FROM change)`
  }

  /**
   * Writes any number of new payments that share no unique value. One that is refused undoes the statement: no other is stored
   * without an answer to each.
   */
  function insertManyText(): string {
    const arrays = entryTypes.map((type, i) => `$${2 + i}::text::${type}[]`)
    const columns = [...paymentColumns, ...keyColumns]
    const eventOf = (column: string) => `entry.${eventColumn(column)}`
    const firstTerm = 2 + entryWidth
    const lock = firstTerm + termColumns.length
    const terms = termColumns.map((column, i) => `$${firstTerm + i}::text::${typeOf(column)}[]`)
    return `
WITH entry AS (
  SELECT * FROM unnest(${arrays.join(', ')}) AS entry (${entryColumns.join(', ')})
), payment AS (
  INSERT INTO ${payments} (tenant, ${columns.join(', ')})
  SELECT $1::text, ${columns.join(', ')} FROM entry WHERE true${lockTimeout(lock)}
  RETURNING 1
), event AS (
  ${eventInto}
  SELECT $1::text, ${eventColumns.map(eventOf).join(', ')} FROM entry
  RETURNING 1
), delivery AS (
  ${deliveryInto}
  SELECT $1::text, ${['id', 'payment_id', 'version'].map(eventOf).join(', ')}, ${waiting} FROM entry
  WHERE entry.is_delivered = 1
  RETURNING 1
), term AS (
  ${termInto}
  SELECT $1::text, term.* FROM unnest(${terms.join(', ')}) AS term
  RETURNING 1
)
SELECT 1 AS stored`
  }

  return {
    insertOne: {
      new: insertText(valueOfNew, columnsOfNew.length),
      other: insertText((column) => `$${2 + placeInEntry(column)}`, entryWidth),
    },
    insertMany: insertManyText(),
    replaceOne: { alone: replaceOneText(false), withLine: replaceOneText(true) },
    replaceMany: replaceManyText(),
  }
}

const texts = onceForTables(textsFor, ({ bound }) => bound)

export function cteWrites(settings: WriteSettings): PaymentWrites {
  const { tenant, bound } = settings
  const { insertOne, insertMany, replaceOne, replaceMany } = texts(settings)
  const { values: lockTimeoutValue } = lockTimeoutOf(bound)

  return {
    insert(entries: readonly InsertEntry[], lockMs: number): WriteStatement[] {
      const [only] = entries
      if (only && entries.length === 1) {
        const all = entryValues(only)
        const [text, values] = isNew(all)
          ? [insertOne.new, placesOfNew.map((place) => all[place]!)]
          : [insertOne.other, all]
        const terms = arrayText(storedTerms(only.terms))
        return [{ text, values: [tenant, ...values, terms, ...lockTimeoutValue(lockMs)], mustChange: 1 }]
      }
      const rows = entries.map((entry) => ({
        values: entryValues(entry),
        terms: termRows(entry.payment, entry.terms),
      }))
      const sizeOf = ({ values, terms }: (typeof rows)[number]) => bytesOfRow([...values, ...terms.flat()])
      return batchesOf(rows, sizeOf, { items: rows.length, bytes: maxBytes }).map((batch) => {
        const entries = columnsOf(
          batch.map(({ values }) => values),
          entryWidth,
        )
        const terms = columnsOf(
          batch.flatMap(({ terms }) => terms),
          termColumns.length,
        )
        return { text: insertMany, values: [tenant, ...entries, ...terms, ...lockTimeoutValue(lockMs)], mustChange: 1 }
      })
    },
    replace({ changes, lines }: ChangeGroup, lockMs: number): WriteStatement[] {
      const rows = changes.map(changeValues)
      const keys = lines.map(({ key }) => key)
      const ids = lines.map(({ paymentIds }) => JSON.stringify(paymentIds))
      const [only] = rows
      if (only && rows.length === 1 && lines.length <= 1) {
        const text = lines.length === 0 ? replaceOne.alone : replaceOne.withLine
        return [{ text, values: [tenant, ...only, ...keys, ...ids, ...lockTimeoutValue(lockMs)], mustChange: 1 }]
      }
      const columns = columnsOf(rows, changeWidth)
      const values = [tenant, arrayText(keys), arrayText(ids), ...columns, ...lockTimeoutValue(lockMs)]
      return [{ text: replaceMany, values, mustChange: 1 }]
    },
  }
}
