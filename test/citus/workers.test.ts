/** A worker that is away, a lock that is not given there, and a shard that is moved while its hospital works. */
import { fromPg, sqlRepository } from 'hospital-payments/sql'
import { changeFixture, insertFixture, paymentFixture } from 'hospital-payments/testing'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { citus } from '../support/databases/citus.js'
import { onEach } from '../support/databases/index.js'
import { migrated, repositoryOn } from '../support/databases/repository.js'
import { group, insertOne } from '../support/writes.js'
import { placeOf, type Relay, relayTo, tenantWhere } from './support.js'

const inserted = { outcome: 'inserted' }
const entry = () => insertFixture(paymentFixture())

onEach([citus], 'sqlRepository: while a worker is away', (citusEntry) => {
  const database = migrated(citusEntry)
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

  it('the hospitals of other workers do not notice, and its own get an error that says to try again', async () => {
    const [other, lost] = [here, away].map((tenant) => repositoryOn(database(), { tenant, timeoutMs: 3000 }))
    const [ofOther, ofLost] = [paymentFixture(), paymentFixture()]
    expect(await insertOne(other!, insertFixture(ofOther))).toEqual(inserted)
    expect(await insertOne(lost!, insertFixture(ofLost))).toEqual(inserted)
    await relay.cut()
    for (let i = 0; i < 5; i++) expect(await insertOne(other!, entry())).toEqual(inserted)
    const paid = changeFixture(ofOther, { amountReconciled: 1 })
    expect(await other!.replace(group([paid]))).toEqual({ outcome: 'replaced' })
    expect(await other!.get(ofOther.id)).toEqual(paid.payment)
    // By one statement, which Citus runs on every worker, they would notice.
    const byOne = repositoryOn(database(), { tenant: here, timeoutMs: 3000, writes: undefined })
    await expect(insertOne(byOne, entry())).rejects.toMatchObject({ retryable: expect.any(Boolean) as boolean })
    const failure = {
      retryable: true,
      code: expect.stringMatching(/^(storage_unavailable|outcome_unknown)$/) as string,
    }
    const missed = entry()
    await expect(insertOne(lost!, missed)).rejects.toMatchObject(failure)
    await expect(lost!.get(ofLost.id)).rejects.toMatchObject(failure)
    await relay.restore()
    expect(await lost!.get(ofLost.id)).toEqual(ofLost)
    // Stored whole before, or not at all.
    expect(['inserted', 'id_taken']).toContain((await insertOne(lost!, missed)).outcome)
    expect(await lost!.history(missed.payment.id)).toHaveLength(1)
  })
})

onEach([citus], 'sqlRepository: on a worker', (citusEntry) => {
  const database = migrated(citusEntry)

  it('a lock that is not given in the lock_timeout of the worker is concurrent_update, and nothing is stored', async () => {
    const tenant = await tenantWhere(database(), () => true)
    const repository = repositoryOn(database(), { tenant, timeoutMs: 8000 })
    const payment = paymentFixture()
    await insertOne(repository, insertFixture(payment))
    const client = await database().handle.connect()
    try {
      await client.query('BEGIN')
      await client.query('SELECT 1 FROM hp_payments WHERE tenant = $1 FOR UPDATE', [tenant])
      const change = repository.replace(group([changeFixture(payment, { amountReconciled: 1 })]))
      await expect(change).rejects.toMatchObject({ code: 'concurrent_update' })
    } finally {
      await client.query('ROLLBACK')
      client.release()
    }
    expect(await repository.get(payment.id)).toEqual(payment)
  })

  it('payments are created while the shard of their hospital moves to another, each once', async () => {
    const tenant = await tenantWhere(database(), () => true)
    const from = await placeOf(database(), tenant)
    const to = database().workers.find(({ host, port }) => host !== from.host || port !== from.port)!
    const pool = new pg.Pool({ connectionString: database().url, max: 4 })
    const repository = sqlRepository(fromPg(pool), { tenant, writes: 'statements', timeoutMs: 60_000 })
    const entries = Array.from({ length: 200 }, entry)
    try {
      let moved = false
      const move = database()
        .rows(
          `SELECT citus_move_shard_placement(${from.shard}, '${from.host}', ${from.port}, '${to.host}', ${to.port})`,
        )
        .then(() => (moved = true))
      const outcomes: unknown[] = []
      for (let i = 0; i < entries.length || !moved; i++) {
        const next = entries[i] ?? entry()
        if (i >= entries.length) entries.push(next)
        outcomes.push(await insertOne(repository, next))
      }
      await move
      expect(outcomes).toEqual(entries.map(() => inserted))
      expect(await placeOf(database(), tenant)).toMatchObject({ host: to.host, port: to.port })
      const [{ payments, events } = {}] = await database().rows(
        `SELECT (SELECT count(*)::int FROM hp_payments WHERE tenant = '${tenant}') AS payments, ` +
          `(SELECT count(*)::int FROM hp_payment_events WHERE tenant = '${tenant}') AS events`,
      )
      expect([payments, events]).toEqual([entries.length, entries.length])
    } finally {
      await pool.end()
    }
  })
})
