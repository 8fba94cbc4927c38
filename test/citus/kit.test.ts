/** The kits of payments and of finance over tables that Citus distributes by tenant. */
import { repositoryContract } from 'hospital-payments/testing'
import { expect, it, test } from 'vitest'
import { citus } from '../support/databases/citus.js'
import { onEach } from '../support/databases/index.js'
import { migrated, repositoryOn } from '../support/databases/repository.js'
import { financeContract } from '../support/finance-contract/index.js'

for (const [name, contract] of Object.entries({ repositoryContract, financeContract })) {
  onEach([citus], `sqlRepository: every promise of ${name} is kept`, (entry) => {
    const database = migrated(entry)
    const cases = contract(async () => ({ repository: repositoryOn(database(), { timeoutMs: 60_000 }) }))
    for (const { name: title, run } of cases) test.concurrent(title, { timeout: 600_000 }, run)
  })
}

onEach([citus], "migrate: distribute: 'citus'", (entry) => {
  const database = migrated(entry)

  it('distributes every table that has a tenant, all in one place, and hp_migrations to every server', async () => {
    const rows = await database().rows(
      'SELECT citus_table_type AS type, distribution_column AS by, count(*)::int AS tables, ' +
        'count(DISTINCT colocation_id)::int AS places FROM citus_tables GROUP BY 1, 2 ORDER BY 1',
    )
    const plain = await database().rows(
      "SELECT relname FROM pg_class WHERE relkind = 'r' AND relname LIKE 'hp\\_%' AND relname NOT SIMILAR TO '%\\_[0-9]{6,}' " +
        'AND oid NOT IN (SELECT logicalrelid FROM pg_dist_partition)',
    )
    expect(plain).toEqual([])
    expect(rows).toEqual([
      { type: 'distributed', by: 'tenant', tables: expect.any(Number) as number, places: 1 },
      { type: 'reference', by: '<none>', tables: 1, places: 1 },
    ])
  })

  it('guards each history, on the coordinator and in each shard', async () => {
    const attacks = [
      'UPDATE hp_payment_events SET amount = 2',
      'DELETE FROM hp_payment_events',
      'TRUNCATE hp_payment_events',
    ]
    const { insertOne } = await import('../support/writes.js')
    const { insertFixture, paymentFixture } = await import('hospital-payments/testing')
    expect(await insertOne(repositoryOn(database()), insertFixture(paymentFixture()))).toEqual({ outcome: 'inserted' })
    for (const attack of attacks) await expect(database().rows(attack)).rejects.toThrow(/is append-only/)
  })
})
