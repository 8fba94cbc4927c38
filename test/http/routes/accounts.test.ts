import { describe, expect, it } from 'vitest'
import { counter } from '../support/counter.js'
import { codeOf, issuesOf } from '../support/server.js'

const reads = [
  '/v1/accounts',
  '/v1/accounts/cash.window-1/balance?currency=ETB',
  '/v1/attention',
  '/v1/days/2026-11-20/report',
]

async function ofReports() {
  const made = counter()
  await made.opened()
  await made.opened('bekele', { point: 'window 2/a'.replace(/[ /]/g, '-'), float: 7 })
  const read = async (path: string) => {
    const answer = await made.askAs('amina', path)
    expect([path, answer.status]).toEqual([path, 200])
    return answer.json()
  }
  return { ...made, read }
}

describe('GET /v1/accounts: accounts and what they hold', () => {
  it('are listed as the library does, a page at a time', async () => {
    const { read, payments, askAs } = await ofReports()
    expect(await read('/v1/accounts')).toEqual(await payments.accounts.list())
    const page = (await read('/v1/accounts?limit=1')) as { items: unknown[]; nextCursor: string }
    expect(page.items).toMatchObject([{ account: 'cash.window-1', kind: 'cash' }])
    const next = (await read(`/v1/accounts?limit=1&cursor=${page.nextCursor}`)) as { items: unknown[] }
    expect(next.items).toMatchObject([{ account: 'cash.window-2-a' }])
    expect(await codeOf(askAs('amina', '/v1/accounts?cursor=x'))).toEqual([400, 'invalid_cursor'])
  })

  it('have a balance, that of a day too; an unknown one holds 0', async () => {
    const { read, askAs } = await ofReports()
    expect(await read('/v1/accounts/cash.window-1/balance?currency=ETB')).toBe('50000')
    expect(await read('/v1/accounts/cash.window-1/balance?currency=ETB&through=2026-11-19')).toBe('0')
    expect(await read('/v1/accounts/cbe%201000%2Fa/balance?currency=ETB')).toBe('0')
    expect(await issuesOf(askAs('amina', '/v1/accounts/a/balance?colour=blue'))).toEqual([
      'colour is not a known parameter',
      'currency is required',
    ])
    expect(await issuesOf(askAs('amina', '/v1/accounts/a/balance?currency=birr'))).toHaveLength(1)
    const wrongDay = askAs('amina', '/v1/accounts/a/balance?currency=ETB&through=2026-02-30')
    expect(await issuesOf(wrongDay)).toEqual(['through must be a calendar day YYYY-MM-DD'])
  })
})

describe('GET /v1/attention and GET /v1/days/{day}/report: reports', () => {
  it('are those of the library', async () => {
    const { read, payments, askAs } = await ofReports()
    expect(await read('/v1/attention')).toEqual(await payments.attention())
    const query = { graceDays: 0, channels: ['cash'], missingUpTo: 5, asOf: '2026-11-21T09:00:00Z' }
    const text = `graceDays=0&channels=cash&missingUpTo=5&asOf=${encodeURIComponent(query.asOf)}`
    expect(await read(`/v1/attention?${text}`)).toEqual(await payments.attention(query))
    expect(await issuesOf(askAs('amina', '/v1/attention?graceDays=x&asOf=today'))).toHaveLength(2)
    expect(await read('/v1/days/2026-11-20/report')).toEqual(await payments.days.report({ day: '2026-11-20' }))
    const ofChannel = await payments.days.report({ day: '2026-11-20', channel: 'cash' })
    expect(await read('/v1/days/2026-11-20/report?channel=cash')).toEqual(ofChannel)
    expect(await issuesOf(askAs('amina', '/v1/days/2026-02-30/report'))).toHaveLength(1)
  })

  it.each(reads)('%s needs reports:read, and the routes of finance', async (path) => {
    expect(await codeOf(counter().askAs('lily', path))).toEqual([403, 'forbidden'])
    expect(await codeOf(counter({ finance: false }).askAs('amina', path))).toEqual([404, 'not_found'])
  })
})

describe('GET /v1/cash/sessions: the routes of the counter', () => {
  it.each<[string, string, string]>([
    ['GET', '/v1/cash/sessions', 'cash:take'],
    ['POST', '/v1/cash/sessions', 'cash:take'],
    ['GET', '/v1/cash/sessions/x', 'cash:take'],
    ['GET', '/v1/cash/sessions/x/history', 'cash:take'],
    ['GET', '/v1/cash/sessions/x/report', 'cash:take'],
    ['POST', '/v1/cash/sessions/x/take', 'cash:take'],
    ['POST', '/v1/cash/sessions/x/pay-out', 'cash:take'],
    ['POST', '/v1/cash/sessions/x/send', 'cash:take'],
    ['POST', '/v1/cash/sessions/x/close', 'cash:take'],
    ['POST', '/v1/cash/sessions/x/explain', 'cash:supervise'],
    ['GET', '/v1/cash/transits', 'cash:take'],
    ['POST', '/v1/cash/transfers/x/receive', 'cash:take'],
    ['POST', '/v1/cash/transfers/x/recall', 'cash:supervise'],
    ['POST', '/v1/lines/x/void', 'cash:supervise'],
  ])('%s %s needs %s, and the routes of finance', async (method, path, scope) => {
    const refused = await counter().askAs('amina', path, { method })
    expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([
      403,
      `Bearer realm="hospital-payments", error="insufficient_scope", scope="${scope}"`,
    ])
    expect(await codeOf(counter({ finance: false }).askAs('lily', path, { method }))).toEqual([404, 'not_found'])
  })
})
