import type { Layout, StatementImport } from 'hospital-payments'
import { describe, expect, it } from 'vitest'
import { sent } from '../support/finance.js'
import { codeOf, errorOf, issuesOf, server } from '../support/server.js'

const mapping = {
  columns: { valueDate: 'Day', amount: 'Sum', narration: 'Text' },
  dates: ['dd/MM/yyyy'],
  timeZone: 'Africa/Nairobi',
  currency: 'KES',
}
const call = { name: 'kcb', mapping }
const csv = 'Day,Sum,Text\n03/11/2026,"1,500.00",INV-1\n'

/** Makes a server whose clerk (amina) may write lines and whose reader (hana) may not. */
function withPeople() {
  const made = server({
    finance: true,
    layouts: { till: { ...mapping, columns: { valueDate: 'Till day', amount: 'Sum' } } },
    authenticate: ({ headers }) => {
      const actor = headers.get('x-person') ?? 'amina'
      const write = actor === 'hana' ? [] : (['lines:write'] as const)
      return { actor, scopes: ['lines:read', ...write] }
    },
  })
  const ask = (person: string, path: string, init: object = {}) =>
    made.ask(`/v1/layouts${path}`, { ...init, headers: { 'x-person': person } })
  const put = (person: string, path: string, value: unknown) => {
    const headers = { 'x-person': person, 'content-type': 'application/json' }
    return made.ask(`/v1/layouts${path}`, { method: 'PUT', body: JSON.stringify(value), headers })
  }
  return { ...made, ask, put, askAny: made.ask }
}

describe('POST /v1/layouts', () => {
  it('stores a layout as the principal, once a name, and says where it is', async () => {
    const { ask } = withPeople()
    const answer = await ask('amina', '', { json: call })
    const layout = (await answer.json()) as Layout
    expect([answer.status, answer.headers.get('location')]).toEqual([201, '/v1/layouts/kcb'])
    expect(layout).toMatchObject({ ...call, version: 1, createdBy: 'amina' })
    expect(await (await ask('hana', '/kcb')).json()).toEqual(layout)
    expect(await (await ask('hana', '?limit=5')).json()).toEqual({ items: [layout], nextCursor: null })
    expect(await codeOf(ask('amina', '', { json: call }))).toEqual([409, 'layout_conflict'])
  })

  it('refuses a wrong mapping, an actor in the body, and those who may only read', async () => {
    const { ask, payments } = withPeople()
    expect(await issuesOf(ask('amina', '', { json: { ...call, mapping: { ...mapping, dates: [] } } }))).toEqual([
      expect.stringContaining('dates'),
    ])
    expect(await issuesOf(ask('amina', '', { json: { ...call, name: 'a b', actor: 'x' } }))).toHaveLength(2)
    expect(await codeOf(ask('hana', '', { json: call }))).toEqual([403, 'forbidden'])
    expect(await codeOf(ask('hana', '/kcb'))).toEqual([404, 'layout_not_found'])
    expect((await payments.layouts.list()).items).toEqual([])
  })
})

describe('PUT /v1/layouts/{layout}', () => {
  it('makes the next version in the name of the principal, and none of the same mapping', async () => {
    const { ask, put, payments } = withPeople()
    const next = { mapping: { ...mapping, decimal: ',' } }
    expect(await codeOf(put('amina', '/kcb', next))).toEqual([404, 'layout_not_found'])
    await ask('amina', '', { json: call })
    for (const person of ['dawit', 'selam']) {
      const answer = await put(person, '/kcb', next)
      expect([answer.status, await answer.json()]).toEqual([
        200,
        expect.objectContaining({ ...next, version: 2, createdBy: 'dawit' }),
      ])
    }
    expect((await payments.layouts.history('kcb')).map(({ mapping }) => mapping)).toEqual([mapping, next.mapping])
    expect(await codeOf(put('hana', '/kcb', next))).toEqual([403, 'forbidden'])
  })
})

describe('POST /v1/imports: a stored layout', () => {
  it('is named, or found by the columns of the file, and stands in the import', async () => {
    const { ask, askAny, payments } = withPeople()
    const unknown = await errorOf(await askAny('/v1/imports?account=a&dryRun=true', sent(csv)))
    expect(unknown).toMatchObject({ code: 'invalid_request', details: { unknownLayout: 'csv' } })
    const { digests } = (await (await ask('amina', '', { json: call })).json()) as Layout
    for (const query of ['&format=csv&layout=kcb', '&layout=kcb', '']) {
      const answer = await askAny(`/v1/imports?account=a&dryRun=true${query}`, sent(csv))
      expect(answer.status, query).toBe(200)
      expect(await answer.json()).toMatchObject({ layout: digests.csv, lines: [{ currency: 'KES', count: 1 }] })
    }
    const done = (await (await askAny('/v1/imports?account=a&layout=kcb', sent(csv))).json()) as StatementImport
    expect((await payments.layouts.byDigest(done.layout!))?.name).toBe('kcb')
    expect(await issuesOf(askAny('/v1/imports?account=a&layout=equity', sent(csv)))).toEqual([
      expect.stringMatching(/kcb.*till/),
    ])
  })

  it('has a name that no layout of the host has: those have priority', async () => {
    const { ask, askAny } = withPeople()
    await ask('amina', '', { json: { ...call, name: 'till' } })
    const issues = await issuesOf(askAny('/v1/imports?account=a&layout=till', sent(csv)))
    expect(issues).toEqual([expect.stringContaining('Till day')])
  })
})
