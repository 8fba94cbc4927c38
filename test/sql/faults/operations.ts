/** All that the library asks of a storage, each from a beginning that is the same every time. */
import type { HospitalPayments, PaymentRepository } from 'hospital-payments'
import { changeFixture, insertFixture, manualClock, paymentFixture, seededRandom } from 'hospital-payments/testing'
import { at, collect, hour, minute, request, testService } from '../../support/service.js'
import { group, insertOne } from '../../support/writes.js'

export interface Caller {
  readonly payments: HospitalPayments
  readonly repository: PaymentRepository
}

/** The same ids for the same seed, so that what two callers store can be compared. */
export function caller(repository: PaymentRepository, seed: number): Caller {
  const random = seededRandom(seed)
  return testService({ repository, random, clock: manualClock(at(hour)), referencePolicy: 'one-live' })
}

export interface Operation {
  readonly name: string
  /** A sweep stores one payment after the other; all else is stored whole. */
  readonly stores: 'nothing' | 'all at once' | 'one by one'
  /** Brings the storage to where the operation begins, and gives the id of the payment that it is about. */
  prepare(caller: Caller): Promise<string>
  run(caller: Caller, id: string): Promise<unknown>
}

const patient = { customer: { name: 'Zewditu Canary-Q7X', phone: '+251987654321' } }

/** No payment of these may show in an error or a log line. */
export const canaries = ['Zewditu', 'Canary-Q7X', '987654321']

const pending = async ({ payments }: Caller) => (await payments.createPayment(request(patient))).id

async function expiredBesidePending(caller: Caller): Promise<string> {
  const id = await pending(caller)
  await caller.payments.expirePayment(id)
  await pending(caller)
  return id
}

async function succeeded(caller: Caller): Promise<string> {
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

const writing = (
  name: string,
  prepare: Operation['prepare'],
  run: Operation['run'],
  stores: Operation['stores'] = 'all at once',
): Operation => ({ name, stores, prepare, run })

const reading = (name: string, run: Operation['run'], prepare: Operation['prepare'] = pending): Operation => ({
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

/** An export hands out what it has read, so it cannot begin again in the middle. */
export const exportCsv: Operation = reading('exportCsv', ({ payments }) => collect(payments.exportCsv()))

export const reads: readonly Operation[] = [
  reading('getPayment', ({ payments }, id) => payments.getPayment(id)),
  reading('findByReference', ({ payments }) => payments.findByReference('INV-1')),
  reading('reportPayments', ({ payments }) => payments.reportPayments({ status: ['pending', 'succeeded'] })),
  reading('totals', ({ payments }) => payments.totals()),
  reading('history', ({ payments }, id) => payments.history(id)),
  reading('lookup', ({ repository }) =>
    repository.lookup({ references: ['INV-1'], providerTransactionIds: ['TX-1'], lineKeys: ['line 1'] }),
  ),
]

export const operations: readonly Operation[] = [...writes, ...reads, exportCsv]

const source = 'cbe-1000'
const line = { row: 1, lineId: 'L-1', direction: 'credit', amount: 150_000, currency: 'ETB' } as const
const stated = { ...line, valueDate: '2026-11-19', narration: 'from Zewditu Canary-Q7X' }

/** A line that no rule settles, beside the bill that it is of: its key. */
async function lineBesideBill(caller: Caller): Promise<string> {
  await pending(caller)
  await caller.payments.statements.import([stated], { source })
  return (await caller.payments.lines.list()).items[0]!.key
}

async function allocate({ payments }: Caller, key: string) {
  const [bill] = (await payments.findByReference('INV-1')).items
  const shares = [{ to: 'payment', paymentId: bill!.id, amount: line.amount }] as const
  return payments.lines.allocate(key, { expectedVersion: 1, shares })
}

const refund = ({ payments }: Caller, paymentId: string) =>
  payments.refunds.create({ paymentId, amount: 50_000, reason: 'duplicate' }, { idempotencyKey: 'refund' })

/** The first receipt of a year begins its numbers in a write of its own. */
async function paidBesideReceipt(caller: Caller): Promise<string> {
  const { payments } = caller
  const other = await payments.createPayment(request({ reference: 'INV-2' }))
  await payments.receipts.issue((await payments.confirmPayment(other.id)).id)
  return succeeded(caller)
}

/** What people of finance do; each is stored whole. A closing reads its day by a scan, as an export does: see `killed-process`. */
export const financeWrites: readonly Operation[] = [
  writing('lines.allocate', lineBesideBill, allocate),
  writing(
    'lines.unallocate',
    async (caller) => {
      const key = await lineBesideBill(caller)
      await allocate(caller, key)
      return key
    },
    ({ payments }, key) =>
      payments.lines.unallocate(key, { expectedVersion: 2, reason: 'wrong bill', payments: 'reverse' }),
  ),
  writing('refunds.create', succeeded, refund),
  writing(
    'refunds.confirm',
    async (caller) => (await refund(caller, await succeeded(caller))).id,
    ({ payments }, id) => payments.refunds.confirm(id, { providerTransactionId: 'OUT-1' }),
  ),
  writing('receipts.issue', paidBesideReceipt, ({ payments }, id) => payments.receipts.issue(id)),
]
