/** Cash of supervisors: sessions and balances now, transfers, voids, differences and their reasons. */
import { describe, expect, it } from 'vitest'
import { base } from './support/desk.js'
import { alertOf, counterOf, formTo } from './support/counter.js'
import { factsOf, linksOf, numbersOf, tablesOf, textOf } from './support/outline.js'

/** Makes a window with a take, and cash on its way to a safe and to a bank. */
async function busyWindow() {
  const desk = counterOf()
  const { cash } = desk.payments
  const { id } = await desk.open()
  const bill = await desk.bill()
  const take = await cash.take({ sessionId: id, paymentId: bill.id, amount: 150_000, actor: 'sara' })
  const send = (to: string, amount: number, reference: string) =>
    cash.send({ sessionId: id, amount, to, reference, actor: 'sara' })
  const toSafe = await send('cash.safe', 30_000, 'BAG-1')
  const toBank = await send('cbe-1000', 20_000, 'SLIP-9')
  desk.supervise()
  const pathOf = (key: string) => `/cash/transfers/${encodeURIComponent(key)}`
  return { ...desk, id, bill, take, safePath: pathOf(toSafe.line.key), bankPath: pathOf(toBank.line.key) }
}

describe('desk/cash: the page', () => {
  it('shows open sessions, cash on its way and balances; what is counted on arrival without its amount', async () => {
    const desk = await busyWindow()
    const page = await desk.page('/cash')
    expect(tablesOf(page)).toEqual({
      'Open sessions': [
        ['Window or till', 'Opened by', 'Opened', 'Expected in the drawer'],
        ['window-1', 'sara', '20 Nov 2026, 12:00', '1,500.00 ETB'],
      ],
      'Cash on its way': expect.arrayContaining([
        ['Sent', 'From account', 'To account', 'Reference', 'Amount'],
        ['20 Nov 2026, 12:00', 'cash.window-1', 'cash.safe', 'BAG-1', 'counted on arrival'],
        ['20 Nov 2026, 12:00', 'cash.window-1', 'cbe-1000', 'SLIP-9', '200.00 ETB'],
      ]),
      'Balances of cash': [
        ['Account', 'Last movement', 'Balance'],
        ['cash.window-1', '20 Nov 2026', '1,500.00 ETB'],
      ],
    })
    expect(textOf(page)).toContain('Every difference has an explanation.')
  })

  it('has what waits for itself, which Today counts; its money is for supervisors, that of a blind count for no one', async () => {
    const desk = await busyWindow()
    const { session, signIn } = { session: desk.id, signIn: desk.signIn }
    await desk.payments.cash.close({ sessionId: session, counted: 149_000, actor: 'sara' })
    signIn('lily', ['reports:read', 'cash:supervise'])
    const [, , number] = numbersOf(await desk.page('/'))
    expect(number).toEqual(['3 Cash on its way or unexplained 210.00 ETB oldest: today', '/finance/cash/waiting'])
    const page = await desk.page('/cash/waiting')
    expect(Object.entries(tablesOf(page)).map(([name, rows]) => [name, rows.length - 1])).toEqual([
      ['Cash on its way', 2],
      ['Differences without an explanation', 1],
    ])
    expect(page).not.toContain('300.00')
    signIn('sara', ['reports:read'])
    const today = await desk.page('/')
    expect(numbersOf(today)[2]).toEqual(['3 Cash on its way or unexplained oldest: today', null])
    expect(today).not.toContain('300.00')
    expect((await desk.get('/cash/waiting')).status).toBe(403)
  })

  it('says what is missing where there is no cash', async () => {
    const desk = counterOf()
    desk.supervise()
    const text = textOf(await desk.page('/cash'))
    for (const words of ['No session is open now.', 'No cash is on its way.', 'No point has had cash yet.'])
      expect(text).toContain(words)
  })
})

