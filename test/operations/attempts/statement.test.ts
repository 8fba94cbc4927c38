import type { StatementRecord } from 'hospital-payments'
import type { FinanceRepository } from 'hospital-payments/repository'
import { describe, expect, it } from 'vitest'
import { checkBooks } from '../lines/support/counter.js'
import { refusal } from '../../support/service.js'
import { till } from './support/till.js'

const credit = (fields: object): StatementRecord => ({
  ...{ row: 1, direction: 'credit', amount: 1000, currency: 'KES', valueDate: '2026-11-21' },
  ...fields,
})

/** Makes a till with an attempt that was paid. */
async function paidTill(script: object = {}) {
  const on = till({ script })
  const attempt = await on.started()
  const payment = on.fake.accept(attempt.id)!
  await on.checkAfter(10)
  const importOf = async (...records: StatementRecord[]) =>
    (await on.payments.statements.import(records, { account: 'fake' })).lines.map(({ outcome }) => outcome)
  const lines = async () => (await on.payments.lines.list({ account: 'fake' })).items
  const check = () => checkBooks(on.repository as FinanceRepository)
  return { ...on, attempt, payment, importOf, lines, check }
}

describe('statements.import: the line of an attempt', () => {
  it('the same receipt, whatever its date and reference: is already reconciled, and its fee is set aside', async () => {
    const { payment, importOf, lines, check } = await paidTill({ fee: 7 })
    const providerTransactionId = payment.receipt.toLowerCase()
    const records = [
      credit({ providerTransactionId, reference: 'another' }),
      credit({ row: 2, direction: 'debit', amount: 7, providerTransactionId, reference: 'fee' }),
    ]
    expect(await importOf(...records)).toEqual(['already_reconciled', 'set_aside'])
    expect(await importOf(...records)).toEqual(['already_reconciled', 'set_aside'])
    expect(await lines()).toHaveLength(2)
    await check()
  })

  it('a record of another month: the money leaves the month of the line, and is in one month', async () => {
    const { payments, importOf, lines, fake, check } = await paidTill({ hasReceipts: false })
    const record = credit({ providerTransactionId: 'BANK00001', reference: 'INV-1', valueDate: '2026-12-01' })
    expect(await importOf(record)).toEqual(['already_reconciled'])
    expect(await lines()).toMatchObject([{ valueDate: '2026-12-01' }])
    const balance = (through: string) => payments.accounts.balance({ account: fake.account, currency: 'KES', through })
    expect([await balance('2026-11-30'), await balance('2026-12-31')]).toEqual(['0', '1000'])
    await check()
  })

  it('without a receipt: the record with the reference that was sent gives it receipt, time and day, once', async () => {
    const { payments, importOf, lines, attempt, paymentOf, check } = await paidTill({ hasReceipts: false })
    const record = credit({
      providerTransactionId: 'BANK00001',
      reference: 'INV-1',
      bookedAt: '2026-11-21T06:00:00.000Z',
    })
    expect(await importOf(record)).toEqual(['already_reconciled'])
    const [line, ...others] = await lines()
    expect(others).toEqual([])
    expect(line).toMatchObject({
      ...{ providerTransactionId: 'BANK00001', valueDate: '2026-11-21', bookedAt: '2026-11-21T06:00:00.000Z' },
      ...{ status: 'settled', outcome: 'confirmed', version: 2 },
    })
    expect((await payments.lines.history(line!.key)).map(({ type }) => type)).toEqual(['line.recorded', 'line.proved'])
    expect(await importOf(record)).toEqual(['already_reconciled'])
    expect(await importOf(credit({ providerTransactionId: 'BANK00002', reference: 'INV-1' }))).toEqual([
      'duplicate_credit',
    ])
    expect(await paymentOf(attempt)).toMatchObject({ amountReconciled: 1000 })
    await check()
  })

  it('open money of an attempt: stays money, whatever a hint says of it afterwards', async () => {
    const { payments, started, fake, checkAfter, receive } = till()
    const attempt = await started()
    await payments.statements.import([credit({ reference: 'INV-1' })], { account: 'bank' })
    const payment = fake.accept(attempt.id)!
    await checkAfter(10)
    const lines = async () => (await payments.lines.list({ account: 'fake' })).items
    const before = await lines()
    expect(before).toMatchObject([{ outcome: 'duplicate_credit', status: 'open', held: false }])
    await receive(fake.recordCallback(payment, { proof: 'hint' }))
    expect(await lines()).toEqual(before)
    expect(await payments.accounts.balance({ account: 'fake', currency: 'KES' })).toBe('1000')
    expect((await payments.attention()).paidAttemptsOpen).toEqual([{ currency: 'KES', count: 1, amount: '1000' }])
  })

  it('another amount: is a line of its own', async () => {
    const { importOf, lines } = await paidTill({ hasReceipts: false })
    expect(await importOf(credit({ amount: 999, reference: 'INV-1', providerTransactionId: 'BANK00001' }))).toEqual([
      'duplicate_credit',
    ])
    expect(await lines()).toHaveLength(2)
  })

  it('a line that came before the provider said so: is taken, and pays once', async () => {
    for (const hasReceipts of [true, false]) {
      const { payments, started, fake, checkAfter, attemptOf, paymentOf, repository } = till({
        script: { hasReceipts },
      })
      const attempt = await started()
      const { receipt } = fake.accept(attempt.id)!
      const record = credit({ providerTransactionId: receipt, reference: 'INV-1', valueDate: '2026-11-20' })
      await payments.statements.import([record], { account: 'fake' })
      expect(await paymentOf(attempt)).toMatchObject({ status: 'succeeded', attemptId: attempt.id })
      await checkAfter(10)
      const { items } = await payments.lines.list({ account: 'fake' })
      expect(items).toHaveLength(1)
      expect(await attemptOf(attempt)).toMatchObject({ status: 'paid', lineKey: items[0]!.key })
      expect(await paymentOf(attempt)).toMatchObject({ amountReconciled: 1000, attemptId: null })
      await checkBooks(repository as FinanceRepository)
    }
  })

  it('a reference that is the code of an attempt: pays its payment, and the attempt, in any import', async () => {
    const { payments, started, fake, attemptOf, paymentOf, typesOf, repository } = till({
      script: { limits: { reference: /^x$/ } },
    })
    const attempt = await started()
    const { reference } = fake.payAgain(attempt.id)
    const record = credit({ providerTransactionId: 'BANK00001', reference })
    const { lines } = await payments.statements.import([record], { account: 'bank' })
    expect(lines.map(({ outcome }) => outcome)).toEqual(['confirmed'])
    expect(await attemptOf(attempt)).toMatchObject({ status: 'paid', nextCheckAt: null, lineKey: expect.any(String) })
    expect(await paymentOf(attempt)).toMatchObject({ status: 'succeeded', attemptId: null, amountReconciled: 1000 })
    expect((await typesOf(attempt)).at(-1)).toBe('attempt.paid')
    await checkBooks(repository as FinanceRepository)
  })

  it('a preview says the same, and writes nothing', async () => {
    const { payments, attemptOf, attempt, lines } = await paidTill({ hasReceipts: false })
    const before = [await attemptOf(attempt), await lines()]
    const record = credit({ providerTransactionId: 'BANK00001', reference: 'INV-1' })
    const outcomes: unknown[] = []
    for await (const item of payments.reconcile([record], { account: 'fake' }))
      if (item.kind === 'line') outcomes.push(item.outcome)
    expect(outcomes).toEqual(['already_reconciled'])
    expect([await attemptOf(attempt), await lines()]).toEqual(before)
  })
})

