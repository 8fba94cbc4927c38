import { describe, expect, it } from 'vitest'
import { receiveContent } from './support/content.js'
import { credit, tillWithStatements } from './support/records.js'

const attemptAnswers = { hasReceipts: false }

/** Makes a till with an attempt that was paid without a receipt, and a function by which its provider reports it later. */
async function paidTill(script: object = {}, options: object = {}, amount?: number) {
  const errors: string[] = []
  const logger = { error: (message: string) => void errors.push(message) }
  const on = tillWithStatements({ script: { ...attemptAnswers, ...script }, logger, ...options })
  const attempt = await on.started()
  const payment = on.fake.accept(attempt.id, { amount })!
  await on.checkAfter(10)
  let messages = 0
  const report = (attemptId: string, outcome: object) =>
    receiveContent(on, [{ proof: 'signed', messageId: `m${++messages}`, about: { attemptId }, outcome }])
  return { ...on, errors, attempt, payment, report }
}

const paid = (fields: object = {}) => ({ state: 'paid', providerTransactionId: 'LATER0001', ...fields })

describe('attempts.receive: a signed message about a paid attempt', () => {
  it('with a receipt where it had none: proves its line, whose statement then meets it', async () => {
    const on = await paidTill()
    await on.report(on.attempt.id, paid({ bookedAt: '2026-11-20T09:00:05.000Z' }))
    const [line, ...others] = await on.lines()
    expect(others).toEqual([])
    expect(line).toMatchObject({
      ...{ providerTransactionId: 'LATER0001', bookedAt: '2026-11-20T09:00:05.000Z', valueDate: '2026-11-20' },
      ...{ status: 'settled', outcome: 'confirmed' },
    })
    expect((await on.payments.lines.history(line!.key)).map(({ type }) => type)).toEqual([
      'line.recorded',
      'line.proved',
    ])
    expect(await on.importOf(credit({ providerTransactionId: 'LATER0001', reference: 'other' }))).toEqual([
      'already_reconciled',
    ])
    expect(await on.balance()).toBe('1000')
    await on.report(on.attempt.id, paid())
    expect(await on.lines()).toMatchObject([{ version: 2 }])
    expect(on.errors).toEqual([])
    await on.check()
  })

  it('with a receipt where only a hint had named one: corrects it', async () => {
    const on = tillWithStatements({ script: attemptAnswers })
    const attempt = await on.started()
    const payment = on.fake.accept(attempt.id)!
    await on.receive(on.fake.recordCallback({ ...payment, receipt: 'FORGED0001' }, { proof: 'hint' }))
    await on.checkAfter(61)
    await receiveContent(on, [{ proof: 'signed', messageId: 'm', about: { attemptId: attempt.id }, outcome: paid() }])
    expect(await on.lines()).toMatchObject([{ providerTransactionId: 'LATER0001', status: 'settled' }])
    await on.check()
  })

  it.each([
    [
      'a signed message',
      (on: Awaited<ReturnType<typeof paidTill>>) =>
        on.report(on.attempt.id, paid({ bookedAt: '2026-11-21T08:00:00.000Z' })),
    ],
    [
      'a statement',
      (on: Awaited<ReturnType<typeof paidTill>>) =>
        on.importOf(
          credit({ providerTransactionId: 'LATER0001', reference: on.payment.reference, valueDate: '2026-11-21' }),
        ),
    ],
  ])(
    'by %s that names another day where the day of the line is closed: gives it the receipt alone',
    async (_, prove) => {
      const on = await paidTill()
      const { account } = on.fake
      on.clock.advance(86_400_000)
      await on.payments.days.close({ account, day: '2026-11-20', actor: 'amina' })
      await prove(on)
      expect(await on.lines()).toMatchObject([
        { providerTransactionId: 'LATER0001', valueDate: '2026-11-20', version: 2, status: 'settled' },
      ])
      const { items } = await on.payments.days.list({ account })
      expect(items.map(({ day }) => day)).toEqual(['2026-11-20'])
      await on.check()
    },
  )

  it('with a fee that was not known: books it once', async () => {
    const on = await paidTill()
    for (let time = 0; time < 2; time++) await on.report(on.attempt.id, paid({ fee: 7 }))
    expect(await on.balance()).toBe('993')
    await on.report(on.attempt.id, paid({ fee: 9 }))
    expect(await on.balance()).toBe('993')
    await on.check()
  })

  it('with a receipt that stands on another line: that line counts no more, and waits for people', async () => {
    const on = await paidTill()
    await on.importOf(credit({ providerTransactionId: 'LATER0001', reference: 'nothing' }))
    expect(await on.balance()).toBe('2000')
    await on.report(on.attempt.id, paid())
    expect(await on.balance()).toBe('1000')
    const held = (await on.lines()).find(({ outcome }) => outcome === 'possible_duplicate')
    expect(held).toMatchObject({ held: true, allocated: 0, providerTransactionId: 'LATER0001' })
    await on.check()
  })

  it('with a receipt that stands on a line whose money is allocated: changes nothing, and is in the log', async () => {
    const on = await paidTill()
    await on.bill({ reference: 'INV-9' })
    await on.importOf(credit({ providerTransactionId: 'LATER0001', reference: 'INV-9' }))
    await on.report(on.attempt.id, paid())
    expect(on.errors).toEqual([expect.stringMatching(/two lines/)])
    expect(await on.balance()).toBe('2000')
    await on.check()
  })

  it('with another amount or the receipt of another attempt: changes nothing, and is in the log', async () => {
    const on = await paidTill({ hasReceipts: true })
    const second = await on.started()
    on.fake.accept(second.id)
    await on.checkAfter(10)
    const before = await on.lines()
    await on.report(on.attempt.id, { state: 'paid', amount: 400 })
    const { receipt } = on.fake.payments[1]!
    await on.report(on.attempt.id, { state: 'paid', providerTransactionId: receipt })
    expect(on.errors).toHaveLength(2)
    expect(await on.lines()).toEqual(before)
  })

  it('with a second receipt of its provider: the second payment is a line that stands open, once', async () => {
    const on = await paidTill({ hasReceipts: true })
    const before = await on.lines()
    for (let time = 0; time < 2; time++) await on.report(on.attempt.id, paid({ amount: 1000 }))
    const [second, ...others] = (await on.lines()).filter(({ key }) => key !== before[0]!.key)
    expect(others).toEqual([])
    expect(second).toMatchObject({
      ...{ providerTransactionId: 'LATER0001', outcome: 'duplicate_credit', status: 'open', held: false },
    })
    expect(await on.balance()).toBe('2000')
    const { openLines, paidAttemptsOpen } = await on.payments.attention()
    expect(openLines).toMatchObject([{ account: 'fake', outcome: 'duplicate_credit', count: 1, amount: '1000' }])
    expect(paidAttemptsOpen).toEqual([])
    expect(on.errors).toEqual([])
    const record = credit({ providerTransactionId: 'LATER0001', reference: on.payment.reference })
    expect(await on.importOf(record)).toEqual(['duplicate_credit'])
    expect(await on.balance()).toBe('2000')
    await on.check()
  })

  it('with a second receipt, where a statement has brought that payment before: changes nothing', async () => {
    const on = await paidTill({ hasReceipts: true })
    await on.importOf(credit({ providerTransactionId: 'LATER0001', reference: 'INV-1', valueDate: '2026-11-21' }))
    const before = await on.lines()
    await on.report(on.attempt.id, paid())
    expect(await on.lines()).toEqual(before)
    expect(on.errors).toEqual([])
  })

  it('with a second receipt, where its bill was paid in part: pays the rest of it', async () => {
    const on = await paidTill({ hasReceipts: true }, {}, 400)
    await on.report(on.attempt.id, paid({ amount: 1000 }))
    expect(await on.paymentOf(on.attempt)).toMatchObject({ status: 'succeeded', amountReconciled: 1000 })
    expect(await on.lines()).toMatchObject([{ allocated: 600, outcome: 'over_paid' }, { allocated: 400 }])
    await on.check()
  })

  it('with a receipt other than a statement has of the line: changes nothing, and is in the log', async () => {
    const on = await paidTill()
    await on.importOf(credit({ providerTransactionId: 'BANK00001', reference: on.payment.reference }))
    await on.report(on.attempt.id, paid())
    expect(on.errors).toEqual([expect.stringMatching(/other money/)])
    expect(await on.balance()).toBe('1000')
    await on.check()
  })

  it('with a fee, where a statement has brought the debit before its money: books the fee once', async () => {
    const on = await paidTill({ fee: 7 })
    await on.importOf(credit({ direction: 'debit', amount: 7, providerTransactionId: 'LATER0001' }))
    expect(await on.balance()).toBe('986')
    await on.report(on.attempt.id, paid({ fee: 7 }))
    expect(await on.balance()).toBe('993')
    await on.check()
  })
})

