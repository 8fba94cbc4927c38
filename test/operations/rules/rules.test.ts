import type { AccountLine, LineItem, ReconcileOptions, Rule, RuleRequest, StatementLine } from 'hospital-payments'
import { describe, expect, it } from 'vitest'
import { badFields, collect, minute, refusal, request, start } from '../../support/service.js'
import { checkBooks, type Counter, counter, toCategory } from '../lines/support/counter.js'

const amina = { actor: 'amina' }
const dawit = { actor: 'dawit' }
const fee = (row: number, more: Partial<StatementLine> = {}): StatementLine => ({
  ...{ row, direction: 'debit', amount: 500 + row, currency: 'ETB', valueDate: '2026-11-19' },
  narration: `Ledger  FEE no ${row}`,
  ...more,
})
const feeRule: RuleRequest = { text: 'ledger fee', category: 'bank_fee' }

async function itemsOf(
  { payments }: Counter,
  lines: readonly StatementLine[],
  options: Partial<ReconcileOptions> = {},
) {
  const items = await collect(payments.reconcile(lines, { account: 'cbe-1000', apply: true, ...options }))
  return items.filter((item): item is LineItem => item.kind === 'line')
}

const outcomes = (items: readonly LineItem[]) => items.map(({ outcome }) => outcome)

const ofRule = (line: Pick<AccountLine, 'amount'>, { id, category }: Rule) => ({
  ...toCategory(line.amount, category),
  ...{ by: 'rule', ruleId: id },
})

const byRow = async (desk: Counter) => [...(await linesOf(desk))].sort((a, b) => a.row - b.row)
const linesOf = async ({ payments }: Counter) => (await payments.lines.list({ limit: 500 })).items

describe('rules.create', () => {
  it('stores a rule for debits of every account, and touches no line', async () => {
    const desk = counter()
    await itemsOf(desk, [fee(1)])
    const rule = await desk.payments.rules.create(feeRule, amina)
    expect(rule).toStrictEqual({
      id: expect.stringMatching(/^rul_[0-9A-Z]{26}$/) as string,
      ...{ account: null, direction: 'debit', text: 'ledger fee', amount: null, currency: null, category: 'bank_fee' },
      ...{ createdBy: 'amina', createdAt: start, deletedAt: null },
    })
    expect(await desk.payments.rules.get(rule.id)).toStrictEqual(rule)
    expect(await desk.payments.rules.list()).toEqual({ items: [rule], nextCursor: null })
    expect(await linesOf(desk)).toMatchObject([{ status: 'open', outcome: 'reversal_candidate', version: 1 }])
  })

  it('refuses a short text, an amount without a currency, a bad category and a missing actor', async () => {
    const { rules } = counter().payments
    const words = ['text must have at least 4 letters or digits']
    expect(await badFields(rules.create({ ...feeRule, text: 'a-b c' }, amina))).toEqual(words)
    expect(await badFields(rules.create({ ...feeRule, amount: 5 }, amina))).toEqual(['amount needs a currency'])
    expect(await badFields(rules.create({ ...feeRule, category: 'Bank Fee' }, amina))).toHaveLength(1)
    expect(await badFields(rules.create({} as RuleRequest, amina))).toEqual([
      'text is required',
      'category is required',
    ])
    expect(await badFields(rules.create(feeRule, {} as typeof amina))).toEqual(['actor is required'])
    await refusal(rules.create({ ...feeRule, currency: 'XXX' }, amina), 'unsupported_currency')
    expect((await rules.list()).items).toEqual([])
  })

  it('keeps creation and deletion as events that have the time, the actor and no text', async () => {
    const { payments, clock, repository } = counter()
    const { id } = await payments.rules.create({ ...feeRule, text: 'Almaz Kebede fee' }, amina)
    clock.advance(minute)
    await payments.rules.delete(id, dawit)
    const events = await repository.pageRowEvents({ limit: 10 })
    expect(events.map(({ stream, version, type, actor }) => [stream, version, type, actor])).toEqual([
      [id, 2, 'rule.deleted', 'dawit'],
      [id, 1, 'rule.created', 'amina'],
    ])
    expect(JSON.stringify(events)).not.toContain('Almaz')
    const { items } = await payments.reports.audit({ from: '2026-11-20', to: '2026-11-20' })
    expect(items.map(({ kind, type, actor, at }) => [kind, type, actor, at])).toEqual([
      ['rule', 'rule.deleted', 'dawit', '2026-11-20T09:01:00.000Z'],
      ['rule', 'rule.created', 'amina', start],
    ])
    expect(items.map((entry) => entry.id)).toEqual([id, id])
  })
})

