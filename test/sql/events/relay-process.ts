/** A relay: `deliverEvents` again and again, each event printed as a line; until it is killed, or asked to end. */
import { writeSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { createHospitalPayments, type StoredEvent } from 'hospital-payments'
import { fromMysql2, fromPg, fromSqlite, sqlRepository, type SqlDatabase } from 'hospital-payments/sql'
import Libsql from 'libsql'
import { createPool } from 'mysql2/promise'
import pg from 'pg'

type Dialect = SqlDatabase['dialect']

const [dialect, at, tenant, leaseMs, name] = process.argv.slice(2) as [Dialect, string, string, string, string]

const connect: Record<Dialect, () => SqlDatabase> = {
  postgres: () => fromPg(new pg.Pool({ connectionString: at, max: 2 })),
  mysql: () => fromMysql2(createPool({ uri: at, connectionLimit: 2 })),
  sqlite: () => fromSqlite(new Libsql(at)),
}

/** Waits as a receiver takes its time: half of them are done at once. */
async function shortMoment(): Promise<void> {
  if (Math.random() < 0.5) await sleep(Math.random() * 10)
}

async function send({ id, data }: StoredEvent): Promise<void> {
  await shortMoment()
  writeSync(1, `delivered ${name} ${id} ${data.paymentId} ${data.version} ${process.hrtime.bigint()}\n`)
  await shortMoment()
}

const payments = createHospitalPayments({ repository: sqlRepository(connect[dialect](), { dialect, tenant }) })
const stopping = new AbortController()
process.once('SIGTERM', () => stopping.abort())

writeSync(1, 'ready\n')
while (!stopping.signal.aborted) {
  const options = { leaseMs: Number(leaseMs), signal: stopping.signal }
  const { delivered } = await payments.deliverEvents(send, options)
  if (delivered === 0) await sleep(5)
}
// Its connections would keep it.
process.exit(0)
