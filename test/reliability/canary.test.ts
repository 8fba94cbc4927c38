import { inspect } from 'node:util'
import {
  type HospitalPayments,
  memoryRepository,
  type PaymentError,
  type StoredEvent,
  type SendEvent,
} from 'hospital-payments'
import { createHandler, callbackPath } from 'hospital-payments/http'
import { fakeProvider, manualClock } from 'hospital-payments/testing'
import { describe, expect, it } from 'vitest'
import { altered } from '../support/repositories.js'
import { at, collect, csvOf, hour, request, testService, unknownId } from '../support/service.js'
import { visibleText } from '../support/visible-text.js'

const name = 'Zewditu Canary-Q7X'
const phone = '+251987654321'
const canaries = [name, phone, 'Zewditu', 'Canary-Q7X', '987654321']

const patient = { customer: { name, phone } }
const payer = (overrides: object = {}) => request({ ...patient, ...overrides })

/** Requests that break rules in every field in which a patient may stand. */
const badRequests: readonly unknown[] = [
  { ...payer(), amount: name },
  { ...payer(), currency: phone },
  { ...payer(), reference: `${name} ` },
  { ...payer(), description: `${name}\0` },
  { ...payer(), customer: { name: `${name}\ud800`, phone: `${phone} ` } },
  { ...payer(), customer: { [name]: phone, [phone]: name } },
  { ...payer(), customer: name },
  { ...payer(), metadata: { [name]: phone, ok: { name } } },
  { ...payer(), metadata: phone },
  { ...payer(), expiresAt: phone },
  { ...payer(), [name]: phone },
  { ...payer(), [phone]: name },
  name,
]

function everyCall(payments: HospitalPayments): (() => Promise<unknown>)[] {
  const wrong = {
    [name]: phone,
    limit: phone,
    cursor: phone,
    from: name,
    status: name,
    columns: [name],
    mode: phone,
  } as never
  const options = {
    reason: '',
    [name]: phone,
    paidAt: phone,
    amount: name,
    currency: name,
    reversedAt: name,
    actor: '',
  } as never
  return [
    ...badRequests.map((bad) => () => payments.createPayment(bad as never)),
    () => payments.createPayment(payer(), { idempotencyKey: name, actor: 5, [phone]: 1 } as never),
    () => payments.createPayment(payer({ channel: 'card' })),
    () => payments.createPayment(payer({ channel: 'throws' })),
    () => payments.createPayment(payer({ channel: 'junk' })),
    () => payments.createPayment(payer({ currency: 'XAU' })),
    () => payments.createPayment(payer(), { idempotencyKey: 'k' }),
    () => payments.createPayment(payer({ amount: 9 }), { idempotencyKey: 'k' }),
    () => payments.createPayment(payer()),
    () => payments.confirmPayment(unknownId, options),
    () => payments.confirmPayment(unknownId),
    () => payments.failPayment(unknownId, options),
    () => payments.expirePayment(unknownId, options),
    () => payments.reversePayment(unknownId, options),
    () => payments.expireDue(wrong),
    () => payments.findByReference(name, wrong),
    () => payments.findByReference(name, { cursor: phone }),
    () => payments.reportPayments(wrong),
    () => payments.reportPayments({ from: name }),
    () => payments.reportPayments({ reference: 'INV-1', cursor: name }),
    () => payments.totals(wrong),
    () => collect(payments.exportCsv(wrong)),
    () => collect(payments.exportCsv({}, { signal: name, [phone]: 1 } as never)),
    () => payments.deliverEvents(name as never),
    () =>
      payments.deliverEvents(async () => undefined, { ...(wrong as object), leaseMs: name, signal: phone } as never),
    () => payments.redeliverEvents(wrong),
  ]
}

/** Receivers that know the patient; none of it is for the log. */
const receivers: readonly SendEvent[] = [
  () => Promise.reject(new Error(`${name} has paid already`)),
  () => Promise.reject(Object.assign(new Error(phone), { code: phone, name })),
  () => Promise.reject(Object.assign(new Error(name), { code: `for ${name}`, cause: { name, phone } })),
  async () => name as never,
  async () => ({ retryAfterMs: phone, [name]: phone }) as never,
  async () => 'dead',
]