describe('rules.delete', () => {
  it('takes the rule off the list, and answers a repeated deletion with the first', async () => {
    const { payments, clock } = counter()
    const { id } = await payments.rules.create(feeRule, amina)
    clock.advance(minute)
    const deleted = await payments.rules.delete(id, dawit)
    expect(deleted.deletedAt).toBe('2026-11-20T09:01:00.000Z')
    clock.advance(minute)
    expect(await payments.rules.delete(id, amina)).toStrictEqual(deleted)
    expect(await payments.rules.get(id)).toStrictEqual(deleted)
    expect((await payments.rules.list()).items).toEqual([])
    await refusal(payments.rules.apply(id, amina), 'rule_not_found')
  })

  it('refuses an unknown id', async () => {
    const { rules } = counter().payments
    const unknown = 'rul_01JD0000000000000000000000'
    expect((await refusal(rules.delete(unknown, amina), 'rule_not_found')).details).toEqual({ ruleId: unknown })
    await refusal(rules.apply('no id', amina), 'rule_not_found')
    expect([await rules.get(unknown), await rules.get('no id')]).toEqual([null, null])
  })
})

describe('rules.list', () => {
  it('pages through the rules, oldest first, without the deleted ones', async () => {
    const { payments, clock } = counter()
    const made: Rule[] = []
    for (let n = 0; n < 5; n++) {
      made.push(await payments.rules.create({ ...feeRule, text: `ledger ${n}` }, amina))
      if (n % 2 === 0) clock.advance(minute)
    }
    await payments.rules.delete(made[2]!.id, amina)
    const first = await payments.rules.list({ limit: 2 })
    const second = await payments.rules.list({ limit: 2, cursor: first.nextCursor! })
    expect([...first.items, ...second.items]).toEqual([0, 1, 3, 4].map((n) => made[n]))
    expect(second.nextCursor).toBeNull()
    await refusal(payments.rules.list({ cursor: `${first.nextCursor!}x` }), 'invalid_cursor')
  })
})

