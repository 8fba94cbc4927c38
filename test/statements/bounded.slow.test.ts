import { describe, expect, it, vi } from 'vitest'
import { isPaymentError } from '../../src/errors.js'
import { type CsvMapping, readCsvStatement, readMt940, type StatementInput } from '../../src/statements/index.js'
import { filled, growth, linear, ofOneField, turnsDuring } from './support/growth.js'

const mib = 2 ** 20
/** Fields of these share a file, so that none is longer than a reader allows. */
const fields = 16

/** Reads to the end, or to where the file is refused; how many records there were. */
async function exhaust(reader: AsyncIterable<unknown>): Promise<number> {
  const records = reader[Symbol.asyncIterator]()
  let count = 0
  try {
    while (!(await records.next()).done) count++
  } catch (error) {
    if (!isPaymentError(error, 'invalid_request')) throw error
  }
  return count
}

/** Lists the units with which the work grows faster than the field is long. */
async function superLinear(units: readonly string[], read: (unit: string, size: number) => Promise<unknown>) {
  const superLinearUnits: string[] = []
  for (const unit of units)
    if ((await growth((size) => read(unit, size), ofOneField)) > linear) superLinearUnits.push(JSON.stringify(unit))
  return superLinearUnits
}

const mapping: CsvMapping = {
  columns: {
    ...{ valueDate: 'Value', bookedAt: 'Booked', amount: 'Amount', currency: 'Code', reference: 'Ref' },
    ...{ narration: ['Text', 'More'], providerTransactionId: 'Receipt', lineId: 'Id' },
  },
  dates: ['yyyy-MM-dd', 'd MMMM yyyy', 'EEEE, do MMM yyyy', "dd/MM/yyyy 'at' h:mm a"],
  timeZone: 'Africa/Nairobi',
  currency: 'KES',
  debitWhen: { column: 'Type', values: ['D', 'Debit  card'] },
  only: { column: 'Status', values: ['Completed'] },
  upperCaseTransactionId: true,
}
const row = {
  ...{ Value: '2026-11-20', Booked: '2026-11-20', Amount: '5', Code: 'KES', Ref: 'R', Text: 'T', More: 'M' },
  ...{ Receipt: 'AB12', Id: '1', Type: 'C', Status: 'Completed' },
}
type Column = keyof typeof row
const names = Object.keys(row).join(',')

const cellUnits = [
  ...[
    '(',
    ')',
    '-',
    '+',
    '\u2212',
    ' ',
    '\u00a0',
    '\t',
    '\n',
    '\r\n',
    '5',
    '1,',
    ',',
    '.',
    "1'",
    '5-',
    '- ',
    '( ',
    ' )',
  ],
  ...[
    'CR',
    'dr.',
    'K',
    'KES',
    'KES ',
    '1,00',
    '1 000',
    '2026-11-20 ',
    '20 November ',
    'Monday, ',
    "'",
    '""',
    '" ',
    'ß',
    '😀',
  ],
]

function csvOf(column: Column, cell: string, rows = fields): string {
  const cells = Object.entries({ ...row, [column]: `"${cell}"` }).map(([, text]) => text)
  return `${names}\n${`${cells.join(',')}\n`.repeat(rows)}`
}

describe('readCsvStatement: the work grows as the statement does', () => {
  it('with many stray quotes behind a long cell', async () => {
    const read = (size: number) => {
      const file = `${names}\n${filled('x', size / 8)}\n${filled('""a,""a\n', (size * 7) / 8)}`
      return exhaust(readCsvStatement(file, mapping))
    }
    expect(await growth(read)).toBeLessThan(linear)
  })

  it.each(Object.keys(row) as Column[])('with any content of the column %s', async (column) => {
    const read = (unit: string, size: number) =>
      exhaust(readCsvStatement(csvOf(column, filled(unit, size / fields)), mapping))
    expect(await superLinear(cellUnits, read)).toEqual([])
  })

  it('with amounts, dates and texts of the maximum length', async () => {
    for (const column of ['Amount', 'Value', 'Code', 'Type'] as const) {
      const cells = cellUnits.map((unit) => filled(unit, 250).replaceAll('"', ''))
      const all = cells.map((cell) => csvOf(column, cell, 1).slice(names.length + 1)).join('')
      expect(await growth((size) => exhaust(readCsvStatement(`${names}\n${filled(all, size)}`, mapping)))).toBeLessThan(
        linear,
      )
    }
  })

  it.each([
    ...['\n', '\r', ',', '"', '""', '"\n', ',"', '"a"b,', '""a,', '"a"\t', '"a\n"b,', '"\n",', ' ', '\t', 'a\n', ',\n'],
    ...[`${names}\n`, `${names},`, 'a,b,c,d,e,f,g,h,i,j,k,l\n', '\ufeff', '\u2028', '|;\t,'],
  ])('with any content of the rows: %j', async (unit) => {
    const below = (size: number) => exhaust(readCsvStatement(`${names}\n${filled(unit, size)}`, mapping))
    expect(await growth(below)).toBeLessThan(linear)
    // Where the header and the delimiter are looked for, with names and without.
    const without = { ...mapping, columns: { bookedAt: '1', amount: '2' }, header: false as const }
    const { debitWhen: _, only: __, ...numbered } = without
    for (const read of [mapping, numbered])
      expect(await growth((size) => exhaust(readCsvStatement(filled(unit, size), read)))).toBeLessThan(linear)
    const rows = (size: number) => exhaust(readCsvStatement(filled(`${filled(unit, 60_000)}\n`, size), mapping))
    expect(await growth(rows)).toBeLessThan(linear)
  })
})