describe('desk/cash: a transfer', () => {
  it('is received by a blind count; a count that differs is accepted with a reason alone', async () => {
    const desk = await busyWindow()
    const page = await desk.page(desk.safePath)
    expect(page).not.toContain('300.00')
    const form = formTo(page, '/receive')
    expect(form.fields.has('accept') || page.includes('name="accept"')).toBe(false)
    const differs = await desk.submit(form, { counted: '290' })
    const refused = await differs.text()
    expect([differs.status, alertOf(refused)]).toEqual([409, expect.stringContaining('Count again.')])
    expect(refused).toContain('name="accept"')
    const again = formTo(refused, '/receive')
    expect(again.fields.get('counted')).toBe('290')
    const withoutReason = await desk.submit(again, { accept: '1' })
    expect(alertOf(await withoutReason.text())).toContain('Reason is required')
    const accepted = await desk.submit(again, { accept: '1', reason: 'a note was torn' })
    expect(textOf(await desk.follow(accepted))).toContain('The cash was received.')
    expect(await desk.payments.accounts.balance({ account: 'cash.safe', currency: 'ETB' })).toBe('29000')
    expect(textOf(await desk.page(desk.safePath))).toContain('This cash has arrived, or was taken back.')
  })

  it('to a point with an open session is received in that session', async () => {
    const desk = await busyWindow()
    const other = await desk.open({ point: 'safe', actor: 'bekele' })
    const form = formTo(await desk.page(desk.safePath), '/receive')
    expect(form.fields.get('session')).toBe(other.id)
    await desk.submit(form, { counted: '300' })
    expect((await desk.payments.cash.get(other.id))?.received).toBe(30_000)
  })

  it('to a bank is taken back with a reason, and received by no count', async () => {
    const desk = await busyWindow()
    const page = await desk.page(desk.bankPath)
    expect(textOf(page)).toContain('The statement of the bank shows that it arrived.')
    expect(page).not.toContain('/receive"')
    const form = formTo(page, '/recall')
    expect(alertOf(await (await desk.submit(form)).text())).toBe('Enter a reason. Nothing was stored.')
    const answer = await desk.submit(form, { reason: 'the bank is closed' })
    expect(textOf(await desk.follow(answer))).toContain('The cash was taken back.')
    expect((await desk.payments.cash.get(desk.id))?.sent).toBe(30_000)
  })

  it('has no form for its sender', async () => {
    const desk = await busyWindow()
    desk.signIn('Sara', ['cash:take', 'payments:read', 'cash:supervise'])
    const page = await desk.page(desk.safePath)
    expect(textOf(page)).toContain('Another person must do it.')
    expect(page).not.toContain('/recall"')
    const answer = await desk.post(`${base}${desk.safePath}/receive`, { counted: '300' })
    expect([answer.status, alertOf(await answer.text())]).toEqual([
      409,
      'You did this yourself, or it is your session. Another person must do it.',
    ])
  })
})

