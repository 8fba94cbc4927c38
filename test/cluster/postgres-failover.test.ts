import { fromPg, migrate, type SqlDatabase, sqlRepository } from 'hospital-payments/sql'
import pg from 'pg'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { onEach, required } from '../support/databases/on-each.js'
import { whyNoOwnPostgres } from '../support/databases/own-postgres.js'
import { csvOf, refusal, request, testService } from '../support/service.js'
import { isPrimaryPostgres, type Proxy, startHaproxy, whyNoHaproxy } from './support/haproxy.js'
import { hospital } from './support/hospital.js'
import { type PostgresPair, startPostgresPair, watcher } from './support/postgres-pair.js'

const needs = [{ name: 'PostgreSQL', lack: async () => required(whyNoOwnPostgres() ?? whyNoHaproxy()) }]
const tenant = 'clinic'

onEach(needs, 'a primary with a synchronous standby behind HAProxy', () => {
  let pair: PostgresPair
  let proxy: Proxy
  const pools: pg.Pool[] = []

  function poolAt(url: string): pg.Pool {
    const pool = new pg.Pool({ connectionString: url, connectionTimeoutMillis: 5_000 })
    pool.on('error', () => undefined)
    pools.push(pool)
    return pool
  }
  function throughProxy(): SqlDatabase {
    const url = new URL(pair.primary.url)
    url.port = String(proxy.port)
    return fromPg(poolAt(url.href))
  }

  beforeAll(async () => {
    pair = await startPostgresPair()
    const servers = [pair.primary.url, pair.standby.url]
    proxy = await startHaproxy({ check: isPrimaryPostgres(watcher), servers, to: 'first' })
    await migrate(throughProxy())
  })
  afterAll(async () => {
    await Promise.all(pools.map((pool) => pool.end()))
    await proxy?.destroy()
    await pair?.destroy()
  })

  it('reports and exports from the standby as from the primary, and refuses to write there', async () => {
    const service = (url: string) =>
      testService({ repository: sqlRepository(fromPg(poolAt(url)), { tenant, timeoutMs: 2_000 }) })
    const [{ payments }, { payments: reports }] = [service(pair.primary.url), service(pair.standby.url)]
    for (let i = 0; i < 20; i++) {
      const { id } = await payments.createPayment(request({ reference: `REPORT-${i}` }))
      if (i % 2 === 0) await payments.confirmPayment(id)
    }
    await sleep(500)
    expect(await csvOf(reports.exportCsv())).toBe(await csvOf(payments.exportCsv()))
    expect(await reports.reportPayments({ limit: 7 })).toEqual(await payments.reportPayments({ limit: 7 }))
    expect(await reports.totals({})).toEqual(await payments.totals({}))
    const refused = await refusal(reports.createPayment(request({ reference: 'REPORT-X' })), 'storage_unavailable')
    expect(refused.retryable).toBe(true)
  })

  it('loses nothing that was acknowledged when the primary dies, and nobody is told of it', async () => {
    const databases = [throughProxy(), throughProxy(), throughProxy()]
    const staff = hospital({ databases, tenant: 'failover', timeoutMs: 30_000 })
    await staff.during(async () => {
      await staff.writes(100)
      await pair.killPrimary()
      // So long do those who watch over servers take to be sure.
      await sleep(2_000)
      await pair.promote()
      await staff.writes(100)
    })
    console.log(`PostgreSQL behind HAProxy: ${staff.summary()}`)
    await staff.finish(databases[0]!)
    await staff.verify(sqlRepository(databases[0]!, { tenant: 'failover' }))
    expect(staff.outages()).toEqual(new Map())
  })
})
