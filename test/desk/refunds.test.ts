import { describe, expect, it } from 'vitest'
import { request } from '../support/service.js'
import { deskOf, formsOf, lineForm, openLine } from './support/desk.js'
import { factsOf, linksOf, tablesOf } from './support/outline.js'
import { workedOn } from './support/scene.js'

async function withPaid(needsApproval = true) {
  const desk = deskOf({}, { refundApproval: () => needsApproval })
  const { id } = await desk.payments.createPayment(request())
  await desk.payments.confirmPayment(id)
  const giveBack = async (filled: Record<string, string> = {}) => {
    const form = lineForm(await desk.page(`/payments/${id}`), 'refunds')
    return desk.submit(form, { amount: '500.00', reason: 'service_not_given', ...filled })
  }
  return { ...desk, id, giveBack }
}

const pathOf = (answer: Response) => answer.headers.get('location')!.replace(/^\/finance|\?.*$/g, '')

describe('desk/refunds: lists of refunds and payments', () => {
  it('leave nothing out in silence: all others are a link away', async () => {
    const { page, payments } = deskOf({}, { refundApproval: () => true })
    const { id } = await payments.createPayment(request({ reference: 'INV-7' }))
    await payments.confirmPayment(id)
    for (let at = 0; at < 52; at++) {
      await payments.refunds.create({ paymentId: id, amount: 1, reason: 'duplicate' })
      const other = await payments.createPayment(request({ reference: 'INV-8' }))
      await payments.cancelPayment(other.id, { reason: 'x' })
    }
    const count = (text: string, name: string) => tablesOf(text)[name]!.length - 1
    const approvals = await page('/approvals')
    const rest = await page(linksOf(approvals)['Next page']!.slice('/finance'.length))
    expect([count(approvals, 'Refunds'), count(rest, 'Refunds')]).toEqual([50, 2])
    const first = await page(`/payments/${id}`)
    const whole = await page(linksOf(first)['Show all']!.slice('/finance'.length))
    expect([count(first, 'Refunds'), count(whole, 'Refunds')]).toEqual([50, 52])
    const [one] = (await payments.findByReference('INV-8', { limit: 1 })).items
    const siblings = await page(`/payments/${one!.id}`)
    expect(siblings).toContain('The first 50 are shown.')
    const all = await page(linksOf(siblings)['Show all']!.slice('/finance'.length))
    expect(count(all, 'Other payments of this reference')).toBe(51)
    expect(all).not.toContain('Show all')
  })
})

