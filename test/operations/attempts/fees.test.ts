import { describe, expect, it } from 'vitest'
import { receiveContent } from './support/content.js'
import { credit, tillWithStatements } from './support/records.js'

const fee = (fields: object = {}) => credit({ direction: 'debit', amount: 7, ...fields })

/** Makes a till with an attempt whose payer has paid, and whose provider was not asked yet. */
async function acceptedTill(script: object = {}, options: object = {}) {
  const on = tillWithStatements({ script: { fee: 7, ...script }, ...options })
  const attempt = await on.started()
  const { receipt } = on.fake.accept(attempt.id)!
  const debits = async () => (await on.payments.lines.list({ account: 'fake', direction: 'debit' })).items
  return { ...on, attempt, receipt, debits }
}

const setAside = { outcome: 'set_aside', allocations: [{ to: 'category', category: 'provider_fee', amount: 7 }] }

describe('attempts.check: the fee of a paid attempt', () => {
  it.each([true, false])(
    'imported before, with another day and reference (receipts: %s): is booked once, and set aside',
    async (hasReceipts) => {
      const on = await acceptedTill({ hasReceipts })
      const records = [
        credit({ providerTransactionId: on.receipt, reference: 'INV-1' }),
        fee({ providerTransactionId: on.receipt, reference: 'charge', valueDate: '2026-11-21' }),
      ]
      expect(await on.importOf(...records)).toEqual(['confirmed', 'reversal_candidate'])
      await on.checkAfter(10)
      expect(await on.debits()).toMatchObject([setAside])
      expect(await on.balance()).toBe('993')
      expect((await on.importOf(...records)).sort()).toEqual(['already_reconciled', 'set_aside'])
      expect(await on.debits()).toHaveLength(1)
      await on.check()
    },
  )

  it('imported before and held by a person: is booked once, and waits for that person', async () => {
    const on = await acceptedTill()
    await on.importOf(fee({ providerTransactionId: on.receipt }))
    const [debit] = await on.debits()
    await on.payments.lines.hold(debit!.key, { expectedVersion: 1, reason: 'look', actor: 'amina' })
    await on.checkAfter(10)
    expect(await on.debits()).toMatchObject([{ key: debit!.key, held: true, allocated: 0 }])
    await on.check()
  })

  it('two attempts: a debit is the fee of one of them', async () => {
    const on = await acceptedTill()
    const second = await on.started()
    on.fake.accept(second.id)
    await on.importOf(fee({ providerTransactionId: on.receipt }))
    await on.checkAfter(10)
    expect(await on.debits()).toMatchObject([setAside, setAside])
    expect(await on.balance()).toBe('1986')
    await on.check()
  })
})

