import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { markup } from '../../src/desk/parts/html.js'
import { typedAmount, typedSignedAmount } from '../../src/desk/parts/amounts.js'
import { minute, request } from '../support/service.js'
import { base, deskOf, formsOf, host, lineForm, openLine } from './support/desk.js'
import { factsOf, linksOf, numbersOf, tablesOf, textOf } from './support/outline.js'
import { workedOn } from './support/scene.js'

describe('desk/today', () => {
  it('sums up what waits, the open lines of each account, and the money of each day and channel', async () => {
    const { page } = await workedOn()
    const text = await page('/')
    expect(tablesOf(text)).toEqual({
      'Open lines': [
        ['Account', 'Result of the rules', 'Number', 'Open', 'Oldest'],
        ['cbe-1000', 'No payment found', '1', '100.00 ETB', '20 Nov 2026 today'],
      ],
      'Money in by day and channel, ETB': [
        ['Day', 'mobile-banking', 'Sum'],
        ...[14, 15, 16, 17, 18, 19].map((day) => [`${day} Nov 2026`, '0.00', '0.00 ETB']),
        ['20 Nov 2026', '1,500.00', '1,500.00 ETB'],
      ],
    })
    expect(numbersOf(text)).toEqual([
      ['1 Lines to settle Money in 100.00 ETB oldest: today', '/finance/lines?status=open'],
      ['0 Refunds and waivers to approve', null],
      ['0 Cash on its way or unexplained', null],
      ['0 Days to close', null],
      ['1 Bills paid in part or given up missing 600.00 ETB oldest: today', '/finance/payments/waiting'],
    ])
    expect(linksOf(text)['cbe-1000']).toMatch(/^\/finance\/imports\/imp_/)
  })

  it('has each currency by itself with the channels that it came by, and money out beside money in', async () => {
    const { page, payments, who } = deskOf()
    for (const [reference, currency, channel, amount] of [
      ['INV-1', 'USD', 'mobile-banking', 1000],
      ['INV-2', 'ETB', 'mobile-banking', 2000],
      ['INV-3', 'ETB', 'cash', 3000],
    ] as const) {
      const { id } = await payments.createPayment(request({ reference, currency, channel, amount }))
      await payments.confirmPayment(id)
    }
    await openLine(payments, { row: 1, direction: 'debit', amount: 500, narration: 'fee' })
    await openLine(payments, { row: 2, amount: 700 })
    const tables = tablesOf(await page('/'))
    const moneyIn = (currency: string) => tables[`Money in by day and channel, ${currency}`]!
    expect(Object.keys(tables)).toEqual([
      'Open lines',
      ...['ETB', 'USD'].map((one) => `Money in by day and channel, ${one}`),
    ])
    expect([moneyIn('ETB')[0], moneyIn('ETB').at(-1)]).toEqual([
      ['Day', 'cash', 'mobile-banking', 'Sum'],
      ['20 Nov 2026', '30.00', '20.00', '50.00 ETB'],
    ])
    expect([moneyIn('USD')[0], moneyIn('USD').at(-1)]).toEqual([
      ['Day', 'mobile-banking', 'Sum'],
      ['20 Nov 2026', '10.00', '10.00 USD'],
    ])
    expect(tables['Open lines']!.slice(1).map(([, why, , amount]) => [why, amount])).toEqual(
      expect.arrayContaining([
        ['Money out, perhaps a reversal Money out', '5.00 ETB'],
        ['No payment found', '7.00 ETB'],
      ]),
    )
    const query = 'status=open&account=cbe-1000&currency=ETB&direction=debit&outcome=reversal_candidate'
    expect(await page('/')).toContain(`/finance/lines?${query.replaceAll('&', '&amp;')}`)
    who.scopes = ['reports:read']
    const alone = await page('/')
    expect(alone).not.toContain('/finance/lines')
    expect(alone).not.toContain('/finance/imports')
    expect(Object.keys(tablesOf(alone))).toHaveLength(3)
  })

  it('shows of a bill that was paid in part the rest', async () => {
    const { page } = await workedOn()
    const [, first] = tablesOf(await page('/payments?status=succeeded'))['Payments']!
    expect(first![4]).toBe('900.00 ETB missing 600.00 ETB')
    expect(tablesOf(await page('/payments/waiting'))).toEqual({ 'Paid in part': [expect.any(Array), first] })
  })

  it('links each number to the list of what it counts, with the amount and the money that came', async () => {
    const { page, get, payments, clock } = deskOf({ statementChannels: ['mobile-banking', 'card'] })
    const bill = async (reference: string, channel = 'mobile-banking', amount = 1000) =>
      (await payments.createPayment(request({ reference, channel, amount }))).id
    for (const [reference, channel] of [
      ['MISSING', 'mobile-banking'],
      ['CASH', 'cash'],
    ] as const)
      await payments.confirmPayment(await bill(reference, channel))
    const part = async (reference: string, row: number) => {
      const id = await bill(reference)
      const line = await openLine(payments, { row, amount: 400, narration: `part ${row}` })
      const allocations = [{ to: 'payment', paymentId: id, amount: 400 }] as const
      await payments.lines.allocate(line.key, { expectedVersion: 1, allocations })
      return id
    }
    await part('PART', 2)
    await payments.failPayment(await part('KEPT', 3), { reason: 'went home' })
    const refundedId = await part('GIVEN', 4)
    await payments.failPayment(refundedId, { reason: 'went home' })
    await payments.refunds.create({ paymentId: refundedId, amount: 400, reason: 'duplicate' })
    clock.advance(5 * 24 * 60 * minute)
    await payments.confirmPayment(await bill('NEW'))
    const today = await page('/')
    const listed = async (path: string, name: string) =>
      tablesOf(await (await get(path.slice('/finance'.length))).text())
        [name]!.slice(1)
        .map(([reference, , , amount, proved]) => [reference, amount, proved])
    expect(numbersOf(today).at(-1)).toEqual([
      '2 Bills paid in part or given up missing 6.00 ETB 4.00 ETB came for bills that were given up oldest: 5 days ago',
      '/finance/payments/waiting',
    ])
    expect(await listed('/finance/payments/waiting', 'Paid in part')).toEqual([
      ['PART', '10.00 ETB', '4.00 ETB missing 6.00 ETB'],
    ])
    expect(await listed('/finance/payments/waiting', 'Expired or failed, but money came')).toEqual([
      ['KEPT', '10.00 ETB', '4.00 ETB missing 6.00 ETB'],
    ])
    expect(tablesOf(today)['Also to look at']).toEqual([
      ['What', 'Number', 'Amount'],
      ['Refunds to pay out', '1', '4.00 ETB'],
      ['Paid, but on no statement', '1', '10.00 ETB'],
    ])
    expect(await listed(linksOf(today)['Paid, but on no statement']!, 'Payments')).toEqual([
      ['MISSING', '10.00 ETB', '0.00 ETB'],
    ])
  })

  it('leaves payments out of those on no statement whose channel has none', async () => {
    for (const [statementChannels, tile] of [
      [undefined, 'Paid, but on no statement 2 30.00 ETB'],
      [['mobile-banking'], 'Paid, but on no statement 1 10.00 ETB'],
      [() => Promise.resolve(['cash']), 'Paid, but on no statement 1 20.00 ETB'],
      [[], null],
    ] as const) {
      const { page, payments, clock } = deskOf({ statementChannels })
      for (const [reference, channel, amount] of [
        ['INV-1', 'mobile-banking', 1000],
        ['INV-2', 'cash', 2000],
      ] as const) {
        const { id } = await payments.createPayment(request({ reference, channel, amount }))
        await payments.confirmPayment(id)
      }
      clock.advance(10 * 24 * 60 * minute)
      const text = textOf(await page('/'))
      if (tile === null) expect(text).not.toContain('on no statement')
      else expect(text).toContain(tile)
    }
    expect(() => deskOf({ statementChannels: ['no channel'] })).toThrow('statementChannels must be a list of channels')
  })

  it('has money that came for an expired bill, and money that was given back and is no longer proved, where there is any', async () => {
    const { page, payments, clock } = deskOf()
    expect(await page('/')).not.toContain('given up oldest')
    const { id } = await payments.createPayment(request({ amount: 1000 }))
    const line = await openLine(payments, { amount: 400 })
    const allocation = { to: 'payment', paymentId: id, amount: 400 } as const
    await payments.lines.allocate(line.key, { expectedVersion: 1, allocations: [allocation] })
    expect(factsOf(await page(`/payments/${id}`)).slice(0, 3)).toEqual([
      ['Asked for', '10.00 ETB'],
      ['Received so far', '4.00 ETB'],
      ['Missing', '6.00 ETB'],
    ])
    await payments.failPayment(id, { reason: 'went home' })
    expect(numbersOf(await page('/')).at(-1)![0]).toBe(
      '1 Bills paid in part or given up 4.00 ETB came for bills that were given up oldest: today',
    )
    expect(textOf(await page(`/payments/${id}`))).toContain(
      'expired or failed, but 4.00 ETB was received for it. Give the money back',
    )

    const paid = await payments.createPayment(request({ reference: 'INV-2', amount: 300 }))
    const other = await openLine(payments, { row: 3, amount: 300, narration: 'other' })
    const whole = { to: 'payment', paymentId: paid.id, amount: 300 } as const
    await payments.lines.allocate(other.key, { expectedVersion: 1, allocations: [whole] })
    await payments.refunds.create({ paymentId: paid.id, amount: 300, reason: 'duplicate' })
    await payments.lines.unallocate(other.key, { expectedVersion: 2, payments: 'keep', reason: 'wrong bill' })
    clock.advance(minute)
    expect(textOf(await page('/'))).toContain('Given back, but no longer proved 1 3.00 ETB')
    expect(textOf(await page(`/payments/${paid.id}`))).toContain(
      '3.00 ETB of the money that was given back is no longer proved',
    )
  })

  it('draws the money of a day as high as its sum, over the day', async () => {
    const { page } = await workedOn()
    const bars = [...(await page('/')).matchAll(/<g\s*>([\s\S]*?)<\/g\s*>/g)].map(([, bar]) => bar!)
    expect(bars).toHaveLength(7)
    const heights = bars.map((bar) => /height="([^"]*)"/.exec(bar)?.[1])
    // The highest bar is as high as the drawing leaves room for; days without money have none.
    expect(heights).toEqual(['0', '0', '0', '0', '0', '0', '140'])
    expect(bars.at(-1)).toContain('<title>2026-11-20: 1,500.00 ETB</title>')
    const places = bars.map((bar) => Number(/ x="([^"]*)"/.exec(bar)![1]))
    expect(places.map((place, at) => place - places[0]! - (at * 640) / 7).every((off) => Math.abs(off) < 0.1)).toBe(
      true,
    )
  })

  it('shows what waits, the money of the last days, and where to continue', async () => {
    const { page, payments } = deskOf()
    expect(await page('/')).toContain('Import a statement')
    await openLine(payments)
    await payments.confirmPayment((await payments.createPayment(request())).id)
    const text = await page('/')
    expect(text).toContain('status=open&amp;account=cbe-1000')
    expect(text).toContain('<svg class="chart"')
    expect(text).toContain('1,500.00')
    expect(await page('')).toBe(text)
  })

  it('says that there are many payments without a line', async () => {
    const { page, payments, clock } = deskOf()
    const requests = Array.from({ length: 1001 }, (_, i) => ({ request: request({ reference: `INV-${i}` }) }))
    const made = await payments.createPayments(requests)
    for (const { payment } of made) await payments.confirmPayment(payment!.id)
    clock.set('2026-12-20T09:00:00.000Z')
    expect(await page('/')).toContain('more than 1000')
    expect((await payments.attention()).missingLines).toEqual([{ currency: 'ETB', count: 1001, amount: '150150000' }])
  })
})

