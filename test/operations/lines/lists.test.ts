/** The best suggestion of each line of a list, its acceptance, and the totals of a list. */
import type { FinanceRepository } from 'hospital-payments/repository'
import { describe, expect, it } from 'vitest'
import { seededRandom } from 'hospital-payments/testing'
import { badFields, refusal } from '../../support/service.js'
import { allocation, checkBooks, counter, toCategory, toPayment } from './support/counter.js'

const seen = { expectedVersion: 1, actor: 'amina' }

describe('lines.acceptSuggestion', () => {
  it('allocates all open money of the line, and the same call again changes nothing', async () => {
    const desk = counter()
    const { lines, getPayment } = desk.payments
    const [bill, line] = [await desk.bill({ amount: 700 }), await desk.line()]
    await allocation(desk, line.key, [toCategory(300)])
    const options = { paymentId: bill.id, expectedVersion: 2, actor: 'amina' }
    const accepted = await lines.acceptSuggestion(line.key, options)
    expect(accepted).toMatchObject({ status: 'settled', allocated: 1000, version: 3 })
    expect(accepted.allocations[1]).toMatchObject({ to: 'payment', paymentId: bill.id, amount: 700, by: 'hand' })
    expect(await getPayment(bill.id)).toMatchObject({ status: 'succeeded', amountReconciled: 700 })
    expect(await lines.acceptSuggestion(line.key, options)).toEqual(accepted)
    expect((await lines.history(line.key)).map(({ actor, type }) => [type, actor])).toEqual([
      ['line.imported', null],
      ['line.allocated', null],
      ['line.allocated', 'amina'],
    ])
    const other = await desk.bill({ reference: 'INV-2' })
    await refusal(lines.acceptSuggestion(line.key, { ...options, paymentId: other.id }), 'line_changed')
    await checkBooks(desk.repository)
  })

  it('is refused where the payment has less open, and where the line has nothing open', async () => {
    const desk = counter()
    const { lines } = desk.payments
    const [bill, line] = [await desk.bill({ amount: 999 }), await desk.line()]
    const error = await refusal(lines.acceptSuggestion(line.key, { ...seen, paymentId: bill.id }), 'allocation_exceeds')
    expect(error.details).toEqual({ exceeded: [{ path: 'paymentId', open: 999, asked: '1000' }] })
    expect(await lines.get(line.key)).toEqual(line)
    await allocation(desk, line.key, [toCategory(1000)])
    const settled = lines.acceptSuggestion(line.key, { paymentId: bill.id, expectedVersion: 2 })
    expect((await refusal(settled, 'allocation_exceeds')).details).toEqual({
      exceeded: [{ path: 'paymentId', open: 0, asked: '1000' }],
    })
  })

  it('is refused for bad arguments, unknown lines and payments, and another version', async () => {
    const desk = counter()
    const { lines } = desk.payments
    const [bill, { key }] = [await desk.bill(), await desk.line()]
    expect(await badFields(lines.acceptSuggestion(key, {} as never))).toEqual([
      'expectedVersion is required',
      'paymentId is required',
    ])
    expect(await badFields(lines.acceptSuggestion(key, { ...seen, paymentId: 'pay_unknown' }))).toEqual([
      'paymentId names a payment that does not exist',
    ])
    await refusal(lines.acceptSuggestion('id:unknown', { ...seen, paymentId: bill.id }), 'line_not_found')
    await refusal(lines.acceptSuggestion(key, { expectedVersion: 2, paymentId: bill.id }), 'line_changed')
  })

  it('settles the line once where many people accept on one version', async () => {
    const desk = counter()
    const bills = await Promise.all([1, 2, 3, 4, 5].map((n) => desk.bill({ reference: `INV-${n}` })))
    const { key } = await desk.line()
    const answers = await Promise.allSettled(
      bills.map(({ id }) => desk.payments.lines.acceptSuggestion(key, { ...seen, paymentId: id })),
    )
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const answer of answers)
      if (answer.status === 'rejected') expect(answer.reason).toMatchObject({ code: 'line_changed' })
    await checkBooks(desk.repository)
  })
})

