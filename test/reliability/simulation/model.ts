/** Payments and their rules, written down a second time and as simply as can be, for the simulation to compare with. */
import type { Instant, PaymentErrorCode, PaymentStatus, ReferencePolicy } from 'hospital-payments'

export interface ModelPayment {
  readonly id: string
  readonly reference: string
  readonly amount: number
  readonly channel: string
  readonly expiresAt: Instant | null
  status: PaymentStatus
  version: number
  paidAt: Instant | null
  reversedAt: Instant | null
  late: boolean
  statusReason?: string
  providerTransactionId?: string
}

export type PaymentCommand =
  | {
      kind: 'create'
      reference: string
      amount: number
      channel: string
      expiresAt: Instant | null
      key: string | null
    }
  | { kind: 'confirm'; id: string; amount: number | null; transaction: string | null; paidAt: Instant | null }
  | { kind: 'fail' | 'expire' | 'reverse'; id: string }

/** The end that a command must have: an error, or a change that is made by `apply` once it is stored. */
export type Prediction = { code: PaymentErrorCode } | { code: null; apply: ((id: string) => void) | null }

const nothing: Prediction = { code: null, apply: null }
const refuse = (code: PaymentErrorCode): Prediction => ({ code })

/** Compares receipts, which in the simulation have no other letters than A to Z. */
function isSame(a: string | null, b: string | undefined): boolean {
  return a?.toLowerCase() === b?.toLowerCase()
}

export class Model {
  readonly payments = new Map<string, ModelPayment>()
  readonly keys = new Map<string, { body: string; id: string }>()

  constructor(readonly policy: ReferencePolicy) {}

  private holder(reference: string): ModelPayment | undefined {
    return [...this.payments.values()].find(
      (payment) =>
        payment.reference === reference &&
        (payment.status === 'pending' || payment.status === 'succeeded') &&
        payment.statusReason !== 'duplicate_reference',
    )
  }

  due(now: Instant, limit: number): ModelPayment[] {
    return [...this.payments.values()]
      .filter(({ status, expiresAt }) => status === 'pending' && expiresAt !== null && expiresAt <= now)
      .sort((a, b) => (`${a.expiresAt} ${a.id}` < `${b.expiresAt} ${b.id}` ? -1 : 1))
      .slice(0, limit)
  }

  private end(payment: ModelPayment, status: PaymentStatus, reason?: string): void {
    payment.status = status
    payment.version++
    if (reason === undefined) delete payment.statusReason
    else payment.statusReason = reason
  }

  predict(command: PaymentCommand, now: Instant): Prediction {
    if (command.kind === 'create') return this.create(command)
    const payment = this.payments.get(command.id)
    if (!payment) return refuse('payment_not_found')
    if (command.kind === 'confirm') return this.confirm(payment, command, now)
    if (command.kind === 'fail') {
      if (payment.status === 'failed') return nothing
      if (payment.status !== 'pending') return refuse('invalid_transition')
      return { code: null, apply: () => this.end(payment, 'failed', 'declined') }
    }
    if (command.kind === 'expire') {
      if (payment.status === 'expired') return nothing
      if (payment.status !== 'pending' || (payment.expiresAt ?? '') > now) return refuse('invalid_transition')
      return { code: null, apply: () => this.end(payment, 'expired') }
    }
    if (payment.status === 'reversed') return nothing
    if (payment.status !== 'succeeded') return refuse('invalid_transition')
    return {
      code: null,
      apply: () => {
        this.end(payment, 'reversed', 'refund')
        payment.reversedAt = now
        delete payment.providerTransactionId
      },
    }
  }

  private create({ kind: _, key, ...body }: Extract<PaymentCommand, { kind: 'create' }>): Prediction {
    const used = key === null ? undefined : this.keys.get(key)
    if (used) return used.body === JSON.stringify(body) ? nothing : refuse('idempotency_conflict')
    if (this.policy === 'one-live' && this.holder(body.reference)) return refuse('reference_conflict')
    return {
      code: null,
      apply: (id) => {
        const fresh = { status: 'pending', version: 1, paidAt: null, reversedAt: null, late: false } as const
        this.payments.set(id, { id, ...body, ...fresh })
        if (key !== null) this.keys.set(key, { body: JSON.stringify(body), id })
      },
    }
  }

  private confirm(
    payment: ModelPayment,
    command: Extract<PaymentCommand, { kind: 'confirm' }>,
    now: Instant,
  ): Prediction {
    const { status, providerTransactionId: known } = payment
    const { transaction } = command
    if (status === 'reversed' || (status === 'failed' && transaction === null)) return refuse('invalid_transition')
    if (command.amount !== null && command.amount !== payment.amount) return refuse('amount_mismatch')
    if (status === 'succeeded') {
      return transaction !== null && known !== undefined && !isSame(transaction, known)
        ? refuse('duplicate_payment')
        : nothing
    }
    const others = [...this.payments.values()].filter((other) => other !== payment)
    const usedBy = others.find(
      (other) => other.channel === payment.channel && isSame(transaction, other.providerTransactionId),
    )
    if (transaction !== null && usedBy) return refuse('duplicate_payment')
    const siblings = status === 'pending' ? [] : others.filter(({ reference }) => reference === payment.reference)
    const twice = siblings.some((sibling) => sibling.status === 'succeeded')
    return {
      code: null,
      apply: () => {
        for (const sibling of siblings) {
          if (this.policy === 'one-live' && !twice && sibling.status === 'pending')
            this.end(sibling, 'failed', 'superseded')
        }
        this.end(payment, 'succeeded', twice ? 'duplicate_reference' : undefined)
        payment.paidAt = command.paidAt ?? now
        payment.late = payment.expiresAt !== null && payment.paidAt > payment.expiresAt
        if (transaction !== null) payment.providerTransactionId = transaction
      },
    }
  }

  expire(payment: ModelPayment): void {
    this.end(payment, 'expired')
  }
}
