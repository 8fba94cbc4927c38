import { memoryRepository } from 'hospital-payments'
import { describe, expect, it } from 'vitest'
import { postJournal } from '../../examples/close-month/books.js'
import { closeNovember, mistake } from '../../examples/close-month/month.js'
import { isDone } from '../../examples/close-month/print.js'
import { settleNovember } from '../../examples/settle-statement/november.js'
import { movedByDay } from './settle-statement.js'

function sumOf(currencies: readonly { credits: string; debits: string }[], side: 'credits' | 'debits'): string {
  return `${currencies.reduce((sum, one) => sum + BigInt(one[side]), 0n)}`
}

describe('examples/close-month: a month that is closed day by day', () => {
  it('has a closing for each day with lines, and credits less debits are those of the files', async () => {
    const month = await closeNovember()
    expect(isDone(month)).toBe(true)
    const moved = new Map<string, bigint>()
    for (const { account, closings, months, verified } of month.accounts) {
      const days = closings.map(({ day }) => day)
      const ofNovember = closings.filter(({ day }) => day.startsWith('2026-11'))
      expect(days).toEqual([...new Set(days)].sort())
      expect(closings.map(({ sequence }) => sequence)).toEqual(closings.map((_, at) => at + 1))
      expect(verified).toEqual({ ok: true, closings: closings.length, firstDifference: null })
      for (const { currency, opening, credits, debits, closing, difference } of months) {
        const ofDays = ofNovember.flatMap(({ currencies }) => currencies.filter((one) => one.currency === currency))
        expect([credits, debits]).toEqual([sumOf(ofDays, 'credits'), sumOf(ofDays, 'debits')])
        expect(closing).toBe(`${BigInt(opening) + BigInt(credits) - BigInt(debits)}`)
        expect(difference).toBe('0')
      }
      for (const { day, currencies } of ofNovember)
        for (const { currency, credits, debits } of currencies)
          moved.set(`${account} ${currency} ${day}`, BigInt(credits) - BigInt(debits))
    }
    expect(moved).toEqual(movedByDay())
  })

  it('leaves on the books what each account holds, and debits that equal credits', async () => {
    const { payments } = await settleNovember(memoryRepository())
    const books = await postJournal(payments, { from: '1970-01-01', to: '9998-12-31' })
    const { items } = await payments.accounts.list()
    const balances = items.flatMap(({ account, currencies }) =>
      currencies.map(({ currency, balance }) => [account, currency, BigInt(balance)] as const),
    )
    expect(balances.length).toBeGreaterThan(2)
    for (const [account, currency, balance] of balances) {
      const book = books.find((one) => one.account === account && one.currency === currency)!
      expect([account, currency, book.debits - book.credits]).toEqual([account, currency, balance])
    }
    expect(books.map(({ account }) => account)).toContain('receivable')
    expect(books.reduce((sum, { debits, credits }) => sum + debits - credits, 0n)).toBe(0n)
    expect((await closeNovember()).books.length).toBeGreaterThanOrEqual(books.length)
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
    const links = accounts[0]!.closings.length + 2
    expect(reopened.verified).toEqual({ ok: true, closings: links, firstDifference: null })
    expect(byte).toEqual({ before: '41250', after: '91250' })
    expect(found).toEqual({ ok: false, closings: links, firstDifference: { day: mistake.day, what: 'hash' } })
  })
})
