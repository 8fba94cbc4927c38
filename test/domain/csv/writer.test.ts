import { stringify } from 'csv-stringify/sync'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { byteOrderMark, type CsvColumn, csvHeader, csvModes, csvRows, type CsvValue } from '../../../src/domain/csv.js'
import { freeText, hostileText, instant } from '../../support/arbitraries.js'
import { guarded } from '../../support/guarded.js'
import { examples } from '../../support/rounds.js'

const columns: readonly CsvColumn[] = [
  { name: 'paymentId', kind: 'plain' },
  { name: 'reference', kind: 'callerText' },
  { name: 'amount', kind: 'plain' },
  { name: 'paidAt', kind: 'plain' },
  { name: 'late', kind: 'plain' },
  { name: 'description', kind: 'callerText' },
  { name: 'customerPhone', kind: 'text' },
]

const text = fc.oneof(hostileText(40), freeText(500))
const rows: fc.Arbitrary<CsvValue[][]> = fc.array(
  fc.tuple(
    fc.constant('pay_01ARZ3NDEKTSV4RRFFQ69G5FAV'),
    text,
    fc.maxSafeInteger(),
    fc.option(instant()),
    fc.boolean(),
    fc.option(text),
    fc.option(text),
  ),
  { maxLength: 8 },
)

/** Writes every field through csv-stringify, which the writer uses for few of them. */
function byOracle(values: readonly (readonly CsvValue[])[]): string {
  return stringify(
    values.map((row) => [...row]),
    {
      record_delimiter: '\r\n',
      quoted_match: /[\r\n]|^\s|\s$|^$/,
      cast: { boolean: String },
    },
  )
}

const one = (value: CsvValue, kind: CsvColumn['kind'] = 'callerText', mode: 'exact' | 'spreadsheet' = 'exact') =>
  csvRows(
    [
      { name: 'a', kind },
      { name: 'b', kind: 'plain' },
    ],
    mode,
    [[value, 1]],
  )

describe('csvRows', () => {
  it('in exact mode writes, byte for byte, what csv-stringify writes', () => {
    fc.assert(
      fc.property(rows, (values) => void expect(csvRows(columns, 'exact', values)).toBe(byOracle(values))),
      { numRuns: examples(500) },
    )
  })

  it('in spreadsheet mode writes the same of guarded caller text, and of nothing else', () => {
    fc.assert(
      fc.property(rows, (values) => {
        const safe = values.map((row) =>
          row.map((value, i) =>
            columns[i]!.kind === 'callerText' && typeof value === 'string' ? guarded(value) : value,
          ),
        )
        expect(csvRows(columns, 'spreadsheet', values)).toBe(byOracle(safe))
      }),
      { numRuns: examples(500) },
    )
  })

  it('writes the same whether rows come alone or in a batch', () => {
    fc.assert(
      fc.property(rows, fc.constantFrom(...csvModes), (values, mode) => {
        expect(values.map((row) => csvRows(columns, mode, [row])).join('')).toBe(csvRows(columns, mode, values))
      }),
    )
  })

  it.each([
    ['INV-1', 'INV-1'],
    ['a,b', '"a,b"'],
    ['"', '""""'],
    ['a"b', '"a""b"'],
    ["'a'", "'a'"],
    ['a;b\tc|d', 'a;b\tc|d'],
    ['a\rb', '"a\rb"'],
    ['a\nb', '"a\nb"'],
    ['a\r\nb', '"a\r\nb"'],
    [' a', '" a"'],
    ['a ', '"a "'],
    ['a b', 'a b'],
    ['\ufeffa', '"\ufeffa"'],
    ['a\u00a0', '"a\u00a0"'],
    ['\u2028', '"\u2028"'],
    ['=1+1', '=1+1'],
    ['\\N', '\\N'],
    ['NULL', 'NULL'],
    ['0001', '0001'],
    ['1e3', '1e3'],
    ['', '""'],
    [null, ''],
    [9_007_199_254_740_991, '9007199254740991'],
    [0, '0'],
    [true, 'true'],
    [false, 'false'],
  ])('writes %j as %j', (value, field) => {
    for (const kind of ['callerText', 'text'] as const) expect(one(value, kind)).toBe(`${field},1\r\n`)
  })

  it.each([
    ['=1+1', "'=1+1"],
    ['@a,b', `"'@a,b"`],
    ['a\n=1', `"a\n'=1"`],
    ['\t', `"'\t"`],
    [' =1', "' =1"],
    ['', '""'],
    [null, ''],
  ])('in spreadsheet mode writes %j as %j', (value, field) => {
    expect(one(value, 'callerText', 'spreadsheet')).toBe(`${field},1\r\n`)
  })

  it.each(['+251911000000', '=1', '-1'])('never guards %j where it is no caller text', (value) => {
    for (const kind of ['text', 'plain'] as const) expect(one(value, kind, 'spreadsheet')).toBe(`${value},1\r\n`)
  })

  it('accepts plain values as they are', () => {
    expect(one('', 'plain')).toBe(',1\r\n')
    expect(one(-5, 'plain', 'spreadsheet')).toBe('-5,1\r\n')
  })

  it('separates by commas and ends every row by CRLF, the last one too', () => {
    expect(
      csvRows(columns.slice(0, 3), 'exact', [
        ['p1', 'r,1', 1],
        ['p2', 'r2', 2],
      ]),
    ).toBe('p1,"r,1",1\r\np2,r2,2\r\n')
    expect(csvRows(columns.slice(1, 2), 'exact', [['x'], [null], ['']])).toBe('x\r\n\r\n""\r\n')
    expect(csvRows(columns, 'exact', [])).toBe('')
    expect(csvRows(columns.slice(0, 2), 'exact', [['p1']])).toBe('p1,\r\n')
  })

  it('refuses text that the library never stores, rather than shift the columns', () => {
    for (const value of ['a\0,b', '"\0', ' \0 ']) expect(() => one(value)).toThrow(/NUL/)
  })
})

describe('csvHeader', () => {
  it('is one row of the names', () => {
    expect(csvHeader(columns)).toBe('paymentId,reference,amount,paidAt,late,description,customerPhone\r\n')
    expect(csvHeader(columns.slice(0, 1))).toBe('paymentId\r\n')
  })

  it('accepts two modes and one mark', () => {
    expect(csvModes).toEqual(['spreadsheet', 'exact'])
    expect(byteOrderMark).toBe('\ufeff')
  })
})