/** Notes how often each function of the storage is called. */
function counted(repository: FinanceRepository) {
  const calls = new Map<string, number>()
  const entries = Object.entries(repository).map(([name, reach]: [string, unknown]) => [
    name,
    typeof reach === 'function'
      ? (...all: unknown[]) => {
          calls.set(name, (calls.get(name) ?? 0) + 1)
          return (reach as (...values: unknown[]) => unknown)(...all)
        }
      : reach,
  ])
  return { calls, repository: Object.fromEntries(entries) as FinanceRepository }
}

/** Notes the calls of the storage, and the number of terms of each look-up of candidates. */
function watched(desk: ReturnType<typeof counter>) {
  const { calls, repository } = counted(desk.repository)
  const terms: number[] = []
  const findCandidates: FinanceRepository['findCandidates'] = (query) => {
    terms.push(query.terms.length)
    return repository.findCandidates(query)
  }
  const { lines } = desk.payments.using({ ...repository, findCandidates } as never)
  return { calls, terms, lines }
}

describe('lines.suggestMany', () => {
  it('gives the first of suggest for each line, in the order of the keys', async () => {
    const desk = counter()
    const { lines } = desk.payments
    const customer = { name: 'Abebe Bekele', phone: '+254712345678' }
    await desk.bill({ reference: 'INV-202601', amount: 5, customer })
    await desk.bill({ reference: 'INV-202602' })
    const paid = await desk.bill({ reference: 'INV-7', amount: 70 })
    await allocation(desk, (await desk.line({ amount: 70 })).key, [toPayment(paid)])
    const stored = [
      await desk.line({ reference: 'INV-202609', amount: 3 }),
      await desk.line({ narration: 'from 0712 345 678', amount: 4 }),
      await desk.line({ narration: 'ABEBE', amount: 6 }),
      await desk.line({}),
      await desk.line({ amount: 8, account: 'safe', direction: 'debit' }),
      await desk.line({ amount: 8 }),
      await desk.line({ amount: 9 }),
      await desk.line({ direction: 'debit', amount: 70, narration: 'back INV-7' }),
    ]
    const keys = stored.map(({ key }) => key)
    const many = await lines.suggestMany(keys)
    const each = await Promise.all(
      keys.map(async (key) => ({ key, suggestion: (await lines.suggest(key))[0] ?? null })),
    )
    expect(many).toEqual(each)
    expect(many.map(({ suggestion }) => suggestion?.reasons[0])).toEqual([
      ...['one_character_differs', 'phone', 'payer_name', 'same_open_amount', 'own_transfer', 'own_transfer'],
      ...[undefined, 'same_reference_spelt_differently'],
    ])
    expect(await lines.suggestMany([...keys].reverse())).toEqual([...each].reverse())
  })

  it('gives drawn lines what suggest gives them', async () => {
    const desk = counter()
    const random = seededRandom(11)
    const pick = (below: number) => random(1)[0]! % below
    const names = ['Abebe Bekele', 'Selam Tesfaye', 'Amina Noor', 'Dawit']
    for (let n = 0; n < 40; n++)
      await desk.bill({ reference: `BILL-${n}`, amount: 100 * (1 + pick(30)), customer: { name: names[pick(4)]! } })
    const keys: string[] = []
    for (let n = 0; n < 12; n++) {
      const reference = [`bill ${pick(50)}`, undefined][pick(2)]
      const stated = { amount: 100 * (1 + pick(30)), narration: ['FROM ABEBE', 'SELAM T', 'x'][pick(3)]! }
      keys.push((await desk.line({ ...stated, ...(reference !== undefined && { reference }) })).key)
    }
    const { lines } = desk.payments
    for (const { key, suggestion } of await lines.suggestMany(keys))
      expect(suggestion).toEqual((await lines.suggest(key))[0] ?? null)
  })

  it('reads as often for 50 lines as for one of each direction, within the bounds of the storage', async () => {
    const desk = counter()
    await desk.bill()
    const keys: string[] = []
    for (let n = 0; n < 50; n++) {
      const direction = n % 2 ? 'debit' : 'credit'
      keys.push((await desk.line({ direction, amount: 7 + n, reference: `INV-20260${n}`, narration: 'ABEBE' })).key)
    }
    const { calls, terms, lines } = watched(desk)
    await lines.suggestMany(keys)
    expect(Object.fromEntries(calls)).toEqual({ findLines: 1, findCandidates: 2, lookup: 1, pageLines: 2 })
    expect(Math.max(...terms)).toBeGreaterThan(1000)
    expect(Math.max(...terms)).toBeLessThanOrEqual(10_000)
  })

  it('looks misspelt references up for those lines alone that name no payment surely', async () => {
    const desk = counter()
    const keys: string[] = []
    for (let n = 0; n < 49; n++) {
      const reference = `INV-2026-00${100 + n}`
      await desk.bill({ reference, amount: 5 })
      keys.push((await desk.line({ amount: 7 + n, reference })).key)
    }
    const sure = watched(desk)
    await sure.lines.suggestMany(keys)
    expect(sure.terms).toEqual([49])
    await desk.bill({ reference: 'LAB-2026-00777', amount: 3 })
    keys.push((await desk.line({ amount: 900, reference: 'LAB-2026-00778' })).key)
    const { terms, lines } = watched(desk)
    const last = (await lines.suggestMany(keys)).at(-1)!.suggestion
    expect(last).toMatchObject({ payment: { reference: 'LAB-2026-00777' }, reasons: ['one_character_differs'] })
    expect(last).toEqual((await lines.suggest(keys.at(-1)!))[0])
    expect(terms.slice(0, 2)).toEqual([50, expect.any(Number)])
    expect(terms[1]).toBeLessThan(1100)
  })

  it('gives nothing for unknown lines, and is refused for no key, a key twice and 51 keys', async () => {
    const { lines } = counter().payments
    expect(await lines.suggestMany(['id:x'])).toEqual([{ key: 'id:x', suggestion: null }])
    const fifty = Array.from({ length: 51 }, (_, n) => `id:${n}`)
    for (const keys of [[], ['id:x', 'id:x'], fifty, 'id:x', [5]])
      await refusal(lines.suggestMany(keys as never), 'invalid_request')
  })
})

