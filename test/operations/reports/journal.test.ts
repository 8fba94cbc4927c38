import type { FinanceRepository } from 'hospital-payments/repository'
import { describe, expect, it } from 'vitest'
import { csvOf, day, minute, refusal, request, start, testService } from '../../support/service.js'
import { importDay, today } from './support/books.js'

const header = 'date,valueDate,line,account,counterAccount,debit,credit,currency,reference,memo,entry'

/** Returns the rows without the header, each as the fields at these places. */
function fieldsOf(csv: string, ...places: readonly number[]): string[] {
  const [first, ...rows] = csv.split('\r\n')
  expect(first).toBe(header)
  return rows.slice(0, -1).map((row) => {
    const fields = row.split(',')
    return places.map((place) => fields[place]).join(' ')
  })
}

const money = (csv: string) => fieldsOf(csv, 3, 5, 6)

describe('reports.journal', () => {
  it('writes a balanced pair of rows for each movement, in decimals of the currency', async () => {
    const { payments } = testService()
    const bill = await payments.createPayment(request({ amount: 150_000 }))
    const [line] = await importDay(payments, [{ amount: 150_000, reference: 'INV-1', narration: 'from Abebe' }])
    const csv = await csvOf(payments.reports.journal(today))
    const [event] = await payments.lines.history(line!.key)
    const of = `2026-11-20,2026-11-19,${line!.key}`
    expect(csv.split('\r\n')).toEqual([
      header,
      `${of},cbe,suspense,1500.00,,ETB,INV-1,from Abebe,${event!.id}.0`,
      `${of},suspense,cbe,,1500.00,ETB,INV-1,from Abebe,${event!.id}.0`,
      `${of},suspense,receivable,1500.00,,ETB,INV-1,from Abebe,${event!.id}.1`,
      `${of},receivable,suspense,,1500.00,ETB,INV-1,from Abebe,${event!.id}.1`,
      '',
    ])
    expect((await payments.getPayment(bill.id))?.status).toBe('succeeded')
  })

  it('writes amounts in the decimals of each currency', async () => {
    const { payments } = testService()
    const amounts = { KWD: 1234, JPY: 1234, ETB: 1234 }
    for (const [currency, amount] of Object.entries(amounts)) await importDay(payments, [{ amount, currency }])
    expect(fieldsOf(await csvOf(payments.reports.journal(today)), 5, 7).filter((_, i) => i % 2 === 0)).toEqual([
      ...['1.234 KWD', '1234 JPY', '12.34 ETB'],
    ])
  })

  it('has the reference of the payment or the refund, and of the line where there is neither', async () => {
    const { payments } = testService()
    await payments.createPayment(request({ reference: 'INV-7', amount: 100 }))
    const { items } = await payments.findByReference('INV-7')
    const [line] = await importDay(payments, [{ amount: 400, reference: 'SLIP-1' }])
    const allocations = [
      { to: 'payment', paymentId: items[0]!.id, amount: 100 },
      { to: 'category', category: 'gift', amount: 50 },
    ] as const
    await payments.lines.allocate(line!.key, { expectedVersion: 1, allocations })
    await payments.refunds.create({ lineKey: line!.key, amount: 250, reason: 'duplicate', reference: 'OUT-1' })
    const rows = fieldsOf(await csvOf(payments.reports.journal(today)), 4, 8).filter((_, i) => i % 2 === 0)
    expect(rows).toEqual(['suspense SLIP-1', 'receivable INV-7', 'category:gift SLIP-1', 'refunds OUT-1'])
  })

  it('posts an undo on the day on which it was made, and leaves the days before as they are', async () => {
    const { payments, clock } = testService()
    await payments.createPayment(request({ amount: 100 }))
    const [line] = await importDay(payments, [{ amount: 100, reference: 'INV-1' }])
    const before = await csvOf(payments.reports.journal(today))
    clock.advance(day)
    const undo = { expectedVersion: 1, reason: 'wrong bill', payments: 'keep' } as const
    await payments.lines.unallocate(line!.key, undo)
    expect(await csvOf(payments.reports.journal(today))).toBe(before)
    const tomorrow = await csvOf(payments.reports.journal({ from: '2026-11-21', to: '2026-11-21' }))
    expect(money(tomorrow)).toEqual(['receivable 1.00 ', 'suspense  1.00'])
  })

  it('posts no possible duplicate, posts it by its release, and posts it back where it is marked', async () => {
    const { payments } = testService()
    const twice = { amount: 100, providerTransactionId: 'FT1234567' }
    await importDay(payments, [{ ...twice, lineId: 'a' }])
    const [, doubted] = await importDay(payments, [{ ...twice, lineId: 'b' }])
    expect(doubted?.outcome).toBe('possible_duplicate')
    const first = ['cbe 1.00 ', 'suspense  1.00']
    expect(money(await csvOf(payments.reports.journal(today)))).toEqual(first)
    const { key } = doubted!
    const released = await payments.lines.release(key, { expectedVersion: 1, reason: 'two bills' })
    expect(money(await csvOf(payments.reports.journal(today)))).toEqual([...first, ...first])
    await payments.lines.markDuplicate(key, { expectedVersion: released.version, reason: 'no', actor: 'sara' })
    const back = ['suspense 1.00 ', 'cbe  1.00']
    expect(money(await csvOf(payments.reports.journal(today)))).toEqual([...first, ...first, ...back])
  })

  it('posts cash, a transfer of it and a void: transit and suspense are even in the end', async () => {
    const { payments } = testService({ cashSupervisors: (actor) => actor === 'lily' })
    const bill = await payments.createPayment(request({ amount: 900 }))
    const session = await payments.cash.open({ point: 'a', currency: 'ETB', float: 0, actor: 'sara' })
    const sessionId = session.id
    const { line } = await payments.cash.take({ sessionId, paymentId: bill.id, amount: 900, actor: 'sara' })
    await payments.cash.void({ lineKey: line.key, reason: 'wrong bill', actor: 'lily' })
    expect(money(await csvOf(payments.reports.journal(today)))).toEqual([
      ...['cash.a 9.00 ', 'suspense  9.00', 'suspense 9.00 ', 'receivable  9.00'],
      ...['receivable 9.00 ', 'suspense  9.00', 'suspense 9.00 ', 'transit  9.00'],
      ...['suspense 9.00 ', 'cash.a  9.00', 'transit 9.00 ', 'suspense  9.00'],
    ])
  })

  it('posts a waiver on the account of its scheme', async () => {
    const { payments } = testService({ waiverApproval: () => false })
    const { id: paymentId } = await payments.createPayment(request({ amount: 900 }))
    const call = { paymentId, amount: 900, scheme: 'poor', reason: 'no_income' }
    await payments.waivers.request(call, { actor: 'sara' })
    expect(money(await csvOf(payments.reports.journal(today)))).toEqual([
      ...['waiver.poor 9.00 ', 'suspense  9.00', 'suspense 9.00 ', 'receivable  9.00'],
    ])
  })

  it('has the days of the service’s time zone, and the entries of some accounts where they are named', async () => {
    const { payments, clock } = testService({ timeZone: 'Africa/Addis_Ababa' })
    clock.set('2026-11-20T20:59:59.999Z')
    await importDay(payments, [{ amount: 100 }])
    clock.set('2026-11-20T21:00:00.000Z')
    await importDay(payments, [{ amount: 200, lineId: 'other' }], 'abay')
    expect(fieldsOf(await csvOf(payments.reports.journal(today)), 0, 3)).toEqual([
      ...['2026-11-20 cbe', '2026-11-20 suspense'],
    ])
    const both = { from: '2026-11-20', to: '2026-11-21' }
    expect(fieldsOf(await csvOf(payments.reports.journal({ ...both, accounts: ['abay'] })), 0, 3)).toEqual([
      ...['2026-11-21 abay', '2026-11-21 suspense'],
    ])
    expect(fieldsOf(await csvOf(payments.reports.journal(both)), 0)).toHaveLength(4)
  })

  it('shows the present narration, neutralised for spreadsheets, and none where memo is false', async () => {
    const { payments } = testService()
    await importDay(payments, [{ amount: 100, narration: '=HYPERLINK(1)' }])
    const memo = async (options?: Parameters<typeof payments.reports.journal>[1]) =>
      fieldsOf(await csvOf(payments.reports.journal(today, options)), 9)[0]
    expect(await memo()).toBe("'=HYPERLINK(1)")
    expect(await memo({ mode: 'exact' })).toBe('=HYPERLINK(1)')
    expect(await memo({ memo: false })).toBe('')
    await payments.lines.eraseText({ before: '2026-12-01' })
    expect(await memo()).toBe('')
    const withMark = await csvOf(payments.reports.journal(today, { bom: true }))
    expect(withMark.startsWith(`\ufeff${header}`)).toBe(true)
  })

  it('refuses what is wrong before any text', async () => {
    const { payments } = testService()
    const call = (query: object, options?: object) =>
      csvOf(payments.reports.journal(query as never, options as never)) as Promise<unknown>
    await refusal(call({ from: '2026-11-20' }), 'invalid_request')
    await refusal(call({ ...today, accounts: [] }), 'invalid_request')
    await refusal(call({ ...today, account: 'cbe' }), 'invalid_request')
    await refusal(call(today, { mode: 'html' }), 'invalid_request')
    await refusal(call({ from: '2026-11-21', to: '2026-11-20' }), 'invalid_date_range')
    await refusal(call({ from: 'today', to: '2026-11-20' }), 'invalid_date_range')
  })

  it('is of one instant while lines are allocated and erased, and ends with its signal', async () => {
    const { payments, clock } = testService()
    const records = Array.from({ length: 1200 }, (_, i) => ({ amount: 100 + i, lineId: `${i}`, narration: 'as it was' }))
    await importDay(payments, records)
    const before = await csvOf(payments.reports.journal(today))
    const texts: string[] = []
    for await (const text of payments.reports.journal(today)) {
      texts.push(text)
      clock.advance(minute)
      await payments.lines.eraseText({ before: '2026-12-01' })
      await importDay(payments, [{ amount: 9, lineId: `new-${texts.length}` }])
    }
    expect(texts.length).toBeGreaterThan(2)
    expect(texts.join('')).toBe(before)
    const abort = new AbortController()
    const reason = new Error('the client left')
    const left = payments.reports.journal(today, { signal: abort.signal })[Symbol.asyncIterator]()
    await left.next()
    abort.abort(reason)
    await expect(left.next()).rejects.toBe(reason)
  })

  it('adds what was stored late to the day on which it was recorded', async () => {
    const { payments, repository, clock } = testService({ timeZone: 'UTC' })
    clock.set('2026-11-20T23:58:00.000Z')
    const held: (() => Promise<unknown>)[] = []
    const original = repository as FinanceRepository
    const late = payments.using({
      ...original,
      replace: (group) => {
        if (held.length > 0 || group.lines.length === 0) return original.replace(group)
        return new Promise((resolve) => held.push(async () => resolve(await original.replace(group))))
      },
    } as FinanceRepository)
    const importing = importDay(late, [{ amount: 100 }])
    while (held.length === 0) await new Promise((resolve) => setTimeout(resolve, 1))
    clock.set('2026-11-21T00:10:00.000Z')
    expect(money(await csvOf(payments.reports.journal(today)))).toEqual([])
    await held[0]!()
    await importing
    expect(money(await csvOf(payments.reports.journal(today)))).toEqual(['cbe 1.00 ', 'suspense  1.00'])
    expect(start).toBe('2026-11-20T09:00:00.000Z')
  })
})
