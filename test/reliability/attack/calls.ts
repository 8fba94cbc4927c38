/** The calls of an attacker: whatever the library has, over few bills, lines and receipts, with arguments that collide. */
import type { HospitalPayments, StatementLine } from 'hospital-payments'
import { start } from '../../support/service.js'
import { asArrival, drawAtCounter } from '../simulation/cash-calls.js'
import { drawOnPayer, openOf, payers } from '../simulation/payer-calls.js'
import { type Stored, words } from './ledger.js'
import type { Wallet } from './wallet.js'

type Roll = (n: number) => number

/** The name of a call, and the call. */
export type Call = readonly [name: string, run: () => Promise<unknown>]

/** The limits of the attack of one seed. */
export interface Universe {
  /** The number of bills, and of lines of a file, that there are to choose from. */
  readonly bills: number
  readonly lines: number
  /** True where people, not only statements, report movements, so that other money than that of lines is given back. */
  readonly isHearsay: boolean
}

const accounts = ['cbe-1000', 'mpesa-500'] as const
const amounts = [100, 250, 1000] as const
const day = 86_400_000
const valueDate = (n: number) => new Date(Date.parse(start) - n * day).toISOString().slice(0, 10)

/** Records of one number agree in what identifies them, and often differ in the rest. */
function record(n: number, roll: Roll, { bills }: Universe): StatementLine {
  const direction = n % 5 === 4 ? 'debit' : 'credit'
  const amount = amounts[n % 3]!
  return {
    row: n + 1,
    direction,
    amount,
    currency: 'ETB',
    valueDate: valueDate(roll(8) === 0 ? 1 + roll(3) : 1 + (n % 3)),
    ...(n % 3 === 0 && { lineId: `ID-00${n % 6}` }),
    ...(n % 3 === 1 && { providerTransactionId: `RCPT-00${n % 6}` }),
    ...(n % 4 !== 3 && { reference: `BILL-000${n % bills}` }),
  }
}

/** A file that was sent to `statements.import`, for the books of identity. */
export interface SentFile {
  readonly account: string
  readonly records: readonly StatementLine[]
}

/** Turns a line into the payout of a refund or its return: of its amount, with its reference. */
function ofRefund(line: StatementLine, roll: Roll, { refunds }: Stored): StatementLine {
  const refund = refunds[roll(refunds.length * 4)]
  return refund ? { ...line, amount: refund.amount, reference: refund.reference } : line
}

function drawImport(
  roll: Roll,
  payments: HospitalPayments,
  stored: Stored,
  universe: Universe,
  sent: (file: SentFile) => void,
): Call {
  const account = accounts[roll(5) === 0 ? 1 : 0]
  const first = roll(universe.lines)
  const records = Array.from({ length: 1 + roll(5) }, (_, i) => {
    const n = (first + roll(1 + i)) % universe.lines
    const line = { ...record(n, roll, universe), row: i + 1 }
    return asArrival(stored.refunds.length > 0 ? ofRefund(line, roll, stored) : line, roll, stored, account)
  })
  return [
    'import',
    async () => {
      await payments.statements.import(records, { account, actor: 'run' })
      sent({ account, records })
    },
  ]
}

function drawOnPayment(roll: Roll, payments: HospitalPayments, stored: Stored, universe: Universe): Call {
  const { id, amount } = stored.payments[roll(stored.payments.length)]!
  const reverse = { reason: 'wrong', actor: 'amina' }
  const calls: Call[] = [
    ['expire', () => payments.expirePayment(id)],
    ['fail', () => payments.failPayment(id, { reason: 'declined' })],
    ['cancel', () => payments.cancelPayment(id, { reason: 'mistaken' })],
    ['expireDue', () => payments.expireDue({ limit: 2 })],
    ['receipt', () => payments.receipts.issue(id, { actor: 'amina' })],
    ['refund', () => payments.refunds.create({ paymentId: id, amount: [1, amount][roll(2)]!, reason: 'duplicate' })],
    [
      'refund',
      () =>
        payments.refunds.create({ paymentId: id, amount: 1 + roll(amount), reason: 'duplicate' }, { actor: 'amina' }),
    ],
  ]
  if (universe.isHearsay) {
    const receipt = roll(2) === 0 ? {} : { providerTransactionId: `RCPT-00${roll(6)}` }
    calls.push(
      ['confirm', () => payments.confirmPayment(id, receipt)],
      ['reverse', () => payments.reversePayment(id, reverse)],
      ['reverse', () => payments.reversePayment(id, { ...reverse, reason: words.notReturned, moneyReturned: false })],
    )
  }
  return calls[roll(calls.length)]!
}

type Allocations = Parameters<HospitalPayments['lines']['allocate']>[1]['allocations']

function drawAllocations(roll: Roll, stored: Stored, open: number, reference: string | undefined): Allocations {
  const meant = stored.refunds.find((refund) => refund.reference === reference)
  if (meant && roll(2) === 0) return [{ to: 'refund', refundId: meant.id, amount: meant.amount }]
  const payment = stored.payments[roll(stored.payments.length)]!
  const part = [open, 1 + roll(Math.max(open, 1)), payment.amount, openOf(payment)][roll(4)]!
  const rest = openOf(payment) - open
  const kind = roll(6)
  if (kind === 0) return [{ to: 'category', category: ['rent', 'duplicate'][roll(2)]!, amount: open }]
  if (kind === 1 && rest > 0 && payment.amountReconciled === 0) {
    return [
      { to: 'payment', paymentId: payment.id, amount: openOf(payment) },
      {
        to: 'category',
        category: 'written_off',
        amount: -rest,
        ...(roll(2) === 0 && { paymentId: payment.id }),
      },
    ]
  }
  const refund = stored.refunds[roll(Math.max(stored.refunds.length, 1))]
  if (kind === 2 && refund) {
    // Often with the others of its payment, as far as the line goes.
    const ofPayment = stored.refunds.filter(({ id, paymentId }) => id === refund.id || paymentId === refund.paymentId)
    const several = roll(2) === 0 ? ofPayment.filter(({ status }) => status === refund.status) : [refund]
    return several.slice(0, 2).map(({ id, amount }) => ({ to: 'refund', refundId: id, amount }))
  }
  return [{ to: 'payment', paymentId: payment.id, amount: part }]
}

