import pg from 'pg'
import { fromPg, sqlRepository, type SqlDatabase } from 'hospital-payments/sql'
import { changeFixture, insertFixture, paymentFixture } from 'hospital-payments/testing'
import { expect, it } from 'vitest'
import { onEach, postgres } from '../../support/databases/index.js'
import { migrated, repositoryOn } from '../../support/databases/repository.js'
import { preparing } from '../../support/fault-proxy.js'
import { request, testService } from '../../support/service.js'
import { openLane } from '../faults/lane.js'
import { group, insertOne } from '../../support/writes.js'

onEach([postgres], 'sqlRepository: a prepared statement', (entry) => {
  const database = migrated(entry)

  it('is prepared anew on every connection on which it was deallocated', async () => {
    const { payments } = testService({ repository: repositoryOn(database(), { tenant: 'forgotten' }) })
    const pool = database().handle
    const create = (i: number) => payments.createPayment(request({ reference: `INV-${i}` }))
    // All connections of the pool, so that no try finds one that still knows it.
    await Promise.all(Array.from({ length: 40 }, (_, i) => create(i)))
    const clients = await Promise.all(Array.from({ length: pool.totalCount }, () => pool.connect()))
    expect(clients.length).toBeGreaterThan(5)
    for (const client of clients) {
      await client.query('DEALLOCATE ALL')
      client.release()
    }
    const { id } = await create(100)
    expect((await payments.getPayment(id))?.reference).toBe('INV-100')
    expect((await payments.confirmPayment(id)).status).toBe('succeeded')
    expect(pool.totalCount).toBe(clients.length)
  })

  const deallocated = {
    'one after another': async (client: pg.Client) => {
      const names = await client.query<{ name: string }>('SELECT name FROM pg_prepared_statements')
      for (const { name } of names.rows) await client.query(`DEALLOCATE ${name}`)
    },
    'all at once': (client: pg.Client) => client.query('DEALLOCATE ALL'),
    'with everything else, between two transactions': async (client: pg.Client) => {
      await client.query('COMMIT')
      await client.query('DISCARD ALL')
      await client.query('BEGIN')
    },
  }

  it.each(
    Object.entries(deallocated).flatMap(([how, forget]) => [
      [how, 'a client', forget, (client: pg.Client) => fromPg(client)] as const,
      [how, 'a bridge', forget, (client: pg.Client) => fromPg({ query: (query) => client.query(query) })] as const,
    ]),
  )(
    "is prepared anew within the call, thrown away %s, over %s in a host's transaction",
    async (_, _over, forget, of) => {
      const client = new pg.Client({ connectionString: database().url })
      await client.connect()
      await client.query('BEGIN')
      const repository = sqlRepository(of(client) as SqlDatabase, { dialect: 'postgres', tenant: 'bound' })
      const payment = paymentFixture()
      const owner = 'relay'
      const [now, leaseUntil] = ['2026-11-20T09:00:00.000Z', '2026-11-20T09:00:01.000Z']
      const claim = { from: 'due', owner, now, leaseUntil, limit: 5 } as const
      const used = async (payment: ReturnType<typeof paymentFixture>) => {
        expect(await insertOne(repository, insertFixture(payment))).toEqual({ outcome: 'inserted' })
        const change = changeFixture(payment, { status: 'succeeded' })
        expect(await repository.replace(group([change]))).toEqual({ outcome: 'replaced' })
        expect(await repository.get(payment.id)).toEqual(change.payment)
        const [claimed] = await repository.claimEvents(claim)
        await repository.completeEvents({ owner, now, results: [{ eventId: claimed!.event.id, next: 'delivered' }] })
        expect(await repository.history(payment.id)).toHaveLength(2)
      }
      await used(payment)
      for (let round = 0; round < 2; round++) {
        await forget(client)
        await used(paymentFixture())
      }
      await client.query('ROLLBACK')
      await client.end()
    },
  )

  it('is found by others behind a pooler that does not know it: the error names the option for that', async () => {
    const lane = await openLane(database())
    lane.proxy.answerWith(preparing('INSERT INTO hp_payments'), { code: '42P05' })
    const { payments } = testService({ repository: sqlRepository(lane.sql, { tenant: 'pooler' }) })
    await expect(payments.createPayment(request())).rejects.toMatchObject({
      code: 'storage_unavailable',
      retryable: false,
      message: expect.stringContaining('{ prepare: false }'),
      cause: { code: '42P05' },
    })
    expect(await lane.missing()).toBe(0)
    await lane.close()
  })
})
