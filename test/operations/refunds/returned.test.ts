/** A payout that came back: reported before the statement shows it, or not; given back once. */
import { type AccountLine, isPaymentError, memoryRepository, type Refund } from 'hospital-payments'
import { describe, expect, it } from 'vitest'
import { refusal } from '../../support/service.js'
import { checkBooks, counter, allocation, toCategory, toPayment } from '../lines/support/counter.js'

const reason = 'service_not_given'

/** Stores a bill of 1,000 that a line paid, and a refund of all of it. */
async function scene(overrides: Parameters<typeof counter>[0] = {}) {
  const desk = counter(overrides)
  const { payments } = desk
  const bill = await desk.bill({ reference: 'INV-1' })
  const paying = await desk.line({ reference: 'INV-1' })
  await allocation(desk, paying.key, [toPayment(bill)])
  const refund = await payments.refunds.create({ paymentId: bill.id, amount: 1000, reason }, { actor: 'amina' })
  let lines = 0
  /** Imports a credit that names the refund. */
  const back = async (more: { amount?: number; reference?: string } = {}): Promise<AccountLine> => {
    const lineId = `BACK-${++lines}`
    const record = { row: 1, direction: 'credit', amount: 1000, currency: 'ETB', valueDate: '2026-11-20' } as const
    const stated = { ...record, lineId, narration: `RETURNED ${refund.reference}`, ...more }
    const linesNow = async () => (await payments.lines.list({ limit: 500 })).items
    const before = new Set((await linesNow()).map(({ key }) => key))
    await payments.statements.import([stated], { account: 'cbe-1000' })
    return (await linesNow()).find(({ key }) => !before.has(key))!
  }
  const toRefund = (one: Refund = refund) => ({ to: 'refund', refundId: one.id, amount: one.amount }) as const
  return {
    desk,
    bill,
    refund,
    back,
    toRefund,
    now: async () => (await payments.refunds.get(refund.id))!,
    billNow: async () => (await payments.getPayment(bill.id))!,
    ofLine: (line: AccountLine, amount = 1000) => payments.refunds.create({ lineKey: line.key, amount, reason }),
    undo: async ({ key }: AccountLine) => {
      const { version } = (await payments.lines.get(key))!
      return payments.lines.unallocate(key, { expectedVersion: version, reason: 'another transfer' })
    },
  }
}