async function scene() {
  const logged: string[] = []
  const log = (...line: unknown[]) => void logged.push(inspect(line, { depth: 9 }))
  const original = memoryRepository()
  let stale = 2
  const repository = altered(original, () => ({
    replace: async (group) => (stale-- > 0 ? { outcome: 'stale', current: null } : original.replace(group)),
  }))
  const service = testService({
    repository,
    referencePolicy: 'one-live',
    logger: { debug: log, info: log, warn: log, error: log },
    channels: {
      'mobile-banking': ({ reference }) => ({ type: 'text', message: `Pay ${reference}` }),
      throws: ({ customer }) => {
        throw new Error(`gateway refused ${customer?.name} ${customer?.phone}`)
      },
      junk: ({ customer }) => customer as never,
    },
  })
  return { ...service, original, logged }
}

describe('PaymentError, events and Logger: the name and phone of a patient (R13)', () => {
  it('stand in no error, no event and no log line of any operation', async () => {
    const { payments, clock, original, logged } = await scene()
    const errors: string[] = []
    const codes = new Set<string>()
    const attempt = (call: () => Promise<unknown>) =>
      call().catch((error: unknown) => {
        errors.push(visibleText(error))
        codes.add((error as PaymentError).code)
      })

    const paid = await payments.createPayment(payer({ expiresAt: at(hour) }), { idempotencyKey: 'k' })
    await attempt(() => payments.expirePayment(paid.id))
    for (const call of everyCall(payments)) await attempt(call)
    clock.set(at(2 * hour))
    await payments.expireDue()
    const second = await payments.createPayment(payer())
    await attempt(() => payments.confirmPayment(paid.id, { amount: 1 }))
    await payments.confirmPayment(paid.id, { providerTransactionId: 'TX-1' })
    await attempt(() => payments.confirmPayment(paid.id, { providerTransactionId: 'TX-2' }))
    await attempt(() => payments.failPayment(paid.id, { reason: 'late' }))
    await payments.reversePayment(paid.id, { reason: 'refund' })
    const always = altered(original, () => ({ replace: async () => ({ outcome: 'stale', current: null }) }))
    const third = await payments.createPayment(payer())
    await attempt(() => payments.using(always).confirmPayment(third.id))
    const driver = altered(original, () => ({ get: () => Promise.reject(new Error(`VALUES ('${name}', '${phone}')`)) }))
    await attempt(() => payments.using(driver).confirmPayment(third.id))
    const mute = altered(original, () => ({ claimEvents: () => Promise.reject(new Error(`NOTIFY '${name}'`)) }))

    const events: StoredEvent[] = []
    const send: SendEvent = async (event) => {
      events.push(event)
      return receivers[events.length % receivers.length]!(event)
    }
    for (let i = 0; i < 12; i++) {
      await payments.deliverEvents(send)
      clock.advance(24 * hour)
    }
    await payments.redeliverEvents()
    await payments.deliverEvents(async (event) => void events.push(event))
    await attempt(() => payments.using(mute).deliverEvents(send))
    await attempt(() => payments.using(mute).redeliverEvents())

    const histories = await Promise.all([paid, second, third].map(({ id }) => payments.history(id)))
    expect(events.map(({ id }) => id)).toEqual(expect.arrayContaining(histories.flat().map(({ id }) => id)))
    const stored = inspect([histories, events], { depth: 9 })
    const text = [...errors, ...logged, stored].join('\n')
    expect(canaries.filter((canary) => text.includes(canary))).toEqual([])
    expect(errors.length).toBeGreaterThan(35)
    expect(logged.length).toBeGreaterThan(3)
    expect([...codes].sort()).toEqual([
      'amount_mismatch',
      'concurrent_update',
      'duplicate_payment',
      'idempotency_conflict',
      'internal_error',
      'invalid_cursor',
      'invalid_date_range',
      'invalid_request',
      'invalid_transition',
      'payment_not_found',
      'reference_conflict',
      'unsupported_channel',
      'unsupported_currency',
    ])
    console.info(`R13: ${errors.length} errors of ${codes.size} codes, ${logged.length} log lines, 0 hits`)
  })

  it('stand in reports, totals and CSV only where columns ask for them', async () => {
    const { payments } = await scene()
    await payments.createPayment(payer())
    const shownToFinance = JSON.stringify([await payments.reportPayments(), await payments.totals()])
    const csv = await csvOf(payments.exportCsv({ columns: ['description', 'channel'] }))
    for (const canary of canaries) expect(shownToFinance + csv).not.toContain(canary)
    const withPatient = await csvOf(payments.exportCsv({ columns: ['customerName', 'customerPhone'] }))
    expect(withPatient).toContain(`,${name},${phone}\r\n`)
  })
})

/** The word that stands for the credentials of a provider. */
const credential = 'sk_live_CanaryKey'
const digits = phone.slice(1)

