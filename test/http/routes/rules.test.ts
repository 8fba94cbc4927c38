import type { Rule, StatementLine } from 'hospital-payments'
import { describe, expect, it } from 'vitest'
import { codeOf, issuesOf, server } from '../support/server.js'

const call = { text: 'ledger fee', category: 'bank_fee' }
const fee = (row: number): StatementLine => ({
  ...{ row, direction: 'debit', amount: 100 + row, currency: 'ETB', valueDate: '2026-11-20' },
  narration: `LEDGER FEE ${row}`,
})

/** Makes a server with two open charges, whose clerk (amina) may write lines and whose reader (hana) may not. */
async function withCharges() {
  const made = server(
    {
      finance: true,
      authenticate: ({ headers }) => {
        const actor = headers.get('x-person')
        const write = actor === 'hana' ? [] : (['lines:write'] as const)
        return { actor, scopes: ['lines:read', ...write] }
      },
    },
    { timeZone: 'Africa/Addis_Ababa' },
  )
  await made.payments.statements.import([fee(2), fee(3)], { account: 'cbe-1000' })
  const ask = (person: string, path: string, init: object = {}) =>
    made.ask(`/v1/rules${path}`, { ...init, headers: { 'x-person': person } })
  const created = async () => (await (await ask('amina', '', { json: call })).json()) as Rule
  return { ...made, ask, created }
}

describe('POST /v1/rules', () => {
  it('remembers a rule as the principal, touches no line, and says where it is', async () => {
    const { ask, payments } = await withCharges()
    const answer = await ask('amina', '', { json: call })
    const rule = (await answer.json()) as Rule
    expect([answer.status, answer.headers.get('location')]).toEqual([201, `/v1/rules/${rule.id}`])
    expect(rule).toMatchObject({ ...call, direction: 'debit', createdBy: 'amina', deletedAt: null })
    expect(await (await ask('hana', `/${rule.id}`)).json()).toEqual(rule)
    expect(await (await ask('hana', '?limit=5')).json()).toEqual({ items: [rule], nextCursor: null })
    expect((await payments.lines.list({ status: 'open' })).items).toHaveLength(2)
  })

  it('refuses what the library refuses, an actor in the body, and those who may only read', async () => {
    const { ask } = await withCharges()
    expect(await issuesOf(ask('amina', '', { json: { ...call, text: 'a b', actor: 'x' } }))).toHaveLength(2)
    expect(await codeOf(ask('hana', '', { json: call }))).toEqual([403, 'forbidden'])
    expect(await codeOf(ask('amina', '/rul_00000000000000000000000000'))).toEqual([404, 'rule_not_found'])
  })
})

describe('POST /v1/rules/try', () => {
  it('counts the open lines for those who may read, and is no id', async () => {
    const { ask, payments } = await withCharges()
    const answer = await ask('hana', '/try', { json: call })
    expect([answer.status, await answer.json()]).toEqual([200, { lines: 2 }])
    expect((await payments.rules.list()).items).toEqual([])
    expect(await codeOf(ask('hana', '/try'))).toEqual([405, 'method_not_allowed'])
  })
})

describe('POST /v1/rules/{ruleId}/apply', () => {
  it('settles up to a limit, then all that is left, without a body', async () => {
    const { ask, created, payments } = await withCharges()
    const { id } = await created()
    expect(await (await ask('amina', `/${id}/apply`, { json: { limit: 1 } })).json()).toEqual({ settled: 1 })
    expect(await (await ask('amina', `/${id}/apply`, { method: 'POST' })).json()).toEqual({ settled: 1 })
    expect((await payments.lines.list({ outcome: 'set_aside' })).items).toHaveLength(2)
    expect(await codeOf(ask('hana', `/${id}/apply`, { method: 'POST' }))).toEqual([403, 'forbidden'])
  })
})

describe('DELETE /v1/rules/{ruleId}', () => {
  it('deletes the rule, again unchanged, and lists DELETE in Allow', async () => {
    const { ask, created } = await withCharges()
    const { id } = await created()
    const deleted = await ask('amina', `/${id}`, { method: 'DELETE' })
    const rule = (await deleted.json()) as Rule
    expect([deleted.status, rule.deletedAt]).toEqual([200, expect.any(String)])
    expect(await (await ask('amina', `/${id}`, { method: 'DELETE' })).json()).toEqual(rule)
    expect(await (await ask('amina', '')).json()).toEqual({ items: [], nextCursor: null })
    expect(await codeOf(ask('amina', `/${id}/apply`, { method: 'POST' }))).toEqual([404, 'rule_not_found'])
    const options = await ask('amina', `/${id}`, { method: 'OPTIONS' })
    expect(options.headers.get('allow')).toBe('GET, HEAD, DELETE, OPTIONS')
  })

  it('is refused from a page of another site', async () => {
    const { handler, created } = await withCharges()
    const { id } = await created()
    const headers = { cookie: 'a=b', 'sec-fetch-site': 'cross-site', 'x-person': 'amina' }
    const url = `http://localhost/v1/rules/${id}`
    expect((await handler(new Request(url, { method: 'DELETE', headers }))).status).toBe(403)
  })
})
