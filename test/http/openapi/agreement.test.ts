import type { HospitalPayments } from 'hospital-payments'
import { beforeAll, describe, expect, test } from 'vitest'
import { mpesaCustomer } from 'hospital-payments/statements'
import { fakeProvider } from 'hospital-payments/testing'
import { sampled } from '../../support/rounds.js'
import { pending, request, testService } from '../../support/service.js'
import { tillFile } from '../support/finance.js'
import { documentOf, handlerOf, keys, origin } from './support/handlers.js'
import { disagreements, validatorsOf } from './support/validators.js'

const variant = { manage: true, basePath: '/billing', isOpen: false, finance: true } as const
const document = await documentOf(handlerOf(testService().payments, variant), variant)
const validate = validatorsOf(document)

const ruleRequest = { text: 'ledger fee', category: 'bank_fee' }
const waiverRequest = { amount: 1, scheme: 'poor_patients', reason: 'no_income' }

const bodies: Readonly<Record<string, object>> = {
  createPayment: request(),
  createPayments: { payments: [{ request: request(), idempotencyKey: 'k' }, { request: request({ amount: 0 }) }] },
  confirmPayment: {},
  startAttempt: { provider: 'fake', phone: '+251911000000' },
  abandonAttempt: { reason: 'the payer left' },
  createLayout: { name: 'mine', mapping: mpesaCustomer },
  replaceLayout: { mapping: { ...mpesaCustomer, decimal: ',' } },
  failPayment: { reason: 'declined' },
  expirePayment: {},
  reversePayment: { reason: 'charged twice' },
  allocateLine: { expectedVersion: 1, allocations: [{ to: 'category', category: 'gift', amount: 1 }] },
  acceptSuggestion: { expectedVersion: 1 },
  unallocateLine: { expectedVersion: 2, reason: 'a mistake' },
  holdLine: { expectedVersion: 1 },
  releaseLine: { expectedVersion: 1 },
  markDuplicateLine: { expectedVersion: 1, reason: 'the bank sent it twice' },
  assignLine: { expectedVersion: 1, assignee: 'amina' },
  setPayerOfLine: { expectedVersion: 1, payerId: 'MRN-1' },
  proposeAllocations: { rows: [{ reference: 'INV-1', amount: 1 }] },
  addNote: { text: 'Called the bank.' },
  createRefund: { lineKey: 'a key', amount: 150_000, reason: 'overpayment' },
  requestWaiver: waiverRequest,
  createRule: ruleRequest,
  tryRule: ruleRequest,
  applyRule: { limit: 10 },
  approveWaiver: {},
  rejectWaiver: { reason: 'insured' },
  cancelWaiver: { reason: 'insured' },
  revokeWaiver: { reason: 'insured' },
  approveRefund: {},
  rejectRefund: { reason: 'no receipt' },
  confirmRefund: { providerTransactionId: 'TX-9' },
  failRefund: { reason: 'wallet closed' },
  cancelRefund: { reason: 'asked for twice' },
  cancelPayment: { reason: 'asked for twice' },
  closeDay: { account: 'cbe-1000', day: '2026-11-19' },
  closeThrough: { account: 'cbe-1000', day: '2026-11-20' },
  openCashSession: { point: 'window-2', currency: 'ETB', float: 100 },
  takeCash: { amount: 5, payerId: 'MRN-1', tendered: 10 },
  payOutCash: { category: 'tea', amount: 1 },
  sendCash: { amount: 1, to: 'cash.safe' },
  closeCashSession: { counted: 100, denominations: { '100': 1 } },
  eraseCustomer: { customerId: 'MRN-1', reason: 'asked for by letter' },
  explainCashDifference: { reason: 'a torn note' },
  receiveCash: { counted: 2 },
  recallCash: { reason: 'the guard is ill' },
  voidCash: { reason: 'wrong bill' },
  reopenDay: { account: 'cbe-1000', day: '2026-11-19', reason: 'wrong patient' },
}

const files = ['importStatement']
const queries: Readonly<Record<string, string>> = {
  findByReference: '?reference=INV-1',
  importStatement: '?account=cbe-1000&format=csv&layout=till',
  listCashTransits: '?to=cash.safe',
  getBalance: '?currency=ETB',
  ...Object.fromEntries(
    ['exportJournal', 'sumsByActor', 'audit', 'exportAudit'].map((name) => [name, '?from=2026-11-20&to=2026-11-21']),
  ),
}

