import { describe, expect, it } from 'vitest'
import { day } from '../../support/service.js'
import { counter, type Person } from '../support/counter.js'
import { codeOf, errorOf, issuesOf } from '../support/server.js'

const sessions = '/v1/cash/sessions'

describe('POST /v1/cash/sessions and GET /v1/cash/sessions: sessions of one person', () => {
  it('are opened in the name of the principal, with a Location', async () => {
    const { post, askAs, payments } = counter({ basePath: '/billing' })
    const json = { point: 'window-1', currency: 'ETB', float: 50_000 }
    const answer = await post('sara', `/billing${sessions}`, json)
    const session = (await answer.json()) as { id: string }
    expect([answer.status, answer.headers.get('location')]).toEqual([201, `/billing${sessions}/${session.id}`])
    expect(await payments.cash.get(session.id)).toMatchObject({ ...session, openedBy: 'sara' })
    expect(await (await askAs('sara', answer.headers.get('location')!)).json()).toEqual(session)
    const again = await post('sara', `/billing${sessions}`, json)
    expect([again.status, await again.json()]).toEqual([201, session])
    const conflict = await errorOf(await post('bekele', `/billing${sessions}`, json))
    expect([conflict.code, conflict.details]).toEqual(['session_conflict', { sessionId: session.id }])
  })

  it('are listed by every filter, those of another person to supervisors alone', async () => {
    const { askAs, opened } = counter()
    const first = await opened()
    const other = await opened('bekele', { point: 'window-2' })
    const idsFor = async (person: Person | '-', query: string) => {
      const answer = await askAs(person, `${sessions}${query}`)
      expect(answer.status).toBe(200)
      return ((await answer.json()) as { items: { id: string }[] }).items.map(({ id }) => id)
    }
    expect(await idsFor('lily', '')).toEqual([other.id, first.id])
    expect(await idsFor('lily', '?actor=sara')).toEqual([first.id])
    expect(await idsFor('lily', '?point=window-2&status=open&from=2026-11-20&to=2026-11-20')).toEqual([other.id])
    expect(await idsFor('sara', '')).toEqual([first.id])
    expect(await idsFor('sara', '?point=window-2')).toEqual([])
    expect(await idsFor('sara', '?status=closed')).toEqual([])
    expect(await idsFor('sara', '?actor=sara')).toEqual([first.id])
    expect(await idsFor('sara', '?actor=bekele')).toEqual([])
    expect(await idsFor('-', '')).toEqual([])
    const page = (await (await askAs('lily', `${sessions}?limit=1`)).json()) as { nextCursor: string }
    expect(await idsFor('lily', `?limit=1&cursor=${page.nextCursor}`)).toEqual([first.id])
    expect(await codeOf(askAs('lily', `${sessions}?cursor=x`))).toEqual([400, 'invalid_cursor'])
    expect(await issuesOf(askAs('lily', `${sessions}?point=%20&status=gone&colour=blue`))).toHaveLength(3)
  })

  it('show no sum of an open drawer, except to supervisors', async () => {
    const { askAs, opened, moved, bill, post } = counter()
    const session = await opened()
    const path = `${sessions}/${session.id}`
    const payment = await bill()
    await moved('sara', `${path}/take`, { amount: 150_000, paymentId: payment.id })
    const blind = ['received', 'paidOut', 'sent', 'expected']
    const open = (await (await askAs('sara', path)).json()) as object
    const { items } = (await (await askAs('sara', sessions)).json()) as { items: object[] }
    for (const one of [session, open, items[0]!]) for (const name of blind) expect(one).not.toHaveProperty(name)
    expect(open).toMatchObject({ float: 50_000, status: 'open', version: 2 })
    expect(await (await askAs('lily', path)).json()).toMatchObject({ received: 150_000, paidOut: 0, sent: 0 })
    const closed = await post('sara', `${path}/close`, { counted: 200_000 })
    expect([closed.status, await closed.json()]).toMatchObject([
      200,
      { status: 'closed', received: 150_000, expected: 200_000, counted: 200_000, difference: 0 },
    ])
    expect(await (await askAs('sara', path)).json()).toMatchObject({ expected: 200_000 })
  })

  it('show history and report of an open one to supervisors, of a closed one to its opener too', async () => {
    const { askAs, opened, post, payments } = counter()
    const { id } = await opened()
    for (const part of ['history', 'report']) {
      const refused = await askAs('sara', `${sessions}/${id}/${part}`)
      expect(refused.headers.get('www-authenticate')).toContain('scope="cash:supervise"')
      const { code, message } = await errorOf(refused)
      expect([refused.status, code, message]).toEqual([
        403,
        'forbidden',
        'This request needs the scope cash:supervise. Use credentials that have it.',
      ])
    }
    const read = async (person: Person, part: string) => (await askAs(person, `${sessions}/${id}/${part}`)).json()
    expect(await read('lily', 'history')).toEqual(await payments.cash.history(id))
    expect(await read('lily', 'report')).toEqual(await payments.cash.report(id))
    await post('sara', `${sessions}/${id}/close`, { counted: 50_000 })
    expect(await read('sara', 'history')).toEqual(await payments.cash.history(id))
    expect(await read('sara', 'report')).toMatchObject({ kind: 'Z' })
  })

  it('are closed with what was counted, once; another person explains the difference', async () => {
    const { opened, post, payments } = counter()
    const { id } = await opened()
    const path = `${sessions}/${id}`
    const denominations = { '10000': 4, '5000': 1, '100': 45 }
    const answer = await post('sara', `${path}/close`, { counted: 49_500, denominations })
    expect([answer.status, await answer.json()]).toMatchObject([200, { difference: -500, reason: null, denominations }])
    expect((await post('sara', `${path}/close`, { counted: 49_500 })).status).toBe(200)
    expect(await codeOf(post('sara', `${path}/close`, { counted: 50_000 }))).toEqual([409, 'session_closed'])
    expect(await codeOf(post('sara', `${path}/explain`, { reason: 'a torn note' }))).toEqual([403, 'forbidden'])
    const explained = await post('lily', `${path}/explain`, { reason: 'a torn note' })
    expect([explained.status, await explained.json()]).toEqual([200, await payments.cash.get(id)])
    expect(await payments.cash.get(id)).toMatchObject({ reason: 'a torn note' })
    const { id: ownId } = await opened('lily', { float: 49_500 })
    await post('lily', `${sessions}/${ownId}/close`, { counted: 1 })
    const selfApproval = post('lily', `${sessions}/${ownId}/explain`, { reason: 'a torn note' })
    expect(await codeOf(selfApproval)).toEqual([409, 'self_approval'])
  })

  it('are refused with every fault of the body, and without what path and scopes decide', async () => {
    const { opened, post } = counter()
    const { id } = await opened()
    const faults = post('sara', sessions, {
      point: 'Window 1',
      currency: 'birr',
      float: -1,
      reason: '',
      colour: 'blue',
    })
    expect(await issuesOf(faults)).toHaveLength(5)
    const reserved = { point: 'window-3', currency: 'ETB', float: 0, actor: 'lily', supervisor: true }
    expect(await issuesOf(post('sara', sessions, reserved))).toEqual([
      'actor is not a known field',
      'supervisor is not a known field',
    ])
    const ofPath = { counted: 1, actor: 'lily', sessionId: id, supervisor: true }
    expect(await issuesOf(post('sara', `${sessions}/${id}/close`, ofPath))).toEqual([
      'actor is not a known field',
      'sessionId is not a known field',
      'supervisor is not a known field',
    ])
    expect(await issuesOf(post('lily', `${sessions}/${id}/explain`, { reason: 'x', supervisor: false }))).toEqual([
      'supervisor is not a known field',
    ])
    const uncounted = post('sara', `${sessions}/${id}/close`, { counted: 0.5, denominations: { ten: 1 } })
    expect(await issuesOf(uncounted)).toHaveLength(2)
    const wrongSum = post('sara', `${sessions}/${id}/close`, { counted: 5, denominations: { '2': 2 } })
    expect(await issuesOf(wrongSum)).toEqual(['denominations must add up to counted'])
    expect(await issuesOf(post('-', sessions, { point: 'window-3', currency: 'ETB', float: 0 }))).toHaveLength(1)
  })
})

