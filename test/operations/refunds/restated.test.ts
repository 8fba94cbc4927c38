/** Refunds of a line of which the bank says otherwise before they take its money. */
import { describe, expect, it } from 'vitest'
import { refusal } from '../../support/service.js'
import { checkBooks, counter } from '../lines/support/counter.js'

const stated = {
  row: 1,
  lineId: 'L-1',
  direction: 'credit',
  amount: 1000,
  currency: 'ETB',
  valueDate: '2026-11-19',
} as const

describe('a refund that waits for approval while the bank says otherwise of its line', () => {
  it.each([
    ['another currency', { currency: 'USD' }],
    ['a debit', { direction: 'debit' }],
    ['less money', { amount: 300 }],
  ] as const)('takes no share of it: %s', async (_, otherwise) => {
    const { payments, repository } = counter({ refundApproval: () => true })
    const imported = (line: object) =>
      payments.statements.import([{ ...stated, ...line }], { source: 'cbe-1000', actor: 'amina' })
    await imported({})
    const { key } = (await payments.lines.list()).items[0]!
    const asked = await payments.refunds.create(
      { lineKey: key, amount: 400, reason: 'overpayment' },
      { actor: 'amina' },
    )
    await imported(otherwise)
    await refusal(payments.refunds.approve(asked.id, { actor: 'dawit' }), 'refund_exceeds')
    expect(await payments.lines.get(key)).toMatchObject({ ...otherwise, allocated: 0, shares: [] })
    expect(await payments.refunds.get(asked.id)).toEqual(asked)
    await checkBooks(repository)
  })
})
