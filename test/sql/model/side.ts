import {
  type HospitalPayments,
  isPaymentError,
  type Page,
  type Payment,
  type PaymentRepository,
  type ReportFilter,
} from 'hospital-payments'
import { seededRandom } from 'hospital-payments/testing'
import { csvOf, testService, type TestService, unknownId } from '../../support/service.js'
import { oneOf } from './draw.js'
import type { DrawnFilter, Operation } from './operations.js'
import type { Setting } from './setting.js'

type Of<Kind extends Operation['kind']> = Extract<Operation, { kind: Kind }>

/** More pages than any sequence has rows. */
const maxPages = 60

async function walk<Item>(page: (cursor: string | undefined) => Promise<Page<Item>>): Promise<Page<Item>[]> {
  const pages = [await page(undefined)]
  for (let cursor = pages[0]!.nextCursor; cursor !== null && pages.length < maxPages;) {
    const next = await page(cursor)
    pages.push(next)
    cursor = next.nextCursor
  }
  return pages
}

function filterOf({ references }: Setting, { drawn, reference }: DrawnFilter): ReportFilter {
  return { ...drawn, ...(reference !== null && { reference: oneOf(references, reference) }) }
}

/** One of the two services; its calls depend on nothing but the sequence and its own answers. */
export class Side {
  readonly #service: TestService
  readonly #payments: HospitalPayments
  readonly #setting: Setting
  readonly #made: { id: string; amount: number }[] = []

  constructor(setting: Setting, repository: PaymentRepository) {
    const { seed, referencePolicy, timeZone, defaultTtlMs } = setting
    const random = seededRandom(seed)
    this.#service = testService({ repository, referencePolicy, timeZone, defaultTtlMs, random })
    this.#payments = this.#service.payments
    this.#setting = setting
  }

  #ago(ms: number | null): string | undefined {
    return ms === null ? undefined : new Date(this.#service.clock() - ms).toISOString()
  }

  /** Picks a payment, now and then an unknown one. */
  #payment(pick: number): { id: string; amount: number } {
    return pick === 0 || this.#made.length === 0 ? { id: unknownId, amount: 1 } : oneOf(this.#made, pick)
  }

  #text(pick: number | null): string | undefined {
    return pick === null ? undefined : oneOf(this.#setting.texts, pick)
  }

  async #create({ request, reference, expiresInMs, key, actor }: Of<'create'>): Promise<Payment> {
    const { expiresAt: _, ...drawn } = oneOf(this.#setting.requests, request)
    const payment = await this.#payments.createPayment(
      {
        ...drawn,
        ...(reference !== null && { reference: oneOf(this.#setting.references, reference) }),
        ...(expiresInMs !== null && { expiresAt: this.#ago(-expiresInMs)! }),
      },
      { idempotencyKey: key === null ? undefined : `key-${key % 4}`, actor: this.#text(actor) },
    )
    if (!this.#made.some(({ id }) => id === payment.id)) this.#made.push(payment)
    return payment
  }

  #confirm(operation: Of<'confirm'>): Promise<Payment> {
    const { id, amount } = this.#payment(operation.payment)
    const { transaction } = operation
    return this.#payments.confirmPayment(id, {
      amount: operation.amount === null ? undefined : operation.amount === 'right' ? amount : amount - 1 || 2,
      providerTransactionId: transaction === null ? undefined : oneOf(this.#setting.references, transaction),
      paidAt: this.#ago(operation.paidMsAgo),
      actor: this.#text(operation.actor),
    })
  }

  #do(operation: Operation): Promise<unknown> {
    const payments = this.#payments
    switch (operation.kind) {
      case 'create':
        return this.#create(operation)
      case 'confirm':
        return this.#confirm(operation)
      case 'fail':
        return payments.failPayment(this.#payment(operation.payment).id, { reason: this.#text(operation.reason)! })
      case 'expire':
        return payments.expirePayment(this.#payment(operation.payment).id, { actor: this.#text(operation.actor) })
      case 'reverse': {
        const options = { reason: this.#text(operation.reason)!, reversedAt: this.#ago(operation.msAgo) }
        return payments.reversePayment(this.#payment(operation.payment).id, options)
      }
      case 'expireDue':
        return payments.expireDue({ limit: operation.limit })
      case 'wait':
        this.#service.clock.advance(operation.ms)
        return Promise.resolve(operation.ms)
      case 'get':
        return payments.getPayment(this.#payment(operation.payment).id)
      case 'history':
        return payments.history(this.#payment(operation.payment).id)
      case 'find': {
        const { limit } = operation
        const reference = oneOf(this.#setting.references, operation.reference)
        return walk((cursor) => payments.findByReference(reference, { limit, cursor }))
      }
      case 'report': {
        const filter = filterOf(this.#setting, operation.filter)
        return walk((cursor) => payments.reportPayments({ ...filter, limit: operation.limit, cursor }))
      }
      case 'totals':
        return payments.totals(filterOf(this.#setting, operation.filter))
      case 'csv': {
        const { columns, mode } = operation
        return csvOf(payments.exportCsv({ ...filterOf(this.#setting, operation.filter), columns, mode }))
      }
    }
  }

  /** Returns its answer, or the fields of its error. */
  async run(operation: Operation): Promise<unknown> {
    try {
      return await this.#do(operation)
    } catch (error) {
      if (!isPaymentError(error)) throw error
      const { code, message, retryable, details } = error
      return { code, message, retryable, details }
    }
  }
}
