import { verifyWebhook } from 'hospital-payments/webhooks'
import { describe, expect, it, vi } from 'vitest'
import { addresses, lookUp, lookUpBy, namesMean } from '../../support/webhooks/look-ups.js'
import { freePort } from '../../support/databases/free-port.js'
import { answerWith, receiver } from '../../support/webhooks/receiver.js'
import { secret } from '../../support/webhooks/secrets.js'
import { dead, delivered, retrying, sendingOne } from '../../support/webhooks/sending.js'

const url = 'https://hook.hospital.test/hooks?tenant=1'
const publicAddress = '93.184.215.14'

type Fetch = typeof globalThis.fetch

function answering(status: number, headers: Record<string, string> = {}) {
  return vi.fn<Fetch>(() => Promise.resolve(new Response(null, { status, headers })))
}

describe('webhookSender: the option fetch', () => {
  it('is called once a try, after the check, with a signed request that follows no redirect', async () => {
    const calls: string[] = []
    lookUpBy(() => {
      calls.push('look-up')
      return Promise.resolve(addresses(publicAddress))
    })
    const fetch = vi.fn<Fetch>(() => {
      calls.push('fetch')
      return Promise.resolve(new Response(null, { status: 204 }))
    })
    const { deliver, clock } = await sendingOne({ url, fetch })
    expect(await deliver()).toEqual(delivered)
    expect(calls).toEqual(['look-up', 'fetch'])
    const [[target, init]] = fetch.mock.calls as [[unknown, RequestInit]]
    expect(target).toBe(url)
    expect(init).toMatchObject({ method: 'POST', redirect: 'manual', signal: expect.any(AbortSignal) })
    const headers = init.headers as Record<string, string>
    expect(Object.keys(headers).sort()).toEqual([
      'content-type',
      'user-agent',
      'webhook-id',
      'webhook-signature',
      'webhook-timestamp',
    ])
    expect(verifyWebhook({ headers, body: init.body as string, secrets: [secret], clock })).toBe(true)
  })

  it.each([
    [204, {}, delivered],
    [410, {}, dead],
    [302, { location: 'https://127.0.0.1/' }, retrying],
    [500, {}, retrying],
  ])('has the result of a connection where it answers %i %j', async (status, headers, counts) => {
    namesMean(publicAddress)
    const fetch = answering(status, headers)
    const { deliver } = await sendingOne({ url, fetch })
    expect(await deliver()).toEqual(counts)
    expect(fetch).toHaveBeenCalledOnce()
  })

  it('is tried again where it answers an opaque redirect', async () => {
    namesMean(publicAddress)
    const opaque = Object.defineProperties(new Response(null), { status: { value: 0 }, ok: { value: false } })
    const { deliver, senderLog } = await sendingOne({ url, fetch: vi.fn<Fetch>(() => Promise.resolve(opaque)) })
    expect(await deliver()).toEqual(retrying)
    expect(senderLog.map(({ fields }) => fields['status'])).toEqual([0])
  })

  it('has its Retry-After obeyed', async () => {
    namesMean(publicAddress)
    const { deliver, waits } = await sendingOne({ url, fetch: answering(503, { 'retry-after': '600' }) })
    expect(await deliver()).toEqual(retrying)
    expect(waits()).toEqual([600_000])
  })

  it.each<[string, Fetch]>([
    ['rejects', () => Promise.reject(Object.assign(new Error('secret words'), { code: 'EPIPE' }))],
    [
      'throws',
      () => {
        throw Object.assign(new Error('secret words'), { code: 'EPIPE' })
      },
    ],
  ])('is tried again where it %s, and its message is not logged', async (_, fetch) => {
    namesMean(publicAddress)
    const { deliver, reasons, senderLog, serviceLog } = await sendingOne({ url, fetch })
    expect(await deliver()).toEqual(retrying)
    expect(reasons()).toContain('EPIPE')
    expect(JSON.stringify([senderLog, serviceLog])).not.toContain('secret words')
  })

  it.each([new Error('secret words'), 'secret words', undefined])(
    'is tried again where it rejects with no code, such as %s; send rejects with that as the cause',
    async (thrown) => {
      namesMean(publicAddress)
      const fetch: Fetch = () => Promise.reject(thrown)
      const { deliver, reasons, send, payments, payment } = await sendingOne({ url, fetch })
      expect(await deliver()).toEqual(retrying)
      expect(reasons()).toContain('fetch_failed')
      const [event] = await payments.history(payment.id)
      const rejected = await send(event!).catch((error: unknown) => error)
      expect(rejected).toMatchObject({ code: 'fetch_failed' })
      expect((rejected as Error).cause).toBe(thrown)
    },
  )

  it.each([undefined, null, {}, 'ok'])('is tried again where it answers %s, which is no response', async (answer) => {
    namesMean(publicAddress)
    const { deliver } = await sendingOne({ url, fetch: (() => Promise.resolve(answer)) as never })
    expect(await deliver()).toEqual(retrying)
  })

  it('receives the time-out through its signal', async () => {
    namesMean(publicAddress)
    let reason: unknown
    const fetch: Fetch = (_url, init) =>
      new Promise((_, reject) => {
        init!.signal!.addEventListener('abort', () => reject((reason = init!.signal!.reason)))
      })
    const { deliver, reasons } = await sendingOne({ url, fetch, timeoutMs: 50 })
    expect(await deliver()).toEqual(retrying)
    expect(reasons()).toContain('timed_out')
    expect(reason).toMatchObject({ code: 'timed_out' })
  })

  it.each<[string, (settle: (late: Promise<Response>) => void) => void]>([
    ['answers', (settle) => settle(Promise.resolve(new Response('late', { status: 200 })))],
    ['rejects', (settle) => settle(Promise.reject(new Error('late')))],
  ])('is left behind where it ignores its signal, and its later end is not counted: it %s', async (_, end) => {
    namesMean(publicAddress)
    let settle: (late: Promise<Response>) => void = () => undefined
    const fetch: Fetch = () => new Promise((resolve) => (settle = resolve))
    const { deliver, reasons } = await sendingOne({ url, fetch, timeoutMs: 50 })
    expect(await deliver()).toEqual(retrying)
    end(settle)
    expect(await deliver()).toEqual({ delivered: 0, retrying: 0, dead: 0 })
    expect(reasons()).toContain('timed_out')
  })

  it('has its body cancelled, and not read', async () => {
    namesMean(publicAddress)
    const cancel = vi.fn()
    const pull = vi.fn()
    const endless = new ReadableStream({ pull, cancel }, { highWaterMark: 0 })
    const { deliver } = await sendingOne({ url, fetch: () => Promise.resolve(new Response(endless)) })
    expect(await deliver()).toEqual(delivered)
    expect(cancel).toHaveBeenCalledOnce()
    expect(pull).not.toHaveBeenCalled()
  })

  it('has the event also where the body cannot be cancelled', async () => {
    namesMean(publicAddress)
    const cancel = () => Promise.reject(new Error('no'))
    const { deliver } = await sendingOne({
      url,
      fetch: () => Promise.resolve(new Response(new ReadableStream({ cancel }))),
    })
    expect(await deliver()).toEqual(delivered)
  })

  it('is called for a public IPv6 address, which is looked up without its brackets', async () => {
    lookUpBy((name) => Promise.resolve(addresses(name)))
    const { deliver } = await sendingOne({ url: 'https://[2606:4700:4700::1111]/', fetch: answering(204) })
    expect(await deliver()).toEqual(delivered)
    expect(lookUp.mock.calls.map(([name]) => name)).toEqual(['2606:4700:4700::1111'])
  })

  it('is called without a look-up for a host that may have any address', async () => {
    lookUpBy(() => Promise.reject(Object.assign(new Error('unknown'), { code: 'ENOTFOUND' })))
    const fetch = answering(200)
    const { deliver } = await sendingOne({ url, fetch, allowHosts: ['hook.hospital.test'] })
    expect(await deliver()).toEqual(delivered)
    expect(lookUp).not.toHaveBeenCalled()
  })

  it.each([
    [{ status: 200 }, delivered],
    [{ status: 200, body: {}, headers: {} }, delivered],
    [{ status: 503, body: { cancel: () => undefined }, headers: { 'retry-after': '600' } }, retrying],
  ])('may answer less than a whole Response: %j', async (answer, counts) => {
    namesMean(publicAddress)
    const { deliver } = await sendingOne({ url, fetch: (() => Promise.resolve(answer)) as never })
    expect(await deliver()).toEqual(counts)
  })

  it('has a code in the log where the fetch of Node fails', async () => {
    namesMean('127.0.0.1')
    const refusing = `https://127.0.0.1:${await freePort()}/`
    const { deliver, reasons } = await sendingOne({ url: refusing, fetch: globalThis.fetch })
    expect(await deliver()).toEqual(retrying)
    expect(reasons()).toEqual(['ECONNREFUSED'])
  })

  it('may be that of Node', async () => {
    namesMean('127.0.0.1')
    const elsewhere = await receiver()
    const endpoint = await receiver(answerWith(307, { location: elsewhere.url }))
    const { deliver, clock } = await sendingOne({ url: endpoint.url, fetch: globalThis.fetch })
    expect(await deliver()).toEqual(retrying)
    const [{ headers, body }] = endpoint.received as [(typeof endpoint.received)[number]]
    expect(headers['content-length']).toBe(String(body.length))
    expect(verifyWebhook({ headers, body, secrets: [secret], clock })).toBe(true)
    expect(elsewhere.connections()).toBe(0)
  })
})
