/** Calls of people, workers and the provider about attempts, each drawn whole before it is made. */
import type { Attempt, Payment } from 'hospital-payments'
import { bank, currency, phone, providerName, type World } from './attempt-world.js'

/** The name of a call, and the call. */
export type AttemptCall = readonly [name: string, call: () => Promise<unknown>]

/** The rows that a caller can have read before the call. */
export interface TillNow {
  readonly payments: readonly Payment[]
  readonly attempts: readonly Attempt[]
  readonly sessionId: string
}

const amountOfBill = 1000
const dayMs = 86_400_000

/** Draws a call. */
export function drawAttemptCall(world: World, { payments: bills, attempts, sessionId }: TillNow): AttemptCall {
  const { roll, fake, clock } = world
  const server = world.server()
  const { payments } = server
  const bill = bills[roll(bills.length)]!
  const attempt = attempts[roll(Math.max(1, attempts.length))]
  const id = attempt?.id ?? 'att_01JD0000000000000000000000'
  const actor = ['amina', 'lily'][roll(2)]!
  const paymentId = bill.id
  const today = new Date(clock()).toISOString().slice(0, 10)
  const draw = roll(40)
  if (draw < 8 || attempts.length === 0) {
    const amount = [undefined, undefined, 400][roll(3)]
    // A caller without an answer asks again with the same key.
    const idempotencyKey = roll(3) === 0 ? `${bill.reference}-${amount}-${roll(2)}` : undefined
    const call = { paymentId, provider: providerName, phone, amount, actor: 'amina' }
    return ['start', () => payments.attempts.start(call, { idempotencyKey })]
  }
  if (draw < 13) return ['act', async () => world.payerActs(id)]
  if (draw < 20) return ['deliver', () => world.deliver()]
  if (draw < 25) return ['checkDue', () => payments.attempts.checkDue({ limit: 1 + roll(5) })]
  if (draw < 27) return ['check', () => payments.attempts.check(id)]
  if (draw < 29) {
    const force = roll(3) === 0
    return ['abandon', () => payments.attempts.abandon(id, { reason: force ? 'forced' : 'left', actor, force })]
  }
  if (draw < 31) {
    const some = fake.payments.filter(() => roll(2) === 0)
    const records = world.statement(roll(2) === 0 ? some : some.toReversed(), roll(2) === 0)
    return ['import', () => payments.statements.import(records, { account: providerName })]
  }
  if (draw < 32) {
    const range = { from: new Date(clock() - dayMs).toISOString(), to: new Date(clock() + 1).toISOString() }
    return ['pull', () => payments.attempts.pull(providerName, range)]
  }
  if (draw < 34) {
    const amount = Math.min([300, amountOfBill][roll(2)]!, bill.amount - bill.amountReconciled - bill.amountWaived)
    return ['take', () => payments.cash.take({ sessionId, paymentId, amount: Math.max(1, amount), actor: 'sara' })]
  }
  if (draw < 35) {
    const waiver = { paymentId, amount: 100, scheme: 'poor', reason: 'no_income' }
    return ['waive', () => payments.waivers.request(waiver, { actor: 'sara' })]
  }
  if (draw < 36) {
    const line = {
      row: 1,
      direction: 'credit',
      amount: [amountOfBill, 200][roll(2)]!,
      currency,
      valueDate: today,
    } as const
    const records = [{ ...line, reference: bill.reference, lineId: `bank-${roll(4)}` }]
    return ['bank line', () => payments.statements.import(records, { account: bank })]
  }
  if (draw < 37) {
    const attempts = roll(2) === 0 ? ('keep' as const) : undefined
    return ['cancel', () => payments.cancelPayment(paymentId, { reason: 'left', attempts })]
  }
  if (draw < 38)
    return roll(2) === 0
      ? ['expireDue', () => payments.expireDue()]
      : ['confirm', () => payments.confirmPayment(paymentId)]
  if (draw < 39) {
    const payment = fake.payments[roll(Math.max(1, fake.payments.length))]
    return ['record', async () => payment && world.postRecord(payment)]
  }
  return ['restart', async () => world.restart()]
}
