import { describe, expect, it } from 'vitest'
import { refusal } from '../../support/service.js'
import { counter, share, toCategory } from '../lines/support/counter.js'

const source = 'cbe-1000'
const day = '2026-11-19'
const ended = { reason: 'not wanted' }

describe('a refund of a line of a closed day', () => {
  it('is refused before the money is looked at; a repeated call is answered all the same', async () => {
    const { payments, line, clock } = counter()
    const [credit, debit] = [await line({ amount: 500 }), await line({ amount: 50, direction: 'debit' })]
    const ask = (lineKey: string, amount: number, idempotencyKey?: string) =>
      payments.refunds.create({ lineKey, amount, reason: 'overpayment' }, { idempotencyKey })
    const first = await ask(credit.key, 100, 'k')
    const closing = await payments.days.close({ source, day, actor: 'amina' })
    for (const [key, amount] of [
      [credit.key, 1],
      [credit.key, 100_000],
      [debit.key, 1],
    ] as const) {
      expect((await refusal(ask(key, amount), 'day_closed')).details).toEqual({ source, day })
    }
    expect(await ask(credit.key, 100, 'k')).toEqual(first)
    expect(await payments.days.get({ source, day })).toEqual(closing)
    clock.advance(1)
    await payments.days.reopen({ source, day, actor: 'sara', reason: 'a surplus' })
    expect(await ask(credit.key, 400)).toMatchObject({ status: 'pending' })
  })

  it('is still approved, paid and ended, and the closing lists its line as changed', async () => {
    const { payments, line } = counter({ refundApproval: ({ amount }) => amount > 100 })
    const { key } = await line({ amount: 500 })
    const { refunds } = payments
    const small = await refunds.create({ lineKey: key, amount: 100, reason: 'overpayment' })
    const large = await refunds.create({ lineKey: key, amount: 200, reason: 'overpayment' }, { actor: 'amina' })
    await payments.days.close({ source, day, actor: 'amina' })
    await refunds.approve(large.id, { actor: 'dawit' })
    await refunds.confirm(large.id)
    await refunds.cancel(small.id, ended)
    expect(await payments.lines.get(key)).toMatchObject({ allocated: 200, held: false })
    expect((await payments.days.get({ source, day }))?.changedSince).toEqual([key])
    expect(await payments.days.verify({ source })).toEqual({ ok: true, closings: 1, firstDifference: null })
    await refunds.fail(large.id, ended)
    const { version } = await share({ payments }, key, [toCategory(5)])
    await refusal(payments.lines.unallocate(key, { expectedVersion: version, reason: 'wrong' }), 'day_closed')
  })
})
