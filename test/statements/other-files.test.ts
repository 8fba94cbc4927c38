import { describe, expect, it } from 'vitest'
import { mpesaOrganisation, readCamt, readCsvStatement, readMt940 } from 'hospital-payments/statements'

const readers = {
  csv: (input: Iterable<Uint8Array>) => readCsvStatement(input, mpesaOrganisation),
  camt: (input: Iterable<Uint8Array>) => readCamt(input),
  mt940: (input: Iterable<Uint8Array>) => readMt940(input),
}

const files = {
  'an .xlsx': [[0x50, 0x4b, 0x03, 0x04, 0x14, 0x00, 0x06], 'is a spreadsheet (.xlsx, .ods) or another archive'],
  'an .xls': [[0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a], 'is a spreadsheet of an old kind'],
  'a PDF': [[...new TextEncoder().encode('%PDF-1.7\n%…')], 'is a PDF: ask the bank for CSV, camt or MT940'],
} as const

async function refusalOf(records: AsyncIterable<unknown>): Promise<unknown> {
  try {
    for await (const record of records) void record
  } catch (error) {
    return error
  }
  return null
}

describe.each(Object.entries(files))('%s in place of a statement', (_, [bytes, problem]) => {
  it.each(Object.entries(readers))('is refused by name by the reader of %s, whole or cut', async (_, read) => {
    const whole = new Uint8Array(bytes)
    for (const pieces of [[whole], [whole.subarray(0, 2), whole.subarray(2)]]) {
      expect(await refusalOf(read(pieces))).toMatchObject({
        code: 'invalid_request',
        details: { issues: [{ path: 'input', message: expect.stringContaining(problem) }] },
      })
    }
  })
})
