import type { Provider } from 'hospital-payments'
import { fakeProvider, type FakeScript } from 'hospital-payments/testing'
import { describe, expect, it } from 'vitest'
import { minute, request } from '../support/service.js'
import { deskWithProvider, furnishAttempts } from './support/attempt-scene.js'
import { alertOf } from './support/counter.js'
import { formsOf, lineForm } from './support/desk.js'
import { factsOf, linksOf, tablesOf, wordsOf } from './support/outline.js'

const phone = '+251911223344'

/** Makes a desk with a bill of 1,500.00 that waits for money. */
async function withBill(script: FakeScript = {}) {
  const desk = deskWithProvider(script)
  const { payments, page, submit, get } = desk
  const customer = { name: 'Abebe', phone: '+251900000000' }
  const { id } = await payments.createPayment(request({ reference: 'INV-7', customer }))
  const bill = `/payments/${id}`
  const form = async () => lineForm(await page(bill), 'attempts')
  const ask = async (more: Record<string, string> = {}) => submit(await form(), { phone, ...more })
  const pathOf = (answer: Response) => answer.headers.get('location')!.slice('/finance'.length)
  const offered = async (path: string) => formsOf(await page(path)).map(({ action }) => action.split('/').at(-1))
  const begin = async () => {
    const path = pathOf(await ask())
    return { path, attemptId: path.split('/').at(-1)! }
  }
  const statusOf = async (path: string) => (await get(path)).status
  return { ...desk, id, bill, form, ask, pathOf, offered, begin, statusOf }
}

