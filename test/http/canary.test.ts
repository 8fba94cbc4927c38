import { memoryRepository } from 'hospital-payments'
import type { FailureContext } from 'hospital-payments/http'
import { describe, expect, it } from 'vitest'
import { broken } from '../support/repositories.js'
import { request } from '../support/service.js'
import { csvImport, financeServer, sent, tillFile } from './support/finance.js'
import { type Sending, server } from './support/server.js'

const canaries = ['Canary Abebe', '+251911999888', 'canary fever', 'canary-ward']
const [name, phone, description, ward] = canaries

const patient = (overrides: object = {}) =>
  request({ customer: { name, phone }, description, metadata: { ward }, ...overrides })

const json = (value: unknown, headers = {}): Sending => ({ json: value, headers })
const raw = (body: string, type: string): Sending => ({ method: 'POST', body, headers: { 'content-type': type } })

/** All that can be wrong with a request that carries a patient's data, each its own way. */
const refused: Record<string, Sending> = {
  'a bad amount': json(patient({ amount: 0 })),
  'an unknown field': json(patient({ [`${name}`]: phone })),
  'a phone that is none': json(patient({ customer: { name, phone: `call ${phone}` } })),
  'a name that is too long': json(patient({ customer: { name: `${name} `.repeat(40), phone } })),
  'a patient for a reference': json(patient({ reference: `\u202e${name}` })),
  'a patient for a channel': json(patient({ channel: name })),
  'a patient for a currency': json(patient({ currency: name })),
  'a patient for a date': json(patient({ expiresAt: name })),
  'metadata with a patient for a name': json(patient({ metadata: { [`${name}`]: 'x' } })),
  'another request with a used key': json(patient({ amount: 2 }), { 'idempotency-key': 'used' }),
  'a reference that is taken': json(patient()),
  'a patient for a key': json(patient(), { 'idempotency-key': `${name}` }),
  'JSON that breaks off': raw(JSON.stringify(patient()).slice(0, -2), 'application/json'),
  'another media type': raw(JSON.stringify(patient()), `text/plain; name="${name}"`),
  'too long a body': raw(JSON.stringify(patient()).padEnd(70_000, `${name}`), 'application/json'),
}

it.each(Object.keys(refused))('POST /v1/payments: %s is refused without a word of the patient', async (what) => {
  const reported: FailureContext[] = []
  const { ask } = server({ onError: (_, context) => reported.push(context) }, { referencePolicy: 'one-live' })
  const first = await ask('/v1/payments', json(patient(), { 'idempotency-key': 'used' }))
  expect(first.status).toBe(201)
  const answer = await ask('/v1/payments', refused[what])
  expect(answer.status).toBeGreaterThanOrEqual(400)
  expect(answer.status).toBeLessThan(500)
  expect(reported).toEqual([])
  const text = `${await answer.text()} ${JSON.stringify([...answer.headers])}`
  for (const canary of canaries) expect(text).not.toContain(canary)
})

it.each(['/v1/payments', '/v1/reports/payments'])(
  'createHandler: a query at %s is refused without a word of it',
  async (path) => {
    const { ask } = server()
    for (const query of ['limit', 'status', 'basis', 'cursor', 'from', `${name}`]) {
      const answer = await ask(`${path}?${query}=${encodeURIComponent(name!)}`)
      expect(answer.status).toBe(400)
      expect(await answer.text()).not.toContain(name)
    }
  },
)

describe('POST /v1/imports: a statement', () => {
  const row = (amount: string, day = '2026-11-20') => `${day},${amount},${ward},"${name} ${phone} ${description}"`
  const shownOf = async (answer: Response) => `${await answer.text()} ${JSON.stringify([...answer.headers])}`
  const files: Record<string, string> = {
    'that is cut off': `${tillFile(row('1.00'))}2026-11-20,"${name}`,
    'without a header': `${name},${phone}\r\n${row('1.00')}`,
    'with a row that is too long': tillFile(row('1.00'), `2026-11-20,1.00,,${`${name} `.repeat(30_000)}`),
  }

  it.each(Object.keys(files))('%s is refused without a word of the patient', async (what) => {
    const reported: unknown[] = []
    const { ask } = financeServer({ onError: (_, context) => reported.push(context) })
    for (const query of ['', '&dryRun=true']) {
      const answer = await ask(csvImport + query, sent(files[what]!))
      expect(answer.status).toBe(400)
      const text = await shownOf(answer)
      for (const canary of canaries) expect(text).not.toContain(canary)
    }
    expect(reported).toEqual([])
  })

  it('is imported with reasons, sums and warnings that have no word of the patient', async () => {
    const { ask } = financeServer()
    const text = await shownOf(await ask(csvImport, sent(tillFile(row('1.00'), row('x'), row('1.00', name)))))
    for (const canary of canaries) expect(text).not.toContain(canary)
  })

  it('has a line that changed meanwhile without its narration, and no refusal repeats the request', async () => {
    const { ask, imported, line } = financeServer()
    await imported(`2026-11-20,1.00,,"${name} ${phone}"`)
    const path = `/v1/lines/${(await line()).key}`
    const refusals: [string, object][] = [
      ['hold', { expectedVersion: 7 }],
      ['assign', { expectedVersion: 7, assignee: `${name}`.repeat(30) }],
      ['notes', { text: `${name}`.repeat(300) }],
      ['notes', { text: name, [`${name}`]: phone }],
      ['allocate', { expectedVersion: 1, allocations: [{ to: name, amount: phone }] }],
      ['allocate', { expectedVersion: 1, allocations: [{ to: 'category', category: name, amount: 1 }] }],
      ['unallocate', { expectedVersion: 7, reason: name }],
    ]
    for (const [verb, json] of refusals) {
      const answer = await ask(`${path}/${verb}`, { json })
      expect([400, 409]).toContain(answer.status)
      const text = await shownOf(answer)
      for (const canary of canaries) expect(text).not.toContain(canary)
    }
  })

  it.each(['/v1/lines', '/v1/lines.csv', '/v1/imports', '/v1/payments/search'])(
    'is not searched at %s by a query whose refusal repeats it',
    async (path) => {
      const { ask } = financeServer()
      for (const query of ['status', 'amount', 'currency', 'from', 'limit', 'cursor', 'importer', `${name}`]) {
        const answer = await ask(`${path}?${query}=${encodeURIComponent(name!)}`)
        expect([query, answer.status]).toEqual([query, 400])
        expect(await answer.text()).not.toContain(name)
      }
    },
  )
})

it('createHandler: onError receives the route and the request, and nothing of the patient', async () => {
  const reported: FailureContext[] = []
  const failure = new Error(`the driver says ${canaries.join()}`)
  const repository = broken(memoryRepository(), failure)
  const { ask } = server({ onError: (_, context) => reported.push(context) }, { repository })
  const answer = await ask('/v1/payments', json(patient(), { 'x-request-id': 'r-1' }))
  expect(answer.status).toBe(500)
  expect(reported).toEqual([{ requestId: 'r-1', method: 'POST', route: '/v1/payments' }])
  const text = await answer.text()
  for (const canary of canaries) expect(text).not.toContain(canary)
})
