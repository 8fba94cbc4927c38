import { memoryRepository, PaymentError } from 'hospital-payments'
import { describe, expect, it } from 'vitest'
import { request } from '../support/service.js'
import { deskOf, formsOf, lineForm, openLine, reader } from './support/desk.js'
import { factsOf, hashAs, linksOf, tablesOf, textOf } from './support/outline.js'
import { workedOn } from './support/scene.js'

const path = '/days/2026-11-20?account=cbe-1000'

async function withDay() {
  const desk = deskOf()
  const line = await openLine(desk.payments)
  await desk.payments.lines.allocate(line.key, {
    expectedVersion: 1,
    allocations: [{ to: 'category', category: 'donation', amount: 100_000 }],
  })
  desk.clock.set('2026-11-21T09:00:00.000Z')
  return { ...desk, line }
}

describe('desk/days: a day', () => {
  it('is closed with the targets of its money, and reopened with a reason', async () => {
    const { page, submit, payments } = await withDay()
    expect(await page('/days')).toContain('/finance/days/2026-11-20?account=cbe-1000')
    const open = await page(path)
    // Who signs sees first what is signed.
    for (const words of ['1,485.00', '1,000.00', 'donation', '485.00']) expect(open).toContain(words)
    const close = lineForm(open, 'close')
    const twice = [await submit(close), await submit(close)]
    expect(twice.map(({ status }) => status)).toEqual([303, 303])
    const closed = await page(path)
    for (const words of ['1,485.00', '1,000.00', 'donation', '485.00', 'Closed by', 'almaz'])
      expect(closed).toContain(words)
    expect((await submit(lineForm(closed, 'reopen'), { reason: '' })).status).toBe(400)
    expect((await submit(lineForm(closed, 'reopen'), { reason: 'a line was wrong' })).status).toBe(303)
    expect(await payments.days.get({ account: 'cbe-1000', day: '2026-11-20' })).toMatchObject({ kind: 'reopening' })
    expect(await page('/days')).toContain('Reopened')
  })

  it('names in its chain who closed and reopened it, why, and the link before each', async () => {
    const { page, submit, payments, follow } = await withDay()
    const closing = await submit(lineForm(await page(path), 'close'))
    const key = { account: 'cbe-1000', day: '2026-11-20' }
    const first = (await payments.days.get(key))!
    const done = async (answer: Response) => textOf(await follow(answer))
    expect(await done(closing)).toContain('The day was closed.')
    const reopening = await submit(lineForm(await page(path), 'reopen'), { reason: 'a line was wrong' })
    expect(await done(reopening)).toContain('The day was reopened.')
    const second = (await payments.days.get(key))!
    expect(factsOf(await page(path)).slice(0, 6)).toEqual([
      ['Reopened by', 'almaz'],
      ['When', '21 Nov 2026, 12:00'],
      ['Reason', 'a line was wrong'],
      ['Number in the chain', '2'],
      ['Hash', hashAs(second.hash)],
      ['Previous hash', hashAs(first.hash)],
    ])
    for (const words of ['Drawn up by', 'Checked by', 'Date']) expect(await page(path)).toContain(`<p>${words}</p>`)
    expect(await page(`${path}&done=close`)).not.toContain('The day was closed.')
  })

  it('names the first link of its chain that was changed in the storage', async () => {
    const sound = memoryRepository()
    const repository = {
      ...sound,
      async *scanClosings(account: string, signal?: AbortSignal) {
        for await (const links of sound.scanClosings(account, signal))
          yield links.map((link) => ({ ...link, actor: 'another' }))
      },
    }
    const { page, payments, clock } = deskOf({}, { repository })
    await openLine(payments)
    clock.set('2026-11-21T09:00:00.000Z')
    await payments.days.close({ account: 'cbe-1000', day: '2026-11-20', actor: 'hana' })
    expect(textOf(await page(`${path}&verify=1`))).toContain('The chain is not right: 2026-11-20 hash')
  })

  it('shows what changed since, and verifies its chain', async () => {
    const { page, submit, payments, line } = await withDay()
    await submit(lineForm(await page(path), 'close'))
    await payments.lines.hold(line.key, { expectedVersion: 2 })
    expect(await page(path)).toContain(encodeURIComponent(line.key))
    expect(await page(`${path}&verify=1`)).toContain('The chain is right')
  })

  it('stands in the list without its lines, and with its changes since where the filter says so', async () => {
    const { page, submit, payments, line } = await withDay()
    await submit(lineForm(await page(path), 'close'))
    await payments.lines.hold(line.key, { expectedVersion: 2 })
    expect(await page('/days')).not.toContain('data-label="Changed since"')
    expect(await page('/days')).toContain('/finance/days?changes=1')
    const compared = await page('/days?changes=1')
    expect(compared).toContain('<td class="n" data-label="Changed since">1</td>')
    expect(compared).not.toContain('/finance/days?changes=1')
  })

  it('is shown as it is now where another person has closed it', async () => {
    const { page, submit, payments } = await withDay()
    const form = lineForm(await page(path), 'close')
    await payments.days.close({ account: 'cbe-1000', day: '2026-11-20', actor: 'hana' })
    const answer = await submit(form)
    expect(answer.status).toBe(409)
    expect(await answer.text()).toContain('hana')
  })

  it('is not closed where its figures have changed since the page was loaded, and shows them as they are now', async () => {
    const { page, submit, payments } = await withDay()
    const form = lineForm(await page(path), 'close')
    await openLine(payments, { row: 9, amount: 12_300, narration: 'came meanwhile' })
    const answer = await submit(form)
    expect(answer.status).toBe(409)
    const text = await answer.text()
    expect(text).toContain('The figures of this day have changed since the page was loaded. Nothing was closed')
    expect(text).toContain('1,608.00')
    expect(await payments.days.get({ account: 'cbe-1000', day: '2026-11-20' })).toBeNull()
    expect((await submit(lineForm(text, 'close'))).status).toBe(303)
  })

  it('has no form where it is not over, is no day, or may not be closed', async () => {
    const { page, get, post, who } = await withDay()
    expect(await page('/days/2026-11-21?account=cbe-1000')).toContain('The day is not over')
    for (const wrong of ['/days/2026-13-01?account=x', '/days/x', '/days/2026-11-20', '/days?from=x', '/days?cursor=x'])
      expect((await get(wrong)).status, wrong).toBe(400)
    who.scopes = [...reader]
    expect(formsOf(await page(path)).filter(({ method }) => method === 'post')).toEqual([])
    expect((await post('/days/close', { account: 'cbe-1000', day: '2026-11-20', expectedVersion: '0' })).status).toBe(
      403,
    )
  })

  it('has the figures of its closing under the hash, and those of this moment apart, where it is closed', async () => {
    const { page, payments, clock, id, linePath } = await workedOn()
    clock.set('2026-11-21T09:02:00.000Z')
    await payments.days.close({ account: 'cbe-1000', day: '2026-11-20', actor: 'hana' })
    const signed = async () => {
      const [closing, now] = (await page(path)).split('id="now"')
      return { closing: tablesOf(closing!), now: tablesOf(now!), words: textOf(now!) }
    }
    const before = await signed()
    expect(before.closing).toMatchObject({
      'What the money is for': [
        ['Direction', 'For', 'Amount'],
        ['Money in', 'Payment', '900.00 ETB'],
      ],
      'Payments that were paid on the day, by status': [
        expect.anything(),
        ['mobile-banking', 'Paid', '1', '1,500.00 ETB'],
      ],
    })
    expect(before.words).toContain('No line of the day has changed since it was closed.')
    expect(Object.keys(before.now)).toEqual(['Payments of the day', 'Open lines up to this day'])

    const key = decodeURIComponent(linePath.slice('/lines/'.length))
    const allocations = [{ to: 'category', category: 'donation', amount: 4_000 }] as const
    await payments.lines.allocate(key, { expectedVersion: 3, allocations })
    const other = await payments.createPayment(request({ reference: 'INV-2', amount: 7_700 }))
    await payments.confirmPayment(other.id, { paidAt: '2026-11-20T10:00:00.000Z' })
    const after = await signed()
    expect(after.closing).toEqual(before.closing)
    expect(after.words).toContain('They are not those that were closed.')
    expect(after.now['What the money is for']).toContainEqual(['Money in', 'Category donation', '40.00 ETB'])
    expect(after.now['Payments of the day']![1]![1]).toBe('1,577.00 ETB number: 2')
    expect((await payments.getPayment(id))!.status).toBe('succeeded')
  })

  it('is 404 for an account that does not exist, and is not closed', async () => {
    const { get, post, payments } = await withDay()
    expect((await get('/days/2026-11-20?account=cbe-1001')).status).toBe(404)
    // A day on which nothing came is one of its account all the same.
    expect((await get('/days/2026-11-19?account=cbe-1000')).status).toBe(200)
    const fields = { account: 'cbe-1001', day: '2026-11-20', expectedVersion: '0' }
    expect((await post('/days/close', fields)).status).toBe(404)
    expect((await payments.days.records({ account: 'cbe-1001' })).items).toEqual([])
  })

  it('keeps its settled money where it is closed, which the line says', async () => {
    const { page, submit, line } = await withDay()
    await submit(lineForm(await page(path), 'close'))
    const form = lineForm(await page(`/lines/${encodeURIComponent(line.key)}`), 'unallocate')
    const answer = await submit(form, { reason: 'wrong' })
    expect(answer.status).toBe(409)
    expect(await answer.text()).toContain('Reopen the day first')
  })
})

