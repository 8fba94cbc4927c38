import { eventFixture, paymentFixture } from 'hospital-payments/testing'
import { webhookSender, type WebhookSenderOptions } from 'hospital-payments/webhooks'
import { describe, expect, it, vi } from 'vitest'
import { receiver } from '../../support/webhooks/receiver.js'
import { secret } from '../../support/webhooks/secrets.js'
import { sendingOne } from '../../support/webhooks/sending.js'

const url = 'https://hook.hospital.test/s3cret-path'
const valid = { url, secrets: [secret] }

/** Returns the message of the TypeError with which `webhookSender` answers. */
function refusal(options: unknown): string {
  try {
    webhookSender(options as WebhookSenderOptions)
  } catch (error) {
    expect(error).toBeInstanceOf(TypeError)
    return (error as TypeError).message
  }
  throw new Error('not refused')
}

describe('webhookSender: refuses at once', () => {
  it.each([
    'http://hook.hospital.test/s3cret-path',
    'http://localhost/s3cret-path',
    'http://127.0.0.1/s3cret-path',
    'HTTP://hook.hospital.test/s3cret-path',
    'ftp://hook.hospital.test/s3cret-path',
    'ws://hook.hospital.test/s3cret-path',
    'file:///s3cret-path',
    'data:text/plain,s3cret-path',
    'javascript:s3cret-path',
    '//hook.hospital.test/s3cret-path',
    '/s3cret-path',
    's3cret-path',
    '',
    ' ',
    'https://',
    'https:///',
    'https://[::1/s3cret-path',
    'https://hook.hospital.test:99999/s3cret-path',
    'https://user@hook.hospital.test/s3cret-path',
    'https://user:p4ss@hook.hospital.test/s3cret-path',
    'https://:p4ss@hook.hospital.test/s3cret-path',
    'https://a b.test/s3cret-path',
    new URL('http://hook.hospital.test/s3cret-path'),
    undefined,
    null,
    5,
    {},
    { href: url },
    [url, url],
  ])('the URL %s, without repeating it', (bad) => {
    const message = refusal({ ...valid, url: bad })
    expect(message).toMatch(/^webhookSender: url must /)
    expect(message).not.toMatch(/s3cret|p4ss|hospital\.test|user@/)
  })

  it.each([
    ['http://localhost/', '127.0.0.1'],
    ['http://127.0.0.1/', 'localhost'],
    ['http://hook.hospital.test/', 'hook.hospital.test'],
    ['http://10.0.0.5/', '10.0.0.5'],
    ['http://0.0.0.0/', '0.0.0.0'],
    ['http://[::ffff:7f00:1]/', '::ffff:7f00:1'],
    ['http://localhost.hospital.test/', 'localhost.hospital.test'],
    ['http://127.0.0.1.hospital.test/', '127.0.0.1.hospital.test'],
    ['http://notlocalhost/', 'notlocalhost'],
    ['ftp://localhost/', 'localhost'],
  ])('the URL %s, where allowHosts has %s', (bad, host) => {
    expect(refusal({ ...valid, url: bad, allowHosts: [host] })).toBe(
      'webhookSender: url must begin with https:, or with http: where its host is this machine (localhost) and in allowHosts',
    )
  })

  it.each([
    [undefined, 'secrets must be a list of at least one'],
    [null, 'secrets must be a list of at least one'],
    [[], 'secrets must be a list of at least one'],
    [secret, 'secrets must be a list of at least one'],
    [new Set([secret]), 'secrets must be a list of at least one'],
    [[''], 'a secret must be whsec_ and the base64 of its bytes'],
    [['whsec_'], 'a secret must be whsec_ and the base64 of its bytes'],
    [[secret.slice(6)], 'a secret must be whsec_ and the base64 of its bytes'],
    [[secret, ''], 'a secret must be whsec_ and the base64 of its bytes'],
    [[secret, 'whsec_not base64'], 'a secret must be whsec_ and the base64 of its bytes'],
    [[5], 'a secret must be whsec_ and the base64 of its bytes'],
  ])('the secrets %j', (secrets, problem) => {
    expect(refusal({ ...valid, secrets })).toBe(`webhookSender: ${problem}`)
  })

  it.each([0, -1, 1.5, NaN, Infinity, 300_001, '15000', null])('the timeoutMs %s', (timeoutMs) => {
    expect(refusal({ ...valid, timeoutMs })).toBe('webhookSender: timeoutMs must be an integer from 1 to 300000')
  })

  it.each(['hook.hospital.test', null, new Set(['hook.hospital.test'])])('the allowHosts %s', (allowHosts) => {
    expect(refusal({ ...valid, allowHosts })).toBe('webhookSender: allowHosts must be a list of host names')
  })

  it.each(['', 'https://hook.hospital.test', 'hook.hospital.test:443', 'hook.hospital.test/', 'a b', 5, null])(
    'a host %s to allow',
    (host) => {
      expect(refusal({ ...valid, allowHosts: ['10.0.0.1', host] })).toBe(
        'webhookSender: allowHosts must hold host names, without scheme, port or path',
      )
    },
  )

  it.each([
    [{ fetch: 'fetch' }, 'fetch must be a function'],
    [{ fetch: null }, 'fetch must be a function'],
    [{ clock: 5 }, 'clock must be a function'],
    [{ logger: null }, 'logger must be an object'],
    [{ logger: { warn: 'console' } }, 'logger.warn must be a function'],
    [{ timeout: 5 }, 'unknown option timeout'],
    [{ secret, allowHost: [] }, 'unknown option secret, allowHost'],
  ])('the option %j', (options, problem) => {
    expect(refusal({ ...valid, ...options })).toBe(`webhookSender: ${problem}`)
  })

  it.each([undefined, null, 'https://hook.hospital.test', 5])('options that are %s', (options) => {
    expect(refusal(options)).toBe('webhookSender: options are required')
  })

  it('repeats no secret', () => {
    expect(refusal({ ...valid, secrets: ['whsec_s3cret!'] })).not.toContain('s3cret')
  })
})

