import { memoryRepository, type Payment } from 'hospital-payments'
import { changeFixture, insertFixture, paymentFixture } from 'hospital-payments/testing'
import { describe, expect, it } from 'vitest'
import { dryRun } from '../../src/repository/dry-run/dry-run.js'
import { watched } from '../support/repositories.js'
import { contents } from '../support/service.js'
import { group, insertOne } from '../support/writes.js'

const none = { references: [], providerTransactionIds: [], lineKeys: [] }
const paid = { status: 'succeeded', paidAt: '2026-11-20T10:00:00.000Z' } as const

/** Makes a repository with these payments, and a dry run over it. */
async function over(...payments: readonly Payment[]) {
  const stored = memoryRepository()
  for (const payment of payments) await insertOne(stored, insertFixture(payment, { liveReference: payment.reference }))
  return { stored, dry: dryRun(stored) }
}

describe('a dry run', () => {
  it('writes nothing', async () => {
    const payment = paymentFixture()
    const { stored, dry } = await over(payment)
    const before = await contents(stored)
    await insertOne(dry, insertFixture(paymentFixture()))
    await dry.replace(group([changeFixture(payment, { ...paid, providerTransactionId: 'TX-1' })], 'line-1'))
    const claim = { owner: 'relay', now: '2026-11-21T00:00:00.000Z', leaseUntil: '2026-11-22T00:00:00.000Z', limit: 9 }
    const claimed = await dry.claimEvents({ from: 'due', ...claim })
    expect(claimed.map(({ event }) => event.type)).toEqual(['payment.created', 'payment.succeeded'])
    const results = claimed.map(({ event }) => ({ eventId: event.id, next: 'delivered' as const }))
    await dry.completeEvents({ owner: 'relay', now: claim.now, results })
    expect(await contents(stored)).toStrictEqual(before)
    expect((await stored.lookup({ ...none, lineKeys: ['line-1'] })).lines).toEqual([])
    expect(await stored.claimEvents({ from: 'due', ...claim })).toHaveLength(1)
  })

  it('lets the event loop have a turn between two batches of what it has stored', async () => {
    const { dry } = await over()
    await dry.insert(Array.from({ length: 2500 }, () => insertFixture(paymentFixture())))
    let turns = 0
    const turnsBefore: number[] = []
    for await (const { length } of dry.scan({ by: 'createdAt', fields: ['id'] })) {
      turnsBefore.push(turns)
      setImmediate(() => turns++)
      expect(length).toBe(turns < 2 ? 1000 : 500)
    }
    expect(turnsBefore).toEqual([0, 1, 2])
  })

  it('meets what is stored as a write would', async () => {
    const [holder, other, third] = [paymentFixture(), paymentFixture(), paymentFixture()]
    const { stored, dry } = await over(holder, other, third)
    const settled = changeFixture(
      holder,
      { ...paid, providerTransactionId: 'TX-1' },
      { liveReference: holder.reference },
    )
    await stored.replace(group([settled], 'line-1'))
    const change = changeFixture(other, paid)
    expect(await dry.replace(group([change], 'line-1'))).toEqual({ outcome: 'line_taken' })
    expect(await dry.replace(group([changeFixture(holder, paid)]))).toEqual({
      outcome: 'stale',
      current: settled.payment,
    })
    expect(await dry.replace(group([changeFixture(paymentFixture(), paid)]))).toEqual({
      outcome: 'stale',
      current: null,
    })
    expect(await dry.replace(group([changeFixture(other, { ...paid, providerTransactionId: 'TX-1' })]))).toEqual({
      outcome: 'transaction_taken',
      payment: settled.payment,
    })
    const sameReference = insertFixture(paymentFixture({ reference: holder.reference }), {
      liveReference: holder.reference,
    })
    expect(await insertOne(dry, sameReference)).toEqual({ outcome: 'reference_taken', payment: settled.payment })
    expect(await insertOne(dry, insertFixture(third))).toEqual({ outcome: 'id_taken', payment: third })
  })

  it('frees what a change of a stored payment lets go of', async () => {
    const holder = paymentFixture()
    const { stored, dry } = await over(holder)
    const settled = changeFixture(
      holder,
      { ...paid, providerTransactionId: 'TX-1' },
      { liveReference: holder.reference },
    )
    await stored.replace(group([settled]))
    const { providerTransactionId: _, ...without } = settled.payment
    const reversed = changeFixture(without, { status: 'reversed', reversedAt: paid.paidAt })
    expect(await dry.replace(group([reversed]))).toEqual({ outcome: 'replaced' })
    expect((await dry.lookup({ ...none, providerTransactionIds: ['TX-1'] })).payments).toEqual([])
    const next = paymentFixture({ reference: holder.reference })
    const live = { liveReference: next.reference }
    expect(await insertOne(dry, insertFixture(next, live))).toEqual({ outcome: 'inserted' })
    const again = changeFixture(next, { ...paid, providerTransactionId: 'TX-1' }, live)
    expect(await dry.replace(group([again]))).toEqual({ outcome: 'replaced' })
    expect((await dry.lookup({ ...none, providerTransactionIds: ['TX-1'] })).payments).toEqual([again.payment])
  })

  it('reads nothing again of what was just looked up, to change it', async () => {
    const payments = Array.from({ length: 20 }, () => paymentFixture())
    const { repository, log } = watched((await over(...payments)).stored)
    const dry = dryRun(repository)
    const lineKeys = payments.map(({ id }) => `line ${id}`)
    await dry.lookup({ ...none, references: payments.map(({ reference }) => reference), lineKeys })
    for (const [i, payment] of payments.entries()) {
      const change = changeFixture(payment, paid, { liveReference: payment.reference })
      expect(await dry.replace(group([change], lineKeys[i]!))).toEqual({ outcome: 'replaced' })
    }
    expect(log).toEqual(['lookup'])
  })

  it('of more changes than it keeps events of refuses to give a part of them', async () => {
    const { dry } = await over()
    let last = paymentFixture()
    await insertOne(dry, insertFixture(last))
    for (let n = 1; n < 12_000; n++) {
      const change = changeFixture(last, { amountReconciled: n })
      await dry.replace(group([change]))
      last = change.payment
    }
    expect(await dry.history(last.id)).toHaveLength(12_000)
    await dry.replace(group([changeFixture(last, {})]))
    await expect(dry.history(last.id)).rejects.toMatchObject({ code: 'storage_unavailable', retryable: false })
    expect(await dry.get(last.id)).toMatchObject({ version: 12_001 })
  })
})