describe('desk/days: the list', () => {
  it('names the days to close and the closed ones; the page of a day has the targets of its money', async () => {
    const { page, clock, payments, line, who } = await workedOn()
    clock.set('2026-11-21T09:02:00.000Z')
    await payments.lines.allocate(line.key, {
      expectedVersion: 3,
      allocations: [{ to: 'category', category: 'donation', amount: 4_000 }],
    })
    const waits = await page('/days')
    expect(tablesOf(waits)).toEqual({
      'Days to close': [
        ['Account', 'Number', 'Days'],
        ['cbe-1000', '1', '20 Nov 2026'],
      ],
    })
    const path = linksOf(waits)['20 Nov 2026']!.slice('/finance'.length)
    const open = await page(path)
    const of = tablesOf(open)
    expect(of).toEqual({
      'What the money is for': [
        ['Direction', 'For', 'Amount'],
        ['Money in', 'Category donation', '40.00 ETB'],
        ['Money in', 'Payment', '900.00 ETB'],
      ],
      'Payments that were paid on the day, by status': [
        ['Channel', 'Status', 'Number', 'Amount'],
        ['mobile-banking', 'Paid', '1', '1,500.00 ETB'],
      ],
      'Refunds that were paid on the day, by status': [
        ['Channel', 'Status', 'Number', 'Amount'],
        ['mobile-banking', 'Paid out', '1', '500.00 ETB'],
      ],
      'Payments of the day': [
        ['Channel', 'Paid', 'Late', 'Waived', 'Reversed', 'Given back', 'Net'],
        [
          ...['mobile-banking', '1,500.00 ETB number: 1', '0.00 ETB number: 0', '0.00 ETB number: 0'],
          ...['0.00 ETB number: 0', '500.00 ETB number: 1', '1,000.00 ETB'],
        ],
      ],
      'Open lines up to this day': [
        ['Result of the rules', 'Number', 'Open', 'Oldest'],
        ['No payment found', '1', '60.00 ETB', '20 Nov 2026'],
      ],
    })
    const { hash } = await payments.days.close({ account: 'cbe-1000', day: '2026-11-20', actor: 'hana' })
    const closed = await page('/days')
    expect(tablesOf(closed)['Closed days']).toEqual([
      ['Day', 'Account', 'Status', 'Who', 'When', 'Hash'],
      ['20 Nov 2026', 'cbe-1000', 'Closed', 'hana', '21 Nov 2026, 12:02', hashAs(hash)],
    ])
    const signed = await page(path)
    expect(Object.fromEntries(factsOf(signed))).toMatchObject({ 'Closed by': 'hana', When: '21 Nov 2026, 12:02' })
    expect(tablesOf(signed)).toEqual(of)
    expect(tablesOf(await page('/days?account=other&from=2026-11-20&to=2026-11-20'))['Closed days']).toBeUndefined()
    who.scopes = ['reports:read']
    expect(await page(path)).not.toContain('method="post"')
  })

  it('has every day that waits, of every account', async () => {
    const { page, clock, payments } = deskOf()
    const dayOf = (at: number) => new Date(Date.UTC(2026, 8, 1 + at)).toISOString().slice(0, 10)
    const days = Array.from({ length: 40 }, (_, at) => dayOf(at))
    const record = { direction: 'credit', amount: 1, currency: 'ETB', narration: 'x' } as const
    const lines = (some: readonly string[]) => some.map((valueDate, at) => ({ ...record, row: at + 2, valueDate }))
    await payments.statements.import(lines(days), { account: 'many' })
    await payments.statements.import(lines(days.slice(0, 3)), { account: 'some' })
    clock.set('2026-11-21T09:00:00.000Z')
    await payments.days.close({ account: 'some', day: days[1]!, actor: 'hana' })
    const text = await page('/days')
    const waits = text.slice(0, text.indexOf('id="list"'))
    const paths = (some: readonly string[], account: string) =>
      some.map((day) => `/finance/days/${day}?account=${account}`)
    expect([...waits.matchAll(/href="([^"]*\/days\/[^"]*)"/g)].map(([, path]) => path)).toEqual([
      ...paths(days, 'many'),
      ...paths([days[0]!, days[2]!], 'some'),
    ])
  })

  it('fails once where the storage fails, and leaves no unhandled rejection', async () => {
    const unhandled: unknown[] = []
    const keep = (reason: unknown) => void unhandled.push(reason)
    process.on('unhandledRejection', keep)
    const down = () => Promise.reject(new PaymentError('storage_unavailable', 'down'))
    const repository = { ...memoryRepository(), pageClosings: down, unclosedDays: down }
    const { get } = deskOf({}, { repository })
    expect((await get('/days')).status).toBe(503)
    await new Promise((resolve) => setImmediate(resolve))
    process.off('unhandledRejection', keep)
    expect(unhandled).toEqual([])
  })
})

