import { type CallbackReply, type CallbackRequest, memoryRepository, PaymentError } from 'hospital-payments'
import { callbackPath, createHandler, type FailureContext, type HandlerOptions } from 'hospital-payments/http'
import { fakeProvider } from 'hospital-payments/testing'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { altered } from '../../support/repositories.js'
import { request, testService } from '../../support/service.js'
import { attemptServer } from '../support/attempts.js'
import { codeOf, expectCommonHeaders, issuesOf, requestTo, type Sending } from '../support/server.js'

const secret = 'the secret of the callbacks'
const path = callbackPath({ provider: 'fake', secret })
const callbacks = { secret }

/** Makes a request of a callback of the fake provider. */
function sendingOf({ method, headers, body }: ReturnType<ReturnType<typeof fakeProvider>['callback']>): Sending {
  return { method, headers: Object.fromEntries(headers), body: body as Uint8Array<ArrayBuffer> }
}

/** Makes a handler that refuses every principal: callbacks have none. */
function closedServer(options: Partial<HandlerOptions> = {}, script = {}, service = {}) {
  const reported: { error: unknown; context: FailureContext }[] = []
  const made = attemptServer(
    {
      authenticate: () => null,
      callbacks,
      onError: (error, context) => reported.push({ error, context }),
      ...options,
    },
    script,
    service,
  )
  const { payments, bill, fake } = made
  return {
    ...made,
    reported,
    /** Starts an attempt in process, whose payer accepts. */
    async accepted() {
      const { id: paymentId } = await bill()
      const { id } = await payments.attempts.start({ paymentId, provider: 'fake' })
      fake.accept(id)
      return { id, paymentId }
    },
  }
}

