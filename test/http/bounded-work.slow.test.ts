/** The requests of a client, very long and at their worst: bounded work for each character, and never a status of 500. */
import { bearerKeys, createHandler, type NodeRequest, type NodeResponse } from 'hospital-payments/http'
import { describe, expect, it } from 'vitest'
import { IssueList } from '../../src/domain/issue.js'
import { NodeIncoming, targetOf } from '../../src/http/node/request.js'
import { readBody } from '../../src/http/request/body.js'
import { fetchIncoming } from '../../src/http/request/incoming.js'
import { withExactNumbers } from '../../src/http/request/exact-numbers.js'
import { idempotencyKeyOf } from '../../src/http/request/idempotency-key.js'
import { csvParameters, reportParameters } from '../../src/http/request/parameters.js'
import { decode, readQuery } from '../../src/http/request/query.js'
import { requestIdOf } from '../../src/http/request/request-id.js'
import { slowOver } from '../support/bounded-work.js'
import { request, testService } from '../support/service.js'
import { host } from './support/server.js'

const sha256 = '2bb80d537b1da3e38bd30361aa855686bde0eacd7162fef6a25fe97bf527a25b'
const authenticate = bearerKeys([{ sha256, actor: 'app', scopes: ['payments:read'] }])
const headersOf = (name: string, value: string) => new Headers({ [name]: value })
const nodeRequest = (over: Partial<NodeRequest>) =>
  ({ method: 'POST', url: '/', rawHeaders: [], ...over }) as NodeRequest
const posted = (headers: Record<string, string>) => fetchIncoming(new Request(host, { method: 'POST', headers }))
const response = { destroyed: false, headersSent: false, writableFinished: false, on() {} } as unknown as NodeResponse
const parsedFrom = (rawHeaders: string[]) =>
  new NodeIncoming(nodeRequest({ rawHeaders, readableDidRead: true, body: 'x', on() {} }), response, {
    pathname: '/',
    search: '',
  })

const readers: Record<string, (text: string) => unknown> = {
  'a query': (text) => readQuery(`?${text}`, reportParameters, new IssueList()),
  'a parameter of text': (text) =>
    readQuery(`?reference=${text}&cursor=${text}&from=${text}`, reportParameters, new IssueList()),
  'a parameter that is a list': (text) =>
    readQuery(`?channel=${text}&status=${text}&columns=${text}`, csvParameters, new IssueList()),
  'a limit': (text) => readQuery(`?limit=${text}`, reportParameters, new IssueList()),
  'a percent escape': decode,
  'the numbers of JSON': (text) => withExactNumbers(`[${JSON.stringify(text)},1.5]`),
  'a number of JSON': (text) => withExactNumbers(`[1.${text}]`),
  'an Idempotency-Key': (text) => idempotencyKeyOf(headersOf('idempotency-key', text)),
  'an X-Request-Id': (text) => requestIdOf(headersOf('x-request-id', text)),
  'an Authorization': (text) => authenticate(new Request(host, { headers: { authorization: text } })),
  'a Content-Type': (text) => readBody(posted({ 'content-type': text }), false),
  'a Content-Encoding': (text) =>
    readBody(posted({ 'content-type': 'application/json', 'content-encoding': text }), false),
  'a Content-Length': (text) => readBody(posted({ 'content-type': 'application/json', 'content-length': text }), false),
  'the URL of a Node request': (text) => targetOf(nodeRequest({ url: text })),
  'the path of a Node request': (text) => targetOf(nodeRequest({ url: `/${text}` })),
  'the query of a Node request': (text) => targetOf(nodeRequest({ url: `/v1/payments?${text}` })),
  'a header of a Node request': (text) => parsedFrom(['Content-Type', text]).headers.get('content-type'),
  'the name of a header of a Node request': (text) => parsedFrom([text, 'x']).headers.get('content-type'),
  'a Node request as Fetch has it': (text) => parsedFrom(['Content-Type', text]).asRequest(),
}

describe.each(Object.entries(readers))('createHandler: %s', (_, read) => {
  it('takes bounded work for each character, whatever the characters are', () => {
    expect(slowOver(read)).toEqual([])
  }, 300_000)
})

