import { fromPg, migrate, sqlRepository } from 'hospital-payments/sql'
import pg from 'pg'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { onEach, required } from '../support/databases/on-each.js'
import { whyNoOwnPostgres } from '../support/databases/own-postgres.js'
import { csvOf, refusal, request, testService } from '../support/service.js'
import { isPrimaryPostgres, type Proxy, startHaproxy, whyNoHaproxy } from './support/haproxy.js'
import { hospital } from './support/hospital.js'
import { type PostgresPair, startPostgresPair, watcher } from './support/postgres-pair.js'
import type { Place } from './support/staff-messages.js'

const needs = [{ name: 'PostgreSQL', lack: async () => required(whyNoOwnPostgres() ?? whyNoHaproxy()) }]
const tenant = 'clinic'

onEach(needs, 'HospitalPayments: a primary with a synchronous standby behind HAProxy', () => {
  let pair: PostgresPair
  let proxy: Proxy
  const pools: pg.Pool[] = []

  function poolAt(url: string): pg.Pool {
    const pool = new pg.Pool({ connectionString: url })
    pool.on('error', () => undefined)
    pools.push(pool)
    return pool
  }
  function proxyUrl(): string {
    const url = new URL(pair.primary.url)
    url.port = String(proxy.port)
    return url.href
  }

  beforeAll(async () => {
    pair = await startPostgresPair()
    const servers = [pair.primary.url, pair.standby.url]
    proxy = await startHaproxy({ check: isPrimaryPostgres(watcher), servers, to: 'first' })
    await migrate(fromPg(poolAt(proxyUrl())), { dialect: 'postgres' })
  })
  afterAll(async () => {
    await Promise.all(pools.map((pool) => pool.end()))
    await proxy?.destroy()
    await pair?.destroy()
  })

  it('reports and exports from the standby as from the primary, and refuses to write there', async () => {
    const service = (url: string) =>
      testService({ repository: sqlRepository(fromPg(poolAt(url)), { dialect: 'postgres', tenant, timeoutMs: 2_000 }) })
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

  it('loses nothing that was acknowledged when the primary dies, and no caller sees the outage', async () => {
    const places: Place[] = [{ dialect: 'postgres', url: proxyUrl() }]
    const staff = hospital({ places, tenant: 'failover', timeoutMs: 30_000 })
    await staff.during(async () => {
      await staff.writes(100)
      await pair.killPrimary()
      // As long as a program that watches over servers takes to be sure.
      await sleep(2_000)
      await pair.promote()
      await staff.writes(100)
    })
    console.log(`PostgreSQL behind HAProxy: ${staff.summary()}`)
    const database = fromPg(poolAt(proxyUrl()))
    await staff.finish(database)
    await staff.verify(sqlRepository(database, { dialect: 'postgres', tenant: 'failover' }))
    expect(staff.outages()).toEqual(new Map())
  })
})