describe('createHandler: /v1/callbacks/{token}', () => {
  it('takes a signed callback without a principal, once, with the words of the provider', async () => {
    const { ask, accepted, fake, payments, reported } = closedServer()
    const { id, paymentId } = await accepted()
    for (let times = 0; times < 3; times++) {
      const answer = await ask(path, sendingOf(fake.callback(id)))
      expect([answer.status, await answer.text()]).toEqual([200, 'taken'])
      expectCommonHeaders(answer)
    }
    expect(await payments.getPayment(paymentId)).toMatchObject({ status: 'succeeded', amountReconciled: 150_000 })
    expect(fake.pushes).toEqual([id])
    expect(await codeOf(ask('/v1/attempts'))).toEqual([401, 'unauthorized'])
    expect(reported).toEqual([])
  })

  it('answers a forged callback with 401 and the words of the provider', async () => {
    const { ask, accepted, fake, payments } = closedServer()
    const { id, paymentId } = await accepted()
    const answer = await ask(path, sendingOf(fake.callback(id, { proof: 'forged' })))
    expect([answer.status, await answer.text()]).toEqual([401, 'not taken'])
    expect((await payments.getPayment(paymentId))?.status).toBe('pending')
  })

  it.each(['', '/', '/confirmation', '/a/b/c', '//x', '/%61%2Fb', '?a=b', '/att_1?x=%20', '/..x'])(
    'takes what follows the token, and gives it to the provider: %s',
    async (rest) => {
      const seen: string[] = []
      const { ask } = closedServer({}, {}, { providers: { fake: { ...fakeProvider(), receive: record } } })
      function record({ url }: { url: string }) {
        seen.push(url)
        return []
      }
      expect((await ask(path + rest, { method: 'POST', body: '{}' })).status).toBe(200)
      expect(seen).toEqual([`http://localhost${path}${rest}`])
    },
  )

  it('gives the provider method, headers and the bytes of the body as they came, and the origin of the option', async () => {
    const seen: unknown[] = []
    const receive = ({ method, url, headers, body }: CallbackRequest) => {
      seen.push([method, new URL(url).origin, headers.get('x-signature'), body])
      return []
    }
    const provider = { ...fakeProvider(), receive }
    const { ask } = closedServer({ origin: 'https://pay.hospital.example' }, {}, { providers: { fake: provider } })
    const body = Uint8Array.from([0xff, 0, 0x7b, 0x0d, 0x0a, 0xfe])
    const headers = {
      'x-signature': 'abc',
      'content-type': 'text/anything',
      cookie: 'a=b',
      authorization: 'Basic eDp5',
    }
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      expect((await ask(path, { method, headers, body })).status).toBe(200)
      expect(seen.pop()).toEqual([method, 'https://pay.hospital.example', 'abc', body])
    }
    for (const method of ['GET', 'HEAD']) {
      const answer = await ask(path, { method, headers })
      expect([answer.status, await answer.text()]).toEqual([200, method === 'HEAD' ? '' : 'taken'])
      expect(seen.pop()).toEqual([method, 'https://pay.hospital.example', 'abc', new Uint8Array()])
    }
  })

  it('answers OPTIONS with its methods, other methods with 405, and nothing for pages of other sites', async () => {
    const { ask } = closedServer()
    const allow = 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS'
    const headers = { origin: 'https://evil.example', 'access-control-request-method': 'POST' }
    const options = await ask(path, { method: 'OPTIONS', headers })
    expect([options.status, options.headers.get('allow'), await options.text()]).toEqual([204, allow, ''])
    expect([...options.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([])
    const other = await ask(path, { method: 'constructor' })
    expect(other.headers.get('allow')).toBe(allow)
    expect(await codeOf(Promise.resolve(other))).toEqual([405, 'method_not_allowed'])
  })

  it.each([
    ['of another secret', callbackPath({ provider: 'fake', secret: 'another secret of callbacks' })],
    ['that is cut off', path.slice(0, -1)],
    ['that is longer', `${path}0`],
    ['that is no hexadecimal', '/v1/callbacks/mpesa'],
    ['that is no percent-encoded UTF-8', '/v1/callbacks/%ff'],
    ['that is missing', '/v1/callbacks/'],
    ['behind two slashes', path.replace('callbacks/', 'callbacks//')],
    ['in capitals', `/v1/callbacks/${path.slice(14).toUpperCase()}`],
    ['in another spelling of the path', path.replace('callbacks', 'Callbacks')],
  ])('is 404 for a token %s, before the body is read', async (_, wrong) => {
    const { ask, reported } = closedServer()
    for (const method of ['POST', 'GET', 'OPTIONS', 'PUT'])
      expect(await codeOf(ask(wrong, { method }))).toEqual([404, 'not_found'])
    const body = new ReadableStream({ pull: () => Promise.reject(new Error('read')) })
    expect(await codeOf(ask(wrong, { method: 'POST', body }))).toEqual([404, 'not_found'])
    expect(reported).toEqual([])
  })

  it('takes a token whose digits are percent-encoded, as every other path', async () => {
    const { ask } = closedServer({}, {}, { providers: { fake: { ...fakeProvider(), receive: () => [] } } })
    const [, token = ''] = path.split('/v1/callbacks/')
    const encoded = token.replace(/\d/g, (digit) => `%3${digit}`)
    expect((await ask(`/v1/callbacks/${encoded}`, { method: 'POST' })).status).toBe(200)
  })

  it('refuses a body of more than 64 KiB, announced or not', async () => {
    const { ask } = closedServer()
    const pieces = () => {
      let left = 66
      return new ReadableStream<Uint8Array>({
        pull: (controller) => (left-- > 0 ? controller.enqueue(new Uint8Array(1024)) : controller.close()),
      })
    }
    expect(await codeOf(ask(path, { method: 'POST', body: new Uint8Array(65_537) }))).toEqual([
      413,
      'payload_too_large',
    ])
    expect(await codeOf(ask(path, { method: 'POST', body: pieces() }))).toEqual([413, 'payload_too_large'])
    const headers = { 'content-length': '65537' }
    expect(await codeOf(ask(path, { method: 'POST', body: 'x', headers }))).toEqual([413, 'payload_too_large'])
    expect((await ask(path, { method: 'POST', body: new Uint8Array(65_536) })).status).toBe(401)
  })

  it('answers 503 with Retry-After and the words of the provider where the storage fails, and takes it later', async () => {
    let isDown = false
    const repository = memoryRepository()
    const down = altered(repository, () => ({
      replace: (...group) =>
        isDown ? Promise.reject(new PaymentError('storage_unavailable', 'Away.')) : repository.replace(...group),
    }))
    const { ask, accepted, fake, payments } = closedServer({}, {}, { repository: down })
    const { id, paymentId } = await accepted()
    isDown = true
    const answer = await ask(path, sendingOf(fake.callback(id)))
    expect([answer.status, answer.headers.get('retry-after'), await answer.text()]).toEqual([503, '10', 'not taken'])
    isDown = false
    expect((await ask(path, sendingOf(fake.callback(id)))).status).toBe(200)
    expect((await payments.getPayment(paymentId))?.status).toBe('succeeded')
  })
})

describe('createHandler: the words of a provider at /v1/callbacks/{token}', () => {
  const answered = (reply: unknown) => {
    const receive = () => ({ reply: reply as CallbackReply })
    return closedServer({}, {}, { providers: { fake: { ...fakeProvider(), receive } } }).ask(path, { method: 'POST' })
  }

  it('are sent as they are given', async () => {
    const headers = { 'Content-Type': 'application/json', 'X-Own': 'é', 'cache-control': 'private' }
    const answer = await answered({ status: 299, headers, body: '{"ResultCode":"0"}' })
    expect([answer.status, await answer.text()]).toEqual([299, '{"ResultCode":"0"}'])
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      ...{ 'content-type': 'application/json', 'x-own': 'é', 'cache-control': 'private', 'content-length': '18' },
    })
  })

  it.each([204, 205, 304])('have no body with the status %i', async (status) => {
    const answer = await answered({ status, body: 'text' })
    expect([answer.status, await answer.text()]).toEqual([status, ''])
  })

  it('lose headers that no answer can have, and none of ours', async () => {
    const headers = {
      ...{ 'x-a': 'a\r\nx-b: c', 'x b': 'c', 'x-request-id': 'theirs', 'transfer-encoding': 'chunked' },
      ...{ 'Content-Length': '1', 'x-\u1200': 'd', 'x-e': '\u1200', 'x-f': 'f', connection: 'close' },
    }
    const answer = await answered({ status: 200, headers, body: 'text' })
    expect(await answer.text()).toBe('text')
    expect([...answer.headers.keys()]).toEqual([
      ...['cache-control', 'content-length', 'x-content-type-options', 'x-f', 'x-request-id'],
    ])
    expectCommonHeaders(answer)
  })

  it.each([{ status: 42 }, { status: 'x' }, {}, null])(
    'are answered with 503 where they are no answer: %j',
    async (reply) => {
      expect((await answered(reply)).status).toBe(503)
    },
  )

  it.each([
    ['throw', () => Promise.reject(new Error('their code'))],
    ['are no answer', () => ({ status: 9 })],
  ])('about a message that was taken are ours where they %s', async (_, reply) => {
    const provider = { ...fakeProvider(), receive: () => [], reply: reply as never }
    const { ask } = closedServer({}, {}, { providers: { fake: provider } })
    const answer = await ask(path, { method: 'POST' })
    expect([answer.status, await answer.text()]).toEqual([200, ''])
  })
})

