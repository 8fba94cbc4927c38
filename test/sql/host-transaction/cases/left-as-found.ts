import { expect, it } from 'vitest'
import { collect, refusal, request } from '../../../support/service.js'
import type { Hospital } from '../hospital.js'
import { beginningOf } from './reads.js'

/** Variables of MySQL and MariaDB that are about the session's past, and are no settings. */
const past = [
  'timestamp',
  'pseudo_thread_id',
  'last_gtid',
  'last_insert_id',
  'insert_id',
  'identity',
  'warning_count',
  'error_count',
  'rand_seed1',
  'rand_seed2',
]

/** Everything that can be set for a session. */
const settings = {
  postgres: ['SELECT name, setting FROM pg_settings ORDER BY name'],
  mysql: [
    `SHOW SESSION VARIABLES WHERE variable_name NOT IN (${past.map((name) => `'${name}'`).join(', ')})`,
    'SELECT @hp_sql_mode, @hp_lock_wait, @hp_idle_wait',
  ],
  sqlite: [
    'PRAGMA busy_timeout',
    'PRAGMA foreign_keys',
    'PRAGMA synchronous',
    'PRAGMA query_only',
    'PRAGMA cache_size',
  ],
} as const

/** Declares that the connection stays the host's. */
export function leftAsFound(hospital: () => Hospital): void {
  it('changes no setting of the connection, and leaves no cursor open on it', async () => {
    const { host, within, database } = hospital()
    await host.transaction(async (tx) => {
      const bound = within(tx)
      const all = async () => {
        const answers = []
        for (const sql of settings[database.dialect]) answers.push(await tx.query(sql))
        return answers
      }
      const before = await all()
      const { id } = await bound.createPayment(request())
      await refusal(bound.createPayment(request()), 'reference_conflict')
      await bound.confirmPayment(id, { providerTransactionId: 'FT-1' })
      const other = await bound.createPayment(request({ reference: 'INV-2' }))
      await refusal(bound.confirmPayment(other.id, { providerTransactionId: 'FT-1' }), 'duplicate_payment')
      await bound.reportPayments()
      await collect(bound.exportCsv())
      await beginningOf(bound.exportCsv())
      expect(await all()).toEqual(before)
      expect(before.flat().length).toBeGreaterThan(4)
      if (database.dialect === 'postgres')
        expect(await tx.query("SELECT name FROM pg_cursors WHERE name LIKE 'hp%'")).toEqual([])
    })
  })

  it('does nothing where the host has opened no transaction', async ({ skip }) => {
    const { host, within, payments, invoices, database } = hospital()
    if (database.dialect === 'sqlite')
      return skip('a handle of SQLite shows it; without a transaction the calls have their own')
    const { id } = await payments.createPayment(request())
    await host.outside(async (database) => {
      const bound = within({ database })
      const calls = [
        bound.createPayment(request({ reference: 'INV-2' })),
        bound.failPayment(id, { reason: 'no cash' }),
        bound.getPayment(id),
        bound.reportPayments(),
        bound.totals(),
        collect(bound.exportCsv()),
      ]
      for (const refused of await Promise.allSettled(calls))
        expect(refused).toMatchObject({
          reason: {
            code: 'storage_unavailable',
            retryable: false,
            message: expect.stringContaining('open a transaction first') as string,
          },
        })
    })
    expect((await payments.findByReference('INV-2')).items).toEqual([])
    expect(await payments.getPayment(id)).toMatchObject({ status: 'pending' })
    expect(await invoices()).toEqual([])
  })
}
