import { describe, expect, it } from 'vitest'
import type { CsvMapping } from '../../../src/statements/csv/mapping.js'
import { readCsvStatement } from '../../../src/statements/csv/read-csv-statement.js'
import { header, readAll, simple } from '../support/read-csv.js'
import { readRecords } from '../support/read-records.js'

const money = { amount: 'Amount' }
const days = { valueDate: 'When' }
const columns = (names: unknown) => ({ ...simple, columns: names })

describe('readCsvStatement: a mapping', () => {
  it.each([
    ['is no object', null, 'must be an object'],
    ['is a text', 'mpesa', 'must be an object'],
    ['has an unknown property', { ...simple, dateFormat: 'yyyy' }, 'unknown property "dateFormat"'],
    ['has no columns', { ...simple, columns: undefined }, 'columns must be an object'],
    ['has an unknown column', columns({ ...days, ...money, saldo: 'Balance' }), 'unknown property "saldo"'],
    ['has no date', columns(money), 'must have valueDate or bookedAt'],
    ['has no money', columns(days), 'must have amount, or credit and debit'],
    ['has money twice', columns({ ...days, ...money, credit: 'In' }), 'either amount, or credit and debit'],
    ['has a blank column name', columns({ ...days, amount: ' ' }), 'columns.amount must be the name of a column'],
    ['has null for a column', columns({ ...days, ...money, reference: null }), 'columns.reference must be the name'],
    ['has an empty list of columns', columns({ ...money, bookedAt: [] }), 'columns.bookedAt must be a list of texts'],
    ['has a list that holds no texts', columns({ ...days, ...money, narration: [7] }), 'columns.narration must be a'],
    [
      'has a list of which one is no text',
      columns({ ...days, ...money, narration: ['A', 7] }),
      'columns.narration must',
    ],
    ['has a list where one is meant', columns({ ...days, amount: ['Amount'] }), 'columns.amount must be the name'],
    ['has no dates', { ...simple, dates: [] }, 'dates must be a list of texts'],
    ['has dates that are no list', { ...simple, dates: 'yyyy-MM-dd' }, 'dates must be a list of texts'],
    ['has a pattern that is none', { ...simple, dates: ['yyyy-MM-dd', 'dd/mm/yyyy'] }, 'dates[1] must have'],
    ['has an unknown zone', { ...simple, timeZone: 'Africa/Wakanda' }, 'timeZone must be'],
    ['has an offset as zone', { ...simple, timeZone: '+03:00' }, 'timeZone must be'],
    ['has no zone', { ...simple, timeZone: undefined }, 'timeZone must be'],
    ['has no currency', { ...simple, currency: undefined }, 'currency is missing'],
    ['has an unknown currency', { ...simple, currency: 'KSH' }, 'currency is not an active ISO 4217 code'],
    ['has gold as currency', { ...simple, currency: 'XAU' }, 'currency is not an active ISO 4217 code'],
    ['has another decimal mark', { ...simple, decimal: "'" }, 'decimal must be'],
    ['has header: true', { ...simple, header: true }, 'header must be false'],
    ['has names without a header', { ...simple, header: false }, "must be '1', '2', …"],
    ['has upperCaseTransactionId: false', { ...simple, upperCaseTransactionId: false }, 'upperCaseTransactionId must'],
    ['has an empty delimiter', { ...simple, delimiter: '' }, 'delimiter must be'],
    ['has a quote as delimiter', { ...simple, delimiter: '"' }, 'delimiter must be'],
    ['has an unknown encoding', { ...simple, encoding: 'utf-9' }, 'encoding is none of'],
    ['has null as encoding', { ...simple, encoding: null }, 'encoding must be a text'],
    [
      'has debitWhen without amount',
      { ...columns({ ...days, credit: 'In' }), debitWhen: { column: 'T', values: ['D'] } },
      'debitWhen needs',
    ],
    ['has debitWhen without values', { ...simple, debitWhen: { column: 'T', values: [] } }, 'debitWhen.values must be'],
    ['has debitWhen without column', { ...simple, debitWhen: { values: ['D'] } }, 'debitWhen.column must be'],
    ['has only with more', { ...simple, only: { column: 'T', values: ['D'], not: 1 } }, 'unknown property "not"'],
  ])('is a TypeError at once where it %s', (_, mapping, problem) => {
    const read = () => readCsvStatement('', mapping as CsvMapping)
    expect(read).toThrow(TypeError)
    expect(read).toThrow(problem)
  })

  it('may have undefined properties, which are absent', async () => {
    const mapping = {
      ...simple,
      delimiter: undefined,
      header: undefined,
      columns: { ...simple.columns, lineId: undefined },
    }
    const { lines } = await readAll(`${header}2026-11-20,5,a\n`, mapping as unknown as CsvMapping)
    expect(lines).toHaveLength(1)
  })

  it('is copied: later changes of it change nothing', async () => {
    const mapping = structuredClone(simple)
    const reader = readCsvStatement(`${header}2026-11-20,5,a\n`, mapping)
    mapping.columns.amount = 'Other'
    mapping.dates.length = 0
    mapping.currency = 'ETB'
    expect((await readRecords(reader)).records).toEqual([
      { row: 2, direction: 'credit', amount: 500, currency: 'KES', valueDate: '2026-11-20', narration: 'a' },
    ])
  })
})