const kibibyte = 1024
const largestBody = 64 * kibibyte
const bodies: [string, (length: number) => string][] = [
  ['unknown fields', (length) => `{${Array.from({ length: length / 12 }, (_, n) => `"x${n}":1`).join(',')}}`],
  ['one field again and again', (length) => `{${'"amount":1,'.repeat(length / 12)}"amount":1}`],
  ['lists within lists', (length) => '['.repeat(length / 2) + ']'.repeat(length / 2)],
  ['objects within objects', (length) => `${'{"a":'.repeat(length / 8)}1${'}'.repeat(length / 8)}`],
  ['metadata', (length) => `{"metadata":{${Array.from({ length: length / 16 }, (_, n) => `"k${n}":"v"`).join(',')}}}`],
  ['a long reference', (length) => JSON.stringify(request({ reference: 'x'.repeat(length - 200) }))],
  ['a reference of combining marks', (length) => JSON.stringify(request({ reference: 'e\u0301'.repeat(length / 4) }))],
  ['a long number', (length) => `{"amount":1.${'0'.repeat(length - 20)}1}`],
  ['many numbers', (length) => `{"amount":[${'1.00000000000000000001,'.repeat(length / 24)}1]}`],
  ['escapes', (length) => `{"reference":"${'\\u0061'.repeat(length / 8)}"}`],
  ['half a string', (length) => `{"reference":"${'a'.repeat(length - 20)}`],
  ['spaces', (length) => ' '.repeat(length)],
]

const maxLength = 1 << 20
const paths: [string, string][] = [
  ['an id', `/v1/payments/${'a'.repeat(maxLength)}`],
  ['an escaped id', `/v1/payments/${'%61'.repeat(maxLength / 3)}`],
  ['slashes', '/'.repeat(maxLength)],
  ['a long reference', `/v1/payments?reference=${'a'.repeat(maxLength)}`],
  ['many parameters', `/v1/reports/payments?${'a&'.repeat(maxLength / 2)}`],
  ['many empty parameters', `/v1/reports/totals?${'&'.repeat(maxLength)}`],
  ['many channels', `/v1/reports/totals?channel=${'a,'.repeat(maxLength / 2)}a`],
  ['many statuses', `/v1/reports/payments?status=${'paid,'.repeat(maxLength / 5)}`],
  ['many columns', `/v1/reports/payments.csv?columns=${'late,'.repeat(maxLength / 5)}late`],
  ['a long cursor', `/v1/reports/payments?cursor=${'A'.repeat(maxLength)}`],
  ['a long day', `/v1/reports/payments?from=${'1'.repeat(maxLength)}`],
]

describe('createHandler: every route', () => {
  const { payments } = testService()
  const handler = createHandler({ payments, authenticate: 'none', manage: true })
  const routes = ['', '/x/confirm', '/x/fail', '/x/expire', '/x/reverse'].map((path) => `/v1/payments${path}`)

  it.each(bodies)('refuses a body of 64 KiB, with an answer that is no larger: %s', async (_, body) => {
    for (const route of routes) {
      const sent = body(largestBody).slice(0, largestBody)
      const headers = { 'content-type': 'application/json' }
      const answer = await handler(new Request(host + route, { method: 'POST', body: sent, headers }))
      expect([400, 404]).toContain(answer.status)
      expect((await answer.text()).length).toBeLessThan(32 * kibibyte)
    }
  })

  it.each(bodies)('refuses a body of 1 MiB for many payments: %s', async (_, body) => {
    const headers = { 'content-type': 'application/json' }
    for (const sent of [
      body(maxLength).slice(0, maxLength),
      `{"payments":${body(maxLength).slice(0, maxLength - 20)}}`,
    ]) {
      const answer = await handler(new Request(`${host}/v1/payments/batch`, { method: 'POST', body: sent, headers }))
      expect(answer.status).toBe(400)
      expect((await answer.text()).length).toBeLessThan(32 * kibibyte)
    }
  })

  it('answers a body of 1 MiB whose payments are all wrong in a hundred places with at most ten times as much', async () => {
    const fields = Object.fromEntries(Array.from({ length: 190 }, (_, n) => [`x${n}`, 0]))
    const body = JSON.stringify({ payments: Array.from({ length: 500 }, () => ({ request: fields })) })
    expect(body.length).toBeLessThan(maxLength)
    const headers = { 'content-type': 'application/json' }
    const answer = await handler(new Request(`${host}/v1/payments/batch`, { method: 'POST', body, headers }))
    expect(answer.status).toBe(200)
    expect((await answer.text()).length).toBeLessThan(10 * maxLength)
  })

  it.each(paths)('answers a URL of a mebibyte with little: %s', async (_, path) => {
    const answer = await handler(new Request(host + path))
    expect([200, 400, 404]).toContain(answer.status)
    expect((await answer.text()).length).toBeLessThan(32 * kibibyte)
  })
})
