import type { FinanceRepository } from 'hospital-payments/repository'
import { describe, expect, it } from 'vitest'
import { interleaved, isPaid } from './support/interleaved.js'
import { credit, tillWithStatements } from './support/records.js'

describe('attempts.check: the line of a paid attempt', () => {
  it.each([false, true])(
    'reported by a hint (receipts: %s): is proved by the status, and the statement meets it',
    async (hasReceipts) => {
      const on = tillWithStatements({ script: { hasReceipts } })
      const attempt = await on.started()
      const payment = on.fake.accept(attempt.id)!
      await on.receive(on.fake.recordCallback(payment, { proof: 'hint' }))
      expect(await on.balance()).toBe('0')
      await on.checkAfter(61)
      const [line, ...others] = await on.lines()
      expect(others).toEqual([])
      expect(line).toMatchObject({ outcome: 'confirmed', held: false, status: 'settled' })
      expect((await on.payments.lines.history(line!.key)).map(({ type }) => type)).toEqual([
        'line.imported',
        'line.proved',
      ])
      expect(await on.stateOf(attempt)).toEqual({ status: 'paid', amountReconciled: 1000, isFree: true })
      expect(await on.balance()).toBe('1000')
      const { providerTransactionId } = await on.paymentOf(attempt)
      expect(providerTransactionId).toBe(hasReceipts ? payment.receipt : undefined)
      const record = credit({
        providerTransactionId: payment.receipt,
        reference: payment.reference,
        valueDate: '2026-11-21',
      })
      expect(await on.importOf(record)).toEqual(['already_reconciled'])
      expect(await on.lines()).toHaveLength(1)
      await on.check()
    },
  )

  it('a receipt that only a hint reported: is corrected by the statement', async () => {
    const on = tillWithStatements({ script: { hasReceipts: false } })
    const attempt = await on.started()
    const payment = on.fake.accept(attempt.id)!
    await on.receive(on.fake.recordCallback({ ...payment, receipt: 'FORGED0001' }, { proof: 'hint' }))
    await on.checkAfter(61)
    expect(await on.importOf(credit({ providerTransactionId: 'BANK00001', reference: 'INV-1' }))).toEqual([
      'already_reconciled',
    ])
    expect(await on.lines()).toMatchObject([{ providerTransactionId: 'BANK00001', status: 'settled' }])
    await on.check()
  })

  it('held as a possible duplicate under the same key: the attempt is unknown, for people', async () => {
    const on = tillWithStatements()
    const attempt = await on.started()
    const { receipt } = on.fake.accept(attempt.id)!
    await on.importTo('bank', credit({ providerTransactionId: receipt, reference: 'nothing' }))
    const record = credit({ providerTransactionId: receipt, reference: 'INV-1' })
    expect(await on.importOf(record)).toEqual(['possible_duplicate'])
    await on.checkAfter(61)
    expect(await on.attemptOf(attempt)).toMatchObject({ status: 'unknown', nextCheckAt: null })
    const [line] = await on.lines()
    await on.payments.lines.release(line!.key, { expectedVersion: 1, actor: 'amina' })
    expect(await on.payments.attempts.check(attempt.id)).toMatchObject({ status: 'paid', lineKey: line!.key })
    await on.check()
  })

  it('imported without a receipt: a second payment with the same reference is money of its own', async () => {
    const on = tillWithStatements({ script: { hasReceipts: false } })
    const attempt = await on.started()
    on.fake.accept(attempt.id)
    expect(await on.importOf(credit({ reference: 'INV-1', narration: 'one' }))).toEqual(['confirmed'])
    await on.checkAfter(61)
    expect(await on.importOf(credit({ reference: 'INV-1', narration: 'two' }))).toEqual(['duplicate_credit'])
    expect(await on.balance()).toBe('2000')
    expect(await on.importOf(credit({ reference: 'INV-1', narration: 'one' }))).toEqual(['already_reconciled'])
    await on.check()
  })

  it('two attempts paid at once: one alone takes it, and the other has a line of its own', async () => {
    const on = tillWithStatements({ script: { hasReceipts: false, canCancel: false } })
    const first = await on.started()
    on.clock.advance(61_000)
    await on.payments.attempts.abandon(first.id, { reason: 'left', actor: 'amina', force: true })
    const second = await on.payments.attempts.start({ paymentId: first.paymentId, provider: 'fake' })
    on.clock.advance(61_000)
    on.fake.accept(first.id)
    on.fake.accept(second.id)
    await on.importOf(credit({ reference: 'INV-1', lineId: 'L1' }))
    await Promise.all([first, second].map(({ id }) => on.payments.attempts.check(id)))
    const keys = await Promise.all([first, second].map(async (one) => (await on.attemptOf(one)).lineKey))
    expect(new Set(keys).size).toBe(2)
    expect(await on.balance()).toBe('2000')
    await on.check()
  })

  it('a receipt that the line of another attempt has, with another amount: the attempt is unknown', async () => {
    const on = tillWithStatements()
    const [first, second] = [await on.started(), await on.started({ amount: 500 })]
    const { receipt } = on.fake.accept(first.id)!
    await on.checkAfter(10)
    const status = async () => ({ state: 'paid', amount: 500, currency: 'KES', providerTransactionId: receipt })
    Object.assign(on.fake, { status })
    on.clock.advance(61_000)
    expect(await on.payments.attempts.check(second.id)).toMatchObject({ status: 'unknown', nextCheckAt: null })
    expect(await on.lines()).toHaveLength(1)
    await on.check()
  })

  it('a time that cannot be true: pays as of now, and other attempts are asked about', async () => {
    const on = tillWithStatements()
    const [first, second] = [await on.started(), await on.started()]
    const { receipt } = on.fake.accept(first.id)!
    on.fake.accept(second.id)
    await on.importOf(
      credit({ providerTransactionId: receipt, bookedAt: '2026-11-23T09:00:00.000Z', valueDate: '2026-11-23' }),
    )
    expect(await on.checkAfter(61)).toBe(2)
    for (const one of [first, second])
      expect(await on.stateOf(one)).toEqual({ status: 'paid', amountReconciled: 1000, isFree: true })
    expect((await on.paymentOf(first)).paidAt).toBe('2026-11-20T09:01:01.000Z')
    await on.check()
  })

  it('held by a person: is the line of the attempt, and its money waits for people', async () => {
    const on = tillWithStatements()
    const attempt = await on.started()
    const { receipt } = on.fake.accept(attempt.id)!
    await on.importOf(credit({ providerTransactionId: receipt, reference: 'nothing' }))
    const [line] = await on.lines()
    await on.payments.lines.hold(line!.key, { expectedVersion: 1, reason: 'look', actor: 'amina' })
    await on.checkAfter(61)
    expect(await on.stateOf(attempt)).toEqual({ status: 'paid', amountReconciled: 0, isFree: true })
    expect(await on.lines()).toMatchObject([{ held: true, allocated: 0 }])
    await on.check()
  })
})

