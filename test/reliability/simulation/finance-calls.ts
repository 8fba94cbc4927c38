/**
 * Calls of people and runs in the simulation of lines: each is drawn whole before it is made, so that it can be made
 * again.
 */
import type { HospitalPayments, Allocation, StatementRecord } from 'hospital-payments'
import { request } from '../../support/service.js'
import { asArrival, drawAtCounter } from './cash-calls.js'
import type { FinanceRows } from './finance-books.js'

export const account = 'cbe'
const amounts = [100, 250, 400] as const
const days = ['2026-11-18', '2026-11-19', '2026-11-20'] as const
const people = ['amina', 'sara', undefined] as const
const why = { reason: 'r', actor: 'amina' }

type Roll = (n: number) => number

export type DrawnCall = readonly [name: string, call: () => Promise<unknown>]

/** Draws one line of the bank. Some debits and credits name payouts. */
function record(row: number, isStatedAnew: boolean): StatementRecord {
  const payout = row % 8 === 7 || row % 8 === 4 ? `OUT-${row % 3}` : undefined
  const reference = payout ?? (row % 3 === 2 ? undefined : `INV-${row % 4}`)
  return {
    row,
    lineId: `L${row}`,
    direction: row % 4 === 3 ? 'debit' : 'credit',
    amount: amounts[(isStatedAnew ? row + 1 : row) % 3]!,
    currency: 'ETB',
    valueDate: days[row % 2 || (isStatedAnew ? 2 : 0)]!,
    ...(reference !== undefined && { reference }),
    ...(row % 5 === 0 && { providerTransactionId: `TX-${row % 2}` }),
    narration: 'from Abebe',
  }
}

function drawAllocations(roll: Roll, { payments, lines, refunds }: FinanceRows): Allocation[] {
  const paymentId = payments[roll(payments.length)]!.id
  const amount = [...amounts, 50][roll(4)]!
  const toPayment = { to: 'payment', paymentId, amount } as const
  const fee = [-50, 150, 300][roll(3)]!
  const lineKey = lines[roll(lines.length)]!.key
  const refund = refunds[roll(refunds.length || 1)]
  return (
    [
      [toPayment],
      [toPayment],
      [{ to: 'category', category: 'fee', amount }],
      [toPayment, { to: 'category', category: 'fee', amount: fee }],
      [{ to: 'line', lineKey, amount }],
      refund ? [{ to: 'refund', refundId: refund.id, amount: roll(8) === 0 ? amount : refund.amount }] : [toPayment],
      refund ? [{ to: 'refund', refundId: refund.id, amount: refund.amount }] : [toPayment],
    ] as const
  )[roll(7)] as Allocation[]
}

function drawOnPayment(roll: Roll, payments: HospitalPayments, known: FinanceRows): DrawnCall {
  const { id } = known.payments[roll(known.payments.length)]!
  const providerTransactionId = ['TX-0', 'TX-1', 'tx-1'][roll(3)]!
  const actor = people[roll(3)]
  return (
    [
      ['cancel', () => payments.cancelPayment(id, { reason: 'twice' })],
      ['confirm', () => payments.confirmPayment(id, { providerTransactionId })],
      ['confirm', () => payments.confirmPayment(id)],
      ['reverse', () => payments.reversePayment(id, { reason: 'refund' })],
      ['issue', () => payments.receipts.issue(id, { actor })],
      ['issue', () => payments.receipts.issue(id, { actor })],
    ] as const
  )[roll(6)]!
}

function drawOnLine(roll: Roll, { lines }: HospitalPayments, known: FinanceRows): DrawnCall {
  const kind = roll(9)
  const isUndo = kind === 4 || kind === 5
  const shared = isUndo ? known.lines.filter(({ allocations }) => allocations.length > 0) : []
  const lineOf = shared.length > 0 ? shared : known.lines
  const { key, version } = lineOf[roll(lineOf.length)]!
  const seen = { expectedVersion: roll(8) === 0 ? Math.max(1, version - 1) : version, reason: 'r' }
  const allocations = drawAllocations(roll, known)
  const word = (['reverse', 'keep', undefined] as const)[roll(3)]
  const assignee = [null, 'sara'][roll(2)]!
  if (kind <= 3) return ['allocate', () => lines.allocate(key, { ...seen, allocations })]
  if (isUndo) return ['unallocate', () => lines.unallocate(key, { ...seen, payments: word })]
  if (kind === 6) return ['hold', () => lines.hold(key, seen)]
  if (kind === 7) return ['release', () => lines.release(key, seen)]
  return ['assign', () => lines.assign(key, { ...seen, assignee })]
}

