import { describe, expect, it } from 'vitest'
import { importCommand } from '../../src/cli/commands/import.js'
import { isPaymentError } from '../../src/errors.js'
import { testService } from '../support/service.js'
import { callCommand } from './support/call.js'

/** Returns the message of `import` about a file that it cannot read, from standard input. */
async function refusalOf(bytes: Uint8Array): Promise<string> {
  async function* stdin() {
    yield bytes
  }
  const failure = await callCommand(importCommand, testService().payments, ['-', '--account', 'x'], {
    stdin: stdin(),
  }).then(
    () => null,
    (error: unknown) => error as Error,
  )
  if (isPaymentError(failure, 'invalid_request')) return failure.details.issues[0]!.message
  return failure?.message ?? 'read'
}

const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'))
const zip = (name: string) => `PK\u0003\u0004\u0014${'\0'.repeat(21)}${name}`

describe('hospital-payments import: a file that is no statement', () => {
  it.each([
    [zip('[Content_Types].xml'), /^the statement is a spreadsheet \(\.xlsx\): save it as CSV/],
    [zip('november.csv'), /^the statement is an archive \(\.zip\): unpack it/],
    ['OFXHEADER:100\r\nDATA:OFXSGML\r\nVERSION:102\r\n\r\n<OFX>', /^the statement is an OFX file/],
    ['<?xml version="1.0"?><?OFX OFXHEADER="200"?><OFX>', /^the statement is an OFX file/],
    ['!Type:Bank\nD20/11/2026\nT1,500.00\nMINV-000042\n^\n', /^the statement is a QIF file/],
    [
      '01,122099999,123456789,261120,0200,1,65,,2/\n02,031001234,122099999,1,261120,2359,KES,2/\n',
      /^the statement is a BAI2 file/,
    ],
    ['%PDF-1.7\n', /^the statement is a PDF: ask the bank/],
    ['\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', /spreadsheet of an old kind/],
    ['<!DOCTYPE html><html><body>', /an HTML page/],
  ])('is named as what it is: %#', async (text, words) => {
    const refusal = await refusalOf(bytes(text))
    expect(refusal).toMatch(words)
    expect(refusal).not.toMatch(/has no layout|--layout/)
  })

  it('says what to give where it is a CSV of an unknown bank', async () => {
    expect(await refusalOf(bytes('Day,Sum\n2026-11-20,5.00\n'))).toMatch(
      /^No layout has the columns of this CSV file or spreadsheet\.\nTo do: give --layout FILE\.json/,
    )
  })
})