describe('desk/cash: a session', () => {
  it('has its report, its movements with the links to void them, and its history', async () => {
    const desk = await busyWindow()
    const page = await desk.page(`/cash/sessions/${desk.id}`)
    expect(textOf(page)).toContain('X report window-1 ETB Open')
    expect(Object.fromEntries(factsOf(page))).toMatchObject({
      'Cash in': '1,500.00 ETB',
      'Cash sent': '500.00 ETB',
      'Expected in the drawer': '1,500.00 ETB',
    })
    expect(tablesOf(page)['Sums by kind']!.slice(1)).toEqual([
      ['First cash float', '1', '500.00 ETB'],
      ['Cash taken', '1', '1,500.00 ETB'],
      ['Cash sent', '2', '−500.00 ETB'],
    ])
    expect(tablesOf(page)['History']!.map(([, who, what]) => [who, what])).toEqual([
      ['Who', 'What'],
      ['sara', 'Cash sent'],
      ['sara', 'Cash sent'],
      ['sara', 'Cash taken'],
      ['sara', 'Opened'],
    ])
    expect(linksOf(page)['Void']).toBe(`${base}/cash/movements/${encodeURIComponent(desk.take.line.key)}`)
  })

  it('a movement is voided once, with a reason, by another person than the cashier', async () => {
    const desk = await busyWindow()
    const path = `/cash/movements/${encodeURIComponent(desk.take.line.key)}`
    const form = formTo(await desk.page(path), '/void')
    expect(alertOf(await (await desk.submit(form)).text())).toBe('Enter a reason. Nothing was stored.')
    const [first, second] = [
      await desk.submit(form, { reason: 'wrong bill' }),
      await desk.submit(form, { reason: 'wrong bill' }),
    ]
    expect([first.status, second.status]).toEqual([303, 303])
    expect(textOf(await desk.follow(first))).toContain('The movement was voided.')
    expect((await desk.payments.receipts.get(desk.bill.id))?.voidReason).toBe('wrong bill')
    expect(textOf(await desk.page(path))).toContain('Only takes and payouts of an open session can be voided.')
    desk.signIn('sara')
    const receipt = await desk.page(`/counter/takes/${encodeURIComponent(desk.take.line.key)}`)
    expect(textOf(receipt)).toContain('Void: wrong bill')
  })

  it('after its close has no movement to void', async () => {
    const desk = await busyWindow()
    await desk.payments.cash.close({ sessionId: desk.id, counted: 150_000, actor: 'sara' })
    const page = await desk.page(`/cash/sessions/${desk.id}`)
    expect(textOf(page)).toContain('Z report window-1 ETB Closed')
    expect(linksOf(page)).not.toHaveProperty('Void')
    const path = `/cash/movements/${encodeURIComponent(desk.take.line.key)}`
    const answer = await desk.post(`${base}${path}/void`, { reason: 'too late' })
    expect([answer.status, alertOf(await answer.text())]).toEqual([
      409,
      'This cash session is closed. Nothing was stored. Open a session first.',
    ])
  })

  it('a difference waits on the page of cash until another person explains it', async () => {
    const desk = await busyWindow()
    await desk.payments.cash.close({ sessionId: desk.id, counted: 149_000, actor: 'sara' })
    const cash = await desk.page('/cash')
    expect(tablesOf(cash)['Differences without an explanation']![1]).toEqual([
      'window-1',
      'sara',
      '20 Nov 2026, 12:00',
      '10.00 ETB too little',
    ])
    const path = `/cash/sessions/${desk.id}`
    desk.signIn('sara', ['cash:take', 'payments:read', 'cash:supervise'])
    expect(await desk.page(path)).not.toContain('/explain"')
    desk.supervise()
    const form = formTo(await desk.page(path), '/explain')
    expect((await desk.submit(form, { reason: ' ' })).status).toBe(400)
    const answer = await desk.submit(form, { reason: 'a torn note' })
    expect(textOf(await desk.follow(answer))).toContain('The difference was explained.')
    expect((await desk.payments.cash.get(desk.id))?.reason).toBe('a torn note')
    expect(textOf(await desk.page('/cash'))).toContain('Every difference has an explanation.')
  })

  it('is listed with the others by point, person, status and day', async () => {
    const desk = await busyWindow()
    const listed = async (query: string) =>
      (tablesOf(await desk.page(`/cash/sessions${query}`))['Sessions'] ?? []).slice(1).map(([, point]) => point)
    await desk.open({ point: 'window-2', actor: 'bekele' })
    expect((await listed('')).sort()).toEqual(['window-1', 'window-2'])
    expect(await listed('?point=window-1')).toEqual(['window-1'])
    expect(await listed('?actor=bekele')).toEqual(['window-2'])
    expect(await listed('?status=closed')).toEqual([])
    expect(await listed('?from=2026-11-21')).toEqual([])
    expect((await desk.get('/cash/sessions?from=x')).status).toBe(400)
  })

  it('an id or key that does not exist is answered in words', async () => {
    const desk = counterOf()
    desk.supervise()
    for (const path of ['/cash/sessions/csh_x', '/cash/movements/x', '/cash/transfers/x'])
      expect((await desk.get(path)).status).toBe(404)
  })
})
