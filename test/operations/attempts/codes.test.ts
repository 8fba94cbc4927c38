import { describe, expect, it } from 'vitest'
import { codeOr, isCode } from '../../../src/domain/attempts/code.js'
import { till } from './support/till.js'

describe('isCode', () => {
  it.each(['1032', '500.001.1001', 'NOT_ALLOWED', 'http_401', 'ECONNREFUSED', 'a'.repeat(64)])(
    '%s: is a code',
    (text) => expect(isCode(text)).toBe(true),
  )

  it.each(['', 'a'.repeat(65), 'no money', '+2547', '254712345678', 'x1234567', 'ü', 'a\nb', null, 7])(
    '%o: is none',
    (value) => expect(isCode(value)).toBe(false),
  )

  it('codeOr: returns the code, else the other one', () => {
    expect([codeOr('1032', 'x'), codeOr('Call +254712345678', 'x')]).toEqual(['1032', 'x'])
  })
})

describe('attempts: the words of a provider', () => {
  const phone = '254712345678'

  it.each([phone, `Call ${phone}`, '', 'x'.repeat(300)])(
    'a failure with the code %o: has a code of ours',
    async (code) => {
      const { started, fake, checkAfter, attemptOf, payments } = till()
      const attempt = await started()
      fake.refuse(attempt.id, code)
      await checkAfter(10)
      const failed = await attemptOf(attempt)
      expect(failed).toMatchObject({ status: 'failed', failure: { code: 'other_failure', retry: true } })
      expect(JSON.stringify([failed, await payments.attempts.history(attempt.id)])).not.toContain(phone)
    },
  )

  it('an error, and a refusal: are in the log by codes alone', async () => {
    const logs: unknown[] = []
    const log = (...entry: unknown[]) => void logs.push(entry)
    const { started, fake, checkAfter } = till({ logger: { warn: log, error: log } })
    const hostile = {
      get name() {
        throw new Error(phone)
      },
      code: phone,
    }
    const answers = [
      async () => Promise.reject(Object.assign(new Error(phone), { name: phone, code: `+${phone}` })),
      async () => Promise.reject(hostile as unknown as Error),
      async () => ({ state: 'refused', code: `key of ${phone}` }),
    ]
    Object.assign(fake, { status: async () => answers.shift()!() })
    await started()
    for (const seconds of [10, 10, 20]) expect(await checkAfter(seconds)).toBe(1)
    expect(logs).toHaveLength(3)
    expect(JSON.stringify(logs)).not.toContain(phone)
    expect(logs[2]).toMatchObject([expect.anything(), { code: 'other_refusal' }])
  })
})
