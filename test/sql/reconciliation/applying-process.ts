/** A process that applies the sample statement, and says so line by line, until it is killed. */
import { writeSync } from 'node:fs'
import { createHospitalPayments } from 'hospital-payments'
import { fromMysql2, fromPg, fromSqlite, type SqlDatabase, sqlRepository } from 'hospital-payments/sql'
import Libsql from 'libsql'
import { createPool } from 'mysql2/promise'
import pg from 'pg'
import { options, statementOf } from './day.js'

const [dialect, at = '', tenant = '', bills] = process.argv.slice(2)

function database(): SqlDatabase {
  if (dialect === 'postgres') return fromPg(new pg.Pool({ connectionString: at }))
  if (dialect === 'mysql') return fromMysql2(createPool({ uri: at }))
  return fromSqlite(new Libsql(at))
}

const opened = database()
const payments = createHospitalPayments({
  repository: sqlRepository(opened, { dialect: opened.dialect, tenant }),
  clock: () => Date.parse('2026-11-20T10:00:00.000Z'),
})
for await (const item of payments.reconcile(statementOf(Number(bills)), options)) writeSync(1, `${item.kind}\n`)
