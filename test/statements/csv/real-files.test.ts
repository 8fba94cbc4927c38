import { describe, expect, it } from 'vitest'
import { realCsv } from '../support/real-csv.js'
import { pieces, sharedStatement, sharedStatements } from '../support/shared-data.js'
import { readAll } from '../support/read-csv.js'

const folder = sharedStatements('bank-csv')

describe('readCsvStatement: real exports of banks', () => {
  it.skipIf(folder === null).each(realCsv)('are read: $file', async ({ file, mapping, currency, ...expected }) => {
    const bytes = sharedStatement(folder, file)
    const read = await readAll(bytes, mapping)
    const count = (direction: string) => read.lines.filter((line) => line.direction === direction).length
    const sums = (sum: string | null) => (sum === null ? [] : [{ currency, amount: sum }])
    expect([count('credit'), count('debit')]).toEqual([expected.credits[0], expected.debits[0]])
    expect(read.summary.credits).toEqual(sums(expected.credits[1]))
    expect(read.summary.debits).toEqual(sums(expected.debits[1]))
    expect(read.rejected.map(({ row }) => row)).toEqual(expected.rejected)
    for (const sizes of [[1], [7, 64], [997]]) {
      expect((await readAll(pieces(bytes, sizes), mapping)).records).toEqual(read.records)
    }
  })

  it.skipIf(folder === null)('have their texts as they are', async () => {
    const [first] = realCsv
    const { lines } = await readAll(sharedStatement(folder, first!.file), first!.mapping)
    expect(lines[1]).toEqual({
      ...{ row: 3, direction: 'credit', amount: 75000, currency: 'EUR', valueDate: '2018-03-09' },
      narration: 'W. KOELEWIJN EO Naar Bunq',
    })
  })

  it.skipIf(folder === null)('have a credit in a row that debitWhen does not name', async () => {
    const { file, mapping } = realCsv.find((one) => one.mapping.debitWhen)!
    const { only: _, ...without } = mapping
    const { lines, rejected } = await readAll(sharedStatement(folder, file), without)
    expect(
      lines
        .filter(({ direction }) => direction === 'credit')
        .map(({ row }) => row)
        .slice(-3),
    ).toEqual([72, 73, 74])
    expect(rejected).toEqual([])
  })
})
