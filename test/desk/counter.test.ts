/** The counter: bills found, cash taken, receipts printed, all by forms as a browser sends them. */
import { describe, expect, it } from 'vitest'
import { base } from './support/desk.js'
import { alertOf, counterOf, formTo } from './support/counter.js'
import { factsOf, linksOf, tablesOf, textOf } from './support/outline.js'

const largeOf = (page: string) => textOf(/<p class="large"[\s\S]*?<\/p>/.exec(page)?.[0] ?? '')

describe('desk/counter: the search', () => {
  it('a bill number leads to its bill at once', async () => {
    const desk = counterOf()
    await desk.open()
    const bill = await desk.bill()
    const answer = await desk.submit(formTo(await desk.page('/counter'), '/counter'), { text: 'INV-1' })
    expect([answer.status, answer.headers.get('location')]).toEqual([303, `${base}/counter/bills/${bill.id}`])
    expect(textOf(await desk.follow(answer))).toContain('Bill INV-1 Waiting')
  })

  it('a name and the last digits of a phone number list bills, those that wait for money first', async () => {
    const desk = counterOf()
    await desk.open()
    const paid = await desk.bill({ customer: { name: 'Hana', phone: '+251911000678' } })
    await desk.payments.confirmPayment(paid.id)
    const open = await desk.bill({ customer: { name: 'Hana', phone: '+251911000678' } })
    for (const text of ['hana', '678']) {
      const page = await (await desk.post('/counter', { text })).text()
      const [, ...rows] = tablesOf(page)['Bills']!
      expect(rows.map(([bill]) => bill)).toEqual(['INV-2 Hana', 'INV-1 Hana'])
      expect(linksOf(page)['INV-2']).toBe(`${base}/counter/bills/${open.id}`)
      expect(page).toMatch(/<a\s+class="open"[^>]*\sautofocus/)
    }
  })

  it('a text without a bill is answered in words, and stays in its field', async () => {
    const desk = counterOf()
    await desk.open()
    const page = await (await desk.post('/counter', { text: 'nothing' })).text()
    expect(textOf(page)).toContain('No bill was found.')
    expect(formTo(page, '/counter').fields.get('text')).toBe('nothing')
  })

  it('a cashier without a session is led to My session', async () => {
    const desk = counterOf()
    const page = await desk.page('/counter')
    expect(textOf(page)).toContain('You have no open session.')
    expect(linksOf(page)['Open a session']).toBe(`${base}/counter/session`)
  })
})

