import { describe, expect, it } from 'vitest'
import { request } from '../support/service.js'
import { codeOf, issuesOf, server } from './support/server.js'

const text = JSON.stringify(request())
const post = (body: BodyInit | undefined, headers: Record<string, string> = { 'content-type': 'application/json' }) =>
  server().ask('/v1/payments', { method: 'POST', body, headers })

describe('a query', () => {
  const { ask } = server()
  const report = (query: string) => ask(`/v1/reports/payments?${query}`)

  it('is refused with everything that is wrong with it at once', async () => {
    const path =
      '/v1/reports/payments.csv?limit=1&bom=TRUE&mode=raw&from=1&from=2&status=paid&%ff=1&reference=%C3&x%20y=1'
    expect(await issuesOf(ask(path))).toEqual([
      'limit is no known parameter',
      'bom must be true or false',
      'mode must be one of spreadsheet, exact',
      'from is given more than once',
      'status must be one or more of pending, succeeded, failed, expired, reversed, separated by commas',
      '? is not percent-encoded UTF-8',
      'reference is not percent-encoded UTF-8',
      '? is no known parameter',
    ])
    expect(await issuesOf(ask('/v1/payments?limit=0'))).toEqual([
      'limit must be an integer from 1 to 500',
      'reference is required',
    ])
  })

  it.each(['0', '01', '501', '999', '1000', '-1', '+1', '1.0', '1e2', '', '%20', '0x10', '١', '1,2'])(
    'has no limit %s',
    async (limit) =>
      expect(await issuesOf(report(`limit=${limit}`))).toEqual(['limit must be an integer from 1 to 500']),
  )

  it.each(['limit=1', 'limit=500', '', '&&', 'li%6dit=5', 'status=pending,failed', 'reference=a+b', 'channel=', 'to='])(
    'is read: %s',
    async (query) => expect((await report(query)).status).toBe(query === 'to=' ? 400 : 200),
  )

  it.each([
    '__proto__=1',
    'constructor=1',
    'Limit=1',
    'limit',
    'limit=1&li%6Dit=1',
    'status=',
    'status=pending,',
    'basis=x',
  ])('is refused: %s', async (query) => expect(await codeOf(report(query))).toEqual([400, 'invalid_request']))

  it.each(['%', '%f', '%zz', '%ff', '%c0%80', '%ed%a0%80', 'a%E2%82'])('has no value %s', async (value) => {
    expect(await issuesOf(report(`reference=${value}`))).toEqual(['reference is not percent-encoded UTF-8'])
  })

  it('takes + for a space, and %2B for a plus', async () => {
    const { ask: look, payments } = server()
    await payments.createPayment(request({ reference: 'a b+c' }))
    const { items } = (await (await look('/v1/payments?reference=a+b%2Bc')).json()) as { items: unknown[] }
    expect(items).toHaveLength(1)
  })

  it('has the columns that exist, and each parameter once', async () => {
    const csv = (query: string) => ask(`/v1/reports/payments.csv?${query}`)
    expect((await csv('columns=late,createdAt')).status).toBe(200)
    for (const query of [
      'columns=late&columns=late',
      'columns=',
      'columns=phone',
      'columns=late,late',
      'bom=',
      'bom=1',
    ]) {
      expect(await codeOf(csv(query))).toEqual([400, 'invalid_request'])
    }
  })

  it.each(['from=2026-02-30', 'from=', 'to=9999-01-01', 'from=2026-01-02&to=2026-01-01', 'from=%F0%9F%91%8D', 'to=1'])(
    'has no days %s',
    async (query) => {
      for (const path of ['payments', 'payments.csv', 'totals']) {
        expect(await codeOf(ask(`/v1/reports/${path}?${query}`))).toEqual([400, 'invalid_date_range'])
      }
    },
  )

  it('has only the cursors of its own route and filters', async () => {
    const { ask: look, payments } = server()
    for (let i = 0; i < 2; i++) await payments.createPayment(request())
    const { nextCursor } = await payments.reportPayments({ limit: 1 })
    const wrong = ['cursor=', 'cursor=x', `cursor=${'x'.repeat(600)}`, `cursor=${nextCursor}A`, 'cursor=%00']
    for (const query of [...wrong, `status=pending&cursor=${nextCursor}`]) {
      expect(await codeOf(look(`/v1/reports/payments?${query}`))).toEqual([400, 'invalid_cursor'])
    }
    expect(await codeOf(look(`/v1/payments?reference=INV-1&cursor=${nextCursor}`))).toEqual([400, 'invalid_cursor'])
  })
})

