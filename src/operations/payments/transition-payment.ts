import { duplicatePayment } from '../../domain/payments/transitions.js'
import { isPaymentId } from '../../domain/id.js'
import { paymentNotFound } from '../../domain/not-found.js'
import type { Payment } from '../../domain/payments/payment.js'
import type { AccountLine } from '../../domain/reconciliation/account-line.js'
import type { StateChange, TransitionContext } from '../../domain/payments/state-change.js'
import { PaymentError } from '../../errors.js'
import type { Context } from '../context.js'
import { newerRow } from '../newer-row.js'
import { withGivenBack } from './given-back.js'
import { financeOf } from '../storage.js'
import { changesToStore } from './changes.js'
import { ShownPayments } from './shown-payments.js'
import { type Conflict, type Decision, maxRetries, storeChanges } from './store-changes.js'

interface TransitionRequest {
  actor: string | null
  decide(payment: Payment, context: TransitionContext): readonly StateChange[]
  /** Returns the error that refuses the payment as it is, by more than the payment itself; `null` where nothing does. */
  refusalOf?(payment: Payment): Promise<PaymentError | null>
  /** Returns true where the decision depends on the other payments of the reference. */
  needsSiblings?(payment: Payment): boolean
}

async function find({ repository }: Context, id: string): Promise<Payment> {
  const payment = isPaymentId(id) ? await repository.get(id) : null
  if (!payment) throw paymentNotFound(id)
  return payment
}

/** Makes a transition, again and again until no other change comes first. */
export async function transitionPayment(
  context: Context,
  start: string | Payment,
  transition: TransitionRequest,
): Promise<Payment> {
  const { repository, referencePolicy: policy } = context
  let payment = typeof start === 'string' ? await find(context, start) : start
  const { id, reference } = payment
  const shownPayments = new ShownPayments()
  let contested = false
  const shownLines = new Map<string, AccountLine>()

  /** Reads the lines of which the payment has undone an allocation. */
  async function linesOf(keys: readonly string[]): Promise<ReadonlyMap<string, AccountLine>> {
    const lines = await financeOf(context).findLines(keys)
    return new Map(lines.map((line) => [line.key, newerRow(line, shownLines.get(line.key))]))
  }

  async function siblingsOf(): Promise<Payment[]> {
    const { payments } = await repository.lookup({ references: [reference], providerTransactionIds: [], lineKeys: [] })
    const siblings = shownPayments.over(payments)
    siblings.delete(id)
    return [...siblings.values()]
  }

  async function decide(): Promise<Decision<Payment>> {
    const now = context.now()
    const refusal = await transition.refusalOf?.(payment)
    if (refusal) throw refusal
    const siblings = contested || transition.needsSiblings?.(payment) ? await siblingsOf() : []
    const changes = transition.decide(payment, { now, policy, siblings })
    const outcome = changes.at(-1)?.payment
    if (!outcome) return { result: payment }
    const lines = await withGivenBack([], changes, linesOf)
    const store = () => repository.replace({ changes: changesToStore(context, changes, transition.actor), lines })
    return { store, stored: () => outcome }
  }

  async function learn(conflict: Conflict): Promise<void> {
    switch (conflict.outcome) {
      case 'transaction_taken':
        throw duplicatePayment(id, conflict.payment.id)
      case 'reference_taken':
        contested = true
        shownPayments.add(conflict.payment)
        break
      case 'stale':
        if (conflict.current?.id === id) payment = conflict.current
        else if (conflict.current) shownPayments.add(conflict.current)
        else payment = await find(context, id)
        break
      case 'line_stale':
        if (conflict.line) shownLines.set(conflict.key, conflict.line)
        break
      case 'line_taken':
      case 'row_stale':
      case 'row_taken':
      case 'chain_moved':
        throw new PaymentError(
          'internal_error',
          'The repository returned a conflict of something that was not sent. Test it with repositoryContract.',
        )
    }
  }

  return storeChanges(context, {
    decide,
    learn,
    maxRetries: () => maxRetries,
    log: { message: 'Another change was stored first; a payment is decided again.', fields: { paymentId: id } },
    gaveUp: 'Write conflict with other changes of this payment; nothing was stored. Try again.',
  })
}
