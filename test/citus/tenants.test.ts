/** The tenants of all servers of Citus, and the worker for all of them while one server is away. */
import { runTenantWorker, tenants } from 'hospital-payments/sql'
import { insertFixture, paymentFixture } from 'hospital-payments/testing'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { citus } from '../support/databases/citus.js'
import { onEach } from '../support/databases/index.js'
import { migrated, repositoryOn, sqlOn } from '../support/databases/repository.js'
import { collect, testService } from '../support/service.js'
import { insertOne } from '../support/writes.js'
import { type Relay, relayTo, tenantWhere } from './support.js'

onEach([citus], 'tenants: over the servers of Citus', (entry) => {
  const database = migrated(entry)
  let relay: Relay
  let [away, here] = ['', '']
  beforeAll(async () => {
    const [worker] = database().workers
    relay = await relayTo(worker!)
    await database().rows(
      `SELECT citus_update_node(nodeid, '${relay.host}', ${relay.port}) FROM pg_dist_node ` +
        `WHERE nodename = '${worker!.host}' AND nodeport = ${worker!.port}`,
    )
    away = await tenantWhere(database(), ({ port }) => port === relay.port)
    here = await tenantWhere(database(), ({ port }) => port !== relay.port)
  })
  afterAll(() => relay?.restore())

  const store = (tenant: string) =>
    insertOne(repositoryOn(database(), { tenant }), insertFixture(paymentFixture({ expiresAt: null })))

  it('are listed, and found where they wait for any kind of work', async () => {
    for (const tenant of [here, away]) await store(tenant)
    const both = [here, away].sort()
    expect(await collect(tenants(sqlOn(database())))).toEqual(both)
    expect(await tenants.waiting(sqlOn(database()), { for: 'events' })).toEqual(both)
    for (const work of ['expiry', 'attempts'] as const)
      expect(await tenants.waiting(sqlOn(database()), { for: work })).toEqual([])
  })

  it('are worked for while a server is away, those of the other servers', async () => {
    const sent: string[] = []
    const stop = new AbortController()
    const working = runTenantWorker({
      database: sqlOn(database()),
      payments: (tenant) =>
        testService({ repository: repositoryOn(database(), { tenant, timeoutMs: 3_000 }), clock: Date.now }).payments,
      send: async (_, { tenant }) => void sent.push(tenant),
      everyMs: 100,
      signal: stop.signal,
    })
    try {
      await vi.waitFor(() => expect(new Set(sent)).toEqual(new Set([here, away])), { timeout: 30_000 })
      sent.length = 0
      await relay.cut()
      await store(here)
      await vi.waitFor(() => expect(sent).toEqual([here]), { timeout: 60_000 })
    } finally {
      await relay.restore()
      stop.abort()
      await working
    }
  })
})
