import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { readArguments } from '../../examples/collect-payments/arguments.js'
import { collectFile } from '../../examples/collect-payments/collect-file.js'
import { readRows } from '../../examples/collect-payments/csv-file.js'
import { readWrittenAmount } from '../../examples/collect-payments/decimal-text.js'
import { UsageError } from '../../examples/collect-payments/usage.js'
import { example, start } from './collect-payments.js'
import { root } from './program.js'

const folder = mkdtempSync(join(tmpdir(), 'collect-payments-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Runs the same job in this process. */
async function collect(file: string, args: readonly string[]) {
  const command = readArguments([file, ...args])
  if (command.name !== 'file') throw new Error('no file job')
  const text = new TextDecoder(command.format.encoding, { fatal: true }).decode(readFileSync(file))
  return collectFile(text, basename(file), command.format)
}

const bankExport = join(example, 'data/bank-export.csv')
const bankExportArguments = [
  ['--map', 'date=Valuta,amount=Betrag,currency=Währung,reference=Belegnummer,description=Verwendungszweck'],
  ['--date-format', 'dd.MM.yyyy', '--delimiter', ';', '--decimal', ',', '--encoding', 'windows-1252', '--skip', '2'],
  ['--time-zone', 'Europe/Vienna'],
].flat()

describe('examples/collect-payments: a file read by --map', () => {
  it('takes the credits on their value date, counts equal rows twice, and says why others are refused', async () => {
    const { created, notCredits, refused, rows } = await collect(bankExport, bankExportArguments)
    expect(created.map(({ reference, amount, currency, paidAt }) => [reference, amount, currency, paidAt])).toEqual([
      ['2026100100017', 125000, 'EUR', '2026-09-30T22:00:00.000Z'],
      ['2026100100018', 8550, 'EUR', '2026-10-01T22:00:00.000Z'],
      ['2026100200009', 4000, 'EUR', '2026-10-01T22:00:00.000Z'],
      ['2026100200009', 4000, 'EUR', '2026-10-01T22:00:00.000Z'],
      ['2026100500001', 100000001, 'EUR', '2026-10-04T22:00:00.000Z'],
      ['2026100500004', 12000, 'JPY', '2026-10-04T22:00:00.000Z'],
      ['2026100900001', 1500, 'EUR', '2026-10-08T22:00:00.000Z'],
    ])
    expect(created[0]?.description).toBe('Rechnung INV-26-09871; Müller')
    expect(created.every(({ status, createdAt, paidAt }) => status === 'succeeded' && createdAt === paidAt)).toBe(true)
    expect(notCredits).toBe(2)
    expect(
      refused.map(({ row, code, reason }) => (code === 'unreadable_row' ? `${row}: ${reason}` : `${row}: ${code}`)),
    ).toEqual([
      '14: date is no day of 1970 to 9998 in this format',
      '15: invalid_request',
      '16: amount is no amount in this format',
      '17: amount is finer than its currency allows, or too large',
      '18: currency is none of ISO 4217',
      '19: invalid_request',
      '20: amount is empty',
      '22: date is no day of 1970 to 9998 in this format',
    ])
    expect(created.length + notCredits + refused.length).toBe(rows)
  })

  it('prints the money that it took', async () => {
    const { stdout, status } = await start([bankExport, ...bankExportArguments, '--out', join(folder, 'bank.csv')])
    expect(status).toBe(0)
    expect(stdout).toMatch(/totals +7 +1,001,430\.51 EUR +12,000 JPY/)
    expect(stdout).toContain('They agree.')
  })

  it('ends with status 2 and a hint when the arguments cannot be followed', async () => {
    const { stderr, stdout, status } = await start([bankExport, '--map', 'amount=Betrag'])
    expect(status).toBe(2)
    expect(stdout).toBe('')
    expect(stderr).toContain('--map needs date=COLUMN')
  })

  it.each([
    [['--map', 'date=1,amount=2']],
    [['f', '--map', 'date=1,amount=2,credit=3']],
    [['f', '--map', 'date=1,amount=2,date=3']],
    [['f', '--map', 'date=1,amount=2,debit=3']],
    [['f', '--map', 'date=1,amount=2,flag=3:I']],
    [['f', '--map', 'date=1,amount=2,colour=3']],
    [['f', '--map', 'date=1,amount=2', '--date-format', 'DD.MM.YYYY']],
    [['f', '--map', 'date=1,amount=2', '--delimiter', ';;']],
    [['f', '--map', 'date=1,amount=2', '--decimal', ';']],
    [['f', '--map', 'date=1,amount=2', '--encoding', 'klingon']],
    [['f', '--map', 'date=1,amount=2', '--time-zone', 'Mars/Olympus']],
    [['f', '--map', 'date=1,amount=2', '--skip', '-1']],
    [['f', 'g', '--map', 'date=1,amount=2']],
    [['f', '--mop', 'date=1,amount=2']],
  ])('refuses the arguments %j', (args) => {
    expect(() => readArguments(args)).toThrow(UsageError)
  })

  it('refuses a column that the header does not have, or has twice', async () => {
    const args = ['--delimiter', ';', '--decimal', ',', '--encoding', 'windows-1252', '--skip', '2']
    await expect(collect(bankExport, ['--map', 'date=Datum,amount=5', ...args])).rejects.toThrow(
      'There is no column Datum',
    )
    const twice = readArguments(['f', '--map', 'date=a,amount=b'])
    if (twice.name !== 'file') throw new Error('no file job')
    await expect(collectFile('a,a,b\n', 'f', twice.format)).rejects.toThrow('names a twice')
  })
})

describe('examples/collect-payments: the rows of a file', () => {
  it('have the line on which they begin, whatever ends a line', () => {
    const lines = (text: string, skip = 0) => readRows(text, { skip }).map(({ line, cells }) => [line, cells[0]])
    expect(lines('a,b\n1,"x\r\ny"\n\n\n2,z\n')).toEqual([[1, 'a'], [2, '1'], [6, '2']]) // prettier-ignore
    expect(lines('a,b\r\n1,2\n\r\n"3\n",4')).toEqual([[1, 'a'], [2, '1'], [4, '3\n']]) // prettier-ignore
    expect(lines('a\ra\ra')).toEqual([[1, 'a'], [2, 'a'], [3, 'a']]) // prettier-ignore
    expect(lines('\ufeff"not closed\n\n4,5\n', 2)).toEqual([[3, '4']])
  })
})

describe('examples/collect-payments: the text of amounts', () => {
  it.each([
    ['1.234,50', ',', '1234.50'],
    ['1,234,567.8', '.', '1234567.8'],
    ["1'234.5", '.', '1234.5'],
    ['-12', '.', '12.0'],
    [' 1 234,5 ', ',', '1234.5'],
    ['2,56', '.', undefined],
    ['1.23', ',', undefined],
    ['1,2345', '.', undefined],
    ['12.', '.', undefined],
    ['1e3', '.', undefined],
    ['12 EUR', '.', undefined],
  ] as const)('%j with the decimal mark %s is %s', (text, decimal, digits) => {
    expect(readWrittenAmount(text, decimal)?.digits).toBe(digits)
  })
})

const exportsFolder = join(root, '../shared/data/statements/bank-csv')
const eur = (zone: string) => ['--currency', 'EUR', '--time-zone', zone]
const raiffeisen = ['--date-format', 'dd.MM.yyyy', '--delimiter', ';', '--decimal', ',', '--time-zone', 'Europe/Vienna']

/** File, arguments, and by counting with other tools: credits, their sum in minor units, other rows, refused lines. */
const bankFiles: [string, string[], number, number, number, number[]][] = [
  ['2018-04-14_10-52-13_bunq-transactieoverzicht.csv', ['--map', 'date=Datum,amount=Bedrag,description=Omschrijving', '--decimal', ',', ...eur('Europe/Amsterdam')], 1, 75000, 2, []],
  ['MonzoDataExport_February2018_2018-02-26_174335.csv', ['--map', 'date=created,amount=amount,currency=currency,reference=id', '--date-format', 'yyyy-MM-dd HH:mm:ss xx', '--time-zone', 'Europe/London'], 0, 0, 1, []],
  ['TH_20180101-20180523_page_1.csv', ['--map', 'date=Posting date,amount=Amount CZK,reference=Transaction reference number', '--date-format', 'yyyy/MM/dd', '--delimiter', ';', '--decimal', ',', '--encoding', 'windows-1250', '--currency', 'CZK'], 0, 0, 9, []],
  ['export_BE11123456789012_20180304_1422.csv', ['--map', 'date=Valuta,credit=credit,debit=debet,currency=Munt', '--date-format', 'dd/MM/yyyy', '--delimiter', ';', '--decimal', ','], 0, 0, 1, []],
  ['kta_ei.dat', ['--map', 'date=3,amount=5,description=2', '--date-format', 'yyyyMMdd', '--delimiter', '|', '--skip', '1', '--no-header', ...eur('Europe/Vienna')], 0, 0, 11, []],
  ['test_BOI_TransactionExport.csv', ['--map', 'date=Date,credit=Credit,debit=Debit,description=Details', '--date-format', 'dd/MM/yyyy', ...eur('Europe/Dublin')], 6, 384122, 21, []],
  ['test_headers.csv', ['--map', 'date=SomeOtherDate,amount=Inflow,currency=Currency,description=Payee', ...raiffeisen], 9, 187820, 64, [72, 76, 77]],
  ['test_raiffeisen_01.csv', ['--map', 'date=3,amount=4,currency=5,description=2', '--no-header', ...raiffeisen], 9, 187820, 64, [71]],
  ['test_row_format_CD_flag.csv', ['--map', 'date=3,amount=4,flag=5:I/O,description=2', '--no-header', '--currency', 'EUR', ...raiffeisen], 9, 187820, 61, [71, 72, 73, 74]],
] // prettier-ignore

if (!existsSync(exportsFolder)) console.warn(`SKIPPED: other banks' exports are not at ${exportsFolder}`)

describe.skipIf(!existsSync(exportsFolder))('examples/collect-payments: the exports of other banks', () => {
  it('are all in the table', () => {
    const there = readdirSync(exportsFolder).filter((name) => name !== 'LICENSE')
    expect(bankFiles.map(([name]) => name).sort()).toEqual(there.sort())
  })

  it.each(bankFiles)('%s gives its credits', async (name, args, credits, sum, notCredits, refusedRows) => {
    const file = await collect(join(exportsFolder, name), args)
    expect(file.created.length).toBe(credits)
    expect(file.created.reduce((all, { amount }) => all + amount, 0)).toBe(sum)
    expect(file.notCredits).toBe(notCredits)
    expect(file.refused.map(({ row }) => row)).toEqual(refusedRows)
    expect(new Set(file.created.map(({ id }) => id)).size).toBe(credits)
  })
})
