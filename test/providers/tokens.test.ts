import { describe, expect, it } from 'vitest'
import { sender } from '../../src/providers/http.js'
import { sendWithToken } from '../../src/providers/tokens.js'
import { calm } from './support/attempt.js'
import { fetchError, json, type Scripted, scriptedFetch, type Sent } from './support/scripted-fetch.js'

interface Script {
  readonly token?: (nth: number) => Scripted | Promise<Scripted>
  readonly answer?: (sent: Sent) => Scripted | Promise<Scripted>
}

/** Makes a provider with tokens `t1`, `t2` …, which takes any of them unless the script says otherwise. */
function authorized({
  token = (nth) => json(200, { access_token: `t${nth}`, expires_in: '3599' }),
  answer,
}: Script = {}) {
  let ms = 0
  let tokens = 0
  const { fetch, sent } = scriptedFetch((one) =>
    one.url.pathname === '/token' ? token(++tokens) : (answer?.(one) ?? json(200, {})),
  )
  const clock = () => ms
  const send = sendWithToken({
    send: sender({ account: 'a', baseUrl: 'https://provider.example', fetch, clock, timeoutMs: 1_000 }),
    clock,
    tokenRequest: { method: 'GET', path: '/token', headers: { authorization: 'Basic x' } },
    refusedStatuses: [401],
    refusalOf: ({ status }) => (status === 401 ? 'http_401' : null),
  })
  const call = (signal = calm()) =>
    send((value) => ({ method: 'GET', path: '/pay', headers: { authorization: `Bearer ${value}` } }), signal)
  const usedTokens = () =>
    sent.filter(({ url }) => url.pathname === '/pay').map((one) => one.headers.get('authorization'))
  return { call, usedTokens, tokenCount: () => tokens, pass: (seconds: number) => void (ms += seconds * 1_000) }
}

const ok = { is: 'answered', status: 200, body: {} }

describe('sendWithToken', () => {
  it('fetches one token for a hundred calls at once', async () => {
    const { call, tokenCount } = authorized()
    expect(await Promise.all(Array.from({ length: 100 }, () => call()))).toEqual(Array(100).fill(ok))
    expect(tokenCount()).toBe(1)
  })

  it('uses a token until a minute before its end', async () => {
    const { call, pass, usedTokens } = authorized()
    await call()
    pass(3_538)
    await call()
    pass(1)
    await call()
    expect(usedTokens()).toEqual(['Bearer t1', 'Bearer t1', 'Bearer t2'])
  })

  it('fetches one new token for all calls whose token was refused, and sends each once more', async () => {
    const { call, tokenCount, usedTokens } = authorized({
      answer: ({ headers }) => json(headers.get('authorization') === 'Bearer t1' ? 401 : 200, {}),
    })
    expect(await Promise.all(Array.from({ length: 20 }, () => call()))).toEqual(Array(20).fill(ok))
    expect(tokenCount()).toBe(2)
    expect(usedTokens()).toHaveLength(40)
  })

  it('takes the new token of another call, where that came before its own refusal', async () => {
    const held: (() => void)[] = []
    const { call, tokenCount } = authorized({
      answer: async ({ headers }) => {
        if (headers.get('authorization') !== 'Bearer t1') return json(200, {})
        if (held.length === 0) await new Promise<void>((resolve) => held.push(resolve))
        return json(401)
      },
    })
    const slow = call()
    expect(await call()).toEqual(ok)
    held[0]?.()
    expect(await slow).toEqual(ok)
    expect(tokenCount()).toBe(2)
  })

  it('answers refused where the second token is refused too', async () => {
    const { call, usedTokens } = authorized({ answer: () => json(401) })
    expect(await call()).toEqual({ is: 'refused', code: 'http_401' })
    expect(usedTokens()).toEqual(['Bearer t1', 'Bearer t2'])
  })

  it.each<[string, Scripted, object]>([
    ['a status of wrong credentials', json(401), { is: 'refused', code: 'http_401' }],
    ['a fault of the server', json(500), { is: 'not_sent' }],
    ['a lost connection', fetchError('ECONNRESET'), { is: 'not_sent' }],
    ['an answer without a token', json(200, {}), { is: 'not_sent' }],
  ])('sends nothing after %s instead of a token, and tries again at the next call', async (_, answer, result) => {
    const { call, usedTokens } = authorized({
      token: (nth) => (nth === 1 ? answer : json(200, { access_token: 'good', expires_in: 60 })),
    })
    expect(await call()).toEqual(result)
    expect(usedTokens()).toEqual([])
    expect(await call()).toEqual(ok)
  })

  it('ends a call whose signal is aborted while others wait for the same token', async () => {
    let release = () => {}
    const released = new Promise<void>((resolve) => (release = resolve))
    const { call, tokenCount } = authorized({
      token: async () => {
        await released
        return json(200, { access_token: 't', expires_in: 3_600 })
      },
    })
    const control = new AbortController()
    const [abandoned, patient] = [call(control.signal), call()]
    control.abort()
    expect(await abandoned).toEqual({ is: 'not_sent' })
    release()
    expect(await patient).toEqual(ok)
    expect(tokenCount()).toBe(1)
  })
})
