/** Calls at the counter: each is drawn whole before it is made, so that it can be made again. */
import type { AccountLine, CashSession, HospitalPayments, Payment, Refund } from 'hospital-payments'

type Roll = (n: number) => number

/** The name of a call, and the call. */
export type CashCall = readonly [name: string, call: () => Promise<unknown>]

/** The rows that a caller can have read before the call. */
export interface CounterNow {
  readonly payments: readonly Payment[]
  readonly lines: readonly AccountLine[]
  readonly refunds: readonly Refund[]
  readonly sessions: readonly CashSession[]
}

/** The limits of the calls. */
export interface Counter {
  /** The account of a bank to which cash is brought. */
  readonly bank: string
  /** True where a cashier may also confirm payments of other channels, whose money no line shows. */
  readonly confirms: boolean
}

const points = ['a', 'b'] as const
const amounts = [40, 100, 250] as const
const supervisors = ['lily', 'omar'] as const
const people = ['sara', 'bekele', ...supervisors] as const
const payers = ['MRN-1', 'MRN-2'] as const
const noSession = 'csh_00000000000000000000000000'

/** Decides who supervises cashiers. */
export const cashSupervisors = (actor: string): boolean => supervisors.some((name) => name === actor)

/** Returns true for a transfer that is on its way. */
export function isTransit({ outcome, status }: Pick<AccountLine, 'outcome' | 'status'>): boolean {
  return outcome === 'in_transit' && status === 'open'
}

/** Turns a line of a bank into the arrival of cash that was sent there. */
export function asArrival<Line extends object>(
  line: Line,
  roll: Roll,
  { lines }: Pick<CounterNow, 'lines'>,
  bank: string,
) {
  const sent = lines.filter((transit) => isTransit(transit) && transit.transferTo === bank)
  const transit = sent[roll(sent.length * 4)]
  if (!transit) return line
  return { ...line, direction: 'credit' as const, amount: transit.amount, reference: transit.reference! }
}

function drawTake(
  roll: Roll,
  { cash }: HospitalPayments,
  { payments }: CounterNow,
  session: CashSession,
  actor: string,
) {
  const bill = payments[roll(payments.length)]!
  const other = payments[roll(payments.length)]!
  const open = Math.max(1, bill.amount - bill.amountReconciled)
  const payer = { payerId: payers[roll(2)]! }
  const allocations = [
    { to: 'payment', paymentId: bill.id, amount: open } as const,
    { to: 'payment', paymentId: other.id, amount: 40 } as const,
  ]
  const sum = open + 40
  const take = [
    { paymentId: bill.id, amount: open },
    { paymentId: bill.id, amount: open },
    { paymentId: bill.id, amount: amounts[roll(3)]! },
    { paymentId: bill.id, amount: open + 10, ...payer },
    { amount: amounts[roll(3)]!, ...payer },
    { amount: 40, allocations: [{ to: 'category', category: 'rent', amount: 40 } as const] },
    { amount: sum, allocations },
    { amount: sum + 10, allocations, ...payer },
  ][roll(8)]!
  const tendered = roll(2) === 0 ? { tendered: take.amount + roll(50) } : {}
  const key = { idempotencyKey: `cash-${roll(1_000_000)}` }
  return ['take', () => cash.take({ sessionId: session.id, actor, ...take, ...tendered }, key)] as const
}

