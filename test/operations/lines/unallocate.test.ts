import type { AccountLine, Payment } from 'hospital-payments'
import { describe, expect, it } from 'vitest'
import { badFields, minute, refusal } from '../../support/service.js'
import { checkBooks, type Counter, counter, allocation, toCategory, toLine, toPayment } from './support/counter.js'

/** Stores a line with a receipt, and allocates it to the bill of another patient. */
async function wrongBill(desk: Counter) {
  const wrong = await desk.bill({ reference: 'INV-1' })
  const right = await desk.bill({ reference: 'INV-2' })
  const line = await desk.line({ providerTransactionId: 'TX-1' })
  desk.clock.advance(minute)
  const settled = await allocation(desk, line.key, [toPayment(wrong)])
  const undo = (expectedVersion: number, payments?: 'reverse' | 'keep') =>
    desk.payments.lines.unallocate(line.key, { expectedVersion, reason: 'wrong patient', payments, actor: 'amina' })
  return { wrong, right, line: settled, undo }
}

const get = async ({ payments }: Counter, { id }: Payment) => (await payments.getPayment(id))!

describe.each(['allow', 'one-live'] as const)('lines.unallocate: a match of the policy %s', (referencePolicy) => {
  it('undone with reverse frees bill and receipt for the right one', async () => {
    const desk = counter({ referencePolicy })
    const { wrong, right, line, undo } = await wrongBill(desk)
    const undone = await undo(2, 'reverse')
    expect(undone).toMatchObject({ status: 'open', allocated: 0, allocations: [], held: true, version: 3 })
    const reversed = await get(desk, wrong)
    expect(reversed).toMatchObject({ status: 'reversed', statusReason: 'match_undone', amountReconciled: 0 })
    expect(reversed).not.toHaveProperty('providerTransactionId')
    expect((await desk.payments.history(wrong.id)).at(-1)).toMatchObject({
      type: 'payment.reversed',
      actor: 'amina',
      reason: 'match_undone',
      data: { amountReconciled: 0 },
      evidence: { lineKey: line.key, providerTransactionId: 'TX-1' },
    })
    await allocation(desk, line.key, [toPayment(right)])
    expect(await get(desk, right)).toMatchObject({ status: 'succeeded', providerTransactionId: 'TX-1' })
    const again = await desk.bill({ reference: 'INV-1' })
    expect(again.status).toBe('pending')
    await checkBooks(desk.repository)
  })

  it('undone with keep leaves the bill succeeded without this proof, and the receipt goes to the right one', async () => {
    const desk = counter({ referencePolicy })
    const { wrong, right, line, undo } = await wrongBill(desk)
    await undo(2, 'keep')
    const kept = await get(desk, wrong)
    expect(kept).toMatchObject({ status: 'succeeded', amountReconciled: 0 })
    expect(kept).not.toHaveProperty('providerTransactionId')
    expect((await desk.payments.history(wrong.id)).at(-1)).toMatchObject({
      type: 'payment.unreconciled',
      reason: 'wrong patient',
    })
    await allocation(desk, line.key, [toPayment(right)])
    expect(await get(desk, right)).toMatchObject({ status: 'succeeded', providerTransactionId: 'TX-1' })
    await checkBooks(desk.repository)
  })

  it('can be made again and undone again, as often as people err', async () => {
    const desk = counter({ referencePolicy })
    const { wrong, right, line, undo } = await wrongBill(desk)
    await undo(2, 'keep')
    for (let round = 0; round < 3; round++) {
      const { version } = await allocation(desk, line.key, [toPayment(right)])
      await checkBooks(desk.repository)
      await undo(version, 'keep')
      await checkBooks(desk.repository)
    }
    expect(await get(desk, right)).toMatchObject({ status: 'succeeded', amountReconciled: 0, version: 7 })
    expect(await get(desk, wrong)).toMatchObject({ status: 'succeeded', amountReconciled: 0 })
    const types = (await desk.payments.lines.history(line.key)).map(({ type }) => type)
    expect(types).toEqual(['line.imported', ...Array(4).fill(['line.allocated', 'line.unallocated']).flat()])
  })
})

