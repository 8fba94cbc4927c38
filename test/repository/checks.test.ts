import { memoryRepository, type Payment, type PaymentRepository } from 'hospital-payments'
import type { FinanceGroup, FinanceRepository, LineEntry, StoredClosing } from 'hospital-payments/repository'
import { changeFixture, insertFixture, paymentFixture } from 'hospital-payments/testing'
import { beforeEach, describe, expect, it } from 'vitest'
import { findRefunds } from '../../src/operations/refunds/stored-refunds.js'
import {
  closingFixture,
  lineChangeFixture,
  lineEntryFixture,
  lineFixture,
  refundChangeFixture,
  refundEntryFixture,
  type RefundEntry,
  refundFixture,
  refundsOfGroup,
} from '../support/finance-contract/index.js'
import { group, insertOne } from '../support/writes.js'

const paid = { status: 'succeeded', paidAt: '2026-11-20T10:00:00.000Z' } as const
const refused = {
  code: 'storage_unavailable',
  retryable: false,
  // What was wrong with it is named.
  message: expect.stringMatching(/^The storage refused a write that the library never sends: \S+ .+\.$/) as string,
}

describe('memoryRepository: refuses what the core never sends, such as', () => {
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

  it('two changes of one payment in one group of which one does not follow on the other', async () => {
    const first = changeFixture(payment, paid)
    const rival = changeFixture(payment, { status: 'expired' })
    const next = changeFixture(first.payment, { amountReconciled: 1 })
    const other = paymentFixture()
    await insertOne(repository, insertFixture(other))
    const beside = changeFixture(other, paid)
    for (const changes of [
      [first, rival],
      [next, first],
      [first, beside, rival],
    ]) {
      await expect(repository.replace(group(changes))).rejects.toMatchObject(refused)
      await isUnchanged()
    }
    expect(await repository.replace(group([first, beside, next]))).toEqual({ outcome: 'replaced' })
    expect(await repository.get(payment.id)).toEqual(next.payment)
    expect((await repository.history(payment.id)).map(({ id }) => id).slice(1)).toEqual([first.event.id, next.event.id])
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
    { amountRefundPending: -1 },
    { amountRefunded: 0.5 },
    { amountRefundPending: Number.MAX_SAFE_INTEGER },
    { amountRefundPending: paymentFixture().amount, amountRefunded: 1 },
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

const fee = (amount: number) => ({ to: 'category', category: 'fee', amount, by: 'hand' }) as const

type Patch<Entry> = (entry: Entry) => object

// Each breaks one rule and no other.
const wrongLines: [string, Patch<LineEntry>][] = [
  ['no amount', () => ({ line: { amount: 0, status: 'settled' } })],
  ['a part of a minor unit', () => ({ line: { amount: 1.5 } })],
  ['an amount that is not exact', () => ({ line: { amount: 2 ** 53 } })],
  ['less than nothing allocated', () => ({ line: { allocated: -1, allocations: [fee(-1)] } })],
  ['more allocated than came', () => ({ line: { amount: 4, allocated: 5, allocations: [fee(5)] } })],
  ['allocations of parts of a minor unit', () => ({ line: { allocated: 2, allocations: [fee(1.5), fee(0.5)] } })],
  ['allocations that do not add up', () => ({ line: { allocated: 2, allocations: [fee(1)] } })],
  ['a status of a line that is allocated', () => ({ line: { status: 'settled' } })],
  [
    'a status of a line that is not',
    () => ({ line: { amount: 5, allocated: 5, allocations: [fee(5)], status: 'open' } }),
  ],
  ['no version', () => ({ event: null, line: { version: 0 } })],
  ['a version that does not follow', () => ({ line: { version: 2 }, event: { version: 2 } })],
  ['an event of another version', () => ({ event: { version: 2 } })],
  ['an event of another line', () => ({ event: { lineKey: 'id:another' } })],
]

const wrongRefunds: [string, Patch<RefundEntry>][] = [
  ['no amount', () => ({ refund: { amount: 0 } })],
  ['a part of a minor unit', () => ({ refund: { amount: 1.5 } })],
  ['a part of it proved', () => ({ refund: { amountReconciled: 1 } })],
  ['an unknown status', () => ({ refund: { status: 'lost' } })],
  ['an unknown reason', () => ({ refund: { reason: 'gift' } })],
  ['a payment and a line', () => ({ refund: { paymentId: 'pay_1' }, channel: 'cash' })],
  ['neither a payment nor a line', () => ({ refund: { lineKey: null }, event: { data: { lineKey: null } } })],
  ['a channel without a payment', () => ({ channel: 'cash' })],
  ['a version that does not follow', () => ({ refund: { version: 2 }, event: { data: { version: 2 } } })],
  [
    'a key of idempotency of a refund that is not new',
    () => ({
      refund: { version: 2 },
      expected: 1,
      idempotency: { key: 'k', fingerprint: 'f' },
      event: { data: { version: 2 } },
    }),
  ],
  ['no event', () => ({ event: null })],
  ['an event of another refund', () => ({ event: { data: { refundId: 'ref_other' } } })],
  ['an event of another version', () => ({ event: { data: { version: 2 } } })],
  ['an event of a refund of another line', () => ({ event: { data: { lineKey: 'id:another' } } })],
  ['an event of a refund of a payment', () => ({ event: { data: { paymentId: 'pay_1' } } })],
  ['an event of a change of a payment', () => ({ event: { data: { paymentVersion: 2 } } })],
]

function patched<Part>(part: Part, patch: unknown): Part {
  if (typeof part !== 'object' || part === null || typeof patch !== 'object' || patch === null) return patch as Part
  if (Array.isArray(patch)) return patch as Part
  const changed = Object.entries(patch).map(([name, value]) => [name, patched(part[name as keyof Part], value)])
  return { ...part, ...Object.fromEntries(changed) } as Part
}

describe('memoryRepository: refuses of finance what the core never sends, such as', () => {
  let repository: FinanceRepository

  beforeEach(() => {
    repository = memoryRepository()
  })

  const replace = (changes: Partial<FinanceGroup>) => repository.replace({ changes: [], lines: [], ...changes })

  it.each(wrongLines)('a line with %s', async (_, patch) => {
    const entry = lineEntryFixture(lineFixture())
    await expect(replace({ lines: [patched(entry, patch(entry))] })).rejects.toMatchObject(refused)
    expect(await repository.findLines([entry.line.key])).toEqual([])
    expect(await replace({ lines: [entry] })).toEqual({ outcome: 'replaced' })
  })

  it.each(wrongRefunds)('a refund with %s', async (_, patch) => {
    const { entry } = refundEntryFixture(refundFixture())
    await expect(replace(refundsOfGroup([patched(entry, patch(entry))]))).rejects.toMatchObject(refused)
    expect(await findRefunds(repository, { ids: [entry.refund.id] })).toEqual([])
    expect(await replace(refundsOfGroup([entry]))).toEqual({ outcome: 'replaced' })
  })

  const identity = { account: 'another', createdAt: '2026-11-20T08:00:00.000Z' }
  const money = { direction: 'debit', amount: 200_000, currency: 'KES' } as const

  it('another identity of a line, and another sum of one that was allocated', async () => {
    const open = lineEntryFixture(lineFixture())
    const shared = lineEntryFixture(lineFixture({ allocations: [fee(5)] }))
    await replace({ lines: [open, shared] })
    const changing = ({ line }: LineEntry, name: string, value: unknown) =>
      replace({ lines: [lineChangeFixture(line, { [name]: value, held: true })] })
    for (const [name, value] of Object.entries(identity))
      await expect(changing(open, name, value)).rejects.toMatchObject(refused)
    for (const [name, value] of Object.entries({ ...identity, ...money }))
      await expect(changing(shared, name, value)).rejects.toMatchObject(refused)
    expect(await repository.findLines([open.line.key, shared.line.key])).toEqual(
      expect.arrayContaining([open.line, shared.line]),
    )
    const corrected = lineChangeFixture(open.line, { ...money, valueDate: '2026-11-21', held: true })
    expect(await replace({ lines: [corrected] })).toEqual({ outcome: 'replaced' })
  })

  it.each([
    { amount: 999 },
    { currency: 'KES' },
    { reason: 'duplicate' },
    { reference: 'R-other' },
    { requestedBy: 'another' },
    { createdAt: '2026-11-20T08:00:00.000Z' },
  ] as const)('a change of what a refund was asked for: %j', async (patch) => {
    const requested = refundEntryFixture(refundFixture())
    await replace(refundsOfGroup([requested.entry]))
    const changed = refundChangeFixture(requested, patch)
    await expect(replace(refundsOfGroup([changed.entry]))).rejects.toMatchObject(refused)
    expect(await findRefunds(repository, { ids: [requested.entry.refund.id] })).toEqual([requested.entry.refund])
  })

  it('the same thing twice in one group', async () => {
    const line = lineEntryFixture(lineFixture())
    const { entry: refund } = refundEntryFixture(refundFixture())
    const chain = { account: 'cbe-1000123', sequence: 0 }
    for (const twice of [
      { lines: [line, line] },
      refundsOfGroup([refund, refund]),
      { lines: [line], chains: [chain, chain] },
    ])
      await expect(replace(twice)).rejects.toMatchObject(refused)
    expect(await replace({ lines: [line], ...refundsOfGroup([refund]), chains: [chain] })).toEqual({
      outcome: 'replaced',
    })
  })

  it('more than 5,000 lines in one group', async () => {
    const lines = Array.from({ length: 5001 }, () => lineEntryFixture(lineFixture()))
    await expect(replace({ lines })).rejects.toMatchObject(refused)
    expect(await replace({ lines: lines.slice(1) })).toEqual({ outcome: 'replaced' })
  })

  it.each<[string, Partial<StoredClosing>]>([
    ['without a number', { sequence: 0 }],
    ['with a part of a number', { sequence: 1.5, previousHash: 'a'.repeat(64) }],
    ['that is the first, and names one before it', { previousHash: 'a'.repeat(64) }],
    ['that names none before it, and is not the first', { sequence: 2 }],
    ['whose digest is too short', { hash: 'a'.repeat(63) }],
    ['whose digest is too long', { hash: 'a'.repeat(65) }],
    ['whose digest of its lines is none', { linesHash: 'A'.repeat(64) }],
  ])('a closing %s', async (_, patch) => {
    const closing = closingFixture()
    await expect(repository.addClosing({ ...closing, ...patch }, 0)).rejects.toMatchObject(refused)
    expect(await repository.chainStates([closing.account])).toEqual([])
    expect(await repository.addClosing(closing, 0)).toEqual({ outcome: 'added' })
  })
})