describe('desk/reports', () => {
  it('has the sums of each channel and status, the payments, and both as a file', async () => {
    const { page, id, get, other, payments } = await workedOn()
    const text = await page('/reports')
    const head = ['Channel', 'Status', 'Number', 'Amount']
    expect(tablesOf(text)).toEqual({
      Totals: [head, ['mobile-banking', 'Paid', '1', '1,500.00 ETB']],
      Payments: [
        ['Reference', 'Paid on', 'Status', 'Amount'],
        ['INV-1', '20 Nov 2026, 12:01', 'Paid', '1,500.00 ETB'],
      ],
    })
    const days = 'from=2026-11-14&to=2026-11-20&basis=paidAt'
    expect(String(formsOf(text)[0]!.fields)).toBe(`sums=1&${days}&status=&channel=&flag=`)
    expect(linksOf(text)).toMatchObject({
      'INV-1': `/finance/payments/${id}`,
      'Download these payments as CSV': `/finance/reports/payments.csv?${days}`,
    })
    await payments.failPayment(other.id, { reason: 'wrong PIN' })
    const failed = await page('/reports?from=2026-11-20&to=2026-11-20&status=failed&channel=mobile-banking')
    expect(tablesOf(failed)['Totals']).toEqual([head, ['mobile-banking', 'Failed', '1', '1,500.00 ETB']])
    expect(tablesOf(failed)['Payments']!.slice(1)).toEqual([['INV-1', '', 'Failed', '1,500.00 ETB']])
    expect(formsOf(failed)[0]!.fields.get('basis')).toBe('createdAt')
    expect(await page('/reports?from=2026-11-20&to=2026-11-20&channel=cash')).toContain(
      'There is no payment on these days',
    )

    const file = await get('/reports/payments.csv')
    expect(file.headers.get('content-disposition')).toBe('attachment; filename="payments_2026-11-14_2026-11-20.csv"')
    const rows = (await file.text()).trimEnd().split('\r\n')
    expect(rows).toHaveLength(2)
    for (const column of ['createdAt', 'channel', 'amountDecimal', 'amountReconciled', 'customerName'])
      expect(rows[0], column).toContain(column)
    expect(rows[1]).toContain('Abebe Kebede')
  })

  it('has a next page with the same filters, and names the problem of a filter', async () => {
    const { page, payments, get } = deskOf()
    const requests = Array.from({ length: 51 }, (_, at) => ({ request: request({ reference: `INV-${at}` }) }))
    await payments.createPayments(requests)
    const first = await page('/reports?from=2026-11-20&to=2026-11-20&status=pending')
    const next = linksOf(first)['Next page']!
    expect(next).toContain('from=2026-11-20&to=2026-11-20&status=pending&cursor=')
    const second = await page(next.slice(base.length))
    expect(tablesOf(second)['Payments']).toHaveLength(2)
    expect(linksOf(second)['First page']).toBe('/finance/reports?from=2026-11-20&to=2026-11-20&status=pending')
    const wrong = await get('/reports?from=2026-11-21&to=2026-11-20')
    expect(wrong.status).toBe(400)
    expect(await wrong.text()).toContain('role="alert"')
  })

  it('sums up a week at once, and a longer time by a click', async () => {
    const { page, payments } = deskOf()
    const requests = Array.from({ length: 51 }, (_, at) => ({ request: request({ reference: `INV-${at}` }) }))
    const made = await payments.createPayments(requests)
    for (const { payment } of made) await payments.confirmPayment(payment!.id)
    const sum = '<td class="n" data-label="Number">51</td>'
    expect(await page('/reports')).toContain(sum)
    expect(await page('/reports?from=2026-11-14&to=2026-11-20')).toContain(sum)
    for (const long of ['from=2026-11-13&to=2026-11-20', 'to=2026-11-20', 'from=2026-11-20']) {
      const text = await page(`/reports?${long}`)
      expect(text, long).not.toContain(sum)
      expect(text, long).toContain('INV-1')
      expect(text, long).toContain('sums=1')
      expect(await page(`/reports?${long}&sums=1`), long).toContain(sum)
    }
    expect(await page('/reports')).toContain('name="sums" value="1"')
  })

  it('sums up a longer time, too, where one page holds all of its payments', async () => {
    const { page, payments } = deskOf()
    await payments.confirmPayment((await payments.createPayment(request())).id)
    expect(tablesOf(await page('/reports?from=2026-01-01&to=2026-11-20'))['Totals']![1]![2]).toBe('1')
  })

  it('lists what waits for people of all days', async () => {
    const { page, payments, clock } = deskOf()
    const { id } = await payments.createPayment(request())
    const line = await openLine(payments)
    await payments.lines.allocate(line.key, {
      expectedVersion: 1,
      allocations: [{ to: 'payment', paymentId: id, amount: 100_000 }],
    })
    clock.set('2027-11-20T09:00:00.000Z')
    const text = await page('/reports?flag=under_paid')
    expect(tablesOf(text)['Totals']![1]).toEqual(['mobile-banking', 'Waiting for money', '1', '1,500.00 ETB'])
    expect(text).toContain('INV-1')
  })
})

