/** Writes as several statements in a transaction: MySQL, MariaDB and SQLite have no statement that writes two tables, and on PostgreSQL a host may choose them. */
import { isDelivered, type StoredEvent } from '../../domain/event-stream.js'
import type { Change, ChangeGroup, InsertEntry } from '../../repository/port.js'
import type { SqlValue, WriteStatement } from './database.js'
import type { PaymentWrites, WriteSettings } from './dialect.js'
import { termColumns } from './finance/columns.js'
import { termRows } from './finance/terms.js'
import { changingValues, deliveryValues, eventValues, fixedValues, keyValues, paymentValues } from './row.js'
import { insertText, rowStatements, type RowLimits } from './row-statements.js'
import { keptText } from './shared-texts.js'
import { type WriteForm, writesAsTheyAre } from './write-form.js'
import { changingColumns, deliveryColumns, eventColumns, fixedColumns, keyColumns, paymentColumns } from './tables.js'

/** The settings that differ between these databases. */
interface TransactionalSettings extends WriteSettings {
  /** The limits of one statement. */
  readonly limits: RowLimits
  readonly form?: WriteForm
  /** Returns the statements for several changes at once, where they are not made one by one. */
  readonly manyChanges?: (changes: readonly Change[]) => readonly WriteStatement[]
}

/** The condition that a stored payment is what a change expects it to be; its values are those of `expectedValues`. */
export const expectedPayment: string = ['id', 'version', ...fixedColumns].map((column) => `${column} = ?`).join(' AND ')

export function expectedValues({ payment, expectedVersion }: Change): SqlValue[] {
  return [payment.id, expectedVersion, ...fixedValues(payment)]
}

/** Returns a function that writes events, each with its delivery, or those with one alone. */
export function eventWrites({
  tables,
  tenant,
  limits,
  form = writesAsTheyAre,
}: Pick<TransactionalSettings, 'tables' | 'tenant' | 'limits' | 'form'>): (
  events: readonly StoredEvent[],
  delivered?: readonly StoredEvent[],
) => WriteStatement[] {
  const insertInto = (table: string, columns: readonly string[]) =>
    rowStatements((count) => form.writing(insertText(table, columns, count)), limits)
  const insertEvents = insertInto(tables.events, eventColumns)
  const insertDeliveries = insertInto(tables.deliveries, deliveryColumns)
  return (events, delivered = events.filter(isDelivered)) => [
    ...insertEvents(events.map((event) => [tenant, ...eventValues(event)])),
    ...insertDeliveries(delivered.map((event) => [tenant, ...deliveryValues(event)])),
  ]
}

export function transactionalWrites(settings: TransactionalSettings): PaymentWrites {
  const { tables, tenant, limits, form = writesAsTheyAre } = settings
  const insertInto = (table: string, columns: readonly string[]) =>
    rowStatements((count) => form.writing(insertText(table, columns, count)), limits)
  const insertPayments = insertInto(tables.payments, [...paymentColumns, ...keyColumns])
  const writeEvents = eventWrites(settings)
  const insertLines = insertInto(tables.lines, ['line_key', 'payment_ids'])
  const insertTerms = insertInto(tables.terms, termColumns)
  const updatePayment = keptText(
    form.writing(
      `UPDATE ${tables.payments} SET ${changingColumns.map((column) => `${column} = ?`).join(', ')}, ` +
        `live_reference = ? WHERE tenant = ? AND ${expectedPayment}`,
    ),
  )

  const eventsOf = (entries: readonly Pick<Change, 'event'>[]) => entries.map(({ event }) => event)
  const isForDelivery = (entry: InsertEntry) => entry.isDelivered !== false

  function oneChange(change: Change): WriteStatement {
    const values = [...changingValues(change.payment), change.liveReference, tenant, ...expectedValues(change)]
    return { text: updatePayment, values, mustChange: 1 }
  }

  const changesOf = (changes: readonly Change[]) =>
    settings.manyChanges && changes.length > 1 ? settings.manyChanges(changes) : changes.map(oneChange)

  return {
    insert(entries: readonly InsertEntry[]): WriteStatement[] {
      const payments = entries.map((entry) => [tenant, ...paymentValues(entry.payment), ...keyValues(entry)])
      const terms = entries.flatMap(({ payment, terms }) => termRows(payment, terms))
      return [
        ...insertPayments(payments),
        ...writeEvents(eventsOf(entries), eventsOf(entries.filter(isForDelivery))),
        ...insertTerms(terms.map((row) => [tenant, ...row])),
      ]
    },
    replace({ changes, lines }: ChangeGroup): WriteStatement[] {
      const stored = lines.map(({ key, paymentIds }) => [tenant, key, JSON.stringify(paymentIds)])
      // Payments first, of which a stale one ends the write before anything is inserted: InnoDB meets a deadlock where
      // several wait for a key that is inserted and then undone.
      return [...changesOf(changes), ...insertLines(stored), ...writeEvents(eventsOf(changes))]
    },
  }
}