describe('reconcile: a remembered rule', () => {
  it('sets lines aside, names itself on their allocations, and is previewed in the same words', async () => {
    const desk = counter()
    const rule = await desk.payments.rules.create(feeRule, amina)
    const lines = [fee(1), fee(2, { narration: 'Rent' }), fee(3, { narration: 'x', reference: 'LEDGER FEE' })]
    const preview = await itemsOf(desk, lines, { apply: false })
    expect(preview.map(({ outcome, applied, ruleId }) => [outcome, applied, ruleId])).toEqual([
      ['set_aside', false, rule.id],
      ['reversal_candidate', false, undefined],
      ['set_aside', false, rule.id],
    ])
    expect(await linesOf(desk)).toEqual([])
    const applied = await itemsOf(desk, lines)
    expect(applied.map(({ applied: _, ...item }) => item)).toEqual(preview.map(({ applied: _, ...item }) => item))
    const [first, second, third] = await byRow(desk)
    expect(first).toMatchObject({ status: 'settled', outcome: 'set_aside', held: false, version: 1 })
    expect(first!.allocations).toEqual([ofRule(first!, rule)])
    expect(second).toMatchObject({ status: 'open', allocations: [] })
    expect(third!.allocations).toEqual([ofRule(third!, rule)])
    expect(await desk.payments.lines.history(first!.key)).toMatchObject([
      { type: 'line.imported', allocations: [toCategory(first!.amount)] },
    ])
    expect(outcomes(await itemsOf(desk, lines))).toEqual(['set_aside', 'reversal_candidate', 'set_aside'])
    await checkBooks(desk.repository)
  })

  it('settles a stored open line when its file comes again', async () => {
    const desk = counter()
    await itemsOf(desk, [fee(1)])
    const rule = await desk.payments.rules.create(feeRule, amina)
    expect(outcomes(await itemsOf(desk, [fee(1)]))).toEqual(['set_aside'])
    const [line] = await linesOf(desk)
    expect(line).toMatchObject({ status: 'settled', version: 2, allocations: [ofRule(line!, rule)] })
    expect(await desk.payments.lines.history(line!.key)).toMatchObject([{}, { type: 'line.allocated' }])
  })

  it('applies behind categoryOf, the oldest rule first', async () => {
    const desk = counter()
    const older = await desk.payments.rules.create({ ...feeRule, category: 'older' }, amina)
    desk.clock.advance(minute)
    await desk.payments.rules.create({ text: 'ledger fee no', category: 'newer' }, amina)
    const categoryOf = ({ row }: StatementLine) => (row === 1 ? 'of_host' : undefined)
    await itemsOf(desk, [fee(1), fee(2)], { categoryOf })
    const [first, second] = await byRow(desk)
    expect(first!.allocations).toEqual([{ ...toCategory(first!.amount, 'of_host'), by: 'rule' }])
    expect(second!.allocations).toEqual([ofRule(second!, older)])
    await desk.payments.rules.delete(older.id, amina)
    await itemsOf(desk, [fee(3)])
    expect((await linesOf(desk)).find(({ row }) => row === 3)!.allocations).toMatchObject([{ category: 'newer' }])
  })

  it('leaves every line that names a payment or a refund, whatever its state', async () => {
    const desk = counter()
    const { payments } = desk
    const paid = await payments.createPayment(request({ reference: 'LEDGER-FEE-1', amount: 1000 }))
    await payments.confirmPayment(paid.id, { providerTransactionId: 'RECEIPT-9' })
    const reversed = await payments.createPayment(request({ reference: 'LEDGER-FEE-2', amount: 1000 }))
    await payments.confirmPayment(reversed.id)
    await payments.reversePayment(reversed.id, { reason: 'twice' })
    const refund = await payments.refunds.create({ paymentId: paid.id, amount: 300, reason: 'duplicate' }, amina)
    for (const direction of ['debit', 'credit'] as const) await payments.rules.create({ ...feeRule, direction }, amina)
    const narration = 'ledger fee'
    const credit = { narration, direction: 'credit' } as const
    const named = [
      fee(1, { narration, reference: 'LEDGER-FEE-1' }),
      fee(2, { narration, providerTransactionId: 'RECEIPT-9' }),
      fee(3, { narration: 'ledger fee of LEDGER-FEE-1' }),
      fee(4, { narration: `ledger fee ${refund.reference}` }),
      fee(5, { narration, reference: 'LEDGER-FEE-2' }),
      fee(6, { ...credit, reference: 'LEDGER-FEE-2' }),
      fee(7, { ...credit, amount: 5000, reference: 'LEDGER-FEE-1' }),
      fee(8, { ...credit, currency: 'USD', reference: 'LEDGER-FEE-1' }),
    ]
    expect(outcomes(await itemsOf(desk, named))).not.toContain('set_aside')
    expect(await payments.rules.try(feeRule)).toEqual({ lines: 0 })
    for (const { id } of (await payments.rules.list()).items)
      expect(await payments.rules.apply(id, amina)).toEqual({ settled: 0 })
    expect((await linesOf(desk)).every(({ status }) => status === 'open')).toBe(true)
    expect(outcomes(await itemsOf(desk, [fee(9, { narration }), fee(10, credit)]))).toEqual(['set_aside', 'set_aside'])
  })

  it('is for debits alone, unless the rule says credit', async () => {
    const desk = counter()
    await desk.payments.rules.create(feeRule, amina)
    const credit = fee(1, { direction: 'credit' })
    expect(outcomes(await itemsOf(desk, [credit]))).toEqual(['unmatched_line'])
    const rule = await desk.payments.rules.create({ ...feeRule, direction: 'credit', category: 'interest' }, amina)
    expect(await desk.payments.rules.apply(rule.id, amina)).toEqual({ settled: 1 })
  })

  it('leaves a line that a person undid, holds or allocated in part', async () => {
    const desk = counter()
    const { payments } = desk
    const rule = await payments.rules.create(feeRule, amina)
    await itemsOf(desk, [fee(1)])
    const [{ key }] = (await linesOf(desk)) as [AccountLine]
    const undone = await payments.lines.unallocate(key, { expectedVersion: 1, reason: 'rent after all' })
    expect(undone).toMatchObject({ held: true, allocations: [] })
    expect(await payments.lines.history(key)).toMatchObject([{}, { allocations: [toCategory(501)] }])
    expect(outcomes(await itemsOf(desk, [fee(1)]))).toEqual(['on_hold'])
    expect(await payments.rules.apply(rule.id, amina)).toEqual({ settled: 0 })
    await payments.lines.allocate(key, { expectedVersion: 2, allocations: [toCategory(100, 'rent')] })
    await payments.lines.release(key, { expectedVersion: 3 })
    expect(await payments.rules.try(feeRule)).toEqual({ lines: 0 })
    expect(outcomes(await itemsOf(desk, [fee(1)]))).toEqual(['on_hold'])
  })

  it('leaves possible duplicates', async () => {
    const desk = counter()
    await itemsOf(desk, [fee(1, { lineId: 'L-1', providerTransactionId: 'BANK-77001' })])
    await desk.payments.rules.create(feeRule, amina)
    const twice = fee(1, { lineId: 'L-2', providerTransactionId: 'BANK-77001' })
    expect(outcomes(await itemsOf(desk, [twice]))).toEqual(['possible_duplicate'])
    expect(await desk.payments.rules.try(feeRule)).toEqual({ lines: 1 })
  })

  it('settles nothing more once it is deleted between the reading and the writing of a run', async () => {
    const desk = counter()
    const rules = await Promise.all(
      ['ledger fee', 'ledger'].map((text) => desk.payments.rules.create({ ...feeRule, text }, amina)),
    )
    let isDeleted = false
    const replace = desk.repository.replace.bind(desk.repository)
    Object.assign(desk.repository, {
      replace: async (group: Parameters<typeof replace>[0]) => {
        if (!isDeleted && group.lines.length > 0) {
          isDeleted = true
          for (const { id } of rules) await desk.payments.rules.delete(id, dawit)
        }
        return replace(group)
      },
    })
    const { payments } = counter({ repository: desk.repository })
    const items = await collect(payments.reconcile([fee(1), fee(2)], { account: 'cbe-1000', apply: true }))
    expect(isDeleted).toBe(true)
    expect(outcomes(items.filter((item): item is LineItem => item.kind === 'line'))).toEqual([
      'reversal_candidate',
      'reversal_candidate',
    ])
    expect((await linesOf(desk)).map(({ status }) => status)).toEqual(['open', 'open'])
  })
})

