import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  mpesaCustomer,
  mpesaOrganisation,
  readStatement,
  type CsvMapping,
  type StatementInput,
} from 'hospital-payments/statements'
import { describe, expect, it } from 'vitest'
import { isPaymentError } from '../../src/errors.js'
import { archive } from './support/archives.js'
import { pieces, sharedStatements } from './support/shared-data.js'
import { readRecords } from './support/read-records.js'

type Options = Parameters<typeof readStatement>[1]

const sample = (name: string) => readFileSync(new URL(`samples/${name}`, import.meta.url))

const read = (input: StatementInput, options?: Options) => readRecords(readStatement(input, options))

async function problemOf(input: StatementInput, options?: Options): Promise<string> {
  const error = await read(input, options).then(
    () => null,
    (error: unknown) => error,
  )
  if (!isPaymentError(error, 'invalid_request')) throw error
  return error.details.issues[0]!.message
}

const mt940 = ':20:1\n:25:0100\n:60F:C261119ETB0,\n:61:261120C1500,NTRFINV-7\n:62F:C261120ETB1500,\n'
const camt = '<Document><BkToCstmrStmt><Stmt></Stmt></BkToCstmrStmt></Document>'
const bank: CsvMapping = {
  columns: { valueDate: 'Date', amount: 'Amount', reference: 'Bill' },
  dates: ['yyyy-MM-dd'],
  timeZone: 'Africa/Nairobi',
  currency: 'KES',
}
const csv = 'Date,Amount,Bill\n2026-11-20,5.00,INV-7\n'

describe('readStatement: the format of a file', () => {
  it.each([
    ['camt052.v8.intraday.xml', 'camt', null],
    ['camt053.v2.latin1.xml', 'camt', null],
    ['camt054.v8.prefixed.xml', 'camt', null],
    ['kes-envelope.sta', 'mt940', null],
    ['mpesa-organisation.csv', 'csv', 'mpesaOrganisation'],
    ['mpesa-customer.csv', 'csv', 'mpesaCustomer'],
    ['vodafone-cash.csv', 'csv', 'vodafoneCash'],
  ])('is detected by its beginning, however the file is cut: %s', async (name, format, layoutName) => {
    const bytes = sample(name)
    const whole = await read(bytes)
    expect(whole.reader).toMatchObject({ format, layoutName, layout: expect.stringMatching(/^[0-9a-f]{64}$/) })
    expect(whole.records.length).toBeGreaterThan(0)
    for (const sizes of [[1], [7, 64], [997]]) {
      const cut = await read(pieces(bytes, sizes))
      expect([cut.records, cut.summary]).toEqual([whole.records, whole.summary])
    }
    const chosen = await read(bytes, layoutName ? { layout: layoutName } : { format: format as 'camt' })
    expect(chosen.records).toEqual(whole.records)
    expect(chosen.reader.layout).toBe(whole.reader.layout)
  })

  it.each([
    [mt940, 'mt940'],
    [`\n\n ${mt940}`, 'mt940'],
    [`BANK2A\n940\nBANK2A\n${mt940}`, 'mt940'],
    [`:940:\n${mt940}`, 'mt940'],
    [`\u0001{1:F01BANK}{2:O940}{4:\n${mt940}-}`, 'mt940'],
    [`\ufeff${mt940}`, 'mt940'],
    [camt, 'camt'],
    [`\ufeff\n ${camt}`, 'camt'],
    [`<?xml version="1.0"?>\n<!-- November -->${camt}`, 'camt'],
  ])('%j is %s', async (text, format) => {
    for (const input of [text, Buffer.from(text), Buffer.from(text, 'utf16le')])
      if (input !== Buffer.from(text, 'utf16le') || text.startsWith('\ufeff')) {
        const reader = readStatement(input)
        try {
          for await (const record of reader) void record
        } catch {
          // UTF-16 without a mark is found out, and then refused by its own reader.
        }
        expect(reader.format).toBe(format)
      }
  })

  it('is not known before the first record', async () => {
    const reader = readStatement(mt940)
    expect([reader.format, reader.layout, reader.layoutName]).toEqual([null, null, null])
    const records = reader[Symbol.asyncIterator]()
    await records.next()
    expect(reader.format).toBe('mt940')
    await records.return?.()
    expect(readStatement(mt940, { format: 'mt940' }).format).toBe('mt940')
  })

  it('releases its source where reading stops early, and where it refuses', async () => {
    let isClosed = false
    async function* source(text: string) {
      try {
        yield Buffer.from(text)
        yield Buffer.from('\n')
      } finally {
        isClosed = true
      }
    }
    for await (const record of readStatement(source(mt940))) {
      void record
      break
    }
    expect(isClosed).toBe(true)
    isClosed = false
    await problemOf(source(`%PDF-1.7${' '.repeat(70_000)}`))
    expect(isClosed).toBe(true)
  })
})

