import { memoryRepository, type Payment } from 'hospital-payments'
import { changeFixture, insertFixture, paymentFixture } from 'hospital-payments/testing'
import { describe, expect, it } from 'vitest'
import { findRefunds } from '../../src/operations/refunds/stored-refunds.js'
import { dryRun } from '../../src/repository/dry-run/dry-run.js'
import { paidFields } from '../../src/repository/run-port.js'
import {
  lineChangeFixture,
  lineEntryFixture,
  lineFixture,
  refundChangeFixture,
  refundEntryFixture,
  refundFixture,
  refundsOfGroup,
} from '../support/finance-contract/index.js'
import { ofPaymentsAlone } from '../support/finance-repositories.js'
import { watched } from '../support/repositories.js'
import { contents } from '../support/service.js'
import { group, insertOne } from '../support/writes.js'

const none = { references: [], providerTransactionIds: [], lineKeys: [] }
const paid = { status: 'succeeded', paidAt: '2026-11-20T10:00:00.000Z' } as const
const paidQuery = { by: 'paidAt', fields: paidFields } as const

/** Makes a repository with these payments, each with its live reference, and a dry run over it. */
async function over(...payments: readonly Payment[]) {
  const stored = memoryRepository()
  for (const payment of payments) {
    const isLive = payment.status === 'pending' || payment.status === 'succeeded'
    await insertOne(stored, insertFixture(payment, { liveReference: isLive ? payment.reference : null }))
  }
  return { stored, dry: dryRun(stored) }
}

describe('dryRun', () => {
  it('writes nothing to the storage', async () => {
    const payment = paymentFixture()
    const { stored, dry } = await over(payment)
    const line = lineFixture()
    await stored.replace({ changes: [], lines: [lineEntryFixture(line)] })
    const before = await contents(stored)
    const change = changeFixture(payment, { ...paid, providerTransactionId: 'TX-1' })
    const lines = [lineChangeFixture(line, { outcome: 'confirmed' }), lineEntryFixture(lineFixture())]
    expect(await dry.replace({ changes: [change], lines })).toEqual({ outcome: 'replaced' })
    expect(await contents(stored)).toStrictEqual(before)
    expect(await stored.findLines(lines.map(({ key }) => key))).toStrictEqual([line])
    expect((await dry.lookup({ ...none, references: [payment.reference] })).payments).toStrictEqual([change.payment])
    expect(await dry.findLines([line.key])).toStrictEqual([lines[0]!.line])
  })

  it('reads nothing from the storage for a change', async () => {
    const payments = Array.from({ length: 20 }, () => paymentFixture())
    const { repository, log } = watched((await over(...payments)).stored)
    const dry = dryRun(repository)
    for (const payment of payments) {
      const change = changeFixture(payment, paid, { liveReference: payment.reference })
      expect(await dry.replace(group([change], `line ${payment.id}`))).toEqual({ outcome: 'replaced' })
    }
    expect(log).toEqual([])
  })

  it('finds a payment by the receipt that a change gave it, in whichever letter case', async () => {
    const [holder, other] = [paymentFixture({ channel: 'till' }), paymentFixture({ channel: 'bank' })]
    const { stored, dry } = await over(holder, other)
    const settled = changeFixture(holder, { ...paid, providerTransactionId: 'TX-1' })
    await stored.replace(group([settled]))
    const confirmed = changeFixture(other, { ...paid, providerTransactionId: 'tx-1' })
    await dry.replace(group([confirmed]))
    const proved = changeFixture(confirmed.payment, { amountReconciled: 1 })
    await dry.replace(group([proved]))
    const paymentsWith = async (keys: object) => (await dry.lookup({ ...none, ...keys })).payments
    const both = [settled.payment, proved.payment]
    expect(await paymentsWith({ providerTransactionIds: ['Tx-1', 'TX-2'] })).toEqual(both)
    const references = [holder.reference, other.reference]
    expect(await paymentsWith({ references, providerTransactionIds: ['TX-1'] })).toEqual(both)
    expect(await paymentsWith({ providerTransactionIds: ['TX-2'] })).toEqual([])
  })

  it('scans the payments that a run confirmed among those that are stored, in batches with a turn between them', async () => {
    const { stored, dry } = await over()
    const at = (n: number) => new Date(Date.UTC(2026, 10, 20, 9, 0, n)).toISOString()
    const payments = Array.from({ length: 2500 }, () => paymentFixture())
    await stored.insert(payments.map((payment) => insertFixture(payment)))
    const isStoredPaid = (n: number) => n % 5 === 0
    const changeOf = (payment: Payment, n: number) => changeFixture(payment, { ...paid, paidAt: at((n * 7) % 2500) })
    const changes = payments.map(changeOf)
    await stored.replace({ changes: changes.filter((_, n) => isStoredPaid(n)), lines: [] })
    await dry.replace({ changes: changes.filter((_, n) => !isStoredPaid(n)), lines: [] })
    const proved = changeFixture(changes[0]!.payment, { amountReconciled: 1 })
    await dry.replace({ changes: [proved], lines: [] })

    const [rows, turnsBefore]: [unknown[][], number[]] = [[], []]
    let turns = 0
    for await (const batch of dry.scan(paidQuery)) {
      turnsBefore.push(turns)
      setImmediate(() => turns++)
      rows.push(...batch.map((row) => [...row]))
    }
    const now = [proved, ...changes.slice(1)].map(({ payment }) => payment)
    now.sort((a, b) => (a.paidAt! < b.paidAt! ? -1 : 1))
    expect(rows).toEqual(now.map((payment) => paidFields.map((field) => payment[field] ?? null)))
    expect(turnsBefore).toEqual([0, 1, 2])
  })

  it('finds a refund as the run has paid it out, by its receipt too', async () => {
    const { stored, dry } = await over()
    const { entry } = refundEntryFixture(refundFixture({ paymentId: null, lineKey: 'id:line' }))
    await stored.replace({ changes: [], lines: [], ...refundsOfGroup([entry]) })
    const paidOut = refundChangeFixture(
      { entry, changes: [] },
      { status: 'succeeded', paidAt: paid.paidAt, providerTransactionId: 'TX-9' },
    )
    expect(await dry.replace({ changes: [], lines: [], ...refundsOfGroup([paidOut.entry]) })).toEqual({
      outcome: 'replaced',
    })
    for (const keys of [{ ids: [entry.refund.id] }, { providerTransactionIds: ['tx-9'] }, { lineKeys: ['id:line'] }]) {
      expect(await findRefunds(dry, keys)).toEqual([paidOut.entry.refund])
    }
    expect(await findRefunds(dry, { providerTransactionIds: ['TX-8'] })).toEqual([])
  })

  it('is one of payments alone over a repository of payments alone', () => {
    expect(dryRun(ofPaymentsAlone(memoryRepository()))).not.toHaveProperty('findLines')
  })
})