describe('statements.import: the fee of a paid attempt', () => {
  it.each([true, false])(
    'two debits of one file (receipts: %s): one meets it, and one is held',
    async (hasReceipts) => {
      const on = await acceptedTill({ hasReceipts })
      await on.checkAfter(10)
      const records = [
        credit({ row: 1, providerTransactionId: on.receipt, reference: 'INV-1' }),
        fee({ row: 2, providerTransactionId: on.receipt }),
        fee({ row: 3, providerTransactionId: on.receipt }),
      ]
      expect((await on.importOf(...records)).sort()).toEqual(['already_reconciled', 'possible_duplicate', 'set_aside'])
      expect((await on.importOf(...records)).sort()).toEqual(['already_reconciled', 'on_hold', 'set_aside'])
      expect(await on.balance()).toBe('993')
      await on.check()
    },
  )

  it.each([true, false])('a debit of a later file (receipts: %s): is held, because one met it', async (hasReceipts) => {
    const on = await acceptedTill({ hasReceipts })
    await on.checkAfter(10)
    const money = credit({ row: 1, providerTransactionId: on.receipt, reference: 'INV-1' })
    await on.importOf(money, fee({ row: 2, providerTransactionId: on.receipt }))
    const later = fee({ providerTransactionId: on.receipt, valueDate: '2026-11-25' })
    expect(await on.importOf(later)).toEqual(['possible_duplicate'])
    expect(await on.balance()).toBe('993')
    await on.check()
  })

  it('known without a receipt, the debit before its money in the file: is met, and gets receipt and day', async () => {
    const on = await acceptedTill({ hasReceipts: false })
    await on.checkAfter(10)
    const records = [
      fee({ row: 1, providerTransactionId: 'BANK00001', valueDate: '2026-11-21' }),
      credit({ row: 2, providerTransactionId: 'BANK00001', reference: 'INV-1', valueDate: '2026-11-21' }),
    ]
    expect((await on.importOf(...records)).sort()).toEqual(['already_reconciled', 'set_aside'])
    expect(await on.debits()).toMatchObject([
      { ...setAside, providerTransactionId: 'BANK00001', valueDate: '2026-11-21' },
    ])
    expect((await on.importOf(...records)).sort()).toEqual(['already_reconciled', 'set_aside'])
    expect(await on.lines()).toHaveLength(2)
    await on.check()
  })

  it('two payments with one reference, of which a hint reported the first: each fee is booked, in either order', async () => {
    for (const isReversed of [false, true]) {
      const on = tillWithStatements({ script: { fee: 7, hasReceipts: false } })
      const attempt = await on.started()
      const first = on.fake.accept(attempt.id)!
      await on.receive(on.fake.recordCallback(first, { proof: 'hint' }))
      await on.checkAfter(61)
      const payments = [on.fake.payAgain(attempt.id), first]
      const records = (isReversed ? payments.reverse() : payments).flatMap(({ receipt, reference }, at) => [
        credit({ row: 2 * at + 1, providerTransactionId: receipt, reference }),
        fee({ row: 2 * at + 2, providerTransactionId: receipt, reference }),
      ])
      expect(await on.importOf(...records)).not.toContain('possible_duplicate')
      expect(await on.importOf(...records)).not.toContain('possible_duplicate')
      expect(await on.lines()).toHaveLength(4)
      expect(await on.balance()).toBe('1986')
      await on.check()
    }
  })

  it('without a receipt, behind another amount with its reference: each fee is booked', async () => {
    const on = await acceptedTill({ hasReceipts: false })
    await on.checkAfter(10)
    const other = { providerTransactionId: 'BANK00001', reference: 'INV-1' }
    const money = { providerTransactionId: on.receipt, reference: 'INV-1' }
    const records = [credit({ row: 1, amount: 400, ...other }), fee({ row: 2, ...other })]
    await on.importOf(...records, credit({ row: 3, ...money }), fee({ row: 4, ...money }))
    expect((await on.debits()).filter(({ held }) => held)).toEqual([])
    expect(await on.balance()).toBe('1386')
    await on.check()
  })

  it.each([true, false])(
    'known without a receipt, the debit in another batch or file before its money (named as a fee: %s): is booked once',
    async (isFee) => {
      for (const isOneFile of [true, false]) {
        const on = await acceptedTill({ hasReceipts: false })
        await on.checkAfter(10)
        const others = Array.from({ length: 1000 }, (_, at) =>
          credit({ row: at + 2, reference: 'nothing', narration: `${at}` }),
        )
        const debit = fee({ row: 1, providerTransactionId: 'BANK00001', isFee })
        const money = credit({ row: 2000, providerTransactionId: 'BANK00001', reference: 'INV-1' })
        if (isOneFile) await on.importOf(debit, ...others, money)
        else {
          await on.importOf(debit)
          await on.importOf(money)
        }
        const debits = await on.debits()
        expect(debits.filter(({ held }) => !held)).toMatchObject([setAside])
        expect(debits.filter(({ held }) => held)).toMatchObject([{ outcome: 'possible_duplicate', allocated: 0 }])
        expect(await on.balance()).toBe(isOneFile ? '1000993' : '993')
        await on.importOf(debit)
        await on.importOf(money)
        expect(await on.importOf(fee({ providerTransactionId: 'BANK00001', valueDate: '2026-11-25' }))).toEqual([
          'possible_duplicate',
        ])
        expect(await on.balance()).toBe(isOneFile ? '1000993' : '993')
        await on.check()
      }
    },
  )

  it('known without a receipt, the debit of a day that is closed: stays, and is in the log', async () => {
    const errors: string[] = []
    const on = await acceptedTill(
      { hasReceipts: false },
      { logger: { error: (text: string) => void errors.push(text) } },
    )
    await on.checkAfter(10)
    await on.importOf(fee({ providerTransactionId: 'BANK00001' }))
    on.clock.advance(86_400_000)
    await on.payments.days.close({ account: 'fake', day: '2026-11-20', actor: 'amina' })
    await on.importOf(credit({ providerTransactionId: 'BANK00001', reference: 'INV-1', valueDate: '2026-11-21' }))
    expect(errors).toEqual([expect.stringMatching(/fee of an attempt is on two lines/)])
    expect(await on.balance()).toBe('986')
    await on.check()
  })

  it('a preview: says of two debits what an import does', async () => {
    const on = await acceptedTill()
    await on.checkAfter(10)
    const records = [
      fee({ row: 1, providerTransactionId: on.receipt }),
      fee({ row: 2, providerTransactionId: on.receipt }),
    ]
    const outcomes: unknown[] = []
    for await (const item of on.payments.reconcile(records, { account: 'fake' }))
      if (item.kind === 'line') outcomes.push(item.outcome)
    expect(outcomes).toEqual(['set_aside', 'possible_duplicate'])
    expect(await on.debits()).toHaveLength(1)
  })
})

