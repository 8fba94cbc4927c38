import {
  isPaymentError,
  type Payment,
  type PaymentErrorCode,
  type PaymentRepository,
  type ReferencePolicy,
} from 'hospital-payments'
import { seededRandom } from 'hospital-payments/testing'
import { testService, type TestService } from '../../support/service.js'
import type { Command } from './commands.js'
import type { Outbox } from './outbox.js'
import { relay } from './relay.js'

export function instantAt(ms: number): string {
  return new Date(ms).toISOString()
}

/** The outcome of a command as its caller received it. */
export type Outcome = { code: PaymentErrorCode } | { code: null; payment: Payment | null; expired: number }

/** One service of a seed: clock, ids and storage are all its own. */
export class World {
  readonly service: TestService
  /** The ids of every payment that a caller may know of. */
  readonly ids: string[] = []

  constructor(
    seed: number,
    readonly policy: ReferencePolicy,
    readonly repository: PaymentRepository,
    readonly outbox: Outbox,
  ) {
    this.service = testService({ repository, referencePolicy: policy, random: seededRandom(seed) })
  }

  readonly now = (): number => this.service.clock()

  private async call(command: Command): Promise<Payment | { expired: number }> {
    const { payments } = this.service
    switch (command.kind) {
      case 'create': {
        const { kind: _, key, expiresAt, ...body } = command
        const request = { ...body, currency: 'ETB', ...(expiresAt !== null && { expiresAt }) }
        return payments.createPayment(request, key === null ? {} : { idempotencyKey: key })
      }
      case 'confirm': {
        const { id, amount, transaction, paidAt } = command
        const options = { amount, paidAt, providerTransactionId: transaction }
        return payments.confirmPayment(
          id,
          Object.fromEntries(Object.entries(options).filter(([, value]) => value !== null)),
        )
      }
      case 'fail':
        return payments.failPayment(command.id, { reason: 'declined' })
      case 'expire':
        return payments.expirePayment(command.id)
      case 'reverse':
        return payments.reversePayment(command.id, { reason: 'refund' })
      case 'expireDue':
        return payments.expireDue({ limit: command.limit })
      case 'deliver':
      case 'redeliver':
        await relay(this, command)
        return { expired: 0 }
    }
  }

  async send(command: Command): Promise<Outcome> {
    try {
      const answer = await this.call(command)
      if (!('id' in answer)) return { code: null, payment: null, expired: answer.expired }
      if (!this.ids.includes(answer.id)) this.ids.push(answer.id)
      return { code: null, payment: answer, expired: 0 }
    } catch (error) {
      if (isPaymentError(error)) return { code: error.code }
      throw error
    }
  }
}