describe('desk/attempts: the form that asks a payer', () => {
  it('has the open amount and an empty phone, and asks once, however often it is sent', async () => {
    const { form, submit, follow, payments, id, fake } = await withBill()
    const first = await form()
    expect(first.action).toBe(`/finance/payments/${id}/attempts`)
    expect(String(first.fields)).toBe('expectedVersion=1&provider=fake&phone=&amount=1500.00&returnUrl=')
    const answers = [await submit(first, { phone }), await submit(first, { phone })]
    const { items } = await payments.attempts.list({ paymentId: id })
    expect(items).toMatchObject([{ status: 'pending', amount: 150_000, provider: 'fake', createdBy: 'almaz' }])
    for (const answer of answers) {
      expect(answer.headers.get('location')).toBe(`/finance/attempts/${items[0]!.id}`)
      expect(wordsOf(await follow(answer))).toContain('The provider was called.')
    }
    expect(fake.pushes).toEqual([items[0]!.id])
  })

  it('sends the amount and the phone that were typed, never the phone of the payment', async () => {
    const phones: (string | null | undefined)[] = []
    const { ask, payments, id } = await withBill({ faultOf: (_call, attempt) => void phones.push(attempt?.phone) })
    await ask({ amount: '1,000.00' })
    expect((await payments.attempts.list({ paymentId: id })).items[0]).toMatchObject({ amount: 100_000 })
    expect(phones).toEqual([phone])
    const without = await withBill({ faultOf: (_call, attempt) => void phones.push(attempt?.phone) })
    await without.ask({ phone: '' })
    expect(phones[1]).toBeNull()
  })

  it('is refused where the page is stale, and starts nothing', async () => {
    const { form, submit, payments, id, begin } = await withBill()
    const old = await form()
    const { attemptId } = await begin()
    await payments.attempts.abandon(attemptId, { reason: 'x', actor: 'hana' })
    for (const more of [{ phone: '+251911000000' }, { amount: '1.00' }]) {
      const answer = await submit(old, { phone, ...more })
      expect([answer.status, alertOf(await answer.text())]).toEqual([
        409,
        expect.stringMatching(/^This form was sent before, with other values/),
      ])
    }
    const stale = await submit(old, { phone, expectedVersion: '2' })
    expect([stale.status, alertOf(await stale.text())]).toEqual([
      409,
      expect.stringMatching(/^This payment has changed/),
    ])
    expect((await payments.attempts.list({ paymentId: id })).items).toHaveLength(1)
  })

  it('does not take the attempt of another person for its own', async () => {
    const { form, submit, who, payments, id, begin } = await withBill()
    const old = await form()
    const { attemptId } = await begin()
    await payments.attempts.abandon(attemptId, { reason: 'x', actor: 'hana' })
    who.actor = 'chala'
    const answer = await submit(old, { phone })
    expect([answer.status, alertOf(await answer.text())]).toEqual([
      409,
      expect.stringMatching(/^This payment has changed/),
    ])
    expect((await payments.attempts.list({ paymentId: id })).items).toHaveLength(1)
  })

  it('is refused in words, keeps what was typed, and starts nothing', async () => {
    const { ask, payments, fake } = await withBill({
      limits: { wholeUnits: true, min: 10_000, max: 160_000, callingCode: '251' },
    })
    for (const [typed, status, words] of [
      [{ amount: '1.005' }, 400, /^Write the amount as digits/],
      [{ amount: '-5' }, 400, /^Write the amount as digits/],
      [{ amount: '1500.01' }, 409, /^That is more than the line or the payment has open/],
      [
        { amount: '500.50' },
        400,
        /It takes whole amounts, without decimals\. It takes at least 100\.00 ETB\. It takes at most 1,600\.00 ETB\.$/,
      ],
      [{ amount: '99.00' }, 400, /^This provider does not take the amount\./],
      [{ phone: '12345' }, 400, /^Write the phone with \+/],
      [{ phone: '+251911223344; DROP' }, 400, /^Write the phone with \+/],
      [{ phone: '<script>alert(1)</script>' }, 400, /^Write the phone with \+/],
      [{ returnUrl: 'javascript:alert(1)' }, 400, /^The address to return to begins with https/],
      [{ returnUrl: 'https://a:b@pay.example' }, 400, /^The address to return to begins with https/],
      [{ provider: 'telebirr' }, 400, /^The provider is not set up here/],
      [{ provider: '__proto__' }, 400, /^The provider is not set up here/],
      [{ provider: '' }, 400, /^Choose a provider/],
    ] as const) {
      const answer = await ask(typed)
      const page = await answer.text()
      expect([typed, answer.status, alertOf(page)]).toEqual([typed, status, expect.stringMatching(words)])
      expect(page).not.toContain('<script>alert')
      const [[name, value]] = Object.entries(typed) as [[string, string]]
      if (name !== 'provider') expect(lineForm(page, 'attempts').fields.get(name)).toBe(value)
    }
    expect([(await payments.attempts.list()).items, fake.pushes]).toEqual([[], []])
  })

  it('says that a provider takes other currencies, and does not offer it', async () => {
    const { page, bill, post, payments } = await withBill({ limits: { currencies: ['KES'] } })
    expect(formsOf(await page(bill)).filter(({ action }) => action.endsWith('/attempts'))).toEqual([])
    const answer = await post(`${bill}/attempts`, { expectedVersion: '1', provider: 'fake', amount: '1500.00' })
    expect([answer.status, alertOf(await answer.text())]).toEqual([
      400,
      'This provider does not take ETB. Choose another one. Nothing was started.',
    ])
    expect((await payments.attempts.list()).items).toEqual([])
  })

  it('says where a provider cannot be reached that nothing was started, and can be sent again', async () => {
    let isDown = true
    const { ask, form, submit, payments, id, fake } = await withBill({
      faultOf: (call) => (call === 'start' && isDown ? 'unavailable' : undefined),
    })
    const old = await form()
    const answer = await submit(old, { phone })
    const page = await answer.text()
    expect([answer.status, alertOf(page)]).toEqual([
      503,
      'The provider does not answer. Nothing was started. Try again in a minute.',
    ])
    expect(lineForm(page, 'attempts').fields.get('phone')).toBe(phone)
    expect(page).toContain('the provider could not be reached, and started nothing')
    isDown = false
    expect((await submit(old, { phone })).status).toBe(409)
    expect(fake.pushes).toEqual([])
    expect((await ask()).status).toBe(303)
    expect((await payments.attempts.list({ paymentId: id })).items.map(({ status }) => status)).toEqual([
      'pending',
      'failed',
    ])
  })

  it('is offered for a bill that waits for money and is free, to those who may', async () => {
    const { offered, bill, who, begin, payments, id, post } = await withBill()
    expect(await offered(bill)).toContain('attempts')
    who.scopes = ['reports:read', 'payments:write', 'lines:read']
    expect(await offered(bill)).toEqual([])
    expect((await post(`${bill}/attempts`, { expectedVersion: '1', provider: 'fake', amount: '1' })).status).toBe(403)
    who.scopes = ['reports:read', 'attempts:write']
    const { attemptId } = await begin()
    expect(await offered(bill)).toEqual(['check', 'abandon'])
    const conflict = await post(`${bill}/attempts`, { expectedVersion: '2', provider: 'fake', amount: '1500.00' })
    const text = await conflict.text()
    expect([conflict.status, alertOf(text)]).toEqual([
      409,
      expect.stringMatching(/^A provider is taking this payment just now\..* To the attempt$/),
    ])
    expect(linksOf(text)['To the attempt']).toBe(`/finance/attempts/${attemptId}`)
    await payments.attempts.abandon(attemptId, { reason: 'x', actor: 'hana' })
    await payments.confirmPayment(id)
    expect(await offered(bill)).toEqual([])
  })
})

