import { sqlRepository } from 'hospital-payments/sql'
import { expect, it } from 'vitest'
import { onEach, postgres } from '../../support/databases/index.js'
import { migrated, repositoryOn } from '../../support/databases/repository.js'
import { preparing } from '../../support/fault-proxy.js'
import { request, testService } from '../../support/service.js'
import { openLane } from '../faults/lane.js'

onEach([postgres], 'What was prepared', (entry) => {
  const database = migrated(entry)

  it('is prepared anew on every connection on which somebody has deallocated it', async () => {
    const { payments } = testService({ repository: repositoryOn(database(), { tenant: 'forgotten' }) })
    const pool = database().handle
    const create = (i: number) => payments.createPayment(request({ reference: `INV-${i}` }))
    // All connections of the pool, so that no try finds one that still knows it.
    await Promise.all(Array.from({ length: 40 }, (_, i) => create(i)))
    const clients = await Promise.all(Array.from({ length: pool.totalCount }, () => pool.connect()))
    expect(clients.length).toBeGreaterThan(5)
    for (const client of clients) {
      await client.query('DEALLOCATE ALL')
      client.release()
    }
    const { id } = await create(100)
    expect((await payments.getPayment(id))?.reference).toBe('INV-100')
    expect((await payments.confirmPayment(id)).status).toBe('succeeded')
    expect(pool.totalCount).toBe(clients.length)
  })

  it('is met by others behind a pooler that does not know it: the error names the option for that', async () => {
    const lane = await openLane(database())
    lane.proxy.answerWith(preparing('INSERT INTO hp_payments'), { code: '42P05' })
    const { payments } = testService({ repository: sqlRepository(lane.sql, { dialect: 'postgres', tenant: 'pooler' }) })
    await expect(payments.createPayment(request())).rejects.toMatchObject({
      code: 'storage_unavailable',
      retryable: false,
      message: expect.stringContaining('{ prepare: false }'),
      cause: { code: '42P05' },
    })
    expect(await lane.missing()).toBe(0)
    await lane.close()
  })
})
