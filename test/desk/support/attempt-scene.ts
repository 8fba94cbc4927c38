/** Attempts in every state: under way, of unknown outcome, paid, paid with open money, failed and given up. */
import type { HospitalPayments, HospitalPaymentsOptions } from 'hospital-payments'
import type { DeskOptions } from 'hospital-payments/desk'
import { fakeProvider, type FakeScript, type ManualClock } from 'hospital-payments/testing'
import { minute, request, start } from '../../support/service.js'
import { deskOf } from './desk.js'

/** Makes a desk with the provider `fake`, whose payer's phone the test plays; `almaz` is signed in. */
export function deskWithProvider(
  script: FakeScript = {},
  service: Partial<HospitalPaymentsOptions> = {},
  options: Partial<DeskOptions> = {},
) {
  const now = { clock: () => Date.parse(start) }
  const fake = fakeProvider({ clock: () => now.clock(), ...script })
  const desk = deskOf(options, { providers: { fake }, ...service })
  now.clock = desk.clock
  return { ...desk, fake }
}

/** Stores the scene; `text` is what people write. */
export async function furnishAttempts(
  payments: HospitalPayments,
  clock: ManualClock,
  fake: ReturnType<typeof fakeProvider>,
  text = 'Abebe Kebede',
) {
  const begin = async (reference: string) => {
    const { id: paymentId } = await payments.createPayment(request({ reference, customer: { name: text } }))
    clock.advance(minute)
    return payments.attempts.start({ paymentId, provider: 'fake', phone: '+251911223344', actor: 'hana' })
  }
  const stuck = await begin('STUCK-1')
  clock.advance(2 * 24 * 60 * minute)
  await payments.attempts.checkDue()
  const paid = await begin('PAID-1')
  fake.accept(paid.id)
  await payments.attempts.check(paid.id)
  const over = await begin('OVER-1')
  fake.accept(over.id, { amount: over.amount + 5_000 })
  await payments.attempts.check(over.id)
  const failed = await begin('FAILED-1')
  fake.refuse(failed.id, 'no_money')
  await payments.attempts.check(failed.id)
  const abandoned = await begin('GONE-1')
  await payments.attempts.abandon(abandoned.id, { reason: text, actor: 'hana', force: true })
  const living = await begin('LIVING-1')
  const { id: openId } = await payments.createPayment(request({ reference: 'OPEN-1', customer: { name: text } }))
  const all = { stuck, paid, over, failed, abandoned, living }
  return {
    ...all,
    openId,
    /** The pages of attempts, and of a payment with one and without. */
    paths: [
      ...['/attempts', '/attempts?status=failed', '/attempts?provider=fake'],
      ...Object.values(all).map(({ id }) => `/attempts/${id}`),
      ...[living.paymentId, openId].map((id) => `/payments/${id}`),
    ],
  }
}