describe('webhookSender: accepts', () => {
  it('undefined for options that may be left out', () => {
    const options = {
      allowHosts: undefined,
      timeoutMs: undefined,
      fetch: undefined,
      clock: undefined,
      logger: undefined,
    }
    expect(typeof webhookSender({ ...valid, ...options })).toBe('function')
  })

  it.each([1, 300_000])('the timeoutMs %i', (timeoutMs) => {
    expect(typeof webhookSender({ ...valid, timeoutMs })).toBe('function')
  })

  it('copies of its options: later changes of them change nothing', async () => {
    const endpoint = await receiver()
    const elsewhere = await receiver()
    const options = { url: new URL(endpoint.url), secrets: [secret], allowHosts: ['127.0.0.1'] }
    const { deliver } = await sendingOne(options as never)
    options.url.href = elsewhere.url
    options.secrets.length = 0
    options.allowHosts.length = 0
    expect(await deliver()).toEqual({ delivered: 1, retrying: 0, dead: 0 })
    expect(endpoint.received).toHaveLength(1)
    expect(elsewhere.connections()).toBe(0)
  })

  it('no clock: the time of the system is read at each send', async () => {
    const fetch = vi.fn((_url: unknown, _init?: RequestInit) => Promise.resolve(new Response(null, { status: 204 })))
    const send = webhookSender({ url: 'https://127.0.0.1/', secrets: [secret], allowHosts: ['127.0.0.1'], fetch })
    vi.useFakeTimers({ now: Date.UTC(2030, 0, 1), toFake: ['Date'] })
    await send(eventFixture(paymentFixture())).finally(() => vi.useRealTimers())
    const headers = fetch.mock.calls[0]![1]!.headers as Record<string, string>
    expect(headers['webhook-timestamp']).toBe(String(Date.UTC(2030, 0, 1) / 1_000))
  })
})