describe('desk/attempts: a payment with an attempt', () => {
  it('shows its state, what it keeps from being done, and all attempts, and no phone', async () => {
    const { begin, page, bill } = await withBill()
    const { attemptId } = await begin()
    const text = await page(bill)
    expect(wordsOf(text)).toContain(
      'A provider is taking this payment Waiting for the payer The payer can pay now. The provider is asked again on 20 Nov 2026, 12:00',
    )
    expect(wordsOf(text)).toContain(
      'The provider fake has been asking the payer for 1,500.00 ETB since 20 Nov 2026, 12:00 . To the attempt',
    )
    expect(wordsOf(text)).toContain('the payment does not expire, and it cannot be canceled or failed')
    expect(text).toContain(`data-refresh="/finance${bill}"`)
    expect(tablesOf(text)['Attempts']).toEqual([
      ['Started', 'Provider', 'Amount', 'Status'],
      ['20 Nov 2026, 12:00 almaz', 'fake', '1,500.00 ETB', 'Waiting for the payer'],
    ])
    expect(linksOf(text)['To the attempt']).toBe(`/finance/attempts/${attemptId}`)
    expect(text).not.toContain(phone)
  })
})

describe('desk/attempts: a bill at the counter', () => {
  it('says that a provider is asking its payer, while the attempt lives', async () => {
    const { begin, page, payments, id } = await withBill()
    const words = 'A provider is asking the payer for this bill just now.'
    expect(wordsOf(await page(`/counter/bills/${id}`))).not.toContain(words)
    const { attemptId } = await begin()
    expect(wordsOf(await page(`/counter/bills/${id}`))).toContain(words)
    await payments.attempts.abandon(attemptId, { reason: 'x', actor: 'hana' })
    expect(wordsOf(await page(`/counter/bills/${id}`))).not.toContain(words)
  })
})

