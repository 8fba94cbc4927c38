/** The requests that a page of another site can have a browser send to the handler, through each way of mounting it. */
import { createHandler, type Handler } from 'hospital-payments/http'
import type { HospitalPayments } from 'hospital-payments'
import type { Server } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isShort } from '../../support/rounds.js'
import { request, testService } from '../../support/service.js'
import { csvImport, till, tillFile } from '../support/finance.js'
import { everyScope } from '../support/server.js'
import { mounts } from './support/mounts.js'
import { closed, exchange, portOf } from './support/raw.js'

const publicOrigin = 'https://pay.hospital.example'
const evil = 'https://evil.example'
const cookie = 'Cookie: session=s-1'
const basic = 'Authorization: Basic YWxtYXo6c2VjcmV0'
const bearer = 'Authorization: Bearer k-1'
const file = tillFile('2026-11-20,1500.00,INV-1,')

/** Makes a handler that authenticates as a host does: by a session, a password of the browser or a key. */
function handlerOf(payments: HospitalPayments, basePath: string): Handler {
  return createHandler({
    payments,
    basePath,
    origin: publicOrigin,
    manage: true,
    finance: true,
    layouts: { till },
    authenticate({ headers }) {
      const isKnown = headers.get('cookie') === 'session=s-1' || headers.get('authorization') !== null
      return isKnown ? { actor: 'selam', scopes: everyScope } : null
    },
  })
}

/** Headers of a browser on a page of another site; the last on plain http, where some leave out `Sec-Fetch-Site`. */
const forgeries: [name: string, headers: string[]][] = [
  ['a form with the session', [cookie, `Origin: ${evil}`, 'Sec-Fetch-Site: cross-site']],
  ['a form of a page that hides where it is', [cookie, 'Origin: null', 'Sec-Fetch-Site: cross-site']],
  ['a page of another subdomain', [cookie, 'Origin: https://wiki.hospital.example', 'Sec-Fetch-Site: same-site']],
  ['a browser with a password for Basic', [basic, `Origin: ${evil}`, 'Sec-Fetch-Site: cross-site']],
  ['a session, a password and no other header', [cookie, basic]],
  ['a session and no other header', [cookie]],
  ['a password and no other header', [basic]],
  ['a browser on plain http', [cookie, `Origin: ${evil}`]],
]

// Fastify's own parsers refuse what is no JSON and no text with 415, before the handler is asked.
// The handler decides it, however it is mounted.
describe.each(isShort ? mounts.slice(0, 1) : mounts)(
  'createHandler: another site, where the handler is mounted in $name',
  ({ basePath, isParsed, start }) => {
    let server: Server
    let payments: HospitalPayments
    let paymentId: string
    let refundPath: string

    beforeAll(async () => {
      ;({ payments } = testService())
      server = await start(handlerOf(payments, basePath))
      paymentId = (await payments.createPayment(request())).id
      const paid = await payments.createPayment({ ...request(), reference: 'INV-2' })
      await payments.confirmPayment(paid.id)
      const refund = await payments.refunds.create(
        { paymentId: paid.id, amount: 100, reason: 'duplicate' },
        { actor: 'almaz' },
      )
      refundPath = `/v1/refunds/${refund.id}/approve`
    })
    afterAll(() => closed(server))

    async function statusOf(path: string, headers: readonly string[], body = ''): Promise<number> {
      const head = [`POST ${basePath}${path} HTTP/1.1`, 'Host: 127.0.0.1', 'Connection: close', ...headers]
      const { answer } = await exchange(
        portOf(server),
        [...head, `Content-Length: ${body.length}`, '', body].join('\r\n'),
      )
      return Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1])
    }

    it.each(forgeries)('imports no statement, approves no refund and confirms no payment by %s', async (_, headers) => {
      for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])
        expect(isParsed ? [403, 415] : [403], type).toContain(
          await statusOf(csvImport, [...headers, `Content-Type: ${type}`], file),
        )
      expect(await statusOf(csvImport, headers)).toBe(403)
      expect(await statusOf(refundPath, headers)).toBe(403)
      expect(await statusOf(refundPath, [...headers, 'Content-Type: text/plain'])).toBe(403)
      expect(await statusOf(`/v1/payments/${paymentId}/confirm`, [...headers, 'Content-Type: text/plain'], '{}')).toBe(
        403,
      )
      expect((await payments.getPayment(paymentId))?.status).toBe('pending')
      expect((await payments.statements.list()).items).toEqual([])
      const { items } = await payments.refunds.list()
      expect(items.map(({ status }) => status)).toEqual(['pending'])
    })

    it('gets no further than a refusal as unknown without the session', async () => {
      expect(await statusOf(refundPath, [`Origin: ${evil}`, 'Sec-Fetch-Site: cross-site'])).toBe(401)
    })

    it('is no page of the server, and no program with a key: these approve, confirm and import', async () => {
      const ownHeaders = [cookie, `Origin: ${publicOrigin}`]
      expect(await statusOf(`/v1/payments/${paymentId}/confirm`, [...ownHeaders, 'Sec-Fetch-Site: same-origin'])).toBe(
        200,
      )
      expect(await statusOf(refundPath, [cookie, bearer, `Origin: ${evil}`])).toBe(200)
      expect(isParsed ? [201, 415] : [201]).toContain(
        await statusOf(csvImport, [...ownHeaders, 'Content-Type: text/csv'], file),
      )
    })
  },
)
