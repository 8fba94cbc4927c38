import { parse } from 'csv-parse/sync'
import * as fc from 'fast-check'
import type { HospitalPayments } from 'hospital-payments'
import { fakeProvider } from 'hospital-payments/testing'
import { expect, test } from 'vitest'
import { isLong } from '../../support/rounds.js'
import { request, testService } from '../../support/service.js'
import { documentOf, handlerOf, type OpenApi } from './support/handlers.js'
import { type Earlier, type Place, requestOf } from './support/requests.js'
import { csvHeaderOf, disagreements, validatorsOf } from './support/validators.js'
import { draft, type Draft } from './support/generated-requests.js'

const variant = { manage: true, basePath: '/billing', isOpen: false, finance: true } as const
const perSequence = 40

function placesOf(document: OpenApi): Place[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ path, method, operation })),
  )
}

const document = await documentOf(handlerOf(testService().payments, variant), variant)
const places = placesOf(document)
const validate = validatorsOf(document)
const figures = new Map<string, number>()
const operations = new Set<string>()

async function check(place: Place, request: Request, response: Response): Promise<string> {
  const text = await response.text()
  const count = `${response.status}`
  figures.set(count, (figures.get(count) ?? 0) + 1)
  expect(response.status, text).toBeLessThan(500)
  expect(response.headers.get('x-request-id')).toMatch(/^[A-Za-z0-9._-]{1,64}$/)
  const method = request.method.toLowerCase()
  const operation = document.paths[place.path]?.[method === 'head' ? 'get' : method]
  if (method === 'options') {
    expect(response.status).toBe(204)
  } else if (!operation) {
    expect(response.status).toBe(405)
    expect(response.headers.get('allow')).toContain('OPTIONS')
    if (method !== 'head') expect(JSON.parse(text)).toMatchObject({ error: { code: 'method_not_allowed' } })
  } else if (method === 'head') {
    expect(Object.keys(operation.responses)).toContain(String(response.status))
    expect(text).toBe('')
  } else {
    expect(disagreements(document, validate, { path: place.path, method, operation }, { response, text })).toEqual([])
    operations.add(`${operation.operationId} ${response.status}`)
    if (response.headers.get('content-type')?.startsWith('text/csv')) {
      const columns = new URL(request.url).searchParams.get('columns')?.split(',') ?? []
      const [header] = parse(text, { record_delimiter: '\r\n', bom: true }) as string[][]
      expect(header).toEqual([...csvHeaderOf(operation).split(','), ...columns])
    }
  }
  return text
}

interface Answered {
  readonly id?: string | null
  readonly key?: string
  readonly version?: number
  readonly nextCursor?: string
  readonly items?: readonly Answered[]
}

function remember(earlier: Earlier, path: string, url: string, text: string): void {
  if (!text.startsWith('{')) return
  const answer = JSON.parse(text) as Answered
  const { id, nextCursor, items = [] } = answer
  for (const { key, version } of [answer, ...items])
    if (key !== undefined && version !== undefined) earlier.lines.set(key, version)
  const kind = {
    att: 'attemptId',
    imp: 'importId',
    ref: 'refundId',
    pay: 'paymentId',
    csh: 'sessionId',
    wvr: 'waiverId',
    rul: 'ruleId',
  } as const
  const ids = earlier.ids[kind[(id ?? 'pay').slice(0, 3) as keyof typeof kind]]
  if (id && !ids.includes(id)) ids.push(id)
  if (nextCursor) earlier.cursors.push({ path, query: new URL(url).search.slice(1), cursor: nextCursor })
}

const moreOften = [
  'createPayment',
  'createPayment',
  'startAttempt',
  'startAttempt',
  'abandonAttempt',
  'importStatement',
  'importStatement',
  'importStatement',
  'allocateLine',
  'createRefund',
  'createRefund',
  'openCashSession',
  'takeCash',
  'takeCash',
  'payOutCash',
  'applyDeposit',
  'applyDeposit',
  'applyDeposit',
  'requestWaiver',
  'cancelWaiver',
  'cancelWaiver',
  'revokeWaiver',
  'receiveCash',
  'voidCash',
  'closeDay',
  'closeDay',
  'reopenDay',
].map((name) => places.find(({ operation }) => operation.operationId === name)!)
/** Those that had no success in the rounds before; they are asked for most. */
let unansweredPlaces: readonly Place[] = []

/** Opens sessions of another person, with cash on its way and takes to void. */
async function counterOf({ cash }: HospitalPayments) {
  const [sessions, transits, takes]: string[][] = [[], [], []]
  for (const point of ['window-1', 'window-2', 'window-3']) {
    const { id: sessionId } = await cash.open({ point, currency: 'ETB', float: 1_000_000, actor: 'sara' })
    const sent = await cash.send({ sessionId, amount: 150_000, to: 'cash.safe', actor: 'sara' })
    const deposit = await cash.take({ sessionId, amount: 150_000, payerId: 'MRN-1', actor: 'sara' })
    sessions!.push(sessionId)
    transits!.push(sent.line.key)
    takes!.push(deposit.line.key)
  }
  return { sessions: sessions!, transits: transits!, takes: takes! }
}