describe('rules.try', () => {
  it('counts exactly the lines that apply settles, and stores nothing', async () => {
    const desk = counter()
    const { payments } = desk
    await itemsOf(desk, [fee(1), fee(2), fee(3, { narration: 'Rent' })])
    await itemsOf(desk, [fee(4), fee(5, { currency: 'USD' })], { account: 'other' })
    expect(await payments.rules.try(feeRule)).toEqual({ lines: 4 })
    expect(await payments.rules.try({ ...feeRule, account: 'other' })).toEqual({ lines: 2 })
    expect(await payments.rules.try({ ...feeRule, currency: 'USD' })).toEqual({ lines: 1 })
    expect(await payments.rules.try({ ...feeRule, currency: 'ETB', amount: 502 })).toEqual({ lines: 1 })
    expect((await payments.rules.list()).items).toEqual([])
    const { id } = await payments.rules.create(feeRule, amina)
    expect(await payments.rules.try(feeRule)).toEqual({ lines: 4 })
    // Of several that fit a line, the oldest applies.
    expect(await payments.rules.try({ ...feeRule, category: 'other' })).toEqual({ lines: 0 })
    expect(await payments.rules.apply(id, dawit)).toEqual({ settled: 4 })
    expect(await payments.rules.try(feeRule)).toEqual({ lines: 0 })
    expect(await badFields(payments.rules.try({ ...feeRule, text: 'fee' }))).toHaveLength(1)
  })
})

