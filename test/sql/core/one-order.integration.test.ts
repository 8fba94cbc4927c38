/** On a server two groups that share rows would wait for each other in turn; SQLite, which has one writer, shows the order alone. */
import type { FinanceRepository } from 'hospital-payments/repository'
import { sqlRepository, type SqlDatabase } from 'hospital-payments/sql'
import { changeFixture, insertFixture, paymentFixture } from 'hospital-payments/testing'
import { expect, it } from 'vitest'
import { freshTenant, libsql, onEach } from '../../support/databases/index.js'
import { migrated, sqlOn } from '../../support/databases/repository.js'
import {
  lineEntryFixture,
  lineFixture,
  refundEntryFixture,
  refundFixture,
  refundsOfGroup,
} from '../../support/finance-contract/index.js'

const names = ['one-b', 'one-d', 'one-a', 'one-c']

/** Wraps a database, and keeps which of `names` its writes hold, in the order in which they are written. */
function keeping(database: SqlDatabase): { database: SqlDatabase; written: string[] } {
  const written: string[] = []
  const write: SqlDatabase['write'] = (statements, deadline) => {
    for (const value of statements.flatMap(({ values }) => values))
      if (typeof value === 'string' && names.includes(value)) written.push(value)
    return database.write(statements, deadline)
  }
  return { database: { ...database, write }, written }
}

onEach([libsql], 'sqlRepository: a group writes its rows in the order of their keys, however it has them,', (entry) => {
  const database = migrated(entry)

  async function orderOf(write: (repository: FinanceRepository) => Promise<unknown>): Promise<string[]> {
    const kept = keeping(sqlOn(database()))
    await write(sqlRepository(kept.database, { tenant: freshTenant() }))
    return [...new Set(kept.written)]
  }

  const lineOf = (key: string) => lineFixture({ key })

  it('entries of an insert, by the key that others would meet them by', async () => {
    const order = await orderOf((repository) =>
      repository.insert(
        names.map((key) => insertFixture(paymentFixture(), { idempotency: { key, fingerprint: 'f'.repeat(64) } })),
      ),
    )
    expect(order).toEqual(names.toSorted())
  })

  it('statement lines of a change', async () => {
    const payment = paymentFixture()
    const order = await orderOf(async (repository) => {
      await repository.insert([insertFixture(payment)])
      const changes = [changeFixture(payment, { amountReconciled: 1 })]
      return repository.replace({ changes, lines: names.map((key) => ({ key, paymentIds: [payment.id] })) })
    })
    expect(order).toEqual(names.toSorted())
  })

  it('lines that are stored', async () => {
    const order = await orderOf((repository) =>
      repository.replace({ changes: [], lines: names.map((key) => lineEntryFixture(lineOf(key))) }),
    )
    expect(order).toEqual(names.toSorted())
  })

  it('refunds', async () => {
    const entries = names.map((id) => refundEntryFixture(refundFixture({ id, lineKey: 'line-1', reference: id })).entry)
    const order = await orderOf((repository) =>
      repository.replace({ changes: [], lines: [], ...refundsOfGroup(entries) }),
    )
    expect(order).toEqual(names.toSorted())
  })
})
