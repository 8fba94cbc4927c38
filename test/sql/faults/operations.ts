/** All that the library asks of a storage for payments, each from a beginning that is the same every time. */
import type { HospitalPayments, PaymentErrorCode, PaymentRepository } from 'hospital-payments'
import { changeFixture, insertFixture, manualClock, paymentFixture, seededRandom } from 'hospital-payments/testing'
import { at, collect, hour, minute, request, testService } from '../../support/service.js'
import { group, insertOne } from '../../support/writes.js'

export interface Caller {
  readonly payments: HospitalPayments
  readonly repository: PaymentRepository
}

/** Makes a caller with the same ids for the same seed, so that what two callers store can be compared. */
export function caller(repository: PaymentRepository, seed: number): Caller {
  const random = seededRandom(seed)
  return testService({
    repository,
    random,
    clock: manualClock(at(hour)),
    referencePolicy: 'one-live',
    refundApproval: ({ amount }) => amount > maxUnapproved,
  })
}

/** The maximum that is given back without a second person. */
export const maxUnapproved = 50_000

export interface Operation {
  readonly name: string
  /** A sweep stores one payment after the other; all else is stored whole. */
  readonly stores: 'nothing' | 'all at once' | 'one by one'
  /** Brings the storage to where the operation begins, and gives the id of the payment that it is about. */
  prepare(caller: Caller): Promise<string>
  run(caller: Caller, id: string): Promise<unknown>
  /** The refusal of the same call once it is stored, where it is not answered as before. */
  readonly refusedAgain?: PaymentErrorCode
  /** True where what it stored is read again by itself: where that fails, the outcome is unknown. */
  readonly readsAgain?: boolean
  /** The maximum of statements that are sent at once, each of which may meet a fault; one where it is absent. */
  readonly readsAtOnce?: number
}

export const patient = { customer: { name: 'Zewditu Canary-Q7X', phone: '+251987654321' } }

/** No payment of these may show in an error or a log line. */
export const canaries = ['Zewditu', 'Canary-Q7X', '987654321']

export const pending = async ({ payments }: Caller) => (await payments.createPayment(request(patient))).id

async function expiredBesidePending(caller: Caller): Promise<string> {
  const id = await pending(caller)
  await caller.payments.expirePayment(id)
  await pending(caller)
  return id
}

export async function succeeded(caller: Caller): Promise<string> {
  const id = await pending(caller)
  await caller.payments.confirmPayment(id)
  return id
}

async function threeDue({ payments }: Caller): Promise<string> {
  for (const reference of ['INV-1', 'INV-2', 'INV-3'])
    await payments.createPayment(request({ ...patient, reference, expiresAt: at(minute) }))
  return ''
}

const bills = [paymentFixture(patient), paymentFixture(patient), paymentFixture(patient)].map((payment) =>
  insertFixture(payment),
)
const changes = bills.map(({ payment }, i) =>
  changeFixture(payment, { status: 'succeeded', paidAt: payment.createdAt, providerTransactionId: `TX-${i}` }),
)
const claim = { from: 'due', owner: 'relay', now: at(hour), leaseUntil: at(2 * hour), limit: 10 } as const

async function threeBills({ repository }: Caller): Promise<string> {
  for (const bill of bills) await insertOne(repository, bill)
  return bills[0]!.payment.id
}

async function threeClaimed(caller: Caller): Promise<string> {
  const id = await threeBills(caller)
  await caller.repository.claimEvents(claim)
  return id
}

const nexts = ['delivered', 'dead', { retryAt: at(3 * hour) }] as const
const results = bills.map(({ event }, i) => ({ eventId: event.id, next: nexts[i]! }))

export const writing = (
  name: string,
  prepare: Operation['prepare'],
  run: Operation['run'],
  stores: Operation['stores'] = 'all at once',
): Operation => ({ name, stores, prepare, run })

export const reading = (name: string, run: Operation['run'], prepare: Operation['prepare'] = pending): Operation => ({
  name,
  stores: 'nothing',
  prepare,
  run,
})

export const writes: readonly Operation[] = [
  writing('createPayment', pending, ({ payments }) =>
    payments.createPayment(request({ ...patient, reference: 'INV-2' }), { idempotencyKey: 'key' }),
  ),
  writing('confirmPayment', pending, ({ payments }, id) =>
    payments.confirmPayment(id, { providerTransactionId: 'TX-1' }),
  ),
  writing('confirmPayment that supersedes another', expiredBesidePending, ({ payments }, id) =>
    payments.confirmPayment(id),
  ),
  writing('failPayment', pending, ({ payments }, id) => payments.failPayment(id, { reason: 'declined' })),
  writing('expirePayment', pending, ({ payments }, id) => payments.expirePayment(id)),
  writing('reversePayment', succeeded, ({ payments }, id) => payments.reversePayment(id, { reason: 'refund' })),
  writing('expireDue', threeDue, ({ payments }) => payments.expireDue(), 'one by one'),
  writing(
    'insert without a key',
    async () => '',
    ({ repository }) => insertOne(repository, bills[0]!),
  ),
  writing('replace with a statement line', threeBills, ({ repository }) =>
    repository.replace(group(changes.slice(0, 2), 'line 1')),
  ),
  writing('claimEvents', threeBills, ({ repository }) => repository.claimEvents(claim)),
  writing('completeEvents', threeClaimed, ({ repository }) =>
    repository.completeEvents({ owner: claim.owner, now: claim.now, results }),
  ),
]

export const reads: readonly Operation[] = [
  reading('getPayment', ({ payments }, id) => payments.getPayment(id)),
  reading('findByReference', ({ payments }) => payments.findByReference('INV-1')),
  reading('reportPayments', ({ payments }) => payments.reportPayments({ status: ['pending', 'succeeded'] })),
  reading('totals', ({ payments }) => payments.totals()),
  reading('history', ({ payments }, id) => payments.history(id)),
  reading('lookup', ({ repository }) =>
    repository.lookup({ references: ['INV-1'], providerTransactionIds: ['TX-1'], lineKeys: ['line 1'] }),
  ),
  // Of one part: longer ones, which cannot begin again in the middle, are in `broken-exports`.
  reading('exportCsv', ({ payments }) => collect(payments.exportCsv())),
]

export const operations: readonly Operation[] = [...writes, ...reads]
