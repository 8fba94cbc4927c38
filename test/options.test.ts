import {
  createHospitalPayments,
  type HospitalPaymentsOptions,
  memoryRepository,
  type PaymentRepository,
  textChannel,
} from 'hospital-payments'
import { manualClock } from 'hospital-payments/testing'
import { describe, expect, it } from 'vitest'
import { hour, refusal, request, start, testService } from './support/service.js'

const port = [
  ...['scan', 'insert', 'replace', 'get', 'page', 'lookup', 'totals', 'history', 'claimEvents', 'completeEvents'],
] as (keyof PaymentRepository)[]

const make = (options: unknown) => () => createHospitalPayments(options as HospitalPaymentsOptions)
const withOption = (name: string, value: unknown) => make({ repository: memoryRepository(), [name]: value })

describe('createHospitalPayments: a TypeError', () => {
  it.each([
    ['no options', undefined, 'options are required'],
    ['null', null, 'options are required'],
    ['text', 'x', 'options are required'],
    ['no repository', {}, 'a repository is required'],
    ['repository null', { repository: null }, 'a repository is required'],
    ['a function for a repository', { repository: memoryRepository }, 'a repository is required'],
    ['an empty repository', { repository: {} }, `the repository lacks ${port.join(', ')}`],
  ])('refuses %s', (_, options, problem) => {
    expect(make(options)).toThrow(new TypeError(`createHospitalPayments: ${problem}`))
  })

  it.each(port)('refuses a repository without %s', (name) => {
    const repository = { ...memoryRepository(), [name]: 5 }
    expect(make({ repository })).toThrow(new TypeError(`createHospitalPayments: the repository lacks ${name}`))
  })

  const channel = () => ({ type: 'text', message: '' })
  it.each([
    ['channel', {}, 'unknown option channel'],
    ['channels', null, 'channels must be an object of functions'],
    ['channels', 'cash', 'channels must be an object of functions'],
    ['channels', { cash: 'Pay {reference}' }, 'channel cash must be a function'],
    ['channels', { cash: null }, 'channel cash must be a function'],
    ['channels', { '': channel }, 'a channel name must match [A-Za-z0-9_.-]{1,64}'],
    ['channels', { 'mobile banking': channel }, 'a channel name must match [A-Za-z0-9_.-]{1,64}'],
    ['channels', { 'cash\n': channel }, 'a channel name must match [A-Za-z0-9_.-]{1,64}'],
    ['channels', { ['x'.repeat(65)]: channel }, 'a channel name must match [A-Za-z0-9_.-]{1,64}'],
    ['timeZone', null, 'timeZone must be an IANA name such as Africa/Addis_Ababa, not null'],
    ['timeZone', '', 'timeZone must be an IANA name such as Africa/Addis_Ababa, not ""'],
    ['timeZone', 'Africa/Addis', 'timeZone must be an IANA name such as Africa/Addis_Ababa, not "Africa/Addis"'],
    ['timeZone', '+03:00', 'timeZone must be an IANA name such as Africa/Addis_Ababa, not "+03:00"'],
    ['currencies', null, 'currencies must be a list of ISO 4217 codes'],
    ['currencies', 'ETB', 'currencies must be a list of ISO 4217 codes'],
    ['currencies', ['ETB', 'etb'], 'currencies has "etb", which is not a code of ISO 4217 with minor units'],
    ['currencies', ['XAU'], 'currencies has "XAU", which is not a code of ISO 4217 with minor units'],
    ['currencies', [5], 'currencies has 5, which is not a code of ISO 4217 with minor units'],
    ['defaultTtlMs', null, /^createHospitalPayments: defaultTtlMs must be /],
    ['defaultTtlMs', 0, /^createHospitalPayments: defaultTtlMs must be /],
    ['defaultTtlMs', -1, /^createHospitalPayments: defaultTtlMs must be /],
    ['defaultTtlMs', 1.5, /^createHospitalPayments: defaultTtlMs must be /],
    ['defaultTtlMs', '60000', /^createHospitalPayments: defaultTtlMs must be /],
    ['defaultTtlMs', Infinity, /^createHospitalPayments: defaultTtlMs must be /],
    ['defaultTtlMs', 100 * 366 * 86_400_000 + 1, /^createHospitalPayments: defaultTtlMs must be /],
    ['referencePolicy', null, 'referencePolicy must be one of allow, one-live, one-live-per-customer, not null'],
    ['referencePolicy', 'one', `referencePolicy must be one of allow, one-live, one-live-per-customer, not "one"`],
    ['channels', [], 'channels must be an object of functions'],
    ['clock', null, 'clock must be a function'],
    ['clock', new Date(0), 'clock must be a function'],
    ['random', null, 'random must be a function'],
    ['random', 5, 'random must be a function'],
    ['sleep', async () => {}, 'unknown option sleep'],
    ['logger', null, 'logger must be an object'],
    ['logger', 'console', 'logger must be an object'],
    ['logger', { debug: 5 }, /^createHospitalPayments: logger/],
    ['logger', { info: null }, /^createHospitalPayments: logger/],
    ['logger', { warn: 'x' }, /^createHospitalPayments: logger/],
    ['logger', { error: {} }, /^createHospitalPayments: logger/],
  ])('refuses %s: %j', (name, value, problem) => {
    const call = withOption(name, value)
    expect(call).toThrow(TypeError)
    expect(call).toThrow(typeof problem === 'string' ? new TypeError(`createHospitalPayments: ${problem}`) : problem)
  })

  it.each([
    ['channels', { ['x'.repeat(64)]: channel, 'A.b_9-': channel, left: undefined }],
    ['timeZone', 'Africa/Addis_Ababa'],
    ['currencies', []],
    ['defaultTtlMs', 1],
    ['defaultTtlMs', 100 * 366 * 86_400_000],
    ['logger', {}],
    ['logger', console],
    ['unheardOf', undefined],
    ...['channels', 'timeZone', 'currencies', 'defaultTtlMs', 'referencePolicy', 'clock', 'random', 'logger'].map(
      (name) => [name, undefined] as [string, undefined],
    ),
  ])('is not thrown for %s: %j', (name, value) => {
    expect(withOption(name, value)).not.toThrow()
  })
})

