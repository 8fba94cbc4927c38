import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fieldsOfRowText } from '../../../src/sql/postgres/row-text.js'
import { onEach, opened, pglite, postgres, systemPostgres } from '../../support/databases/index.js'

describe('fieldsOfRowText: the text of a row value', () => {
  it('is taken apart at its commas; what is missing is null, and what is empty is quoted', () => {
    expect(fieldsOfRowText('(pay_1,,150000,"",)', 5)).toEqual(['pay_1', null, '150000', '', null])
    expect(fieldsOfRowText('()', 1)).toEqual([null])
    expect(fieldsOfRowText('("")', 1)).toEqual([''])
  })

  it('has quotes around what holds commas, brackets, white space, quotes or backslashes, and these doubled', () => {
    const text = String.raw`("INV ""7"", ward (2)","""","\\","a,b",c)`
    expect(fieldsOfRowText(text, 5)).toEqual(['INV "7", ward (2)', '"', '\\', 'a,b', 'c'])
  })
})

const hostile = fc.constantFrom(
  '"',
  '""',
  '\\',
  '\\"',
  ',',
  '(',
  ')',
  ' ',
  '\t',
  '\r\n',
  '\u0001',
  '\u00a0',
  '\u{1f3e5}',
  'NULL',
)
const text = fc.array(fc.oneof(hostile, fc.string({ unit: 'grapheme', maxLength: 3 })), { maxLength: 5 }).map((parts) =>
  // PostgreSQL stores no NUL, and no half of a surrogate pair.
  parts.join('').replaceAll('\0', '').toWellFormed(),
)
const columns = 4
const row = fc.array(fc.option(text), { minLength: columns, maxLength: columns })

onEach([postgres, systemPostgres, pglite], 'fieldsOfRowText: the text of a row value', (entry) => {
  const database = opened(entry as typeof postgres)

  it('gives back whatever its fields hold', async () => {
    const rows = fc.sample(row, { numRuns: 500, seed: 7 })
    const select = `SELECT ROW(a, b, c, d) AS fields FROM ROWS FROM (${'abcd'
      .split('')
      .map((_, i) => `jsonb_array_elements_text($${i + 1}::text::jsonb)`)
      .join(', ')}) AS given (a, b, c, d)`
    const values = Array.from({ length: columns }, (_, i) => JSON.stringify(rows.map((fields) => fields[i])))
    const { rows: returned } = await database().handle.query<{ fields: string }>(select, values)
    expect(returned.map(({ fields }) => fieldsOfRowText(fields, columns))).toEqual(rows)
  })
})