const folders = { mt940: sharedStatements('mt940'), camt: sharedStatements('camt') }
const files = Object.entries(folders).flatMap(([format, folder]) =>
  folder === null
    ? []
    : readdirSync(folder)
        .filter((name) => name !== 'LICENSE')
        .map((name) => [name, format, join(folder, name)] as const),
)

it.skipIf(files.length === 0).each(files)(
  'readStatement: the real file %s is of the format %s',
  async (_, format, path) => {
    const { reader, summary } = await read(readFileSync(path))
    expect(reader.format).toBe(format)
    expect(summary.lines).toBeGreaterThan(0)
  },
)

describe('readStatement: the layout of a CSV file', () => {
  it('is one of the layouts of the options, by its columns', async () => {
    const { reader, records } = await read(csv, { layouts: { mpesaOrganisation, bank } })
    expect(records).toMatchObject([{ amount: 500, reference: 'INV-7' }])
    expect(reader).toMatchObject({ format: 'csv', layoutName: 'bank' })
    expect((await read(csv, { format: 'csv', layouts: { bank } })).reader.layoutName).toBe('bank')
    expect((await read(csv, { layout: bank })).reader).toMatchObject({ format: 'csv', layoutName: null })
    expect((await read(csv, { layout: 'bank', layouts: { bank } })).reader.layout).toBe(
      (await read(csv, { layout: { ...bank } })).reader.layout,
    )
  })

  it('is the one with the most columns of several', async () => {
    const { reference: _, ...columns } = bank.columns
    expect((await read(csv, { layouts: { narrow: { ...bank, columns }, bank } })).reader.layoutName).toBe('bank')
  })

  it('is not guessed where several read it, and not alike', async () => {
    const layouts = { a: bank, b: { ...bank, currency: 'UGX', columns: { ...bank.columns } } }
    expect(await problemOf(csv.replace('5.00', '5'), { layouts })).toMatch(/choose one of a, b$/)
    expect((await read(csv, { layouts: { a: bank, b: { ...bank } } })).reader.layoutName).toBe('a')
  })

  it('is that of its columns where no row can be read, or none is there, and guessed no more than any other', async () => {
    const layouts = { bank, other: { ...bank, columns: { valueDate: 'Date', amount: 'Amount' } } }
    expect((await read('Date,Amount,Bill\n', { layouts })).reader.layoutName).toBe('bank')
    const rejected = await read('Date,Amount,Bill\nsoon,5.00,INV-7\n', { layouts })
    expect([rejected.reader.layoutName, rejected.summary.rejected]).toEqual(['bank', 1])
    const numbered = { ...bank, header: false as const, columns: { valueDate: '1', amount: '2' } }
    expect(await problemOf('Date,Amount\nsoon,5.00\n', { layouts: { numbered } })).toMatch(/is not camt/)
    const twins = { a: bank, b: { ...bank, dates: ['dd/MM/yyyy'], decimal: ',' as const } }
    expect(await problemOf('Date,Amount,Bill\n2026-11-20,x,\n', { layouts: twins })).toMatch(/choose one of a, b$/)
  })

  it('is none for a portal of another country', async () => {
    const foreign = sample('vodafone-cash.csv').toString('utf8').replaceAll('GHS', 'TZS')
    expect(await problemOf(foreign)).toMatch(/known layout \(mpesaOrganisation, mpesaCustomer, vodafoneCash\)/)
  })

  it.each(['', ' \n', 'a,b\n1,2\n', 'Date,Amount,Bill\n'])('is none for %j, and the refusal says so', async (text) => {
    expect(await problemOf(text)).toMatch(/is not camt, MT940, or CSV .* give the layout/)
  })
})

