import { describe, expect, it } from 'vitest'
import type { MpesaOptions } from 'hospital-payments/providers'
import { received } from '../support/callback.js'
import { callbackUrl, scriptedMpesa } from './support.js'

const attemptId = 'att_01KD2Q0000000000000000000A'
const url = `${callbackUrl}/${attemptId}`
const provider = (options: Partial<MpesaOptions> = {}) => scriptedMpesa(() => 'never', options).provider

/** The values of Daraja's public examples. */
const paid = {
  Body: {
    stkCallback: {
      MerchantRequestID: '29115-34620561-1',
      CheckoutRequestID: 'ws_CO_191220191020363925',
      ResultCode: 0,
      ResultDesc: 'The service request is processed successfully.',
      CallbackMetadata: {
        Item: [
          { Name: 'Amount', Value: 1.0 },
          { Name: 'MpesaReceiptNumber', Value: 'NLJ7RT61SV' },
          { Name: 'Balance' },
          { Name: 'TransactionDate', Value: 20191219102115 },
          { Name: 'PhoneNumber', Value: 254708374149 },
        ],
      },
    },
  },
}
const unpaid = (ResultCode: unknown) => ({
  Body: { stkCallback: { CheckoutRequestID: 'ws_CO_191220191020363925', ResultCode, ResultDesc: '' } },
})
const message = { proof: 'hint', about: { attemptId }, session: { checkoutRequestId: 'ws_CO_191220191020363925' } }

describe('mpesa: receive', () => {
  it('reads the callback of a push as a hint with its session', async () => {
    expect(await received(provider(), { url, body: paid })).toEqual([
      {
        ...message,
        outcome: {
          state: 'paid',
          amount: 100,
          currency: 'KES',
          providerTransactionId: 'NLJ7RT61SV',
          bookedAt: '2019-12-19T07:21:15.000Z',
        },
      },
    ])
  })

  it.each([
    [1032, { state: 'failed', code: '1032', retry: true }],
    ['1037', { state: 'failed', code: '1037', retry: true }],
    [4999, { state: 'pending' }],
    [31337, { state: 'unknown' }],
  ])('reads the result %s', async (code, outcome) => {
    expect(await received(provider(), { url, body: unpaid(code) })).toEqual([{ ...message, outcome }])
  })

  it('leaves out what a paid callback does not have', async () => {
    expect(await received(provider(), { url: `${url}/`, body: unpaid(0) })).toEqual([
      { ...message, outcome: { state: 'paid' } },
    ])
  })

  it.each([
    ['no attempt in its URL', { url: callbackUrl, body: paid }],
    ['an attempt in the middle of its URL', { url: `${callbackUrl}/${attemptId}/more`, body: paid }],
    ['no JSON', { url, body: 'paid' }],
    ['bytes that are no UTF-8', { url, body: new Uint8Array([0x22, 0xff, 0x22]) }],
    ['another form', { url, body: { stkCallback: {} } }],
    ['no session', { url, body: { Body: { stkCallback: { ResultCode: 0 } } } }],
    ['the method GET', { url, method: 'GET', body: paid }],
  ])('takes no callback with %s', async (_, request) => {
    expect(await received(provider(), request)).toBeNull()
  })

  it('finds the attempt behind a query too', async () => {
    const { provider: queried } = scriptedMpesa(() => 'never')
    const [one] = (await received(queried, { url: `${callbackUrl}?x=1&attempt=${attemptId}`, body: paid })) as object[]
    expect(one).toMatchObject({ about: { attemptId } })
  })
})

const payment = {
  TransactionType: 'Pay Bill',
  TransID: 'RKTQDM7W6S',
  TransTime: '20191122063845',
  TransAmount: '10',
  BusinessShortCode: '174379',
  BillRefNumber: 'invoice008',
  InvoiceNumber: '',
  OrgAccountBalance: '',
  ThirdPartyTransID: '',
  MSISDN: '25470****149',
  FirstName: 'John',
  MiddleName: '',
  LastName: 'Doe',
}

