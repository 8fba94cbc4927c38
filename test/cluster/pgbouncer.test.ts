import { fromPg, migrate, type SqlDatabase, sqlRepository } from 'hospital-payments/sql'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { onEach, required } from '../support/databases/on-each.js'
import { ownPostgres, whyNoOwnPostgres } from '../support/databases/own-postgres.js'
import type { OwnServer } from '../support/databases/own-server.js'
import { hospital } from './support/hospital.js'
import { declareKit } from './support/kit.js'
import { startPgbouncer, whyNoPgbouncer } from './support/pgbouncer.js'

const needs = [{ name: 'PostgreSQL', lack: async () => required(whyNoOwnPostgres() ?? whyNoPgbouncer()) }]

onEach(needs, 'HospitalPayments: PgBouncer in transaction mode', () => {
  let server: OwnServer
  let bouncer: OwnServer
  let pool: pg.Pool
  let database: SqlDatabase

  beforeAll(async () => {
    server = await ownPostgres()
    bouncer = await startPgbouncer(server.url)
    pool = new pg.Pool({ connectionString: bouncer.url })
    database = fromPg(pool, { prepare: false })
    await migrate(database, { dialect: 'postgres' })
  })
  afterAll(async () => {
    await pool?.end()
    await bouncer?.stopImmediate()
    await bouncer?.destroy()
    await server?.destroy()
  })

  declareKit(() => database)

  it('lets seven processes share four sessions of the server, and none of them sees an outage', async () => {
    const staff = hospital({
      places: [{ dialect: 'postgres', url: bouncer.url, prepare: false }],
      tenant: 'shared',
      clerks: 4,
    })
    await staff.during(() => staff.writes(150))
    console.log(`PgBouncer: ${staff.summary()}`)
    await staff.finish(database)
    await staff.verify(sqlRepository(database, { dialect: 'postgres', tenant: 'shared' }))
    expect(staff.outages()).toEqual(new Map())
  })
})
