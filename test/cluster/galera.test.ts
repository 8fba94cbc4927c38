import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fromMysql2, migrate, type SqlDatabase, sqlRepository } from 'hospital-payments/sql'
import { createPool, type Pool } from 'mysql2/promise'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DatabaseFault } from '../../src/sql/core/fault.js'
import { freshName } from '../support/databases/database.js'
import { onEach, required } from '../support/databases/on-each.js'
import { gate } from '../support/gate.js'
import { observed } from '../support/halfway.js'
import { everyMigration } from '../support/migration-names.js'
import type { Place } from '../support/migrating-process.js'
import { programFile } from '../support/program-file.js'
import { isLong, rounds } from '../support/rounds.js'
import { request, testService } from '../support/service.js'
import { type Galera, startGalera, whyNoGalera } from './support/galera.js'
import { declareKit } from './support/kit.js'
import { answersMysql, type Proxy, startHaproxy, whyNoHaproxy } from './support/haproxy.js'

const migrating = new URL('../support/migrating-process.ts', import.meta.url)
const names = everyMigration

/** Longer than a process waits for a lock whose owner has died. */
const lockTimeoutMs = 120_000

onEach(
  [{ name: 'MariaDB', lack: async () => required(whyNoGalera()) }],
  'migrate and sqlRepository: a Galera cluster',
  () => {
    let cluster: Galera
    let proxy: Proxy | undefined
    const pools: Pool[] = []
    beforeAll(async () => {
      cluster = await startGalera()
    })
    afterAll(async () => {
      await Promise.all(pools.map((pool) => pool.end()))
      await proxy?.destroy()
      await cluster?.destroy()
    })

    function poolOf(url: string): Pool {
      const pool = createPool({ uri: url, connectionLimit: 10, maxPreparedStatements: 100 })
      pools.push(pool)
      return pool
    }

    /** Creates an empty database on all nodes, and returns its URL on each. */
    async function freshDatabase(): Promise<string[]> {
      const name = freshName()
      const urls = cluster.nodes.map(({ url }) => {
        const databaseUrl = new URL(url)
        databaseUrl.pathname = name
        return databaseUrl.href
      })
      await poolOf(cluster.nodes[0]!.url).query(`CREATE DATABASE ${name}`)
      await cluster.settled()
      return urls
    }

    const recorded = async (url: string) => {
      const [rows] = await poolOf(url).query('SELECT name FROM hp_migrations ORDER BY name')
      return (rows as { name: string }[]).map(({ name }) => name)
    }

    describe('migrated from all nodes at once', () => {
      it(`by ${rounds(6, 20)} processes: each migration is applied once, and all of them find it there`, async () => {
        const urls = await freshDatabase()
        const program = await programFile(migrating)
        const processes = Array.from({ length: rounds(6, 20) }, () => {
          const child = spawn(process.execPath, [program], { stdio: ['pipe', 'pipe', 'inherit'] })
          return { child, lines: createInterface(child.stdout)[Symbol.asyncIterator]() }
        })
        for (const { lines } of processes) expect((await lines.next()).value).toBe('ready')
        for (const [i, { child }] of processes.entries()) {
          const place: Place = { dialect: 'mysql', at: urls[i % urls.length]! }
          child.stdin.write(`${JSON.stringify(place)}\n`)
        }
        const applications = await Promise.all(
          processes.map(async ({ child, lines }) => {
            const applied = JSON.parse((await lines.next()).value) as string[]
            child.stdin.end()
            await once(child, 'exit')
            return applied
          }),
        )
        expect(applications.filter((applied) => applied.length > 0)).toEqual([names])
        await cluster.settled()
        for (const url of urls) expect(await recorded(url)).toEqual(names)
      })

      it.concurrent('by a process that died: the next one takes over after a time of silence', async () => {
        const [first, second] = await freshDatabase()
        let isDead = false
        const dying = observed(fromMysql2(poolOf(first!)), async (text) => {
          isDead ||= text.startsWith('CREATE TABLE IF NOT EXISTS hp_payments')
          // No further statement gets through, so it cannot give up the lock either.
          if (isDead) throw new DatabaseFault('lost', new Error('cut'))
        })
        const cut = migrate(dying)
        await expect(cut).rejects.toMatchObject({ code: 'storage_unavailable', retryable: true })
        const { applied } = await migrate(fromMysql2(poolOf(second!)), { lockTimeoutMs })
        expect(applied).toEqual(names)
      })

      it.concurrent.each([
        { stop: 'within its changes', statements: ['CREATE TABLE IF NOT EXISTS hp_refunds'], applied: [] },
        {
          stop: 'between two migrations',
          statements: ['INSERT INTO hp_migrations', 'DROP TRIGGER'],
          applied: ['0001_tables'],
        },
      ])(
        'by a process that stood still $stop: both end, and each migration is applied once',
        async ({ statements, applied }) => {
          const [first, second] = await freshDatabase()
          const [reached, goOn] = [gate(), gate()]
          const awaited = [...statements]
          const slow = observed(fromMysql2(poolOf(first!)), async (text) => {
            if (awaited.length === 0 || !text.startsWith(awaited[0]!)) return
            awaited.shift()
            if (awaited.length > 0) return
            reached.open()
            await goOn.opened
          })
          const standing = migrate(slow, { lockTimeoutMs })
          // A statement that is sent no more ends the migration, and the test, instead of its time.
          await Promise.race([reached.opened, standing.then(() => expect(awaited).toEqual([]))])
          const other = await migrate(fromMysql2(poolOf(second!)), { lockTimeoutMs })
          goOn.open()
          expect(await standing).toEqual({ applied })
          expect(other).toEqual({ applied: names.slice(applied.length) })
          expect(await recorded(first!)).toEqual(names)
        },
      )
    })

    // All nodes in turn, below, are harder.
    describe.runIf(isLong)('written to through one node', () => {
      let database: SqlDatabase
      beforeAll(async () => {
        const [url] = await freshDatabase()
        database = fromMysql2(poolOf(url!))
        await migrate(database)
      })
      declareKit(() => database)
    })

    it('takes unrelated payments on three nodes without a conflict', async () => {
      const urls = await freshDatabase()
      await migrate(fromMysql2(poolOf(urls[0]!)))
      await cluster.settled()
      const services = urls.map((url) => {
        const repository = sqlRepository(fromMysql2(poolOf(url)), { tenant: 'clinic' })
        const random = (bytes: number) => crypto.getRandomValues(new Uint8Array(bytes))
        return testService({ repository, random, referencePolicy: 'allow' }).payments
      })
      const before = await cluster.conflicts()
      let bill = 0
      await Promise.all(
        Array.from({ length: 15 }, async (_, i) => {
          while (bill < 900) {
            const reference = `INV-${bill++}`
            const key = bill % 2 === 0 ? { idempotencyKey: reference } : {}
            await services[i % services.length]!.createPayment(request({ reference }), key)
          }
        }),
      )
      expect((await cluster.conflicts()) - before).toBe(0)
    })

    onEach([{ name: 'HAProxy', lack: async () => required(whyNoHaproxy()) }], 'with wsrep_sync_wait, behind', () => {
      let database: SqlDatabase
      beforeAll(async () => {
        const urls = await freshDatabase()
        await cluster.everywhere('SET GLOBAL wsrep_sync_wait = 1')
        proxy = await startHaproxy({ check: answersMysql, servers: urls, to: 'all' })
        const url = new URL(urls[0]!)
        url.port = String(proxy.port)
        database = fromMysql2(poolOf(url.href))
        await migrate(database)
      })
      declareKit(() => database)
    })
  },
)