describe('desk/counter: a take', () => {
  it('shows the change, the receipt, and the search for the next bill, which has the focus', async () => {
    const desk = counterOf()
    await desk.open()
    const page = await desk.takeBy(await desk.bill(), { tendered: '2,000' })
    expect(largeOf(page)).toBe('Change 500.00 ETB')
    expect(textOf(page)).toContain('Receipt 1/2026')
    expect(textOf(page)).toContain('One thousand five hundred birr and 00/100')
    expect(factsOf(page)).toEqual([
      ['Issued', '20 Nov 2026, 12:00'],
      ['Payer', 'Abebe Kebede'],
      ['Cash given', '2,000.00 ETB'],
      ['Change', '500.00 ETB'],
      ['Issued by', 'sara'],
    ])
    expect(page).toMatch(/<input\s+name="text"[^>]*\sautofocus/)
    expect(await desk.payments.accounts.balance({ account: 'cash.window-1', currency: 'ETB' })).toBe('200000')
  })

  it('a form that is sent twice takes once, also after the session has closed', async () => {
    const desk = counterOf()
    const { id } = await desk.open()
    const bill = await desk.bill()
    const form = formTo(await desk.page(`/counter/bills/${bill.id}`), `/bills/${bill.id}`)
    const first = await desk.submit(form, { tendered: '2000' })
    const second = await desk.submit(form, { tendered: '2000' })
    await desk.payments.cash.close({ sessionId: id, counted: 200_000, actor: 'sara' })
    const third = await desk.submit(form, { tendered: '2000' })
    const places = [first, second, third].map(({ headers }) => headers.get('location'))
    expect(new Set(places).size).toBe(1)
    const { items } = await desk.payments.receipts.list()
    expect(items.map(({ number, copies }) => [number, copies])).toEqual([[1, 1]])
  })

  it('a form that is sent again with another amount is refused', async () => {
    const desk = counterOf()
    await desk.open()
    const bill = await desk.bill()
    const form = formTo(await desk.page(`/counter/bills/${bill.id}`), `/bills/${bill.id}`)
    await desk.submit(form, { amount: '500' })
    const answer = await desk.submit(form, { amount: '600' })
    expect(answer.status).toBe(409)
    expect(alertOf(await answer.text())).toContain('This form was sent before, with other values.')
    expect((await desk.payments.getPayment(bill.id))?.amountReconciled).toBe(50_000)
  })

  it('a second cashier who takes the same bill is refused at once', async () => {
    const desk = counterOf()
    await desk.open()
    await desk.open({ point: 'window-2', actor: 'bekele' })
    const bill = await desk.bill()
    const path = `/counter/bills/${bill.id}`
    const formOfSara = formTo(await desk.page(path), path)
    desk.signIn('bekele')
    const formOfBekele = formTo(await desk.page(path), path)
    expect((await desk.submit(formOfBekele, { tendered: '1500' })).status).toBe(303)
    desk.signIn('sara')
    const answer = await desk.submit(formOfSara, { tendered: '2000' })
    const page = await answer.text()
    expect(answer.status).toBe(409)
    expect(alertOf(page)).toContain('Another person changed this bill')
    expect(textOf(page)).toMatch(/This bill is paid, since 20 Nov 2026, 12:00 ?\./)
    expect((await desk.payments.receipts.list()).items).toHaveLength(1)
  })

  it('is stored once where two come at the same moment', async () => {
    const desk = counterOf()
    const sessions = [await desk.open(), await desk.open({ point: 'window-2' })]
    const bill = await desk.bill()
    const path = `/counter/bills/${bill.id}`
    const form = formTo(await desk.page(path), path)
    const answers = await Promise.all(sessions.map(({ id }) => desk.submit(form, { tendered: '1500', session: id })))
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 409])
    const refused = answers.find(({ status }) => status === 409)!
    expect(alertOf(await refused.text())).toContain('Nothing was taken.')
  })

  it('a part leaves the rest open, with the way back to the bill', async () => {
    const desk = counterOf()
    await desk.open()
    const bill = await desk.bill()
    const page = await desk.takeBy(bill, { amount: '500' })
    expect(largeOf(page)).toBe('Taken 500.00 ETB')
    expect(textOf(page)).toContain('1,000.00 ETB of the bill is still open.')
    expect(linksOf(page)['Back to the bill']).toBe(`${base}/counter/bills/${bill.id}`)
    const form = formTo(await desk.page(`/counter/bills/${bill.id}`), bill.id)
    expect(form.fields.get('amount')).toBe('1000.00')
  })

  it('more than the bill is refused, but with the id of a payer it stays as a deposit', async () => {
    const desk = counterOf()
    await desk.open()
    const bill = await desk.bill()
    const refused = await desk.takeBy(bill, { amount: '2000', tendered: '2000' })
    expect(alertOf(refused)).toContain('The bill has less open than this amount.')
    const typed = formTo(refused, bill.id).fields
    expect([typed.get('amount'), typed.get('tendered')]).toEqual(['2000', '2000'])
    const page = await desk.takeBy(bill, { amount: '2000', payerId: 'MRN-7' })
    expect(textOf(page)).toContain('Deposit 500.00 ETB')
  })

  it.each([
    [{ amount: '' }, 'Write the amount as digits with a point'],
    [{ amount: '0' }, 'Write the amount as digits with a point'],
    [{ amount: '1.005' }, 'Write the amount as digits with a point'],
    [{ tendered: 'x' }, 'Write the amount as digits with a point'],
    [{ tendered: '1000' }, 'The cash given is less than the amount.'],
    [{ payerId: '?' }, 'Id of the payer is not valid'],
  ])('a form with %j is refused in words and keeps what was typed', async (filled, words) => {
    const desk = counterOf()
    await desk.open()
    const bill = await desk.bill()
    const page = await desk.takeBy(bill, filled)
    expect(alertOf(page)).toContain(words)
    const fields = formTo(page, bill.id).fields
    for (const [name, value] of Object.entries(filled)) expect(fields.get(name)).toBe(value)
    expect((await desk.payments.getPayment(bill.id))?.status).toBe('pending')
  })

  it('a bill in another currency asks for a session in that currency', async () => {
    const desk = counterOf()
    await desk.open()
    const bill = await desk.bill({ currency: 'USD' })
    const page = await desk.page(`/counter/bills/${bill.id}`)
    expect(textOf(page)).toContain('You have no open session in USD.')
  })

  it('a take of another cashier is not shown, but to a supervisor', async () => {
    const desk = counterOf()
    const { id } = await desk.open()
    const bill = await desk.bill()
    const { line } = await desk.payments.cash.take({ sessionId: id, paymentId: bill.id, amount: 100, actor: 'sara' })
    const path = `/counter/takes/${encodeURIComponent(line.key)}`
    desk.signIn('bekele')
    expect((await desk.get(path)).status).toBe(404)
    desk.supervise()
    expect((await desk.get(path)).status).toBe(200)
  })
})

