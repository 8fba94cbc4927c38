import { inspect } from 'node:util'
import {
  type HospitalPayments,
  memoryRepository,
  type PaymentError,
  type StoredEvent,
  type SendEvent,
} from 'hospital-payments'
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
