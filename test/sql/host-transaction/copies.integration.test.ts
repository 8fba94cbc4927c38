import { createHospitalPayments, type PaymentRepository, textChannel } from 'hospital-payments'
import type * as Sql from 'hospital-payments/sql'
import { beforeAll, expect, it, vi } from 'vitest'
import { request } from '../../support/service.js'
import { freshTenant, libsql, mariadb, onEach, postgres } from '../../support/databases/index.js'
import { migrated } from '../../support/databases/repository.js'
import type { MysqlDatabase, PgDatabase, SqliteDatabase } from '../../support/databases/index.js'

/** Loads what a host has when one of its packages imports the library and another one requires it. */
async function copyOfLibrary(): Promise<typeof Sql> {
  vi.resetModules()
  return import('hospital-payments/sql')
}

type Shared = PgDatabase | MysqlDatabase | SqliteDatabase

/** Opens a repository of each copy over one connection with an open transaction; `work` ends in COMMIT. */
async function inTransaction(
  database: Shared,
  copies: readonly (typeof Sql)[],
  tenant: string,
  work: (repositories: readonly PaymentRepository[]) => Promise<unknown>,
): Promise<void> {
  const { dialect } = database
  const over = (make: (copy: typeof Sql) => Sql.SqlDatabase) =>
    copies.map((copy) => copy.sqlRepository(make(copy), { dialect, tenant }))
  switch (database.driver) {
    case 'pg': {
      const client = await database.handle.connect()
      await client.query('BEGIN')
      await work(over((copy) => copy.fromPg(client)))
      await client.query('COMMIT')
      return client.release()
    }
    case 'mysql2': {
      const connection = await database.handle.getConnection()
      await connection.beginTransaction()
      await work(over((copy) => copy.fromMysql2(connection)))
      await connection.commit()
      return connection.release()
    }
    default: {
      const { handle } = database
      handle.exec('BEGIN')
      await work(over((copy) => copy.fromSqlite(handle)))
      handle.exec('COMMIT')
    }
  }
}

onEach(
  [postgres, mariadb, libsql],
  "sqlRepository: two copies of the library in one transaction of a host's",
  (entry) => {
    const database = migrated(entry) as () => Shared
    let copies: readonly (typeof Sql)[]
    beforeAll(async () => {
      copies = [await copyOfLibrary(), await copyOfLibrary()]
      expect(copies[0]!.sqlRepository).not.toBe(copies[1]!.sqlRepository)
    })

    const serviceOver = (repository: PaymentRepository) =>
      createHospitalPayments({
        repository,
        channels: { 'mobile-banking': textChannel('Pay {reference}.') },
        referencePolicy: 'one-live',
      })

    it('lose no payment that was acknowledged and committed', async () => {
      const tenant = freshTenant()
      const created: string[] = []
      let refused = 0
      await inTransaction(database(), copies, tenant, (repositories) =>
        Promise.all(
          Array.from({ length: 100 }, async (_, i) => {
            const payments = serviceOver(repositories[i % 2]!)
            // Every second reference is taken already: what its call has done is undone alone.
            const answer = await payments
              .createPayment(request({ reference: `INV-${Math.floor(i / 4)}` }))
              .catch((error: { code: string }) => error.code)
            if (typeof answer === 'string') {
              expect(answer).toBe('reference_conflict')
              refused++
            } else created.push(answer.id)
          }),
        ),
      )
      expect({ created: created.length, refused }).toEqual({ created: 25, refused: 75 })
      await inTransaction(database(), copies, tenant, async ([repository]) => {
        for (const id of created) expect(await repository!.get(id)).toMatchObject({ id })
      })
    })

    it('export at the same time', async () => {
      const tenant = freshTenant()
      await inTransaction(database(), copies, tenant, async ([repository]) => {
        for (let i = 0; i < 10; i++) await serviceOver(repository!).createPayment(request({ reference: `INV-${i}` }))
      })
      await inTransaction(database(), copies, tenant, async (repositories) => {
        const exports = repositories.map((repository) => serviceOver(repository).exportCsv()[Symbol.asyncIterator]())
        const texts = ['', '']
        for (let open = true; open;) {
          const steps = await Promise.all(exports.map((rows) => rows.next()))
          steps.forEach(({ done, value }, i) => (texts[i] += done ? '' : value))
          open = steps.some(({ done }) => !done)
        }
        expect(texts[0]!.split('\r\n')).toHaveLength(12)
        expect(texts[1]).toBe(texts[0])
      })
    })
  },
)
