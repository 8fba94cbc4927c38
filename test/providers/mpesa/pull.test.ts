import { describe, expect, it } from 'vitest'
import { nowMs } from '../support/attempt.js'
import { recordsOf } from '../support/lines-of.js'
import { fetchError, json, type Scripted, type Sent } from '../support/scripted-fetch.js'
import { scriptedMpesa } from './support.js'

const from = '2026-11-19T09:00:00.000Z'
const to = '2026-11-20T09:00:00.000Z'

/** Makes a row as Daraja's public example has it. */
const row = (transactionId: string, changes: object = {}) => ({
  transactionId,
  trxDate: '2026-11-19T22:13:00Z',
  msisdn: 722000000,
  sender: 'JANE DOE',
  transactiontype: 'c2b-pay-bill-debit',
  billreference: '37207636392',
  amount: '168.00',
  organizationname: 'Daraja Pull API Test',
  ...changes,
})
const page = (rows: readonly object[]) =>
  json(200, { ResponseRefID: '26178-42530161-2', ResponseCode: '1000', ResponseMessage: 'Success', Response: [rows] })
const nothing = json(200, { ResponseCode: '1001', Response: '[[]]' })

const line = (receipt: string, number: number) => ({
  row: number,
  direction: 'credit',
  amount: 16_800,
  currency: 'KES',
  valueDate: '2026-11-20',
  bookedAt: '2026-11-19T22:13:00.000Z',
  reference: '37207636392',
  providerTransactionId: receipt,
})

const offsetOf = ({ body }: Sent) => Number((JSON.parse(body) as { OffSetValue: string }).OffSetValue)
const listOf = (answer: (sent: Sent) => Scripted) => recordsOf(scriptedMpesa(answer).provider, from, to)

describe('mpesa: list', () => {
  it('asks for the range in the time of Nairobi, and yields credits without the name and the phone', async () => {
    const { provider, sent } = scriptedMpesa((one) =>
      offsetOf(one) === 0 ? page([row('SKJ1'), row('SKJ2')]) : nothing,
    )
    expect(await recordsOf(provider, from, to)).toEqual([line('SKJ1', 1), line('SKJ2', 2)])
    const queries = sent.filter(({ url }) => url.pathname === '/pulltransactions/v1/query')
    const range = { ShortCode: '174379', StartDate: '2026-11-19 12:00:00', EndDate: '2026-11-20 12:00:00' }
    expect(queries.map(({ body }) => JSON.parse(body) as object)).toEqual([
      { ...range, OffSetValue: '0' },
      { ...range, OffSetValue: '2' },
    ])
  })

  it('yields each payment once, though rows move between pages', async () => {
    const all = Array.from({ length: 250 }, (_, nth) => row(`SKJ${nth}`))
    const records = await listOf((sent) => page(all.slice(Math.max(0, offsetOf(sent) - 1)).slice(0, 100)))
    expect(records.map((record) => 'providerTransactionId' in record && record.providerTransactionId)).toEqual(
      all.map(({ transactionId }) => transactionId),
    )
  })

  it('ends where the provider ignores the offset', async () => {
    expect(await listOf(() => page([row('SKJ1')]))).toHaveLength(1)
  })

  it('is empty with 1001', async () => {
    expect(await listOf(() => nothing)).toEqual([])
  })

  it('reads a time without a zone in Nairobi', async () => {
    const [record] = await listOf(() => page([row('SKJ1', { trxDate: '2026-11-20 01:13:00' })]))
    expect(record).toEqual(line('SKJ1', 1))
  })

  it('rejects each row without a receipt, and each that is no object', async () => {
    const rows = [row('', { amount: '1.00' }), row('', { amount: '2.00' }), 'SKJ9' as unknown as object, row('SKJ4')]
    expect(await listOf(() => page(rows))).toEqual([
      { row: 1, rejected: 'the receipt is missing' },
      { row: 2, rejected: 'the receipt is missing' },
      { row: 3, rejected: 'the receipt is missing' },
      line('SKJ4', 4),
    ])
  })

  it('rejects a row that cannot be read, with the reason', async () => {
    const rows = [row('SKJ1', { amount: '-1' }), row('SKJ2', { trxDate: 'today' }), row(''), row('SKJ4')]
    expect(await listOf(() => page(rows))).toEqual([
      { row: 1, rejected: 'the amount cannot be read' },
      { row: 2, rejected: 'the time cannot be read' },
      { row: 3, rejected: 'the receipt is missing' },
      line('SKJ4', 4),
    ])
  })

  it.each<[string, Scripted]>([
    ['500', json(500, { errorCode: '500', errorMessage: 'Failed to retrieve transactions.' })],
    ['429', json(429)],
    ['another code', json(200, { ResponseCode: '1002' })],
    ['200 without a code', json(200, {})],
    ['success without its rows', json(200, { ResponseCode: '1000' })],
    ['success with rows of another form', json(200, { ResponseCode: '1000', Response: {} })],
    ['a lost connection', fetchError('ECONNRESET')],
    ['a refused token', json(404, { errorCode: '404.001.03' })],
  ])('throws after %s on a later page, and ends no list early', async (_, failure) => {
    const { provider } = scriptedMpesa((one) => (offsetOf(one) === 0 ? page([row('SKJ1')]) : failure))
    await expect(recordsOf(provider, from, to)).rejects.toMatchObject({ code: 'provider_unavailable' })
  })

  it('refuses a range that begins more than 48 hours ago', async () => {
    const { provider, sent } = scriptedMpesa(() => nothing)
    const earliest = nowMs - 48 * 3_600_000
    const range = (ms: number) => recordsOf(provider, new Date(ms).toISOString(), to)
    await expect(range(earliest - 1)).rejects.toMatchObject({
      code: 'invalid_request',
      details: { issues: [{ path: 'from', message: expect.any(String) as string }] },
    })
    expect(sent).toEqual([])
    expect(await range(earliest)).toEqual([])
  })
})

describe('mpesa: registerPull', () => {
  const registration = { nominatedNumber: '254722000000', callbackUrl: 'https://h.example/pull' }

  it.each(['1000', '1001'])('registers the short code, which %s confirms', async (ResponseStatus) => {
    const { provider, sent } = scriptedMpesa(() => json(200, { ResponseStatus, ShortCode: '174379' }))
    await provider.registerPull(registration)
    expect(sent[1]?.url.pathname).toBe('/pulltransactions/v1/register')
    expect(JSON.parse(sent[1]?.body ?? '')).toEqual({
      ShortCode: '174379',
      RequestType: 'Pull',
      NominatedNumber: '254722000000',
      CallBackURL: 'https://h.example/pull',
    })
  })

  it.each([json(400, { errorCode: '400.001' }), json(200, { ResponseStatus: '1002' })])(
    'throws for any other answer',
    async (answer) => {
      const { provider } = scriptedMpesa(() => answer)
      await expect(provider.registerPull(registration)).rejects.toMatchObject({ code: 'provider_unavailable' })
    },
  )
})
