/** My session: opened, cash paid out, sent and received, and closed without a look at what is expected. */
import { describe, expect, it } from 'vitest'
import { minute } from '../support/service.js'
import { base } from './support/desk.js'
import { alertOf, counterOf, formTo } from './support/counter.js'
import { factsOf, linksOf, tablesOf, textOf } from './support/outline.js'

describe('desk/session: the opening', () => {
  it('counts the drawer, and leads to the counter', async () => {
    const desk = counterOf()
    const form = formTo(await desk.page('/counter/session'), '/open')
    const filled = { point: 'window-1', currency: 'etb', float: '1,000.00' }
    const [first, second] = [await desk.submit(form, filled), await desk.submit(form, filled)]
    expect([first.headers.get('location'), second.status]).toEqual([`${base}/counter`, 303])
    expect(textOf(await desk.follow(first))).toContain('The session is open.')
    const { items } = await desk.payments.cash.list()
    expect(items.map(({ point, currency, float, openedBy }) => [point, currency, float, openedBy])).toEqual([
      ['window-1', 'ETB', 100_000, 'sara'],
    ])
  })

  it('offers the point and the currency of the last session, and the count has the focus', async () => {
    const desk = counterOf()
    const { id } = await desk.open()
    await desk.payments.cash.close({ sessionId: id, counted: 50_000, actor: 'sara' })
    const page = await desk.page('/counter/session')
    const { fields } = formTo(page, '/open')
    const names = ['point', 'currency', 'float', 'face-20000', 'reason']
    expect(names.map((name) => fields.get(name))).toEqual(['window-1', 'ETB', '', '', ''])
    expect(page).toMatch(/<input\s+name="float"[^>]*\sautofocus/)
  })

  it.each([
    [{ point: 'Window 1' }, 'Window or till is not valid'],
    [{ currency: 'birr' }, 'The currency is not used here.'],
    [{ float: '-1' }, 'Write the amount as digits'],
    [{ float: '' }, 'Write the amount as digits'],
  ])('with %j is refused in words and keeps what was typed', async (wrong, words) => {
    const desk = counterOf()
    const form = formTo(await desk.page('/counter/session'), '/open')
    const answer = await desk.submit(form, { point: 'window-1', currency: 'ETB', float: '0', ...wrong })
    const page = await answer.text()
    expect([answer.status, alertOf(page)]).toEqual([400, expect.stringContaining(words)])
    for (const [name, value] of Object.entries(wrong)) expect(formTo(page, '/open').fields.get(name)).toBe(value)
    expect((await desk.payments.cash.list()).items).toEqual([])
  })

  it('at a point where another cashier sits is refused', async () => {
    const desk = counterOf()
    await desk.open({ actor: 'bekele' })
    const form = formTo(await desk.page('/counter/session'), '/open')
    const answer = await desk.submit(form, { point: 'window-1', currency: 'ETB', float: '500' })
    expect([answer.status, alertOf(await answer.text())]).toEqual([
      409,
      'A session is open at this point already. Choose another point, or ask its cashier to close it.',
    ])
  })
})

describe('desk/session: notes and coins', () => {
  it('add up to the cash of a first opening, whose currency has no fields yet', async () => {
    const desk = counterOf()
    const form = formTo(await desk.page('/counter/session'), '/open')
    const answer = await desk.submit(form, { point: 'window-1', currency: 'ETB', faces: '200 x 4\r\n\r\n0.50 × 3' })
    expect(answer.status).toBe(303)
    expect((await desk.payments.cash.list()).items.map(({ float }) => float)).toEqual([80_150])
  })

  it('are stored with the close, which shows them, and need no sum', async () => {
    const desk = counterOf()
    const { id } = await desk.open()
    const form = formTo(await desk.page('/counter/session'), '/close')
    expect(form.fields.get('facesOf')).toBe('ETB')
    const answer = await desk.submit(form, { 'face-20000': '2', 'face-5000': '1', 'face-100': '50', 'face-10': '' })
    const page = await desk.follow(answer)
    expect(Object.fromEntries(factsOf(page))['Notes and coins']).toBe('200.00 ETB × 2, 50.00 ETB × 1, 1.00 ETB × 50')
    expect(await desk.payments.cash.get(id)).toMatchObject({
      counted: 50_000,
      difference: 0,
      denominations: { 20000: 2, 5000: 1, 100: 50 },
    })
  })

  it.each([
    [{ counted: '500.01', 'face-20000': '2' }, 'The notes and coins do not add up to the cash counted.'],
    [{ 'face-20000': 'two' }, 'Write each note or coin as its value'],
    [{ faces: '200' }, 'Write each note or coin as its value'],
    [{ faces: 'blue x 4' }, 'Write each note or coin as its value'],
    [{ facesOf: 'KES', 'face-100000': '1' }, 'The notes and coins are of another currency.'],
    [{}, 'Write the amount as digits'],
  ])('with %j are refused in words, and the form keeps them', async (wrong, words) => {
    const desk = counterOf()
    const { id } = await desk.open()
    const answer = await desk.submit(formTo(await desk.page('/counter/session'), '/close'), wrong)
    const page = await answer.text()
    expect([answer.status, alertOf(page)]).toEqual([400, expect.stringContaining(words)])
    const { fields } = formTo(page, '/close')
    for (const [name, value] of Object.entries(wrong)) if (fields.has(name)) expect(fields.get(name)).toBe(value)
    expect((await desk.payments.cash.get(id))?.status).toBe('open')
  })
})