describe('statements.import: a payment that a hint reported, and a second one of its payer', () => {
  /** Makes a till whose attempt has taken the line of a hint, without a receipt of the provider. */
  async function takenTill(...options: Parameters<typeof tillWithStatements>) {
    const on = tillWithStatements({ script: { hasReceipts: false }, ...options[0] })
    const attempt = await on.started()
    const first = on.fake.accept(attempt.id)!
    await on.receive(on.fake.recordCallback(first, { proof: 'hint' }))
    await on.checkAfter(61)
    const second = on.fake.payAgain(attempt.id)
    const recordOf = ({ receipt, reference, bookedAt }: typeof first, row: number) =>
      credit({ row, providerTransactionId: receipt, reference, bookedAt })
    const records = { first: recordOf(first, 1), second: recordOf(second, 2) }
    const moneyOf = async () => (await on.lines()).map(({ providerTransactionId }) => providerTransactionId).sort()
    return { ...on, attempt, records, moneyOf, receipts: [first.receipt, second.receipt].sort() }
  }
  type TillWithLine = Awaited<ReturnType<typeof takenTill>>

  async function expectBoth(on: TillWithLine) {
    expect(await on.moneyOf()).toEqual(on.receipts)
    expect(await on.balance()).toBe('2000')
    expect(await on.stateOf(on.attempt)).toEqual({ status: 'paid', amountReconciled: 1000, isFree: true })
    const { first, second } = on.records
    for (const records of [[first, second], [second, first], [first], [second]]) await on.importOf(...records)
    expect(await on.moneyOf()).toEqual(on.receipts)
    expect(await on.balance()).toBe('2000')
    await on.check()
  }

  it('the record of the first: proves the line under its own key, once', async () => {
    const on = await takenTill()
    const [line] = await on.lines()
    const record = { ...on.records.first, bookedAt: '2026-11-20T09:00:30.000Z' }
    expect(await on.importOf(record)).toEqual(['already_reconciled'])
    expect(await on.lines()).toMatchObject([{ key: line!.key, version: 3, bookedAt: '2026-11-20T09:00:30.000Z' }])
    const types = async () => (await on.payments.lines.history(line!.key)).map(({ type }) => type)
    expect(await types()).toEqual(['line.imported', 'line.proved', 'line.proved'])
    expect(await on.importOf(record)).toEqual(['already_reconciled'])
    expect(await types()).toHaveLength(3)
    await on.check()
  })

  it.each([
    ['the first before the second', ['first', 'second'], false],
    ['the second before the first', ['second', 'first'], false],
    ['the first before the second, in two files', ['first', 'second'], true],
    ['the second before the first, in two files', ['second', 'first'], true],
  ] as const)('%s: each is money once, and of a later import too', async (_, order, isApart) => {
    const on = await takenTill()
    const records = order.map((name) => on.records[name])
    const outcomes: string[] = []
    for (const file of isApart ? records.map((record) => [record]) : [records])
      outcomes.push(...(await on.importOf(...file)))
    expect(outcomes.sort()).toEqual(['already_reconciled', 'duplicate_credit'])
    await expectBoth(on)
  })

  it('the record of the first with another day, behind the second: is money of its own', async () => {
    const on = await takenTill()
    await on.importOf(on.records.second)
    expect(await on.importOf({ ...on.records.first, valueDate: '2026-11-21' })).toEqual(['duplicate_credit'])
    expect(await on.moneyOf()).toEqual(on.receipts)
    expect(await on.balance()).toBe('2000')
    await on.check()
  })

  it('a preview: says what the import does, in either order', async () => {
    for (const order of [
      ['first', 'second'],
      ['second', 'first'],
    ] as const) {
      const on = await takenTill()
      const records = order.map((name) => on.records[name])
      const outcomes: string[] = []
      for await (const item of on.payments.reconcile(records, { account: 'fake' }))
        if (item.kind === 'line') outcomes.push(item.outcome)
      expect(outcomes).toEqual(order.map((name) => (name === 'first' ? 'already_reconciled' : 'duplicate_credit')))
      expect(await on.lines()).toHaveLength(1)
    }
  })
})

