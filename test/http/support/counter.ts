/** A handler with the routes of the counter, whose people sign requests with their name alone. */
import type { AccountLine, CashSession, HospitalPaymentsOptions, Payment, Refund } from 'hospital-payments'
import type { HandlerOptions, Scope } from 'hospital-payments/http'
import { expect } from 'vitest'
import { request } from '../../support/service.js'
import { type Sending, server } from './server.js'

/** The scopes of each person: two cashiers, a supervisor, an accountant, an officer of privacy, a clerk of payers, a clerk and a matron of waivers, and a program without a name. */
export const scopesOf: Readonly<Record<string, readonly Scope[]>> = {
  sara: ['cash:take'],
  bekele: ['cash:take', 'payments:manage'],
  lily: ['cash:take', 'cash:supervise'],
  amina: ['reports:read', 'lines:read', 'payments:manage'],
  rahel: ['customers:erase'],
  hana: ['waivers:request', 'reports:read'],
  marta: ['waivers:approve', 'reports:read'],
  selam: ['payers:read', 'payers:write', 'lines:read'],
}

export type Person = keyof typeof scopesOf & string

export function counter(options: Partial<HandlerOptions> = {}, service: Partial<HospitalPaymentsOptions> = {}) {
  const made = server(
    {
      finance: true,
      manage: true,
      authenticate: ({ headers }) => {
        const actor = headers.get('x-person')
        return actor === null ? null : { actor: actor === '-' ? null : actor, scopes: scopesOf[actor] ?? ['cash:take'] }
      },
      ...options,
    },
    { timeZone: 'Africa/Addis_Ababa', ...service },
  )
  const { payments } = made
  let bills = 0
  const askAs = (person: Person | '-', path: string, { headers, ...init }: Sending = {}) =>
    made.ask(path, { ...init, headers: { 'x-person': person, ...headers } })
  const post = (person: Person | '-', path: string, json: unknown, headers?: Record<string, string>) =>
    askAs(person, path, { json, headers })
  const opened = async (person: Person = 'sara', call: object = {}): Promise<CashSession> => {
    const answer = await post(person, '/v1/cash/sessions', {
      point: 'window-1',
      currency: 'ETB',
      float: 50_000,
      ...call,
    })
    expect(answer.status, await answer.clone().text()).toBe(201)
    return (await answer.json()) as CashSession
  }
  const moved = async (person: Person, path: string, json: object): Promise<{ line: AccountLine }> => {
    const answer = await post(person, path, json)
    expect(answer.status, await answer.clone().text()).toBeLessThan(202)
    return (await answer.json()) as { line: AccountLine }
  }
  return {
    ...made,
    askAs,
    post,
    opened,
    moved,
    bill: (amount = 150_000): Promise<Payment> =>
      payments.createPayment(request({ amount, reference: `INV-${++bills}`, channel: 'cash' })),
    /** Makes a refund of a bill that was paid by transfer, which a person may pay out. */
    async refund(amount = 10_000): Promise<Refund> {
      const { id } = await payments.createPayment(request({ reference: `INV-${++bills}` }))
      await payments.confirmPayment(id)
      return payments.refunds.create({ paymentId: id, amount, reason: 'duplicate' }, { actor: 'amina' })
    },
  }
}