describe('returned: a payout', () => {
  it.each(['reported as failed before', 'paid out until then'])('%s is brought back by one credit', async (how) => {
    const { desk, refund, back, toRefund, now, billNow } = await scene()
    const { refunds } = desk.payments
    await refunds.confirm(refund.id)
    if (how.startsWith('reported')) await refunds.fail(refund.id, { reason: 'account closed' })
    expect(await now()).toMatchObject({ returnedBy: null })
    const line = await back({ reference: 'INV-1' })
    expect(line).toMatchObject({ outcome: 'refund_returned', status: 'open' })
    expect(await allocation(desk, line.key, [toRefund()])).toMatchObject({ status: 'settled', allocated: 1000 })
    expect(await now()).toMatchObject({ status: 'failed', returnedBy: line.key })
    expect(await billNow()).toMatchObject({ amountRefundPending: 0, amountRefunded: 0 })
    const last = (await refunds.history(refund.id)).at(-1)!
    expect(last).toMatchObject({
      type: 'refund.failed',
      data: { previousStatus: how.startsWith('reported') ? 'failed' : 'succeeded' },
      reason: 'payout_returned',
      evidence: { kind: 'statement', lineKey: line.key, amount: 1000 },
    })
    expect((await desk.payments.history((await billNow()).id)).at(-1)).toEqual(last)
    await checkBooks(desk.repository)
  })

  it('is brought back once, until that credit is undone', async () => {
    const { desk, refund, back, toRefund, now, undo } = await scene()
    await desk.payments.refunds.fail(refund.id, { reason: 'account closed' })
    const [first, second] = [await back(), await back()]
    await allocation(desk, first.key, [toRefund()])
    const { details } = await refusal(allocation(desk, second.key, [toRefund()]), 'invalid_request')
    expect(details.issues).toEqual([
      { path: 'allocations.0', message: 'names a refund whose payout came back already' },
    ])
    expect(await undo(first)).toMatchObject({ held: true, allocated: 0 })
    expect(await now()).toMatchObject({ status: 'failed', returnedBy: null, version: 4 })
    expect((await desk.payments.refunds.history(refund.id)).at(-1)).toMatchObject({
      type: 'refund.failed',
      data: { previousStatus: 'failed', version: 4 },
      reason: 'match_undone',
    })
    await allocation(desk, second.key, [toRefund()])
    expect(await now()).toMatchObject({ returnedBy: second.key })
    await checkBooks(desk.repository)
  })

  it('is brought back by no credit while it waits, and not once it was canceled', async () => {
    const { desk, refund, back, toRefund } = await scene({ refundApproval: () => true })
    const line = await back()
    const refused = async (status: string) => {
      const { details } = await refusal(allocation(desk, line.key, [toRefund()]), 'invalid_request')
      expect(details.issues).toEqual([
        {
          path: 'allocations.0',
          message: `names a refund that is ${status}, so its payout cannot have come back`,
        },
      ])
    }
    await refused('requested')
    await desk.payments.refunds.approve(refund.id, { actor: 'dawit' })
    await refused('pending')
    await desk.payments.refunds.cancel(refund.id, { reason: 'mistaken' })
    await refused('canceled')
  })

  it('for a line whose refund was reported as failed before leaves that line as it is', async () => {
    const { desk, back } = await scene()
    const surplus = await desk.line({ reference: 'SURPLUS' })
    const { refunds, lines } = desk.payments
    const ofLine = await refunds.create({ lineKey: surplus.key, amount: 1000, reason, reference: 'OUT-1' })
    await refunds.confirm(ofLine.id)
    await refunds.fail(ofLine.id, { reason: 'account closed' })
    const line = await back({ reference: 'OUT-1' })
    expect(line.outcome).toBe('refund_returned')
    await allocation(desk, line.key, [{ to: 'refund', refundId: ofLine.id, amount: 1000 }])
    expect(await refunds.get(ofLine.id)).toMatchObject({ status: 'failed', returnedBy: line.key, paymentId: null })
    expect(await lines.get(surplus.key)).toMatchObject({ allocated: 0, version: 3 })
    await checkBooks(desk.repository)
  })

  it('for a payment that is reversed since is brought back all the same', async () => {
    const { desk, refund, bill, back, toRefund, now, billNow } = await scene()
    await desk.payments.refunds.fail(refund.id, { reason: 'account closed' })
    await desk.payments.reversePayment(bill.id, { reason: 'bounced' })
    const line = await back()
    await allocation(desk, line.key, [toRefund()])
    expect(await now()).toMatchObject({ returnedBy: line.key })
    expect(await billNow()).toMatchObject({ status: 'reversed', statusReason: 'bounced' })
    await checkBooks(desk.repository)
  })

  it('shares a credit with another payout of its payment, and both are undone together', async () => {
    const { desk, refund, back, toRefund, bill, undo, now } = await scene()
    const { refunds } = desk.payments
    await refunds.fail(refund.id, { reason: 'account closed' })
    const other = await refunds.create({ paymentId: bill.id, amount: 400, reason })
    await refunds.confirm(other.id)
    const line = await back({ amount: 1400 })
    await allocation(desk, line.key, [toRefund()])
    await allocation(desk, line.key, [toRefund(other)])
    expect(await refunds.get(other.id)).toMatchObject({ status: 'failed', returnedBy: line.key })
    await undo(line)
    for (const one of [await now(), await refunds.get(other.id)])
      expect(one).toMatchObject({ status: 'failed', returnedBy: null })
    await checkBooks(desk.repository)
  })

  it('shares a credit with its own payment, and both are undone together', async () => {
    const desk = counter()
    const { refunds, lines } = desk.payments
    const bill = await desk.bill({ reference: 'INV-1' })
    const part = await desk.line({ amount: 600 })
    await desk.payments.confirmPayment(bill.id)
    await allocation(desk, part.key, [toPayment(bill, 600)])
    const refund = await refunds.create({ paymentId: bill.id, amount: 300, reason })
    await refunds.confirm(refund.id)
    const line = await desk.line({ amount: 700 })
    const allocations = [toPayment(bill, 400), { to: 'refund', refundId: refund.id, amount: 300 }] as const
    expect(await allocation(desk, line.key, allocations)).toMatchObject({ status: 'settled' })
    expect(await desk.payments.getPayment(bill.id)).toMatchObject({ amountReconciled: 1000, amountRefunded: 0 })
    await checkBooks(desk.repository)
    await lines.unallocate(line.key, { expectedVersion: 2, reason: 'wrong', payments: 'keep' })
    expect(await desk.payments.getPayment(bill.id)).toMatchObject({ amountReconciled: 600 })
    expect(await refunds.get(refund.id)).toMatchObject({ status: 'failed', returnedBy: null })
    await checkBooks(desk.repository)
  })

  it('for a line is not brought back in one call with another payout for that line', async () => {
    const desk = counter()
    const { refunds } = desk.payments
    const surplus = await desk.line({ reference: 'SURPLUS' })
    const both = []
    for (const amount of [300, 400]) {
      const one = await refunds.create({ lineKey: surplus.key, amount, reason })
      await refunds.confirm(one.id)
      both.push({ to: 'refund', refundId: one.id, amount } as const)
    }
    const line = await desk.line({ amount: 700 })
    expect((await refusal(allocation(desk, line.key, both), 'invalid_request')).details.issues).toEqual([
      { path: 'allocations.1', message: 'names a second refund of the same line' },
    ])
    for (const one of both) await allocation(desk, line.key, [one])
    await checkBooks(desk.repository)
  })
})

