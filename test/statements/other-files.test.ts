import { describe, expect, it } from 'vitest'
import { mpesaOrganisation, readCamt, readCsvStatement, readMt940 } from 'hospital-payments/statements'

const readers = {
  csv: (input: Iterable<Uint8Array>) => readCsvStatement(input, mpesaOrganisation),
  camt: (input: Iterable<Uint8Array>) => readCamt(input),
  mt940: (input: Iterable<Uint8Array>) => readMt940(input),
}

const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'))
const nulls = '\0'.repeat(20)

const files: Record<string, readonly [Uint8Array, string]> = {
  'an .xlsx': [bytes(`PK\x03\x04\x14\0\x06\0${nulls}[Content_Types].xml`), 'is a spreadsheet (.xlsx): save it as CSV'],
  'a .zip': [bytes(`PK\x03\x04\x14\0\0\0${nulls}november.csv`), 'is an archive (.zip): unpack it'],
  'an .xls': [bytes('\xd0\xcf\x11\xe0\xa1\xb1\x1a'), 'is a spreadsheet of an old kind'],
  'a PDF': [bytes('%PDF-1.7\n%'), 'is a PDF: ask the bank for CSV, camt or MT940'],
  'a page that is called .xls': [bytes('<html><body><table><tr><td>Date</td></tr></table>'), 'is an HTML page'],
  'an OFX': [bytes('OFXHEADER:100\nDATA:OFXSGML\n\n<OFX>'), 'is an OFX file'],
  'a QIF': [bytes('!Type:Bank\nD20/11/2026\n^\n'), 'is a QIF file'],
  'a BAI2': [
    bytes('01,122099999,123456789,261120,0200,1,65,,2/\n02,031001234,122099999,1,261120,2359,KES,2/\n'),
    'is a BAI2',
  ],
  'an image': [bytes('\x89PNG\r\n'), 'is an image'],
}

async function refusalOf(records: AsyncIterable<unknown>): Promise<unknown> {
  try {
    for await (const record of records) void record
  } catch (error) {
    return error
  }
  return null
}

describe.each(Object.entries(files))('otherFile: %s in place of a statement', (_, [whole, problem]) => {
  it.each(Object.entries(readers))('is refused by name by the reader of %s, whole or cut', async (_, read) => {
    for (const pieces of [[whole], [whole.subarray(0, 2), whole.subarray(2)]]) {
      expect(await refusalOf(read(pieces))).toMatchObject({
        code: 'invalid_request',
        details: { issues: [{ path: 'input', message: expect.stringContaining(problem) }] },
      })
    }
  })
})