describe('desk/session: refunds to pay out', () => {
  it('are filtered by a part of their number or reference', async () => {
    const desk = counterOf()
    const { id: sessionId } = await desk.open()
    const references = ['PAYOUT-1', 'payout-2', 'OTHER-3']
    const ids: string[] = []
    for (const reference of references) {
      const bill = await desk.bill()
      await desk.payments.cash.take({ sessionId, paymentId: bill.id, amount: 150_000, actor: 'sara' })
      ids.push(
        (await desk.payments.refunds.create({ paymentId: bill.id, amount: 100, reason: 'duplicate', reference })).id,
      )
    }
    const listed = async (refund: string) => {
      const page = await desk.page(`/counter/session?refund=${refund}`)
      return references.filter((reference) => (tablesOf(page)['Refunds'] ?? []).some(([cell]) => cell === reference))
    }
    expect(await listed('')).toEqual(references)
    expect(await listed('Payout')).toEqual(references.slice(0, 2))
    expect(await listed(ids[2]!)).toEqual(references.slice(2))
    expect(textOf(await desk.page('/counter/session?refund=none'))).toContain(
      'No refund with this number or reference waits to be paid out in this currency.',
    )
  })
})

describe('desk/session: the page', () => {
  it('lists the movements with their receipts, newest first', async () => {
    const desk = counterOf()
    const { id } = await desk.open()
    const [bill, other] = [await desk.bill(), await desk.bill()]
    const take = await desk.payments.cash.take({ sessionId: id, paymentId: bill.id, amount: 150_000, actor: 'sara' })
    desk.clock.advance(minute)
    const deposit = { sessionId: id, payerId: 'MRN-7', amount: 500, actor: 'sara' } as const
    await desk.payments.cash.take(deposit)
    desk.clock.advance(minute)
    await desk.payments.cash.send({ sessionId: id, amount: 1000, to: 'cash.safe', reference: 'BAG-1', actor: 'sara' })
    desk.clock.advance(minute)
    await desk.payments.cash.take({ sessionId: id, paymentId: other.id, amount: 100, actor: 'sara' })
    await desk.payments.cash.void({ lineKey: take.line.key, reason: 'wrong bill', actor: 'lily' })
    const page = await desk.page('/counter/session')
    expect(tablesOf(page)['Movements']!.map((row) => row.slice(1))).toEqual([
      ['What', 'For', 'Amount', 'Receipt'],
      ...[
        ['Cash taken sara', 'INV-2', '1.00 ETB', '3/2026'],
        ['Cash of the void lily', '', '−1,500.00 ETB', ''],
      ].sort(),
      ['Sent sara', 'cash.safe BAG-1', '−10.00 ETB', ''],
      ['Deposit taken sara', 'MRN-7', '5.00 ETB', '2/2026'],
      ['Voided sara', 'INV-1', '1,500.00 ETB', '1/2026'],
    ])
    expect(linksOf(page)['1/2026']).toBe(`${base}/counter/takes/${encodeURIComponent(take.line.key)}`)
  })

  it('names no sum of the drawer while the session is open, but to a supervisor', async () => {
    const desk = counterOf()
    await desk.payments.cash.close({ sessionId: (await desk.open()).id, counted: 43_210, actor: 'sara' })
    const { id } = await desk.open({ float: 40_000 })
    const bill = await desk.bill()
    await desk.payments.cash.take({ sessionId: id, paymentId: bill.id, amount: 150_000, actor: 'sara' })
    const secrets = ['32.10', '1,900.00', '432.10']
    const page = await desk.page('/counter/session')
    expect(secrets.filter((secret) => page.includes(secret))).toEqual([])
    expect(factsOf(page).map(([name]) => name)).toEqual([
      'Window or till',
      'Opened by',
      'Opened',
      'Cash at the opening',
    ])
    desk.signIn('sara', ['cash:take', 'payments:read', 'cash:supervise'])
    expect(Object.fromEntries(factsOf(await desk.page('/counter/session')))).toMatchObject({
      'Expected in the drawer': '1,900.00 ETB',
      'Difference at the opening': '32.10 ETB too little',
    })
  })

  it('shows the newest movements of a long session, and a link shows all', async () => {
    const desk = counterOf()
    const { id } = await desk.open()
    for (let i = 0; i < 21; i++)
      await desk.payments.cash.take({ sessionId: id, payerId: 'P-1', amount: 100, actor: 'sara' })
    const page = await desk.page('/counter/session')
    expect(tablesOf(page)['Movements']).toHaveLength(21)
    const all = await desk.page(linksOf(page)['Show all']!.slice(base.length))
    expect(tablesOf(all)['Movements']).toHaveLength(22)
  })

  it('shows the chosen one of two open sessions', async () => {
    const desk = counterOf()
    await desk.open()
    await desk.open({ currency: 'USD' })
    const page = await desk.page('/counter/session')
    const other = await desk.page(linksOf(page)['window-1 ETB']!.slice(base.length))
    expect(formTo(page, '/close').fields.get('session')).not.toBe(formTo(other, '/close').fields.get('session'))
  })
})

