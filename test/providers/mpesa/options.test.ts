import { inspect } from 'node:util'
import { mpesa, type MpesaOptions } from 'hospital-payments/providers'
import { describe, expect, it } from 'vitest'
import { callbackUrl, credentials, scriptedMpesa } from './support.js'

const options: MpesaOptions = { environment: 'sandbox', ...credentials, shortCode: '174379', callbackUrl }
const errorOf = (changed: object): Error => {
  try {
    mpesa(changed as MpesaOptions)
  } catch (error) {
    return error as Error
  }
  throw new Error('expected a TypeError')
}

describe('mpesa: options', () => {
  it.each(['environment', 'consumerKey', 'consumerSecret', 'shortCode', 'passkey', 'callbackUrl'])(
    'without %s is a TypeError that names it and shows no other',
    (name) => {
      const error = errorOf({ ...options, [name]: undefined })
      expect(error).toBeInstanceOf(TypeError)
      expect(error.message).toBe(`mpesa: ${name} is required`)
    },
  )

  it.each<[string, object, string | RegExp]>([
    ['no options', undefined as unknown as object, 'options are required'],
    ['an empty text', { passkey: '' }, 'passkey must be text, and not empty'],
    ['an unknown option', { passKey: 'CANARY' }, 'unknown option passKey'],
    ['an unknown environment', { environment: 'live' }, "environment must be 'sandbox' or 'production'"],
    ['a short code of letters', { shortCode: 'CANARY' }, 'shortCode must be 5 to 7 digits'],
    ['a till of letters', { till: 'CANARY' }, 'till must be digits'],
    ['a relative URL', { callbackUrl: '/v1' }, /^mpesa: callbackUrl must be an absolute URL/],
    [
      'a URL with a password',
      { callbackUrl: 'https://a:CANARY@h.example' },
      /^mpesa: callbackUrl must be an absolute URL/,
    ],
    [
      'a URL with the name of M-Pesa',
      { callbackUrl: 'https://h.example/M-Pesa/0a' },
      /^mpesa: callbackUrl must not contain/,
    ],
    ['a baseUrl of another protocol', { baseUrl: 'ftp://h.example' }, /^mpesa: baseUrl must be an absolute URL/],
    ['a fetch that is none', { fetch: 1 }, 'fetch must be a function'],
    ['a clock that is none', { clock: 1 }, 'clock must be a function'],
    ['a validate that is none', { validate: true }, 'validate must be a function'],
    ['a time of 0', { timeoutMs: 0 }, 'timeoutMs must be an integer from 1 to 30000'],
    ['a time above 30 seconds', { timeoutMs: 30_001 }, 'timeoutMs must be an integer from 1 to 30000'],
  ])('refuses %s', (_, changes, message) => {
    const error = errorOf(changes && { ...options, ...changes })
    expect(error).toBeInstanceOf(TypeError)
    if (typeof message === 'string') expect(error.message).toBe(`mpesa: ${message}`)
    else expect(error.message).toMatch(message)
    expect(error.message).not.toContain('CANARY')
  })

  it('name the account, by default of the short code', () => {
    expect(mpesa(options).account).toBe('mpesa.174379')
    expect(mpesa({ ...options, account: 'till-1' }).account).toBe('till-1')
  })

  it('make a provider whose properties show no credential', () => {
    const provider = mpesa(options)
    expect(provider).toMatchObject({ name: 'mpesa', startIsIdempotent: false, promptSeconds: 120 })
    expect(provider.cancel).toBeUndefined()
    expect(inspect(provider, { depth: Infinity, showHidden: true }) + JSON.stringify(provider)).not.toContain('CANARY')
  })

  it('are read once: later changes of the object have no effect', async () => {
    const changing = { ...options }
    const provider = mpesa(changing)
    changing.shortCode = '600000'
    expect(provider.account).toBe('mpesa.174379')
  })

  it('limit attempts to whole shillings and to references that Daraja takes', () => {
    const { limits } = scriptedMpesa(() => 'never').provider
    expect(limits).toMatchObject({ currencies: ['KES'], wholeUnits: true, min: 100, callingCode: '254' })
    expect(['OPD7731', 'A', '123456789012'].every((text) => limits?.reference?.test(text))).toBe(true)
    expect(['', 'OPD-7731', '1234567890123', 'é', 'A\n'].some((text) => limits?.reference?.test(text))).toBe(false)
  })
})
