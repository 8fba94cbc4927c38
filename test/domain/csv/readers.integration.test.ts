import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import Papa from 'papaparse'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { byteOrderMark, type CsvColumn, csvHeader, csvRows } from '../../../src/domain/csv.js'
import { freeText, hostileText, validReference } from '../../support/arbitraries.js'
import { isLive } from '../../support/guarded.js'
import { examples } from '../../support/rounds.js'
import { isInstalled, outputOf } from '../../support/tools.js'

// Starting another program takes long on a busy machine.
vi.setConfig({ testTimeout: 30_000 })

type Table = string[][]

const columns: readonly CsvColumn[] = [
  { name: 'description', kind: 'callerText' },
  { name: 'reference', kind: 'callerText' },
  { name: 'amount', kind: 'plain' },
  { name: 'paidAt', kind: 'plain' },
  { name: 'customerName', kind: 'callerText' },
]
const header = columns.map(({ name }) => name)

// Always the same rows: a difference that another program makes must be one that can be looked at again.
const rows = fc.sample(
  fc.tuple(fc.option(hostileText(60)), validReference(), fc.maxSafeNat(), fc.constant(null), freeText(200)),
  { numRuns: examples(2500), seed: 20261120 },
)
/** Readers do not distinguish null from empty text. */
const texts: Table = rows.map((row) => row.map((value) => String(value ?? '')))

const files = ['exact', 'exact with a byte order mark', 'spreadsheet'] as const
let folder = ''
const fileOf = (name: (typeof files)[number]) => join(folder, `${name.replaceAll(' ', '-')}.csv`)

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'hospital-payments-csv-'))
  for (const name of files) {
    const mark = name.endsWith('mark') ? byteOrderMark : ''
    const mode = name === 'spreadsheet' ? 'spreadsheet' : 'exact'
    writeFileSync(fileOf(name), mark + csvHeader(columns) + csvRows(columns, mode, rows))
  }
})

afterAll(() => rmSync(folder, { recursive: true }))

const python = `
import csv, json, sys
csv.field_size_limit(1 << 30)
with open(sys.argv[1], newline='', encoding='utf-8-sig') as file:
    json.dump(list(csv.reader(file, strict=True)), sys.stdout)
`

/**
 * Reads a file by sqlite3. The columns are declared as text, because a table that .import makes turns 0001 into 1; hex shows
 * every byte.
 */
function bySqlite(file: string): Table {
  const names = header.join(' TEXT, ')
  const hexes = header.map((name) => `hex(${name})`).join(', ')
  const script = `CREATE TABLE t (${names} TEXT);\n.import --csv "${file}" t\n.mode list\nSELECT ${hexes} FROM t;\n`
  return outputOf('sqlite3', [':memory:'], script)
    .split('\n')
    .slice(0, -1)
    .map((row) => row.split('|').map((hex) => Buffer.from(hex, 'hex').toString()))
}

const readers: readonly { name: string; needs?: string; read: (file: string) => Table }[] = [
  { name: 'csv-parse', read: (file) => parse(readFileSync(file), { bom: true }) },
  {
    name: 'papaparse',
    // It takes the end of the last row for the beginning of another.
    read: (file) =>
      (Papa.parse(readFileSync(file, 'utf8'), { delimiter: ',', newline: '\r\n' }).data as Table).slice(0, -1),
  },
  {
    name: "Python's csv",
    needs: 'python3',
    read: (file) => JSON.parse(outputOf('python3', ['-c', python, file])) as Table,
  },
  { name: "SQLite's .import", needs: 'sqlite3', read: bySqlite },
]

function liveLines(field: string): string[] {
  const lines = field.split(/\r\n|\r|\n/).filter((line) => isLive(line, false))
  return isLive(field, true) ? [field, ...lines] : lines
}

describe.each(readers)('csvRows: $name', ({ needs, read }) => {
  const isThere = needs === undefined || isInstalled(needs)

  it.skipIf(!isThere).each(files.slice(0, 2))('reads back every byte of hostile text, mode %s', (name) => {
    const [first, ...rest] = read(fileOf(name))
    expect(first).toEqual(header)
    expect(rest).toHaveLength(rows.length)
    expect(rest.filter((row, i) => JSON.stringify(row) !== JSON.stringify(texts[i]))).toEqual([])
  })

  it.skipIf(!isThere)('finds no live formula in spreadsheet mode', () => {
    const table = read(fileOf('spreadsheet')).slice(1)
    expect(table.map((row) => row.length)).toEqual(rows.map(() => columns.length))
    expect(table.flatMap((row) => row.flatMap(liveLines))).toEqual([])
  })
})

it('csvRows: the rows are hostile enough to prove something', () => {
  const all = texts.flat()
  expect(all.filter((field) => liveLines(field).length > 0).length).toBeGreaterThan(examples(500))
  expect(all.filter((field) => /[",\r\n]/.test(field)).length).toBeGreaterThan(examples(1000))
  expect(rows.filter(([text]) => text === null).length).toBeGreaterThan(examples(100))
  expect(rows.filter(([text]) => text === '').length).toBeGreaterThan(examples(20))
})