describe('desk/counter: a deposit', () => {
  it('is taken once however often its form is sent', async () => {
    const desk = counterOf()
    await desk.open()
    const form = formTo(await desk.page('/counter/deposit'), '/deposit')
    const filled = { payerId: 'MRN-7', amount: '500', tendered: '1000' }
    const [first, second] = [await desk.submit(form, filled), await desk.submit(form, filled)]
    expect([first.status, second.headers.get('location')]).toEqual([303, first.headers.get('location')])
    const page = await desk.follow(first)
    expect(largeOf(page)).toBe('Change 500.00 ETB')
    expect(textOf(page)).toContain('Deposit 500.00 ETB')
  })

  it('without a payer is refused', async () => {
    const desk = counterOf()
    await desk.open()
    const answer = await desk.submit(formTo(await desk.page('/counter/deposit'), '/deposit'), { amount: '5' })
    expect([answer.status, alertOf(await answer.text())]).toEqual([
      400,
      'Enter the id of the payer. Nothing was taken.',
    ])
  })
})

describe('desk/counter: a print', () => {
  it('counts once for each form, and each later one is marked as a copy', async () => {
    const desk = counterOf()
    await desk.open()
    const unprinted = await desk.takeBy(await desk.bill(), { unprinted: '1' })
    expect(textOf(unprinted)).toContain('Preview. Press Print for the receipt.')
    const print = async (page: string) => desk.follow(await desk.submit(formTo(page, '/print')))
    const original = await print(unprinted)
    expect(original).toContain('data-print-now')
    expect(await print(unprinted)).toContain('Print a copy')
    expect(textOf(original)).not.toMatch(/Preview|Copy \d/)
    const copy = await print(original)
    expect(textOf(copy)).toContain('Copy 1')
    expect(textOf(await print(copy))).toContain('Copy 2')
    expect((await desk.payments.receipts.list()).items.map(({ copies }) => copies)).toEqual([3])
  })
})

describe('desk/counter: a bill that is paid', () => {
  it('has its receipt to print again, for the cashier who took the cash and for supervisors', async () => {
    const desk = counterOf()
    await desk.open()
    const bill = await desk.bill()
    await desk.takeBy(bill, { tendered: '2000' })
    const path = `/counter/bills/${bill.id}`
    const form = formTo(await desk.page(path), '/print')
    const printed = await desk.follow(await desk.submit(form))
    expect(textOf(printed)).toContain('Copy 1')
    desk.signIn('bekele')
    expect(await desk.page(path)).not.toContain('/print"')
    expect(textOf(await desk.page(path))).toContain('This bill is paid')
    desk.supervise()
    expect(formTo(await desk.page(path), '/print').fields.get('copies')).toBe('2')
  })

  it('has no receipt where a statement paid it', async () => {
    const desk = counterOf()
    await desk.open()
    const bill = await desk.bill()
    await desk.payments.confirmPayment(bill.id)
    await desk.payments.receipts.issue(bill.id)
    expect(await desk.page(`/counter/bills/${bill.id}`)).not.toContain('/print"')
  })
})

describe('desk/counter: a payment by another channel', () => {
  it('is confirmed by its receipt, and counts in the session', async () => {
    const desk = counterOf()
    const { id } = await desk.open()
    const bill = await desk.bill({ channel: 'mobile-banking' })
    const form = formTo(await desk.page(`/counter/bills/${bill.id}`), '/confirm')
    const answer = await desk.submit(form, { receipt: 'FT123456' })
    expect(answer.headers.get('location')).toBe(`${base}/counter`)
    expect(textOf(await desk.follow(answer))).toContain('The payment was confirmed.')
    const { confirmed, received } = (await desk.payments.cash.get(id))!
    expect([confirmed, received]).toEqual([[{ channel: 'mobile-banking', count: 1, amount: '150000' }], 0])
  })

  it('without a receipt is refused', async () => {
    const desk = counterOf()
    await desk.open()
    const bill = await desk.bill()
    const answer = await desk.submit(formTo(await desk.page(`/counter/bills/${bill.id}`), '/confirm'))
    expect(alertOf(await answer.text())).toContain('Enter the number of the receipt')
  })
})
