/**
 * A server that ends a write with an error of a server behind it, as Citus does where the server of a tenant is lost: nothing but
 * a read shows if it was stored.
 */
import type { FinanceRepository } from 'hospital-payments/repository'
import { fromPg, sqlRepository } from 'hospital-payments/sql'
import { insertFixture, paymentFixture } from 'hospital-payments/testing'
import pg from 'pg'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { freshTenant, onEach, postgres } from '../../support/databases/index.js'
import { migrated } from '../../support/databases/repository.js'
import { faultProxy, type FaultProxy, type Pattern } from '../../support/fault-proxy.js'
import { lineEntryFixture, lineFixture } from '../../support/finance-contract/index.js'
import { insertOne } from '../../support/writes.js'

const messages = [
  'could not commit transaction for shard 102008 on any active node',
  'SSL SYSCALL error: EOF detected',
  'failure on connection marked as essential: worker-2:5432',
]

const timeoutMs = 400
const always = { times: 10_000 }

onEach([postgres], 'sqlRepository: a write whose end an internal error of the server reports (XX000)', (entry) => {
  const database = migrated(entry)
  let proxy: FaultProxy
  let pool: pg.Pool
  beforeEach(async () => {
    const { hostname, port } = new URL(database().url)
    proxy = await faultProxy({ host: hostname, port: Number(port) })
    pool = new pg.Pool({ connectionString: proxy.through(database().url), max: 2 })
  })
  afterEach(async () => {
    await pool.end()
    await proxy.close()
  })

  const commit = /^COMMIT/
  const insertOfOne = /INSERT INTO hp_payments/
  const insert = (repository: FinanceRepository) => insertOne(repository, insertFixture(paymentFixture()))
  const replace = (repository: FinanceRepository) =>
    repository.replace({ changes: [], lines: [lineEntryFixture(lineFixture())] })

  const writes: readonly [
    string,
    'statements' | undefined,
    Pattern,
    (repository: FinanceRepository) => Promise<object>,
  ][] = [
    ['insert by one statement', undefined, insertOfOne, insert],
    ['replace in a transaction', undefined, commit, replace],
    ['insert by simple statements', 'statements', commit, insert],
    ['replace by simple statements', 'statements', commit, replace],
  ]

  const repositoryFor = (kind: 'statements' | undefined, time = timeoutMs) =>
    sqlRepository(fromPg(pool), { tenant: freshTenant(), timeoutMs: time, writes: kind })

  it.each(writes)('%s: is outcome_unknown, and never said to be not stored', async (_, kind, pattern, write) => {
    for (const message of messages) {
      const fault = proxy.answerWith(pattern, { code: 'XX000', message }, always)
      await expect(write(repositoryFor(kind))).rejects.toMatchObject({
        code: 'outcome_unknown',
        retryable: true,
        cause: { message },
      })
      fault.remove()
    }
  })

  it.each(writes)('%s: is sent again within its time, and stored once', async (_, kind, pattern, write) => {
    const repository = repositoryFor(kind, 10_000)
    proxy.answerWith(pattern, { code: 'XX000', message: messages[0]! })
    expect(['inserted', 'replaced']).toContain(((await write(repository)) as { outcome: string }).outcome)
  })

  it('a statement within a transaction: is lost with its connection, and nothing was stored', async () => {
    const fault = proxy.answerWith(/INSERT INTO hp_payment_events/, { code: 'XX000', message: messages[1]! }, always)
    await expect(insert(repositoryFor('statements'))).rejects.toMatchObject({
      code: 'storage_unavailable',
      retryable: true,
    })
    fault.remove()
  })

  it('another internal error: is storage_unavailable, and not tried again', async () => {
    proxy.answerWith(commit, { code: 'XX000', message: 'cache lookup failed for relation 16384' })
    await expect(replace(repositoryFor(undefined))).rejects.toMatchObject({
      code: 'storage_unavailable',
      retryable: false,
    })
  })
})