describe('lines.unallocate: an undo', () => {
  it('needs payments for a payment that a statement confirmed, and nothing is stored without it', async () => {
    const desk = counter()
    const { wrong, line, undo } = await wrongBill(desk)
    expect(await badFields(undo(2))).toEqual([
      "payments must be 'reverse' or 'keep', because a payment of this line succeeded on the evidence of statements",
    ])
    expect(await get(desk, wrong)).toMatchObject({ status: 'succeeded', version: 2 })
    expect(await desk.payments.lines.get(line.key)).toStrictEqual(line)
  })

  it('needs no payments for one that a confirmation settled, whose receipt stays', async () => {
    const desk = counter()
    const bill = await desk.bill()
    await desk.payments.confirmPayment(bill.id, { providerTransactionId: 'TX-1' })
    const line = await desk.line({ providerTransactionId: 'TX-1' })
    await allocation(desk, line.key, [toPayment(bill)])
    for (const payments of [undefined, 'reverse'] as const) {
      const { version } = (await desk.payments.lines.get(line.key))!
      await desk.payments.lines.unallocate(line.key, { expectedVersion: version, reason: 'x', payments })
      expect(await get(desk, bill)).toMatchObject({
        status: 'succeeded',
        amountReconciled: 0,
        providerTransactionId: 'TX-1',
      })
      await allocation(desk, line.key, [toPayment(bill)])
    }
    await checkBooks(desk.repository)
  })

  it('takes back one instalment from amountReconciled; for the line that confirmed, the whole bill is reversed', async () => {
    const desk = counter()
    const bill = await desk.bill({ amount: 2000 })
    const lines: AccountLine[] = []
    for (let i = 0; i < 2; i++) {
      const { key } = await desk.line()
      lines.push(await allocation(desk, key, [toPayment(bill, 1000)]))
    }
    const [first, second] = lines as [AccountLine, AccountLine]
    const undo = ({ key }: AccountLine, payments?: 'reverse' | 'keep') =>
      desk.payments.lines.unallocate(key, { expectedVersion: 2, reason: 'x', payments })
    await refusal(undo(first), 'invalid_request')
    await undo(second, 'reverse')
    expect(await get(desk, bill)).toMatchObject({ status: 'reversed', amountReconciled: 1000 })
    await refusal(undo(first), 'invalid_request')
    await refusal(undo(first, 'reverse'), 'invalid_request')
    await undo(first, 'keep')
    expect(await get(desk, bill)).toMatchObject({ status: 'reversed', amountReconciled: 0, version: 5 })
    await checkBooks(desk.repository)
  })

  it('takes a net payout back from fifty bills in one write', async () => {
    const desk = counter()
    const bills = await Promise.all(Array.from({ length: 50 }, (_, i) => desk.bill({ reference: `INV-${i}` })))
    const line = await desk.line({ amount: 49_250 })
    await allocation(desk, line.key, [...bills.map((bill) => toPayment(bill)), toCategory(-750)])
    await desk.payments.lines.unallocate(line.key, { expectedVersion: 2, reason: 'other day', payments: 'reverse' })
    for (const bill of bills) expect(await get(desk, bill)).toMatchObject({ status: 'reversed', amountReconciled: 0 })
    await checkBooks(desk.repository)
  })

  it('takes back both of two lines that cancel out, and holds both', async () => {
    const desk = counter()
    const [credit, debit] = [await desk.line(), await desk.line({ direction: 'debit' })]
    await allocation(desk, credit.key, [toLine(debit)])
    await desk.payments.lines.unallocate(debit.key, { expectedVersion: 2, reason: 'no correction' })
    for (const { key } of [credit, debit]) {
      expect(await desk.payments.lines.get(key)).toMatchObject({
        status: 'open',
        held: true,
        allocations: [],
        version: 3,
      })
    }
    await checkBooks(desk.repository)
  })

  it.each([
    ['of another day', { valueDate: '2026-11-18' }],
    ['of another account', { account: 'cbe-2000' }],
  ])(
    'is refused with the day of the other of two lines that cancel out, where that is closed: %s',
    async (_, other) => {
      const desk = counter()
      const [credit, debit] = [await desk.line(), await desk.line({ direction: 'debit', ...other })]
      const { version } = await allocation(desk, credit.key, [toLine(debit)])
      const { account, valueDate: day } = debit
      await desk.payments.days.close({ account, day, actor: 'amina' })
      const undo = desk.payments.lines.unallocate(credit.key, { expectedVersion: version, reason: 'no correction' })
      expect((await refusal(undo, 'day_closed')).details).toEqual({ account, day })
    },
  )

  it('takes back a debit, and leaves the payment that it reversed', async () => {
    const desk = counter()
    const bill = await desk.bill()
    await desk.payments.confirmPayment(bill.id)
    const debit = await desk.line({ direction: 'debit', valueDate: '2026-11-20' })
    await allocation(desk, debit.key, [toPayment(bill)])
    await desk.payments.lines.unallocate(debit.key, { expectedVersion: 2, reason: 'x', payments: 'reverse' })
    expect(await get(desk, bill)).toMatchObject({ status: 'reversed', version: 3 })
    expect(await desk.payments.lines.get(debit.key)).toMatchObject({ status: 'open', held: true })
    await checkBooks(desk.repository)
  })

  it('on a version before a refund was created and canceled is refused with the line as it is', async () => {
    const desk = counter()
    const { key } = await desk.line()
    const refund = await desk.payments.refunds.create({ lineKey: key, amount: 1000, reason: 'overpayment' })
    await desk.payments.refunds.cancel(refund.id, { reason: 'not wanted' })
    const undo = (expectedVersion: number) =>
      desk.payments.lines.unallocate(key, { expectedVersion, reason: 'wrong patient' })
    const { details } = await refusal(undo(2), 'line_changed')
    expect(details).toMatchObject({ line: { version: 3, held: false, allocations: [] } })
    expect(await undo(3)).toMatchObject({ version: 3, held: false })
  })

  it('made again, or by two people at once, is one undo', async () => {
    const desk = counter()
    const { wrong, line, undo } = await wrongBill(desk)
    const answers = await Promise.all([undo(2, 'reverse'), undo(2, 'reverse'), undo(2, 'keep')])
    expect(new Set(answers.map(({ version }) => version))).toEqual(new Set([3]))
    expect(await undo(2, 'reverse')).toStrictEqual(answers[0])
    expect(await desk.payments.lines.history(line.key)).toHaveLength(3)
    expect(await get(desk, wrong)).toMatchObject({ version: 3 })
    // A line without allocations is as it should be, whoever asks.
    expect(await undo(3)).toStrictEqual(answers[0])
    await checkBooks(desk.repository)
  })

  it('is refused for its shape with all problems at once, then for the line, then for its version', async () => {
    const desk = counter()
    const { line } = await wrongBill(desk)
    const { unallocate } = desk.payments.lines
    const wrong = {
      expectedVersion: null,
      reason: 'x'.repeat(501),
      payments: 'delete',
      actor: 5,
      allocations: [],
    } as never
    expect(await badFields(unallocate(line.key, wrong))).toEqual([
      'expectedVersion must be an integer from 1',
      'actor must be text',
      'reason is longer than 500 characters',
      'allocations must be a list of 1 to 5000 positions, each once',
      'payments must be one of reverse, keep',
    ])
    expect(await badFields(unallocate(line.key, {} as never))).toEqual([
      'expectedVersion is required',
      'reason is required',
    ])
    await refusal(unallocate('id:unknown', { expectedVersion: 1, reason: 'x' }), 'line_not_found')
    await refusal(unallocate(line.key, { expectedVersion: 1, reason: 'x' }), 'line_changed')
  })
})