const places = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ path, method, operation, name: operation.operationId })),
)

const largestBody = (name: string) =>
  ['createPayments', 'allocateLine', 'takeCash', 'proposeAllocations'].includes(name) ? 1_048_576 : 65_536

/** Opens a session of another person, with the movement that the body of an operation is about. */
async function atCounter({ cash }: HospitalPayments, name: string) {
  const { id: sessionId } = await cash.open({ point: 'window-1', currency: 'ETB', float: 100, actor: 'sara' })
  const isOfTransit = ['receiveCash', 'recallCash', 'listCashTransits'].includes(name)
  if (isOfTransit) {
    const { line } = await cash.send({ sessionId, amount: 2, to: 'cash.safe', actor: 'sara' })
    return { sessionId, movement: line.key }
  }
  if (name !== 'voidCash') return { sessionId, movement: null }
  const { line } = await cash.take({ sessionId, amount: 2, payerId: 'MRN-1', actor: 'sara' })
  return { sessionId, movement: line.key }
}

interface Difference {
  readonly key?: string
  readonly type?: string
  readonly body?: string
  readonly query?: string
  readonly headers?: Readonly<Record<string, string>>
}

type Place = (typeof places)[number]

/** Makes a hospital in which the valid request of a place succeeds; returns what sends requests to it. */
async function hospitalFor(place: Place) {
  const asksApproval = ['approveRefund', 'rejectRefund'].includes(place.name)
  const { payments } = testService({ refundApproval: () => asksApproval, providers: { fake: fakeProvider() } })
  const { id } = await payments.createPayment(request())
  const isOfAttempts = place.path.startsWith('/v1/attempts')
  const { id: attemptId = '' } = isOfAttempts ? await payments.attempts.start({ paymentId: id, provider: 'fake' }) : {}
  const isOfReceipts = place.path.includes('receipt')
  if (place.name === 'reversePayment' || isOfReceipts) await payments.confirmPayment(id)
  if (isOfReceipts) await payments.receipts.issue(id)
  const { id: importId } = await payments.statements.import(
    [{ row: 2, direction: 'credit', amount: 150_000, currency: 'ETB', valueDate: '2026-11-20', narration: 'INV 1' }],
    { account: 'cbe-1000' },
  )
  const { key: lineKey } = (await payments.lines.list()).items[0]!
  if (place.name === 'unallocateLine') await payments.lines.allocate(lineKey, bodies['allocateLine'] as never)
  const refundRequest = { lineKey, amount: 1, reason: 'other', note: 'by the bank' } as const
  const isOfRefunds = place.path.includes('refund')
  const { id: refundId = '' } = isOfRefunds ? await payments.refunds.create(refundRequest, { actor: 'amina' }) : {}
  if (place.name === 'createRefund') await payments.refunds.cancel(refundId, { reason: 'an example' })
  if (place.name === 'reopenDay') await payments.days.close({ account: 'cbe-1000', day: '2026-11-19', actor: 'amina' })
  if (place.name === 'applyDeposit') await payments.lines.setPayer(lineKey, { expectedVersion: 1, payerId: 'MRN-1' })
  const requestedBy = place.name === 'cancelWaiver' ? 'till' : 'amina'
  const waiverCall = { ...waiverRequest, paymentId: id }
  const isOfWaivers = place.path.includes('waiver')
  const { id: waiverId = '' } = isOfWaivers ? await payments.waivers.request(waiverCall, { actor: requestedBy }) : {}
  if (place.name === 'revokeWaiver') await payments.waivers.approve(waiverId, { actor: 'dawit' })
  await payments.layouts.create({ name: 'known', mapping: mpesaCustomer }, { actor: 'amina' })
  const rule = await payments.rules.create(ruleRequest, { actor: 'amina' })
  const { sessionId, movement } = await atCounter(payments, place.name)
  const ids: Record<string, string> = {
    ...{ paymentId: id, lineKey: movement ?? lineKey, importId, refundId, waiverId, attemptId, ruleId: rule.id },
    ...{ year: '2026', number: '1' },
    ...{ sessionId, account: 'cbe-1000', day: '2026-11-20', month: '2026-11', payerId: 'MRN-1', layout: 'known' },
  }
  const path = place.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(ids[name]!))
  const json =
    place.name === 'createRefund'
      ? { ...bodies[place.name], lineKey }
      : ['applyDeposit', 'requestWaiver', 'acceptSuggestion'].includes(place.name)
        ? { ...bodies[place.name], paymentId: id }
        : bodies[place.name]
  const defaultBody = json
    ? JSON.stringify(json)
    : files.includes(place.name)
      ? tillFile('2026-11-20,1500.00,INV-1,')
      : null
  const handler = handlerOf(payments, variant)
  return async ({ key = keys.all, type, body, query, headers: more }: Difference = {}) => {
    const headers = {
      Authorization: `Bearer ${key}`,
      ...(defaultBody !== null && { 'Content-Type': type ?? (json ? 'application/json' : 'text/csv') }),
      ...more,
    }
    const init = {
      method: place.method.toUpperCase(),
      headers,
      body: defaultBody === null ? null : (body ?? defaultBody),
    }
    const url = `${origin}/billing${path}${query ?? queries[place.name] ?? ''}`
    const response = await handler(new Request(url, init))
    const text = await response.text()
    expect(disagreements(document, validate, place, { response, text })).toEqual([])
    return response.status
  }
}

