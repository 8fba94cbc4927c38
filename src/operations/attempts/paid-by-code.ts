/** The changes by which a line that has the code of an attempt pays it, in the write in which the line begins to count. */
import type { StoredAttempt } from '../../domain/attempts/attempt.js'
import { attemptPaidBy } from '../../domain/attempts/meet.js'
import { freedPayment } from '../../domain/attempts/start.js'
import type { Payment } from '../../domain/payments/payment.js'
import type { StateChange } from '../../domain/payments/state-change.js'
import type { StatementLine } from '../../domain/reconciliation/statement-line.js'
import type { RowEntry } from '../../repository/aggregates/port.js'
import type { Context } from '../context.js'
import { attemptEntry } from './attempt-entries.js'

/** A line that counts, with the record and the key by which the statement knows it. */
interface CountedLine {
  readonly lineKey: string
  readonly record: StatementLine
  readonly key: string
}

/** Makes the changes of payments and of the attempt that a line pays; `payments` are the changes that the line makes itself. */
export function paidByCode(
  context: Pick<Context, 'now' | 'ids'>,
  { attempt, line }: { readonly attempt: StoredAttempt; readonly line: CountedLine },
  {
    payments,
    paymentOf,
    actor,
  }: {
    readonly payments: readonly StateChange[]
    readonly paymentOf: (id: string) => Payment | undefined
    readonly actor: string | null
  },
): { readonly payments: readonly StateChange[]; readonly rows: readonly RowEntry[] } {
  const now = context.now()
  const changed = payments.findLast((change) => change.payment.id === attempt.paymentId)?.payment
  const payment = changed ?? paymentOf(attempt.paymentId)
  const freed = payment ? freedPayment(payment, attempt.id, now) : []
  const event = { type: 'attempt.paid', previousStatus: attempt.status, actor } as const
  return { payments: [...payments, ...freed], rows: [attemptEntry(context, attemptPaidBy(attempt, line, now), event)] }
}
