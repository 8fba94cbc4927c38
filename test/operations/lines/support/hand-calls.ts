/** A day of people's calls, one after the other: who repeats the last one changes nothing. */
import { type HospitalPayments, isPaymentError } from 'hospital-payments'
import type { FinanceRepository } from 'hospital-payments/repository'
import { request } from '../../../support/service.js'
import { storeLine, toCategory, toPayment } from './counter.js'

const keyOf = (number: number, side: 'a' | 'b') => `id:${String(number).padStart(4, '0')}${side}`
const referenceOf = (number: number) => `HAND-${String(number).padStart(4, '0')}`

/** People's calls that a process makes until it is killed, by a name that it is started with. */
export interface Day {
  /** Stores so many bills, and all else before the first call. */
  prepare(payments: HospitalPayments, repository: FinanceRepository, count: number): Promise<void>
  /** Returns the number of calls of a day of so many bills. */
  callsOf(count: number): number
  /** Makes the call of this number. */
  call(payments: HospitalPayments, number: number): Promise<unknown>
}

/** Stores so many bills, each with a credit and a debit of the same amount. */
export async function prepareHands(payments: HospitalPayments, repository: FinanceRepository, count: number) {
  for (let number = 0; number < count; number++) {
    await payments.createPayment(request({ reference: referenceOf(number), amount: 1000 }))
    await storeLine(repository, { key: keyOf(number, 'a') })
    await storeLine(repository, { key: keyOf(number, 'b'), direction: 'debit' })
  }
}

const callsOfEach = 5
export const handCalls = (count: number) => count * callsOfEach

/** Makes the call of this number: an allocation to a payment, its undo, two lines that cancel out, their undo, or a category. */
export async function hand({ lines, findByReference }: HospitalPayments, call: number): Promise<unknown> {
  const number = Math.floor(call / callsOfEach)
  const [key, other] = [keyOf(number, 'a'), keyOf(number, 'b')]
  const by = { actor: 'amina', reason: 'r' }
  switch (call % callsOfEach) {
    case 0: {
      const [bill] = (await findByReference(referenceOf(number))).items
      return lines.allocate(key, { expectedVersion: 1, allocations: [toPayment(bill!)], ...by })
    }
    case 1:
      return lines.unallocate(key, { expectedVersion: 2, payments: 'reverse', ...by })
    case 2:
      return lines.allocate(key, {
        expectedVersion: 3,
        allocations: [{ to: 'line', lineKey: other, amount: 1000 }],
        ...by,
      })
    case 3:
      return lines.unallocate(key, { expectedVersion: 4, ...by })
    default:
      return lines.allocate(key, { expectedVersion: 5, allocations: [toCategory(400)], ...by })
  }
}

const dayOf = (number: number) => `2026-10-${String(number + 1).padStart(2, '0')}`
const backCalls = 8

async function prepareBack(payments: HospitalPayments, repository: FinanceRepository, count: number): Promise<void> {
  for (let number = 0; number < count; number++) {
    const { id } = await payments.createPayment(request({ reference: referenceOf(number), amount: 1000 }))
    await payments.confirmPayment(id)
    await storeLine(repository, { key: keyOf(number, 'a'), valueDate: dayOf(number) })
    await storeLine(repository, { key: keyOf(number, 'b'), valueDate: dayOf(number), direction: 'debit', amount: 400 })
  }
}

/** Makes the call of this number: a receipt, a refund that a debit pays out, one of a line that fails, a closing or its reopening. */
async function giveBack(payments: HospitalPayments, call: number): Promise<unknown> {
  const { findByReference, receipts, refunds, lines, days } = payments
  const number = Math.floor(call / backCalls)
  const actor = 'amina'
  const bill = (await findByReference(referenceOf(number))).items[0]!
  const ofPayment = () =>
    refunds.create(
      { paymentId: bill.id, amount: 400, reason: 'duplicate', reference: `OUT-${number}` },
      { idempotencyKey: `payment-${number}`, actor },
    )
  const ofLine = () =>
    refunds.create(
      { lineKey: keyOf(number, 'a'), amount: 300, reason: 'overpayment', reference: `LINE-${number}` },
      { idempotencyKey: `line-${number}`, actor },
    )
  switch (call % backCalls) {
    case 0:
      return receipts.issue(bill.id, { actor })
    case 1:
      return ofPayment()
    case 2: {
      const allocation = { to: 'refund', refundId: (await ofPayment()).id, amount: 400 } as const
      return lines.allocate(keyOf(number, 'b'), { expectedVersion: 1, allocations: [allocation], actor })
    }
    case 3:
      return ofLine()
    case 4:
      return refunds.confirm((await ofLine()).id, { actor })
    case 5:
      return refunds.fail((await ofLine()).id, { reason: 'account closed', actor })
    case 6:
      return days.close({ account: 'cbe-1000', day: dayOf(number), actor })
    default:
      // The same call again finds the day open.
      return days.reopen({ account: 'cbe-1000', day: dayOf(number), actor, reason: 'r' }).catch((error: unknown) => {
        if (!isPaymentError(error) || error.code !== 'invalid_transition') throw error
      })
  }
}

export const handDays = {
  hand: { prepare: prepareHands, callsOf: handCalls, call: hand },
  back: { prepare: prepareBack, callsOf: (count) => count * backCalls, call: giveBack },
} as const satisfies Record<string, Day>
