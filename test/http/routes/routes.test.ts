import { describe, expect, it } from 'vitest'
import { csvOf, minute, request, unknownId } from '../../support/service.js'
import { codeOf, expectCommonHeaders, server } from '../support/server.js'

const prefix = '/v1/payments'

describe('POST /v1/payments and GET /v1/payments: the routes of payments', () => {
  it('create a payment, as the library returns it, with its Location', async () => {
    const { ask, payments } = server()
    const answer = await ask(prefix, { json: request({ customer: { name: 'Abebe' }, metadata: { ward: '3' } }) })
    expect(answer.status).toBe(201)
    expectCommonHeaders(answer)
    expect(answer.headers.get('content-type')).toBe('application/json')
    const created = (await answer.json()) as { id: string }
    expect(created).toStrictEqual(await payments.getPayment(created.id))
    expect(answer.headers.get('location')).toBe(`/v1/payments/${created.id}`)
  })

  it('answer a replay with 201 and the payment as it is now', async () => {
    const { ask, payments } = server()
    const asking = { json: request(), headers: { 'idempotency-key': 'k-1' } }
    const first = (await (await ask(prefix, asking)).json()) as { id: string }
    await payments.confirmPayment(first.id)
    const replay = await ask(prefix, asking)
    expect(replay.status).toBe(201)
    expect(replay.headers.get('location')).toBe(`/v1/payments/${first.id}`)
    expect(await replay.json()).toStrictEqual(await payments.getPayment(first.id))
    expect((await payments.reportPayments()).items).toHaveLength(1)
  })

  it('return one payment, or payment_not_found for an unknown id and for none at all', async () => {
    const { ask, payments } = server()
    const { id } = await payments.createPayment(request())
    const answer = await ask(`${prefix}/${id}`)
    expect([answer.status, await answer.json()]).toStrictEqual([200, await payments.getPayment(id)])
    for (const wrong of [unknownId, 'x', '%20', 'pay_%2F..', id.toLowerCase()]) {
      expect(await codeOf(ask(`${prefix}/${wrong}`))).toEqual([404, 'payment_not_found'])
    }
  })

  it('find by reference in pages, as the library does', async () => {
    const { ask, payments, clock } = server()
    for (let i = 0; i < 3; i++) {
      await payments.createPayment(request({ reference: 'Ward 3/ü&=+' }))
      clock.advance(minute)
    }
    const path = `${prefix}?reference=${encodeURIComponent('Ward 3/ü&=+')}&limit=2`
    const first = (await (await ask(path)).json()) as { nextCursor: string }
    expect(first).toStrictEqual(await payments.findByReference('Ward 3/ü&=+', { limit: 2 }))
    const { nextCursor: cursor } = first
    const second = await (await ask(`${path}&cursor=${cursor}`)).json()
    expect(second).toStrictEqual(await payments.findByReference('Ward 3/ü&=+', { limit: 2, cursor }))
    expect(await (await ask(`${prefix}?reference=`)).json()).toStrictEqual({ items: [], nextCursor: null })
  })

  it('report, export and sum as the library does', async () => {
    const { ask, payments, clock } = server({ basePath: '/billing' })
    const paid = await payments.createPayment(request())
    clock.advance(minute)
    await payments.createPayment(request({ reference: 'INV-2', channel: 'cash', description: '=1+1' }))
    await payments.confirmPayment(paid.id)
    const days = { from: '2026-11-20', to: '2026-11-20' }
    const query = 'from=2026-11-20&to=2026-11-20'
    const read = async (path: string) => (await ask(`/billing/v1/reports/${path}`)).json()
    expect(await read(`payments?${query}`)).toStrictEqual(await payments.reportPayments(days))
    expect(await read('payments')).toStrictEqual(await payments.reportPayments())
    expect(await read('payments?reference=INV-2')).toStrictEqual(await payments.reportPayments({ reference: 'INV-2' }))
    expect(await read('payments?status=failed,succeeded&channel=cash,mobile-banking&basis=paidAt')).toStrictEqual(
      await payments.reportPayments({
        status: ['failed', 'succeeded'],
        channel: ['cash', 'mobile-banking'],
        basis: 'paidAt',
      }),
    )
    const page = (await read('payments?limit=1')) as { nextCursor: string }
    expect(page).toStrictEqual(await payments.reportPayments({ limit: 1 }))
    expect(await read(`payments?limit=5&cursor=${page.nextCursor}`)).toStrictEqual(
      await payments.reportPayments({ limit: 5, cursor: page.nextCursor }),
    )
    expect(await read(`totals?${query}`)).toStrictEqual(await payments.totals(days))
    const csv = await ask(`/billing/v1/reports/payments.csv?${query}&columns=description,late&mode=exact&bom=true`)
    expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present')
    expect(csv.headers.get('content-disposition')).toMatch(/^attachment; filename="[A-Za-z0-9._-]+\.csv"$/)
    expectCommonHeaders(csv)
    expect(new TextDecoder('utf-8', { ignoreBOM: true }).decode(await csv.arrayBuffer())).toBe(
      await csvOf(payments.exportCsv({ ...days, columns: ['description', 'late'], mode: 'exact', bom: true })),
    )
  })

  it('are counted in bytes of UTF-8, for GET and HEAD alike', async () => {
    const { ask, payments } = server()
    const { id } = await payments.createPayment(request({ description: 'የህክምና ክፍያ 👩‍⚕️' }))
    const got = await ask(`${prefix}/${id}`)
    expect(got.headers.get('content-length')).toBe(String((await got.arrayBuffer()).byteLength))
    const head = await ask(`${prefix}/${id}`, { method: 'HEAD' })
    expect([head.status, head.headers.get('content-length')]).toEqual([200, got.headers.get('content-length')])
    expect((await head.arrayBuffer()).byteLength).toBe(0)
  })

  it('list every route in the document, the transitions only with manage, and statements only with finance', async () => {
    const paths = async (manage: boolean, finance = false) => {
      const answer = await server({ manage, finance, basePath: '/billing' }).ask('/billing/v1/openapi.json')
      expect(answer.status).toBe(200)
      const document = (await answer.json()) as { paths: object; servers: [{ url: string }] }
      expect(document.servers[0].url).toBe('/billing')
      return Object.keys(document.paths)
    }
    const shared = [
      '/v1/payments',
      '/v1/payments/batch',
      '/v1/payments/search',
      '/v1/payments/{paymentId}/attempts',
      ...['', '/{attemptId}', '/{attemptId}/history', '/{attemptId}/check', '/{attemptId}/abandon'].map(
        (rest) => `/v1/attempts${rest}`,
      ),
      '/v1/payments/{paymentId}/history',
      '/v1/payments/{paymentId}',
      '/v1/reports/payments',
      '/v1/reports/payments.csv',
      '/v1/reports/totals',
      '/v1/openapi.json',
    ]
    const verbs = ['confirm', 'fail', 'expire', 'reverse', 'cancel'].map((verb) => `/v1/payments/{paymentId}/${verb}`)
    expect((await paths(false)).sort()).toEqual([...shared].sort())
    expect((await paths(true)).sort()).toEqual([...shared, ...verbs].sort())
    const ofLines = [
      '',
      '/suggestions',
      '/history',
      '/notes',
      '/allocate',
      '/accept',
      '/unallocate',
      '/hold',
      '/release',
      '/mark-duplicate',
      '/assign',
      '/payer',
      '/propose',
    ]
    const ofFinance = [
      ...['/v1/receipts', '/v1/receipts.csv', '/v1/receipts/{year}/{number}/print', '/v1/payments/{paymentId}/receipt'],
      ...['/v1/imports', '/v1/imports/{importId}', '/v1/lines', '/v1/lines.csv', '/v1/lines/totals'],
      ...ofLines.map((rest) => `/v1/lines/{lineKey}${rest}`),
      ...['/v1/refunds', '/v1/refunds/{refundId}', '/v1/reports/refunds', '/v1/reports/refunds.csv'],
      ...['approve', 'reject', 'confirm', 'fail', 'cancel'].map((verb) => `/v1/refunds/{refundId}/${verb}`),
      ...['/v1/closings', '/v1/closings.csv', '/v1/closings/reopen', '/v1/closings/through', '/v1/months/{month}'],
      ...['/v1/layouts', '/v1/layouts/{layout}', '/v1/lines/{lineKey}/void'],
      ...['journal.csv', 'actors', 'audit', 'audit.csv'].map((report) => `/v1/reports/${report}`),
      ...['/v1/rules', '/v1/rules/try', '/v1/rules/{ruleId}', '/v1/rules/{ruleId}/apply'],
      ...['', '/{sessionId}'].map((rest) => `/v1/cash/sessions${rest}`),
      ...['history', 'report', 'take', 'pay-out', 'send', 'close', 'explain'].map(
        (rest) => `/v1/cash/sessions/{sessionId}/${rest}`,
      ),
      ...['/v1/cash/transits', '/v1/cash/transfers/{lineKey}/receive', '/v1/cash/transfers/{lineKey}/recall'],
      ...['', '/statement', '/apply'].map((rest) => `/v1/payers/{payerId}${rest}`),
      ...['', '.csv', ...['', '/approve', '/reject', '/cancel', '/revoke'].map((rest) => `/{waiverId}${rest}`)].map(
        (rest) => `/v1/waivers${rest}`,
      ),
      ...['/v1/erasures', '/v1/accounts', '/v1/accounts/{account}/balance', '/v1/attention', '/v1/days/{day}/report'],
    ]
    expect((await paths(false, true)).sort()).toEqual([...shared, ...ofFinance].sort())
  })
})
