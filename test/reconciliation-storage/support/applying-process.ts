/** A process that applies a statement, and says each line that it was told of, until it is killed. */
import { writeSync } from 'node:fs'
import { createHospitalPayments } from 'hospital-payments'
import { fromMysql2, fromPg, fromSqlite, type SqlDatabase, sqlRepository } from 'hospital-payments/sql'
import Libsql from 'libsql'
import { createPool } from 'mysql2/promise'
import pg from 'pg'
import { at, hour } from '../../support/service.js'
import { options, recordsOf, statementOf } from './day.js'

const [dialect, place = '', tenant = '', groups] = process.argv.slice(2) as [SqlDatabase['dialect'], ...string[]]

const connect: Record<typeof dialect, () => SqlDatabase> = {
  postgres: () => fromPg(new pg.Pool({ connectionString: place, max: 2 })),
  mysql: () => fromMysql2(createPool({ uri: place, connectionLimit: 2 })),
  sqlite: () => fromSqlite(new Libsql(place)),
}

const payments = createHospitalPayments({
  repository: sqlRepository(connect[dialect](), { dialect, tenant }),
  clock: () => Date.parse(at(5 * hour)),
})
const records = recordsOf(statementOf(Number(groups)))
for await (const item of payments.reconcile(records, { ...options, apply: true }))
  writeSync(1, item.kind === 'line' ? `${item.row} ${item.applied}\n` : `${item.kind}\n`)
