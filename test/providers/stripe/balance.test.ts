import { describe, expect, it } from 'vitest'
import { recordsOf } from '../support/lines-of.js'
import { fetchError, json, type Scripted } from '../support/scripted-fetch.js'
import { scriptedStripe } from './support.js'

const [from, to] = ['2026-11-19T21:00:00.000Z', '2026-11-20T20:59:59.999Z']

/** Makes a balance transaction as Stripe returns it, with its source. */
const transaction = (changes: object = {}) => ({
  id: 'txn_1',
  object: 'balance_transaction',
  amount: 150_000,
  available_on: 1_795_300_000,
  created: 1_795_165_260,
  currency: 'usd',
  description: 'OPD7731',
  fee: 4_380,
  net: 145_620,
  source: { id: 'ch_1', object: 'charge', payment_intent: 'pi_1' },
  type: 'charge',
  ...changes,
})

const page = (data: readonly object[], has_more = false) => json(200, { object: 'list', data, has_more })
const listOf = (...transactions: object[]) => recordsOf(scriptedStripe(() => page(transactions)).provider, from, to)

const common = { currency: 'USD', valueDate: '2026-11-20', bookedAt: '2026-11-20T09:01:00.000Z' }
const payment = { ...common, providerTransactionId: 'pi_1', reference: 'OPD7731' }

describe('stripe: list', () => {
  it('yields a payment under the receipt of the attempt, and its fee behind it', async () => {
    expect(await listOf(transaction())).toEqual([
      { row: 1, direction: 'credit', amount: 150_000, ...payment, narration: 'charge' },
      { row: 1, direction: 'debit', amount: 4_380, ...payment, narration: 'charge fee', isFee: true },
    ])
  })

  it('yields refunds, payouts and fees of Stripe under ids of their own', async () => {
    const source = { id: 're_1', object: 'refund', payment_intent: 'pi_1' }
    const records = await listOf(
      transaction({ id: 'txn_2', type: 'refund', amount: -50_000, fee: 0, source }),
      transaction({ id: 'txn_3', type: 'payout', amount: -90_000, fee: 0, source: { id: 'po_1' } }),
      transaction({ id: 'txn_4', type: 'stripe_fee', amount: -200, fee: 0, source: null, description: null }),
      transaction({ id: 'txn_5', type: 'adjustment', amount: 150_000, fee: -1_500, source: { id: 'dp_1' } }),
    )
    expect(records).toEqual([
      { row: 1, direction: 'debit', amount: 50_000, ...common, providerTransactionId: 're_1', narration: 'refund' },
      { row: 2, direction: 'debit', amount: 90_000, ...common, providerTransactionId: 'po_1', narration: 'payout' },
      { row: 3, direction: 'debit', amount: 200, ...common, providerTransactionId: 'txn_4', narration: 'stripe_fee' },
      {
        row: 4,
        direction: 'credit',
        amount: 150_000,
        ...common,
        providerTransactionId: 'dp_1',
        narration: 'adjustment',
      },
      {
        row: 4,
        direction: 'credit',
        amount: 1_500,
        ...common,
        providerTransactionId: 'dp_1',
        narration: 'adjustment fee',
      },
    ])
  })

  it('reads the units of Stripe, and leaves out an amount of 0', async () => {
    const [line, ...more] = await listOf(transaction({ currency: 'ugx', amount: 500_000, fee: 0 }))
    expect([line, more]).toMatchObject([{ amount: 5_000, currency: 'UGX' }, []])
    expect(await listOf(transaction({ amount: 0, fee: 0 }))).toEqual([])
  })

  it('names a payment whose source was not read by the id of the charge', async () => {
    const [line] = await listOf(transaction({ source: 'ch_1', description: null }))
    expect(line).toMatchObject({ providerTransactionId: 'ch_1' })
    expect(line).not.toHaveProperty('reference')
  })

  it.each([
    [{ amount: '1' }, 'the amount cannot be read'],
    [{ fee: 1.5 }, 'the amount cannot be read'],
    [{ currency: 'xxx' }, 'the amount cannot be read'],
    [{ created: null }, 'the time cannot be read'],
    [{ id: null, source: null }, 'the id is missing'],
  ])('rejects a transaction with %o', async (changes, rejected) => {
    expect(await listOf(transaction(changes))).toEqual([{ row: 1, rejected }])
  })

  it('reads every page of the range', async () => {
    const { provider, sent } = scriptedStripe(({ url }) =>
      url.searchParams.has('starting_after')
        ? page([transaction({ id: 'txn_3', fee: 0 })])
        : page([transaction({ fee: 0 }), transaction({ id: 'txn_2', fee: 0 })], true),
    )
    const records = await recordsOf(provider, from, to)
    expect(records.map(({ row }) => row)).toEqual([1, 2, 3])
    expect(sent.map(({ url }) => `${url.pathname} ${url.searchParams.get('starting_after')}`)).toEqual([
      '/v1/balance_transactions null',
      '/v1/balance_transactions txn_2',
    ])
    expect(Object.fromEntries(sent[0]?.url.searchParams ?? [])).toEqual({
      'created[gte]': '1795122000',
      'created[lte]': '1795208399',
      'expand[]': 'data.source',
      limit: '100',
    })
  })

  it.each<[string, Scripted]>([
    ['500', json(500)],
    ['401', json(401)],
    ['200 without a list', json(200, {})],
    ['200 that does not say whether more follows', json(200, { data: [] })],
    ['200 that says more follows behind nothing', json(200, { data: [], has_more: true })],
    ['200 whose last object has no id', json(200, { data: [{ amount: 1 }], has_more: true })],
    ['a lost connection', fetchError('ECONNRESET')],
  ])('throws after %s on a later page, and ends no list early', async (_, failure) => {
    const { provider } = scriptedStripe(({ url }) =>
      url.searchParams.has('starting_after') ? failure : page([transaction()], true),
    )
    await expect(recordsOf(provider, from, to)).rejects.toMatchObject({ code: 'provider_unavailable' })
  })
})
