/** Random sequences of calls at the counter, played on a storage and on paper. */
import fc from 'fast-check'
import { isPaymentError, type Payment, type PaymentRepository } from 'hospital-payments'
import { expect } from 'vitest'
import { CashBook, type PaperBill, type Verdict } from './cash-book.js'
import { cashWindow } from './window.js'

const cashiers = ['sara', 'bekele']
const supervisors = ['lily', 'omar']
const actors = [...cashiers, ...supervisors]
const points = ['a', 'b']
const accounts = [...points.map((point) => `cash.${point}`), 'cash.safe']

const pick = fc.nat(50)
const money = fc.integer({ min: 1, max: 60 })
const who = fc.constantFrom(...actors)

/** One call, by places in the lists of what is there at its time. */
const step = fc.oneof(
  fc.record({ call: fc.constant('bill' as const), amount: money }),
  fc.record({ call: fc.constant('open' as const), point: fc.constantFrom(...points), actor: who, float: fc.nat(80) }),
  {
    weight: 4,
    arbitrary: fc.record({
      call: fc.constant('take' as const),
      session: pick,
      actor: who,
      bill: pick,
      amount: money,
      payer: fc.boolean(),
    }),
  },
  fc.record({ call: fc.constant('payOut' as const), session: pick, actor: who, amount: money }),
  {
    weight: 2,
    arbitrary: fc.record({
      call: fc.constant('send' as const),
      session: pick,
      actor: who,
      to: fc.constantFrom(...accounts),
      amount: money,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      call: fc.constant('receive' as const),
      transfer: pick,
      actor: who,
      session: fc.option(pick),
      off: fc.constantFrom(0, 0, 0, -1, 2),
      accept: fc.boolean(),
    }),
  },
  fc.record({ call: fc.constant('recall' as const), transfer: pick, actor: who }),
  { weight: 2, arbitrary: fc.record({ call: fc.constant('void' as const), movement: pick, actor: who }) },
  fc.record({ call: fc.constant('close' as const), session: pick, actor: who, off: fc.constantFrom(0, 0, -3, 5) }),
  fc.record({ call: fc.constant('explain' as const), session: pick, actor: who }),
)

type Step = Parameters<Parameters<typeof step.map>[0]>[0]

const at = <Value>(list: Iterable<Value>, place: number): Value | undefined => {
  const values = [...list]
  return values.length === 0 ? undefined : values[place % values.length]
}

/** Plays steps on a service and on paper, and compares both after each. */
class CashPlay {
  private readonly window: ReturnType<typeof cashWindow>
  private readonly book = new CashBook(supervisors)

  constructor(repository: PaymentRepository) {
    this.window = cashWindow({ repository, cashSupervisors: (actor) => supervisors.includes(actor) })
  }

  /** Makes a call that the book allows or refuses by this code; `same`: it answers what is stored. */
  private async call<Result>(verdict: Verdict, call: () => Promise<Result>): Promise<Result | null> {
    const outcome = await call().then(
      (result) => ({ result, code: null }),
      (error: unknown) => {
        if (!isPaymentError(error)) throw error
        return { result: null, code: error.code }
      },
    )
    expect(outcome.code).toBe(verdict === 'same' ? null : verdict)
    return verdict === null ? outcome.result : null
  }

