import pg from 'pg'
import { isPaymentError } from 'hospital-payments'
import { fromPg, migrate, sqlRepository } from 'hospital-payments/sql'
import { expect, it } from 'vitest'
import { freshTenant, onEach, postgres, systemPostgres } from '../../support/databases/index.js'
import { migrated } from '../../support/databases/repository.js'
import { collect } from '../../support/service.js'

/** Longer than a test may take: what waits for it has failed. */
const timeoutMs = 3_600_000

onEach([postgres, systemPostgres], 'fromPg: a client of pg on which nothing has called connect', (entry) => {
  const database = migrated(entry)

  it('is refused by the first call, with what to do', async () => {
    const client = new pg.Client(database().url)
    const repository = sqlRepository(fromPg(client), { tenant: freshTenant(), timeoutMs })
    const refused = await Promise.allSettled([
      repository.get('pay_1'),
      repository.history('pay_1'),
      collect(repository.scan({ by: 'createdAt', fields: ['amount'] })),
      migrate(fromPg(client), { lockTimeoutMs: timeoutMs }),
    ])
    for (const result of refused) {
      const reason = result.status === 'rejected' ? (result.reason as Error) : expect.fail('not refused')
      expect(isPaymentError(reason, 'storage_unavailable')).toBe(true)
      expect(reason).toMatchObject({ retryable: false, message: expect.stringContaining('client.connect()') })
    }
  })

  it('is used once connect was called, though it has not ended, and refused at once when it has been ended', async () => {
    const client = new pg.Client(database().url)
    const repository = sqlRepository(fromPg(client), { tenant: freshTenant() })
    expect(() => repository.within?.(client)).toThrow(/open a transaction first/)
    const connected = client.connect().then(() => undefined)
    const began = client.query('BEGIN')
    expect(await repository.get('pay_1')).toBeNull()
    await Promise.all([connected, began])
    await client.end()
    await expect(repository.get('pay_1')).rejects.toMatchObject({ code: 'storage_unavailable' })
  })
})
