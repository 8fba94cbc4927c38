import { memoryRepository } from 'hospital-payments'
import { describe, expect, it } from 'vitest'
import { ofPaymentsAlone } from '../../support/finance-repositories.js'
import { minute, request, unknownId } from '../../support/service.js'
import { codeOf, errorOf, issuesOf, server } from '../support/server.js'

describe('GET /v1/payments/{paymentId}/history: the events of a payment', () => {
  it('are those of the library, oldest first', async () => {
    const { ask, payments } = server()
    const { id } = await payments.createPayment(request())
    await payments.confirmPayment(id, { providerTransactionId: 'TX-1', actor: 'till' })
    const answer = await ask(`/v1/payments/${id}/history`)
    const events = (await answer.json()) as { type: string }[]
    expect(answer.status).toBe(200)
    expect(events).toStrictEqual(await payments.history(id))
    expect(events.map(({ type }) => type)).toEqual(['payment.created', 'payment.succeeded'])
  })

  it('are payment_not_found for an unknown payment', async () => {
    for (const id of [unknownId, 'x', '%20', 'search', 'batch']) {
      const error = await errorOf(await server().ask(`/v1/payments/${id}/history`))
      expect([error.code, error.details]).toEqual(['payment_not_found', { paymentId: decodeURIComponent(id) }])
    }
  })
})

describe('GET /v1/payments/search', () => {
  it('has the results of the library, in pages', async () => {
    const { ask, payments, clock } = server()
    const customer = { name: 'Abebe Kebede', phone: '+251911000678' }
    for (const [reference, amount] of [
      ['INV-0I', 150_000],
      ['INV-02', 150_000],
      ['INV-03', 99],
    ] as const) {
      await payments.createPayment(request({ reference, amount, customer }))
      clock.advance(minute)
    }
    await payments.createPayment(request({ reference: 'INV-04', channel: 'cash' }))
    const queries: [string, Parameters<typeof payments.search>[0], number][] = [
      ['', {}, 4],
      ['text=inv%2001', { text: 'inv 01' }, 1],
      ['text=kebe', { text: 'kebe' }, 3],
      ['amount=150000&currency=ETB&phone=678', { amount: 150_000, currency: 'ETB', phone: '678' }, 2],
      ['phone=2519****678&status=pending,failed', { phone: '2519****678', status: ['pending', 'failed'] }, 3],
      [
        'channel=cash,till&from=2026-11-20&to=2026-11-20',
        { channel: ['cash', 'till'], from: '2026-11-20', to: '2026-11-20' },
        1,
      ],
    ]
    for (const [query, search, count] of queries) {
      const answer = await ask(`/v1/payments/search?${query}`)
      const page = (await answer.json()) as { items: unknown[] }
      expect([query, answer.status, page.items.length]).toEqual([query, 200, count])
      expect(page).toStrictEqual(await payments.search(search))
    }
    const first = (await (await ask('/v1/payments/search?text=kebede&limit=2')).json()) as { nextCursor: string }
    const rest = await ask(`/v1/payments/search?text=kebede&limit=2&cursor=${first.nextCursor}`)
    expect(await rest.json()).toMatchObject({ items: [{ reference: 'INV-0I' }], nextCursor: null })
  })

  it('refuses a query that cannot be searched for', async () => {
    const { ask } = server()
    expect(await issuesOf(ask('/v1/payments/search?amount=0&limit=0&status=late&reference=INV-1'))).toEqual([
      'amount must be an integer of minor units from 1 to 9007199254740991',
      'limit must be an integer from 1 to 500',
      'status must be one or more of pending, succeeded, failed, expired, reversed, separated by commas',
      'reference is not a known parameter',
    ])
    expect(await issuesOf(ask('/v1/payments/search?text=%20&phone=12&currency=etb'))).toHaveLength(3)
    expect(await codeOf(ask('/v1/payments/search?from=x'))).toEqual([400, 'invalid_date_range'])
    expect(await codeOf(ask('/v1/payments/search?cursor=x'))).toEqual([400, 'invalid_cursor'])
    const other = await ask('/v1/payments/search', { method: 'POST' })
    expect([other.status, other.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS'])
  })

  it('needs a repository that can search', async () => {
    const reported: unknown[] = []
    const repository = ofPaymentsAlone(memoryRepository())
    const { ask } = server({ onError: (error) => reported.push((error as Error).message) }, { repository })
    expect(await codeOf(ask('/v1/payments/search?text=a'))).toEqual([500, 'internal_error'])
    expect(reported).toEqual([expect.stringContaining('this repository stores no statement lines')])
  })
})