  async step(step: Step): Promise<void> {
    const { cash } = this.window
    const { book } = this
    this.window.clock.advance(1000)
    const sessionAt = (place: number) => at(book.sessions.values(), place)
    switch (step.call) {
      case 'bill': {
        const { id, amount } = await this.window.bill(step.amount)
        book.bills.set(id, { id, amount, paid: 0, voided: 0, status: 'pending', confirmedBy: null })
        break
      }
      case 'open': {
        const { point, actor, float } = step
        const verdict = book.open(`cash.${point}`, actor, float)
        const opened = await this.call(verdict, () => cash.open({ point, currency: 'ETB', float, actor }))
        if (opened) book.opened(opened.id, `cash.${point}`, actor, float)
        break
      }
      case 'take': {
        const session = sessionAt(step.session)
        if (!session) return
        const bill = step.bill % 4 === 0 ? null : (at(book.bills.values(), step.bill) ?? null)
        const { actor, amount } = step
        const payer = step.payer || !bill
        const takeResult = await this.call(book.take(session, actor, bill, { amount, payer }), () =>
          cash.take({
            sessionId: session.id,
            amount,
            actor,
            ...(bill && { paymentId: bill.id }),
            ...(payer && { payerId: 'MRN-1' }),
          }),
        )
        if (takeResult) book.took(takeResult.line.key, session, actor, bill, amount)
        if (takeResult) expect(takeResult.receipt.number).toBe(book.receipts)
        break
      }
      case 'payOut': {
        const session = sessionAt(step.session)
        if (!session) return
        const { actor, amount } = step
        const call = { sessionId: session.id, category: 'petty_cash', amount, actor }
        const paid = await this.call(book.payOut(session, actor, amount), () => cash.payOut(call))
        if (paid) book.paidOut(paid.line.key, session, actor, amount)
        break
      }
      case 'send': {
        const session = sessionAt(step.session)
        if (!session) return
        const { actor, to, amount } = step
        const verdict = book.send(session, actor, to, amount)
        const sent = await this.call(verdict, () => cash.send({ sessionId: session.id, to, amount, actor }))
        if (sent) book.sent(sent.line.key, session, actor, to, amount)
        break
      }
      case 'receive': {
        const transfer = at(book.transfers.values(), step.transfer)
        // A repeated receipt answers what is stored; the book keeps first ones alone.
        if (!transfer?.isOnItsWay) return
        const { actor, accept } = step
        const counted = Math.max(0, transfer.amount + step.off)
        const session = step.session === null ? null : (sessionAt(step.session) ?? null)
        const received = await this.call(book.receive(transfer, actor, { session, counted, accept }), () =>
          cash.receive({
            lineKey: transfer.key,
            counted,
            actor,
            ...(accept && { accept, reason: 'counted twice' }),
            ...(session && { sessionId: session.id }),
          }),
        )
        if (received) book.received(transfer, session, counted)
        break
      }
      case 'recall': {
        const transfer = at(book.transfers.values(), step.transfer)
        if (!transfer?.isOnItsWay) return
        const call = { lineKey: transfer.key, reason: 'guard is ill', actor: step.actor }
        const recalled = await this.call(book.recall(transfer, step.actor), () => cash.recall(call))
        if (recalled) book.recalled(transfer)
        break
      }
      case 'void': {
        const movement = at(book.movements.values(), step.movement)
        if (!movement) return
        const call = { lineKey: movement.key, reason: 'wrong', actor: step.actor }
        const voided = await this.call(book.void(movement, step.actor), () => cash.void(call))
        if (voided) book.voided(movement)
        break
      }
      case 'close': {
        const session = sessionAt(step.session)
        if (!session) return
        const counted = Math.max(0, book.balance(session.account) + step.off)
        const call = { sessionId: session.id, counted, actor: step.actor }
        const closed = await this.call(book.close(session, step.actor, counted), () => cash.close(call))
        if (closed) book.closed(session, step.actor, counted)
        break
      }
      case 'explain': {
        const session = sessionAt(step.session)
        if (!session) return
        const call = () => cash.explain(session.id, { reason: 'a torn note', actor: step.actor })
        if (await this.call(book.explain(session, step.actor), call)) session.isExplained = true
        break
      }
    }
  }

  /** Compares all that the book states with what is stored. */
  async compare(): Promise<void> {
    const { book, window } = this
    for (const account of accounts) expect(await window.balance(account)).toBe(String(book.balance(account)))
    for (const session of book.sessions.values()) {
      const { float, received, paidOut, sent, isOpen, counted, difference, floatDifference } = session
      const stored = (await window.cash.get(session.id))!
      expect(stored).toMatchObject({ float, received, paidOut, sent, counted, floatDifference })
      expect(stored.status).toBe(isOpen ? 'open' : 'closed')
      expect(stored.difference ?? 0).toBe(difference)
      if (isOpen) expect(book.balance(session.account)).toBe(float + received - paidOut - sent)
      else expect(stored.expected).toBe(float + received - paidOut - sent)
    }
    for (const bill of book.bills.values())
      expect(stateOf((await window.payments.getPayment(bill.id))!)).toEqual(paperState(bill))
  }

  /** Adds up all lines of each account anew. */
  async compareLines(): Promise<void> {
    for (const account of accounts) {
      let sum = 0
      const { items } = await this.window.payments.lines.list({ account, limit: 500 })
      for (const { direction, amount } of items) sum += direction === 'credit' ? amount : -amount
      expect(sum).toBe(this.book.balance(account))
      expect(sum).toBeGreaterThanOrEqual(0)
    }
    const { items } = await this.window.payments.receipts.list({ limit: 500 })
    expect(items.map(({ number }) => number)).toEqual(Array.from({ length: this.book.receipts }, (_, i) => i + 1))
    const voided = items.filter(({ status }) => status === 'void')
    const onPaper = [...this.book.movements.values()].filter(({ kind, isVoided }) => kind === 'take' && isVoided)
    expect(voided.map(({ lineKey }) => lineKey).sort()).toEqual(onPaper.map(({ key }) => key).sort())
  }
}

const stateOf = ({ status, amountReconciled }: Payment) => [status, amountReconciled]
const paperState = ({ status, paid }: PaperBill) => [status, paid]

/** Draws sequences of calls at the counter. */
export const cashSteps = fc.array(step, { minLength: 5, maxLength: 40 })

/** Plays a sequence on a storage and on paper; fails where they differ after any step. */
export async function playCash(repository: PaymentRepository, steps: readonly Step[]): Promise<void> {
  const play = new CashPlay(repository)
  for (const next of steps) {
    await play.step(next)
    await play.compare()
  }
  await play.compareLines()
}
