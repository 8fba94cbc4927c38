import { describe, expect, it } from 'vitest'
import { counter } from '../support/counter.js'
import { codeOf, issuesOf } from '../support/server.js'
import { request } from '../../support/service.js'

const payer = '/v1/payers/MRN-1042'

/** Makes a payer with a deposit of 500 at the counter and a bill of 300. */
async function ofPayer() {
  const made = counter()
  const { id } = await made.opened()
  const { line } = await made.moved('sara', `/v1/cash/sessions/${id}/take`, { amount: 500, payerId: 'MRN-1042' })
  const bill = await made.payments.createPayment(request({ amount: 300, customer: { id: 'MRN-1042' } }))
  return { ...made, line, bill }
}

describe('GET /v1/payers/{payerId}', () => {
  it('answers as the library does, its statement too', async () => {
    const { askAs, payments } = await ofPayer()
    const read = async (path: string) => (await askAs('selam', path)).json()
    expect(await read(payer)).toEqual(await payments.payers.get('MRN-1042'))
    expect(await read(`${payer}/statement`)).toEqual(await payments.payers.statement({ payerId: 'MRN-1042' }))
    const page = (await read(`${payer}/statement?limit=1`)) as { items: unknown[]; nextCursor: string }
    expect(page.items).toHaveLength(1)
    expect(await codeOf(askAs('selam', `/v1/payers/MRN-7/statement?cursor=${page.nextCursor}`))).toEqual([
      400,
      'invalid_cursor',
    ])
    expect(await issuesOf(askAs('selam', '/v1/payers/a%20b'))).toHaveLength(1)
  })
})

describe('POST /v1/payers/{payerId}/apply', () => {
  it('draws the deposit once for a key, by the principal', async () => {
    const { post, payments, bill, line } = await ofPayer()
    const apply = () => post('selam', `${payer}/apply`, { paymentId: bill.id }, { 'idempotency-key': 'draw-1' })
    const first = await apply()
    expect(first.status).toBe(200)
    const drawn = (await first.json()) as { payment: object; lines: object[] }
    expect(drawn.payment).toMatchObject({ id: bill.id, status: 'succeeded' })
    expect(drawn.lines).toMatchObject([{ key: line.key, allocated: 300 }])
    expect(await (await apply()).json()).toEqual(drawn)
    expect((await payments.history(bill.id)).at(-1)?.actor).toBe('selam')
    expect(await codeOf(post('selam', `${payer}/apply`, { paymentId: bill.id }))).toEqual([409, 'invalid_transition'])
    const body = { paymentId: bill.id, payerId: 'MRN-7', actor: 'lily' }
    expect(await issuesOf(post('selam', `${payer}/apply`, body))).toHaveLength(2)
  })
})

describe('POST /v1/lines/{lineKey}/propose', () => {
  it('answers as the library does, and so does the route of the payer', async () => {
    const { post, payments, bill, line } = await ofPayer()
    const path = `/v1/lines/${encodeURIComponent(line.key)}`
    const named = await post('selam', `${path}/payer`, { payerId: null, expectedVersion: 1 })
    expect([named.status, await named.json()]).toMatchObject([200, { payerId: null, version: 2 }])
    const rows = [{ reference: bill.reference, amount: 200, category: 'insurer_cut' }, { amount: 1 }]
    const proposal = await post('selam', `${path}/propose`, { rows })
    expect([proposal.status, await proposal.json()]).toEqual([
      200,
      await payments.lines.propose(line.key, rows as never),
    ])
    expect(await issuesOf(post('selam', `${path}/propose`, { rows: 'all', of: 1 }))).toHaveLength(2)
    expect(await codeOf(post('selam', '/v1/lines/id%3Aunknown/propose', { rows: [] }))).toEqual([404, 'line_not_found'])
  })

  it.each([
    ['GET', payer, 'payers:read'],
    ['GET', `${payer}/statement`, 'payers:read'],
    ['POST', `${payer}/apply`, 'payers:write'],
    ['POST', '/v1/lines/x/payer', 'payers:write'],
    ['POST', '/v1/lines/x/propose', 'lines:read'],
  ])('%s %s needs %s, and the routes of finance', async (method, path, scope) => {
    const refused = await counter().askAs('sara', path, { method })
    expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([
      403,
      `Bearer realm="hospital-payments", error="insufficient_scope", scope="${scope}"`,
    ])
    expect(await codeOf(counter({ finance: false }).askAs('selam', path, { method }))).toEqual([404, 'not_found'])
  })
})
