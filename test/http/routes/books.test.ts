import { describe, expect, it } from 'vitest'
import { csvOf, request } from '../../support/service.js'
import { financeServer } from '../support/finance.js'
import { errorOf, everyScope, issuesOf } from '../support/server.js'

const days = { from: '2026-11-20', to: '2026-11-20' }
const query = 'from=2026-11-20&to=2026-11-20'

/** Makes a handler for a person with some scopes, over a payment and a line with a narration. */
async function withBooks(scopes: readonly string[] = everyScope) {
  const made = financeServer({ authenticate: () => ({ actor: 'sara', scopes }), manage: true })
  await made.payments.createPayment(request(), { actor: 'amina' })
  const line = { row: 1, direction: 'credit', amount: 900, currency: 'ETB', valueDate: '2026-11-19' } as const
  await made.payments.statements.import([{ ...line, narration: 'from Abebe' }], { account: 'cbe', actor: 'run' })
  return made
}

describe('GET /v1/reports/journal.csv and GET /v1/reports/audit: the routes of the books', () => {
  it('answer as the library does', async () => {
    const { ask, payments } = await withBooks()
    const { reports } = payments
    const text = async (path: string) => (await ask(path)).text()
    expect(await text(`/v1/reports/journal.csv?${query}`)).toBe(await csvOf(reports.journal(days)))
    const exact = await csvOf(reports.journal({ ...days, accounts: ['cbe', 'abay'] }, { mode: 'exact' }))
    expect(await text(`/v1/reports/journal.csv?${query}&accounts=cbe,abay&mode=exact`)).toBe(exact)
    expect(await (await ask(`/v1/reports/actors?${query}`)).json()).toEqual(await reports.byActor(days))
    const page = (await (await ask(`/v1/reports/audit?${query}&limit=1`)).json()) as { nextCursor: string }
    expect(page).toEqual(await reports.audit({ ...days, limit: 1 }))
    const next = `/v1/reports/audit?${query}&limit=1&cursor=${encodeURIComponent(page.nextCursor)}`
    expect(await (await ask(next)).json()).toMatchObject({ items: [{ kind: 'payment', actor: 'amina' }] })
    expect(await text(`/v1/reports/audit.csv?${query}&actor=run`)).toBe(
      await csvOf(reports.exportAudit({ ...days, actor: 'run' })),
    )
    const file = await ask(`/v1/reports/journal.csv?${query}`)
    expect(file.headers.get('content-disposition')).toBe('attachment; filename="journal_2026-11-20.csv"')
  })

  it('leave memo empty without the scope lines:read', async () => {
    const { ask, payments } = await withBooks(['reports:read'])
    const csv = await (await ask(`/v1/reports/journal.csv?${query}`)).text()
    expect(csv).toBe(await csvOf(payments.reports.journal(days, { memo: false })))
    expect(csv).not.toContain('Abebe')
  })

  it('need the scope reports:read', async () => {
    const { ask } = await withBooks(everyScope.filter((scope) => scope !== 'reports:read'))
    for (const path of ['journal.csv', 'actors', 'audit', 'audit.csv'])
      expect((await errorOf(await ask(`/v1/reports/${path}?${query}`))).code).toBe('forbidden')
  })

  it('refuse days that are missing or none, and what they do not know', async () => {
    const { ask } = await withBooks()
    for (const path of ['journal.csv', 'actors', 'audit', 'audit.csv']) {
      const of = (rest: string) => ask(`/v1/reports/${path}?${rest}`)
      expect(await issuesOf(of('from=2026-11-20'))).toEqual(['to is required'])
      expect((await errorOf(await of('from=2026-11-21&to=2026-11-20'))).code).toBe('invalid_date_range')
      expect(await issuesOf(of(`${query}&memo=true`))).toEqual(['memo is not a known parameter'])
    }
    expect((await errorOf(await ask(`/v1/reports/audit?${query}&cursor=x`))).code).toBe('invalid_cursor')
  })
})