describe('desk/payments: a payment that was canceled', () => {
  it('is marked on its page and in lists, and is listed by its flag, if it was paid since or not', async () => {
    const { page, payments, clock } = deskOf()
    const [left, paid] = [await payments.createPayment(request()), await payments.createPayment(request())]
    const expired = await payments.createPayment(request({ reference: 'INV-3' }))
    await payments.expirePayment(expired.id)
    clock.set('2026-11-20T10:00:00.000Z')
    for (const { id } of [left, paid]) await payments.cancelPayment(id, { reason: 'moved away' })
    await payments.confirmPayment(paid.id, { paidAt: '2026-11-20T10:00:01.000Z' })

    const text = await page(`/payments/${left.id}`)
    expect(factsOf(text)).toContainEqual(['Canceled on', '20 Nov 2026, 13:00'])
    expect(textOf(text)).toContain('Payment INV-1 Expired Canceled')
    expect(tablesOf(text)['Other payments of this reference']?.[1]?.at(-1)).toBe('Paid Late Canceled')
    const never = await page(`/payments/${expired.id}`)
    expect(never).not.toContain('Canceled')

    const list = await page('/reports?flag=canceled')
    expect(list).toMatch(/<option value="canceled"\s+selected>/)
    for (const { id } of [left, paid]) expect(list).toContain(id)
    expect(list).not.toContain(expired.id)
  })
})