async function play(drafts: readonly Draft[]): Promise<void> {
  const referencePolicy = drafts[0]!.earlier % 4 === 0 ? 'one-live' : 'allow'
  const { payments, clock } = testService({
    referencePolicy,
    refundApproval: () => drafts[0]!.earlier % 3 === 0,
    providers: { fake: fakeProvider({ canCancel: drafts[0]!.earlier % 2 === 0 }) },
  })
  const failures: unknown[] = []
  const handler = handlerOf(payments, variant, (error) => failures.push(error))
  const atCounter = await counterOf(payments)
  const earlier: Earlier = {
    ids: {
      ...{ paymentId: [], importId: [], refundId: [], sessionId: [...atCounter.sessions] },
      ...{ waiverId: [], attemptId: [], ruleId: [] },
    },
    lines: new Map(),
    movements: atCounter,
    cursors: [],
  }
  // Without these the routes of refunds would have little to answer.
  const { id: paid } = await payments.createPayment(request({ amount: 1_000_000, reference: 'INV-9' }))
  await payments.confirmPayment(paid)
  const { id: reversible } = await payments.createPayment(request({ reference: 'INV-8' }))
  await payments.confirmPayment(reversible)
  const { id: open } = await payments.createPayment(request({ amount: 150_000, reference: 'INV-7' }))
  const { id: next } = await payments.createPayment(request({ amount: 150_000, reference: 'INV-6' }))
  earlier.ids.paymentId.push(reversible, open, next)
  for (const amount of [1, 2, 3, 4]) {
    const { id } = await payments.refunds.create({ paymentId: paid, amount, reason: 'duplicate' }, { actor: 'amina' })
    earlier.ids.refundId.push(id)
  }
  // Of another person than the requests: as they are asked for, and granted by a third one.
  for (const amount of [1, 2, 3, 4]) {
    const waiver = { paymentId: open, amount, scheme: 'poor', reason: 'no_income' }
    const { id } = await payments.waivers.request(waiver, { actor: 'amina' })
    if (amount > 2) await payments.waivers.approve(id, { actor: 'dawit' })
    earlier.ids.waiverId.push(id)
  }
  const { id: ruleId } = await payments.rules.create({ text: 'ledger fee', category: 'fee' }, { actor: 'amina' })
  earlier.ids.ruleId.push(ruleId)
  for (const one of drafts) {
    clock.advance(one.advance)
    // More often: without payments and lines the others have little to answer.
    const choice = [...places, ...moreOften, ...unansweredPlaces]
    const place = choice[one.operation % choice.length]!
    const { request, url } = requestOf(document, place, one, earlier)
    const response = await handler(request)
    expect(failures).toEqual([])
    remember(earlier, place.path, url, await check(place, request, response))
    // What no answer of an import contains, and most of the other routes are about.
    if (place.operation.operationId === 'importStatement' && response.status === 201)
      for (const { key, version } of (await payments.lines.list()).items) earlier.lines.set(key, version)
  }
}

/** Successes that the document promises and no request has had yet. */
function unanswered(): string[] {
  const successes = places.flatMap(({ operation }) =>
    Object.keys(operation.responses)
      .filter((status) => status.startsWith('2'))
      .map((status) => `${operation.operationId} ${status}`),
  )
  return successes.filter((success) => !operations.has(success))
}

test('openApiDocument: describes every answer to a generated request', { timeout: 3_600_000 }, async () => {
  const seed = fc.readConfigureGlobal().seed ?? Date.now() % 2 ** 31
  const requests = isLong ? 100_000 : 3_000
  const sequences = Math.ceil(requests / perSequence)
  const sequence = fc.array(draft, { minLength: perSequence, maxLength: perSequence })
  // Shrinking a long run's failure takes hours; its seed replays it.
  const endOnFailure = isLong
  const property = fc.asyncProperty(sequence, play)
  await fc.assert(property, { seed, numRuns: sequences, endOnFailure })
  // What rarely succeeds, such as a reversal, may by chance not be among the first.
  for (let more = 1; unanswered().length > 0 && more <= 20; more++) {
    const rare = places.filter(({ operation }) =>
      unanswered().some((name) => name.startsWith(`${operation.operationId} `)),
    )
    unansweredPlaces = Array.from({ length: 20 }, (_, n) => rare[n % rare.length]!)
    await fc.assert(property, { seed: seed + more, numRuns: sequences, endOnFailure })
  }
  const total = [...figures.values()].reduce((sum, count) => sum + count, 0)
  const byStatus = [...figures].sort().map(([status, count]) => `${status}: ${count}`)
  console.log(`generated requests: ${total} (seed ${seed}), ${byStatus.join(', ')}`)
  expect(total).toBeGreaterThanOrEqual(requests)
  expect(unanswered()).toEqual([])
})
