import { describe, expect, it } from 'vitest'
import { refusal } from '../../support/service.js'
import { counter, allocation, toCategory } from '../lines/support/counter.js'

const account = 'cbe-1000'
const day = '2026-11-19'
const ended = { reason: 'not wanted' }

describe('refund: one of a line of a closed day', () => {
  it('is created, canceled, rejected and failed as on any day; the allocations of the closing stay', async () => {
    const { payments, line } = counter({ refundApproval: ({ amount }) => amount === 7 })
    const { key } = await line({ amount: 500 })
    const { refunds } = payments
    const ask = (amount: number) => refunds.create({ lineKey: key, amount, reason: 'overpayment' }, { actor: 'amina' })
    const held = [await ask(100), await ask(100)]
    await refunds.confirm(held[1]!.id)
    await payments.days.close({ account, day, actor: 'amina' })
    await refunds.cancel((await ask(50)).id, ended)
    await refunds.reject((await ask(7)).id, { ...ended, actor: 'dawit' })
    const paid = await ask(300)
    await refunds.confirm(paid.id)
    await refunds.fail(paid.id, ended)
    for (const ending of [
      refunds.cancel(held[0]!.id, ended),
      refunds.fail(held[0]!.id, ended),
      refunds.fail(held[1]!.id, ended),
    ]) {
      expect((await refusal(ending, 'day_closed')).details).toEqual({ account, day })
    }
    await payments.days.reopen({ account, day, actor: 'sara', reason: 'wrong account' })
    await refunds.cancel(held[0]!.id, ended)
    expect(await payments.lines.get(key)).toMatchObject({ allocated: 100 })
  })

  it('is not brought back by a credit of another account', async () => {
    const { payments, line } = counter()
    const { key } = await line({ amount: 500 })
    const late = await line({ amount: 300, key: 'id:late' })
    const refundOf = (lineKey: string) => payments.refunds.create({ lineKey, amount: 300, reason: 'overpayment' })
    const held = await refundOf(key)
    await payments.days.close({ account, day, actor: 'amina' })
    const free = await refundOf(late.key)
    for (const { id } of [held, free]) await payments.refunds.confirm(id)
    const back = await line({ amount: 300, account: 'till-7', valueDate: '2026-11-20' })
    const bring = (refundId: string) => allocation({ payments }, back.key, [{ to: 'refund', refundId, amount: 300 }])
    expect((await refusal(bring(held.id), 'day_closed')).details).toEqual({ account, day })
    await bring(free.id)
    expect(await payments.lines.get(late.key)).toMatchObject({ allocated: 0, held: false })
  })

  it('is still approved, paid and ended, and the closing lists its line as changed', async () => {
    const { payments, line } = counter({ refundApproval: ({ amount }) => amount > 100 })
    const { key } = await line({ amount: 500 })
    const { refunds } = payments
    const large = await refunds.create({ lineKey: key, amount: 200, reason: 'overpayment' }, { actor: 'amina' })
    await payments.days.close({ account, day, actor: 'amina' })
    const small = await refunds.create({ lineKey: key, amount: 100, reason: 'overpayment' })
    await refunds.approve(large.id, { actor: 'dawit' })
    await refunds.confirm(large.id)
    await refunds.cancel(small.id, ended)
    expect(await payments.lines.get(key)).toMatchObject({ allocated: 200, held: false })
    expect((await payments.days.get({ account, day }))?.changedSince).toEqual([key])
    expect(await payments.days.verify({ account })).toEqual({ ok: true, closings: 1, firstDifference: null })
    await refunds.fail(large.id, ended)
    const { version } = await allocation({ payments }, key, [toCategory(5)])
    const undone = await payments.lines.unallocate(key, { expectedVersion: version, reason: 'wrong' })
    expect(undone).toMatchObject({ allocated: 0, held: true })
  })
})
