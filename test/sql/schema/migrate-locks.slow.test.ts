/** A server that has too few locks for the partitions of all tables in one transaction. */
import { fromPg, migrate } from 'hospital-payments/sql'
import pg from 'pg'
import { expect, it } from 'vitest'
import { onEach, ownServers } from '../../support/databases/index.js'
import { everyMigration } from '../../support/migration-names.js'

const few = ['-c', 'max_connections=20', '-c', 'max_locks_per_transaction=20', '-c', 'max_worker_processes=1']
const partitions = { distribute: 'partitions', partitions: 32 } as const

onEach(
  ownServers.filter(({ name }) => name === 'postgres'),
  "migrate: distribute: 'partitions' with few locks",
  (entry) => {
    it('makes the partitions in many transactions; within one of the host, it names the setting and changes nothing', async () => {
      const server = await entry.start({ flags: few })
      const pool = new pg.Pool({ connectionString: server.url })
      try {
        const client = await pool.connect()
        await client.query('BEGIN')
        await expect(migrate(fromPg(client), partitions)).rejects.toMatchObject({
          code: 'storage_unavailable',
          retryable: false,
          message: expect.stringMatching(
            /in your transaction\. Nothing was changed\..* outside of a transaction, or raise max_locks_per_transaction/,
          ) as string,
        })
        await client.query('ROLLBACK')
        client.release()
        const tables = "SELECT count(*)::int AS count FROM pg_class WHERE relname LIKE 'hp\\_%\\_p31' AND relkind = 'r'"
        expect((await pool.query(tables)).rows).toEqual([{ count: 0 }])
        expect(await migrate(fromPg(pool), partitions)).toEqual({ applied: everyMigration })
        const { rows } = await pool.query(
          "SELECT count(*)::int AS count FROM pg_class WHERE relname LIKE 'hp\\_%' AND relkind = 'p'",
        )
        expect((await pool.query(tables)).rows).toEqual(rows)
      } finally {
        await pool.end()
        await server.destroy()
      }
    }, 240_000)
  },
)
