/** The requests of Node as the listener reads them, by requests that no server has received. */
import type { NodeRequest } from 'hospital-payments/http'
import { describe, expect, it } from 'vitest'
import { targetOf } from '../../../src/http/node/request.js'
import { nodeIncoming, nodeRequest } from '../support/node.js'

const bytes = (text: string) => new TextEncoder().encode(text)
const text = (read: Uint8Array | null) => read && new TextDecoder().decode(read)
const read = (body: unknown, ...rawHeaders: string[]) => ({ readableDidRead: true, body, rawHeaders })

const brokeOff = expect.objectContaining({
  code: 'invalid_request',
  details: { issues: [{ path: '', message: 'the body ended too early' }] },
})
const leftNowhere = expect.objectContaining({
  code: 'internal_error',
  message:
    'The body was read before the handler, and `request.body` does not have it. Mount the handler before the body parser.',
})
const unreadable = expect.objectContaining({
  code: 'invalid_request',
  details: { issues: [{ path: '', message: 'the request cannot be read' }] },
})

describe('targetOf: the target of a request', () => {
  const targetBy = (facts: Partial<NodeRequest>) => {
    const { pathname, search } = targetOf(nodeRequest(facts))
    return pathname + search
  }

  it.each([
    ['/v1/payments', '/v1/payments'],
    ['/v1/payments?a=b&c=%20', '/v1/payments?a=b&c=%20'],
    ['/v1/payments?a="b"', '/v1/payments?a=%22b%22'],
    ['/v1/payments?a=b#c', '/v1/payments?a=b'],
    ['/v1/ደ', '/v1/%E1%8B%B0'],
    ['//evil.example/v1/payments', '//evil.example/v1/payments'],
    ['http://evil.example/v1/payments?a=b', '/v1/payments?a=b'],
    ['http://evil.example?a=b', '/?a=b'],
    ['http://evil.example', '/'],
    ['/http://evil.example/v1', '/http://evil.example/v1'],
    ['?a=b', '/?a=b'],
    ['', '/'],
    [undefined, '/'],
  ])('%s is %s', (url, target) => {
    expect(targetBy({ url })).toBe(target)
  })

  it.each(['*', 'v1/payments', '/x/../v1', '/x/%2e%2E/v1', '/v1/.', '/v1/.?a=b', '/v1\\payments', '/v1/a b', '/"/..'])(
    '%s is the path of no route, however a URL would read it',
    (url) => {
      expect(targetBy({ url })).toBe('/*')
    },
  )

  it('is the original one, where mounting cut its front off', () => {
    expect(targetBy({ originalUrl: '/billing/v1/payments', url: '/v1/payments' })).toBe('/billing/v1/payments')
  })
})

describe('NodeIncoming: the method', () => {
  it.each([
    [undefined, 'GET'],
    ['PATCH', 'PATCH'],
    ['get', 'get'],
    ['TRACE', 'TRACE'],
    ['trace', 'TRACE'],
    ['Connect', 'CONNECT'],
    ['track', 'TRACK'],
  ])('%s is %s', (method, expected) => {
    expect(nodeIncoming({ method }).incoming.method).toBe(expected)
  })

  it.each([
    ['TRACE', 'OPTIONS'],
    ['DELETE', 'DELETE'],
  ])('%s is %s in a request of Fetch', (method, expected) => {
    expect(nodeIncoming({ method }).incoming.asRequest().method).toBe(expected)
  })
})