describe('refunds.create: a credit that names a refund which failed', () => {
  it('is not given back by itself while that refund is left', async () => {
    const { desk, refund, back, toRefund, ofLine, undo } = await scene()
    const line = await back({ reference: 'INV-1' })
    expect(line.outcome).toBe('duplicate_credit')
    await desk.payments.refunds.fail(refund.id, { reason: 'account closed' })
    // Its outcome is of the time before; what is known now decides.
    const refused = await refusal(ofLine(line), 'refund_exceeds')
    expect(refused.message).toBe(
      'The statement line brings the money of a refund back. Allocate it to that refund; nothing was stored.',
    )
    await refusal(ofLine(line, 1), 'refund_exceeds')
    const other = await back()
    await allocation(desk, other.key, [toRefund()])
    // No such refund is left: this one is other money.
    const anew = await ofLine(line)
    await desk.payments.refunds.cancel(anew.id, { reason: 'mistaken' })
    await undo(other)
    await refusal(ofLine(line), 'refund_exceeds')
  })

  it('is not given back by itself after a part of it went elsewhere', async () => {
    const { desk, refund, back, ofLine } = await scene()
    await desk.payments.refunds.fail(refund.id, { reason: 'account closed' })
    const line = await back()
    await allocation(desk, line.key, [toCategory(1, 'rent')])
    await refusal(ofLine(line, 999), 'refund_exceeds')
  })

  it('is not approved to be given back by itself', async () => {
    const { desk, refund, back } = await scene({ refundApproval: ({ lineKey }) => lineKey !== null })
    const { refunds } = desk.payments
    const line = await back()
    const requested = await refunds.create({ lineKey: line.key, amount: 1000, reason }, { actor: 'amina' })
    expect(requested.status).toBe('requested')
    await refunds.fail(refund.id, { reason: 'account closed' })
    await refusal(refunds.approve(requested.id, { actor: 'dawit' }), 'refund_exceeds')
    expect((await refunds.get(requested.id))?.status).toBe('requested')
  })

  it('is given back by itself where it pays a bill with open money, or is of another amount', async () => {
    const { desk, refund, back, ofLine } = await scene()
    await desk.payments.refunds.fail(refund.id, { reason: 'account closed' })
    await ofLine(await back({ amount: 999 }), 999)
    const open = await desk.bill({ reference: 'INV-2', amount: 5 })
    const line = await back({ reference: open.reference })
    expect(line.outcome).toBe('over_paid')
    await ofLine(line)
  })

  it('is allocated to that refund by one of many callers at once', async () => {
    const { desk, refund, back, toRefund, now } = await scene({ repository: memoryRepository() })
    await desk.payments.refunds.fail(refund.id, { reason: 'account closed' })
    const lines = [await back(), await back(), await back(), await back()]
    const answers = await Promise.allSettled(lines.map(({ key }) => allocation(desk, key, [toRefund()])))
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const answer of answers) {
      if (answer.status === 'rejected') expect(isPaymentError(answer.reason, 'invalid_request')).toBe(true)
    }
    const settled = (await desk.payments.lines.list({ status: 'settled', limit: 500 })).items
    expect(settled.map(({ key }) => key)).toContain((await now()).returnedBy)
    await checkBooks(desk.repository)
  })
})
