import { describe, expect, it } from 'vitest'
import { collect, request } from '../../support/service.js'
import { codeOf, everyScope, server } from '../support/server.js'

const prefix = '/v1/payments'

describe('POST /v1/payments/{paymentId}/confirm: the transition routes', () => {
  const clerk = { actor: 'clerk', scopes: everyScope }

  it('are not there without manage', async () => {
    const { ask, handler, payments } = server()
    const { id } = await payments.createPayment(request())
    for (const verb of ['confirm', 'fail', 'expire', 'reverse']) {
      expect(await codeOf(ask(`${prefix}/${id}/${verb}`, { json: {} }))).toEqual([404, 'not_found'])
      expect(handler.owns(`${prefix}/${id}/${verb}`)).toBe(false)
    }
  })

  it('do the transitions of the library, in the name of the principal', async () => {
    const { ask, payments } = server({ manage: true, authenticate: () => clerk })
    const verbs = [
      ['confirm', { amount: 150_000, currency: 'ETB', providerTransactionId: 'TX-1' }, 'succeeded'],
      ['reverse', { reason: 'charged twice' }, 'reversed'],
    ] as const
    const { id } = (await (await ask(prefix, { json: request() })).json()) as { id: string }
    for (const [verb, json, status] of verbs) {
      const answer = await ask(`${prefix}/${id}/${verb}`, { json })
      expect(answer.status).toBe(200)
      const changed = await answer.json()
      expect(changed).toStrictEqual(await payments.getPayment(id))
      expect(changed).toMatchObject({ status })
    }
    expect((await payments.history(id)).map(({ actor }) => actor)).toEqual(['clerk', 'clerk', 'clerk'])
    const other = await payments.createPayment(request())
    expect((await ask(`${prefix}/${other.id}/fail`, { json: { reason: 'declined' } })).status).toBe(200)
    expect((await payments.getPayment(other.id))?.statusReason).toBe('declined')
  })

  it('read an empty body as {}, with any type that a client announces for it', async () => {
    const types = [undefined, 'application/json', 'text/plain;charset=UTF-8', 'application/x-www-form-urlencoded']
    for (const type of types) {
      for (const body of [undefined, '', new Uint8Array()]) {
        const { ask, payments } = server({ manage: true })
        const { id } = await payments.createPayment(request())
        const headers = type === undefined ? undefined : { 'content-type': type }
        const answer = await ask(`${prefix}/${id}/expire`, { method: 'POST', body, headers })
        expect([answer.status, (await payments.getPayment(id))?.status]).toEqual([200, 'expired'])
        expect((await collect(payments.exportCsv())).join('')).toContain('expired')
      }
    }
  })

  it('take the actor from the principal alone, and objects only', async () => {
    const { ask, payments } = server({ manage: true, authenticate: () => clerk })
    const { id } = await payments.createPayment(request())
    for (const verb of ['confirm', 'fail', 'expire', 'reverse']) {
      for (const json of [{ actor: 'x' }, { actor: null }, { reason: 'r', actor: '' }, [], null, 1, 'x', [{}]]) {
        const answer = ask(`${prefix}/${id}/${verb}`, { json })
        expect(await codeOf(answer)).toEqual([400, 'invalid_request'])
      }
    }
    expect(await codeOf(ask(prefix, { json: request({ actor: 'x' }) }))).toEqual([400, 'invalid_request'])
    expect((await payments.getPayment(id))?.version).toBe(1)
  })
})