describe('desk/attempts: the page of an attempt', () => {
  it('asks the provider at once, and shows the payment, the line and the history of a paid one', async () => {
    const { begin, page, submit, follow, fake, payments, id, offered } = await withBill({ fee: 100 })
    const { path, attemptId } = await begin()
    expect(await offered(path)).toEqual(['check', 'abandon'])
    const none = await submit(lineForm(await page(path), 'check'))
    expect(wordsOf(await follow(none))).toContain('The provider was asked. Waiting for the payer')
    fake.accept(attemptId)
    const answer = await submit(lineForm(await page(path), 'check'))
    expect(wordsOf(await follow(answer))).toContain('The provider says that the payer has paid.')
    const paid = await payments.getPayment(id)
    expect(paid).toMatchObject({ status: 'succeeded', amountReconciled: 150_000 })
    const text = await page(path)
    expect(wordsOf(text)).toContain('Paid The money is on account fake.')
    expect(text).not.toContain('data-refresh')
    expect(factsOf(text)).toEqual([
      ['Amount', '1,500.00 ETB'],
      ['Payment', 'INV-7'],
      ['Payer', 'Abebe'],
      ['Provider', 'fake'],
      ['Account', 'fake'],
      ['Started', '20 Nov 2026, 12:00'],
      ['Started by', 'almaz'],
      ['Last change', '20 Nov 2026, 12:00'],
      ['Questions to the provider so far', '2'],
      ['Statement line', 'fake'],
    ])
    const { lineKey } = (await payments.attempts.get(attemptId))!
    expect(linksOf(text)).toMatchObject({
      fake: `/finance/lines/${encodeURIComponent(lineKey!)}`,
      'INV-7': `/finance/payments/${id}`,
    })
    expect(
      tablesOf(text)
        ['History']!.slice(1)
        .map((row) => row.slice(1, 3)),
    ).toEqual([
      ['a rule or a program', 'Paid'],
      ['a rule or a program', 'The payer can pay'],
      ['almaz', 'Attempt started'],
    ])
    expect(await offered(path)).toEqual([])
    expect(text).not.toContain(phone)
  })

  it('shows what the payer reads, and a page to pay at as a link of the web alone', async () => {
    const { begin, page } = await withBill()
    const text = 'Confirm the payment INV-7 on your phone.'
    expect(factsOf(await page((await begin()).path))).toContainEqual(['Instructions', text])
    for (const [url, link] of [
      ['https://pay.example/?a=1&b="2"', 'https://pay.example/?a=1&b="2"'],
      ['javascript:alert(1)', undefined],
      ['data:text/html,<b>x</b>', undefined],
    ] as const) {
      const desk = deskWithProvider()
      const provider = fakeProvider({ clock: desk.clock })
      const start: Provider['start'] = async (attempt, signal) => ({
        ...(await provider.start(attempt, signal)),
        instructions: { type: 'redirect', message: 'Pay here.', url },
      })
      const web = deskWithProvider({}, { providers: { fake: { ...provider, start } } })
      const { id: paymentId } = await web.payments.createPayment(request())
      const { id } = await web.payments.attempts.start({ paymentId, provider: 'fake' })
      const text = await web.page(`/attempts/${id}`)
      expect(factsOf(text)).toContainEqual(['Instructions', `Pay here. ${url}`])
      expect(linksOf(text)[url]).toBe(link)
      expect(text).not.toContain('<b>x')
    }
  })

  it('shows the code of a failure, and whether another attempt may help', async () => {
    const { begin, page, submit, follow, fake, offered, bill } = await withBill()
    const { path, attemptId } = await begin()
    fake.refuse(attemptId, 'no_money')
    const answer = await submit(lineForm(await page(path), 'check'))
    const text = await follow(answer)
    expect(wordsOf(text)).toContain('The provider says that no money came.')
    expect(wordsOf(text)).toContain('No money came: no_money. The payer can be asked again.')
    // A payer may say that the money was sent after all.
    expect(await offered(path)).toEqual(['check'])
    expect(await offered(bill)).toContain('attempts')
  })

  it('is no page for an unknown attempt, and does nothing with it', async () => {
    const { get, post } = await withBill()
    const unknown = '/attempts/att_00000000000000000000000000'
    const answers = [
      await get(unknown),
      await post(`${unknown}/check`, {}),
      await post(`${unknown}/abandon`, { reason: 'x' }),
    ]
    for (const answer of answers)
      expect([answer.status, alertOf(await answer.text())]).toEqual([404, 'There is no such attempt.'])
  })
})