describe('readStatement: a file that is no statement', () => {
  const bytes = (...values: (number | string)[]) =>
    Buffer.concat(values.map((one) => (typeof one === 'string' ? Buffer.from(one, 'latin1') : Buffer.from([one]))))
  const zip = (flag: number, name: string) => bytes('PK\u0003\u0004\u0014\u0000', flag, 0, '\0'.repeat(18), name)
  const bai = '01,122099999,123456789,261120,0200,1,65,,2/\n02,031001234,122099999,1,261120,2359,KES,2/\n'

  it.each([
    [bytes('%PDF-1.7\n'), /^is a PDF: ask the bank for CSV, camt or MT940$/],
    [zip(0, '[Content_Types].xml'), /^is a spreadsheet \(\.xlsx\): save it as CSV.* damaged/],
    [zip(0, 'xl/workbook.xml'), /\.xlsx/],
    [zip(0, 'mimetypeapplication/vnd.oasis.opendocument.spreadsheet'), /\.ods/],
    [zip(0, 'november.xml'), /^is an archive \(\.zip\): unpack it.* damaged/],
    // As Excel begins each workbook: only the lowest of the flags is about a password.
    [zip(6, '[Content_Types].xml'), /^is a spreadsheet \(\.xlsx\): save it as CSV.* damaged/],
    [zip(8, 'november.xml'), /^is an archive \(\.zip\): unpack it.* damaged/],
    [zip(6, '[Content_Types].xml word/document.xml'), /^is a document \(\.docx\): ask the bank/],
    [zip(1, 'november.xml'), /protected by a password/],
    [zip(9, 'november.xml'), /protected by a password/],
    [bytes(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 'Workbook'), /\(\.xls\): save it as CSV/],
    [
      Buffer.concat([bytes(0xd0, 0xcf, 0x11, 0xe0), Buffer.from('EncryptedPackage', 'utf16le')]),
      /protected by a password/,
    ],
    [bytes(0x1f, 0x8b, 8), /archive/],
    [bytes(0x89, 'PNG\r\n'), /is an image/],
    [bytes(0xff, 0xd8, 0xff, 0xe0), /is an image/],
    [bytes('GIF89a'), /is an image/],
    [bytes('\0\0\0\u0018ftypheic'), /is an image/],
    ['OFXHEADER:100\nDATA:OFXSGML\n\n<OFX><BANKMSGSRSV1>', /^is an OFX file that is cut off/],
    ['<?xml version="1.0"?>\n<?OFX OFXHEADER="200"?>\n<OFX>', /is an OFX file/],
    ['<OFX><SIGNONMSGSRSV1></SIGNONMSGSRSV1></OFX>', /^is an OFX file without a statement: ask the bank/],
    ['!Type:Bank\nD20/11/2026\nT1,500.00\n^\n', /^is a QIF file/],
    [' !Account\nNBank\n', /is a QIF file/],
    [bai, /^is a BAI2 file/],
    [bai.replaceAll('\n', '\r\n'), /is a BAI2 file/],
    ['<!DOCTYPE html><html>', /is an HTML page/],
    ['\n<HTML><BODY><TABLE>', /is an HTML page/],
    ['<table border=1><tr><td>Date</td>', /is an HTML page/],
    ['<?xml version="1.0"?><?mso-application progid="Excel.Sheet"?><Workbook xmlns="x">', /spreadsheet in XML/],
    ['<Document><CstmrCdtTrfInitn/></Document>', /is not camt/],
  ])('is named, with what to do: %#', async (input, problem) => {
    expect(await problemOf(input)).toMatch(problem)
    if (typeof input !== 'string') expect(await problemOf(pieces(input, [1]))).toMatch(problem)
    else
      for (const text of [Buffer.from(input), Buffer.from(`\ufeff${input}`, 'utf16le')])
        expect(await problemOf(text)).toMatch(problem)
  })
})

describe('readStatement: a table whose columns no layout has', () => {
  const unknownLayoutOf = async (input: StatementInput, options?: Options) => {
    const error: unknown = await read(input, options).catch((reason: unknown) => reason)
    return isPaymentError(error, 'invalid_request') ? error.details.unknownLayout : 'read'
  }

  it('has a detail of its refusal that a file of another kind has not', async () => {
    const sheet = sample('xlsx/statement.xlsx')
    expect(await unknownLayoutOf(csv)).toBe('csv')
    expect(await unknownLayoutOf(sheet)).toBe('xlsx')
    expect(await unknownLayoutOf(csv, { layouts: { bank } })).toBe('read')
    expect(await unknownLayoutOf('%PDF-1.7')).toBeUndefined()
    expect(await unknownLayoutOf(csv, { layouts: { bank, other: { ...bank, currency: 'UGX' } } })).toBeUndefined()
    // The refusal of an archive names the file.
    expect(await unknownLayoutOf(archive({ 'a.csv': csv }))).toBeUndefined()
  })
})

describe('readStatement: options', () => {
  it.each([
    [{ format: 'pdf' }, /format must be one of camt, mt940, ofx, csv, xlsx/],
    [{ sheet: ' ' }, /sheet must be the name of a sheet/],
    [{ layout: 'bank' }, /layout must be one of mpesaOrganisation, mpesaCustomer, vodafoneCash/],
    [{ layout: 'toString' }, /layout must be one of/],
    [{ layout: {} }, /CSV mapping is wrong/],
    [{ layout: 'mpesaCustomer', format: 'camt' }, /layout is for format csv or xlsx/],
    [{ layouts: [] }, /layouts must be an object/],
    [{ layouts: { a: {} } }, /CSV mapping is wrong/],
    [{ layots: {} }, /unknown option "layots"/],
    [null, /must be an object/],
  ])('%j are a TypeError at once', (options, problem) => {
    const call = () => readStatement('', options as unknown as Options)
    expect(call).toThrow(TypeError)
    expect(call).toThrow(problem)
  })

  it('choose the format, whatever the file looks like', async () => {
    expect(await problemOf(mt940, { format: 'camt' })).toMatch(/is not an ISO 20022 document/)
    expect((await read(sample('mpesa-organisation.csv'), { layout: mpesaCustomer })).reader.layoutName).toBeNull()
  })
})