/** Errors and answers of a provider whose code lets everything out. */
const faults: readonly (() => unknown)[] = [
  () => Promise.reject(new Error(`${credential} for ${phone}`)),
  () => Promise.reject(Object.assign(new Error(name), { code: phone, name, cause: { phone, credential } })),
  () => Promise.reject(Object.assign(new Error(name), { code: digits, name: digits })),
  () => Promise.reject(`${name} ${phone} ${credential}`),
  () => Promise.reject({ [name]: phone, code: `${credential} ${phone}` }),
  () => ({ state: phone, [name]: credential }),
  () => ({ state: 'refused', code: `${credential} ${phone}` }),
  () => ({ state: 'refused', code: digits }),
  () => Promise.reject(Object.assign(new Error(phone), { code: 'provider_unavailable', cause: credential })),
]

describe('payments.attempts: a phone, a returnUrl and credentials', () => {
  it('stand in no error, no event, no answer of a callback and no log line', async () => {
    const clock = manualClock(at(0))
    const logged: string[] = []
    const errors: string[] = []
    const answers: string[] = []
    const log = (...line: unknown[]) => void logged.push(inspect(line, { depth: 9 }))
    const fake = fakeProvider({ clock })
    let fault: (() => unknown) | null = null
    const calls = ['start', 'status', 'cancel', 'receive', 'reply'] as const
    const leaking = Object.fromEntries(
      calls.map((call) => [
        call,
        (...values: never[]) => (fault ? fault() : (fake[call] as (...all: never[]) => unknown)(...values)),
      ]),
    )
    const list = async function* () {
      yield* fake.list!({ from: at(0), to: at(hour) }, AbortSignal.abort())
      throw new Error(`${credential} ${phone}`)
    }
    const { payments } = testService({
      clock,
      providers: { fake: { ...fake, ...leaking, list } },
      logger: { debug: log, info: log, warn: log, error: log },
    })
    const secret = `${credential} of callbacks`
    const path = callbackPath({ provider: 'fake', secret })
    const token = path.split('/').at(-1)!
    const handler = createHandler({
      payments,
      authenticate: () => null,
      callbacks: { secret },
      onError: (error, context) => void logged.push(`${visibleText(error)} ${inspect(context)}`),
    })
    const attempt = (call: () => Promise<unknown>) =>
      call().then(
        (value) => void answers.push(inspect(value, { depth: 9 })),
        (error: unknown) => void errors.push(visibleText(error)),
      )
    const send = async (body: string, to = path) => {
      const answer = await handler(new Request(`http://localhost${to}`, { method: 'POST', body }))
      answers.push(`${await answer.text()} ${inspect([...answer.headers])}`)
    }
    const events: unknown[] = []
    for (const [i, one] of [null, ...faults].entries()) {
      fault = one
      const bill = await payments.createPayment(payer({ reference: `INV-${i}`, amount: 1000 }))
      const returnUrl = `https://hospital.example/${digits}`
      await attempt(() => payments.attempts.start({ paymentId: bill.id, provider: 'fake', phone, returnUrl }))
      const { items } = await payments.attempts.list({ paymentId: bill.id })
      for (const { id } of items) {
        await attempt(() => payments.attempts.check(id))
        await attempt(() => payments.attempts.abandon(id, { reason: 'left', actor: 'amina' }))
        events.push(await payments.attempts.history(id))
      }
      events.push(await payments.history(bill.id))
      await send(JSON.stringify({ phone, name, credential }))
      await send(`${name} ${phone}`.repeat(5000))
      await send(phone, `${path}0`)
      clock.advance(hour)
      await attempt(() => payments.attempts.checkDue())
      await attempt(() => payments.attempts.pull('fake', { from: at(0), to: at(hour) }))
    }
    fault = null
    for (const wrong of [
      { phone: digits, provider: 'fake', paymentId: unknownId },
      { phone, provider: credential, paymentId: unknownId },
      { phone, provider: 'fake', paymentId: unknownId, returnUrl: `ftp://${credential}@x` },
      { phone, provider: 'fake', paymentId: unknownId, [phone]: name },
    ])
      await attempt(() => payments.attempts.start(wrong))
    await payments.deliverEvents(async (event) => void events.push(event))

    const text = [...errors, ...logged, ...answers, inspect(events, { depth: 9 })].join('\n')
    const words = [...canaries, credential, digits, token]
    expect(words.filter((word) => text.includes(word))).toEqual([])
    expect(errors.length).toBeGreaterThan(10)
    expect(logged.length).toBeGreaterThan(20)
    expect(answers.length).toBeGreaterThan(20)
  })
})