describe('statements.import: a debit that its provider names as its fee', () => {
  const marked = (fields: object = {}) => fee({ isFee: true, ...fields })

  /** Makes a till with an attempt that a signed message made paid, without a fee. */
  async function signedTill() {
    const on = await acceptedTill()
    const outcome = { state: 'paid', amount: 1000, currency: 'KES', providerTransactionId: on.receipt }
    await receiveContent(on, [{ proof: 'signed', messageId: 'm', about: { attemptId: on.attempt.id }, outcome }])
    expect(await on.attemptOf(on.attempt)).toMatchObject({ status: 'paid' })
    return on
  }

  it('the message that paid the attempt named no fee: is set aside, and booked once however often it is named', async () => {
    const on = await signedTill()
    const range = { from: '2026-11-20T00:00:00Z', to: '2026-11-21T00:00:00Z' }
    for (let time = 0; time < 2; time++) {
      const { lines } = await on.payments.attempts.pull('fake', range)
      expect(lines.map(({ outcome }) => outcome).sort()).toEqual(['already_reconciled', 'set_aside'])
    }
    expect(await on.debits()).toMatchObject([setAside])
    const outcome = { state: 'paid', providerTransactionId: on.receipt, fee: 7 }
    await receiveContent(on, [{ proof: 'signed', messageId: 'n', about: { attemptId: on.attempt.id }, outcome }])
    expect(await on.debits()).toMatchObject([setAside])
    expect(await on.balance()).toBe('993')
    await on.check()
  })

  it('pulled before the provider has said anything: is set aside, and not booked again', async () => {
    const on = await acceptedTill()
    await on.payments.attempts.pull('fake', { from: '2026-11-20T00:00:00Z', to: '2026-11-21T00:00:00Z' })
    await on.checkAfter(10)
    expect(await on.debits()).toMatchObject([setAside])
    expect(await on.balance()).toBe('993')
    await on.check()
  })

  it('a refund of its amount, with its reference: is not paid out by it', async () => {
    const on = await signedTill()
    const refund = await on.payments.refunds.create(
      { paymentId: on.attempt.paymentId, amount: 7, reason: 'overpayment', reference: 'INV-1' },
      { actor: 'amina' },
    )
    const record = { providerTransactionId: on.receipt, reference: 'INV-1' }
    expect(await on.importOf(marked({ row: 1, ...record }))).toEqual(['set_aside'])
    expect(await on.payments.refunds.get(refund.id)).toMatchObject({ status: refund.status })
    await on.check()
  })

  it('without the mark: waits for people, as any other debit', async () => {
    const on = await signedTill()
    expect(await on.importOf(fee({ providerTransactionId: on.receipt }))).toEqual(['reversal_candidate'])
  })

  it('a credit: is not set aside', async () => {
    const on = await signedTill()
    expect(await on.importOf(credit({ isFee: true, reference: 'nothing' }))).toEqual(['unmatched_line'])
  })
})