describe('attempts.receive: a record', () => {
  const received = async (proof: 'hint' | 'signed') => {
    const on = till()
    const attempt = await on.started()
    const payment = on.fake.payAgain(attempt.id)
    await on.payments.attempts.abandon(attempt.id, { reason: 'left', actor: 'amina' })
    await on.receive(on.fake.recordCallback(payment, { proof }))
    const lines = async () => (await on.payments.lines.list({ account: 'fake' })).items
    return { ...on, attempt, payment, lines }
  }

  it('a hint: is stored held and unproved, and is no money; a signed one of the same receipt proves it', async () => {
    const { payments, fake, receive, payment, lines, attempt, paymentOf, repository } = await received('hint')
    expect(await lines()).toMatchObject([{ outcome: 'unproved', held: true, allocated: 0, status: 'open' }])
    expect(await payments.accounts.balance({ account: 'fake', currency: 'KES' })).toBe('0')
    expect(await paymentOf(attempt)).toMatchObject({ status: 'pending', amountReconciled: 0 })
    await receive(fake.recordCallback(payment, { proof: 'hint', messageId: 'again' }))
    expect(await lines()).toHaveLength(1)
    await receive(fake.recordCallback(payment, { messageId: 'signed' }))
    const [line, ...others] = await lines()
    expect(others).toEqual([])
    expect(line).toMatchObject({ outcome: 'confirmed', held: false, status: 'settled' })
    expect((await payments.lines.history(line!.key)).map(({ type }) => type)).toEqual(['line.imported', 'line.proved'])
    expect(await payments.accounts.balance({ account: 'fake', currency: 'KES' })).toBe('1000')
    expect(await paymentOf(attempt)).toMatchObject({ status: 'succeeded', amountReconciled: 1000 })
    await checkBooks(repository as FinanceRepository)
  })

  it('an unproved line: is proved by pull and by a statement too, and released by a person', async () => {
    const pulled = await received('hint')
    const range = { from: '2026-11-20T00:00:00Z', to: '2026-11-21T00:00:00Z' }
    await pulled.payments.attempts.pull('fake', range)
    expect(await pulled.lines()).toMatchObject([{ outcome: 'confirmed', status: 'settled' }])
    const stated = await received('hint')
    const record = credit({ providerTransactionId: stated.payment.receipt, reference: 'INV-1' })
    await stated.payments.statements.import([record], { account: 'fake' })
    expect(await stated.lines()).toMatchObject([{ outcome: 'confirmed', valueDate: '2026-11-21' }])
    const held = await received('hint')
    const [line] = await held.lines()
    await refusal(
      held.payments.lines.allocate(line!.key, {
        expectedVersion: 1,
        allocations: [{ to: 'payment', paymentId: held.attempt.paymentId, amount: 1000 }],
      }),
      'invalid_request',
    )
    expect(await held.payments.lines.release(line!.key, { expectedVersion: 1 })).toMatchObject({ outcome: 'confirmed' })
  })

  it('an unproved line that a record with another reference proves: is already reconciled when the record comes again', async () => {
    for (const id of [{}, { lineId: 'bank-1' }]) {
      const on = await received('hint')
      await on.bill({ reference: 'INV-9' })
      const record = credit({ providerTransactionId: on.payment.receipt, reference: 'INV-9', ...id })
      const outcomesOf = async () =>
        (await on.payments.statements.import([record], { account: 'fake' })).lines.map(({ outcome }) => outcome)
      expect(await outcomesOf()).toEqual(['confirmed'])
      for (let time = 0; time < 2; time++) expect(await outcomesOf()).toEqual(['already_reconciled'])
      expect(await on.lines()).toMatchObject([{ outcome: 'confirmed', status: 'settled' }])
      expect(await on.payments.accounts.balance({ account: 'fake', currency: 'KES' })).toBe('1000')
      await checkBooks(on.repository as FinanceRepository)
    }
  })

  it('an unproved line that a record proves whose bill comes later: is decided again when the record comes again', async () => {
    const on = await received('hint')
    const record = credit({ providerTransactionId: on.payment.receipt, reference: 'INV-9' })
    await on.payments.statements.import([record], { account: 'fake' })
    expect(await on.lines()).toMatchObject([{ outcome: 'unmatched_line', status: 'open', held: false }])
    await on.bill({ reference: 'INV-9' })
    await on.payments.statements.import([record], { account: 'fake' })
    expect(await on.lines()).toMatchObject([{ outcome: 'confirmed', status: 'settled' }])
    await checkBooks(on.repository as FinanceRepository)
  })

  it('a signed one: is a line by the rules', async () => {
    const { lines, attempt, paymentOf } = await received('signed')
    expect(await lines()).toMatchObject([{ outcome: 'confirmed', status: 'settled', importId: null }])
    expect(await paymentOf(attempt)).toMatchObject({ status: 'succeeded' })
  })
})

describe('attempts.pull', () => {
  it('imports the list of the provider; one that fails, and one without a list, is refused', async () => {
    let isBroken = false
    const { payments, started, fake } = till({
      script: { faultOf: (call) => (isBroken && call === 'list' ? 'broken' : undefined) },
    })
    const attempt = await started()
    fake.payAgain(attempt.id)
    const range = { from: '2026-11-20T00:00:00Z', to: '2026-11-21T00:00:00Z' }
    const done = await payments.attempts.pull('fake', range)
    expect(done).toMatchObject({ account: 'fake', lines: [{ outcome: 'confirmed', count: 1 }] })
    isBroken = true
    await refusal(payments.attempts.pull('fake', range), 'provider_unavailable')
    await refusal(payments.attempts.pull('fake', { from: range.to, to: range.from }), 'invalid_request')
    const future = await refusal(
      payments.attempts.pull('fake', { from: '2026-11-20T09:00:01Z', to: '2026-11-21T00:00:00Z' }),
      'invalid_request',
    )
    expect(future.details).toEqual({ issues: [{ path: 'from', message: expect.stringMatching(/future/) }] })
    Object.assign(fake, { list: undefined })
    await refusal(payments.attempts.pull('fake', range), 'unsupported_provider')
  })
})
