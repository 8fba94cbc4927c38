import { type HospitalPayments, isPaymentError } from 'hospital-payments'
import { describe, expect, it } from 'vitest'
import { everyCall } from '../support/rounds.js'
import { at, collect, contents, day, hour, request, testService, type TestService } from '../support/service.js'
import { failingAt, type Moment } from './failing-at.js'

interface Operation {
  readonly name: string
  /** Brings the service to where the operation starts; the same each time, for clock and ids are. */
  prepare(service: TestService): Promise<string>
  run(payments: HospitalPayments, id: string): Promise<unknown>
}

const pending = async ({ payments }: TestService) => (await payments.createPayment(request())).id

async function expiredBesidePending({ payments }: TestService): Promise<string> {
  const { id } = await payments.createPayment(request())
  await payments.expirePayment(id)
  await payments.createPayment(request())
  return id
}

async function succeeded({ payments }: TestService): Promise<string> {
  const { id } = await payments.createPayment(request())
  await payments.confirmPayment(id)
  return id
}

async function threeDue({ payments, clock }: TestService): Promise<string> {
  for (let i = 0; i < 3; i++) await payments.createPayment(request({ reference: `INV-${i}`, expiresAt: at(hour) }))
  clock.set(at(day))
  return ''
}

const none = async () => ''

const operations: readonly Operation[] = [
  { name: 'createPayment', prepare: none, run: (payments) => payments.createPayment(request()) },
  {
    name: 'createPayment with a key',
    prepare: pending,
    run: (payments) => payments.createPayment(request({ reference: 'INV-2' }), { idempotencyKey: 'k' }),
  },
  {
    name: 'confirmPayment',
    prepare: pending,
    run: (payments, id) => payments.confirmPayment(id, { providerTransactionId: 'TX' }),
  },
  {
    name: 'confirmPayment that supersedes another',
    prepare: expiredBesidePending,
    run: (payments, id) => payments.confirmPayment(id),
  },
  { name: 'failPayment', prepare: pending, run: (payments, id) => payments.failPayment(id, { reason: 'r' }) },
  { name: 'expirePayment', prepare: pending, run: (payments, id) => payments.expirePayment(id) },
  { name: 'reversePayment', prepare: succeeded, run: (payments, id) => payments.reversePayment(id, { reason: 'r' }) },
  { name: 'expireDue', prepare: threeDue, run: (payments) => payments.expireDue() },
  { name: 'getPayment', prepare: pending, run: (payments, id) => payments.getPayment(id) },
  { name: 'findByReference', prepare: pending, run: (payments) => payments.findByReference('INV-1') },
  { name: 'reportPayments', prepare: pending, run: (payments) => payments.reportPayments() },
  { name: 'totals', prepare: pending, run: (payments) => payments.totals() },
  { name: 'history', prepare: pending, run: (payments, id) => payments.history(id) },
  { name: 'exportCsv', prepare: pending, run: (payments) => collect(payments.exportCsv()) },
]

async function stateAfter(operation: Operation, n: number, moment: Moment) {
  const service = testService({ referencePolicy: 'one-live' })
  const id = await operation.prepare(service)
  const { repository, calls } = failingAt(service.repository, n, moment)
  const error = await operation.run(service.payments.using(repository), id).then(
    () => null,
    (thrown: unknown) => thrown,
  )
  const entries = (await contents(service.repository)).map((entry) => JSON.stringify(entry))
  return { entries, error, calls: calls.count }
}

describe.each(operations)('payments: $name, whichever call of the storage fails (R8)', (operation) => {
  it('leaves each payment as before or as after, never between, and reports the failure', async () => {
    const { entries: before } = await stateAfter({ ...operation, run: async () => null }, 0, 'before')
    const { entries: after, error: noError, calls } = await stateAfter(operation, 0, 'before')
    expect(noError).toBeNull()
    expect(calls).toBeGreaterThan(0)
    for (const moment of ['before', 'after'] as const) {
      for (const n of everyCall(calls)) {
        const { entries, error } = await stateAfter(operation, n, moment)
        expect(isPaymentError(error, moment === 'before' ? 'storage_unavailable' : 'outcome_unknown')).toBe(true)
        const done = moment === 'before' ? n - 1 : n
        // What is written is one write, the last call.
        expect(entries).toStrictEqual(done === calls ? after : before)
      }
    }
  })

  it('can simply be called again, and comes to its end', async () => {
    const service = testService({ referencePolicy: 'one-live' })
    const id = await operation.prepare(service)
    const { repository } = failingAt(service.repository, 1, 'before')
    const failing = service.payments.using(repository)
    await expect(operation.run(failing, id)).rejects.toThrow('A fault.')
    await expect(operation.run(failing, id)).resolves.toBeDefined()
  })
})