describe('lines.unallocate: allocations by their positions', () => {
  const part = ({ payments }: Counter, key: string, expectedVersion: number, allocations: readonly number[]) =>
    payments.lines.unallocate(key, { expectedVersion, reason: 'wrong patient', payments: 'reverse', allocations })

  /** Stores a credit of 3,000 that pays three bills of 1,000. */
  async function threeBills(desk: Counter) {
    const bills = [
      await desk.bill({ reference: 'A' }),
      await desk.bill({ reference: 'B' }),
      await desk.bill({ reference: 'C' }),
    ]
    const { key } = await desk.line({ amount: 3000, providerTransactionId: 'TX-1' })
    const line = await allocation(
      desk,
      key,
      bills.map((bill) => toPayment(bill)),
    )
    return { bills, line }
  }

  it('one of three frees its bill alone, keeps the others in their order and holds the line', async () => {
    const desk = counter()
    const { bills, line } = await threeBills(desk)
    const undone = await part(desk, line.key, line.version, [1])
    expect(undone).toMatchObject({ status: 'open', allocated: 2000, held: true, version: 3 })
    expect(undone.allocations).toEqual([line.allocations[0], line.allocations[2]])
    const statuses = await Promise.all(bills.map(async (bill) => (await get(desk, bill)).status))
    expect(statuses).toEqual(['succeeded', 'reversed', 'succeeded'])
    expect((await desk.payments.lines.history(line.key)).at(-1)).toMatchObject({
      type: 'line.unallocated',
      allocations: [{ to: 'payment', paymentId: bills[1]!.id, amount: 1000 }],
    })
    await checkBooks(desk.repository)
    const right = await desk.bill({ reference: 'D' })
    expect(await allocation(desk, line.key, [toPayment(right)])).toMatchObject({ status: 'settled' })
    await checkBooks(desk.repository)
  })

  it('the same call again is one undo; another position of the same version is refused', async () => {
    const desk = counter()
    const { line } = await threeBills(desk)
    const [first, again] = await Promise.all([
      part(desk, line.key, line.version, [2, 0]),
      part(desk, line.key, line.version, [0, 2]),
    ])
    expect(again).toStrictEqual(first)
    for (const other of [[1], [1, 2], [0]]) {
      const { details } = await refusal(part(desk, line.key, line.version, other), 'line_changed')
      expect(details).toMatchObject({ line: { version: 3 } })
    }
    await checkBooks(desk.repository)
  })

  it('leave a bill, which the line pays twice, the receipt of the line where one of two is taken back', async () => {
    const desk = counter()
    const bill = await desk.bill()
    const { key } = await desk.line({ amount: 1000, providerTransactionId: 'TX-1' })
    await allocation(desk, key, [toPayment(bill, 400)])
    const { version } = await allocation(desk, key, [toPayment(bill, 600)])
    const keep = { expectedVersion: version, reason: 'x', payments: 'keep', allocations: [1] } as const
    await desk.payments.lines.unallocate(key, keep)
    expect(await get(desk, bill)).toMatchObject({ amountReconciled: 400, providerTransactionId: 'TX-1' })
    await checkBooks(desk.repository)
  })

  it('asks for payments only about what is taken back', async () => {
    const desk = counter()
    const bill = await desk.bill()
    const { key } = await desk.line({ amount: 1500 })
    const { version } = await allocation(desk, key, [toPayment(bill), toCategory(500, 'donation')])
    const undo = (allocations: readonly number[]) =>
      desk.payments.lines.unallocate(key, { expectedVersion: version, reason: 'x', allocations })
    expect(await badFields(undo([0]))).toEqual([expect.stringContaining("payments must be 'reverse' or 'keep'")])
    expect(await undo([1])).toMatchObject({ allocated: 1000, version: 3 })
    expect(await get(desk, bill)).toMatchObject({ status: 'succeeded', amountReconciled: 1000 })
    await checkBooks(desk.repository)
  })

  it('are refused where they cannot be taken back by themselves, and nothing is stored', async () => {
    const desk = counter()
    const [named, other] = [await desk.bill({ reference: 'A' }), await desk.bill({ reference: 'B' })]
    const { key } = await desk.line({ amount: 2500 })
    const fee = { ...toCategory(-10), paymentId: named.id } as const
    const line = await allocation(desk, key, [toPayment(named), fee, toPayment(other), toCategory(300, 'donation')])
    const faults = async (allocations: readonly number[]) => badFields(part(desk, key, line.version, allocations))
    expect(await faults([4, 0])).toEqual(['allocations.0 names no allocation of the line'])
    const together = 'allocations must have an amount below 0 and the payment that it lowers, or neither'
    for (const alone of [[0], [1], [1, 2], [0, 3]]) expect(await faults(alone)).toEqual([together])
    expect(await faults([1.5])).toEqual(['allocations.0 must be an integer from 0'])
    expect(await faults([2, 2])).toEqual(['allocations must be a list of 1 to 5000 positions, each once'])
    expect(await desk.payments.lines.get(key)).toStrictEqual(line)
    expect(await part(desk, key, line.version, [0, 1])).toMatchObject({ allocated: 1300 })
    await checkBooks(desk.repository)
  })

  it('are refused where a refund of the line reserves their money; the others are taken back', async () => {
    const desk = counter()
    const bill = await desk.bill()
    const { key } = await desk.line({ amount: 1500 })
    await allocation(desk, key, [toPayment(bill)])
    await desk.payments.refunds.create({ lineKey: key, amount: 500, reason: 'overpayment' })
    const { version, allocations } = (await desk.payments.lines.get(key))!
    expect(allocations.map(({ to }) => to)).toEqual(['payment', 'refund'])
    await refusal(part(desk, key, version, [1]), 'refund_exceeds')
    expect(await part(desk, key, version, [0])).toMatchObject({ allocated: 500 })
    await checkBooks(desk.repository)
  })

  it('are refused where a closing states them; those that were made later are taken back', async () => {
    const desk = counter()
    const bill = await desk.bill()
    const { key, account, valueDate: day } = await desk.line({ amount: 1500 })
    await allocation(desk, key, [toPayment(bill)])
    await desk.payments.days.close({ account, day, actor: 'amina' })
    const { version } = await allocation(desk, key, [toCategory(500, 'donation')])
    expect((await refusal(part(desk, key, version, [0]), 'day_closed')).details).toEqual({ account, day })
    expect(await part(desk, key, version, [1])).toMatchObject({ allocated: 1000 })
    await checkBooks(desk.repository)
  })
})