describe('NodeIncoming: a header', () => {
  const rawHeaders = [
    'Accept',
    'text/csv',
    'X-One',
    '1',
    'accept',
    '*/*',
    'Content-Encoding',
    'gzip',
    'Content-Length',
    '9',
  ]

  it('is found in letters of either case, each value as often as it was sent', () => {
    const { headers } = nodeIncoming({ rawHeaders }).incoming
    expect(['accept', 'x-one', 'content-encoding', 'x-on'].map((name) => headers.get(name))).toEqual([
      'text/csv, */*',
      '1',
      'gzip',
      null,
    ])
  })

  it('is left out where it is of the encoding of a body that a parser has read', () => {
    const { headers } = nodeIncoming(read({}, ...rawHeaders, 'Transfer-Encoding', 'chunked')).incoming
    expect(
      ['content-encoding', 'transfer-encoding', 'content-length', 'accept'].map((name) => headers.get(name)),
    ).toEqual([null, null, '9', 'text/csv, */*'])
  })

  it.each([
    ['application/json; charset=latin1', 'application/json'],
    ['application/json;charset=', 'application/json'],
    ['application/json; charset=latin1; v=1', 'application/json; charset=latin1; v=1'],
    ['xapplication/json; charset=latin1', 'xapplication/json; charset=latin1'],
    ['text/plain; charset=latin1', 'text/plain; charset=latin1'],
  ])('with the type %s is %s once a parser has made text or a value of the body', (type, expected) => {
    const typeOf = (facts: Partial<NodeRequest>) => nodeIncoming(facts).incoming.headers.get('content-type')
    const sent = ['Content-Type', type]
    expect([typeOf(read('x', ...sent)), typeOf(read({}, ...sent))]).toEqual([expected, expected])
    expect([typeOf(read(bytes('x'), ...sent)), typeOf({ rawHeaders: sent })]).toEqual([type, type])
  })

  it('keeps such a value under another name', () => {
    const value = 'application/json; charset=latin1'
    expect(nodeIncoming(read('x', 'X-Type', value)).incoming.headers.get('x-type')).toBe(value)
  })

  it('is in the request of Fetch once, except those of HTTP/2 and those that no longer hold', () => {
    const all = [':method', 'POST', ...rawHeaders, 'Content-Type', 'application/json; charset=latin1', 'X-Colon:', '']
    const names = all.slice(0, -2)
    const { headers } = nodeIncoming(read({}, ...names)).incoming.asRequest()
    expect(Object.fromEntries(headers)).toEqual({
      accept: 'text/csv, */*',
      'content-length': '9',
      'content-type': 'application/json',
      'x-one': '1',
    })
    expect(() => nodeIncoming({ rawHeaders: all }).incoming.asRequest()).toThrow(unreadable)
  })
})

describe('NodeIncoming: the origin', () => {
  const originOf = (socket: Required<NodeRequest>['socket'], ...rawHeaders: string[]) =>
    nodeIncoming({ socket, rawHeaders }).incoming.origin
  const plain = { destroyed: false }
  const encrypted = { destroyed: false, encrypted: true }

  it('has the scheme of the connection, and the host that the client names', () => {
    expect(originOf(plain, 'Host', 'pay.example:8080')).toBe('http://pay.example:8080')
    expect(originOf(null, 'Host', 'pay.example')).toBe('http://pay.example')
    expect(originOf(encrypted, 'Host', 'pay.example:443')).toBe('https://pay.example')
    expect(originOf(encrypted, ':authority', 'pay.example', 'host', 'evil.example')).toBe('https://pay.example')
  })

  it('is null where no host is named, or none that a URL can have', () => {
    expect([originOf(plain), originOf(plain, 'Host', 'a b')]).toEqual([null, null])
  })
})

describe('NodeIncoming: a body that was not read', () => {
  it('is read to its end in any pieces, and then released', async () => {
    const { incoming, request } = nodeIncoming()
    const reading = incoming.readBody(10)
    expect(request.isFlowing).toBe(true)
    request.emit('data', bytes('one,'))
    request.emit('data', 'ሁለት'.slice(0, 2))
    request.emit('end')
    expect(text(await reading)).toBe('one,ሁለ')
    expect(request.listening).toEqual({})
  })

  it('is read no further once it is too large', async () => {
    const { incoming, request } = nodeIncoming()
    const reading = incoming.readBody(4)
    request.emit('data', bytes('four'))
    expect(request.isFlowing).toBe(true)
    request.emit('data', bytes('5'))
    expect(await reading).toBeNull()
    expect([request.isFlowing, request.listening]).toEqual([false, {}])
  })

  it.each([
    ['error', new Error('SECRET')],
    ['close', undefined],
  ])('breaks off by %s, and then is released', async (event, reason) => {
    const { incoming, request } = nodeIncoming()
    const reading = incoming.readBody(10)
    request.emit(event, reason)
    await expect(reading).rejects.toEqual(brokeOff)
    expect(request.listening).toEqual({})
  })

  it('has broken off where the client left before', async () => {
    const { incoming, request } = nodeIncoming({ destroyed: true })
    await expect(incoming.readBody(10)).rejects.toEqual(brokeOff)
    await expect(incoming.streamBody()[Symbol.asyncIterator]().next()).rejects.toEqual(brokeOff)
    expect(request.listening).not.toHaveProperty('data')
  })

  it('is read by the request of Fetch where one was made, which is made once', async () => {
    const { incoming, request } = nodeIncoming()
    const made = incoming.asRequest()
    expect(incoming.asRequest()).toBe(made)
    expect(made.url).toBe('http://localhost/v1/payments?a=b')
    const reading = incoming.readBody(10)
    await flowing(request)
    request.emit('data', 'text')
    await flowing(request)
    request.emit('end')
    expect(text(await reading)).toBe('text')
    expect(made.bodyUsed).toBe(true)
  })
})

