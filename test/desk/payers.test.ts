import { describe, expect, it } from 'vitest'
import { request } from '../support/service.js'
import { deskOf, formsOf } from './support/desk.js'
import { linksOf, tablesOf, wordsOf } from './support/outline.js'

const payerId = 'MRN-7'
const customer = { id: payerId, name: 'Abebe Kebede' }

/** Makes a payer with a bill that is open, one that is paid, and a deposit of cash. */
async function withDeposit(amount = 200_000) {
  const desk = deskOf()
  const { payments, clock } = desk
  const open = await payments.createPayment(request({ reference: 'INV-1', customer }))
  clock.advance(1000)
  const paid = await payments.createPayment(request({ reference: 'INV-2', amount: 30_000, customer }))
  await payments.confirmPayment(paid.id)
  await payments.receipts.issue(paid.id)
  const session = await payments.cash.open({ point: 'window-1', currency: 'ETB', float: 0, actor: 'sara' })
  const deposit = await payments.cash.take({ sessionId: session.id, amount, payerId, actor: 'sara' })
  const path = `/payers/${payerId}`
  const drawForms = async () => formsOf(await desk.page(path)).filter(({ action }) => action.endsWith('/apply'))
  return { ...desk, open, paid, deposit, path, drawForms }
}

describe('desk/payers: the page of a payer', () => {
  it('has what is open, bills with what came and is missing, deposits and receipts', async () => {
    const { page, path, open, paid, deposit } = await withDeposit()
    const text = await page(path)
    expect(wordsOf(text)).toMatch(/^Payer MRN-7 Abebe Kebede /)
    const { account, key } = deposit.line
    expect(tablesOf(text)).toEqual({
      'What is open, and the deposit': [
        ['Currency', 'Asked for', 'Missing', 'Deposit'],
        ['ETB', '1,500.00 ETB', '1,500.00 ETB', '2,000.00 ETB'],
      ],
      Bills: [
        ['Reference', 'Created on', 'Asked for', 'Received so far', 'Missing', 'Status', 'Receipt', 'From the deposit'],
        ['INV-2', '20 Nov 2026, 12:00', '300.00 ETB', '300.00 ETB', '0.00 ETB', 'Paid', '1/2026', ''],
        [
          ...['INV-1', '20 Nov 2026, 12:00', '1,500.00 ETB', '0.00 ETB', '1,500.00 ETB', 'Waiting for money', ''],
          'Allocation for INV-1 Draw deposit INV-1',
        ],
      ],
      Deposits: [
        ['Value date', 'Account', 'Amount', 'Open of the deposit', 'Remittance'],
        ['20 Nov 2026', account, '2,000.00 ETB', '2,000.00 ETB', 'Settle by a remittance'],
      ],
      'Receipts of money from this payer': [
        ['Number', 'Issued', 'Paid for', 'Received', 'Status'],
        ['2/2026', '20 Nov 2026, 12:00', 'Deposit', '2,000.00 ETB', 'Valid'],
      ],
    })
    expect(linksOf(text)).toMatchObject({
      'INV-1': `/finance/payments/${open.id}`,
      [account]: `/finance/lines/${encodeURIComponent(key)}`,
      '1/2026': `/finance/receipts/${paid.id}?number=1%2F2026`,
      'Statement, to print': `/finance${path}/statement`,
    })
  })

  it('without anything stored of the payer, says so; a text that is no id is refused', async () => {
    const { page, get } = deskOf()
    expect(wordsOf(await page('/payers/MRN-8'))).toContain(
      'No bill waits for money, and there is no deposit. Statement, to print Bills There is no bill of this payer. ' +
        'Deposits No line has open money of this payer.',
    )
    expect(wordsOf(await page('/payers/MRN-8/statement'))).toContain('Nothing was recorded of this payer.')
    expect((await get(`/payers/${encodeURIComponent('MRN 8')}`)).status).toBe(400)
  })

  it('is linked from the payment, from the search and from the line, for those who may see it', async () => {
    const { page, post, open, deposit, who, path } = await withDeposit()
    const places = [
      ...[`/payments/${open.id}`, `/lines/${encodeURIComponent(deposit.line.key)}`].map((one) => () => page(one)),
      async () => (await post('/payments', { text: 'INV-1' })).text(),
    ]
    for (const place of [...places, () => page('/payments')])
      expect(linksOf(await place())[payerId]).toBe(`/finance${path}`)
    who.scopes = who.scopes.filter((scope) => scope !== 'payers:read')
    for (const place of places.slice(0, 2)) {
      const text = await place()
      expect(wordsOf(text)).toContain(payerId)
      expect(linksOf(text)[payerId]).toBeUndefined()
    }
  })

  it('leaves out nothing in silence: further bills are a link away', async () => {
    const { page, payments } = deskOf()
    for (let at = 0; at < 52; at++) await payments.createPayment(request({ reference: `INV-${at}`, customer }))
    const first = await page('/payers/MRN-7')
    expect(tablesOf(first)['Bills']).toHaveLength(51)
    const all = await page(linksOf(first)['Show all']!.slice('/finance'.length))
    expect(tablesOf(all)['Bills']).toHaveLength(53)
  })
})