function drawOnLine(roll: Roll, payments: HospitalPayments, stored: Stored, { isHearsay }: Universe): Call {
  const { key, version, amount, allocated, account, reference } = stored.lines[roll(stored.lines.length)]!
  const { lines, refunds, days } = payments
  const seen = { expectedVersion: version, actor: 'sara' }
  const open = amount - allocated
  const day = { account, day: valueDate(1 + roll(3)), actor: 'amina' }
  const undo = { ...seen, reason: 'wrong patient' }
  const calls: Call[] = [
    ['allocate', () => lines.allocate(key, { ...seen, allocations: drawAllocations(roll, stored, open, reference) })],
    ['allocate', () => lines.allocate(key, { ...seen, allocations: drawAllocations(roll, stored, open, reference) })],
    ['allocate', () => lines.allocate(key, { ...seen, allocations: drawAllocations(roll, stored, open, reference) })],
    ['unallocate', () => lines.unallocate(key, undo)],
    ['unallocate keep', () => lines.unallocate(key, { ...undo, payments: 'keep' })],
    ['unallocate keep', () => lines.unallocate(key, { ...undo, payments: 'keep' })],
    ['unallocate reverse', () => lines.unallocate(key, { ...undo, payments: 'reverse' })],
    ['hold', () => lines.hold(key, seen)],
    ['release', () => lines.release(key, seen)],
    ['assign', () => lines.assign(key, { ...seen, assignee: ['sara', null][roll(2)]! })],
    ['mark duplicate', () => lines.markDuplicate(key, { ...seen, reason: 'the same again' })],
    [
      'refund of line',
      () =>
        refunds.create(
          { lineKey: key, amount: [Math.max(open, 1), 1 + roll(amount)][roll(2)]!, reason: 'overpayment' },
          { actor: 'amina' },
        ),
    ],
    ['refund of line', () => refunds.create({ lineKey: key, amount, reason: 'overpayment' })],
    ['close', () => days.close(day)],
    ['reopen', () => days.reopen({ ...day, reason: 'wrong' })],
    ['verify', () => days.verify({ account })],
    ['forget', () => lines.eraseText({ before: valueDate(0) })],
  ]
  if (isHearsay) {
    const otherwise = { payments: 'keep', paidOtherwise: true, reason: words.otherwise } as const
    calls.push(['unallocate otherwise', () => lines.unallocate(key, { ...seen, ...otherwise })])
  }
  return calls[roll(calls.length)]!
}

function drawOnRefund(roll: Roll, { refunds }: HospitalPayments, stored: Stored): Call {
  const { id } = stored.refunds[roll(stored.refunds.length)]!
  const why = { reason: 'r', actor: 'amina' }
  const receipt = roll(2) === 0 ? {} : { providerTransactionId: `${['OUT', 'out'][roll(2)]}-00${roll(3)}` }
  const calls: Call[] = [
    ['approve', () => refunds.approve(id, { actor: [' Amina ', 'dawit'][roll(2)]! })],
    ['confirm refund', () => refunds.confirm(id, receipt)],
    ['confirm refund', () => refunds.confirm(id, receipt)],
    ['fail refund', () => refunds.fail(id, why)],
    ['cancel refund', () => refunds.cancel(id, why)],
    ['reject refund', () => refunds.reject(id, why)],
  ]
  return calls[roll(calls.length)]!
}

/** @param stored what a caller can have read before the call */
export function drawCall(
  roll: Roll,
  payments: HospitalPayments,
  stored: Stored,
  universe: Universe,
  sent: (file: SentFile) => void,
  wallet: Wallet,
): Call {
  const kind = stored.payments.length === 0 ? 0 : stored.lines.length === 0 ? 1 : roll(48)
  if (kind === 0) {
    const n = roll(universe.bills)
    const expiresAt = roll(3) === 0 ? { expiresAt: new Date(Date.parse(start) + roll(6) * day).toISOString() } : {}
    const customer = roll(2) === 0 ? { customer: { id: payers[n % 2]! } } : {}
    const bill = { reference: `BILL-000${n}`, amount: amounts[n % 3]!, currency: 'ETB', channel: 'cash' }
    const body = { ...bill, ...expiresAt, ...customer }
    return ['create', () => payments.createPayment(body)]
  }
  if (kind <= 4) return drawImport(roll, payments, stored, universe, sent)
  if (kind <= 8) return drawOnPayment(roll, payments, stored, universe)
  if (kind >= 34) return wallet.draw(payments, stored)
  if (kind >= 28) return drawOnPayer(roll, payments, stored)
  if (kind >= 20) return drawAtCounter(roll, payments, stored, { bank: accounts[0], confirms: universe.isHearsay })
  if (kind <= 15 || stored.refunds.length === 0) return drawOnLine(roll, payments, stored, universe)
  return drawOnRefund(roll, payments, stored)
}