describe('desk/session: cash that is paid out', () => {
  async function withRefund() {
    const desk = counterOf({}, { refundApproval: () => true })
    const { id } = await desk.open({ float: 200_000 })
    const bill = await desk.bill()
    await desk.payments.cash.take({ sessionId: id, paymentId: bill.id, amount: 150_000, actor: 'sara' })
    const request = { paymentId: bill.id, amount: 50_000, reason: 'price_corrected' } as const
    const refund = await desk.payments.refunds.create(request, { actor: 'hana' })
    return { ...desk, sessionId: id, refund }
  }

  it('is for refunds that were approved, and each is paid once', async () => {
    const desk = await withRefund()
    const { refund } = desk
    expect(textOf(await desk.page('/counter/session'))).toContain('Refunds to pay out: 0')
    await desk.payments.refunds.approve(refund.id, { actor: 'almaz' })
    const list = await desk.page('/counter/session')
    expect(tablesOf(list)['Refunds']![1]!.slice(2)).toEqual(['price corrected', '500.00 ETB'])
    const path = linksOf(list)[refund.reference]!.slice(base.length)
    const page = await desk.page(path)
    expect(factsOf(page)).toEqual([
      ['Amount', '500.00 ETB'],
      ['Payer', 'Abebe Kebede'],
      ['Bill', 'INV-1'],
      ['Reason', 'price corrected'],
      ['Requested by', 'hana'],
      ['Approved by', 'almaz'],
    ])
    const form = formTo(page, refund.id)
    const [first, second] = [await desk.submit(form), await desk.submit(form)]
    expect([first.status, second.status]).toEqual([303, 303])
    expect(textOf(await desk.follow(first))).toContain('The refund was paid out.')
    expect((await desk.payments.refunds.get(refund.id))?.status).toBe('succeeded')
    expect(textOf(await desk.page(path))).toContain('This refund cannot be paid out')
    expect((await desk.payments.cash.get(desk.sessionId))?.paidOut).toBe(50_000)
  })

  it('more than the drawer holds is refused without a sum', async () => {
    const desk = await withRefund()
    const { refund, sessionId } = desk
    await desk.payments.refunds.approve(refund.id, { actor: 'almaz' })
    const form = formTo(await desk.page(`/counter/refunds/${refund.id}`), refund.id)
    await desk.payments.cash.send({ sessionId, amount: 340_000, to: 'cash.safe', actor: 'sara' })
    const answer = await desk.submit(form)
    expect([answer.status, alertOf(await answer.text())]).toEqual([
      409,
      'The drawer holds less than this amount. Nothing was stored.',
    ])
  })
})

