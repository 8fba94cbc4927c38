/** A pool that is full of connections to a server that can write no more gets well by itself. */
import { fromPg, migrate, sqlRepository } from 'hospital-payments/sql'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { mariadb, onEach, opened, postgres, type PgDatabase } from '../../support/databases/index.js'
import { migrated, repositoryOn } from '../../support/databases/repository.js'
import { request, testService } from '../../support/service.js'
import { openLane } from '../faults/lane.js'

const size = 10
/** Far too short for as many waits as there are connections. */
const timeoutMs = 5000

const serviceOver = (repository: ReturnType<typeof sqlRepository>) =>
  testService({ repository, random: (bytes) => crypto.getRandomValues(new Uint8Array(bytes)) }).payments

onEach([postgres], 'fromPg: a server that refuses to write', (entry) => {
  const database = opened(entry)
  const alter = (what: string) => database().rows(`ALTER DATABASE ${new URL(database().url).pathname.slice(1)} ${what}`)
  beforeAll(async () => {
    await migrate(fromPg(database().handle))
    // Found before PostgreSQL's own by those sessions alone whose search_path says so.
    await database().rows('CREATE SCHEMA standby')
    await database().rows(
      'CREATE FUNCTION standby.pg_is_in_recovery() RETURNS boolean LANGUAGE sql AS $$ SELECT true $$',
    )
  })
  afterAll(() => alter('RESET ALL'))

  /** Makes a pool whose connections were all made while the database was set so. */
  async function poolWhile(...settings: string[]) {
    for (const setting of settings) await alter(`SET ${setting}`)
    const pool = new pg.Pool({ connectionString: database().url, max: size })
    const clients = await Promise.all(Array.from({ length: size }, () => pool.connect()))
    for (const client of clients) client.release()
    await alter('RESET ALL')
    const repository = sqlRepository(fromPg(pool), { timeoutMs })
    // Each session is known, as after a while of work.
    await Promise.all(clients.map(() => repository.totals({ by: 'createdAt' })))
    return { pool, payments: serviceOver(repository) }
  }
  const standby = ['default_transaction_read_only = on', 'search_path = standby, public, pg_catalog']

  it('is left where it is a standby, connection by connection, until another one writes', async () => {
    const { pool, payments } = await poolWhile(...standby)
    const { id } = await payments.createPayment(request({ reference: 'INV-1' }), { idempotencyKey: 'key' })
    expect((await payments.confirmPayment(id)).status).toBe('succeeded')
    expect(await payments.history(id)).toHaveLength(2)
    await pool.end()
  })

  it('answers reads and exports while it is a standby', async () => {
    const { pool, payments } = await poolWhile(...standby)
    const before = pool.totalCount
    for (let i = 0; i < 20; i++) await payments.reportPayments()
    let text = ''
    for await (const part of payments.exportCsv()) text += part
    expect(text).toMatch(/^paymentId,/)
    expect(pool.totalCount).toBe(before)
    await pool.end()
  })

  it('refuses for good, at once, where its own setting does, and keeps its connections', async () => {
    const { pool, payments } = await poolWhile('default_transaction_read_only = on')
    const refused = payments.createPayment(request({ reference: 'INV-2' }))
    await expect(refused).rejects.toMatchObject({
      code: 'storage_unavailable',
      retryable: false,
      cause: { code: '25006' },
    })
    expect(pool.totalCount).toBe(size)
    await pool.end()
  })
})

onEach([postgres, mariadb], 'fromPg: a pool of which every connection is lost or leads to a standby', (entry) => {
  const database = migrated(entry as typeof postgres)

  it.each(['planned switchover', 'cut'] as const)('writes again in one call: %s', async (how) => {
    const lane = await openLane(database() as PgDatabase, { size })
    const payments = serviceOver(sqlRepository(lane.sql, { timeoutMs }))
    await Promise.all(Array.from({ length: size }, () => payments.totals()))
    expect(lane.proxy.connections).toBe(size)
    if (how === 'cut') lane.proxy.cut()
    else {
      // On PostgreSQL the answer of a server that shuts down, which ends the connection as well.
      const code = database().dialect === 'postgres' ? '57P03' : 1290
      lane.proxy.answerWith(/INSERT INTO hp_payments/, { code }, { times: size })
    }
    const { id } = await payments.createPayment(request({ reference: `INV-${how}` }), {
      idempotencyKey: `key-${how.length}`,
    })
    expect(await payments.history(id)).toHaveLength(1)
    expect((await repositoryOn(database(), { tenant: 'default' }).get(id))?.reference).toBe(`INV-${how}`)
    expect(await lane.missing()).toBe(0)
    await lane.close()
  })
})