/** Draws a call in a session, most often one of its opener. */
function drawInSession(roll: Roll, payments: HospitalPayments, now: CounterNow, { bank, confirms }: Counter): CashCall {
  const { cash } = payments
  const open = now.sessions.filter(({ status }) => status === 'open')
  const session =
    roll(8) === 0 ? now.sessions[roll(now.sessions.length)]! : (open[roll(open.length || 1)] ?? now.sessions[0]!)
  const actor = roll(6) === 0 ? people[roll(4)]! : session.openedBy
  const sessionId = session.id
  const idempotencyKey = `cash-${roll(1_000_000)}`
  const amount = amounts[roll(3)]!
  const kind = roll(13)
  if (kind <= 5) return drawTake(roll, payments, now, session, actor)
  if (kind <= 8) {
    const to = [...points.map((point) => `cash.${point}`), 'cash.safe', bank, bank][roll(5)]!
    const reference = roll(3) === 0 ? { reference: 'SLIP-7701' } : {}
    return ['send', () => cash.send({ sessionId, amount, to, actor, ...reference }, { idempotencyKey })]
  }
  if (kind <= 10) {
    const refund = now.refunds.find(({ status }) => status === 'pending') ?? now.refunds[roll(now.refunds.length || 1)]
    const purpose = refund && roll(4) > 0 ? { refundId: refund.id } : { category: 'petty_cash', amount }
    const by = 'category' in purpose ? supervisors[roll(2)]! : actor
    const name = 'category' in purpose ? 'pay out' : 'pay a refund out'
    return [name, () => cash.payOut({ sessionId, actor: by, ...purpose }, { idempotencyKey })]
  }
  if (kind === 11 && confirms) {
    const { id } = now.payments[roll(now.payments.length)]!
    return ['confirm at the counter', () => payments.confirmPayment(id, { sessionId, actor })]
  }
  // A count that is right, most often, or differs.
  const { float, received, paidOut, sent } = session
  const counted = Math.max(0, float + received - paidOut - sent + [0, 0, -3, 5][roll(4)]!)
  const reason = roll(3) === 0 ? { reason: 'a torn note' } : {}
  return ['close a session', () => cash.close({ sessionId, counted, actor, ...reason })]
}

function drawOnTransfer(roll: Roll, { cash }: HospitalPayments, { lines, sessions }: CounterNow): CashCall | null {
  const sent = lines.filter(({ transferTo }) => transferTo !== null)
  const onTheirWay = sent.filter(isTransit)
  const transit = onTheirWay[roll(onTheirWay.length || 1)] ?? sent[roll(sent.length || 1)]
  if (!transit) return null
  const { key: lineKey, transferTo, amount } = transit
  const actor = people[roll(4)]!
  if (roll(3) === 0) return ['recall', () => cash.recall({ lineKey, reason: 'guard is ill', actor })]
  const here = sessions.find(({ account, status }) => account === transferTo && status === 'open')
  const session = here && roll(8) > 0 ? { sessionId: here.id } : {}
  const by = here && roll(2) === 0 ? here.openedBy : actor
  const counted = Math.max(0, amount + [0, 0, 0, -1, 2, -amount][roll(6)]!)
  const accept = roll(2) === 0 ? { accept: true, reason: 'counted twice' } : {}
  return ['receive', () => cash.receive({ lineKey, counted, actor: by, ...session, ...accept })]
}

/** Draws a call at the counter; there is at least one payment. */
export function drawAtCounter(roll: Roll, payments: HospitalPayments, now: CounterNow, counter: Counter): CashCall {
  const { cash } = payments
  const kind = now.sessions.length === 0 ? 0 : roll(20)
  if (kind <= 1) {
    const point = points[roll(2)]!
    const held = now.sessions.filter((session) => session.point === point).map(({ counted }) => counted ?? 0)
    const float = [held[0] ?? 100, 100, 0][roll(3)]!
    const actor = people[roll(4)]!
    return ['open a session', () => cash.open({ point, currency: 'ETB', float, actor })]
  }
  if (kind <= 3) {
    const moved = now.lines.filter(({ sessionId }) => sessionId !== null)
    const movement = moved[roll(moved.length || 1)]
    const actor = people[roll(8)] ?? supervisors[roll(2)]!
    const lineKey = movement?.key ?? now.lines[0]?.key ?? 'line_unknown'
    return ['void', () => cash.void({ lineKey, reason: 'wrong bill', actor })]
  }
  if (kind <= 7) {
    const call = drawOnTransfer(roll, payments, now)
    if (call) return call
  }
  if (kind === 8) {
    const { id } = now.sessions[roll(now.sessions.length)] ?? { id: noSession }
    return ['explain', () => cash.explain(id, { reason: 'a torn note', actor: people[roll(4)]! })]
  }
  return drawInSession(roll, payments, now, counter)
}