describe('desk/attempts: giving up', () => {
  it('asks the provider first, needs a reason, and frees the payment, once', async () => {
    const { begin, page, submit, follow, payments, id, offered, bill } = await withBill()
    const { path, attemptId } = await begin()
    const form = lineForm(await page(path), 'abandon')
    expect(String(form.fields)).toBe('expectedVersion=2&reason=')
    const without = await submit(form)
    expect([without.status, alertOf(await without.text())]).toEqual([400, expect.stringMatching(/Reason/)])
    const script = '<script>alert(1)</script>'
    for (const answer of [await submit(form, { reason: script }), await submit(form, { reason: script })]) {
      const text = await follow(answer)
      expect(wordsOf(text)).toContain('The attempt was given up.')
      expect(wordsOf(text)).toContain('No money came: a person gave it up. The payer can be asked again.')
      expect(text).not.toContain(script)
      expect(tablesOf(text)['History']![1]).toEqual([
        ...['20 Nov 2026, 12:00', 'almaz', 'Given up', 'abandoned'],
        script,
      ])
    }
    expect(await payments.attempts.get(attemptId)).toMatchObject({ status: 'failed', failure: { code: 'abandoned' } })
    expect(
      (await payments.attempts.history(attemptId)).filter(({ type }) => type === 'attempt.abandoned'),
    ).toHaveLength(1)
    expect((await payments.getPayment(id))!.attemptId).toBeNull()
    expect(await offered(bill)).toContain('attempts')
  })

  it('says in words why the payer may still pay, and offers the tick that forces it', async () => {
    const { begin, page, submit, follow, payments } = await withBill({ canCancel: false, promptSeconds: 120 })
    const { path, attemptId } = await begin()
    const refused = await submit(lineForm(await page(path), 'abandon'), { reason: 'went home' })
    const text = await refused.text()
    expect([refused.status, alertOf(text)]).toEqual([
      409,
      expect.stringMatching(/^The attempt was not given up, because the payer may still pay by it\./),
    ])
    const again = lineForm(text, 'abandon')
    expect([again.fields.get('reason'), again.fields.has('force')]).toEqual(['went home', false])
    expect(text).toContain('name="force"')
    expect(await page(path)).not.toContain('name="force"')
    expect(await payments.attempts.get(attemptId)).toMatchObject({ status: 'pending' })
    const forced = await submit(again, { force: '1' })
    expect(wordsOf(await follow(forced))).toContain('The attempt was given up.')
  })

  it('needs no force when the payer can no longer pay', async () => {
    const { begin, page, submit, clock } = await withBill({ canCancel: false, promptSeconds: 120 })
    const { path } = await begin()
    clock.advance(2 * minute)
    expect((await submit(lineForm(await page(path), 'abandon'), { reason: 'went home' })).status).toBe(303)
  })

  it('lets the word of the provider stand: paid money counts', async () => {
    const { begin, page, submit, follow, fake, payments, id } = await withBill()
    const { path, attemptId } = await begin()
    fake.accept(attemptId)
    const answer = await submit(lineForm(await page(path), 'abandon'), { reason: 'went home' })
    expect(wordsOf(await follow(answer))).toContain('The provider says that the payer has paid.')
    expect(await payments.getPayment(id)).toMatchObject({ status: 'succeeded' })
  })

  it('is refused where the status has changed since, and shows how it is now', async () => {
    const { begin, page, submit, fake, payments } = await withBill()
    const { path, attemptId } = await begin()
    const form = lineForm(await page(path), 'abandon')
    // Questions to the provider change nothing that the page shows.
    await payments.attempts.check(attemptId)
    fake.refuse(attemptId)
    await payments.attempts.check(attemptId)
    const answer = await submit(form, { reason: 'went home' })
    const text = await answer.text()
    expect([answer.status, alertOf(text)]).toEqual([
      409,
      expect.stringMatching(/^The status of this attempt has changed/),
    ])
    expect(wordsOf(text)).toContain('Failed No money came: refused.')
  })

  it('is of those who may, and of a person with a name', async () => {
    const { begin, post, who, offered } = await withBill()
    const { path } = await begin()
    who.scopes = ['reports:read', 'lines:read', 'payments:write']
    expect(await offered(path)).toEqual([])
    for (const verb of ['check', 'abandon'])
      expect((await post(`${path}/${verb}`, { expectedVersion: '2', reason: 'x' })).status).toBe(403)
    who.scopes = ['reports:read', 'attempts:write']
    who.actor = null as never
    expect((await post(`${path}/abandon`, { expectedVersion: '2', reason: 'x' })).status).toBe(403)
  })

  it('is for this desk alone: a form of another site does nothing', async () => {
    const { begin, post, payments, bill } = await withBill()
    const crossed = { 'sec-fetch-site': 'cross-site' }
    const fields = { expectedVersion: '1', provider: 'fake', amount: '1500.00' }
    expect((await post(`${bill}/attempts`, fields, crossed)).status).toBe(403)
    expect((await payments.attempts.list()).items).toEqual([])
    const { path, attemptId } = await begin()
    for (const verb of ['check', 'abandon'])
      expect((await post(`${path}/${verb}`, { expectedVersion: '2', reason: 'x' }, crossed)).status).toBe(403)
    expect(await payments.attempts.get(attemptId)).toMatchObject({ status: 'pending', checks: 0 })
  })
})

