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

onEach(needs, 'PgBouncer in transaction mode', () => {
  let server: OwnServer
  let bouncer: OwnServer
  let pools: pg.Pool[]
  let databases: SqlDatabase[]

  beforeAll(async () => {
    server = await ownPostgres()
    bouncer = await startPgbouncer(server.url)
    pools = [1, 2, 3].map(() => new pg.Pool({ connectionString: bouncer.url }))
    databases = pools.map((pool) => fromPg(pool, { prepare: false }))
    await migrate(databases[0]!)
  })
  afterAll(async () => {
    await Promise.all(pools?.map((pool) => pool.end()) ?? [])
    await bouncer?.stopImmediate()
    await bouncer?.destroy()
    await server?.destroy()
  })

  declareKit(() => databases[0]!)

  it('lets clerks, relays and those who reconcile share few sessions of the server', async () => {
    const staff = hospital({ databases, tenant: 'shared', clerks: 12 })
    await staff.during(() => staff.writes(150))
    console.log(`PgBouncer: ${staff.summary()}`)
    await staff.finish(databases[0]!)
    await staff.verify(sqlRepository(databases[0]!, { tenant: 'shared' }))
    expect(staff.outages()).toEqual(new Map())
  })
})
