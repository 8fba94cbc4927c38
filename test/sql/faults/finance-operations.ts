/** Operations of finance, as `operations.ts` has those of payments. */
import { collect, request } from '../../support/service.js'
import {
  type Caller,
  maxUnapproved,
  type Operation,
  operations,
  patient,
  pending,
  reading,
  succeeded,
  writing,
} from './operations.js'

const account = 'cbe-1000'
const day = '2026-11-19'
const amount = 150_000
const line = { row: 1, lineId: 'L-1', direction: 'credit', amount, currency: 'ETB', valueDate: day } as const
const stated = { ...line, narration: `from ${patient.customer.name}` }

/** Stores a line that no rule settles, beside the bill that it is of, and returns its key. */
async function lineBesideBill(caller: Caller): Promise<string> {
  await pending(caller)
  await caller.payments.statements.import([stated], { account })
  return (await caller.payments.lines.list()).items[0]!.key
}

async function allocate({ payments }: Caller, key: string) {
  const [bill] = (await payments.findByReference('INV-1')).items
  const allocations = [{ to: 'payment', paymentId: bill!.id, amount }] as const
  return payments.lines.allocate(key, { expectedVersion: 1, allocations })
}

async function allocated(caller: Caller): Promise<string> {
  const key = await lineBesideBill(caller)
  await allocate(caller, key)
  return key
}

const refund =
  (amount: number) =>
  ({ payments }: Caller, paymentId: string) =>
    payments.refunds.create({ paymentId, amount, reason: 'duplicate' }, { idempotencyKey: 'refund', actor: 'sara' })

const refunded =
  (amount: number) =>
  async (caller: Caller): Promise<string> =>
    (await refund(amount)(caller, await succeeded(caller))).id

/** Pays a bill beside the first receipt of a year: the number of the next one goes on from a stored one. */
async function paidBesideReceipt(caller: Caller): Promise<string> {
  const { payments } = caller
  const other = await payments.createPayment(request({ reference: 'INV-2' }))
  await payments.receipts.issue((await payments.confirmPayment(other.id)).id)
  return succeeded(caller)
}

const closing = { account, day, actor: 'sara' }

async function closed(caller: Caller): Promise<string> {
  const key = await allocated(caller)
  await caller.payments.days.close(closing)
  return key
}

const cashier = { actor: 'sara' } as const
const guard = { actor: 'lily', supervisor: true } as const
const opening = { point: 'window-1', currency: 'ETB', float: 50_000, ...cashier }

/** Opens a session beside a bill, and returns its id. */
async function opened(caller: Caller): Promise<string> {
  await pending(caller)
  return (await caller.payments.cash.open(opening)).id
}

async function take({ payments }: Caller, sessionId: string) {
  const [bill] = (await payments.findByReference('INV-1')).items
  const call = { sessionId, paymentId: bill!.id, amount, tendered: 200_000, ...cashier }
  return payments.cash.take(call, { idempotencyKey: 'take' })
}

const send = ({ payments }: Caller, sessionId: string) =>
  payments.cash.send({ sessionId, amount: 40_000, to: 'cash.safe', ...cashier }, { idempotencyKey: 'send' })

/** Pays a bill in cash, asks for a refund of it, and returns the refund's id. */
async function refundOfCash(caller: Caller): Promise<string> {
  const { payments } = await take(caller, await opened(caller))
  return (await refund(maxUnapproved)(caller, payments[0]!.id)).id
}

async function openSessionId({ payments }: Caller): Promise<string> {
  return (await payments.cash.list({ status: 'open' })).items[0]!.id
}

const cashWrites: readonly Operation[] = [
  writing('cash.open', pending, ({ payments }) => payments.cash.open(opening)),
  { ...writing('cash.take', opened, take), readsAgain: true },
  writing('cash.payOut', refundOfCash, async (caller, refundId) =>
    caller.payments.cash.payOut(
      { sessionId: await openSessionId(caller), refundId, actor: 'bekele', supervisor: true },
      { idempotencyKey: 'out' },
    ),
  ),
  writing('cash.send', opened, send),
  writing(
    'cash.receive',
    async (caller) => (await send(caller, await opened(caller))).line.key,
    ({ payments }, lineKey) => payments.cash.receive({ lineKey, counted: 40_000, ...guard }),
  ),
  writing(
    'cash.recall',
    async (caller) => (await send(caller, await opened(caller))).line.key,
    ({ payments }, lineKey) => payments.cash.recall({ lineKey, reason: 'guard is ill', ...guard }),
  ),
  writing(
    'cash.void',
    async (caller) => (await take(caller, await opened(caller))).line.key,
    ({ payments }, lineKey) => payments.cash.void({ lineKey, reason: 'wrong bill', ...guard }),
  ),
  writing('cash.close', opened, ({ payments }, sessionId) =>
    payments.cash.close({ sessionId, counted: 49_900, ...cashier }),
  ),
]

