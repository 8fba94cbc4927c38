/** A relay: claims events, tells each in a line, and completes it at once; until it is killed. */
import { randomUUID } from 'node:crypto'
import { writeSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import Libsql from 'libsql'
import { createPool } from 'mysql2/promise'
import pg from 'pg'
import { fromMysql2, fromPg, fromSqlite, sqlRepository, type SqlDatabase } from 'hospital-payments/sql'

const [dialect, at = '', tenant = ''] = process.argv.slice(2) as ['postgres' | 'mysql' | 'sqlite', string, string]

const connect: Record<typeof dialect, () => SqlDatabase> = {
  postgres: () => fromPg(new pg.Pool({ connectionString: at, max: 2 })),
  mysql: () => fromMysql2(createPool({ uri: at, connectionLimit: 2 })),
  sqlite: () => fromSqlite(new Libsql(at)),
}

const repository = sqlRepository(connect[dialect](), { dialect, tenant })
const owner = randomUUID()
const instant = (ms: number) => new Date(Date.now() + ms).toISOString()

writeSync(1, 'ready\n')
for (;;) {
  const claim = { from: 'due', owner, now: instant(0), leaseUntil: instant(400), limit: 20 } as const
  const claimed = await repository.claimEvents(claim)
  for (const { event } of claimed) {
    writeSync(1, `told ${event.id} ${event.data.paymentId} ${event.data.version} ${process.hrtime.bigint()}\n`)
    const results = [{ eventId: event.id, next: 'delivered' as const }]
    await repository.completeEvents({ owner, now: instant(0), results })
  }
  if (claimed.length === 0) await sleep(5)
}