describe('a body', () => {
  it.each([
    'application/json',
    'APPLICATION/JSON',
    'application/json;charset=utf-8',
    'application/json; charset=UTF-8',
    'application/json ; charset="utf-8"',
    'application/json; charset=utf8',
    'application/json;',
    'application/json; v=1; charset=utf-8',
    'application/json; a="b c"',
  ])('is JSON as %s', async (type) => expect((await post(text, { 'content-type': type })).status).toBe(201))

  it.each([
    '',
    'text/json',
    'text/plain;charset=UTF-8',
    'application/vnd+json',
    'application/problem+json',
    'application/jsonx',
    'application/json+x',
    'application/json; charset=latin1',
    'application/json; charset=utf-16',
    'application/json; charset=',
    'application/json; charset="utf-8',
    'application/json; charset=utf-8; charset=latin1',
    'application/json, text/plain',
    'application/json, application/json',
    'application/json; v',
    'application/json charset=utf-8',
    `application/json${' '.repeat(16_000)}x`,
  ])('is not taken as %s', async (type) => {
    expect(await codeOf(post(text, { 'content-type': type }))).toEqual([415, 'unsupported_media_type'])
  })

  it('needs a type, and no encoding but identity', async () => {
    expect(await codeOf(post(new TextEncoder().encode(text), {}))).toEqual([415, 'unsupported_media_type'])
    for (const encoding of ['gzip', 'br', 'identity, gzip', '']) {
      const headers = { 'content-type': 'application/json', 'content-encoding': encoding }
      expect(await codeOf(post(text, headers))).toEqual([415, 'unsupported_media_type'])
    }
    const identity = { 'content-type': 'application/json', 'content-encoding': 'Identity' }
    expect((await post(text, identity)).status).toBe(201)
  })

  const bytes = (...values: number[]) => new Uint8Array(values)
  const lists = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)
  const wrong: [string, BodyInit | undefined][] = [
    ['nothing', ''],
    ['no body', undefined],
    ['white space', ' \n'],
    ['half of JSON', '{"amount":'],
    ['JSON twice', text + text],
    ['a byte order mark', `\ufeff${text}`],
    ['bytes that are no UTF-8', bytes(0x22, 0xff, 0x22)],
    ['UTF-16', new Uint8Array(new Uint16Array([...text].map((letter) => letter.charCodeAt(0))).buffer)],
    ['null', 'null'],
    ['a list', `[${text}]`],
    ['a number', '1'],
    ['text', '"x"'],
    ['30,000 levels of lists', lists(30_000)],
    ['30,000 levels within', `{"metadata":${lists(30_000)}}`],
    ['10,000 levels of objects', `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`],
    ['__proto__', `{"__proto__":{"amount":1},${text.slice(1)}`],
    ['constructor', `{"constructor":1,${text.slice(1)}`],
    ['__proto__ in metadata', `{"metadata":{"__proto__":"x"},${text.slice(1)}`],
    ...['1e400', '-1e400', '9007199254740993', '-0', '0', '1.5', '"1"', 'true', 'null', '[1]', '1e-400'].map(
      (amount): [string, string] => [`the amount ${amount}`, text.replace('150000', amount)],
    ),
    ['a duplicate key whose last value is wrong', text.replace('{', '{"amount":1,').replace('150000', '0')],
  ]
  it.each(wrong)('is refused as %s', async (_, body) => {
    expect(await codeOf(post(body))).toEqual([400, 'invalid_request'])
  })

  it.each(wrong.filter(([, body]) => body !== undefined && body !== ''))(
    'of a transition is refused as %s',
    async (_, body) => {
      const { ask, payments } = server({ manage: true })
      const { id } = await payments.createPayment(request())
      const headers = { 'content-type': 'application/json' }
      expect(await codeOf(ask(`/v1/payments/${id}/confirm`, { method: 'POST', body, headers }))).toEqual([
        400,
        'invalid_request',
      ])
      expect((await payments.getPayment(id))?.version).toBe(1)
    },
  )

  it('may have 64 KiB and not one byte more, whatever its Content-Length says', async () => {
    const stream = (size: number) =>
      new ReadableStream<Uint8Array>({
        start(controller) {
          const whole = new TextEncoder().encode(text.padEnd(size))
          for (let at = 0; at < size; at += 10_000) controller.enqueue(whole.slice(at, at + 10_000))
          controller.close()
        },
      })
    for (const length of [undefined, '1', '65536', 'x']) {
      const headers = { 'content-type': 'application/json', ...(length && { 'content-length': length }) }
      expect((await post(text.padEnd(65_536), headers)).status).toBe(201)
      expect((await post(stream(65_536), headers)).status).toBe(201)
      expect(await codeOf(post(text.padEnd(65_537), headers))).toEqual([413, 'payload_too_large'])
      expect(await codeOf(post(stream(65_537), headers))).toEqual([413, 'payload_too_large'])
    }
    const lying = { 'content-type': 'application/json', 'content-length': '65537' }
    expect(await codeOf(post(text, lying))).toEqual([413, 'payload_too_large'])
  })

  it('that breaks off is the mistake of whoever sent it', async () => {
    let chunks = 0
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        if (chunks++ === 0) controller.enqueue(new TextEncoder().encode(text.slice(0, 10)))
        else controller.error(new Error('SECRET'))
      },
    })
    expect(await issuesOf(post(body))).toEqual(['the body broke off'])
  })
})

