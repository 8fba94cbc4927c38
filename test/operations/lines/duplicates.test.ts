/** Lines that may be stored already: no money, until a person releases them. */
import type { StatementLine } from 'hospital-payments'
import { describe, expect, it } from 'vitest'
import { badFields, day, minute, refusal } from '../../support/service.js'
import { checkBooks, counter, type Counter, allocation, toCategory, toLine, toPayment } from './support/counter.js'

const account = 'cbe-1000'
const reason = 'the bank sent it twice'
const original: StatementLine = {
  row: 1,
  direction: 'credit',
  amount: 1000,
  currency: 'ETB',
  valueDate: '2026-11-19',
  reference: 'INV-1',
  providerTransactionId: 'FT-0001',
}

/** Stores a bill that is paid, and a line with its receipt on another day, which is a possible duplicate. */
async function doubled(options: object = {}) {
  const desk = counter(options)
  const { payments } = desk
  await desk.bill({ reference: 'INV-1' })
  await payments.statements.import([original], { account })
  await payments.statements.import([{ ...original, valueDate: '2026-11-20' }], { account })
  const double = (await payments.lines.list({ outcome: 'possible_duplicate' })).items[0]!
  return { ...desk, double }
}

const release = ({ payments }: Counter, key: string, expectedVersion: number) =>
  payments.lines.release(key, { expectedVersion, reason: 'paid twice', actor: 'amina' })

describe('possible duplicate: a line', () => {
  it('is allocated whole to the category duplicate, and to nothing else; its outcome stays', async () => {
    const desk = await doubled()
    const { key, version } = desk.double
    const open = await desk.bill({ reference: 'INV-2' })
    const debit = await desk.line({ direction: 'debit' })
    for (const allocations of [
      [toPayment(open)],
      [toCategory(1000)],
      [{ to: 'category', category: 'duplicate', amount: 999 }],
      [toLine(debit)],
    ] as const) {
      const call = desk.payments.lines.allocate(key, { expectedVersion: version, allocations })
      expect(await badFields(call)).toEqual([
        "allocations must be the whole line to the category 'duplicate', because it is a possible duplicate; or release it first",
      ])
    }
    expect(await badFields(allocation(desk, debit.key, [toLine(desk.double)]))).toEqual([
      'allocations.0 names a possible duplicate; release that line first',
    ])
    const allocations = [{ to: 'category', category: 'duplicate', amount: 1000 }] as const
    const aside = await desk.payments.lines.allocate(key, { expectedVersion: version, allocations })
    expect(aside).toMatchObject({ status: 'settled', outcome: 'possible_duplicate' })
    await checkBooks(desk.repository)
  })

  it('has no money for a refund', async () => {
    const { payments, double: line } = await doubled()
    await refusal(payments.refunds.create({ lineKey: line.key, amount: 1, reason: 'overpayment' }), 'refund_exceeds')
  })

  it('keeps the outcome when people hold or assign it', async () => {
    const { payments, double: line } = await doubled()
    const held = await payments.lines.hold(line.key, { expectedVersion: 1, reason: 'ask the bank' })
    const assigned = await payments.lines.assign(line.key, { expectedVersion: held.version, assignee: 'amina' })
    for (const one of [held, assigned]) expect(one).toMatchObject({ outcome: 'possible_duplicate', held: true })
  })

  it('is decided by no run, held or not, and a hold changes no outcome', async () => {
    const desk = await doubled()
    const { payments, double: line } = desk
    const allocations = [{ to: 'category', category: 'duplicate', amount: 1000 }] as const
    await payments.lines.allocate(line.key, { expectedVersion: 1, allocations })
    await release(desk, line.key, 2)
    const undone = await payments.lines.unallocate(line.key, { expectedVersion: 3, reason: 'not so' })
    expect(undone).toMatchObject({ held: true, outcome: 'possible_duplicate' })
    await desk.bill({ reference: 'INV-1' })
    const { lines } = await payments.statements.import([{ ...original, valueDate: '2026-11-20' }], { account })
    expect(lines).toMatchObject([{ outcome: 'on_hold', count: 1 }])
  })
})

