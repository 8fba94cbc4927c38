import { describe, expect, it } from 'vitest'
import { IssueList } from '../../../src/domain/issue.js'
import { reportParameters } from '../../../src/http/request/parameters.js'
import { readQuery } from '../../../src/http/request/query.js'
import { request } from '../../support/service.js'
import { codeOf, issuesOf, server } from '../support/server.js'

describe('readQuery: a query', () => {
  const { ask } = server()
  const report = (query: string) => ask(`/v1/reports/payments?${query}`)

  it('is refused with all its mistakes at once', async () => {
    const path =
      '/v1/reports/payments.csv?limit=1&bom=TRUE&mode=raw&from=1&from=2&status=paid&%ff=1&reference=%C3&x%20y=1'
    expect(await issuesOf(ask(path))).toEqual([
      'limit is not a known parameter',
      'bom must be true or false',
      'mode must be one of spreadsheet, exact',
      'from is given more than once',
      'status must be one or more of pending, succeeded, failed, expired, reversed, separated by commas',
      '? is not percent-encoded UTF-8',
      'reference is not percent-encoded UTF-8',
      '? is not a known parameter',
    ])
    expect(await issuesOf(ask('/v1/payments?limit=0'))).toEqual([
      'limit must be an integer from 1 to 500',
      'reference is required',
    ])
  })

  it.each([
    ['limit', 'limit must be an integer from 1 to 500'],
    ['limit&status=', 'limit must be an integer from 1 to 500'],
    ['held=true', 'held is not a known parameter'],
    [
      'status=pending,x',
      'status must be one or more of pending, succeeded, failed, expired, reversed, separated by commas',
    ],
  ])('names the mistake in %s', async (query, issue) => {
    expect(await issuesOf(report(query))).toContain(issue)
  })

  it('may have a parameter without a value; empty names are unknown', () => {
    const read = (search: string) => {
      const issues = new IssueList()
      const values = readQuery(search, reportParameters, issues)
      return issues.isEmpty ? values : issues.refusal().details.issues
    }
    expect(read('?reference')).toEqual({ reference: '' })
    expect(read('reference=a&&limit=5&')).toEqual({ reference: 'a', limit: 5 })
    expect(read('?=1')).toEqual([{ path: '?', message: 'is not a known parameter' }])
    expect(read('?%ff=1')).toEqual([{ path: '?', message: 'is not percent-encoded UTF-8' }])
  })

  it.each(['0', '01', '501', '999', '1000', '-1', '+1', '1.0', '1e2', '', '%20', '0x10', '١', '1,2'])(
    'has no limit %s',
    async (limit) =>
      expect(await issuesOf(report(`limit=${limit}`))).toEqual(['limit must be an integer from 1 to 500']),
  )

  it.each(['limit=1', 'limit=500', '', '&&', 'li%6dit=5', 'status=pending,failed', 'reference=a+b', 'channel=', 'to='])(
    'is read: %s',
    async (query) => expect((await report(query)).status).toBe(query === 'to=' ? 400 : 200),
  )

  it.each([
    '__proto__=1',
    'constructor=1',
    'Limit=1',
    'limit',
    'limit=1&li%6Dit=1',
    'status=',
    'status=pending,',
    'basis=x',
  ])('is refused: %s', async (query) => expect(await codeOf(report(query))).toEqual([400, 'invalid_request']))

  it.each(['%', '%f', '%zz', '%ff', '%c0%80', '%ed%a0%80', 'a%E2%82'])('has no value %s', async (value) => {
    expect(await issuesOf(report(`reference=${value}`))).toEqual(['reference is not percent-encoded UTF-8'])
  })

  it('reads + as a space, and %2B as a plus', async () => {
    const { ask: look, payments } = server()
    await payments.createPayment(request({ reference: 'a b+c' }))
    const { items } = (await (await look('/v1/payments?reference=a+b%2Bc')).json()) as { items: unknown[] }
    expect(items).toHaveLength(1)
  })

  it('has the columns that exist, and each parameter once', async () => {
    const csv = (query: string) => ask(`/v1/reports/payments.csv?${query}`)
    expect((await csv('columns=late,createdAt')).status).toBe(200)
    for (const query of [
      'columns=late&columns=late',
      'columns=',
      'columns=phone',
      'columns=late,late',
      'bom=',
      'bom=1',
    ]) {
      expect(await codeOf(csv(query))).toEqual([400, 'invalid_request'])
    }
  })

  it.each(['from=2026-02-30', 'from=', 'to=9999-01-01', 'from=2026-01-02&to=2026-01-01', 'from=%F0%9F%91%8D', 'to=1'])(
    'has no days %s',
    async (query) => {
      for (const path of ['payments', 'payments.csv', 'totals']) {
        expect(await codeOf(ask(`/v1/reports/${path}?${query}`))).toEqual([400, 'invalid_date_range'])
      }
    },
  )

  it('has only the cursors of its own route and filters', async () => {
    const { ask: look, payments } = server()
    for (let i = 0; i < 2; i++) await payments.createPayment(request())
    const { nextCursor } = await payments.reportPayments({ limit: 1 })
    const wrong = ['cursor=', 'cursor=x', `cursor=${'x'.repeat(600)}`, `cursor=${nextCursor}A`, 'cursor=%00']
    for (const query of [...wrong, `status=pending&cursor=${nextCursor}`]) {
      expect(await codeOf(look(`/v1/reports/payments?${query}`))).toEqual([400, 'invalid_cursor'])
    }
    expect(await codeOf(look(`/v1/payments?reference=INV-1&cursor=${nextCursor}`))).toEqual([400, 'invalid_cursor'])
  })
})
