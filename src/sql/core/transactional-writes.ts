/** Writes as one statement a row in a transaction: MySQL, MariaDB and SQLite have no statement that writes two tables. */
import type { Change, ChangeGroup, InsertEntry } from '../../repository/port.js'
import type { SqlValue, WriteStatement } from './database.js'
import type { PaymentWrites, WriteSettings } from './dialect.js'
import { changingValues, deliveryValues, eventValues, fixedValues, keyValues, paymentValues } from './row.js'
import { changingColumns, deliveryColumns, eventColumns, fixedColumns, keyColumns, paymentColumns } from './tables.js'

function insertInto(table: string, columns: readonly string[]): string {
  return `INSERT INTO ${table} (tenant, ${columns.join(', ')}) VALUES (?${', ?'.repeat(columns.length)})`
}

/** `isSame` compares two values of which both may be null. */
export function transactionalWrites({ tables, tenant }: WriteSettings, isSame: string): PaymentWrites {
  const insertPayment = insertInto(tables.payments, [...paymentColumns, ...keyColumns])
  const insertEvent = insertInto(tables.events, eventColumns)
  const insertDelivery = insertInto(tables.deliveries, deliveryColumns)
  const insertLine = insertInto(tables.lines, ['line_key', 'payment_ids'])
  const fixed = fixedColumns.map((column) => `${column} ${column === 'expires_at' ? isSame : '='} ?`).join(' AND ')
  const updatePayment =
    `UPDATE ${tables.payments} SET ${changingColumns.map((column) => `${column} = ?`).join(', ')}, ` +
    `live_reference = ? WHERE tenant = ? AND id = ? AND version = ? AND ${fixed}`

  const one = (text: string, values: readonly SqlValue[]): WriteStatement => ({ text, values, mustChange: 1 })

  function eventAndDelivery({ event }: Pick<Change, 'event'>): WriteStatement[] {
    return [one(insertEvent, [tenant, ...eventValues(event)]), one(insertDelivery, [tenant, ...deliveryValues(event)])]
  }

  function updateOf({ payment, expectedVersion, liveReference }: Change): WriteStatement {
    const key = [tenant, payment.id, expectedVersion, ...fixedValues(payment)]
    return one(updatePayment, [...changingValues(payment), liveReference, ...key])
  }

  return {
    insert(entries: readonly InsertEntry[]): WriteStatement[] {
      const payments = entries.map((entry) =>
        one(insertPayment, [tenant, ...paymentValues(entry.payment), ...keyValues(entry)]),
      )
      return [...payments, ...entries.flatMap(eventAndDelivery)]
    },
    replace({ changes, lines }: ChangeGroup): WriteStatement[] {
      const stored = lines.map(({ key, paymentIds }) => one(insertLine, [tenant, key, JSON.stringify(paymentIds)]))
      return [...stored, ...changes.map(updateOf), ...changes.flatMap(eventAndDelivery)]
    },
  }
}
