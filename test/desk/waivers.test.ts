import { describe, expect, it } from 'vitest'
import { request } from '../support/service.js'
import { alertOf } from './support/counter.js'
import { deskOf, formsOf, lineForm } from './support/desk.js'
import { factsOf, linksOf, tablesOf, numbersOf, wordsOf } from './support/outline.js'

/** Makes a desk with a bill that waits for money; `almaz` is signed in. */
async function withBill() {
  const desk = deskOf()
  const { payments, page, submit } = desk
  const { id } = await payments.createPayment(request({ reference: 'INV-7', customer: { name: 'Abebe' } }))
  const bill = `/payments/${id}`
  const form = async () => lineForm(await page(bill), 'waivers')
  const filled = { amount: '600.00', scheme: 'poor_patients', reason: 'no_income', note: 'widow' }
  const ask = async (more: Record<string, string> = {}) => submit(await form(), { ...filled, ...more })
  const pathOf = (answer: Response) => answer.headers.get('location')!.slice('/finance'.length)
  const offered = async (path: string) => formsOf(await page(path)).map(({ action }) => action.split('/').at(-1))
  return { ...desk, id, bill, form, filled, ask, pathOf, offered }
}

describe('desk/waivers: a request', () => {
  it('is made on the page of a payment, once, however often its form is sent', async () => {
    const { form, filled, submit, follow, payments, id, page, bill } = await withBill()
    const first = await form()
    expect(String(first.fields)).toBe(`expectedVersion=1&paymentId=${id}&amount=1500.00&scheme=&reason=&note=`)
    const answers = [await submit(first, filled), await submit(first, filled)]
    const { items } = await payments.waivers.list()
    expect(items).toMatchObject([
      { status: 'requested', amount: 60_000, scheme: 'poor_patients', reason: 'no_income', requestedBy: 'almaz' },
    ])
    for (const answer of answers) {
      expect(answer.headers.get('location')).toBe(`/finance/waivers/${items[0]!.id}`)
      expect(wordsOf(await follow(answer))).toContain('The waiver was asked for.')
    }
    expect(tablesOf(await page(bill))['Waivers']!.slice(1)).toEqual([
      [...['20 Nov 2026, 12:00 almaz', 'INV-7', 'poor_patients', 'no_income', '600.00 ETB'], 'Waiting for approval'],
    ])
    const other = await submit(first, { ...filled, amount: '1.00' })
    expect([other.status, alertOf(await other.text())]).toEqual([
      409,
      expect.stringMatching(/^This payment has changed/),
    ])
  })

  it('is refused in words, and keeps what was typed', async () => {
    const { ask, payments } = await withBill()
    for (const [typed, status, words] of [
      [{ amount: '1.005' }, 400, /^Write the amount as digits/],
      [{ amount: '1500.01' }, 409, /^That is more than the line or the payment has open/],
      [{ scheme: 'Poor Patients' }, 400, /Scheme is not valid/],
      [{ reason: '' }, 400, /Reason/],
    ] as const) {
      const answer = await ask(typed)
      const page = await answer.text()
      expect([answer.status, alertOf(page)]).toEqual([status, expect.stringMatching(words)])
      const [[name, value]] = Object.entries(typed) as [[string, string]]
      expect(lineForm(page, 'waivers').fields.get(name)).toBe(value)
    }
    expect((await payments.waivers.list()).items).toEqual([])
  })

  it('is offered for a bill that waits for money alone, to those who may', async () => {
    const { offered, bill, who, payments, id } = await withBill()
    expect(await offered(bill)).toContain('waivers')
    who.scopes = ['reports:read', 'waivers:approve']
    expect(await offered(bill)).toEqual([])
    who.scopes = ['reports:read', 'waivers:request']
    await payments.confirmPayment(id)
    expect(await offered(bill)).toEqual([])
  })
})