describe('Idempotency-Key', () => {
  const create = async (key: string, again: string = key) => {
    const { ask } = server()
    const send = (value: string) => ask('/v1/payments', { json: request(), headers: { 'idempotency-key': value } })
    const answers = [await send(key), await send(again)]
    const bodies = (await Promise.all(answers.map((answer) => answer.json()))) as { id?: string }[]
    return { status: answers[0]!.status, isSame: bodies[0]!.id !== undefined && bodies[0]!.id === bodies[1]!.id }
  }

  it.each([
    ['abc', 'abc'],
    ['abc', '"abc"'],
    ['a"b', String.raw`"a\"b"`],
    [String.raw`a\b`, String.raw`"a\\b"`],
    ['abc"', 'abc"'],
    ['x'.repeat(255), `"${'x'.repeat(255)}"`],
  ])('%s is %s', async (key, same) => expect(await create(key, same)).toEqual({ status: 201, isSame: true }))

  it.each([
    '',
    '""',
    '"abc',
    '"',
    'a b',
    '"a b"',
    '"a", "b"',
    'a, b',
    'é',
    '"é"',
    '"a";x=1',
    '"a"b"',
    String.raw`"a\b"`,
  ])('may not be %s', async (key) => expect((await create(key)).status).toBe(400))

  it('has at most 255 characters in either form', async () => {
    expect((await create('x'.repeat(256))).status).toBe(400)
    expect((await create(`"${'x'.repeat(256)}"`)).status).toBe(400)
    expect((await create(`"${String.raw`\"`.repeat(255)}"`)).status).toBe(201)
  })
})
