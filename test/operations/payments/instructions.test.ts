import { type Channel, epcQrChannel, type Instructions, PaymentError, textChannel } from 'hospital-payments'
import { describe, expect, it } from 'vitest'
import { recordingLogger } from '../../support/recording-logger.js'
import { refusal, request, testService } from '../../support/service.js'

function withChannel(channel: unknown) {
  const { logger, lines: logged } = recordingLogger()
  return { ...testService({ channels: { till: channel as Channel }, logger }), logged }
}

const tillRequest = request({ channel: 'till' })

describe('Channel', () => {
  it.each<Instructions>([
    { type: 'text', message: 'INV-1' },
    { type: 'redirect', message: 'Open for INV-1', url: 'https://pay.example/INV-1' },
    { type: 'ussd', message: 'Dial for INV-1', code: '*847*1#' },
    { type: 'qr', message: 'Scan for INV-1', payload: '000201' },
  ])('makes instructions of type $type', async (made) => {
    const { payments } = withChannel(() => made)
    const payment = await payments.createPayment(tillRequest)
    expect(payment.instructions).toStrictEqual(made)
    expect((await payments.getPayment(payment.id))?.instructions).toStrictEqual(made)
  })

  it('may be asynchronous', async () => {
    const { payments } = withChannel(async ({ reference }: { reference: string }) => {
      await Promise.resolve()
      return { type: 'text', message: `Pay ${reference}` }
    })
    expect((await payments.createPayment(tillRequest)).instructions).toStrictEqual({
      type: 'text',
      message: 'Pay INV-1',
    })
  })

  it('receives the validated request and the decimal amount', async () => {
    const received: unknown[] = []
    const { payments } = withChannel((argument: unknown) => {
      received.push(argument)
      return { type: 'text', message: 'INV-1' }
    })
    const optional = {
      description: 'd',
      customer: { name: 'n' },
      metadata: { a: 'b' },
      expiresAt: '2026-12-01T12:00:00+03:00',
    }
    await payments.createPayment({ ...tillRequest, ...optional })
    await payments.createPayment({ ...tillRequest, currency: 'JPY' })
    expect(received).toStrictEqual([
      { ...tillRequest, ...optional, expiresAt: '2026-12-01T09:00:00.000Z', amountDecimal: '1500.00' },
      { ...tillRequest, currency: 'JPY', amountDecimal: '150000' },
    ])
  })

  it('changes nothing that is stored by changing its argument', async () => {
    const { payments } = withChannel((argument: Record<string, any>) => {
      argument['amount'] = 1
      argument['reference'] = 'other'
      argument['customer'].name = 'other'
      argument['metadata'].a = 'other'
      delete argument['description']
      return { type: 'text', message: 'INV-1' }
    })
    const optional = { description: 'd', customer: { name: 'n' }, metadata: { a: 'b' } }
    expect(await payments.createPayment({ ...tillRequest, ...optional })).toMatchObject({ ...tillRequest, ...optional })
  })

  it('makes instructions that are stored as a copy', async () => {
    const made = { type: 'text', message: 'INV-1' }
    const { payments } = withChannel(() => made)
    const { id } = await payments.createPayment(tillRequest)
    made.message = 'changed'
    expect((await payments.getPayment(id))?.instructions.message).toBe('INV-1')
  })

  it.each([
    [
      'throws',
      () => {
        throw new Error('gateway of Almaz down')
      },
    ],
    ['rejects', () => Promise.reject(new Error('gateway of Almaz down'))],
  ])('%s: createPayment rejects with internal_error and its error as cause', async (_, channel) => {
    const { payments, logged } = withChannel(channel)
    const error = await refusal(payments.createPayment(tillRequest, { idempotencyKey: 'k' }), 'internal_error')
    expect(error.message).toBe('The channel failed to make instructions; nothing was stored. See the cause.')
    expect((error.cause as Error).message).toBe('gateway of Almaz down')
    expect(error.details).toStrictEqual({})
    expect(logged).toStrictEqual([
      { level: 'error', message: 'A channel threw; no payment was stored.', fields: { channel: 'till' } },
    ])
    expect((await payments.reportPayments()).items).toEqual([])
  })

  it.each([
    ['unsupported_currency', { supported: ['EUR'] }],
    ['invalid_request', { issues: [{ path: 'reference', message: 'is too long' }] }],
  ] as const)('may refuse the request with %s, which createPayment passes on', async (code, details) => {
    const refused = new PaymentError<'unsupported_currency' | 'invalid_request'>(code, 'Refused.', {
      details: details as never,
    })
    for (const channel of [
      () => Promise.reject(refused),
      () => {
        throw refused
      },
    ]) {
      const { payments, logged } = withChannel(channel)
      expect(await refusal(payments.createPayment(tillRequest, { idempotencyKey: 'k' }), code)).toBe(refused)
      expect(logged).toEqual([])
      expect((await payments.reportPayments()).items).toEqual([])
    }
  })

  it('throws another PaymentError: createPayment rejects with internal_error', async () => {
    const cause = new PaymentError('payment_not_found', 'Nothing.', { details: { paymentId: 'pay_1' } })
    const { payments } = withChannel(() => Promise.reject(cause))
    expect((await refusal(payments.createPayment(tillRequest), 'internal_error')).cause).toBe(cause)
  })

  it('refuses single payments of many', async () => {
    const { payments } = withChannel(epcQrChannel({ name: 'St. Paul', iban: 'DE33100205000001194700' }))
    const answers = await payments.createPayments([
      { request: { ...tillRequest, currency: 'EUR' } },
      { request: tillRequest },
      { request: { ...tillRequest, currency: 'EUR', reference: 'INV_1' } },
    ])
    expect(answers.map(({ payment, error }) => payment?.instructions.type ?? error?.code)).toEqual([
      'qr',
      'unsupported_currency',
      'invalid_request',
    ])
  })

  it.each([
    ['nothing', undefined],
    ['null', null],
    ['text', 'Pay INV-1'],
    ['no type', { message: 'INV-1' }],
    ['an unknown type', { type: 'sms', message: 'INV-1' }],
    ['no message', { type: 'text' }],
    ['an empty message', { type: 'text', message: '' }],
    ['a message that is no text', { type: 'text', message: 5 }],
    ['a message without the reference', { type: 'text', message: 'Pay INV-2' }],
    ['a message in another case', { type: 'text', message: 'inv-1' }],
    ['extra fields', { type: 'text', message: 'INV-1', url: 'https://x' }],
    ['a message with NUL', { type: 'text', message: 'INV-1\0' }],
    ['half a surrogate pair', { type: 'text', message: 'INV-1\ud800' }],
    ['too long a message', { type: 'text', message: 'INV-1'.padEnd(10_001) }],
    ['a redirect without url', { type: 'redirect', message: 'INV-1' }],
    ['an empty url', { type: 'redirect', message: 'INV-1', url: '' }],
    ['too long a url', { type: 'redirect', message: 'INV-1', url: 'x'.repeat(10_001) }],
    ['no code', { type: 'ussd', message: 'INV-1' }],
    ['an empty code', { type: 'ussd', message: 'INV-1', code: '' }],
    ['no payload', { type: 'qr', message: 'INV-1' }],
    ['an empty payload', { type: 'qr', message: 'INV-1', payload: '' }],
  ])('returns %s: createPayment rejects with internal_error, and nothing is stored', async (_, made) => {
    const { payments, logged } = withChannel(() => made)
    const error = await refusal(payments.createPayment(tillRequest), 'internal_error')
    expect(error.message).toBe(
      'The channel made instructions of a wrong shape or without the reference; nothing was stored. Correct the channel.',
    )
    expect(error).not.toHaveProperty('cause')
    expect(logged).toStrictEqual([
      {
        level: 'error',
        message: 'A channel made instructions without a proper shape or without the reference; no payment was stored.',
        fields: { channel: 'till' },
      },
    ])
    expect((await payments.reportPayments()).items).toEqual([])
  })

  it('makes texts of up to 10,000 characters', async () => {
    const made = { type: 'redirect', message: 'INV-1'.padEnd(10_000, '.'), url: 'x'.repeat(10_000) }
    const { payments } = withChannel(() => made)
    expect((await payments.createPayment(tillRequest)).instructions).toStrictEqual(made)
  })

  it('uses no idempotency key up when it fails', async () => {
    let fails = true
    const { payments } = withChannel(() => {
      if (fails) throw new Error('down')
      return { type: 'text', message: 'INV-1' }
    })
    await refusal(payments.createPayment(tillRequest, { idempotencyKey: 'k' }), 'internal_error')
    fails = false
    expect((await payments.createPayment(tillRequest, { idempotencyKey: 'k' })).version).toBe(1)
  })

  it('is not run for a request that is refused', async () => {
    let runs = 0
    const { payments } = withChannel(() => {
      runs++
      return { type: 'text', message: 'INV-1' }
    })
    await refusal(payments.createPayment({ ...tillRequest, amount: 0 }), 'invalid_request')
    await refusal(payments.createPayment({ ...tillRequest, currency: 'XAU' }), 'unsupported_currency')
    await refusal(payments.createPayment(tillRequest, { idempotencyKey: '' }), 'invalid_request')
    expect(runs).toBe(0)
  })
})

describe('textChannel', () => {
  it('fills in the template of the documentation', async () => {
    const channel = textChannel('Complete payment in Wegagen Bank mobile banking using reference {reference}.')
    const { payments } = testService({ channels: { till: channel } })
    expect((await payments.createPayment(tillRequest)).instructions).toStrictEqual({
      type: 'text',
      message: 'Complete payment in Wegagen Bank mobile banking using reference INV-1.',
    })
  })

  it('leaves braces and dollar signs of callers as they are', async () => {
    const { payments } = testService({
      channels: { till: textChannel('{reference}|{description}|{amount}|{currency}') },
    })
    const payment = await payments.createPayment({
      ...tillRequest,
      reference: '$&{amount}',
      description: '{reference}$1',
    })
    expect(payment.instructions.message).toBe('$&{amount}|{reference}$1|1500.00|ETB')
    const bare = await payments.createPayment(tillRequest)
    expect(bare.instructions.message).toBe('INV-1||1500.00|ETB')
  })
})
