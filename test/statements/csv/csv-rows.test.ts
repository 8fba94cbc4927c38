import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type CsvRow, csvRows } from '../../../src/statements/csv/csv-rows.js'
import { examples } from '../../support/rounds.js'

/** Returns the rows of these texts, one behind the other. */
function rowsOf(texts: readonly string[], delimiter = ','): CsvRow[] {
  const take = csvRows(delimiter)
  return [...texts.flatMap((text) => [...take(text, false)]), ...take('', true)]
}

/** Parses a text by csv-parse, with the rules for banks' exports; `null` for an end inside quotes. */
function byCsvParse(text: string, delimiter: string): string[][] | null {
  try {
    return parse(text, {
      ...{ delimiter, record_delimiter: ['\r\n', '\n', '\r'], ltrim: true },
      ...{ relax_quotes: true, relax_column_count: true },
    })
  } catch {
    return null
  }
}

const delimiters = fc.constantFrom(',', ';', '\t', '|', '||', '; ')
const texts = fc
  .array(
    fc.constantFrom('"', '""', ',', ';', '\t', '|', '||', ' ', '\r\n', '\n', '\r', 'a', 'é', '😀', '\u00a0', '5'),
    {
      maxLength: 60,
    },
  )
  .map((parts) => parts.join(''))

describe('csvRows: rows of a text', () => {
  it('are those of csv-parse, whatever the text', () => {
    let closed = 0
    fc.assert(
      fc.property(texts, delimiters, (text, delimiter) => {
        const expected = byCsvParse(text, delimiter)
        if (expected === null) {
          expect(() => rowsOf([text], delimiter)).toThrow('never closed')
          return
        }
        closed++
        expect(rowsOf([text], delimiter).map(({ cells }) => cells)).toEqual(expected)
      }),
      { numRuns: examples(5000) },
    )
    expect(closed).toBeGreaterThan(1000)
  })

  it('are the same however the text is cut', () => {
    const outcome = (parts: readonly string[], delimiter: string) => {
      try {
        return rowsOf(parts, delimiter)
      } catch (error) {
        return String(error)
      }
    }
    fc.assert(
      fc.property(texts, delimiters, fc.integer({ min: 1, max: 7 }), (text, delimiter, size) => {
        const parts = Array.from({ length: Math.ceil(text.length / size) }, (_, index) =>
          text.slice(index * size, (index + 1) * size),
        )
        expect(outcome(parts, delimiter)).toEqual(outcome([text], delimiter))
      }),
      { numRuns: examples(2000) },
    )
  })

  it('have the line on which they begin, whatever ends the lines', () => {
    const row = ({ row, cells }: CsvRow) => [row, cells.join('|')]
    expect(rowsOf(['a\nb\r\nc\rd\n\n"e\r\nf\rg\n",h\ni']).map(row)).toEqual([
      [1, 'a'],
      [2, 'b'],
      [3, 'c'],
      [4, 'd'],
      [5, ''],
      [6, 'e\r\nf\rg\n|h'],
      [10, 'i'],
    ])
  })

  it('are torn where a quote that closes nothing has swallowed a line end', () => {
    const torn = (text: string) => rowsOf([text]).map(({ isTorn }) => isTorn)
    expect(torn('"a\nb",c\n"d"\n')).toEqual([false, false])
    expect(torn('"a\n"b",c\nd\n')).toEqual([true, false])
    expect(torn('a,"b\n"c\nd\n')).toEqual([true, false])
    expect(torn('"a" b,"c\nd"\n"e" f\n')).toEqual([false, false])
  })

  it('are refused where one is longer than any row of a statement, before it is whole', () => {
    const max = 2 ** 18
    for (const character of ['x', ',', '"']) {
      const row = character.repeat(max)
      expect(rowsOf([row, '\nb'])).toHaveLength(2)
      expect(() => rowsOf([`${row}xx`, '\nb'])).toThrow(`has a row of more than ${max} characters`)
      const endless = csvRows(',')
      expect(() => Array.from({ length: 6 }, () => [...endless(character.repeat(65_536), false)])).toThrow(
        character === '"' ? 'has a quote that is never closed' : `has a row of more than ${max} characters`,
      )
    }
    expect(() => rowsOf([`"${'x'.repeat(max)}`])).toThrow('has a quote that is never closed')
  })
})
