import { createHandler } from 'hospital-payments/http'
import { describe, expect, it } from 'vitest'
import { request, testService } from '../../support/service.js'
import { csvImport, financeServer, till, tillFile } from '../support/finance.js'
import { codeOf, errorOf, host, server } from '../support/server.js'

const cookie = 'session=s-1'
const foreign = 'https://evil.example'
const file = tillFile('2026-11-20,1500.00,INV-1,')

/** Returns true where a request with these headers creates a payment. */
async function passes(headers: Record<string, string>, options: { origin?: string } = {}): Promise<boolean> {
  const { ask, payments } = server(options)
  const answer = await ask('/v1/payments', { json: request(), headers })
  expect((await payments.reportPayments({ reference: 'INV-1' })).items).toHaveLength(answer.status === 201 ? 1 : 0)
  if (answer.status !== 201) expect(await errorOf(answer)).toMatchObject({ code: 'forbidden' })
  return answer.status === 201
}

describe('mayBeForged: a request with a cookie', () => {
  it('passes from a page of the same origin, or from an address that was typed', async () => {
    expect(await passes({ cookie, 'sec-fetch-site': 'same-origin' })).toBe(true)
    expect(await passes({ cookie, 'sec-fetch-site': 'none' })).toBe(true)
    expect(await passes({ cookie, origin: host })).toBe(true)
  })

  it('is refused from another site, whatever its other headers', async () => {
    for (const site of ['cross-site', 'same-site', '', 'SAME-ORIGIN', 'same-origin, cross-site'])
      expect(await passes({ cookie, 'sec-fetch-site': site, origin: host }), site).toBe(false)
    for (const origin of [foreign, 'null', '', 'https://localhost', 'http://localhost:81', `${host}, ${foreign}`])
      expect(await passes({ cookie, origin }), origin).toBe(false)
  })

  it('is refused where no header names its origin', async () => {
    expect(await passes({ cookie })).toBe(false)
    expect(await passes({ cookie: '' })).toBe(false)
    expect(await passes({ cookie, referer: `${host}/` })).toBe(false)
  })

  it('is compared with the option origin, and then no longer with the request', async () => {
    const publicOrigin = 'https://pay.hospital.example'
    expect(await passes({ cookie, origin: publicOrigin }, { origin: publicOrigin })).toBe(true)
    expect(await passes({ cookie, origin: publicOrigin }, { origin: `${publicOrigin}/` })).toBe(true)
    expect(await passes({ cookie, origin: host }, { origin: publicOrigin })).toBe(false)
  })

  it('passes with a Bearer, which no page of another site can send', async () => {
    expect(await passes({ cookie, authorization: 'Bearer k', 'sec-fetch-site': 'cross-site' })).toBe(true)
    expect(await passes({ cookie, authorization: 'bearer k', origin: foreign })).toBe(true)
    for (const authorization of ['Bearer', 'Bearer ', 'Bearerk', 'Basic Bearer k', 'Negotiate k, Bearer k'])
      expect(await passes({ cookie, authorization, origin: foreign }), authorization).toBe(false)
  })
})

describe('mayBeForged: a request with credentials that a browser adds by itself', () => {
  it.each(['Basic YTpi', 'Negotiate YIIJ', 'NTLM TlRM', 'Digest username="a"', ''])('is refused: %s', async (value) => {
    expect(await passes({ authorization: value, origin: foreign })).toBe(false)
    expect(await passes({ authorization: value })).toBe(false)
    expect(await passes({ authorization: value, origin: host })).toBe(true)
  })
})

describe('mayBeForged: a request without any', () => {
  it('passes: there is no session to be used', async () => {
    expect(await passes({ 'sec-fetch-site': 'cross-site', origin: foreign })).toBe(true)
    expect(await passes({ 'x-api-key': 'k' })).toBe(true)
  })
})

describe('createHandler: a page of another site', () => {
  it('reads nothing by GET, HEAD and OPTIONS that it could not read before, and these are answered', async () => {
    const { ask } = server()
    for (const method of ['GET', 'HEAD', 'OPTIONS'])
      expect((await ask('/v1/reports/totals', { method, headers: { cookie, origin: foreign } })).ok).toBe(true)
  })

  it('is refused on every route that changes something, before a principal or a body is read', async () => {
    const { payments } = testService()
    let isAsked = false
    const handler = createHandler({
      payments,
      authenticate() {
        isAsked = true
        return null
      },
      manage: true,
      finance: true,
      layouts: { till },
    })
    const open = createHandler({ payments, authenticate: 'none', manage: true, finance: true })
    const document = (await (await open(new Request(`${host}/v1/openapi.json`))).json()) as {
      paths: Record<string, Record<string, unknown>>
    }
    const changing = Object.entries(document.paths).filter(([, operations]) => 'post' in operations)
    expect(changing.length).toBeGreaterThan(20)
    for (const [path, operations] of changing) {
      expect(operations['post']).toHaveProperty(['responses', '403'])
      for (const body of [undefined, 'x=1', '{}']) {
        const url = host + path.replace(/\{\w+\}/, 'x')
        const headers = { cookie, 'sec-fetch-site': 'cross-site', 'content-type': 'text/plain' }
        const answer = await handler(new Request(url, { method: 'POST', headers, ...(body !== undefined && { body }) }))
        expect([path, answer.status]).toEqual([path, 403])
      }
    }
    expect(isAsked).toBe(false)
  })

  it('neither imports a statement nor approves a refund', async () => {
    const { ask, payments } = financeServer()
    const { id } = await payments.createPayment(request())
    const forged = { cookie, origin: foreign, 'content-type': 'text/plain' }
    expect(await codeOf(ask(csvImport, { method: 'POST', body: file, headers: forged }))).toEqual([403, 'forbidden'])
    expect((await payments.getPayment(id))?.status).toBe('pending')
    await payments.confirmPayment(id)
    const refund = await payments.refunds.create(
      { paymentId: id, amount: 100, reason: 'duplicate' },
      { actor: 'almaz' },
    )
    const path = `/v1/refunds/${refund.id}/approve`
    const headers = { cookie, 'sec-fetch-site': 'cross-site' }
    expect(await codeOf(ask(path, { method: 'POST', headers }))).toEqual([403, 'forbidden'])
    expect((await payments.refunds.get(refund.id))?.status).toBe(refund.status)
  })
})

describe('createHandler: the option origin', () => {
  it.each(['pay.example', 'ftp://pay.example', '', 1, null])('is refused as %s', (origin) => {
    const { payments } = testService()
    expect(() => createHandler({ payments, authenticate: 'none', origin: origin as never })).toThrow(
      new TypeError('createHandler: origin must be such as https://pay.hospital.example'),
    )
  })
})