describe('statements.import: a group that is decided before its attempt is paid', () => {
  it('is decided again, and the record meets the line', async () => {
    const on = tillWithStatements({ script: { hasReceipts: false } })
    const attempt = await on.started()
    await on.importTo('bank', credit({ reference: 'INV-1', lineId: 'bank1' }))
    on.fake.accept(attempt.id)
    on.clock.advance(61_000)
    const { repository, isDone } = interleaved(
      on.repository as FinanceRepository,
      ({ lines }) => JSON.stringify(lines).includes('"account":"fake"'),
      () => on.payments.attempts.check(attempt.id),
    )
    const record = credit({ reference: 'INV-1', providerTransactionId: 'BANK00001' })
    const { lines } = await on.payments.using(repository).statements.import([record], { account: 'fake' })
    expect(isDone()).toBe(true)
    expect(lines.map(({ outcome }) => outcome)).toEqual(['already_reconciled'])
    expect(await on.lines()).toHaveLength(1)
    await on.check()
  })
})

describe('statements.import: a record that proves the line of an attempt while the day of the line is closed', () => {
  it('is decided again, and the line stays in its day', async () => {
    const on = tillWithStatements({ script: { hasReceipts: false } })
    const attempt = await on.started()
    on.fake.accept(attempt.id)
    await on.checkAfter(61)
    on.clock.advance(86_400_000)
    const { repository, isDone } = interleaved(on.repository as FinanceRepository, isPaid(attempt.id), () =>
      on.payments.days.close({ account: 'fake', day: '2026-11-20', actor: 'amina' }),
    )
    const record = credit({ reference: 'INV-1', providerTransactionId: 'BANK00001', valueDate: '2026-11-21' })
    await on.payments.using(repository).statements.import([record], { account: 'fake' })
    expect(isDone()).toBe(true)
    expect(await on.lines()).toMatchObject([{ valueDate: '2026-11-20', providerTransactionId: 'BANK00001' }])
    await on.check()
  })
})