describe('statements.import: money that is known first without a receipt', () => {
  it('by a record without one, and then by a record with one: counts once', async () => {
    const on = await paidTill()
    const first = credit({ reference: 'INV-1', narration: 'one' })
    const second = credit({ reference: 'INV-1', providerTransactionId: 'BANK00001', valueDate: '2026-11-21' })
    expect(await on.importOf(first)).toEqual(['already_reconciled'])
    expect(await on.importOf(second)).toEqual(['already_reconciled'])
    for (const record of [first, second]) expect(await on.importOf(record)).toEqual(['already_reconciled'])
    expect(await on.lines()).toMatchObject([{ providerTransactionId: 'BANK00001', valueDate: '2026-11-21' }])
    await on.check()
  })

  it('by a record without one, and then by its provider with one: counts once', async () => {
    const on = tillWithStatements()
    const attempt = await on.started()
    const { receipt } = on.fake.accept(attempt.id)!
    await on.importOf(credit({ reference: 'INV-1', narration: 'one' }))
    await on.checkAfter(10)
    const [line, ...others] = await on.lines()
    expect(others).toEqual([])
    expect(line).toMatchObject({ providerTransactionId: receipt, status: 'settled' })
    expect(await on.attemptOf(attempt)).toMatchObject({ status: 'paid', lineKey: line!.key })
    const record = credit({ reference: 'INV-1', providerTransactionId: receipt, valueDate: '2026-11-21' })
    expect(await on.importOf(record)).toEqual(['already_reconciled'])
    expect(await on.importOf(credit({ reference: 'INV-1', narration: 'one' }))).toEqual(['already_reconciled'])
    expect(await on.balance()).toBe('1000')
    await on.check()
  })

  it('a record with another receipt: is money of its own', async () => {
    const on = await paidTill()
    const records = ['BANK00001', 'BANK00002'].map((providerTransactionId) =>
      credit({ reference: 'INV-1', providerTransactionId }),
    )
    expect(await on.importOf(...records)).toEqual(['already_reconciled', 'duplicate_credit'])
    await on.check()
  })
})