describe('desk/payments: the page of a payment', () => {
  it('has every fact of it, its sums, its refunds, and the other payments of its reference', async () => {
    const { page, id, refund, other, linePath } = await workedOn()
    const text = await page(`/payments/${id}`)
    expect(factsOf(text)).toEqual([
      ['Asked for', '1,500.00 ETB'],
      ['Proved by statements', '900.00 ETB'],
      ['Not proved yet', '600.00 ETB'],
      ['Given back', '500.00 ETB'],
      ['Payer', 'Abebe Kebede'],
      ['Phone', '+251911223344'],
      ['Channel', 'mobile-banking'],
      ['Receipt', 'FT1'],
      ['Created on', '20 Nov 2026, 12:00'],
      ['Paid on', '20 Nov 2026, 12:01'],
      ['Description', 'X-ray'],
      ['Instructions', 'Pay 1500.00 ETB with reference INV-1.'],
      ['ward', 'A 3'],
    ])
    expect(tablesOf(text)).toEqual({
      Refunds: [
        ['Payout reference', 'Requested on', 'Reason', 'Amount', 'Status'],
        [refund.reference, '20 Nov 2026, 12:01 almaz', 'paid twice', '500.00 ETB', 'Paid out'],
      ],
      'Other payments of this reference': [
        ['Reference', 'Created on', 'Channel', 'Asked for', 'Proved by statements', 'Status'],
        ['INV-1', '20 Nov 2026, 12:02', 'mobile-banking', '1,500.00 ETB', '0.00 ETB', 'Waiting for money'],
      ],
      History: [
        ['When', 'Who', 'What', 'Proved by statements'],
        ['20 Nov 2026, 12:02', 'selam', 'Refund paid out', ''],
        ['20 Nov 2026, 12:02', 'hana', 'Refund to be paid out', ''],
        ['20 Nov 2026, 12:01', 'almaz', 'Refund asked for', ''],
        ['20 Nov 2026, 12:01', 'hana', 'Proved by a statement', '900.00 ETB'],
        ['20 Nov 2026, 12:01', 'selam', 'Paid', '0.00 ETB'],
        ['20 Nov 2026, 12:00', 'a rule or a program', 'Asked for', '0.00 ETB'],
      ],
    })
    expect(linksOf(text)).toMatchObject({
      '20 Nov 2026 · cbe-1000': `/finance${linePath}`,
      'Receipt of this payment': `/finance/receipts/${id}`,
      [refund.reference]: `/finance/refunds/${refund.id}`,
      'INV-1': `/finance/payments/${other.id}`,
    })
    // A receipt was issued; what is left of the money may be given back.
    expect(formsOf(text).map(({ action, fields }) => [action, fields.get('amount')])).toEqual([
      ['/finance/refunds', '1000.00'],
    ])
  })

  it('has the history of one that was not paid or was reversed, and the forms that then make sense', async () => {
    const { page, payments, who, clock } = deskOf()
    const { id } = await payments.createPayment(request())
    const actionsOf = async () => formsOf(await page(`/payments/${id}`)).map(({ action }) => action.split('/').at(-1))
    expect(await actionsOf()).toEqual(['waivers'])
    clock.advance(60_000)
    await payments.confirmPayment(id)
    expect(await actionsOf()).toEqual([id, 'refunds'])
    await payments.reversePayment(id, { reason: 'charged twice', actor: 'hana' })
    expect(await actionsOf()).toEqual(['ask-again'])
    const facts = Object.fromEntries(factsOf(await page(`/payments/${id}`)))
    expect(facts).toMatchObject({ 'Reversed on': '20 Nov 2026, 12:01', 'Reason of the status': 'charged twice' })
    who.scopes = ['reports:read']
    expect(await actionsOf()).toEqual([])
  })

  it('has its lines without a link where the person may see no lines', async () => {
    const { page, id, who, linePath } = await workedOn()
    who.scopes = ['reports:read']
    const text = await page(`/payments/${id}`)
    expect(text).toContain('cbe-1000')
    expect(text).not.toContain(linePath)
  })

  it('shows the amount, the proved and the open money, its lines and its history', async () => {
    const { page, payments } = deskOf()
    const { id } = await payments.createPayment(request())
    const line = await openLine(payments)
    await payments.lines.allocate(line.key, {
      expectedVersion: 1,
      allocations: [{ to: 'payment', paymentId: id, amount: 100_000 }],
    })
    const text = await page(`/payments/${id}`)
    for (const words of ['1,000.00', '500.00', encodeURIComponent(line.key), 'Asked for', 'Proved by a statement'])
      expect(text).toContain(words)
  })

  it('creates the payment again once, however often the form is sent', async () => {
    const { page, payments, submit } = deskOf()
    const { id } = await payments.createPayment(request())
    await payments.failPayment(id, { reason: 'wrong PIN' })
    const form = lineForm(await page(`/payments/${id}`), 'ask-again')
    const answers = await Promise.all([submit(form), submit(form)])
    expect(answers.map(({ status }) => status)).toEqual([303, 303])
    expect((await payments.findByReference('INV-1')).items).toHaveLength(2)
    expect((await submit(form, { expectedVersion: '1' })).status).toBe(409)
    expect((await submit(form, { amount: 'much' })).status).toBe(400)
  })

  it('is 404 for an unknown id', async () => {
    expect((await deskOf().get('/payments/pay_nothing')).status).toBe(404)
  })
})