describe('rules.apply', () => {
  it('settles the oldest lines up to its limit, in the name of its caller', async () => {
    const desk = counter()
    const { payments } = desk
    const days = ['2026-11-03', '2026-11-01', '2026-11-02']
    await itemsOf(
      desk,
      days.map((valueDate, row) => fee(row, { valueDate })),
    )
    const rule = await payments.rules.create(feeRule, amina)
    expect(await payments.rules.apply(rule.id, { ...dawit, limit: 2 })).toEqual({ settled: 2 })
    const lines = await linesOf(desk)
    expect(lines.map(({ valueDate, status }) => [valueDate, status])).toEqual([
      ['2026-11-01', 'settled'],
      ['2026-11-02', 'settled'],
      ['2026-11-03', 'open'],
    ])
    expect(await payments.lines.history(lines[0]!.key)).toMatchObject([
      { type: 'line.imported' },
      { type: 'line.allocated', actor: 'dawit', allocations: [toCategory(lines[0]!.amount)] },
    ])
    expect(lines[0]).toMatchObject({ outcome: 'set_aside', version: 2, allocations: [ofRule(lines[0]!, rule)] })
    expect(await payments.rules.apply(rule.id, dawit)).toEqual({ settled: 1 })
    await checkBooks(desk.repository)
    expect(await badFields(payments.rules.apply(rule.id, { ...dawit, limit: 0 }))).toHaveLength(1)
  })

  it('leaves lines to an older rule that fits them', async () => {
    const desk = counter()
    const { payments, clock } = desk
    await itemsOf(desk, [fee(1), fee(2, { narration: 'other fee of the bank' })])
    const older = await payments.rules.create(feeRule, amina)
    clock.advance(minute)
    const newer = await payments.rules.create({ text: 'r fee', category: 'fees' }, amina)
    expect(await payments.rules.apply(newer.id, amina)).toEqual({ settled: 1 })
    expect(await payments.rules.apply(older.id, amina)).toEqual({ settled: 1 })
  })

  it('decides a line again that a person changes meanwhile, and leaves one that is settled', async () => {
    const desk = counter()
    const { payments, repository } = desk
    await itemsOf(desk, [fee(1), fee(2), fee(3)])
    const rule = await payments.rules.create(feeRule, amina)
    const [one, two] = (await linesOf(desk)) as [AccountLine, AccountLine]
    const replace = repository.replace.bind(repository)
    let isChanged = false
    const others = counter({ repository: { ...repository, replace } })
    Object.assign(repository, {
      replace: async (group: Parameters<typeof replace>[0]) => {
        if (!isChanged) {
          isChanged = true
          await others.payments.lines.assign(one.key, { expectedVersion: 1, assignee: 'sara' })
          await others.payments.lines.allocate(two.key, {
            ...{ expectedVersion: 1, allocations: [toCategory(two.amount, 'rent')] },
          })
        }
        return replace(group)
      },
    })
    const service = counter({ repository })
    expect(await service.payments.rules.apply(rule.id, dawit)).toEqual({ settled: 2 })
    expect(isChanged).toBe(true)
    expect(await payments.lines.get(one.key)).toMatchObject({ assignee: 'sara', version: 3, status: 'settled' })
    expect((await payments.lines.get(two.key))?.allocations).toMatchObject([{ category: 'rent', by: 'hand' }])
    await checkBooks(repository)
  })

  it('settles a line of a closed day, which is changed since, as one that a person sets aside', async () => {
    const desk = counter()
    const { payments } = desk
    await itemsOf(desk, [fee(1)])
    await payments.days.close({ account: 'cbe-1000', day: '2026-11-19', actor: 'amina' })
    const rule = await payments.rules.create(feeRule, amina)
    expect(await payments.rules.apply(rule.id, amina)).toEqual({ settled: 1 })
    expect(await payments.days.verify({ account: 'cbe-1000' })).toMatchObject({ ok: true })
  })
})