describe('desk/session: cash that is sent and received', () => {
  it('is sent once by a form that is sent twice', async () => {
    const desk = counterOf()
    const { id } = await desk.open()
    const form = formTo(await desk.page('/counter/session'), '/send')
    const filled = { amount: '100', to: 'cash.safe', reference: 'BAG-1' }
    const [first, second] = [await desk.submit(form, filled), await desk.submit(form, filled)]
    expect([first.status, second.status]).toEqual([303, 303])
    expect((await desk.payments.cash.get(id))?.sent).toBe(10_000)
  })

  it('to the own account is refused, and what was typed stays', async () => {
    const desk = counterOf()
    await desk.open()
    const form = formTo(await desk.page('/counter/session'), '/send')
    const answer = await desk.submit(form, { amount: '100', to: 'cash.window-1' })
    const page = await answer.text()
    expect(alertOf(page)).toContain('To account names the account of this very session')
    expect(formTo(page, '/send').fields.get('to')).toBe('cash.window-1')
  })

  it('is counted blind by the receiver, and a wrong count stores nothing', async () => {
    const desk = counterOf()
    const other = await desk.open({ point: 'window-2', actor: 'bekele' })
    const { id } = await desk.open()
    const transfer = { sessionId: other.id, amount: 12_300, to: 'cash.window-1', actor: 'bekele' } as const
    await desk.payments.cash.send(transfer)
    const page = await desk.page('/counter/session')
    expect(textOf(page)).toContain('Receive cash of cash.window-2')
    expect(page).not.toContain('123.00')
    const wrong = await desk.submit(formTo(page, '/receive'), { counted: '120' })
    const refused = await wrong.text()
    expect([wrong.status, alertOf(refused)]).toEqual([
      409,
      'The count is not what was sent. Nothing was stored. Count again, or ask a supervisor.',
    ])
    expect(refused).not.toContain('name="accept"')
    expect((await desk.payments.cash.get(id))?.received).toBe(0)
    const right = await desk.submit(formTo(refused, '/receive'), { counted: '123' })
    expect(textOf(await desk.follow(right))).toContain('The cash was received.')
    expect((await desk.payments.cash.get(id))?.received).toBe(12_300)
  })
})

describe('desk/session: the close', () => {
  it('has an empty count, and shows the expectation and the difference afterwards', async () => {
    const desk = counterOf()
    const { id } = await desk.open()
    const bill = await desk.bill()
    await desk.payments.cash.take({ sessionId: id, paymentId: bill.id, amount: 150_000, actor: 'sara' })
    const form = formTo(await desk.page('/counter/session'), '/close')
    expect(form.fields.get('counted')).toBe('')
    const [first, second] = [await desk.submit(form, { counted: '1990' }), await desk.submit(form, { counted: '1990' })]
    expect([first.headers.get('location'), second.status]).toEqual([`${base}/counter/closed/${id}`, 303])
    const page = await desk.follow(first)
    expect(factsOf(page).slice(0, 3)).toEqual([
      ['Counted', '1,990.00 ETB'],
      ['Expected', '2,000.00 ETB'],
      ['Difference', '10.00 ETB too little'],
    ])
    expect(textOf(page)).toContain('Waits for an explanation')
    expect(tablesOf(page)['Sums by kind']).toEqual([
      ['What', 'Number', 'Amount'],
      ['Difference cash_short', '1', '−10.00 ETB'],
      ['First cash float', '1', '500.00 ETB'],
      ['Cash taken', '1', '1,500.00 ETB'],
    ])
    expect(textOf(page)).toContain('Receipts of 2026: 1 to 1, together 1.')
  })

  it('is refused with another count: the first one stands', async () => {
    const desk = counterOf()
    await desk.open()
    const form = formTo(await desk.page('/counter/session'), '/close')
    await desk.submit(form, { counted: '490' })
    const answer = await desk.submit(form, { counted: '500' })
    expect([answer.status, alertOf(await answer.text())]).toEqual([
      409,
      'This cash session is closed. Nothing was stored. Open a session first.',
    ])
  })

  it('is refused for the session of another cashier', async () => {
    const desk = counterOf()
    const other = await desk.open({ actor: 'bekele' })
    await desk.open({ point: 'window-2' })
    const form = formTo(await desk.page('/counter/session'), '/close')
    const answer = await desk.submit(form, { counted: '1', session: other.id })
    expect(answer.status).toBe(404)
    expect((await desk.get(`/counter/closed/${other.id}`)).status).toBe(404)
  })
})
