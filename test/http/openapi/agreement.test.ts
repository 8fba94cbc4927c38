import { describe, expect, test } from 'vitest'
import { pending, request, testService } from '../../support/service.js'
import { documentOf, handlerOf, keys, origin } from './support/handlers.js'
import { disagreements, validatorsOf } from './support/validators.js'

const variant = { manage: true, basePath: '/billing', isOpen: false } as const
const document = await documentOf(handlerOf(testService().payments, variant), variant)
const validate = validatorsOf(document)

const bodies: Readonly<Record<string, object>> = {
  createPayment: request(),
  createPayments: { payments: [{ request: request(), idempotencyKey: 'k' }, { request: request({ amount: 0 }) }] },
  confirmPayment: {},
  failPayment: { reason: 'declined' },
  expirePayment: {},
  reversePayment: { reason: 'charged twice' },
}

const places = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ path, method, operation, name: operation.operationId })),
)

const largestBody = (name: string) => (name === 'createPayments' ? 1_048_576 : 65_536)

interface Difference {
  readonly key?: string
  readonly type?: string
  readonly body?: string
  readonly query?: string
}

async function call(place: (typeof places)[number], { key = keys.all, type, body, query }: Difference = {}) {
  const { payments } = testService()
  const { id } = await payments.createPayment(request())
  if (place.name === 'reversePayment') await payments.confirmPayment(id)
  const search = query ?? (place.name === 'findByReference' ? '?reference=INV-1' : '')
  const url = `${origin}/billing${place.path.replace('{paymentId}', id)}${search}`
  const own = bodies[place.name]
  const headers = { Authorization: `Bearer ${key}`, ...(own && { 'Content-Type': type ?? 'application/json' }) }
  const init = { method: place.method.toUpperCase(), headers, body: own ? (body ?? JSON.stringify(own)) : null }
  const response = await handlerOf(payments, variant)(new Request(url, init))
  const text = await response.text()
  expect(disagreements(document, validate, place, { response, text })).toEqual([])
  return response.status
}

describe.each(places)('$name answers as it is described', (place) => {
  test('to a valid request, with success', async () => {
    const success = Object.keys(place.operation.responses).find((status) => status.startsWith('2'))
    expect(String(await call(place))).toBe(success)
  })

  test('to a key that nobody has, to one without the scope, and to an unknown parameter', async () => {
    expect(await call(place, { key: keys.wrong })).toBe(401)
    expect(await call(place, { key: keys.few })).toBe(place.name === 'openApi' ? 200 : 403)
    expect(await call(place, { query: '?colour=blue' })).toBe(400)
    const told = place.operation.description.includes('Needs the scope')
    expect(told).toBe(place.name !== 'openApi')
  })

  test.runIf(place.name in bodies)('to bodies that are of another type, too large, or no JSON', async () => {
    expect(await call(place, { type: 'text/plain' })).toBe(415)
    expect(await call(place, { body: ' '.repeat(largestBody(place.name) + 1) })).toBe(413)
    expect(await call(place, { body: '{' })).toBe(400)
  })
})

test('an answer that the document does not describe is found', async () => {
  const place = places.find(({ name }) => name === 'getPayment')!
  const headers = { 'Content-Type': 'application/json', 'X-Request-Id': 'r' }
  const found = (status: number, body: object, given: Record<string, string> = headers) => {
    const text = JSON.stringify(body)
    return disagreements(document, validate, place, { response: new Response(text, { status, headers: given }), text })
  }
  const { payment } = await pending()
  expect(found(200, payment)).toEqual([])
  expect(found(200, { ...payment, colour: 'blue' })).not.toEqual([])
  expect(found(200, { ...payment, amount: '1' })).not.toEqual([])
  expect(found(202, payment)).not.toEqual([])
  expect(found(200, payment, { 'Content-Type': 'text/html' })).not.toEqual([])
  expect(found(200, payment, { 'Content-Type': 'application/json' })).not.toEqual([])
})