const head = ':20:1\n:60F:C261119KES0,\n'
const end = ':62F:C261120KES0,\n'
const credit = ':61:261120C5,NTRFNONREF'

const lineUnits = [
  ...[
    ' ',
    '\u00a0',
    '\t',
    '-',
    '/',
    '//',
    'a',
    '5',
    ',',
    '5,',
    ':',
    '{',
    '{4:',
    '$',
    '\u0001',
    '\ufeff',
    '\u2028',
    'ß',
    '😀',
  ],
  ...['/EREF', '/EREF/', '/EREF/ID', '/A', ' /AB/x', '/ABCDEFGH/', 'a//', '///a', '+', 'EREF+', 'ABWA+ ', 'BIC'],
  ...['?', '?20', '?2', `?20${'a'.repeat(27)}`, `?20${'1'.repeat(27)}`, '>20', 'A1B2C3 ', 'A1B2C3', '(', 'N', 'C'],
]
const textUnits = [
  ...['a\n', '1\n', '-\n', '/\n', ' a\n', 'a \n', '?20\n', '?20a\n', '\n', '\r\n', '\r', '\n a'],
  ...[`${'a'.repeat(65)}\n`, `${'1'.repeat(64)}\n`, `${'A1-/'.repeat(16)}\n`, `${'a '.repeat(32)}\n`],
]

const anyUnits = [' ', '\t', '-', '/', 'a', '5', ',', '5,', ':', '{4:', '\u0001', '\ufeff', 'ß', 'a\n', '\n', '-\n']

/** The places of a file, each filled to a size. */
const places: Record<string, (text: string) => string> = {
  'before the first field': (text) => `${text}\n`,
  'in the head': (text) => `{1:${text}{4:\n`,
  'behind a tag': (text) => `:61${text}\n`,
  'in field 61': (text) => `:61:${text}\n`,
  'in the amount': (text) => `:61:261120C${text}\n`,
  'in the type': (text) => `:61:261120C5,${text}\n`,
  'in the reference': (text) => `:61:261120C5,NTRF${text}\n`,
  "in the bank's reference": (text) => `:61:261120C5,NTRFNONREF//${text}\n`,
  'in field 60': (text) => `${end}:60F:C261119KES${text}\n`,
  'in field 62': (text) => `:62F:C261119KES${text}\n${head}`,
  'in field 34F': (text) => `:34F:${text}\n`,
}
const narrations: Record<string, (text: string) => string> = {
  'in the details': (text) => `${credit}\n${text}\n`,
  'in field 86': (text) => `${credit}\n:86:${text}\n`,
  'in field 86 with subfields': (text) => `${credit}\n:86:166?00${text}\n`,
}
const all = [
  ...Object.entries(places).map(([place, field]) => ({ place, field, units: anyUnits })),
  ...Object.entries(narrations).map(([place, field]) => ({ place, field, units: [...lineUnits, ...textUnits] })),
]

