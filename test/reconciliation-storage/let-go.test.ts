/** A run that has read whose receipt a line shows, while a person takes the money of that receipt back. */
import type { FinanceRepository } from 'hospital-payments/repository'
import { describe, expect, it } from 'vitest'
import { checkBooks, counter, type Counter } from '../operations/lines/support/counter.js'
import { wrapped } from '../support/repositories.js'

const account = 'cbe-1000'
const providerTransactionId = 'TX-1'
const line = { row: 1, lineId: 'A', currency: 'ETB', valueDate: '2026-11-20', providerTransactionId } as const

interface Story {
  /** Stores a line with the receipt, and gives the line that shows it next, which names something else. */
  begin(
    desk: Counter,
  ): Promise<{ next: object; undo(): Promise<unknown>; wrong(): Promise<number>; right(): Promise<number> }>
}

const storedLine = async ({ payments }: Counter) => (await payments.lines.list()).items[0]!

const ofPayments: Story = {
  async begin(desk) {
    const { payments, bill } = desk
    const [wrong, right] = [await bill({ reference: 'INV-0001' }), await bill({ reference: 'INV-0002', amount: 900 })]
    const credit = { ...line, direction: 'credit', amount: 1000 } as const
    // Of another account: where a line of its own account has the receipt, the reference of the next one decides.
    await payments.statements.import([{ ...credit, reference: wrong.reference }], { account: 'till-1' })
    const { key, version } = await storedLine(desk)
    const proved = (id: string) => async () => (await payments.getPayment(id))!.amountReconciled
    return {
      next: { ...credit, lineId: 'B', amount: 900, reference: right.reference },
      undo: () => payments.lines.unallocate(key, { expectedVersion: version, reason: 'wrong bill', payments: 'keep' }),
      wrong: proved(wrong.id),
      right: proved(right.id),
    }
  },
}

const ofRefunds: Story = {
  async begin(desk) {
    const { payments, bill } = desk
    const { id } = await bill()
    await payments.confirmPayment(id)
    const ask = (reference: string, amount: number) =>
      payments.refunds.create({ paymentId: id, amount, reason: 'duplicate', reference })
    const [wrong, right] = [await ask('BACK-0001', 400), await ask('BACK-0002', 300)]
    const debit = { ...line, direction: 'debit', amount: 400 } as const
    await payments.statements.import([{ ...debit, reference: wrong.reference }], { account })
    const { key, version } = await storedLine(desk)
    const proved = (refund: string) => async () => (await payments.refunds.get(refund))!.amountReconciled
    return {
      next: { ...debit, lineId: 'B', amount: 300, reference: right.reference },
      undo: () => payments.lines.unallocate(key, { expectedVersion: version, reason: 'wrong refund' }),
      wrong: proved(wrong.id),
      right: proved(right.id),
    }
  },
}

describe('providerTransactionId: a receipt that is let go while a run decides a line with it', () => {
  it.each([
    ['payment', ofPayments],
    ['refund', ofRefunds],
  ])('finds its %s no more, wherever that happens', async (_, { begin }) => {
    /** Runs the statement with the undo after `n` calls of the run were answered. */
    async function undoneAt(n: number) {
      const desk = counter()
      const { next, undo, wrong, right } = await begin(desk)
      let calls = 0
      const slow = wrapped(desk.repository, async (_, proceed) => {
        const answer = await proceed()
        if (++calls === n) await undo()
        return answer
      }) as FinanceRepository
      await desk.payments.using(slow).statements.import([next as never], { account })
      await checkBooks(desk.repository)
      return { calls, wrong: await wrong(), right: await right() }
    }
    const { calls } = await undoneAt(0)
    const rightCounts: number[] = []
    for (let n = 1; n <= calls; n++) {
      const { wrong, right } = await undoneAt(n)
      expect(wrong, `after call ${n}`).toBe(0)
      rightCounts.push(right)
    }
    // At first the receipt is gone before it is read; at last the line was held for a second payment with it.
    expect(rightCounts[0]).toBeGreaterThan(0)
    expect(rightCounts.at(-1)).toBe(0)
  })
})
