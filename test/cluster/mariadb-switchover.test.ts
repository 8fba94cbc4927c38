import { fromMysql2, migrate, sqlRepository } from 'hospital-payments/sql'
import { createPool, type Pool, type RowDataPacket } from 'mysql2/promise'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { onEach, required } from '../support/databases/on-each.js'
import { whyNoOwnMariadb } from '../support/databases/own-mariadb.js'
import { csvOf, testService } from '../support/service.js'
import { hospital } from './support/hospital.js'
import { type MariadbPair, startMariadbPair } from './support/mariadb-pair.js'
import { expectSameTables } from './support/same-tables.js'
import { openSwitch, type Switch } from './support/switch.js'

const tenant = 'clinic'

onEach([{ name: 'MariaDB', lack: async () => required(whyNoOwnMariadb()) }], 'a planned switchover', () => {
  let pair: MariadbPair
  let address: Switch
  const pools: Pool[] = []

  function poolAt(port: number | string, user = 'clinic:secret'): Pool {
    const pool = createPool({ uri: `mysql://${user}@127.0.0.1:${port}/hospital`, connectionLimit: 10 })
    pools.push(pool)
    return pool
  }
  const portOf = (url: string) => new URL(url).port

  beforeAll(async () => {
    pair = await startMariadbPair()
    address = await openSwitch(pair.primary.url)
    const admin = createPool(pair.primary.url)
    await admin.query('CREATE DATABASE hospital')
    await admin.end()
    await migrate(fromMysql2(poolAt(address.port)))
  })
  afterAll(async () => {
    await Promise.all(pools.map((pool) => pool.end()))
    await address?.close()
    await pair?.destroy()
  })

  it('cuts no connection, loses nothing and is told to nobody; the replica reports as the primary', async () => {
    const databases = [1, 2, 3].map(() => fromMysql2(poolAt(address.port)))
    const staff = hospital({ databases, tenant, timeoutMs: 30_000 })
    await staff.during(async () => {
      await staff.writes(100)
      await pair.stopWrites()
      await pair.promote()
      address.point(pair.replica.url)
      await staff.writes(100)
    })
    console.log(`MariaDB, planned switchover: ${staff.summary()}`)

    // The former primary follows the new one, and is a replica for reports.
    await pair.follow()
    await staff.finish(databases[0]!)
    await staff.verify(sqlRepository(databases[0]!, { tenant }))
    await pair.caughtUp()
    const own = [pair.primary, pair.replica].map(({ url }) => poolAt(portOf(url), 'root'))
    await expectSameTables(own.map((pool) => async (sql) => (await pool.query<RowDataPacket[]>(sql))[0]))
    const [former, current] = own.map(
      (pool) => testService({ repository: sqlRepository(fromMysql2(pool), { tenant }) }).payments,
    )
    expect(await csvOf(former!.exportCsv())).toBe(await csvOf(current!.exportCsv()))
    expect(await former!.totals({})).toEqual(await current!.totals({}))
    expect(staff.outages()).toEqual(new Map())
  })
})