/** Waits until the body is asked for. */
async function flowing(request: { isFlowing: boolean }): Promise<void> {
  while (!request.isFlowing) await Promise.resolve()
}

describe('NodeIncoming: a file that was not read', () => {
  it('comes in pieces, each when it is read', async () => {
    const { incoming, request } = nodeIncoming()
    const pieces = incoming.streamBody()[Symbol.asyncIterator]()
    const first = pieces.next()
    await flowing(request)
    request.emit('data', bytes('one'))
    expect(request.isFlowing).toBe(false)
    expect(await first).toEqual({ done: false, value: bytes('one') })
    const second = pieces.next()
    await flowing(request)
    request.emit('data', 'two')
    expect(await second).toEqual({ done: false, value: bytes('two') })
    expect(request.listenerCount('data')).toBe(1)
    const last = pieces.next()
    await flowing(request)
    request.emit('end')
    expect(await last).toEqual({ done: true, value: undefined })
    expect([request.isFlowing, request.listenerCount('data'), request.listenerCount('error')]).toEqual([false, 0, 0])
  })

  it.each([
    ['error', new Error('SECRET')],
    ['close', undefined],
  ])('breaks off by %s', async (event, reason) => {
    const { incoming, request } = nodeIncoming()
    const first = incoming.streamBody()[Symbol.asyncIterator]().next()
    await flowing(request)
    request.emit(event, reason)
    await expect(first).rejects.toEqual(brokeOff)
    expect([request.isFlowing, request.listenerCount('data'), request.listenerCount('error')]).toEqual([false, 0, 0])
  })

  it('is released by a reader that stops', async () => {
    const { incoming, request } = nodeIncoming()
    const pieces = incoming.streamBody()[Symbol.asyncIterator]()
    const first = pieces.next()
    await flowing(request)
    request.emit('data', bytes('one'))
    await first
    await pieces.return?.(undefined)
    expect([request.isFlowing, request.listenerCount('data'), request.listenerCount('end')]).toEqual([false, 0, 0])
  })
})

