/** Random sequences of calls about deposits and bills, played on a storage and on paper. */
import fc from 'fast-check'
import { isPaymentError, type PaymentErrorCode } from 'hospital-payments'
import type { FinanceRepository } from 'hospital-payments/repository'
import { expect } from 'vitest'
import { purse } from './purse.js'

const payers = ['MRN-1', 'MRN-2']

const place = fc.nat(30)
const money = fc.integer({ min: 1, max: 40 })
const payer = fc.constantFrom(...payers)

const step = fc.oneof(
  fc.record({ call: fc.constant('bill' as const), payer, amount: money }),
  fc.record({ call: fc.constant('deposit' as const), payer, amount: money, day: fc.integer({ min: 17, max: 19 }) }),
  {
    weight: 4,
    arbitrary: fc.record({
      call: fc.constant('apply' as const),
      payer,
      bill: place,
      amount: fc.option(money, { nil: undefined }),
    }),
  },
  fc.record({ call: fc.constant('undo' as const), line: place }),
  fc.record({ call: fc.constant('give back' as const), line: place, amount: money }),
  fc.record({ call: fc.constant('set payer' as const), line: place, payer: fc.option(payer) }),
)

type Step = Parameters<Parameters<typeof step.map>[0]>[0]

/** A deposit on paper; each part is what it pays of a bill. */
interface PaperLine {
  readonly key: string
  readonly day: string
  readonly amount: number
  payer: string | null
  givenBack: number
  parts: { bill: PaperBill; amount: number }[]
}

interface PaperBill {
  readonly id: string
  readonly payer: string
  readonly amount: number
  paid: number
  status: 'pending' | 'succeeded' | 'reversed'
}

const sumOf = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + amount, 0)
const restOf = ({ amount, givenBack, parts }: PaperLine) => amount - givenBack - sumOf(parts.map((part) => part.amount))

class DepositPlay {
  private readonly lines: PaperLine[] = []
  private readonly bills: PaperBill[] = []
  private readonly desk: ReturnType<typeof purse>

  constructor(repository: FinanceRepository) {
    this.desk = purse({ repository })
  }

  /** Makes a call that the paper allows, or refuses by this code. */
  private async call(code: PaymentErrorCode | null, call: Promise<unknown>): Promise<void> {
    const outcome = await call.then(
      () => null,
      (error: unknown) => {
        if (isPaymentError(error)) return error.code
        throw error
      },
    )
    expect(outcome).toBe(code)
  }

  private async versionOf({ key }: PaperLine): Promise<number> {
    return (await this.desk.payments.lines.get(key))!.version
  }

  private async apply(id: string, bill: PaperBill, part: number | undefined): Promise<void> {
    const amount = part ?? bill.amount - bill.paid
    const lines = this.lines
      .filter((line) => line.payer === id)
      .sort((a, b) => (`${a.day} ${a.key}` < `${b.day} ${b.key}` ? -1 : 1))
    const refusal = this.refusalOf(bill, amount, sumOf(lines.map(restOf)))
    await this.call(refusal, this.desk.apply(bill.id, part, id))
    if (refusal !== null) return
    let rest = amount
    for (const line of lines) {
      const part = Math.min(rest, restOf(line))
      if (part > 0) line.parts.push({ bill, amount: part })
      rest -= part
    }
    bill.paid += amount
    if (bill.paid === bill.amount) bill.status = 'succeeded'
  }

  private refusalOf(bill: PaperBill, amount: number, deposit: number): PaymentErrorCode | null {
    if (bill.status !== 'pending') return 'invalid_transition'
    return amount > bill.amount - bill.paid || amount > deposit ? 'allocation_exceeds' : null
  }

  private async undo(line: PaperLine): Promise<void> {
    const statuses = new Set(line.parts.map(({ bill }) => bill.status))
    const payments = statuses.has('reversed') ? 'keep' : 'reverse'
    const refusal = line.givenBack > 0 ? 'refund_exceeds' : null
    const options = { expectedVersion: await this.versionOf(line), reason: 'wrong bill', payments } as const
    await this.call(refusal, this.desk.payments.lines.unallocate(line.key, options))
    if (refusal !== null) return
    for (const { bill, amount } of line.parts) {
      bill.paid -= amount
      if (bill.status === 'succeeded' && payments === 'reverse') bill.status = 'reversed'
    }
    line.parts = []
  }

  private async play(next: Step): Promise<void> {
    const { lines, bills, desk } = this
    const line = 'line' in next ? lines[next.line % lines.length] : undefined
    switch (next.call) {
      case 'bill': {
        const { id } = await desk.billOf(next.amount, next.payer)
        bills.push({ id, payer: next.payer, amount: next.amount, paid: 0, status: 'pending' })
        break
      }
      case 'deposit': {
        const day = `2026-11-${next.day}`
        const { key } = await desk.deposit(next.amount, { valueDate: day }, next.payer)
        lines.push({ key, day, amount: next.amount, payer: next.payer, givenBack: 0, parts: [] })
        break
      }
      case 'apply': {
        const bill = bills[next.bill % bills.length]
        if (bill) await this.apply(next.payer, bill, next.amount)
        break
      }
      case 'undo':
        if (line) await this.undo(line)
        break
      case 'give back': {
        if (!line) break
        const { amount } = next
        const refusal = amount > restOf(line) ? 'refund_exceeds' : null
        const refund = { lineKey: line.key, amount, reason: 'overpayment' } as const
        await this.call(refusal, desk.payments.refunds.create(refund))
        if (refusal === null) line.givenBack += amount
        break
      }
      case 'set payer': {
        if (!line) break
        const options = { payerId: next.payer, expectedVersion: await this.versionOf(line) }
        await this.call(null, desk.payments.lines.setPayer(line.key, options))
        line.payer = next.payer
        break
      }
    }
  }

  private async check(): Promise<void> {
    const { payments } = this.desk
    for (const id of payers) {
      const pending = this.bills.filter((bill) => bill.payer === id && bill.status === 'pending')
      const deposit = sumOf(this.lines.filter((line) => line.payer === id).map(restOf))
      const sums = { asked: sumOf(pending.map(({ amount }) => amount)), paid: sumOf(pending.map(({ paid }) => paid)) }
      const expected = {
        currency: 'ETB',
        asked: `${sums.asked}`,
        open: `${sums.asked - sums.paid}`,
        deposit: `${deposit}`,
      }
      const isNothing = sums.asked === 0 && deposit === 0
      expect(await this.desk.sums(id)).toEqual(isNothing ? [] : [expected])
    }
    for (const { id, status, paid } of this.bills)
      expect(await payments.getPayment(id)).toMatchObject({ status, amountReconciled: paid })
    for (const { key, payer: payerId, parts, givenBack } of this.lines)
      expect(await payments.lines.get(key)).toMatchObject({
        payerId,
        allocated: givenBack + sumOf(parts.map(({ amount }) => amount)),
      })
  }

  async run(steps: readonly Step[]): Promise<void> {
    for (const next of steps) {
      await this.play(next)
      await this.check()
    }
  }
}

export const depositSteps = fc.array(step, { minLength: 1, maxLength: 40 })

/** Plays steps on an empty storage, and compares it with the paper after each. */
export function playDeposits(repository: FinanceRepository, steps: readonly Step[]): Promise<void> {
  return new DepositPlay(repository).run(steps)
}
