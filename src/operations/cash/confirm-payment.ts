/** The confirmation of a payment by a cashier who saw its money in another channel: it counts in the cashier's session. */
import { checkMayMove } from '../../domain/cash/movement.js'
import { type CashSession, sessionChange } from '../../domain/cash/session.js'
import { duplicatePayment, confirm } from '../../domain/payments/transitions.js'
import { invalidRequest } from '../../domain/issue.js'
import { paymentNotFound } from '../../domain/not-found.js'
import { needsSiblings } from '../../domain/payments/success.js'
import { openAmount } from '../../domain/payments/open-amount.js'
import type { Payment } from '../../domain/payments/payment.js'
import type { Context } from '../context.js'
import { confirmAtCounterOptions, type ConfirmAtCounterOptions } from '../input/cash-calls.js'
import { parseOptions } from '../input/parse.js'
import { readPayments } from '../lines/payments-of-lines.js'
import { checkCurrency } from '../payments/check-currency.js'
import { cashActor } from './people.js'
import { storeMovement } from '../accounts/store-movement.js'

/** Adds a payment to the sums of a session by channel. */
function withConfirmed(confirmed: CashSession['confirmed'], channel: string, amount: number): CashSession['confirmed'] {
  const { count = 0, amount: sum = '0' } = confirmed.find((entry) => entry.channel === channel) ?? {}
  const entry = { channel, count: count + 1, amount: (BigInt(sum) + BigInt(amount)).toString() }
  const others = confirmed.filter((other) => other.channel !== channel)
  return [...others, entry].sort((a, b) => (a.channel < b.channel ? -1 : 1))
}

export async function confirmAtCounter(
  context: Context,
  id: string,
  options: ConfirmAtCounterOptions,
): Promise<Payment> {
  const { sessionId, supervisor, actor, ...confirmation } = parseOptions(confirmAtCounterOptions, options)
  if (confirmation.currency !== undefined) checkCurrency(context, confirmation.currency)
  return storeMovement<Payment>(context, {
    actor,
    async decide(reads, { now }) {
      const read = await readPayments(reads.finance, { ids: [id], shownPayments: reads.shownPayments })
      const payment = read.payments.get(id)
      if (!payment) throw paymentNotFound(id)
      const session = await reads.session(sessionId)
      checkMayMove(session, cashActor(context, { actor, supervisor }))
      if (payment.currency !== session.currency)
        throw invalidRequest([{ path: 'sessionId', message: 'names a session of another currency than the payment' }])
      const siblings = needsSiblings(payment) ? read.siblingsOf(payment) : []
      const changes = confirm(payment, confirmation, { now, policy: context.referencePolicy, siblings })
      const confirmed = changes.find((change) => change.payment.id === id)?.payment
      if (!confirmed) return { result: payment }
      const amount = openAmount(payment)
      const change = sessionChange(
        session,
        'session.confirmed',
        now,
        { confirmed: withConfirmed(session.confirmed, payment.channel, amount) },
        { actor, amount, paymentId: id, channel: payment.channel },
      )
      const write = { session: change, lines: [], payments: changes, refunds: [], balances: [] }
      return { write, stored: () => confirmed }
    },
    refusalOf: (conflict) =>
      conflict.outcome === 'transaction_taken' ? duplicatePayment(id, conflict.payment.id) : null,
  })
}
