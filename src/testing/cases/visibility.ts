import type { Payment } from '../../domain/payments/payment.js'
import type { PaymentRepository } from '../../repository/port.js'
import { equal } from '../assert.js'
import { changeFixture, insertFixture, paymentFixture } from '../fixtures.js'
import { prove } from '../proof.js'
import { brief, group, insertOne } from '../steps.js'

const noKeys = { references: [], providerTransactionIds: [], lineKeys: [] }

/** Reads one payment in every way of reading. */
async function views(repository: PaymentRepository, { id, reference }: Payment): Promise<Record<string, unknown>> {
  const filter = { by: 'createdAt', reference } as const
  const rows = []
  for await (const batch of repository.scan({ ...filter, fields: ['id', 'version'] })) rows.push(...batch)
  const [total] = await repository.totals(filter)
  return {
    get: brief(await repository.get(id)),
    page: (await repository.page({ ...filter, direction: 'asc', limit: 5 })).map(brief),
    lookup: (await repository.lookup({ ...noKeys, references: [reference] })).payments.map(brief),
    scan: rows.map(([rowId, version]) => `${String(rowId)} v${String(version)}`),
    totals: total ? `${total.count} ${total.status}` : 'none',
    history: (await repository.history(id)).length,
  }
}

export const visibilityCases = [
  prove(8, 'Every read shows a write as soon as it was acknowledged', async (repository) => {
    const payment = paymentFixture({ reference: 'INV-1' })
    const empty = { get: 'nothing', page: [], lookup: [], scan: [], totals: 'none', history: 0 }
    equal(await views(repository, payment), empty, 'before the insert')

    await insertOne(repository, insertFixture(payment))
    const first = `${payment.id} v1`
    const inserted = { get: first, page: [first], lookup: [first], scan: [first], totals: '1 pending', history: 1 }
    equal(await views(repository, payment), inserted, 'after the insert')

    const paid = changeFixture(payment, { status: 'succeeded', paidAt: '2026-11-20T10:00:00.000Z' })
    await repository.replace(group([paid], 'line-1'))
    const second = `${payment.id} v2`
    const replaced = {
      get: second,
      page: [second],
      lookup: [second],
      scan: [second],
      totals: '1 succeeded',
      history: 2,
    }
    equal(await views(repository, payment), replaced, 'after the replace')
  }),

  prove(8, 'A stored statement line and a new event are seen by the next lookup and claim', async (repository) => {
    const payment = paymentFixture()
    const keys = { ...noKeys, lineKeys: ['line-1'] }
    const claim = { from: 'due', owner: 'relay', limit: 5 } as const
    const early = { ...claim, now: '2026-11-20T10:00:00.000Z', leaseUntil: '2026-11-20T10:01:00.000Z' }
    equal((await repository.lookup(keys)).lines.length, 0, 'lines before')
    equal((await repository.claimEvents(early)).length, 0, 'events before')
    await insertOne(repository, insertFixture(payment))
    equal((await repository.claimEvents(early)).length, 1, 'events after the insert')
    await repository.replace(group([changeFixture(payment, { amountReconciled: 1 })], 'line-1'))
    equal((await repository.lookup(keys)).lines.length, 1, 'lines after the replace')
  }),
]