function drawRefund(roll: Roll, { refunds }: HospitalPayments, known: FinanceRows): DrawnCall {
  const paid = known.payments.filter(({ status }) => status === 'succeeded')
  const payment = paid[roll(paid.length || 1)] ?? known.payments[0]!
  const line = known.lines[roll(known.lines.length)]!
  const of = roll(2) === 0 ? { paymentId: payment.id } : { lineKey: line.key }
  const refundRequest = {
    ...of,
    amount: [...amounts, 50][roll(4)]!,
    reason: 'duplicate',
    ...(roll(2) === 0 && { reference: `OUT-${roll(3)}` }),
  } as const
  const options = { idempotencyKey: `key-${roll(1_000_000)}`, actor: people[roll(3)] }
  return ['paymentId' in of ? 'refund' : 'refund of line', () => refunds.create(refundRequest, options)]
}

function drawOnRefund(roll: Roll, { refunds }: HospitalPayments, known: FinanceRows): DrawnCall {
  const requested = known.refunds.filter(({ status }) => status === 'requested')
  const isApproving = requested.length > 0 && roll(2) === 0
  const { id } = isApproving ? requested[roll(requested.length)]! : known.refunds[roll(known.refunds.length)]!
  const actor = people[roll(3)]
  const receipt = roll(2) === 0 ? { providerTransactionId: `TX-${roll(3)}` } : {}
  if (isApproving && roll(4) > 0) return ['approve', () => refunds.approve(id, { actor })]
  return (
    [
      ['approve', () => refunds.approve(id, { actor })],
      ['reject', () => refunds.reject(id, why)],
      ['settle', () => refunds.confirm(id, receipt)],
      ['settle', () => refunds.confirm(id, receipt)],
      ['fail', () => refunds.fail(id, why)],
      ['withdraw', () => refunds.cancel(id, why)],
    ] as const
  )[roll(6)]!
}

function drawOnDay(roll: Roll, { days: { close, reopen, verify } }: HospitalPayments): DrawnCall {
  const call = { account, day: days[roll(3)]!, actor: 'amina' }
  return (
    [
      ['close', () => close(call)],
      ['close', () => close(call)],
      ['reopen', () => reopen({ ...call, reason: 'r' })],
      ['verify', () => verify({ account })],
    ] as const
  )[roll(4)]!
}

/** @param known what is stored, as a caller can have read it before the call */
export function drawCall(roll: Roll, payments: HospitalPayments, known: FinanceRows): DrawnCall {
  const kind = known.payments.length < 3 ? 0 : known.lines.length === 0 ? 1 : roll(34)
  if (kind === 0) {
    const body = request({ reference: `INV-${roll(4)}`, amount: amounts[roll(3)]! })
    const idempotencyKey = `key-${roll(1_000_000)}`
    return ['create', () => payments.createPayment(body, { idempotencyKey })]
  }
  if (kind <= 3) {
    const first = roll(12)
    // Once in a while the bank says another amount, and of some lines another day.
    const isStatedAnew = roll(5) === 0
    const records = Array.from({ length: 1 + roll(6) }, (_, i) =>
      asArrival(record(first + i, isStatedAnew), roll, known, account),
    )
    return ['import', () => payments.statements.import(records, { account, actor: 'run' })]
  }
  if (kind <= 7) return drawOnPayment(roll, payments, known)
  if (kind <= 14) return drawOnLine(roll, payments, known)
  if (kind <= 16 || (kind <= 20 && known.refunds.length === 0)) return drawRefund(roll, payments, known)
  if (kind <= 20) return drawOnRefund(roll, payments, known)
  if (kind <= 22) return drawOnDay(roll, payments)
  if (kind > 23) return drawAtCounter(roll, payments, known, { bank: account, confirms: true })
  return ['forget', () => payments.lines.eraseText({ before: '2026-11-19' })]
}
