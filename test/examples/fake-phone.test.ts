import { describe, expect, it } from 'vitest'
import { fakeProvider, type FakeScript } from 'hospital-payments/testing'
import { fakePhone } from '../../examples/fake-phone/phone.js'
import { formsOf } from '../desk/support/desk.js'
import { wordsOf } from '../desk/support/outline.js'
import { request, testService } from '../support/service.js'

const origin = 'http://127.0.0.1:8040'
const path = '/phone'

/** Makes the phone with the prompt of one bill of 1,500.00 on it. */
async function phoneWithPrompt(script: FakeScript = {}, reference = 'INV-7') {
  const provider = fakeProvider({ clock: () => Date.parse('2026-11-20T09:00:00.000Z'), ...script })
  const { payments, clock } = testService({ providers: { fake: provider } })
  const { id } = await payments.createPayment(request({ reference }))
  const attempt = await payments.attempts.start({ paymentId: id, provider: 'fake', phone: '+251911223344' })
  const phone = fakePhone({ payments, provider, path })
  const get = (url = path, init: RequestInit = {}) => phone(new Request(origin + url, init))
  const page = async () => (await get()).text()
  const post = (url: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
    phone(
      new Request(origin + url, {
        method: 'POST',
        headers: { 'sec-fetch-site': 'same-origin', ...headers },
        body: new URLSearchParams(fields),
      }),
    )
  const act = (verb: string, fields: Record<string, string> = {}) => post(`${path}/${attempt.id}/${verb}`, fields)
  const statusOf = async () => (await payments.attempts.get(attempt.id))!.status
  return { provider, payments, clock, id, attempt, phone, get, page, post, act, statusOf }
}

describe('examples/fake-phone: the phone', () => {
  it('shows the prompt with its amount, and pays the bill where it is accepted', async () => {
    const { page, post, payments, id, statusOf } = await phoneWithPrompt({ fee: 100 })
    const text = await page()
    expect(wordsOf(text)).toContain('INV-7 1500.00 ETB Waiting for your answer. To ignore it, do nothing.')
    expect(text).not.toContain('+251911223344')
    const [form] = formsOf(text)
    expect(String(form!.fields)).toBe('amount=1500.00&report=signed')
    const answer = await post(form!.action, Object.fromEntries(form!.fields))
    expect([answer.status, answer.headers.get('location')]).toEqual([303, path])
    expect(await statusOf()).toBe('paid')
    expect(await payments.getPayment(id)).toMatchObject({ status: 'succeeded', amountReconciled: 150_000 })
    expect(await payments.accounts.balance({ account: 'fake', currency: 'ETB' })).toBe('149900')
    expect(wordsOf(await page())).toContain('You paid.')
    expect(wordsOf(await page())).toContain('Receipts FK00000001: 1500.00 ETB, INV-7')
  })

  it('pays less, and once more', async () => {
    const { act, payments, id } = await phoneWithPrompt()
    await act('accept', { amount: '1000.00' })
    expect(await payments.getPayment(id)).toMatchObject({ status: 'pending', amountReconciled: 100_000 })
    await act('pay-again', { amount: '500.00' })
    expect(await payments.getPayment(id)).toMatchObject({ status: 'succeeded', amountReconciled: 150_000 })
    await act('pay-again', { amount: '500.00' })
    const { items } = await payments.lines.list({ account: 'fake' })
    expect(items.map(({ amount, allocated }) => [amount, allocated]).sort()).toEqual([
      [100_000, 100_000],
      [50_000, 0],
      [50_000, 50_000],
    ])
  })

  it('refuses, and the payer can be asked again', async () => {
    const { act, payments, id, attempt } = await phoneWithPrompt()
    expect((await act('refuse', { amount: '' })).status).toBe(303)
    expect(await payments.attempts.get(attempt.id)).toMatchObject({ status: 'failed', failure: { code: 'refused' } })
    expect((await payments.getPayment(id))!.attemptId).toBeNull()
  })

  it('reports by a callback without proof or by none: then the provider has to be asked', async () => {
    const hint = await phoneWithPrompt()
    await hint.act('accept', { amount: '1500.00', report: 'hint' })
    expect(await hint.statusOf()).toBe('pending')
    expect(await hint.payments.attempts.checkDue()).toEqual({ checked: 1 })
    expect(await hint.statusOf()).toBe('paid')
    const lost = await phoneWithPrompt()
    await lost.act('accept', { amount: '1500.00', report: 'lost' })
    expect(await lost.payments.attempts.checkDue()).toEqual({ checked: 0 })
    expect(await lost.statusOf()).toBe('pending')
    lost.clock.advance(10_000)
    await lost.payments.attempts.checkDue()
    expect(await lost.statusOf()).toBe('paid')
  })

  it('refuses what is no answer, in words, and moves no money', async () => {
    const { act, post, provider, statusOf } = await phoneWithPrompt()
    for (const [verb, fields, status, words] of [
      ['accept', { amount: 'much' }, 400, 'Write the amount as digits'],
      ['accept', { amount: '-1' }, 400, 'Write the amount as digits'],
      ['accept', { amount: '0' }, 400, 'Write the amount as digits'],
      ['accept', { amount: '1.005' }, 400, 'Write the amount as digits'],
      ['accept', {}, 400, 'Write the amount as digits'],
      ['accept', { amount: '1', report: 'forged' }, 400, 'Choose how the provider reports it.'],
      ['accept', { amount: '1', more: 'x'.repeat(5000) }, 400, 'This is no form of this page.'],
    ] as const) {
      const answer = await act(verb, fields)
      expect([fields, answer.status, await answer.text()]).toEqual([fields, status, expect.stringContaining(words)])
    }
    const unknown = await post(`${path}/att_00000000000000000000000000/accept`, { amount: '1' })
    expect([unknown.status, await unknown.text()]).toEqual([404, expect.stringContaining('not on the phone')])
    expect([provider.payments, await statusOf()]).toEqual([[], 'pending'])
    await act('refuse')
    for (const verb of ['accept', 'refuse']) expect((await act(verb, { amount: '1' })).status).toBe(409)
    expect(provider.payments).toEqual([])
  })

  it('takes forms of its own page alone', async () => {
    const { post, get, attempt, provider, phone } = await phoneWithPrompt()
    const url = `${path}/${attempt.id}/accept`
    const fields = { amount: '1500.00' }
    for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { 'sec-fetch-site': 'same-site', origin }])
      expect((await post(url, fields, headers)).status).toBe(403)
    const byOrigin = (from?: string) =>
      phone(
        new Request(origin + url, {
          method: 'POST',
          headers: from === undefined ? {} : { origin: from },
          body: new URLSearchParams(fields),
        }),
      )
    for (const from of ['http://evil.test', 'null', undefined]) expect((await byOrigin(from)).status).toBe(403)
    const json = { 'content-type': 'application/json', 'sec-fetch-site': 'none' }
    expect((await phone(new Request(origin + url, { method: 'POST', headers: json, body: '{}' }))).status).toBe(400)
    expect((await get(url)).status).toBe(405)
    expect((await get(path, { method: 'DELETE' })).status).toBe(405)
    expect(provider.payments).toEqual([])
    expect((await byOrigin(origin)).status).toBe(303)
  })

  it('escapes what it shows, and lets a browser load nothing from elsewhere', async () => {
    const { page, get, phone } = await phoneWithPrompt({}, '<img src=x onerror=alert(1)>"&')
    const text = await page()
    expect(text).toContain('<bdi>&lt;img src=x onerror=alert(1)&gt;&quot;&amp;</bdi>')
    expect(text).not.toMatch(/<img|<script|\sstyle=|\son\w+="/)
    const answer = await get()
    expect(answer.headers.get('content-security-policy')).toBe(
      "default-src 'none'; style-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'; img-src data:",
    )
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const style = await get(`${path}/style.css`)
    expect([style.status, style.headers.get('content-type')]).toEqual([200, 'text/css; charset=utf-8'])
    expect(['/phone', '/phone/style.css', '/phones', '/lines'].map((one) => phone.owns(one))).toEqual([
      ...[true, true],
      ...[false, false],
    ])
  })

  it('has no prompt at first, and says what to do', async () => {
    const provider = fakeProvider()
    const { payments } = testService({ providers: { fake: provider } })
    const phone = fakePhone({ payments, provider, path })
    expect(wordsOf(await (await phone(new Request(origin + path))).text())).toContain('No prompt came yet.')
  })
})
