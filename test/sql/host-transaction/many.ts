import type { Payment } from 'hospital-payments'
import { changingColumns, fixedColumns } from '../../../src/sql/core/tables.js'
import { run } from '../../support/schema-rows.js'
import type { Hospital } from './hospital.js'

const base = 17
const digits = `(SELECT 0 AS d${Array.from({ length: base - 1 }, (_, i) => ` UNION ALL SELECT ${i + 1}`).join('')})`

/** The number that there are then of one payment: more than an export asks the database for at once. */
export const copies = base ** 3 + 1

/** Copies a payment, past everything that the library checks; each by a call of its own would take most of a test. */
export async function copyOften({ database, tenant }: Hospital, { id }: Payment): Promise<void> {
  const same = [...fixedColumns, ...changingColumns].join(', ')
  const number = '1000000 + a.d * 10000 + b.d * 100 + c.d'
  const copyId = database.dialect === 'mysql' ? `CONCAT(id, ${number})` : `id || CAST(${number} AS CHAR(7))`
  await run(
    database,
    `INSERT INTO hp_payments (tenant, id, ${same})
     SELECT tenant, ${copyId}, ${same} FROM hp_payments, ${digits} AS a, ${digits} AS b, ${digits} AS c
     WHERE tenant = '${tenant}' AND id = '${id}'`,
  )
}