describe('desk/attempts: an attempt that a line with its code has paid on another account', () => {
  it('names the account on which the money is', async () => {
    const { page, payments, fake } = deskWithProvider({ limits: { reference: /^x$/ } })
    const { id: paymentId } = await payments.createPayment(request({ reference: 'CODE-1' }))
    const { id } = await payments.attempts.start({ paymentId, provider: 'fake' })
    const { reference, amount, currency, bookedAt } = fake.payAgain(id)
    const record = {
      row: 1,
      direction: 'credit',
      amount,
      currency,
      valueDate: bookedAt.slice(0, 10),
      reference,
    } as const
    await payments.statements.import([record], { account: 'bank-1' })
    const text = await page(`/attempts/${id}`)
    expect(wordsOf(text)).toContain('The money is on account bank-1.')
    const { lineKey } = (await payments.attempts.get(id))!
    expect(linksOf(text)['bank-1']).toBe(`/finance/lines/${encodeURIComponent(lineKey!)}`)
  })
})

describe('desk/attempts: the list', () => {
  it('has those that wait for people above all others, linked from Today', async () => {
    const desk = deskWithProvider()
    const { page, payments, clock, fake } = desk
    expect(wordsOf(await page('/attempts'))).toContain('No attempt matches.')
    expect(Object.keys(linksOf(await page('/')))).toContain('Attempts')
    expect(wordsOf(await page('/'))).not.toContain('Attempts of unknown outcome')
    const { over } = await furnishAttempts(payments, clock, fake)
    const today = await page('/')
    expect(linksOf(today)).toMatchObject({
      'Attempts of unknown outcome': '/finance/attempts',
      'Paid attempts with open money': '/finance/attempts',
    })
    const text = await page('/attempts')
    const tables = tablesOf(text)
    const rowsOf = (name: string) => tables[name]!.slice(1).map((row) => row.slice(1))
    expect(rowsOf('Attempts of unknown outcome')).toEqual([['STUCK-1', 'fake', '1,500.00 ETB', 'Outcome not known']])
    expect(rowsOf('Paid attempts with open money')).toEqual([
      ['OVER-1', 'fake', '1,500.00 ETB', 'Paid', '50.00 ETB', 'fake'],
    ])
    expect(rowsOf('Attempts under way')).toEqual([
      ['LIVING-1', 'fake', '1,500.00 ETB', 'Waiting for the payer', expect.stringMatching(/^22 Nov 2026/)],
    ])
    expect(rowsOf('All attempts').map(([reference, , , status]) => [reference, status])).toEqual([
      ['LIVING-1', 'Waiting for the payer'],
      ['GONE-1', 'Failed a person gave it up'],
      ['FAILED-1', 'Failed no_money'],
      ['OVER-1', 'Paid'],
      ['PAID-1', 'Paid'],
      ['STUCK-1', 'Outcome not known'],
    ])
    const { lineKey } = (await payments.attempts.get(over.id))!
    expect(linksOf(text)['fake']).toBe(`/finance/lines/${encodeURIComponent(lineKey!)}`)
    expect(text).not.toContain(phone)
  })

  it('has money that came again beside a paid attempt, with the link to its line', async () => {
    const { page, payments, fake, clock } = deskWithProvider()
    const { id: paymentId } = await payments.createPayment(request({ reference: 'AGAIN-1' }))
    const { id } = await payments.attempts.start({ paymentId, provider: 'fake' })
    fake.accept(id)
    clock.advance(10_000)
    await payments.attempts.checkDue()
    await payments.attempts.receive('fake', fake.recordCallback(fake.payAgain(id)))
    const text = await page('/attempts')
    expect(
      tablesOf(text)
        ['Paid again, beside a paid attempt']!.slice(1)
        .map((row) => row.slice(1)),
    ).toEqual([['AGAIN-1', 'fake', '1,500.00 ETB', 'Paid', '1,500.00 ETB', 'fake']])
    expect(tablesOf(text)).not.toHaveProperty(['Paid attempts with open money'])
    const { items } = await payments.lines.list({ account: 'fake', status: 'open' })
    expect(linksOf(text)['fake']).toBe(`/finance/lines/${encodeURIComponent(items[0]!.key)}`)
  })

  it('is filtered by status and provider, and goes on page by page', async () => {
    const { page, get, payments, clock, fake } = deskWithProvider()
    await furnishAttempts(payments, clock, fake)
    const listed = async (query: string) =>
      (tablesOf(await page(`/attempts?${query}`))['All attempts'] ?? []).slice(1).map(([, reference]) => reference)
    expect(await listed('status=paid')).toEqual(['OVER-1', 'PAID-1'])
    expect(await listed('status=failed&provider=fake')).toEqual(['GONE-1', 'FAILED-1'])
    expect(await listed('provider=mpesa')).toEqual([])
    expect(Object.keys(tablesOf(await page('/attempts?status=paid')))).toEqual(['All attempts'])
    expect(String(formsOf(await page('/attempts?status=paid&provider=mpesa'))[0]!.fields)).toBe(
      'status=paid&provider=mpesa',
    )
    expect((await get('/attempts?status=nothing')).status).toBe(400)
    expect((await get('/attempts?cursor=x')).status).toBe(400)
    for (let at = 0; at < 50; at++) {
      const { id: paymentId } = await payments.createPayment(request({ reference: `MORE-${at}` }))
      await payments.attempts.start({ paymentId, provider: 'fake' })
    }
    const first = await page('/attempts?provider=fake')
    expect(tablesOf(first)['All attempts']).toHaveLength(51)
    const next = linksOf(first)['Next page']!
    expect(tablesOf(await page(next.slice('/finance'.length)))['All attempts']).toHaveLength(7)
  })

  it('has no place in the navigation of a hospital without providers', async () => {
    const { page } = deskWithProvider({}, { providers: {} })
    expect(Object.keys(linksOf(await page('/')))).not.toContain('Attempts')
    expect(wordsOf(await page('/attempts'))).toContain('No attempt matches.')
  })
})
