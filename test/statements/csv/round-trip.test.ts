import { stringify } from 'csv-stringify/sync'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatAmount } from '../../../src/domain/money.js'
import type { StatementLine } from '../../../src/domain/reconciliation/statement-line.js'
import type { CsvMapping } from '../../../src/statements/csv/mapping.js'
import { examples } from '../../support/rounds.js'
import { pieces } from '../support/shared-data.js'
import { readAll } from '../support/read-csv.js'

const columns = ['Day', 'Money', 'Code', 'Ref', 'Text', 'Id', 'Receipt']
const mapping: CsvMapping = {
  columns: {
    ...{ valueDate: 'Day', amount: 'Money', currency: 'Code', reference: 'Ref', narration: 'Text' },
    ...{ lineId: 'Id', providerTransactionId: 'Receipt' },
  },
  dates: ['yyyy-MM-dd'],
  timeZone: 'Africa/Nairobi',
}

const text = fc
  .string({
    unit: fc.constantFrom('a', 'Z', '7', '"', ',', ';', '\t', '|', ' ', '\r\n', '\n', '\r', 'ä', '😀', "'", '='),
  })
  .map((raw) => raw.trim())
/** A receipt that is no placeholder, or none. */
const receipt = text.map((raw) => (raw === '' ? '' : `R1${raw}`))
const day = fc
  .integer({ min: Date.UTC(1970, 0, 1), max: Date.UTC(9998, 11, 31) })
  .map((ms) => new Date(ms).toISOString().slice(0, 10))

const lines = fc.array(
  fc.record({
    direction: fc.constantFrom('credit' as const, 'debit' as const),
    amount: fc.integer({ min: 1, max: 2 ** 53 - 1 }),
    currency: fc.constantFrom('KES', 'UGX', 'KWD', 'ETB'),
    ...{ valueDate: day, reference: text, narration: text, lineId: text, providerTransactionId: receipt },
  }),
  { maxLength: 12 },
)

type LineWithoutRow = Omit<StatementLine, 'row'>

function cellsOf({ direction, amount, currency, valueDate, ...texts }: LineWithoutRow): string[] {
  const money = `${direction === 'debit' ? '-' : ''}${formatAmount(amount, currency)}`
  return [valueDate, money, currency, texts.reference, texts.narration, texts.lineId, texts.providerTransactionId].map(
    (cell) => cell ?? '',
  )
}

const breaks = (written: string) => written.match(/\r\n|\r|\n/g)?.length ?? 0

/** Writes the file, and counts row by row the line on which each begins. */
function write(
  statementLines: readonly LineWithoutRow[],
  layout: { delimiter: string; end: string; quoted: boolean; preamble: number },
) {
  const options = { delimiter: layout.delimiter, quoted: layout.quoted, eof: false, quoted_match: /[\r\n"]|^\s|\s$/ }
  let file = `Bank, of; the| day${layout.end}`.repeat(layout.preamble)
  let line = layout.preamble + 1
  const rows: number[] = []
  for (const cells of [columns, ...statementLines.map(cellsOf)]) {
    const written = stringify([cells], options)
    rows.push(line)
    line += breaks(written) + 1
    file += written + layout.end
  }
  return { file, rows: rows.slice(1) }
}

const layouts = fc.record({
  delimiter: fc.constantFrom(',', ';', '\t', '|'),
  end: fc.constantFrom('\n', '\r\n', '\r'),
  quoted: fc.boolean(),
  preamble: fc.integer({ min: 0, max: 3 }),
})

describe('readCsvStatement: a statement that csv-stringify wrote', () => {
  it('is read back equal, with the line of each row, however it is delimited, quoted and cut', async () => {
    const sizes = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 5 })
    await fc.assert(
      fc.asyncProperty(lines, layouts, sizes, async (statementLines, layout, sizes) => {
        const { file, rows } = write(statementLines, layout)
        const expected = statementLines.map((line, index) => {
          const filled = Object.entries(line).filter(([, value]) => value !== '')
          return { row: rows[index], ...Object.fromEntries(filled) }
        })
        expect((await readAll(file, mapping)).records).toEqual(expected)
        expect((await readAll(pieces(new TextEncoder().encode(file), sizes), mapping)).records).toEqual(expected)
      }),
      { numRuns: examples(200) },
    )
  })

  it('has rows that rise, also when it is damaged', async () => {
    const garbled = fc.array(
      fc.constantFrom(
        'Day,Money,Code,Ref,Text,Id,Receipt\n',
        '2026-11-20,5,KES,,"',
        '"',
        ',',
        '\r\n',
        '\r',
        '\n',
        'x',
        ';',
        '""',
      ),
      { maxLength: 40 },
    )
    await fc.assert(
      fc.asyncProperty(garbled, fc.integer({ min: 1, max: 9 }), async (parts, size) => {
        const bytes = new TextEncoder().encode(`${columns.join(',')}\n${parts.join('')}`)
        const outcome = (input: Uint8Array | Uint8Array[]) =>
          readAll(input, mapping).then(
            ({ records }) => records,
            (error: unknown) => String(error),
          )
        const records = await outcome(bytes)
        expect(await outcome(pieces(bytes, [size]))).toEqual(records)
        const rows = typeof records === 'string' ? [] : records.map(({ row }) => row)
        expect(rows.every((row, index) => row > (rows[index - 1] ?? 1))).toBe(true)
      }),
      { numRuns: examples(300) },
    )
  })
})