const second = { actor: 'dawit' } as const

async function waiverRequested(caller: Caller): Promise<string> {
  const paymentId = await pending(caller)
  const waiver = { paymentId, amount, scheme: 'poor', reason: 'no_income', note: patient.customer.name }
  return (await caller.payments.waivers.request(waiver, { actor: 'sara', idempotencyKey: 'waiver' })).id
}

async function waiverGranted(caller: Caller): Promise<string> {
  return (await caller.payments.waivers.approve(await waiverRequested(caller), second)).id
}

/** Stores a deposit beside a bill, and returns the bill's id. */
async function deposited(caller: Caller): Promise<string> {
  const sessionId = await opened(caller)
  await caller.payments.cash.take({ sessionId, amount, payerId: 'MRN-1', ...cashier })
  return (await caller.payments.findByReference('INV-1')).items[0]!.id
}

const payerWrites: readonly Operation[] = [
  writing('waivers.request', pending, ({ payments }, paymentId) =>
    payments.waivers.request(
      { paymentId, amount, scheme: 'poor', reason: 'no_income' },
      { actor: 'sara', idempotencyKey: 'w' },
    ),
  ),
  writing('waivers.approve', waiverRequested, ({ payments }, id) => payments.waivers.approve(id, second)),
  writing('waivers.reject', waiverRequested, ({ payments }, id) =>
    payments.waivers.reject(id, { reason: 'insured', ...second }),
  ),
  writing('waivers.revoke', waiverGranted, ({ payments }, id) =>
    payments.waivers.revoke(id, { reason: 'insured', actor: 'lily', payments: 'reverse' }),
  ),
  writing('payers.apply', deposited, ({ payments }, paymentId) =>
    payments.payers.apply({ payerId: 'MRN-1', paymentId, ...cashier }, { idempotencyKey: 'draw' }),
  ),
]

/** Each is stored whole. */
export const financeWrites: readonly Operation[] = [
  writing('lines.allocate', lineBesideBill, allocate),
  writing('lines.unallocate', allocated, ({ payments }, key) =>
    payments.lines.unallocate(key, { expectedVersion: 2, reason: 'wrong bill', payments: 'reverse' }),
  ),
  writing('lines.hold', lineBesideBill, ({ payments }, key) => payments.lines.hold(key, { expectedVersion: 1 })),
  writing('refunds.create', succeeded, refund(maxUnapproved)),
  writing('refunds.create of one to be approved', succeeded, refund(maxUnapproved + 1)),
  writing('refunds.create of a line', lineBesideBill, ({ payments }, lineKey) =>
    payments.refunds.create({ lineKey, amount: 50_000, reason: 'overpayment' }, { idempotencyKey: 'refund' }),
  ),
  writing('refunds.approve', refunded(maxUnapproved + 1), ({ payments }, id) =>
    payments.refunds.approve(id, { actor: 'abebe' }),
  ),
  writing('refunds.confirm', refunded(maxUnapproved), ({ payments }, id) =>
    payments.refunds.confirm(id, { providerTransactionId: 'OUT-1' }),
  ),
  {
    ...writing('receipts.issue', paidBesideReceipt, ({ payments }, id) => payments.receipts.issue(id)),
    readsAgain: true,
  },
  writing('days.close', allocated, ({ payments }) => payments.days.close(closing)),
  {
    ...writing('days.reopen', closed, ({ payments }) => payments.days.reopen({ ...closing, reason: 'one line more' })),
    // A day that is open cannot be reopened, whoever has opened it.
    refusedAgain: 'invalid_transition',
  },
  ...cashWrites,
  ...payerWrites,
]

const financeReads: readonly Operation[] = [
  reading('lines.list', ({ payments }) => payments.lines.list(), lineBesideBill),
  reading('lines.suggest', ({ payments }, key) => payments.lines.suggest(key), lineBesideBill),
  reading('lines.exportCsv', ({ payments }) => collect(payments.lines.exportCsv()), lineBesideBill),
  reading('refunds.list', ({ payments }) => payments.refunds.list(), refunded(maxUnapproved)),
  reading('days.list', ({ payments }) => payments.days.list(), closed),
  reading('days.verify', ({ payments }) => payments.days.verify({ account }), closed),
  { ...reading('days.report', ({ payments }) => payments.days.report({ day }), closed), readsAtOnce: 7 },
  reading('cash.report', ({ payments }, id) => payments.cash.report(id), opened),
  reading('waivers.list', ({ payments }) => payments.waivers.list(), waiverGranted),
  reading('waivers.history', ({ payments }, id) => payments.waivers.history(id), waiverGranted),
]

export const allOperations: readonly Operation[] = [...operations, ...financeWrites, ...financeReads]