describe('createHospitalPayments: options', () => {
  it('are copied, so that what the host changes later changes nothing, and are not changed', async () => {
    const options = {
      repository: memoryRepository(),
      channels: { cash: textChannel('Pay {reference}') } as Record<string, ReturnType<typeof textChannel>>,
      currencies: ['KES', 'ETB'],
      defaultTtlMs: hour,
      clock: manualClock(start),
    }
    const before = { ...options, channels: { ...options.channels }, currencies: [...options.currencies] }
    const payments = createHospitalPayments(Object.freeze(options))
    expect(options).toStrictEqual(before)
    options.channels['card'] = textChannel('Card {reference}')
    options.channels['cash'] = textChannel('Changed {reference}')
    options.currencies.push('USD')
    options.currencies[1] = 'EUR'
    const payment = await payments.createPayment(request({ channel: 'cash' }))
    expect(payment.instructions.message).toBe('Pay INV-1')
    expect(
      (await refusal(payments.createPayment(request({ channel: 'card' })), 'unsupported_channel')).details.supported,
    ).toEqual(['cash'])
    const { details } = await refusal(
      payments.createPayment(request({ channel: 'cash', currency: 'USD' })),
      'unsupported_currency',
    )
    expect(details.supported).toEqual(['ETB', 'KES'])
  })

  it('may have a logger that throws or lacks levels, which makes no payment fail', async () => {
    const fail = () => {
      throw new Error('disk full')
    }
    const channels = { own: () => Promise.reject(new Error('down')) }
    for (const logger of [{ debug: fail, info: fail, warn: fail, error: fail }, {}]) {
      const { payments } = testService({ logger, channels })
      const error = await refusal(payments.createPayment(request({ channel: 'own' })), 'internal_error')
      expect((error.cause as Error).message).toBe('down')
    }
  })

  it('may have a logger with methods that need their object', async () => {
    class Log {
      readonly lines: string[] = []
      error(message: string) {
        this.lines.push(message)
      }
    }
    const logger = new Log()
    const { payments } = testService({ logger, channels: { own: () => null as never } })
    await refusal(payments.createPayment(request({ channel: 'own' })), 'internal_error')
    expect(logger.lines).toHaveLength(1)
  })

  it.each([NaN, Infinity, -1, 8.64e15 + 1, 'now', undefined])(
    'may have a clock that returns %s, an internal_error',
    async (time) => {
      const { payments } = testService({ clock: () => time as number })
      const error = await refusal(payments.createPayment(request()), 'internal_error')
      expect(error.message).toMatch(/clock/)
    },
  )

  it.each([
    ['too few bytes', (bytes: number) => new Uint8Array(bytes - 1)],
    ['too many bytes', (bytes: number) => new Uint8Array(bytes + 1)],
    ['text', (bytes: number) => 'x'.repeat(bytes) as never],
    ['nothing', () => undefined as never],
  ])('may have a random source that returns %s, an internal_error', async (_what, random) => {
    const { payments } = testService({ random })
    const error = await refusal(payments.createPayment(request()), 'internal_error')
    expect(error.message).toMatch(/random/)
    expect((await payments.reportPayments()).items).toEqual([])
  })

  it.each(['clock', 'random'])('may have a %s that throws, an internal_error with its cause', async (name) => {
    const cause = new Error('no entropy for Abebe')
    const { payments } = testService({
      [name]: () => {
        throw cause
      },
    })
    const error = await refusal(payments.createPayment(request()), 'internal_error')
    expect(error.cause).toBe(cause)
    expect(error.message).toContain(`\`${name}\``)
    expect(error.message).not.toContain('Abebe')
  })

  it('may have a clock with fractions of a millisecond, which are cut off', async () => {
    const { payments } = testService({ clock: () => Date.parse(start) + 0.9 })
    expect((await payments.createPayment(request())).createdAt).toBe(start)
  })
})
