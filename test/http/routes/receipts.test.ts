import { describe, expect, it } from 'vitest'
import { csvOf, request, unknownId } from '../../support/service.js'
import { financeServer } from '../support/finance.js'
import { errorOf, everyScope, issuesOf } from '../support/server.js'

/** Makes a handler for a person with some scopes, over a payment that succeeded. */
async function receipting(scopes: readonly string[] = everyScope) {
  const made = financeServer({ authenticate: () => ({ actor: 'sara', scopes }), manage: true })
  const { id } = await made.payments.createPayment(request())
  await made.payments.confirmPayment(id)
  const post = (path: string, json?: unknown) => made.ask(path, { method: 'POST', json })
  return { ...made, id, post, path: `/v1/payments/${id}/receipt` }
}

describe('POST /v1/payments/{paymentId}/receipt and GET /v1/receipts: the routes of receipts', () => {
  it('issue a receipt in the name of the principal, and answer the same again', async () => {
    const { ask, post, path, payments, id } = await receipting()
    expect((await errorOf(await ask(path))).details).toEqual({ paymentId: id })
    const issued = await post(path)
    const receipt = await issued.json()
    expect([issued.status, receipt]).toStrictEqual([200, await payments.receipts.get(id)])
    expect(receipt).toMatchObject({ number: 1, issuedBy: 'sara', copies: 0 })
    expect(await (await post(path)).json()).toStrictEqual(receipt)
    expect(await (await ask(path)).json()).toStrictEqual(receipt)
  })

  it('count prints in the name of the principal, and refuse numbers that no receipt has', async () => {
    const { post, path, payments } = await receipting()
    await post(path)
    const prints = [await post('/v1/receipts/2026/1/print'), await post('/v1/receipts/2026/1/print')]
    const copies = await Promise.all(prints.map((print) => print.json()))
    expect(copies).toMatchObject([
      { copy: 0, copies: 1 },
      { copy: 1, copies: 2 },
    ])
    expect((await payments.receipts.list()).items).toMatchObject([{ copies: 2 }])
    const unknown = await errorOf(await post('/v1/receipts/2026/2/print'))
    expect([unknown.code, unknown.details]).toEqual(['receipt_not_found', { year: 2026, number: 2 }])
    expect(await issuesOf(post('/v1/receipts/%20/1e3/print'))).toEqual([
      'number must be an integer from 1 to 999999999999999',
      'year must be an integer from 1970 to 9999',
    ])
    expect(await issuesOf(post('/v1/receipts/%ff/%e2/print'))).toEqual([
      'year is not percent-encoded UTF-8',
      'number is not percent-encoded UTF-8',
    ])
  })

  it('list and export receipts as the library does, by every filter', async () => {
    const { ask, post, path, payments, id } = await receipting()
    await post(path)
    const filters = ['year=2026', `paymentId=${id}`, 'actor=sara', 'from=2026-11-20&to=2026-11-20', 'payerId=p1']
    const counts = []
    for (const query of filters) {
      const filter = Object.fromEntries(new URLSearchParams(query)) as Record<string, string | number>
      if (filter['year'] !== undefined) filter['year'] = 2026
      const page = (await (await ask(`/v1/receipts?${query}`)).json()) as { items: unknown[] }
      expect(page).toStrictEqual(await payments.receipts.list(filter))
      counts.push(page.items.length)
      const csv = await (await ask(`/v1/receipts.csv?${query}&mode=exact`)).text()
      expect(csv).toBe(await csvOf(payments.receipts.exportCsv({ ...filter, mode: 'exact' })))
    }
    expect(counts).toEqual([1, 1, 1, 1, 0])
    const csv = await ask('/v1/receipts.csv?from=2026-11-20')
    expect(csv.headers.get('content-disposition')).toBe('attachment; filename="receipts_2026-11-20.csv"')
  })

  it('serve either of two scopes, and name both to a principal without them', async () => {
    for (const scope of ['receipts:issue', 'cash:take']) {
      const { post, path } = await receipting([scope])
      expect([(await post(path)).status, (await post('/v1/receipts/2026/1/print')).status]).toEqual([200, 200])
    }
    const { post, path, ask } = await receipting(['payments:read'])
    const refused = await post(path)
    expect(refused.headers.get('www-authenticate')).toContain('scope="receipts:issue"')
    expect((await errorOf(refused)).message).toBe(
      'This request needs the scope receipts:issue or cash:take. Use credentials that have it.',
    )
    expect((await ask(path)).status).toBe(404)
    expect((await ask('/v1/receipts')).status).toBe(403)
  })

  it('answer payment_not_found for an unknown payment', async () => {
    const { ask, post } = await receipting()
    const path = `/v1/payments/${unknownId}/receipt`
    for (const answer of [await ask(path), await post(path)])
      expect((await errorOf(answer)).code).toBe('payment_not_found')
  })
})

describe('POST /v1/payments/{paymentId}/cancel: the route that cancels', () => {
  it('cancels a pending payment with a reason, in the name of the principal', async () => {
    const { post, payments } = await receipting()
    const { id } = await payments.createPayment(request())
    expect(await issuesOf(post(`/v1/payments/${id}/cancel`, {}))).toEqual(['reason is required'])
    const answer = await post(`/v1/payments/${id}/cancel`, { reason: 'asked for twice' })
    expect([answer.status, await answer.json()]).toStrictEqual([200, await payments.getPayment(id)])
    const events = await payments.history(id)
    expect(events.at(-1)).toMatchObject({ actor: 'sara', reason: 'asked for twice' })
  })
})
