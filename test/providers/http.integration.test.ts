import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type ProviderRequest, sender } from '../../src/providers/http.js'
import { calm } from './support/attempt.js'

async function addressOf(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const sendTo = (baseUrl: string, timeoutMs = 5_000) =>
  sender({ account: 'a', baseUrl, fetch: globalThis.fetch, clock: () => 0, timeoutMs })

const post: ProviderRequest = { method: 'POST', path: '/pay?x=1', headers: { 'x-key': 'k' }, body: '{"a":1}' }

describe('sender', () => {
  it('sends the request as it is, and reads the JSON of the answer', async () => {
    const requests: object[] = []
    const baseUrl = await addressOf((request, response) => {
      let body = ''
      request.on('data', (piece) => (body += piece))
      request.on('end', () => {
        requests.push({ method: request.method, url: request.url, key: request.headers['x-key'], body })
        response.writeHead(202).end('{"b":2}')
      })
    })
    expect(await sendTo(baseUrl)(post, calm())).toEqual({ is: 'answered', status: 202, body: { b: 2 } })
    expect(requests).toEqual([{ method: 'POST', url: '/pay?x=1', key: 'k', body: '{"a":1}' }])
  })

  it('answers not_sent where no server listens', async () => {
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    await new Promise((resolve) => server.close(resolve))
    expect(await sendTo(`http://127.0.0.1:${port}`)(post, calm())).toEqual({ is: 'not_sent' })
    expect(await sendTo(`http://localhost:${port}`)(post, calm())).toEqual({ is: 'not_sent' })
  })

  it('answers not_sent where the name of the host is none', async () => {
    expect(await sendTo('http://provider.invalid')(post, calm())).toEqual({ is: 'not_sent' })
  })

  it('answers not_sent where the certificate is not trusted', async () => {
    const { receiver } = await import('../support/webhooks/receiver.js')
    const { port } = await receiver(undefined, 'stranger')
    expect(await sendTo(`https://localhost:${port}`)(post, calm())).toEqual({ is: 'not_sent' })
  })

  it('answers unanswered where the connection ends after the request', async () => {
    const baseUrl = await addressOf((request) => request.socket.destroy())
    expect(await sendTo(baseUrl)(post, calm())).toEqual({ is: 'unanswered' })
  })

  it('answers unanswered after timeoutMs, before the headers and in the middle of the body', async () => {
    const silent = await addressOf(() => undefined)
    expect(await sendTo(silent, 50)(post, calm())).toEqual({ is: 'unanswered' })
    const slow = await addressOf((_, response) => void response.writeHead(200).write('{"a":'))
    expect(await sendTo(slow, 200)(post, calm())).toEqual({ is: 'unanswered' })
  })

  it('answers unanswered at once where the signal is aborted, and not_sent where it was before', async () => {
    const silent = await addressOf(() => undefined)
    const control = new AbortController()
    const result = sendTo(silent, 30_000)(post, control.signal)
    control.abort()
    expect(await result).toEqual({ is: 'unanswered' })
    expect(await sendTo(silent)(post, control.signal)).toEqual({ is: 'not_sent' })
  })

  it('follows no redirect, because credentials would go along', async () => {
    const paths: unknown[] = []
    const baseUrl = await addressOf((request, response) => {
      paths.push(request.url)
      response.writeHead(307, { location: '/other' }).end()
    })
    expect(await sendTo(baseUrl)(post, calm())).toEqual({ is: 'answered', status: 307, body: null })
    expect(paths).toEqual(['/pay?x=1'])
  })

  it.each([
    ['text that is no JSON', '<html>'],
    ['more than 8 MiB', JSON.stringify('a'.repeat(8 * 1024 * 1024))],
  ])('reads %s as null', async (_, text) => {
    const baseUrl = await addressOf((_request, response) => response.end(text))
    expect(await sendTo(baseUrl)(post, calm())).toEqual({ is: 'answered', status: 200, body: null })
  })

  it('reads null where the body breaks off', async () => {
    const baseUrl = await addressOf((request, response) => {
      response.writeHead(200, { 'content-length': '100' }).write('{"a":1')
      setTimeout(() => request.socket.destroy(), 20)
    })
    expect(await sendTo(baseUrl)(post, calm())).toEqual({ is: 'answered', status: 200, body: null })
  })
})
