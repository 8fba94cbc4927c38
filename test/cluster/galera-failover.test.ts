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

const needs = [{ name: 'MariaDB', lack: async () => required(whyNoGalera() ?? whyNoHaproxy()) }]

onEach(needs, 'nodes of a Galera cluster that fail', () => {
  let cluster: Galera
  beforeAll(async () => {
    cluster = await startGalera()
    await cluster.everywhere('SET GLOBAL wsrep_sync_wait = 1')
  })
  afterAll(() => cluster?.destroy())

  const pools: Pool[] = []
  function poolAt(port: string | number, database: string): Pool {
    const pool = createPool({ uri: `mysql://root@127.0.0.1:${port}/${database}`, connectionLimit: 10 })
    pools.push(pool)
    return pool
  }
  const portsOf = () => cluster.nodes.map(({ url }) => new URL(url).port)

  async function freshDatabase(name: string): Promise<void> {
    const [port] = portsOf()
    await poolAt(port!, 'mysql').query(`CREATE DATABASE ${name}`)
    await cluster.settled()
    await migrate(fromMysql2(poolAt(port!, name)), { dialect: 'mysql' })
    await cluster.settled()
  }

  /** One node is killed and comes back, another stands still for longer than the cluster waits for it. */
  async function misfortunes(staff: Hospital): Promise<void> {
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

  async function expectRight(staff: Hospital, name: string): Promise<void> {
    const own = portsOf().map((port) => poolAt(port, name))
    const database = fromMysql2(own[0]!)
    await staff.finish(database)
    await staff.verify(sqlRepository(database, { tenant: 'clinic' }))
    await cluster.settled()
    await expectSameTables(own.map((pool) => async (sql) => (await pool.query<RowDataPacket[]>(sql))[0]))
    for (const pool of pools.splice(0)) await pool.end()
  }

  it.runIf(isLong)('lose nothing that was acknowledged to services that each know one of them', async () => {
    await freshDatabase('apart')
    const databases = portsOf().map((port) => fromMysql2(poolAt(port, 'apart')))
    const staff = hospital({ databases, tenant: 'clinic', timeoutMs: 3_000 })
    await staff.during(() => misfortunes(staff))
    console.log(`Galera, a node each: ${staff.summary()}`)
    await expectRight(staff, 'apart')
  })

  it('lose nothing behind HAProxy, which sends all to one of them, and nobody is told of it', async () => {
    await freshDatabase('behind')
    const servers = cluster.nodes.map(({ url }) => url)
    const proxy = await startHaproxy({ check: answersMysql, servers, to: 'first' })
    try {
      const databases = [1, 2, 3].map(() => fromMysql2(poolAt(proxy.port, 'behind')))
      const staff = hospital({ databases, tenant: 'clinic', timeoutMs: 30_000 })
      await staff.during(() => misfortunes(staff))
      console.log(`Galera behind HAProxy: ${staff.summary()}`)
      await expectRight(staff, 'behind')
      expect(staff.outages()).toEqual(new Map())
    } finally {
      await proxy.destroy()
    }
  })
})
