import { describe, expect, it } from 'vitest'
import { request } from '../../support/service.js'
import { codeOf, issuesOf, post, server, type Sent } from '../support/server.js'

const text = JSON.stringify(request())

describe('a body', () => {
  const bytes = (...values: number[]) => new Uint8Array(values)
  const lists = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)
  const wrong: [string, Sent][] = [
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
