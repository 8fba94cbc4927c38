import { memoryRepository, type Payment, type PaymentRepository } from 'hospital-payments'
import { changeFixture, insertFixture, paymentFixture } from 'hospital-payments/testing'
import { beforeEach, describe, expect, it } from 'vitest'
import { group, insertOne } from '../support/writes.js'

const paid = { status: 'succeeded', paidAt: '2026-11-20T10:00:00.000Z' } as const
const refused = { code: 'storage_unavailable', retryable: false }

describe('the memory repository refuses what the core never sends:', () => {
  let repository: PaymentRepository
  let payment: Payment

  beforeEach(async () => {
    repository = memoryRepository()
    payment = paymentFixture()
    await insertOne(repository, insertFixture(payment))
  })

  async function isUnchanged(): Promise<void> {
    expect(await repository.get(payment.id)).toEqual(payment)
    expect(await repository.history(payment.id)).toHaveLength(1)
  }

  it('two changes of one payment in one group, be they rivals or one after the other', async () => {
    const first = changeFixture(payment, paid)
    const rival = changeFixture(payment, { status: 'expired' })
    const next = changeFixture(first.payment, { amountReconciled: 1 })
    for (const second of [rival, next]) {
      await expect(repository.replace(group([first, second]))).rejects.toMatchObject(refused)
      await isUnchanged()
    }
  })

  it.each([
    { reference: 'INV-other' },
    { amount: 1 },
    { currency: 'USD' },
    { channel: 'cash' },
    { createdAt: '2026-11-20T08:00:00.000Z' },
  ])('a change of what was asked for, %j', async (patch) => {
    const changes = [changeFixture(payment, { ...paid, ...patch })]
    await expect(repository.replace(group(changes, 'line-1'))).rejects.toMatchObject(refused)
    await isUnchanged()
    expect(
      (await repository.lookup({ references: [], providerTransactionIds: [], lineKeys: ['line-1'] })).lines,
    ).toEqual([])
  })

  it.each([-1, 0.5, Number.NaN])('a reconciled amount of %s', async (amountReconciled) => {
    const changes = [changeFixture(payment, { amountReconciled })]
    await expect(repository.replace(group(changes))).rejects.toMatchObject(refused)
    await isUnchanged()
  })

  it.each([
    { amountRefunding: -1 },
    { amountRefunded: 0.5 },
    { amountRefunding: Number.MAX_SAFE_INTEGER },
    { amountRefunding: paymentFixture().amount, amountRefunded: 1 },
  ])('refunds of %j', async (refunds) => {
    const changes = [changeFixture(payment, { ...paid, ...refunds })]
    await expect(repository.replace(group(changes))).rejects.toMatchObject(refused)
    await isUnchanged()
  })

  it('an event of another payment', async () => {
    const fine = changeFixture(payment, paid)
    const event = { ...fine.event, data: { ...fine.event.data, paymentId: paymentFixture().id } }
    await expect(repository.replace(group([{ ...fine, event }]))).rejects.toMatchObject(refused)
    await isUnchanged()
  })

  it.each(['references', 'providerTransactionIds', 'lineKeys'])('more than 5,000 %s in one lookup', async (list) => {
    const keys = { references: [], providerTransactionIds: [], lineKeys: [] }
    const many = (count: number) => ({ ...keys, [list]: Array.from({ length: count }, (_, i) => `key-${i}`) })
    await expect(repository.lookup(many(5001))).rejects.toMatchObject(refused)
    expect(await repository.lookup(many(5000))).toEqual({ payments: [], lines: [] })
  })
})