describe('desk/payments: the search', () => {
  it('finds payments by the words of a payer, and keeps what was typed', async () => {
    const { page, id } = await workedOn()
    const head = ['Reference', 'Created on', 'Channel', 'Asked for', 'Proved by statements', 'Status']
    const row = [
      'INV-1 Abebe Kebede',
      '20 Nov 2026, 12:00',
      'mobile-banking',
      '1,500.00 ETB',
      '900.00 ETB missing 600.00 ETB',
      'Paid',
    ]
    for (const query of [
      'text=abebe&phone=&status=&amount=&currency=&from=&to=',
      'text=&phone=%2B251911223344&status=&amount=&currency=&from=&to=',
      'text=&phone=&status=succeeded&amount=1%2C500.00&currency=etb&from=2026-11-20&to=2026-11-20',
    ]) {
      const text = await page(`/payments?${query}`)
      expect(tablesOf(text)['Payments'], query).toEqual([head, row])
      expect(linksOf(text)['INV-1']).toBe(`/finance/payments/${id}`)
      expect(String(formsOf(text)[0]!.fields)).toBe(query)
    }
    for (const none of ['status=failed', 'amount=1500.01&currency=ETB', 'from=2026-11-21', 'currency=USD', 'text=hana'])
      expect(tablesOf(await page(`/payments?${none}`)), none).toEqual({})
    expect(await page('/payments?text=hana')).toContain('No payment')
  })

  it('is posted by its form, and no address of its results names the patient', async () => {
    const { page, payments, submit } = deskOf({ readOnly: true })
    const customer = { name: 'Hana Girma', phone: '+251911223344' }
    const requests = Array.from({ length: 51 }, (_, at) => ({ request: request({ reference: `INV-${at}`, customer }) }))
    await payments.createPayments(requests)
    const [form] = formsOf(await page('/payments'))
    expect(form).toMatchObject({ method: 'post', action: '/finance/payments' })
    for (const [name, typed] of [
      ['text', 'hana'],
      ['phone', '223344'],
    ] as const) {
      const first = await submit(form!, { [name]: typed })
      expect([first.status, first.headers.get('location')]).toEqual([200, null])
      const text = await first.text()
      expect(tablesOf(text)['Payments']).toHaveLength(51)
      expect(text).not.toMatch(new RegExp(`(href|action)="[^"]*${typed}`, 'i'))
      const next = formsOf(text).find(({ fields }) => fields.has('cursor'))!
      expect([next.method, next.action, next.fields.get(name)]).toEqual(['post', '/finance/payments', typed])
      expect(tablesOf(await (await submit(next)).text())['Payments']).toHaveLength(2)
    }
    const filters = await submit(form!, { status: 'pending' })
    expect([filters.status, filters.headers.get('location')]).toEqual([303, '/finance/payments?status=pending'])
  })

  it('names the problem of an amount, and has a next page with the same words', async () => {
    const { page, get, payments } = deskOf()
    const requests = Array.from({ length: 51 }, (_, at) => ({ request: request({ reference: `INV-${at}` }) }))
    await payments.createPayments(requests)
    const alone = await get('/payments?amount=5')
    expect([alone.status, (await alone.text()).includes('currency')]).toEqual([400, true])
    expect((await get('/payments?amount=1.2.3&currency=ETB')).status).toBe(400)
    const short = await get('/payments?phone=1')
    expect(short.status).toBe(400)
    expect(await short.text()).toContain(
      '<li><strong>Last digits of the phone number</strong> <span lang="en">must be at least 3 last digits',
    )
    const first = await page('/payments?status=pending')
    expect(linksOf(first)['Next page']).toContain('/finance/payments?status=pending&cursor=')
    expect(tablesOf(await page(linksOf(first)['Next page']!.slice(base.length)))['Payments']).toHaveLength(2)
  })
})

