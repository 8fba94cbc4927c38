import { fromMysql2, migrate, sqlRepository } from 'hospital-payments/sql'
import { createPool, type Pool, type RowDataPacket } from 'mysql2/promise'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { onEach, required } from '../support/databases/on-each.js'
import { isLong, rounds } from '../support/rounds.js'
import { type Galera, startGalera, whyNoGalera } from './support/galera.js'
import { answersMysql, startHaproxy, whyNoHaproxy } from './support/haproxy.js'
import { type Hospital, hospital } from './support/hospital.js'
import { expectSameTables } from './support/same-tables.js'
import type { Place } from './support/staff-messages.js'

const needs = [{ name: 'MariaDB', lack: async () => required(whyNoGalera() ?? whyNoHaproxy()) }]

onEach(needs, 'HospitalPayments: processes over a Galera cluster whose nodes fail', () => {
  let cluster: Galera
  beforeAll(async () => {
    cluster = await startGalera()
    await cluster.everywhere('SET GLOBAL wsrep_sync_wait = 1')
  })
  afterAll(() => cluster?.destroy())

  const pools: Pool[] = []
  function poolAt(url: string): Pool {
    const pool = createPool({ uri: url, connectionLimit: 10 })
    pools.push(pool)
    return pool
  }

  /** Creates an empty database with our tables, and returns its URL on each node. */
  async function freshDatabase(name: string): Promise<string[]> {
    const urls = cluster.nodes.map(({ url }) => new URL(`/${name}`, url).href)
    await poolAt(cluster.nodes[0]!.url).query(`CREATE DATABASE ${name}`)
    await cluster.settled()
    await migrate(fromMysql2(poolAt(urls[0]!)), { dialect: 'mysql' })
    await cluster.settled()
    return urls
  }

  /** Kills one node, which comes back, and stops another for longer than the cluster waits for it. */
  async function failNodes(staff: Hospital): Promise<void> {
    for (let round = 0; round < rounds(1, 5); round++) {
      await staff.writes(20)
      const killed = cluster.nodes[round % 3]!
      await killed.server.stopImmediate()
      await staff.writes(30)
      await killed.rejoin()
      await cluster.settled()
      const { server: frozen } = cluster.nodes[(round + 1) % 3]!
      frozen.freeze()
      try {
        await Promise.all([staff.writes(30), sleep(8_000)])
      } finally {
        frozen.thaw()
      }
      await cluster.settled()
      await staff.writes(20)
    }
  }

  async function expectRight(staff: Hospital, urls: readonly string[]): Promise<void> {
    const nodePools = urls.map(poolAt)
    const database = fromMysql2(nodePools[0]!)
    await staff.finish(database)
    await staff.verify(sqlRepository(database, { tenant: 'clinic' }))
    await cluster.settled()
    await expectSameTables(nodePools.map((pool) => async (sql) => (await pool.query<RowDataPacket[]>(sql))[0]))
    for (const pool of pools.splice(0)) await pool.end()
  }

  it.runIf(isLong)('lose nothing that was acknowledged where they use a node each', async () => {
    const urls = await freshDatabase('apart')
    const places = urls.map((url): Place => ({ dialect: 'mysql', url }))
    const staff = hospital({ places, tenant: 'clinic', timeoutMs: 3_000 })
    await staff.during(() => failNodes(staff))
    console.log(`Galera, a node each: ${staff.summary()}`)
    await expectRight(staff, urls)
  })

  it('lose nothing behind HAProxy, which sends all calls to one of them, and no caller sees an outage', async () => {
    const urls = await freshDatabase('behind')
    const proxy = await startHaproxy({ check: answersMysql, servers: urls, to: 'first' })
    try {
      const url = new URL(urls[0]!)
      url.port = String(proxy.port)
      const staff = hospital({ places: [{ dialect: 'mysql', url: url.href }], tenant: 'clinic', timeoutMs: 30_000 })
      await staff.during(() => failNodes(staff))
      console.log(`Galera behind HAProxy: ${staff.summary()}`)
      await expectRight(staff, urls)
      expect(staff.outages()).toEqual(new Map())
    } finally {
      await proxy.destroy()
    }
  })
})
