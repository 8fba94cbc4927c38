import { describe, expect, it } from 'vitest'
import { createHospitalPayments, textChannel } from 'hospital-payments'
import { manualClock } from 'hospital-payments/testing'
import { libsql, mariadb, nodeSqlite, onEach, pglite, postgres, systemPostgres } from '../support/databases/index.js'
import { migrated, repositoryOn } from '../support/databases/repository.js'
import { fencesOf } from './support/fences.js'

const titles = { postgres: 'PostgreSQL', mysql: 'MariaDB', sqlite: 'SQLite' } as const

/** Returns the SELECT that the documents show for a database; a line that is set in belongs to the one before it. */
function selectFor(title: string): string {
  const text = fencesOf('docs/tables.md').find((fence) => fence.text.startsWith('PostgreSQL   SELECT'))?.text
  const lines = text?.replaceAll(/\n +/g, ' ').split('\n') ?? []
  return lines
    .find((line) => line.startsWith(title))!
    .slice(title.length)
    .trim()
}

/** Changes a SELECT for MariaDB, which shows times in the zone of the session: a driver may take it for another one. */
const instantOnMariadb = (select: string) =>
  `SELECT reference, amount, UNIX_TIMESTAMP(created) AS created FROM (${select}) AS shown`

function instantOf(created: unknown): Date {
  if (created instanceof Date) return created
  // SQLite gives it as text in UTC.
  const isText = typeof created === 'string' && created.includes(' ')
  return isText ? new Date(`${created.replace(' ', 'T')}Z`) : new Date(Number(created) * 1000)
}

describe('docs/tables.md: the SELECT that reads payments', () => {
  onEach([postgres, systemPostgres, mariadb, libsql, nodeSqlite, pglite], 'run', (entry) => {
    const database = migrated(entry)

    it('shows text, amount and time as people read them', async () => {
      const payments = createHospitalPayments({
        repository: repositoryOn(database()),
        channels: { cash: textChannel('Pay at the cashier with reference {reference}.') },
        clock: manualClock('2026-11-20T09:00:00.000Z'),
      })
      await payments.createPayment({ amount: 150_000, currency: 'ETB', reference: 'ደረሰኝ-7', channel: 'cash' })
      const { dialect, rows } = database()
      const select = selectFor(titles[dialect])
      const [row] = await rows(dialect === 'mysql' ? instantOnMariadb(select) : select)
      expect(row).toMatchObject({ reference: 'ደረሰኝ-7' })
      expect(Number(row!['amount'])).toBe(150_000)
      expect(instantOf(row!['created']).toISOString()).toBe('2026-11-20T09:00:00.000Z')
    })
  })
})