describe('desk/refunds: a refund', () => {
  it('has a page with every fact, who did what, and the way to its payment', async () => {
    const { page, refund, id, who } = await workedOn()
    const text = await page(`/refunds/${refund.id}`)
    expect(factsOf(text)).toEqual([
      ['Amount', '500.00 ETB'],
      ['Money of', 'INV-1'],
      ['Reason', 'paid twice'],
      ['Note', 'twice'],
      ['Reference for the payout', refund.reference],
      ['Requested by', 'almaz'],
      ['Requested on', '20 Nov 2026, 12:01'],
      ['Approved by', 'hana'],
      ['Paid on', '20 Nov 2026, 12:02'],
      ['Receipt', 'OUT1'],
      ['Proved by statements', '0.00 ETB'],
    ])
    expect(tablesOf(text)['History']).toEqual([
      ['When', 'Who', 'What'],
      ['20 Nov 2026, 12:02', 'selam', 'Refund paid out'],
      ['20 Nov 2026, 12:02', 'hana', 'Refund to be paid out'],
      ['20 Nov 2026, 12:01', 'almaz', 'Refund asked for'],
    ])
    expect(linksOf(text)['INV-1']).toBe(`/finance/payments/${id}`)
    who.actor = 'hana'
    const failed = lineForm(await page(`/refunds/${refund.id}`), 'fail')
    expect(failed.fields.get('expectedVersion')).toBe('3')
  })

  it('offers at each step what may be done then, to the people who may', async () => {
    const { page, who, giveBack, submit } = await withPaid()
    const path = pathOf(await giveBack())
    const offered = async () => formsOf(await page(path)).map(({ action }) => action.split('/').at(-1))
    expect(await offered()).toEqual(['reject', 'cancel'])
    who.actor = 'hana'
    expect(await offered()).toEqual(['approve', 'reject', 'cancel'])
    await submit(lineForm(await page(path), 'approve'))
    expect(await offered()).toEqual(['confirm', 'fail', 'cancel'])
    const scopes = [...who.scopes]
    for (const [scope, verbs] of [
      ['refunds:settle', ['confirm', 'fail']],
      ['refunds:request', ['cancel']],
      ['refunds:approve', []],
    ] as const) {
      who.scopes = ['reports:read', scope]
      expect(await offered(), scope).toEqual(verbs)
    }
    who.scopes = scopes
    expect((await submit(lineForm(await page(path), 'fail'), { reason: 'account closed' })).status).toBe(303)
    expect(await offered()).toEqual([])
    const [last] = tablesOf(await page(path))['History']!.slice(1)
    expect(last!.slice(1)).toEqual(['hana', 'Refund failed', 'account closed'])
  })

  it('stands in the list with its sums by reason and status, in the days and the status of the filter, and in the file', async () => {
    const { page, refund, get, payments, linePath, line } = await workedOn()
    const version = (await payments.lines.get(line.key))!.version
    expect(version).toBe(3)
    await payments.refunds.create({ lineKey: line.key, amount: 10_000, reason: 'overpayment' })
    const text = await page('/refunds')
    expect(tablesOf(text)['Refunds']!.map((row) => row.slice(2))).toEqual([
      ['Money of', 'Reason', 'Amount', 'Status'],
      ['Statement line', 'paid too much', '100.00 ETB', 'Waiting for approval'],
      ['INV-1', 'paid twice', '500.00 ETB', 'Paid out'],
    ])
    expect(tablesOf(text)['Totals']!.slice(1).sort()).toEqual([
      ['paid too much', 'Waiting for approval', '1', '100.00 ETB'],
      ['paid twice', 'Paid out', '1', '500.00 ETB'],
    ])
    expect(linksOf(text)).toMatchObject({
      [refund.reference]: `/finance/refunds/${refund.id}`,
      'Statement line': `/finance${linePath}`,
    })
    const query = 'status=succeeded&from=2026-11-20&to=2026-11-20'
    const paid = await page(`/refunds?${query}`)
    expect(tablesOf(paid)['Refunds']).toHaveLength(2)
    expect(tablesOf(paid)['Totals']).toHaveLength(2)
    expect(String(formsOf(paid)[0]!.fields)).toBe(query)
    expect(linksOf(paid)['Download these refunds as CSV']).toBe(`/finance/refunds.csv?${query}`)
    const file = await get(`/refunds.csv?${query}`)
    expect(file.headers.get('content-disposition')).toBe('attachment; filename="refunds_2026-11-20.csv"')
    const rows = (await file.text()).trimEnd().split('\r\n')
    expect(rows).toHaveLength(2)
    expect(rows[1]).toContain(`${refund.id},succeeded`)
    const none = await page('/refunds?from=2026-11-21&to=2026-11-21')
    expect(tablesOf(none)).toEqual({})
    const waits = tablesOf(await page('/approvals'))['Refunds']!.slice(1)
    expect(waits.map(([, , of, , amount]) => [of, amount])).toEqual([['Statement line', '100.00 ETB']])
    expect((await get('/refunds?from=2026-13-01')).status).toBe(400)
  })

  it('is requested on the page of its payment, approved by another person, and paid out', async () => {
    const { page, submit, who, payments, id, giveBack, post } = await withPaid()
    const requested = await giveBack({ note: 'scan was broken' })
    expect(requested.status).toBe(303)
    const path = pathOf(requested)
    expect(await page('/approvals')).toContain(path)
    expect(await page(path)).toContain('Another person must approve it')
    expect((await post(`${path}/approve`, { expectedVersion: '1' })).status).toBe(409)

    who.actor = 'hana'
    const approval = lineForm(await page(path), 'approve')
    const twice = await Promise.all([submit(approval), submit(approval)])
    expect(twice.map(({ status }) => status)).toEqual([303, 303])
    expect((await submit(lineForm(await page(path), 'confirm'), { receipt: 'FT1' })).status).toBe(303)
    expect(await payments.getPayment(id)).toMatchObject({ amountRefunded: 50_000, amountRefundPending: 0 })
    const text = await page(path)
    for (const words of ['almaz', 'hana', 'FT1', 'scan was broken', 'Paid out']) expect(text).toContain(words)
    expect(await page(`/payments/${id}`)).toContain(path)
    expect(await page('/refunds?status=succeeded')).toContain(path)
  })

  it('is requested once, however often the form is sent', async () => {
    for (const needsApproval of [true, false]) {
      const { page, submit, payments, id } = await withPaid(needsApproval)
      const form = lineForm(await page(`/payments/${id}`), 'refunds')
      const filled = { amount: '1500.00', reason: 'duplicate' }
      const answers = await Promise.all([submit(form, filled), submit(form, filled)])
      answers.push(await submit(form, filled))
      expect(answers.map(({ status }) => status)).toEqual([303, 303, 303])
      expect((await payments.refunds.list()).items).toHaveLength(1)
      expect((await submit(form, { ...filled, amount: '1' })).status).toBe(409)
    }
  })

  it('is refused above the paid money, without a reason, and with an amount that cannot be read', async () => {
    const { giveBack, payments } = await withPaid()
    expect((await giveBack({ amount: '1500.01' })).status).toBe(409)
    expect((await giveBack({ reason: '' })).status).toBe(400)
    expect((await giveBack({ reason: 'other' })).status).toBe(400)
    expect((await giveBack({ amount: '5,0' })).status).toBe(400)
    expect((await payments.refunds.list()).items).toEqual([])
  })

  it('keeps its part of the line where it is of a line, and is withdrawn with a reason', async () => {
    const { page, submit, payments } = await withPaid(false)
    const line = await openLine(payments)
    const path = `/lines/${encodeURIComponent(line.key)}`
    const form = lineForm(await page(path), 'refunds')
    const answers = await Promise.all([1, 2].map(() => submit(form, { amount: '1485.00', reason: 'overpayment' })))
    expect(answers.map(({ status }) => status)).toEqual([303, 303])
    expect(await payments.lines.get(line.key)).toMatchObject({ status: 'settled', allocations: [{ to: 'refund' }] })
    const refund = pathOf(answers[0]!)
    expect((await submit(lineForm(await page(refund), 'cancel'), { reason: '' })).status).toBe(400)
    expect((await submit(lineForm(await page(refund), 'cancel'), { reason: 'wrong' })).status).toBe(303)
    expect(await payments.lines.get(line.key)).toMatchObject({ status: 'open', allocations: [] })
  })

  it('can be requested anew where it is of a line and was rejected, also with the same words', async () => {
    const { page, submit, payments } = await withPaid()
    const { key } = await openLine(payments)
    const ask = async () => {
      const form = lineForm(await page(`/lines/${encodeURIComponent(key)}`), 'refunds')
      const filled = { amount: '1485.00', reason: 'overpayment' }
      return [await submit(form, filled), await submit(form, filled)].map(pathOf)
    }
    const paths: string[] = []
    for (let i = 0; i < 3; i++) {
      const [refund, same] = await ask()
      expect(same).toBe(refund)
      paths.push(refund!)
      await payments.refunds.reject(refund!.split('/').at(-1)!, { reason: 'which account?', actor: 'hana' })
    }
    expect(new Set(paths).size).toBe(3)
    const noted = lineForm(await page(`/lines/${encodeURIComponent(key)}`), 'refunds')
    const filled = { amount: '1485.00', reason: 'overpayment', note: 'account 7' }
    paths.push(pathOf(await submit(noted, filled)))
    expect((await submit(noted, { ...filled, note: 'account 8' })).status).toBe(409)
    expect((await payments.refunds.list({ status: 'requested' })).items).toHaveLength(1)
    await payments.refunds.reject(paths.at(-1)!.split('/').at(-1)!, { reason: 'no', actor: 'hana' })
    expect((await payments.refunds.list()).items.map(({ status }) => status)).toEqual(paths.map(() => 'canceled'))
  })

  it('is not taken for an equal one before it, where something else changed since the page was loaded', async () => {
    const { page, submit, payments, id } = await withPaid(false)
    const ask = (form: ReturnType<typeof lineForm>) => submit(form, { amount: '100.00', reason: 'duplicate' })
    expect((await ask(lineForm(await page(`/payments/${id}`), 'refunds'))).status).toBe(303)
    const { reference, amount } = (await payments.getPayment(id))!
    const ofPayment = lineForm(await page(`/payments/${id}`), 'refunds')
    await openLine(payments, { amount, reference, row: 9 })
    expect((await ask(ofPayment)).status).toBe(409)

    const line = await openLine(payments)
    const path = `/lines/${encodeURIComponent(line.key)}`
    expect((await ask(lineForm(await page(path), 'refunds'))).status).toBe(303)
    const ofLine = lineForm(await page(path), 'refunds')
    const { version } = (await payments.lines.get(line.key))!
    await payments.lines.assign(line.key, { expectedVersion: version, assignee: 'selam' })
    expect((await ask(ofLine)).status).toBe(409)
    expect((await payments.refunds.list()).items).toHaveLength(2)
  })

  it('shows its present state to a person who comes late', async () => {
    const { page, submit, who, giveBack, payments } = await withPaid()
    const path = pathOf(await giveBack())
    who.actor = 'hana'
    const form = lineForm(await page(path), 'approve')
    await payments.refunds.cancel(path.split('/').at(-1)!, { reason: 'x' })
    const answer = await submit(form)
    expect(answer.status).toBe(409)
    expect(await answer.text()).toContain('Canceled')
  })

  it('has no form for actions that a person may not do, and refuses them', async () => {
    const { page, post, who, giveBack } = await withPaid()
    const path = pathOf(await giveBack())
    who.scopes = ['reports:read', 'lines:read']
    expect(formsOf(await page(path)).filter(({ method }) => method === 'post')).toEqual([])
    for (const verb of ['approve', 'reject', 'cancel', 'confirm', 'fail'])
      expect((await post(`${path}/${verb}`, { expectedVersion: '1', reason: 'x' })).status, verb).toBe(403)
    expect((await post('/refunds', {})).status).toBe(403)
  })

  it('is 404 where there is none', async () => {
    const { get, post } = await withPaid()
    expect((await get('/refunds/ref_nothing')).status).toBe(404)
    expect((await post('/refunds/ref_nothing/approve', { expectedVersion: '1' })).status).toBe(404)
    expect((await post('/refunds', { paymentId: 'pay_x', expectedVersion: '1' })).status).toBe(404)
    expect((await post('/refunds', {})).status).toBe(404)
  })
})