describe('POST /v1/closings: a day of a cash account', () => {
  it('is not closed while a session of that day is open', async () => {
    const { opened, post, clock } = counter({
      authenticate: ({ headers }) => ({ actor: headers.get('x-person'), scopes: ['cash:take', 'days:close'] }),
    })
    const { id } = await opened()
    clock.advance(day)
    const closing = { account: 'cash.window-1', day: '2026-11-20' }
    const refused = await errorOf(await post('amina', '/v1/closings', closing))
    expect([refused.code, refused.details]).toEqual(['session_conflict', { sessionId: id }])
    await post('sara', `${sessions}/${id}/close`, { counted: 50_000 })
    expect((await post('amina', '/v1/closings', closing)).status).toBe(201)
  })
})

describe('GET /v1/cash/sessions/{sessionId}: the session of another person', () => {
  const calls: readonly [string, object | null][] = [
    ['', null],
    ['/history', null],
    ['/report', null],
    ['/take', { amount: 1, payerId: 'MRN-1' }],
    ['/pay-out', { category: 'tea', amount: 1 }],
    ['/send', { amount: 1, to: 'cash.safe' }],
    ['/close', { counted: 50_000 }],
  ]

  it.each(calls)('%s is answered as an unknown one without cash:supervise', async (part, json) => {
    const { opened, askAs, post, payments } = counter()
    const { id } = await opened()
    const ask = (person: Person | '-', session: string) => {
      const path = `${sessions}/${session}${part}`
      return json === null ? askAs(person, path) : post(person, path, json)
    }
    for (const session of [id, 'csh_00000000000000000000000000', 'x']) {
      const answer = await ask('bekele', session)
      const { code, message, details } = await errorOf(answer)
      expect([answer.status, code, details]).toEqual([404, 'session_not_found', { sessionId: session }])
      expect(message).toBe('No cash session has this id.')
    }
    const nameless = json === null ? [404, 'session_not_found'] : [400, 'invalid_request']
    expect(await codeOf(ask('-', id))).toEqual(nameless)
    expect((await payments.cash.get(id))?.version).toBe(1)
    expect((await ask('lily', id)).status).toBeLessThan(202)
    expect(await codeOf(ask('lily', 'x'))).toEqual([404, 'session_not_found'])
    if (json === null) return
    // A fault of the body comes first, whoever asks for which session.
    for (const session of [id, 'x']) {
      const answer = post('bekele', `${sessions}/${session}${part}`, { ...json, colour: 'blue' })
      expect(await codeOf(answer)).toEqual([400, 'invalid_request'])
    }
  })

  it('is no secret to a principal whose name is spelt in another case', async () => {
    const { opened, askAs } = counter()
    const { id } = await opened()
    expect((await askAs('SARA', `${sessions}/${id}`)).status).toBe(200)
  })
})
