/** A service with a window of cash: people, bills, and the account of the window. */
import type { CashSession, HospitalPaymentsOptions, Payment } from 'hospital-payments'
import { request, testService } from '../../../support/service.js'

/** The names of the people: the cashier, the supervisor and another cashier. */
export const people = { cashier: 'sara', supervisor: 'lily', other: 'bekele' } as const

export const windowAccount = 'cash.window-1'

/** Makes a window with the calls that tests repeat. */
export function cashWindow(overrides: Partial<HospitalPaymentsOptions> = {}) {
  const service = testService({ timeZone: 'Africa/Addis_Ababa', ...overrides })
  const { payments } = service
  let bills = 0
  return {
    ...service,
    cash: payments.cash,
    open: (float = 50_000, options: object = {}): Promise<CashSession> =>
      payments.cash.open({ point: 'window-1', currency: 'ETB', float, actor: people.cashier, ...options }),
    bill: (amount = 150_000, options: object = {}): Promise<Payment> =>
      payments.createPayment(request({ amount, reference: `INV-${++bills}`, channel: 'cash', ...options })),
    take: (sessionId: string, options: object) =>
      payments.cash.take({ sessionId, amount: 150_000, actor: people.cashier, ...options }),
    balance: (account = windowAccount, currency = 'ETB') => payments.accounts.balance({ account, currency }),
  }
}

/** Checks that the sums of an open session are what its account holds. */
export function expectedBalance({ float, received, paidOut, sent }: CashSession): string {
  return String(float + received - paidOut - sent)
}
