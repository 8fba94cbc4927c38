/** A server that has too few locks for the partitions of all tables in one transaction. */
import { fromPg, migrate } from 'hospital-payments/sql'
import pg from 'pg'
import { expect, it } from 'vitest'
import { onEach, ownServers } from '../../support/databases/index.js'

const few = ['-c', 'max_connections=20', '-c', 'max_locks_per_transaction=20', '-c', 'max_worker_processes=1']

onEach(
  ownServers.filter(({ name }) => name === 'postgres'),
  "migrate: distribute: 'partitions' with few locks",
  (entry) => {
    it('names the setting to raise, and changes nothing', async () => {
      const server = await entry.start({ flags: few })
      const pool = new pg.Pool({ connectionString: server.url })
      try {
        await expect(migrate(fromPg(pool), { distribute: 'partitions', partitions: 32 })).rejects.toMatchObject({
          code: 'storage_unavailable',
          retryable: false,
          message: expect.stringContaining('max_locks_per_transaction') as string,
        })
        const { rows } = await pool.query("SELECT relname FROM pg_class WHERE relname LIKE 'hp\\_%'")
        expect(rows).toEqual([])
      } finally {
        await pool.end()
        await server.destroy()
      }
    })
  },
)
