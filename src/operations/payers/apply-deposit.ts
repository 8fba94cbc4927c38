import { startsOfDays } from '../../domain/calendar.js'
import { isPaymentEvent } from '../../domain/event-stream.js'
import { paymentNotFound } from '../../domain/not-found.js'
import { amountToDraw, depositOfLine, drawDeposit } from '../../domain/payers/deposit.js'
import type { Payment } from '../../domain/payments/payment.js'
import type { AccountLine } from '../../domain/reconciliation/account-line.js'
import type { FinanceRepository } from '../../repository/finance-port.js'
import { type MovementReads, storeMovement } from '../accounts/store-movement.js'
import { keyedCall } from '../request-key.js'
import type { Context } from '../context.js'
import { keyOptions } from '../input/cash-calls.js'
import { applyDepositRequest, type ApplyDepositRequest, type PayerKeyOptions } from '../input/payer-calls.js'
import { parse, parseOptions } from '../input/parse.js'
import { checkSize } from '../lines/change-line.js'
import { findLines } from '../lines/find-lines.js'
import { eventsOf, readPayments } from '../lines/payments-of-lines.js'
import { financeOf } from '../storage.js'

/** The result of drawing a deposit. */
export interface AppliedDeposit {
  /** The payment as it is now. */
  readonly payment: Payment
  /** The lines whose money was drawn, oldest first. */
  readonly lines: readonly AccountLine[]
}

/** A payer's money of one currency. */
interface Purse {
  readonly payerId: string
  readonly currency: string
}

const linesAtOnce = 100

/** Reads a payer's open credit lines, oldest first, until they have an amount and no line of the last one's day is missing. */
async function linesToDraw(reads: MovementReads, purse: Purse, amount: number): Promise<AccountLine[]> {
  const lines: AccountLine[] = []
  let [sum, lastDay] = [0n, '']
  for (;;) {
    const last = lines.at(-1)
    const page = await reads.finance.pageLines({
      ...purse,
      direction: 'credit',
      statuses: ['open'],
      ...(last && { after: { valueDate: last.valueDate, key: last.key } }),
      limit: linesAtOnce,
    })
    for (const line of reads.newestOf(page)) {
      // A conflict may have shown that the line has another payer now.
      if (line.payerId !== purse.payerId) continue
      if (sum >= amount && line.valueDate > lastDay) return lines
      lines.push(line)
      sum += BigInt(depositOfLine(line))
      lastDay = line.valueDate
    }
    if (page.length < linesAtOnce) return lines
  }
}

/** Names the events of a payment by which a call drew a deposit: their versions are what a repeated call is answered from. */
function subjectOf(payment: Payment, lines: number): string {
  return `${payment.id} ${payment.version - lines + 1} ${payment.version}`
}

/** Reads what an earlier call with the same key has drawn, as it is now. */
async function drawnBefore(finance: FinanceRepository, subject: string): Promise<AppliedDeposit> {
  const [id = '', first, last] = subject.split(' ')
  const [payment, events] = await Promise.all([finance.get(id), eventsOf(finance, [id])])
  if (!payment) throw paymentNotFound(id)
  const keys = events.filter(isPaymentEvent).flatMap(({ data: { version }, evidence }) => {
    const isOfCall = version >= Number(first) && version <= Number(last)
    return isOfCall && evidence?.kind === 'statement' ? [evidence.lineKey] : []
  })
  const lines = await findLines(finance, keys)
  return { payment, lines: keys.flatMap((key) => lines.get(key) ?? []) }
}

export async function applyDeposit(
  context: Context,
  input: ApplyDepositRequest,
  options?: PayerKeyOptions,
): Promise<AppliedDeposit> {
  const { payerId, paymentId, amount, actor = null } = parse(applyDepositRequest, input)
  const { idempotencyKey } = parseOptions(keyOptions, options)
  const finance = financeOf(context)
  return storeMovement<AppliedDeposit>(context, {
    actor,
    keyed: keyedCall('payers', idempotencyKey, ['apply', payerId, paymentId, amount]),
    answer: (subject) => drawnBefore(finance, subject),
    async decide(reads, { now }) {
      const { shownPayments, contested } = reads
      const read = await readPayments(finance, { ids: [paymentId], shownPayments })
      const payment = read.payments.get(paymentId)
      if (!payment) throw paymentNotFound(paymentId)
      const drawnAmount = amountToDraw({ payment, amount })
      const lines = await linesToDraw(reads, { payerId, currency: payment.currency }, drawnAmount)
      const drawn = drawDeposit({ payment, amount: drawnAmount }, lines, {
        now,
        policy: context.referencePolicy,
        siblingsOf: read.siblingsOf,
        contested,
        startOfDay: startsOfDays(context.timeZone),
        isReceiptTaken: () => false,
      })
      checkSize(drawn)
      return {
        write: { session: null, lines: drawn.lines, payments: drawn.payments, refunds: [], balances: [] },
        subject: subjectOf(drawn.payment, drawn.lines.length),
        stored: () => ({ payment: drawn.payment, lines: drawn.lines.map(({ line }) => line) }),
      }
    },
  })
}