describe('lines.totals', () => {
  it('adds up what all pages of the list show, exactly', async () => {
    const desk = counter()
    const { lines } = desk.payments
    const max = Number.MAX_SAFE_INTEGER
    await desk.line({ amount: max, narration: 'for INV-1' })
    await desk.line({ amount: max, valueDate: '2026-11-10' })
    await desk.line({ direction: 'debit', amount: 5 })
    const { key } = await desk.line({ currency: 'USD', amount: 70 })
    await allocation(desk, key, [toCategory(30)])
    const twice = `${2n * BigInt(max)}`
    const credits = { currency: 'ETB', direction: 'credit', count: 2, amount: twice, open: twice }
    const debits = { currency: 'ETB', direction: 'debit', count: 1, amount: '5', open: '5' }
    const dollars = { currency: 'USD', direction: 'credit', count: 1, amount: '70', open: '40' }
    expect(await lines.totals()).toEqual([credits, debits, dollars])
    expect(await lines.totals({ direction: 'credit', currency: 'USD' })).toEqual([dollars])
    expect(await lines.totals({ text: 'INV-1' })).toEqual([{ ...credits, count: 1, amount: `${max}`, open: `${max}` }])
    expect(await lines.totals({ status: 'settled' })).toEqual([])
    expect(await lines.totals({ account: ' ' })).toEqual([])
    await refusal(lines.totals({ from: '2026-11-20', to: '2026-11-19' }), 'invalid_date_range')
    expect(await badFields(lines.totals({ limit: 5 } as never))).toHaveLength(1)
  })
})