describe('createHandler: the service of /v1/callbacks/{token}', () => {
  it('is that of the tenant of the token, and its messages come to no other hospital', async () => {
    const [north, south] = [closedServer(), closedServer()]
    const hospitals: Record<string, typeof north.payments> = { north: north.payments, south: south.payments }
    const handler = createHandler({
      payments: () => north.payments,
      authenticate: () => null,
      callbacks: { secret, payments: async (tenant) => hospitals[tenant] },
    })
    const { id, paymentId } = await south.accepted()
    const send = (tenant?: string) =>
      handler(requestTo(callbackPath({ provider: 'fake', secret, tenant }), sendingOf(south.fake.callback(id))))
    expect(await codeOf(send('west'))).toEqual([404, 'not_found'])
    expect(await codeOf(send())).toEqual([404, 'not_found'])
    expect((await send('north')).status).toBe(200)
    expect((await south.payments.getPayment(paymentId))?.status).toBe('pending')
    expect((await send('south')).status).toBe(200)
    expect((await south.payments.getPayment(paymentId))?.status).toBe('succeeded')
  })

  it('is 404 for a tenant where the handler has one service, and is reported once', async () => {
    const { ask, reported } = closedServer()
    const ofTenant = callbackPath({ provider: 'fake', secret, tenant: 'north' })
    for (let times = 0; times < 2; times++) expect(await codeOf(ask(ofTenant))).toEqual([404, 'not_found'])
    expect(reported).toMatchObject([
      { error: { code: 'not_found' }, context: { method: 'GET', route: '/v1/callbacks/{token}' } },
    ])
    expect(JSON.stringify(reported)).not.toContain(ofTenant.slice(14))
  })

  it('is 404 for a provider that it lacks, or that takes no callbacks, and is reported once', async () => {
    const { receive: _, ...silent } = fakeProvider({ name: 'silent' })
    const { ask, reported } = closedServer({}, {}, { providers: { silent } })
    for (const provider of ['fake', 'silent', 'fake'])
      expect(await codeOf(ask(callbackPath({ provider, secret }), { method: 'POST' }))).toEqual([404, 'not_found'])
    expect(reported).toHaveLength(2)
  })

  it.each([
    ['fails with the storage', () => Promise.reject(new PaymentError('storage_unavailable', 'Away.')), 503],
    ['throws', () => Promise.reject(new Error('registry')), 500],
    ['returns none', () => ({}) as never, 500],
  ])('is an error of the server where the function %s, so that the provider sends again', async (_, made, status) => {
    const { payments } = testService()
    const reported: unknown[] = []
    const options = { secret, payments: made as never }
    const onError = (error: unknown) => void reported.push(error)
    const handler = createHandler({ payments, authenticate: 'none', callbacks: options, onError })
    const answer = await handler(requestTo(path, { method: 'POST' }))
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([status, status === 503 ? '1' : null])
    expect(reported).toHaveLength(1)
  })
})

