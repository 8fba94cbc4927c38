import { PaymentError } from 'hospital-payments'
import { describe, expect, it } from 'vitest'
import { completeReply, errorReply, jsonReply, refusal, responseOf } from '../../src/http/reply.js'

const textOf = ({ body }: { body: unknown }) => new TextDecoder().decode(body as Uint8Array)
const bodyOf = (reply: { body: unknown }) => JSON.parse(textOf(reply)) as unknown

describe('completeReply and jsonReply: an answer', () => {
  const always = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff', 'x-request-id': 'r-1' }

  it('is as long as the bytes of its JSON in UTF-8', () => {
    const reply = jsonReply(201, { a: 'ክፍያ' }, { location: '/a' })
    expect(reply).toEqual({
      status: 201,
      headers: { 'content-type': 'application/json', 'content-length': '17', location: '/a' },
      body: expect.any(Uint8Array),
    })
    expect(textOf(reply)).toBe('{"a":"ክፍያ"}')
  })

  it('has the headers of its reply, in the order of Fetch, and those that every answer has', async () => {
    const names = [
      ...['allow', 'content-disposition', 'content-length', 'content-type', 'location', 'retry-after'],
      'www-authenticate',
    ]
    const headers = Object.fromEntries([...names, 'x-other'].reverse().map((name) => [name, `of ${name}`]))
    const { headers: all } = await completeReply({ status: 200, headers, body: null }, 'r-1', false)
    expect(all).toEqual({ ...headers, ...always })
    expect(Object.keys(all)).toEqual([...new Headers(all).keys()])
  })

  it('keeps a header of its own in place of the one that every answer has', async () => {
    const headers = { 'cache-control': 'max-age=60' }
    const { headers: all } = await completeReply({ status: 200, headers, body: null }, 'r-1', false)
    expect(all).toEqual({ ...always, ...headers })
  })

  it('has no body for HEAD, and a file is cancelled', async () => {
    let isLeft = false
    const file = new ReadableStream<Uint8Array>({ cancel: () => void (isLeft = true) })
    expect((await completeReply({ status: 200, headers: {}, body: file }, 'r-1', false)).body).toBe(file)
    expect(isLeft).toBe(false)
    expect((await completeReply({ status: 200, headers: {}, body: file }, 'r-1', true)).body).toBeNull()
    expect(isLeft).toBe(true)
    expect((await completeReply(jsonReply(200, {}), 'r-1', true)).body).toBeNull()
  })

  it('is a response of Fetch', async () => {
    const response = responseOf(jsonReply(404, { a: 1 }))
    expect([response.status, response.headers.get('content-length'), await response.json()]).toEqual([
      404,
      '7',
      { a: 1 },
    ])
  })
})

describe('errorReply', () => {
  const internal = {
    code: 'internal_error',
    message: 'The request failed. Look for its request id in the log of the server.',
    requestId: 'r-1',
  }

  it('has its code, message and details, and the status of the code', () => {
    const details = { paymentId: 'pay_1' }
    const failure = new PaymentError('payment_not_found', 'No payment has this id.', { details })
    const reply = errorReply(failure, 'r-1')
    expect([reply.status, bodyOf(reply)]).toEqual([
      404,
      { error: { code: 'payment_not_found', message: 'No payment has this id.', requestId: 'r-1', details } },
    ])
    expect(Object.keys(reply.headers)).toEqual(['content-type', 'content-length'])
  })

  it('has no details of an error that is none of ours, nor of one with an unknown code', () => {
    const newer = Object.assign(new PaymentError('not_found', 'SECRET'), { code: 'toString' })
    for (const failure of [new Error('SECRET'), undefined, null, { code: 'not_found' }, newer]) {
      const reply = errorReply(failure, 'r-1')
      expect([reply.status, bodyOf(reply)]).toEqual([500, { error: internal }])
    }
  })

  it('has the headers of a refusal', () => {
    const { status, headers } = errorReply(refusal('method_not_allowed', 'No.', { allow: 'GET' }), 'r-1')
    expect([status, headers['allow']]).toEqual([405, 'GET'])
  })

  it.each([
    ['storage_unavailable', true, '1'],
    ['storage_unavailable', false, undefined],
    ['concurrent_update', true, undefined],
  ] as const)('has Retry-After where it is 503 and may pass: %s, retryable %s', (code, retryable, after) => {
    expect(errorReply(new PaymentError(code, 'It failed.', { retryable }), 'r-1').headers['retry-after']).toBe(after)
  })
})
