import pg from 'pg'
import { createHospitalPayments } from 'hospital-payments'
import { fromPg, sqlRepository } from 'hospital-payments/sql'
import { expect, it } from 'vitest'
import { onEach, postgres } from '../../support/databases/index.js'
import { migrated } from '../../support/databases/repository.js'
import { fill } from './fillers.js'

const tenant = 'export in a transaction'
const count = 5000

onEach([postgres], "exportCsv: an export in a host's transaction", (entry) => {
  const database = migrated(entry)

  it('leaves the connection to the host between two pieces, savepoints included', async () => {
    await fill(database(), tenant, count)
    const client = new pg.Client(database().url)
    await client.connect()
    try {
      await client.query('CREATE TABLE notes (n integer)')
      await client.query('BEGIN')
      const payments = createHospitalPayments({
        repository: sqlRepository(fromPg(client), { tenant }),
        channels: {},
      })
      let pieces = 0
      for await (const text of payments.exportCsv()) {
        expect(text).not.toBe('')
        pieces++
        // As nested transactions of knex and TypeORM do.
        await client.query('SAVEPOINT host')
        await client.query('INSERT INTO notes VALUES ($1)', [pieces])
        await client.query('RELEASE SAVEPOINT host')
      }
      await client.query('COMMIT')
      expect(pieces).toBeGreaterThan(2)
      expect((await client.query('SELECT count(*)::int AS notes FROM notes')).rows).toEqual([{ notes: pieces }])
    } finally {
      await client.end()
    }
  })
})
