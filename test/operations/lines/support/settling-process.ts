/** A process that imports a statement, or makes people's calls, and says where it is, until it is killed. */
import { writeSync } from 'node:fs'
import { createHospitalPayments } from 'hospital-payments'
import { fromMysql2, fromPg, fromSqlite, type SqlDatabase, sqlRepository } from 'hospital-payments/sql'
import Libsql from 'libsql'
import { createPool } from 'mysql2/promise'
import pg from 'pg'
import { recordsOf, source, statementOf } from '../../../reconciliation-storage/support/day.js'
import { at, hour } from '../../../support/service.js'
import { handDays } from './hand-calls.js'

const [dialect, place = '', tenant = '', what, count] = process.argv.slice(2) as [SqlDatabase['dialect'], ...string[]]

const connect: Record<typeof dialect, () => SqlDatabase> = {
  postgres: () => fromPg(new pg.Pool({ connectionString: place, max: 2 })),
  mysql: () => fromMysql2(createPool({ uri: place, connectionLimit: 2 })),
  sqlite: () => fromSqlite(new Libsql(place)),
}

const payments = createHospitalPayments({
  repository: sqlRepository(connect[dialect](), { dialect, tenant }),
  clock: () => Date.parse(at(5 * hour)),
})
// The first call opens a connection and loads what a driver loads late.
await payments.lines.list({ limit: 1 })
if (what === 'import') {
  writeSync(1, 'begin 0\n')
  await payments.statements.import(recordsOf(statementOf(Number(count))), { source, actor: 'finance' })
} else {
  const day = handDays[what as keyof typeof handDays]
  for (let call = 0; call < day.callsOf(Number(count)); call++) {
    writeSync(1, `begin ${call}\n`)
    await day.call(payments, call)
    writeSync(1, `done ${call}\n`)
  }
}
process.exit(0)