describe('desk/waivers: a decision', () => {
  it('is of a second person; the grant and who did what are on the page', async () => {
    const { ask, pathOf, offered, page, who, submit, follow, payments, id, post } = await withBill()
    const path = pathOf(await ask())
    expect(await offered(path)).toEqual(['cancel'])
    expect(wordsOf(await page(path))).toContain('Grant This needs another person than you.')
    const refused = await post(`${path}/approve`, { expectedVersion: '1' })
    expect([refused.status, alertOf(await refused.text())]).toEqual([409, 'This needs another person than you.'])
    who.actor = 'hana'
    expect(await offered(path)).toEqual(['approve', 'reject'])
    const form = lineForm(await page(path), 'approve')
    const answers = [await submit(form), await submit(form)]
    for (const answer of answers) expect(wordsOf(await follow(answer))).toContain('The waiver was granted.')
    expect(await payments.getPayment(id)).toMatchObject({ status: 'pending', amountWaived: 60_000 })
    const text = await page(path)
    expect(factsOf(text)).toEqual([
      ['Amount', '600.00 ETB'],
      ['Payment', 'INV-7'],
      ['Payer', 'Abebe'],
      ['Scheme', 'poor_patients'],
      ['Reason, as a word', 'no_income'],
      ['Note', 'widow'],
      ['Requested by', 'almaz'],
      ['Requested on', '20 Nov 2026, 12:00'],
      ['Decided by', 'hana'],
      ['Decided on', '20 Nov 2026, 12:00'],
      ['Grant', 'Statement line waiver.poor_patients'],
    ])
    const { items } = await payments.waivers.list()
    expect(linksOf(text)['Statement line']).toBe(`/finance/lines/${encodeURIComponent(items[0]!.lineKey!)}`)
    expect(
      tablesOf(text)
        ['History']!.slice(1)
        .map((row) => row.slice(1, 3)),
    ).toEqual([
      ['hana', 'Waiver granted'],
      ['almaz', 'Waiver asked for'],
    ])
    expect(await offered(path)).toEqual([])
    who.actor = 'selam'
    expect(await offered(path)).toEqual(['revoke'])
  })

  it('rejects with a reason, or is withdrawn by its requester', async () => {
    const { ask, pathOf, page, submit, who, payments } = await withBill()
    const first = pathOf(await ask())
    who.actor = 'hana'
    expect((await submit(lineForm(await page(first), 'reject'), { reason: '' })).status).toBe(400)
    expect((await submit(lineForm(await page(first), 'reject'), { reason: 'insured' })).status).toBe(303)
    who.actor = 'almaz'
    const second = pathOf(await ask({ amount: '100.00' }))
    expect((await submit(lineForm(await page(second), 'cancel'), { reason: 'paid' })).status).toBe(303)
    const { items } = await payments.waivers.list()
    expect(items.map(({ status }) => status).sort()).toEqual(['canceled', 'rejected'])
  })

  it('is refused where the waiver changed since, and nothing is stored', async () => {
    const { ask, pathOf, page, submit, who, payments } = await withBill()
    const path = pathOf(await ask())
    who.actor = 'hana'
    const form = lineForm(await page(path), 'approve')
    await payments.waivers.reject(path.split('/').at(-1)!, { reason: 'insured', actor: 'selam' })
    const answer = await submit(form)
    expect([answer.status, alertOf(await answer.text())]).toEqual([
      ...[409, 'Another person changed this waiver in the meantime. Nothing was stored. This is how it is now.'],
    ])
  })
})

describe('desk/waivers: revoking', () => {
  it('asks what becomes of a payment that was waived whole, and reverses it', async () => {
    const { ask, pathOf, page, submit, who, payments, id } = await withBill()
    const path = pathOf(await ask({ amount: '1500.00' }))
    who.actor = 'hana'
    await submit(lineForm(await page(path), 'approve'))
    expect((await payments.getPayment(id))!.status).toBe('succeeded')
    who.actor = 'selam'
    const form = lineForm(await page(path), 'revoke')
    expect((await submit(form, { reason: 'insured' })).status).toBe(400)
    const answer = await submit(form, { reason: 'insured', payments: 'reverse' })
    expect(answer.status).toBe(303)
    expect(await payments.getPayment(id)).toMatchObject({ status: 'reversed', amountWaived: 0 })
    expect(factsOf(await page(path))).toContainEqual(['Revoked by', 'selam'])
  })

  it('leaves the bill open where a part of it was waived', async () => {
    const { ask, pathOf, page, submit, who, payments, id } = await withBill()
    const path = pathOf(await ask())
    who.actor = 'hana'
    await submit(lineForm(await page(path), 'approve'))
    who.actor = 'selam'
    await submit(lineForm(await page(path), 'revoke'), { reason: 'insured' })
    expect(await payments.getPayment(id)).toMatchObject({ status: 'pending', amountWaived: 0 })
  })
})

describe('desk/waivers: lists', () => {
  it('have those that wait, with their number on Today, and all by status and scheme, with a file', async () => {
    const { ask, pathOf, page, get } = await withBill()
    expect(wordsOf(await page('/waivers/to-approve'))).toContain('No waiver waits for approval.')
    expect(numbersOf(await page('/'))[1]).toEqual(['0 Refunds and waivers to approve', null])
    const path = pathOf(await ask())
    const today = await page('/')
    expect(numbersOf(today)[1]).toEqual([
      '1 Refunds and waivers to approve 600.00 ETB oldest: today',
      '/finance/approvals',
    ])
    expect(linksOf(await page('/approvals'))['20 Nov 2026, 12:00']).toBe(`/finance${path}`)
    expect(linksOf(await page('/waivers/to-approve'))['20 Nov 2026, 12:00']).toBe(`/finance${path}`)
    expect(tablesOf(await page('/waivers?status=requested&scheme=poor_patients'))['Waivers']).toHaveLength(2)
    expect(tablesOf(await page('/waivers?status=granted'))['Waivers']).toBeUndefined()
    const file = await (await get('/waivers.csv?status=requested')).text()
    expect(file.split('\r\n')[1]).toContain(',INV-7,poor_patients,no_income,requested,')
  })
})