describe('lines.release: a possible duplicate', () => {
  it('with the receipt of a payment that is paid stays open for people, and is never held again', async () => {
    const desk = await doubled()
    const { payments, double: line, clock } = desk
    const open = await desk.bill({ reference: 'INV-1' })
    clock.advance(minute)
    const released = await release(desk, line.key, 1)
    // The receipt is that of the payment that is paid: people decide.
    expect(released).toMatchObject({ held: false, version: 2, status: 'open' })
    expect(released.outcome).not.toBe('possible_duplicate')
    expect((await payments.getPayment(open.id))!.status).toBe('pending')
    const again = await payments.statements.import([{ ...original, valueDate: '2026-11-20' }], { account })
    expect(again.lines).toMatchObject([{ outcome: released.outcome, count: 1 }])
    expect(again.warnings).toEqual([])
    await checkBooks(desk.repository)
  })

  it('with the receipt of another line, and the reference of another bill: the reference decides', async () => {
    const desk = counter()
    const { payments } = desk
    const [one, two] = [await desk.bill({ reference: 'INV-1' }), await desk.bill({ reference: 'INV-2' })]
    await payments.statements.import([original], { account })
    await payments.statements.import([{ ...original, reference: 'INV-2' }], { account })
    const { key } = (await payments.lines.list({ outcome: 'possible_duplicate' })).items[0]!
    expect(await release(desk, key, 1)).toMatchObject({ status: 'settled', outcome: 'confirmed', allocated: 1000 })
    for (const { id } of [one, two]) expect((await payments.getPayment(id))!.amountReconciled).toBe(1000)
    await checkBooks(desk.repository)
  })

  it('with a receipt that is new to its account, and the reference of another bill: people decide', async () => {
    const desk = counter()
    const { payments } = desk
    const [one, two] = [await desk.bill({ reference: 'INV-1' }), await desk.bill({ reference: 'INV-2' })]
    await payments.statements.import([original], { account: 'till-1' })
    await payments.statements.import([{ ...original, reference: 'INV-2' }], { account })
    const { key } = (await payments.lines.list({ outcome: 'possible_duplicate' })).items[0]!
    expect(await release(desk, key, 1)).toMatchObject({ status: 'open', outcome: 'ambiguous', held: false })
    const proved = [one, two].map(async ({ id }) => (await payments.getPayment(id))!.amountReconciled)
    expect(await Promise.all(proved)).toEqual([1000, 0])
  })

  it('settles the bill that it names, in one write and one event', async () => {
    const desk = counter()
    const { payments } = desk
    const [one, two] = [await desk.bill({ reference: 'INV-1' }), await desk.bill({ reference: 'INV-2' })]
    const { providerTransactionId: _, ...named } = { ...original, lineId: '1' }
    const lines = [named, { ...named, row: 2, reference: 'INV-2' }]
    const done = await payments.statements.import(lines, { account })
    expect(done.warnings).toEqual([{ code: 'id_repeats' }, { code: 'possible_duplicates' }])
    const line = (await payments.lines.list({ outcome: 'possible_duplicate' })).items[0]!
    const released = await release(desk, line.key, 1)
    expect(released).toMatchObject({
      held: false,
      status: 'settled',
      outcome: 'confirmed',
      version: 2,
      allocated: 1000,
    })
    expect((await payments.lines.history(line.key)).at(-1)).toMatchObject({
      type: 'line.released',
      reason: 'paid twice',
      allocations: [{ to: 'payment', paymentId: two.id, amount: 1000 }],
    })
    for (const { id } of [one, two]) expect((await payments.getPayment(id))!.status).toBe('succeeded')
    expect(await release(desk, line.key, 1)).toStrictEqual(released)
    await checkBooks(desk.repository)
  })
})

