/** Imports of one account in which a lineId or receipt comes again. */
import { memoryRepository, type StatementLine } from 'hospital-payments'
import type { ChangeGroup, FinanceRepository } from 'hospital-payments/repository'
import { describe, expect, it } from 'vitest'
import { wrappedFinance } from '../../support/finance-repositories.js'
import { request, testService } from '../../support/service.js'
import { credit, imported, account } from './support/imported.js'
import { stories } from './support/names-of-lines.js'

describe('statements.import: a lineId or receipt that comes again', () => {
  it.each(stories)('%s', async (_, files) => {
    const service = testService({ repository: memoryRepository() })
    for (const { lines, account, counts, noticed } of files)
      expect(await imported(service, lines, account)).toEqual({ counts, noticed })
  })
})

/** Makes a storage, and counts the lines that it returns by their marks. */
function counting() {
  let read = 0
  const repository = wrappedFinance(memoryRepository() as FinanceRepository, async (name, proceed) => {
    const answer = await proceed()
    if (name === 'markedLines') read += (answer as unknown[]).length
    return answer
  })
  return { repository, read: () => read }
}

describe('markedLines: names that come again with other amounts each day', () => {
  const [days, rows] = [12, 20]

  it.each([
    ['row numbers as lineIds', rows, (row: number): Partial<StatementLine> => ({ lineId: `${row}` })],
    ['one receipt of every row', 1, (): Partial<StatementLine> => ({ providerTransactionId: 'BR0001' })],
  ])('cost one read of a line for each name and look-up: %s', async (kind, names, nameOf) => {
    const { repository, read } = counting()
    const { payments } = testService({ repository })
    for (let day = 0; day < days; day++) {
      const before = read()
      const lines = Array.from({ length: rows }, (_, row) =>
        credit({ row, valueDate: `2026-11-${day + 10}`, amount: 1 + day * rows + row, ...nameOf(row) }),
      )
      const { warnings } = await payments.statements.import(lines, { account })
      expect(warnings.map(({ code }) => code)).toEqual(
        day === 0 && kind === 'row numbers as lineIds' ? [] : ['id_repeats'],
      )
      // Whether the file is of another account, and twice for each batch.
      expect(read() - before).toBeLessThanOrEqual(3 * names)
    }
  })
})

describe('statements.import: imports at once', () => {
  it('store one name with three amounts, and a later file with a fourth warns of it', async () => {
    const { payments } = testService({ repository: memoryRepository() })
    const line = (amount: number) => credit({ lineId: '17', amount })
    await Promise.all([1, 2, 3].map((amount) => payments.statements.import([line(amount)], { account })))
    const { warnings } = await payments.statements.import([line(4)], { account })
    expect(warnings).toContainEqual({ code: 'id_repeats' })
    // Each of them is found by its money, too.
    for (const amount of [1, 2, 3, 4]) {
      const moved = { ...line(amount), valueDate: '2026-11-19' }
      expect((await payments.statements.import([moved], { account })).lines).toMatchObject([
        { outcome: 'possible_duplicate' },
      ])
    }
  })
})

describe('statements.import: a line whose receipt and reference find different payments', () => {
  it('is decided by its reference where another line with the receipt is stored at any call before it', async () => {
    async function overtakenAt(n: number) {
      const { payments, repository } = testService({ repository: memoryRepository() })
      for (const reference of ['INV-1', 'INV-2']) await payments.createPayment(request({ reference, amount: 1000 }))
      const [first] = (await payments.findByReference('INV-1')).items
      await payments.confirmPayment(first!.id, { providerTransactionId: 'FT-0017' })
      const line = credit({ reference: 'INV-2', providerTransactionId: 'FT-0017' })
      const other = { ...line, reference: 'X', amount: 7 }
      let calls = 0
      const names: string[] = []
      const slow = wrappedFinance(repository as FinanceRepository, async (name, proceed, argument) => {
        const answer = await proceed()
        // An import stores its own row by a `replace` too.
        const isOfLines = name === 'replace' && (argument as ChangeGroup).lines.length > 0
        names.push(isOfLines ? 'replace of lines' : name)
        if (++calls === n) await payments.statements.import([other], { account })
        return answer
      })
      const { lines } = await payments.using(slow).statements.import([line], { account })
      return { names, outcome: lines[0]!.outcome }
    }
    const { names } = await overtakenAt(0)
    const write = names.indexOf('replace of lines')
    expect(write).toBeGreaterThan(5)
    for (let n = 1; n <= write; n++) expect((await overtakenAt(n)).outcome, `after call ${n}`).toBe('confirmed')
    expect((await overtakenAt(write + 1)).outcome).toBe('ambiguous')
  })
})