describe('createHandler: the time of /v1/callbacks/{token}', () => {
  afterEach(() => void vi.useRealTimers())

  it('is 400 for a body that does not end within 30 seconds', async () => {
    vi.useFakeTimers()
    const { ask } = closedServer()
    const answer = ask(path, { method: 'POST', body: new ReadableStream() })
    await vi.advanceTimersByTimeAsync(30_000)
    expect(await issuesOf(answer)).toEqual(['the body did not come within 30 seconds'])
  })

  it('is 503 where the host gives no service within 30 seconds', async () => {
    vi.useFakeTimers()
    const payments = () => new Promise<never>(() => undefined)
    const { ask } = closedServer({ callbacks: { secret, payments } })
    const answer = ask(path, { method: 'POST' })
    await vi.advanceTimersByTimeAsync(30_000)
    expect(await codeOf(answer)).toEqual([503, 'storage_unavailable'])
  })
})

describe('createHandler: callbacks', () => {
  it('are served below the basePath, are owned, and are no part of the OpenAPI document', async () => {
    const { ask, handler, bill, payments, fake } = attemptServer({ basePath: '/billing', callbacks })
    const { id: paymentId } = await bill()
    const { id } = await payments.attempts.start({ paymentId, provider: 'fake' })
    fake.accept(id)
    expect((await ask(`/billing${path}/x`, sendingOf(fake.callback(id)))).status).toBe(200)
    expect(await codeOf(ask(path, { method: 'POST' }))).toEqual([404, 'not_found'])
    expect([`/billing${path}/x`, '/billing/v1/callbacks/x', path].map((one) => handler.owns(one))).toEqual([
      true,
      true,
      false,
    ])
    expect(await (await ask('/billing/v1/openapi.json')).text()).not.toContain('callbacks')
  })

  it('are not there without the option', async () => {
    const { ask, handler } = attemptServer()
    expect(await codeOf(ask(path, { method: 'POST' }))).toEqual([404, 'not_found'])
    expect(handler.owns(path)).toBe(false)
  })

  it('under a path that the handler does not know are reported once, as its routes are', async () => {
    const reported: string[] = []
    const { ask } = attemptServer({ callbacks, onError: (error) => reported.push((error as Error).message) })
    for (let times = 0; times < 2; times++) await ask(`/billing${path}`, { method: 'POST' })
    expect(reported).toEqual([
      "The handler is mounted under /billing: give createHandler the option { basePath: '/billing' }.",
    ])
  })

  const { payments } = testService()
  const noSecret = 'callbacks.secret must be text, or a list of texts, and not empty'
  const { attempts: _, ...withoutAttempts } = payments
  const wrong: [string, object][] = [
    ['callbacks must be { secret, payments? }', { callbacks: secret }],
    ['callbacks must be { secret, payments? }', { callbacks: null }],
    ['unknown option callbacks.path', { callbacks: { secret, path: '/' } }],
    ...[undefined, '', [], ['', secret], 5].map((one): [string, object] => [noSecret, { callbacks: { secret: one } }]),
    [
      'callbacks.payments is required where payments is a function: a callback has no principal',
      { payments: () => payments, callbacks },
    ],
    ['callbacks need a service with attempts', { payments: withoutAttempts, callbacks }],
    ['callbacks.payments must be a function that returns the service of a tenant', { callbacks: { secret, payments } }],
  ]
  it.each(wrong)('refuses wrong options at once: %s (%#)', (problem, options) => {
    expect(() => createHandler({ payments, authenticate: 'none', ...options } as never)).toThrow(
      new TypeError(`createHandler: ${problem}`),
    )
  })

  it('keep creating, reading and confirming for principals alone', async () => {
    const { ask } = closedServer()
    expect(await codeOf(ask('/v1/payments', { json: request() }))).toEqual([401, 'unauthorized'])
  })
})
