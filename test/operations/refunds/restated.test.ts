/** Refunds of a line whose `lineId` comes with other values before they take its money. */
import { describe, expect, it } from 'vitest'
import { checkBooks, counter } from '../lines/support/counter.js'

const stated = {
  row: 1,
  lineId: 'L-1',
  direction: 'credit',
  amount: 1000,
  currency: 'ETB',
  valueDate: '2026-11-19',
} as const

describe('approval: a refund of a line whose lineId comes again with other values', () => {
  it.each([
    ['another currency', { currency: 'USD' }],
    ['a debit', { direction: 'debit' }],
    ['less money', { amount: 300 }],
    ['another day', { valueDate: '2026-11-20' }],
  ] as const)('takes the money of the line as it was stored: %s', async (_, otherwise) => {
    const { payments, repository } = counter({ refundApproval: () => true })
    const imported = (line: object) =>
      payments.statements.import([{ ...stated, ...line }], { account: 'cbe-1000', actor: 'amina' })
    await imported({})
    const { key } = (await payments.lines.list()).items[0]!
    const refund = await payments.refunds.create(
      { lineKey: key, amount: 400, reason: 'overpayment' },
      { actor: 'amina' },
    )
    await imported(otherwise)
    expect(await payments.lines.get(key)).toMatchObject({ amount: 1000, direction: 'credit', version: 1 })
    await payments.refunds.approve(refund.id, { actor: 'dawit' })
    expect(await payments.lines.get(key)).toMatchObject({ amount: 1000, allocated: 400 })
    expect((await payments.lines.list()).items).toHaveLength(2)
    await checkBooks(repository)
  })
})