describe('createDesk: the assets', () => {
  it('are served under names of their content, for ever, to every caller', async () => {
    const { page, desk } = deskOf({ authenticate: () => null })
    const paths = [...(await page('/')).matchAll(/(?:href|src)="(\/finance\/assets\/[^"]+)"/g)].map(([, path]) => path!)
    expect(paths).toHaveLength(2)
    for (const path of paths) {
      const answer = await desk(new Request(host + path))
      expect(answer.status).toBe(200)
      expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
      expect(path).toMatch(/-[0-9a-f]{16}\.(css|js)$/)
    }
    expect((await desk(new Request(`${host}${base}/assets/desk-0000.css`))).status).toBe(404)
  })

  it('have at most 16 KB together, compressed', async () => {
    const { page, desk } = deskOf()
    const paths = [...(await page('/')).matchAll(/(?:href|src)="(\/finance\/assets\/[^"]+)"/g)].map(([, path]) => path!)
    const bytes = await Promise.all(
      paths.map(async (path) => gzipSync(await (await desk(new Request(host + path))).text())),
    )
    expect(bytes.reduce((all, { length }) => all + length, 0)).toBeLessThanOrEqual(16 * 1024)
  })

  it('load nothing from elsewhere', async () => {
    const { page, desk } = deskOf()
    const text = await page('/')
    const paths = [...text.matchAll(/(?:href|src)="(\/finance\/assets\/[^"]+)"/g)].map(([, path]) => path!)
    for (const path of paths)
      expect(await (await desk(new Request(host + path))).text()).not.toMatch(/https?:|@import|url\(/)
    expect(
      [...text.matchAll(/(?:href|src|action)="([^"]*)"/g)].filter(([, url]) => !/^(\/finance|data:|#)/.test(url!)),
    ).toEqual([])
  })
})

describe('markup: the template', () => {
  it('escapes for text and attributes alike, and drops nothing but null, undefined and false', () => {
    expect(markup`${`<>&"'`}`.text).toBe('&lt;&gt;&amp;&quot;&#39;')
    expect(markup`${[1, 'a', null, undefined, false, [markup`<b>${'<'}</b>`], 0, '']}`.text).toBe('1a<b>&lt;</b>0')
    expect(markup`${'a\u0000b\u001bc\td\n'}`.text).toBe('a\ufffdb\ufffdc\td\n')
  })
})

describe('typedAmount', () => {
  it.each([
    ['1500', 150_000],
    ['1500.5', 150_050],
    ['1,500.00', 150_000],
    ['1,234,567.89', 123_456_789],
    ['1 500.00', 150_000],
    ['1,50', null],
    ['1.500,00', null],
    ['15,00.00', null],
    ['-5', null],
    ['', null],
    ['1e3', null],
    ['0', null],
    ['٥', null],
  ])('%s is %s', (text, amount) => {
    expect(typedAmount(text, 'ETB')).toBe(amount)
  })

  it('may be below 0 where it is money that was withheld', () => {
    expect(typedSignedAmount('-10.50', 'ETB')).toBe(-1050)
    expect(typedSignedAmount('\u221210', 'ETB')).toBe(-1000)
    expect(typedSignedAmount('10', 'ETB')).toBe(1000)
    expect(typedSignedAmount('--10', 'ETB')).toBeNull()
    expect(typedAmount('1', 'XXX')).toBeNull()
  })
})