describe('desk/payers: drawing a deposit', () => {
  it('pays the bill once, however often its form is sent', async () => {
    const { drawForms, submit, follow, payments, open, path } = await withDeposit()
    const [form] = await drawForms()
    expect(String(form!.fields)).toBe(`paymentId=${open.id}&expectedVersion=1&amount=1500.00`)
    const answers = await Promise.all([1, 2, 3].map(() => submit(form!)))
    for (const answer of [...answers, await submit(form!)]) {
      expect([answer.status, answer.headers.get('location')]).toEqual([303, `/finance${path}`])
      expect(wordsOf(await follow(answer))).toContain('The deposit was drawn for the bill.')
    }
    expect(await payments.getPayment(open.id)).toMatchObject({ status: 'succeeded', amountReconciled: 150_000 })
    const { currencies } = await payments.payers.get(payerId)
    expect(currencies).toEqual([{ currency: 'ETB', asked: '0', open: '0', deposit: '50000' }])
    const event = (await payments.history(open.id)).at(-1)
    expect(event).toMatchObject({ type: 'payment.succeeded', actor: 'almaz' })
    expect(await drawForms()).toEqual([])
  })

  it('leaves the rest of a bill open where it is a part; the form proposes no more than the deposit', async () => {
    const { drawForms, submit, payments, open } = await withDeposit(90_000)
    const [form] = await drawForms()
    expect(form!.fields.get('amount')).toBe('900.00')
    await submit(form!, { amount: '400.00' })
    expect(await payments.getPayment(open.id)).toMatchObject({ status: 'pending', amountReconciled: 40_000 })
    const [next] = await drawForms()
    expect([next!.fields.get('amount'), next!.fields.get('expectedVersion')]).toEqual(['500.00', '2'])
  })

  it('is refused for a text that is no amount, for more than the bill or the deposit has, and for a bill that changed', async () => {
    const { drawForms, submit, payments, open, page, path } = await withDeposit(90_000)
    const [form] = await drawForms()
    const refused = async (filled: Record<string, string>) => {
      const answer = await submit(form!, filled)
      const text = await answer.text()
      const typed = formsOf(text)
        .find(({ action }) => action.endsWith('/apply'))
        ?.fields.get('amount')
      return [answer.status, typed, /role="alert" class="alert"[^>]*>([^<]*)/.exec(text)?.[1]]
    }
    expect(await refused({ amount: '1.005' })).toEqual([
      ...[400, '1.005', 'Write the amount as digits with a point, such as 1500.00.'],
    ])
    const exceeds = 'That is more than the line or the payment has open. Nothing was stored. Enter a smaller amount.'
    expect(await refused({ amount: '900.01' })).toEqual([409, '900.01', exceeds])
    expect(await refused({ amount: '1500.01' })).toEqual([409, '1500.01', exceeds])
    expect((await submit(form!, { paymentId: 'pay_0' })).status).toBe(404)
    await payments.confirmPayment(open.id)
    expect(await refused({ amount: '1.00' })).toEqual([
      ...[
        409,
        undefined,
        'This payment has changed since the page was loaded. Nothing was stored. This is how it is now.',
      ],
    ])
    expect(tablesOf(await page(path))['Deposits']![1]![3]).toBe('900.00 ETB')
  })

  it('has no form for those who may only look, nor in a desk that is read only', async () => {
    const { drawForms, who } = await withDeposit()
    who.scopes = ['reports:read', 'payers:read']
    expect(await drawForms()).toEqual([])
  })
})

describe('desk/payers: the statement', () => {
  it('lists what was recorded by time, each with its way', async () => {
    const { page, path, payments, open, deposit, clock } = await withDeposit()
    clock.advance(1000)
    await payments.payers.apply({ payerId, paymentId: open.id, amount: 50_000, actor: 'sara' })
    clock.advance(1000)
    await payments.refunds.create({ lineKey: deposit.line.key, amount: 10_000, reason: 'overpayment' })
    const text = await page(`${path}/statement`)
    expect(wordsOf(text)).toMatch(/^Statement of payer MRN-7 Abebe Kebede 20 Nov 2026/)
    const rows = tablesOf(text)['Statement of payer']!
    expect(rows[0]).toEqual(['When', 'Entry', 'Bill or line', 'Status', 'Amount'])
    expect(rows.slice(1).map((row) => row.slice(1))).toEqual([
      ['Bill', 'INV-1', 'Waiting for money', '1,500.00 ETB'],
      ...[expect.anything(), expect.anything()],
      ['Money for a bill', 'INV-1 · Statement line', '', '500.00 ETB'],
      ['Refund', 'Statement line', 'To be paid out', '100.00 ETB'],
    ])
    expect(rows.flat()).toContain('Money that came')
    expect(linksOf(text)['INV-1']).toBe(`/finance/payments/${open.id}`)
    expect(text).toContain('data-print')
  })

  it('goes on page by page, also with long pages for paper', async () => {
    const { page, payments } = deskOf()
    const bills = Array.from({ length: 620 }, (_, at) => ({ request: request({ reference: `INV-${at}`, customer }) }))
    await payments.createPayments(bills)
    const path = '/payers/MRN-7/statement'
    const seen: number[] = []
    for (let at: string | undefined = path; at !== undefined;) {
      const text: string = await page(at)
      seen.push(tablesOf(text)['Statement of payer']!.length - 1)
      at = linksOf(text)['Next page']?.slice('/finance'.length)
    }
    expect(seen).toEqual([100, 100, 100, 100, 100, 100, 20])
    const long = await page(linksOf(await page(path))['Up to 500 entries a page']!.slice('/finance'.length))
    expect(tablesOf(long)['Statement of payer']).toHaveLength(501)
    const rest = await page(linksOf(long)['Next page']!.slice('/finance'.length))
    expect(tablesOf(rest)['Statement of payer']).toHaveLength(121)
  })
})