async function call(place: Place, difference: Difference = {}) {
  return (await hospitalFor(place))(difference)
}

describe.each(sampled(places))('openApiDocument: $name', (place) => {
  /** For requests that are refused, which change nothing. */
  let refused: Awaited<ReturnType<typeof hospitalFor>>
  beforeAll(async () => {
    refused = await hospitalFor(place)
  })

  test('describes the answer to a valid request, with success', async () => {
    const success = Object.keys(place.operation.responses).filter((status) => status.startsWith('2'))
    expect(success).toContain(String(await call(place)))
    if (success.length > 1) expect(await call(place, { query: `${queries[place.name]}&dryRun=true` })).toBe(200)
  })

  test('describes the answers to an unknown key, to one without the scope, and to an unknown parameter', async () => {
    expect(await refused({ key: keys.wrong })).toBe(401)
    expect(await refused({ key: keys.few })).toBe(place.name === 'openApi' ? 200 : 403)
    expect(await refused({ query: '?colour=blue' })).toBe(400)
    const isDescribed = place.operation.description.includes('Needs the scope')
    expect(isDescribed).toBe(place.name !== 'openApi')
  })

  test.runIf(place.method === 'post')('describes the answer to a page of another site', async () => {
    const headers = { Authorization: 'Basic eDp5', Origin: 'https://evil.example' }
    expect(await refused({ headers })).toBe(403)
  })

  test.runIf(place.name in bodies)(
    'describes the answers to bodies that are of another type, too large, or no JSON',
    async () => {
      expect(await refused({ type: 'text/plain' })).toBe(415)
      expect(await refused({ body: ' '.repeat(largestBody(place.name) + 1) })).toBe(413)
      expect(await refused({ body: '{' })).toBe(400)
    },
  )
})

test.each(places.filter(({ name }) => files.includes(name)))(
  'openApiDocument: $name describes the answers to a file',
  async (place) => {
    expect(await call(place, { type: 'application/octet-stream' })).toBe(201)
    expect(await call(place, { type: 'text/plain' })).toBe(415)
    expect(await call(place, { headers: { 'Content-Encoding': 'gzip' } })).toBe(415)
    expect(await call(place, { headers: { 'Content-Length': '67108865' } })).toBe(413)
    expect(await call(place, { body: 'a,b' })).toBe(400)
  },
)

test('test/http/openapi/support/validators.ts: disagreements names an answer that the document does not describe', async () => {
  const place = places.find(({ name }) => name === 'getPayment')!
  const headers = { 'Content-Type': 'application/json', 'X-Request-Id': 'r' }
  const problemsOf = (status: number, body: object, responseHeaders: Record<string, string> = headers) => {
    const text = JSON.stringify(body)
    return disagreements(document, validate, place, {
      response: new Response(text, { status, headers: responseHeaders }),
      text,
    })
  }
  const { payment } = await pending()
  expect(problemsOf(200, payment)).toEqual([])
  expect(problemsOf(200, { ...payment, colour: 'blue' })).not.toEqual([])
  expect(problemsOf(200, { ...payment, amount: '1' })).not.toEqual([])
  expect(problemsOf(202, payment)).not.toEqual([])
  expect(problemsOf(200, payment, { 'Content-Type': 'text/html' })).not.toEqual([])
  expect(problemsOf(200, payment, { 'Content-Type': 'application/json' })).not.toEqual([])
})
