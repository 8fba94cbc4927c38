/** A handler over a service with the fake provider, whose phone a test plays. */
import type { Attempt, HospitalPaymentsOptions, Payment } from 'hospital-payments'
import type { HandlerOptions } from 'hospital-payments/http'
import { type FakeScript, fakeProvider, manualClock } from 'hospital-payments/testing'
import { expect } from 'vitest'
import { request, start as startOfClock } from '../../support/service.js'
import { server } from './server.js'

export const unknownAttempt = 'att_00000000000000000000000000'

export function attemptServer(
  options: Partial<HandlerOptions> = {},
  script: FakeScript = {},
  service: Partial<HospitalPaymentsOptions> = {},
) {
  const clock = manualClock(startOfClock)
  const fake = fakeProvider({ clock, ...script })
  const made = server(options, { clock, providers: { [fake.name]: fake }, ...service })
  let bills = 0
  const bill = (more: object = {}): Promise<Payment> =>
    made.payments.createPayment(request({ reference: `INV-${++bills}`, ...more }))
  /** Starts an attempt over HTTP, and returns its answer. */
  const start = (paymentId: string, json: object = {}, headers?: Record<string, string>) =>
    made.ask(`/v1/payments/${paymentId}/attempts`, { json: { provider: fake.name, ...json }, headers })
  /** Starts an attempt for a new bill, which must succeed. */
  async function started(json: object = {}): Promise<Attempt> {
    const { id } = await bill()
    const answer = await start(id, json)
    expect(answer.status, await answer.clone().text()).toBe(201)
    return (await answer.json()) as Attempt
  }
  return { ...made, clock, fake, bill, start, started }
}