describe('readMt940: the work grows as the statement does', () => {
  it.each(all)('with any content $place', async ({ field, units }) => {
    const read = (unit: string, size: number) => {
      // Below the longest line and field that are read.
      const text = filled(unit, (size / fields) * 0.9)
      return exhaust(readMt940(head + field(text).repeat(fields) + end))
    }
    expect(await superLinear(units, read)).toEqual([])
  })

  it.each([
    ...['\n', '\r', '-\n', '{1:\n', ':86:\n', ':86:a\n', ':61:\n', `${credit}\n`, `${credit}\n:86:OPD\n`, ':62F:\n'],
    ...[`${end}${head}`, ':20:\n', ':34F:\n', ':90D:\n', ':940:\n', 'x', 'x\n', '\ufffd\n', ':61:261120EC5,NTRFX\n'],
  ])('with any lines: %j', async (unit) => {
    for (const start of [head, `${head}${credit}\n`]) {
      const read = (size: number) => exhaust(readMt940(start + filled(unit, size) + end))
      expect(await growth(read)).toBeLessThan(linear)
    }
  })

  it('with a byte in each line that is no UTF-8', async () => {
    const file = (size: number) =>
      Uint8Array.from(head + filled(`${credit}\n:86:\u00e9\n`, size) + end, (at) => at.charCodeAt(0))
    expect(await growth((size) => exhaust(readMt940(file(size))))).toBeLessThan(linear)
  })
})

/** Cuts a file into pieces, one after the other, each a new one. */
function* cut(file: string | Uint8Array, size: number): Generator<string | Uint8Array> {
  for (let start = 0; start < file.length; start += size) yield file.slice(start, start + size)
}

describe('readCsvStatement and readMt940: the work on pieces grows as the statement does', () => {
  const read: Record<string, (input: StatementInput) => AsyncIterable<unknown>> = {
    CSV: (input) => readCsvStatement(input, mapping),
    MT940: (input) => readMt940(input),
  }
  const files: [format: string, name: string, file: (size: number) => string][] = [
    ['CSV', 'one long row', (size) => `${names}\n"${filled('x', size)}`],
    ['CSV', 'no header', (size) => filled('x', size)],
    ['MT940', 'one long line', (size) => filled('x', size)],
    ['MT940', 'long lines', (size) => head + filled(`${credit}\n:86:${filled('x', 60_000)}\n`, size)],
  ]

  it.each(files)('%s, %s', async (format, _, file) => {
    const reader = read[format]
    if (!reader) throw new Error('no reader')
    for (const [pieceSize, max] of [
      [1, mib / 8],
      [1024, mib],
    ] as const) {
      expect(await growth((size) => exhaust(reader(cut(file(size), pieceSize))), max)).toBeLessThan(linear)
      const bytes = (size: number) => new TextEncoder().encode(file(size))
      expect(await growth((size) => exhaust(reader(cut(bytes(size), pieceSize))), max)).toBeLessThan(linear)
    }
  })
})

describe('readCsvStatement and readMt940: while 4 MiB are read', () => {
  const size = 4 * mib
  /** A turn for each 16 KiB, and some to spare. */
  const min = size / 16_384 / 2
  const files: [name: string, reader: (input: StatementInput) => AsyncIterable<unknown>, file: string][] = [
    ['CSV', (input) => readCsvStatement(input, mapping), `${names}\n${filled(`${','.repeat(500)}x\n`, size)}`],
    [
      'CSV with amounts of signs',
      (input) => readCsvStatement(input, mapping),
      filled(csvOf('Amount', '('.repeat(5000), 1), size),
    ],
    ['MT940', (input) => readMt940(input), head + filled(`${':86:x\n'.repeat(100)}${credit}\n`, size) + end],
  ]

  it.each(files)('the event loop has its turns: %s', async (_, reader, file) => {
    // Whole, because then nothing but the reader itself can wait.
    expect(await turnsDuring(() => exhaust(reader(file)))).toBeGreaterThan(min)
  })

  it('a timer of the host can stop the reading', async () => {
    let isOver = false
    setTimeout(() => (isOver = true), 1)
    let read = 0
    for await (const record of readCsvStatement(filled(csvOf('Amount', '(', 1), size), mapping)) {
      read += 'rejected' in record ? 1 : 0
      if (isOver) break
    }
    expect(isOver).toBe(true)
    expect(read).toBeGreaterThan(0)
  })
})

it('readCsvStatement: continues while a test of the host has stopped the timers', async () => {
  vi.useFakeTimers()
  try {
    let rows = 0
    const file = csvOf('Text', 'x'.repeat(1000), 1000)
    for await (const { row } of readCsvStatement(file, mapping)) rows = row
    expect(rows).toBe(1001)
  } finally {
    vi.useRealTimers()
  }
})
