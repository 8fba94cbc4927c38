import { expect, it } from 'vitest'
import { onEach, postgres } from '../../support/databases/index.js'
import { migrated, repositoryOn } from '../../support/databases/repository.js'
import { request, testService } from '../../support/service.js'

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
})