describe('desk/receipts: a receipt', () => {
  it('has the facts of its payment, and stands in the list of its year by its number', async () => {
    const { page, id } = await workedOn()
    const text = await page(`/receipts/${id}`)
    expect(factsOf(text)).toEqual([
      ['Issued', '20 Nov 2026, 12:02'],
      ['Payer', 'Abebe Kebede'],
      ['Channel', 'mobile-banking'],
      ['Issued by', 'almaz'],
      ['Receipt', 'FT1'],
      ['Paid on', '20 Nov 2026, 12:01'],
    ])
    expect(textOf(text)).toContain('INV-1 X-ray 1,500.00 ETB')
    expect(linksOf(text)['To the payment INV-1']).toBe(`/finance/payments/${id}`)
    const list = await page('/receipts')
    expect(tablesOf(list)['Receipts']).toEqual([
      ['Number', 'Reference', 'Issued', 'Amount', 'Status'],
      ['1/2026', 'INV-1', '20 Nov 2026, 12:02', '1,500.00 ETB', 'Valid'],
    ])
    expect(linksOf(list)['1/2026']).toBe(`/finance/receipts/${id}?number=1%2F2026`)
    expect(tablesOf(await page('/receipts?year=2025'))).toEqual({})
  })

  it('is issued once on the page of its payment, printed, and void after a reversal', async () => {
    const { page, submit, payments, get } = deskOf()
    const { id } = await payments.createPayment(request({ customer: { name: 'Abebe' } }))
    await payments.confirmPayment(id)
    const form = lineForm(await page(`/payments/${id}`), id)
    const answers = await Promise.all([submit(form), submit(form)])
    expect(answers.map(({ status }) => status)).toEqual([303, 303])
    expect(answers[0]!.headers.get('location')).toBe(`/finance/receipts/${id}`)
    expect(await page(`/receipts/${id}`)).toContain('Receipt 1/2026')
    expect(await page('/receipts?year=2026')).toContain(id)
    await payments.reversePayment(id, { reason: 'charged twice' })
    expect(await page(`/receipts/${id}`)).toContain('charged twice')
    expect((await get('/receipts/pay_nothing')).status).toBe(404)
    expect((await get('/receipts?year=x')).status).toBe(400)
  })

  it('is refused for a payment without money', async () => {
    const { post, payments } = deskOf()
    const { id } = await payments.createPayment(request())
    expect((await post(`/receipts/${id}`, {})).status).toBe(409)
    expect((await post('/receipts/pay_nothing', {})).status).toBe(404)
  })
})
