import { describe, expect, it } from 'vitest'
import { closeNovember, mistake } from '../../examples/close-month/month.js'
import { isDone } from '../../examples/close-month/print.js'
import { movedByDay } from './settle-statement.js'

describe('examples/close-month: a month that is closed day by day', () => {
  it('has a closing for each day, and credits less debits are those of the files', async () => {
    const month = await closeNovember()
    expect(isDone(month)).toBe(true)
    const moved = new Map<string, bigint>()
    for (const { account, closings, verified } of month.accounts) {
      expect(closings.map(({ day }) => Number(day.slice(-2)))).toEqual(Array.from({ length: 30 }, (_, at) => at + 1))
      expect(closings.map(({ sequence }) => sequence)).toEqual(Array.from({ length: 30 }, (_, at) => at + 1))
      expect(verified).toEqual({ ok: true, closings: 30, firstDifference: null })
      for (const { day, currencies } of closings)
        for (const { currency, credits, debits } of currencies)
          moved.set(`${account} ${currency} ${day}`, BigInt(credits) - BigInt(debits))
    }
    expect(moved).toEqual(movedByDay())
  })

  it('is corrected in the open, and names the byte that is not what it was', async () => {
    const { accounts, reopened, byte, found } = await closeNovember()
    const first = accounts[0]!.closings.at(-1)!
    const { reopening, closing } = reopened
    expect(reopened.refused).toBe('day_closed')
    expect([reopening.previousHash, closing.previousHash]).toEqual([first.hash, reopening.hash])
    const categoriesOf = ({ currencies }: typeof closing) => currencies[0]!.allocated.map(({ category }) => category)
    expect([categoriesOf(first), categoriesOf(closing)]).toEqual([
      ['interest', 'bank_charge'],
      ['bank_fee', 'bank_charge'],
    ])
    expect(reopened.verified).toEqual({ ok: true, closings: 32, firstDifference: null })
    expect(byte).toEqual({ before: '41250', after: '91250' })
    expect(found).toEqual({ ok: false, closings: 32, firstDifference: { day: mistake.day, what: 'hash' } })
  })
})
