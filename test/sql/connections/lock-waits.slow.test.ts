/** Rows that another transaction has locked: a write that is not given its lock in time stores nothing, and says so. */
import { isPaymentError } from 'hospital-payments'
import { expect, it } from 'vitest'
import { onEach, partitions, type PgDatabase, postgres } from '../../support/databases/index.js'
import { migrated, sqlOn } from '../../support/databases/repository.js'
import { financeWrites } from '../faults/finance-operations.js'
import { type Operation, writes } from '../faults/operations.js'
import { sceneOf } from '../faults/scene.js'

const timeoutMs = 600

/** Lists the writes that wait for no lock: a new payment meets no row, and a claim by one statement leaves out locked ones. */
const withoutLocks = ({ options }: PgDatabase) => [
  ...['createPayment', 'insert without a key'],
  ...(options ? [] : ['claimEvents']),
]

onEach([postgres, partitions], 'sqlRepository: a write whose lock is not given', (entry) => {
  const database = migrated(entry)

  /** Locks every row of a tenant, in each of its tables, while `work` runs. */
  async function whileLocked<Result>(
    { handle, rows }: PgDatabase,
    tenant: string,
    work: () => Promise<Result>,
  ): Promise<Result> {
    const tables = await rows(
      "SELECT relname AS name FROM pg_class WHERE relkind IN ('r', 'p') AND NOT relispartition AND relname LIKE 'hp\\_%' AND relname <> 'hp_migrations'",
    )
    const client = await handle.connect()
    try {
      await client.query('BEGIN')
      for (const { name } of tables)
        await client.query(`SELECT 1 FROM ${String(name)} WHERE tenant = $1 FOR UPDATE`, [tenant])
      return await work()
    } finally {
      await client.query('ROLLBACK')
      client.release()
    }
  }

  it('is concurrent_update in each call that changes rows, and nothing is stored', async () => {
    const refused: string[] = []
    const play = async (operation: Operation) => {
      const scene = await sceneOf(database(), operation)
      const before = await scene.state()
      const outcome = await whileLocked(database(), scene.tenant, () =>
        scene.run(sqlOn(database()), timeoutMs).then(
          () => 'done',
          (error: unknown) => (isPaymentError(error) ? error.code : String(error)),
        ),
      )
      if (outcome === 'concurrent_update') refused.push(operation.name)
      const isDone = outcome === 'done'
      expect([operation.name, outcome]).toEqual([operation.name, isDone ? 'done' : 'concurrent_update'])
      if (!isDone) expect(await scene.state()).toEqual(before)
    }
    const all = [...writes, ...financeWrites]
    // A connection of the pool is for the locks, and others for the call.
    for (let first = 0; first < all.length; first += 3) await Promise.all(all.slice(first, first + 3).map(play))
    const changing = [
      'confirmPayment',
      'failPayment',
      'reversePayment',
      'replace with a statement line',
      'completeEvents',
    ]
    expect(refused).toEqual(
      expect.arrayContaining([...changing, 'lines.allocate', 'refunds.confirm', 'waivers.approve', 'cash.close']),
    )
    for (const name of withoutLocks(database())) expect(refused).not.toContain(name)
  })
})
