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

onEach(
  [{ name: 'MariaDB', lack: async () => required(whyNoOwnMariadb()) }],
  'HospitalPayments: a planned switchover',
  () => {
    let pair: MariadbPair
    let address: Switch
    const pools: Pool[] = []

    function poolAt(url: string): Pool {
      const pool = createPool({ uri: url, connectionLimit: 10 })
      pools.push(pool)
      return pool
    }
    /** Leads to the current primary, as a user that may not write to a replica. */
    const addressUrl = () => `mysql://clinic:secret@127.0.0.1:${address.port}/hospital`

    beforeAll(async () => {
      pair = await startMariadbPair()
      address = await openSwitch(pair.primary.url)
      const admin = createPool(pair.primary.url)
      await admin.query('CREATE DATABASE hospital')
      await admin.end()
      await migrate(fromMysql2(poolAt(addressUrl())), { dialect: 'mysql' })
    })
    afterAll(async () => {
      await Promise.all(pools.map((pool) => pool.end()))
      await address?.close()
      await pair?.destroy()
    })

    it('cuts no connection and loses nothing, no caller sees an outage, and the replica then reports as the primary', async () => {
      const staff = hospital({ places: [{ dialect: 'mysql', url: addressUrl() }], tenant, timeoutMs: 30_000 })
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
      const database = fromMysql2(poolAt(addressUrl()))
      await staff.finish(database)
      await staff.verify(sqlRepository(database, { dialect: 'mysql', tenant }))
      await pair.caughtUp()
      const serverPools = [pair.primary, pair.replica].map(({ url }) => poolAt(new URL('/hospital', url).href))
      await expectSameTables(serverPools.map((pool) => async (sql) => (await pool.query<RowDataPacket[]>(sql))[0]))
      const [former, current] = serverPools.map(
        (pool) => testService({ repository: sqlRepository(fromMysql2(pool), { dialect: 'mysql', tenant }) }).payments,
      )
      expect(await csvOf(former!.exportCsv())).toBe(await csvOf(current!.exportCsv()))
      expect(await former!.totals({})).toEqual(await current!.totals({}))
      expect(staff.outages()).toEqual(new Map())
    })
  },
)
