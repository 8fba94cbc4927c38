import pg from 'pg'
import { isPaymentError } from 'hospital-payments'
import { fromPg, migrate } from 'hospital-payments/sql'
import { expect, it } from 'vitest'
import { onEach, opened, postgres } from '../../support/databases/index.js'

onEach([postgres], 'migrate: tables in another schema', (entry) => {
  const database = opened(entry)

  it('get no second set of tables before those that hold the payments', async () => {
    await migrate(fromPg(database().handle), { guards: false })
    await database().handle.query('CREATE SCHEMA app')
    const pool = new pg.Pool({ connectionString: database().url, options: '-c search_path=app,public', max: 2 })
    try {
      expect(await migrate(fromPg(pool), { guards: false })).toEqual({ applied: [] })
      const refused: unknown = await migrate(fromPg(pool)).catch((error: unknown) => error)
      expect(isPaymentError(refused, 'storage_unavailable') && refused.retryable).toBe(false)
      expect(String(refused)).toContain('search_path')
      const { rows } = await pool.query("SELECT 1 FROM pg_tables WHERE schemaname = 'app'")
      expect(rows).toEqual([])
    } finally {
      await pool.end()
    }
  })
})