describe('mpesa: receive of C2B', () => {
  const confirmation = (body: object, options: Partial<MpesaOptions> = {}) =>
    received(provider(options), { url: `${callbackUrl}/confirmation`, body })
  const validation = (body: object, options: Partial<MpesaOptions> = {}) =>
    received(provider(options), { url: `${callbackUrl}/validation`, body })

  it('reads a confirmation as a hint about a line, without the name and the phone of the payer', async () => {
    expect(await confirmation(payment)).toEqual([
      {
        proof: 'hint',
        about: {
          record: {
            row: 1,
            direction: 'credit',
            amount: 1_000,
            currency: 'KES',
            valueDate: '2019-11-22',
            bookedAt: '2019-11-22T03:38:45.000Z',
            reference: 'invoice008',
            providerTransactionId: 'RKTQDM7W6S',
          },
        },
      },
    ])
  })

  it('dates a payment after midnight in Nairobi by that day', async () => {
    const [one] = (await confirmation({ ...payment, TransTime: '20191122003000', BillRefNumber: '' })) as object[]
    expect(one).toMatchObject({ about: { record: { valueDate: '2019-11-22', bookedAt: '2019-11-21T21:30:00.000Z' } } })
    expect(one).not.toHaveProperty('about.record.reference')
  })

  it('knows confirmation and validation by the path, whatever query follows it', async () => {
    const request = (kind: string) => ({ url: `${callbackUrl}/${kind}/?x=/confirmation`, body: payment })
    expect(await received(provider(), request('confirmation'))).toMatchObject([{ about: { record: { row: 1 } } }])
    expect(await received(provider(), request('validation'))).toHaveProperty('reply')
  })

  it('takes payments of the till as well', async () => {
    expect(await confirmation({ ...payment, BusinessShortCode: 5551234 }, { till: '5551234' })).toHaveLength(1)
  })

  it.each([
    ['of another short code', { BusinessShortCode: '600638' }],
    ['without a short code', { BusinessShortCode: undefined }],
    ['without a receipt', { TransID: '' }],
    ['of no amount', { TransAmount: '0' }],
    ['of an amount that is none', { TransAmount: 'ten' }],
    ['of a day that is none', { TransTime: '20190231063845' }],
  ])('takes no message %s', async (_, changes) => {
    expect(await confirmation({ ...payment, ...changes })).toBeNull()
    expect(await validation({ ...payment, ...changes })).toBeNull()
  })

  const accepted = { reply: { status: 200, headers: { 'content-type': 'application/json' }, body: '' } }
  const replyOf = async (options: Partial<MpesaOptions> = {}) => {
    const content = (await validation(payment, options)) as typeof accepted
    expect(content.reply).toMatchObject({ status: 200, headers: accepted.reply.headers })
    return JSON.parse(content.reply.body) as unknown
  }

  it('accepts each validation by default', async () => {
    expect(await replyOf()).toEqual({ ResultCode: '0', ResultDesc: 'Accepted' })
  })

  it('asks validate about the payment, and refuses it where the answer is false', async () => {
    const questions: object[] = []
    const validate = async (one: object) => {
      questions.push(one)
      return false
    }
    expect(await replyOf({ validate })).toEqual({ ResultCode: 'C2B00012', ResultDesc: 'Rejected' })
    expect(questions).toEqual([
      { reference: 'invoice008', amount: 1_000, currency: 'KES', providerTransactionId: 'RKTQDM7W6S' },
    ])
  })

  it('accepts a payment where validate fails', async () => {
    const validate = () => {
      throw new Error('the database is away')
    }
    expect(await replyOf({ validate })).toEqual({ ResultCode: '0', ResultDesc: 'Accepted' })
  })
})

describe('mpesa: reply', () => {
  it('answers in the words of Daraja', () => {
    const { reply } = provider()
    expect(reply?.(true)).toMatchObject({ status: 200, body: '{"ResultCode":0,"ResultDesc":"Accepted"}' })
    expect(reply?.(false)).toMatchObject({ body: '{"ResultCode":1,"ResultDesc":"Failed"}' })
  })
})
