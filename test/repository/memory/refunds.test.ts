import { memoryRepository, type Payment } from 'hospital-payments'
import type { FinanceRepository } from 'hospital-payments/repository'
import { insertFixture, paymentFixture } from 'hospital-payments/testing'
import { beforeEach, describe, expect, it } from 'vitest'
import { eventsOfRefund, findRefunds } from '../../../src/operations/refunds/stored-refunds.js'
import {
  refundChangeFixture,
  refundEntryFixture,
  refundFixture,
  refundsOfGroup,
} from '../../support/finance-contract/index.js'
import { insertOne } from '../../support/writes.js'

const refused = { code: 'storage_unavailable', retryable: false }

describe('memoryRepository: refunds are stored', () => {
  let repository: FinanceRepository
  let payment: Payment

  beforeEach(async () => {
    repository = memoryRepository()
    payment = paymentFixture({ amount: 1000 })
    await insertOne(repository, insertFixture(payment))
  })

  it('with their payment, in one history that the refund shows too', async () => {
    const requested = refundEntryFixture(refundFixture({ paymentId: payment.id, amount: 400 }), { payment })
    const group = { changes: requested.changes, lines: [], ...refundsOfGroup([requested.entry]) }
    expect(await repository.replace(group)).toEqual({ outcome: 'replaced' })
    const paid = refundChangeFixture(requested, { status: 'succeeded', paidAt: '2026-11-20T12:00:00.000Z' })
    expect(await repository.replace({ changes: paid.changes, lines: [], ...refundsOfGroup([paid.entry]) })).toEqual({
      outcome: 'replaced',
    })
    const events = await repository.history(payment.id)
    expect(events.map(({ type }) => type)).toEqual(['payment.created', 'refund.pending', 'refund.succeeded'])
    expect(await eventsOfRefund(repository, requested.entry.refund)).toEqual(events.slice(1))
    expect(await repository.get(payment.id)).toMatchObject({ version: 3, amountRefundPending: 0, amountRefunded: 400 })
  })

  it('with their line, in a stream of events of their own', async () => {
    const { entry } = refundEntryFixture(refundFixture({ paymentId: null, lineKey: 'id:line' }))
    expect(await repository.replace({ changes: [], lines: [], ...refundsOfGroup([entry]) })).toEqual({
      outcome: 'replaced',
    })
    expect(await eventsOfRefund(repository, entry.refund)).toEqual([entry.event])
  })

  it('never without the change of their payment, nor an event of a refund without its refund', async () => {
    const { entry, changes } = refundEntryFixture(refundFixture({ paymentId: payment.id, amount: 400 }), { payment })
    for (const group of [
      { changes: [], lines: [], ...refundsOfGroup([entry]) },
      { changes, lines: [] },
      { changes, lines: [{ key: 'id:key', paymentIds: [] }], ...refundsOfGroup([entry]) },
    ]) {
      await expect(repository.replace(group)).rejects.toMatchObject(refused)
    }
    expect(await repository.get(payment.id)).toEqual(payment)
    expect(await findRefunds(repository, { ids: [entry.refund.id] })).toEqual([])
  })
})