describe('markDuplicate', () => {
  it('an open line is a possible duplicate and held, by one event; a second call changes nothing', async () => {
    const desk = counter()
    const { payments } = desk
    await payments.statements.import([original], { account })
    const { key } = (await payments.lines.list()).items[0]!
    const options = { expectedVersion: 1, reason, actor: 'amina' }
    const marked = await payments.lines.markDuplicate(key, options)
    expect(marked).toMatchObject({ outcome: 'possible_duplicate', held: true, version: 2, status: 'open' })
    expect(await payments.lines.markDuplicate(key, options)).toStrictEqual(marked)
    expect((await payments.lines.history(key)).at(-1)).toMatchObject({
      type: 'line.marked_duplicate',
      actor: 'amina',
      reason,
      allocations: [],
    })
    await checkBooks(desk.repository)
  })

  it('a line that is allocated in part, of a closed day, of another version, or unknown is refused', async () => {
    const desk = counter()
    const { payments } = desk
    await payments.statements.import([original, { ...original, row: 2, amount: 5, valueDate: '2026-11-18' }], {
      account,
    })
    const [other, line] = (await payments.lines.list()).items
    const mark = (key: string, expectedVersion: number) =>
      payments.lines.markDuplicate(key, { expectedVersion, reason })
    await refusal(mark(line!.key, 9), 'line_changed')
    await refusal(mark('id:none', 1), 'line_not_found')
    await allocation(desk, line!.key, [toCategory(5)])
    expect(await badFields(mark(line!.key, 2))).toEqual([
      'lineKey names a line of which money is allocated or was given back; undo its allocations first',
    ])
    await payments.days.close({ account, day: other!.valueDate, actor: 'amina' })
    await refusal(mark(other!.key, 1), 'day_closed')
  })
})

describe('category: duplicate', () => {
  it('counts as money like each category where its line is no possible duplicate', async () => {
    const desk = counter()
    const line = await desk.line()
    await allocation(desk, line.key, [toCategory(400), toCategory(600, 'duplicate')])
    expect((await desk.payments.days.preview({ account, day: line.valueDate })).currencies).toMatchObject([
      {
        credits: '1000',
        allocated: [
          { category: 'bank_fee', amount: '400' },
          { category: 'duplicate', amount: '600' },
        ],
        uncounted: { count: 0 },
      },
    ])
    await checkBooks(desk.repository)
  })
})

describe('days.preview, days.report, days.close and attention: a possible duplicate', () => {
  it('is not in the sums but in uncounted, until it is released', async () => {
    const { payments, double, repository, clock } = await doubled()
    const of = { account, day: double.valueDate }
    clock.advance(2 * day)
    const uncounted = { count: 1, amount: '1000' }
    expect((await payments.days.preview(of)).currencies).toMatchObject([
      { credits: '0', debits: '0', allocated: [], open: { count: 0, amount: '0' }, uncounted },
    ])
    const report = await payments.days.report({ day: of.day })
    expect(report).toMatchObject({ openLines: [], uncounted: [{ outcome: 'possible_duplicate', ...uncounted }] })
    expect(await payments.attention()).toMatchObject({ openLines: [], uncounted: [uncounted] })
    const closing = await payments.days.close({ ...of, actor: 'amina' })
    expect(closing.currencies).toMatchObject([{ credits: '0', uncounted }])
    expect(await payments.days.verify({ account })).toMatchObject({ ok: true })
    await payments.lines.release(double.key, { expectedVersion: 1 })
    expect((await payments.days.preview(of)).currencies).toMatchObject([
      { credits: '1000', open: uncounted, uncounted: { count: 0, amount: '0' } },
    ])
    expect((await payments.days.get(of))!.changedSince).toEqual([double.key])
    expect(await payments.days.verify({ account })).toMatchObject({ ok: true })
    expect(await payments.attention()).toMatchObject({ openLines: [uncounted], uncounted: [] })
    await checkBooks(repository)
  })
})
