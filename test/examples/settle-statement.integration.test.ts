import { describe, expect, it } from 'vitest'
import { month } from '../../examples/settle-statement/accounts.js'
import { linesOf, settleNovember } from '../../examples/settle-statement/november.js'
import { isDone } from '../../examples/settle-statement/print.js'
import { tieOut } from '../../examples/settle-statement/tie-out.js'
import { libsql, onEach } from '../support/databases/index.js'
import { migrated, repositoryOn } from '../support/databases/repository.js'
import { checkNovember } from './settle-statement.js'

describe('examples/settle-statement: forty difficult lines', () => {
  it('come to what was worked out by hand, and none is open', async () => {
    const text = await checkNovember(await settleNovember())
    expect(text.match(/The difference is 0 on every day\./g)).toHaveLength(2)
    expect(text).not.toMatch(/STILL OPEN|THERE IS A DIFFERENCE/)
  })

  it('do not tie out where a line was lost, or its money', async () => {
    const november = await settleNovember()
    const lines = await linesOf(november.payments, 'bank-1100')
    const differences = (movements: typeof lines, stored: typeof lines) =>
      tieOut('bank-1100', movements, stored).filter(({ difference }) => difference !== 0n)
    expect(differences(lines, lines)).toEqual([])
    const [first] = lines
    expect(differences(lines, lines.slice(1))).toMatchObject([{ day: first!.valueDate, difference: 150_000n }])
    expect(differences(lines.slice(1), lines)).toMatchObject([{ day: first!.valueDate, difference: -150_000n }])
    const [allocation] = first!.allocations
    const less = { ...first!, allocations: [{ ...allocation!, amount: 149_999 }] }
    expect(differences(lines, [less, ...lines.slice(1)])).toMatchObject([{ difference: 1n }])
    const [bank, mpesa] = november.accounts
    const days = tieOut('bank-1100', lines, lines.slice(1))
    expect(isDone({ ...november, accounts: [{ ...bank!, days }, mpesa!] })).toBe(false)
  })

  it('are all of the month', async () => {
    const { payments } = await settleNovember()
    const { items } = await payments.lines.list({ ...month, limit: 500 })
    expect(items).toHaveLength(40)
  })

  onEach([libsql], 'in a database', (entry) => {
    const database = migrated(entry)

    it('come to the same as in memory', async () => {
      const stored = await checkNovember(await settleNovember(repositoryOn(database())))
      expect(stored).toBe(await checkNovember(await settleNovember()))
    })
  })
})
