import { describe, expect, it } from 'vitest'
import { request } from '../../support/service.js'
import { checkFile, readFile } from '../../../src/http/request/body.js'
import type { Incoming } from '../../../src/http/request/incoming.js'
import { codeOf, issuesOf, post, server, type Sent } from '../support/server.js'

const text = JSON.stringify(request())

describe('readBody: a body', () => {
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
    'is refused by a transition as %s',
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

  it('is refused for its headers, before anything of it is read', async () => {
    let isRead = false
    const stream = () => new ReadableStream<Uint8Array>({ pull: () => void (isRead = true) }, { highWaterMark: 0 })
    expect(await codeOf(post(stream(), { 'content-type': 'text/plain' }))).toEqual([415, 'unsupported_media_type'])
    const longer = { 'content-type': 'application/json', 'content-length': '65537' }
    expect(await codeOf(post(stream(), longer))).toEqual([413, 'payload_too_large'])
    expect(isRead).toBe(false)
  })

  it('is a mistake of the sender where it breaks off', async () => {
    let chunks = 0
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        if (chunks++ === 0) controller.enqueue(new TextEncoder().encode(text.slice(0, 10)))
        else controller.error(new Error('SECRET'))
      },
    })
    expect(await issuesOf(post(body))).toEqual(['the body ended too early'])
  })
})

describe('readFile: a file', () => {
  /** Reads a file that comes in these pieces, of which up to 10 bytes may be read. */
  async function readOf(...pieces: (string | Uint8Array)[]) {
    const read: (string | Uint8Array)[] = []
    let count = 0
    async function* streamBody() {
      for (const piece of pieces) {
        count++
        yield piece
      }
    }
    let code: unknown
    try {
      for await (const piece of readFile({ streamBody } as unknown as Incoming, 10)) read.push(piece)
    } catch (error) {
      code = (error as { code?: unknown }).code
    }
    return { read, given: count, code }
  }
  const bytes = (length: number) => new Uint8Array(length).fill(200)
  const tooLarge = 'payload_too_large'

  it('may have so many bytes and not one more, however it is cut: nothing beyond them is passed on or read', async () => {
    expect(await readOf()).toEqual({ read: [], given: 0, code: undefined })
    expect(await readOf(bytes(10))).toEqual({ read: [bytes(10)], given: 1, code: undefined })
    expect(await readOf(bytes(4), bytes(6))).toEqual({ read: [bytes(4), bytes(6)], given: 2, code: undefined })
    expect(await readOf(bytes(11))).toEqual({ read: [], given: 1, code: tooLarge })
    expect(await readOf(bytes(4), bytes(7), bytes(1))).toEqual({ read: [bytes(4)], given: 2, code: tooLarge })
  })

  it('counts as its bytes in UTF-8 where a parser of the host made text of it', async () => {
    expect(await readOf('ደደደx')).toEqual({ read: ['ደደደx'], given: 1, code: undefined })
    expect(await readOf('ደደደ', 'xy')).toEqual({ read: ['ደደደ'], given: 2, code: tooLarge })
  })

  it('is refused before anything of it is read where it is announced as longer, or compressed', () => {
    const check = (headers: Record<string, string>) => () =>
      checkFile({ headers: new Headers(headers) } as unknown as Incoming, 10)
    for (const headers of [{}, { 'content-length': '10' }, { 'content-encoding': ' Identity ' }])
      expect(check(headers)).not.toThrow()
    expect(check({ 'content-length': '11' })).toThrow(expect.objectContaining({ code: tooLarge }))
    for (const encoding of ['gzip', 'identity, gzip', 'br'])
      expect(check({ 'content-encoding': encoding })).toThrow(
        expect.objectContaining({ code: 'unsupported_media_type', message: expect.stringContaining('not compressed') }),
      )
  })
})