describe('NodeIncoming: a body that was read before', () => {
  it.each([
    ['a value', { a: 1 }, '{"a":1}'],
    ['text', 'one', 'one'],
    ['bytes', bytes('one'), 'one'],
    ['null', null, 'null'],
  ])('is the value of a parser: %s', async (_, body, expected) => {
    const { incoming } = nodeIncoming(read(body))
    expect(incoming.parsed).toBe(body)
    expect(text(await incoming.readBody(expected.length))).toBe(expected)
    expect(await incoming.readBody(expected.length - 1)).toBeNull()
    expect(await nodeIncoming(read(body)).incoming.asRequest().text()).toBe(expected)
  })

  it('is not read where nothing was read: reading `body` may parse it', () => {
    expect(nodeIncoming({ readableDidRead: false, body: 'x' }).incoming.parsed).toBeUndefined()
  })

  it('is refused where it cannot be JSON again', async () => {
    const around: { self?: unknown } = {}
    around.self = around
    await expect(nodeIncoming(read(around)).incoming.readBody(10)).rejects.toEqual(unreadable)
    expect(() => nodeIncoming(read(around)).incoming.asRequest()).toThrow(unreadable)
  })

  const pieces = async (facts: Partial<NodeRequest>) => {
    const all = []
    for await (const piece of nodeIncoming(facts).incoming.streamBody()) all.push(piece)
    return all
  }

  it('is a file where a parser left it as text or bytes', async () => {
    expect(await pieces(read('one'))).toEqual(['one'])
    expect(await pieces(read(bytes('one')))).toEqual([bytes('one')])
    await expect(pieces(read({ one: '' }))).rejects.toEqual(
      expect.objectContaining({
        code: 'unsupported_media_type',
        message: expect.stringMatching(/^A body parser of this server .* Send it as application\/octet-stream\.$/),
      }),
    )
  })

  it.each([
    ['no header of a body', []],
    ['a Content-Length of 0', ['Host', 'a', 'Content-Length', '0']],
    ['no body of HTTP/2', [':method', 'POST', 'content-length', '0']],
    ['the names of such headers as values only', ['X-One', 'transfer-encoding', 'X-Two', ':method']],
  ])('is empty where it was left nowhere with %s', async (_, rawHeaders) => {
    const facts = read(undefined, ...rawHeaders)
    expect(text(await nodeIncoming(facts).incoming.readBody(10))).toBe('')
    expect(await pieces(facts)).toEqual([])
  })

  it.each([
    ['a Content-Length', ['Content-Length', '5']],
    ['a Transfer-Encoding', ['Transfer-Encoding', 'chunked']],
    ['both', ['Content-Length', '0', 'Transfer-Encoding', 'chunked']],
    ['HTTP/2, which needs none', [':method', 'POST']],
  ])('is a fault of the host where it was left nowhere with %s', async (_, rawHeaders) => {
    const facts = read(undefined, ...rawHeaders)
    await expect(nodeIncoming(facts).incoming.readBody(10)).rejects.toEqual(leftNowhere)
    await expect(pieces(facts)).rejects.toEqual(leftNowhere)
    await expect(nodeIncoming(facts).incoming.asRequest().text()).rejects.toEqual(leftNowhere)
  })

  it('is absent in the request of Fetch where there was none', () => {
    expect(nodeIncoming(read(undefined)).incoming.asRequest().body).toBeNull()
    for (const method of ['GET', 'HEAD', 'OPTIONS', 'TRACE'])
      expect(nodeIncoming({ ...read({ a: 1 }), method }).incoming.asRequest().body).toBeNull()
  })
})

describe('NodeIncoming: the client', () => {
  const socket = { destroyed: false }

  it('is there as long as response, stream and socket are', () => {
    expect(nodeIncoming({ socket }, { stream: { destroyed: false, close() {} } }).incoming.isGone()).toBe(false)
    expect(nodeIncoming({ socket }, { destroyed: true }).incoming.isGone()).toBe(true)
    expect(nodeIncoming({ socket }, { stream: { destroyed: true, close() {} } }).incoming.isGone()).toBe(true)
    expect(nodeIncoming({ socket: { destroyed: true } }).incoming.isGone()).toBe(true)
    expect(nodeIncoming({ socket: null }).incoming.isGone()).toBe(false)
  })

  it('has left by the signal where it had left before, and there is one signal', () => {
    for (const { incoming } of [nodeIncoming({ socket: { destroyed: true } }), nodeIncoming({}, { destroyed: true })])
      expect(incoming.signal.aborted).toBe(true)
    const { incoming } = nodeIncoming({ socket })
    expect(incoming.signal.aborted).toBe(false)
    expect(incoming.signal).toBe(incoming.signal)
  })

  it('leaves when the response closes before it is whole', () => {
    const { incoming, response } = nodeIncoming({ socket })
    const { signal } = incoming
    response.emit('close')
    expect([signal.aborted, incoming.isGone()]).toEqual([true, true])
    const whole = nodeIncoming({ socket }, { writableFinished: true })
    void whole.incoming.signal
    whole.response.emit('close')
    expect([whole.incoming.signal.aborted, whole.incoming.isGone()]).toEqual([false, false])
  })

  it('leaves when the request closes with its socket, and not when its body is whole', () => {
    const closing = { destroyed: false }
    const { incoming, request } = nodeIncoming({ socket: closing })
    const { signal } = incoming
    request.emit('close')
    expect(signal.aborted).toBe(false)
    closing.destroyed = true
    request.emit('close')
    expect(signal.aborted).toBe(true)
  })
})
