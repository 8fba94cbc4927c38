/** A day of a hospital on which each person does one thing that `reports.byActor` counts. */
import type { HospitalPayments } from 'hospital-payments'
import { expect } from 'vitest'
import { request } from '../../../support/service.js'
import { importDay, today } from './books.js'

/** The options of its service. */
export const peopleOptions = { refundApproval: () => false, cashSupervisors: () => true }

/** Plays the day, and returns the rows that count and sum it. */
export async function sumsOfPeople(payments: HospitalPayments) {
  const bill = (amount: number, actor?: string) =>
    payments.createPayment(request({ amount, reference: `INV-${amount}` }), { actor })
  const first = await bill(100, 'amina')
  const second = await bill(200, 'amina')
  const third = await bill(400)
  const fourth = await bill(800)
  await payments.confirmPayment(first.id, { actor: 'sara' })
  // A line is no confirmation of a person.
  await importDay(payments, [{ amount: 800, reference: 'INV-800' }])
  expect((await payments.getPayment(fourth.id))?.status).toBe('succeeded')
  const session = await payments.cash.open({ point: 'a', currency: 'ETB', float: 0, actor: 'sara' })
  const sessionId = session.id
  await payments.cash.take({ sessionId, paymentId: second.id, amount: 50, actor: 'sara' })
  await payments.cash.take({ sessionId, paymentId: second.id, amount: 150, actor: 'sara' })
  const refund = await payments.refunds.create(
    { paymentId: second.id, amount: 60, reason: 'duplicate' },
    { actor: 'amina' },
  )
  await payments.cash.payOut({ sessionId, refundId: refund.id, actor: 'sara' })
  const { id: waiverId } = await payments.waivers.request(
    { paymentId: third.id, amount: 400, scheme: 'poor', reason: 'no_income' },
    { actor: 'amina' },
  )
  await payments.waivers.approve(waiverId, { actor: 'dawit' })
  const { items } = await payments.reports.byActor(today)
  return items.map(({ actor, action, currency, count, amount }) => [actor, action, currency, count, amount])
}

/** The rows of that day. */
export const expectedSums = [
  [null, 'created', 'ETB', 2, '1200'],
  ['amina', 'created', 'ETB', 2, '300'],
  ['dawit', 'waived', 'ETB', 1, '400'],
  ['sara', 'confirmed', 'ETB', 1, '100'],
  ['sara', 'gaveBack', 'ETB', 1, '60'],
  ['sara', 'took', 'ETB', 2, '200'],
]
