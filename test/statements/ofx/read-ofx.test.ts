import { describe, expect, it } from 'vitest'
import { readCsvStatement, readOfx, readStatement, mpesaOrganisation } from 'hospital-payments/statements'
import { refusalOf } from '../support/refusal.js'
import { readRecords } from '../support/read-records.js'

const head = 'OFXHEADER:100\nDATA:OFXSGML\nVERSION:102\nSECURITY:NONE\nENCODING:USASCII\nCHARSET:1252\n\n'

/** Writes a file of version 1 with these elements in its list of transactions. */
function sgml(list: string, more = ''): string {
  return `${head}<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>KES<BANKACCTFROM><BANKID>01<ACCTID>777</BANKACCTFROM>\n<BANKTRANLIST><DTSTART>20261101<DTEND>20261130\n${list}</BANKTRANLIST>${more}</STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>\n`
}

/** Writes a transaction of version 1, whose elements with a text have no ends. */
function transaction(fields: Readonly<Record<string, string>>): string {
  const all = { DTPOSTED: '20261120', TRNAMT: '1500.00', FITID: 'T1', ...fields }
  const texts = Object.entries(all).map(([name, text]) => `<${name}>${text}\n`)
  return `<STMTTRN>\n<TRNTYPE>OTHER\n${texts.join('')}</STMTTRN>\n`
}

const read = (file: string | Uint8Array) => readRecords(readOfx(file))

/** Reads the only record of a file with this transaction. */
async function record(fields: Readonly<Record<string, string>>) {
  const { records } = await read(sgml(transaction(fields)))
  expect(records).toHaveLength(1)
  return records[0]
}

const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'))
const line = { row: 1, direction: 'credit', amount: 150_000, currency: 'KES', valueDate: '2026-11-20', lineId: 'T1' }

describe('readOfx: a transaction', () => {
  it('becomes a line with its FITID as lineId', async () => {
    expect(await record({ NAME: 'AMINA', MEMO: 'INV-7', CHECKNUM: '0', REFNUM: 'R77' })).toEqual({
      ...line,
      reference: 'R77',
      narration: 'AMINA INV-7',
    })
  })

  it('is read as XML in version 2, with comments, CDATA, entities and end tags', async () => {
    const file = `<?xml version="1.0" encoding="UTF-8"?>\n<?OFX OFXHEADER="200" VERSION="220"?>
<OFX><CREDITCARDMSGSRSV1><CCSTMTTRNRS><CCSTMTRS><CURDEF>KES</CURDEF><BANKTRANLIST><!-- <STMTTRN> > none -->
<STMTTRN><DTPOSTED>20261120</DTPOSTED><TRNAMT>1500.00</TRNAMT><FITID>T1</FITID>
<NAME>A &amp; B <![CDATA[<&amp;> ]]>&#67;</NAME><MEMO/><CHECKNUM>000</CHECKNUM></STMTTRN>
</BANKTRANLIST></CCSTMTRS></CCSTMTTRNRS></CREDITCARDMSGSRSV1></OFX>`
    expect((await read(file)).records).toEqual([{ ...line, narration: 'A & B <&amp;> C' }])
  })

  it.each([
    ['20261120', '2026-11-20', undefined],
    ['20261120101500', '2026-11-20', undefined],
    ['202611201015', '2026-11-20', undefined],
    ['20261120003000.000[3:EAT]', '2026-11-20', '2026-11-19T21:30:00.000Z'],
    ['20261120233000[-5:EST]', '2026-11-20', '2026-11-21T04:30:00.000Z'],
    ['20261120101500.250[+5.5:IST]', '2026-11-20', '2026-11-20T04:45:00.250Z'],
    ['20261120101500[0:GMT]', '2026-11-20', '2026-11-20T10:15:00.000Z'],
    ['20261120101500[GMT]', '2026-11-20', '2026-11-20T10:15:00.000Z'],
    ['20261120101500[EAT]', '2026-11-20', undefined],
    ['20261120101500[+5.30:IST]', '2026-11-20', undefined],
  ])('with DTPOSTED %s has the day as written, and a time only with its zone', async (posted, valueDate, bookedAt) => {
    expect(await record({ DTPOSTED: posted })).toEqual({ ...line, valueDate, ...(bookedAt && { bookedAt }) })
  })

  it.each([
    ['-1500.00', { direction: 'debit' }],
    ['+1500', {}],
    ['1500,00', {}],
    ['001500.0000', {}],
    ['.50', { amount: 50 }],
  ])('with TRNAMT %s has the direction of its sign alone', async (amount, differs) => {
    for (const type of ['DEBIT', 'CREDIT'])
      expect(await record({ TRNTYPE: type, TRNAMT: amount })).toEqual({ ...line, ...differs })
  })

  it.each([
    [{ TRNAMT: '1,500.00' }, 'TRNAMT is not a number with one decimal mark'],
    [{ TRNAMT: '' }, 'TRNAMT is missing'],
    [{ TRNAMT: '0.00' }, 'TRNAMT is zero'],
    [{ TRNAMT: '1,500' }, expect.stringContaining('two ways') as string],
    [{ TRNAMT: '1.5555' }, 'TRNAMT has more decimals than its currency, or is too large'],
    [{ TRNAMT: '90071992547409.92' }, 'TRNAMT has more decimals than its currency, or is too large'],
    [{ DTPOSTED: '' }, 'DTPOSTED is missing'],
    [{ DTPOSTED: '20260230' }, 'DTPOSTED is not a date of OFX'],
    [{ DTPOSTED: '2026-11-20' }, 'DTPOSTED is not a date of OFX'],
    [{ DTPOSTED: '20261120250000' }, 'DTPOSTED is not a date of OFX'],
    [{ CORRECTFITID: 'T0', CORRECTACTION: 'REPLACE' }, expect.stringContaining('CORRECTFITID') as string],
  ])('with %o is rejected with its reason', async (fields, rejected) => {
    expect(await record(fields)).toEqual({ row: 1, rejected })
  })

  it('has the currency of CURRENCY, and not that of ORIGCURRENCY', async () => {
    expect(await record({ CURRENCY: '<CURRATE>1<CURSYM>UGX</CURRENCY>' })).toMatchObject({ currency: 'UGX' })
    expect(await record({ ORIGCURRENCY: '<CURRATE>1<CURSYM>UGX</ORIGCURRENCY>' })).toMatchObject({ currency: 'KES' })
  })

  it('has the name of its PAYEE, and of no other element', async () => {
    const payee = '<NAME>OF PAYEE<CITY>NAIROBI</PAYEE>'
    expect(await record({ PAYEE: payee })).toMatchObject({ narration: 'OF PAYEE' })
    expect(await record({ EXTDPAYEE: '<NAME>OTHER</EXTDPAYEE>', NAME: 'OWN' })).toMatchObject({ narration: 'OWN' })
    expect(await record({ BANKACCTTO: '<BANKID>1<ACCTID>2</BANKACCTTO>' })).toEqual(line)
  })

  it('has a check number before a reference number, and neither where they are zeros', async () => {
    expect(await record({ CHECKNUM: '000123', REFNUM: 'R' })).toMatchObject({ reference: '000123' })
    expect(await record({ CHECKNUM: '000', REFNUM: '0' })).not.toHaveProperty('reference')
  })

  it('keeps a sign that begins no tag, and an element that is empty', async () => {
    expect(await record({ NAME: '', MEMO: 'A < B & C <3> D' })).toMatchObject({ narration: 'A < B & C <3> D' })
    expect(await record({ MEMO: 'A <', NAME: 'B' })).toMatchObject({ narration: 'B A <' })
  })
})

describe('readOfx: a file', () => {
  it('counts its pending transactions as left out, and its rows on', async () => {
    const pending = '<STMTTRNP><TRNTYPE>DEBIT<DTTRAN>20261120<TRNAMT>-5<NAME>X</STMTTRNP>'
    const { records, summary } = await read(sgml(pending + transaction({})))
    expect(records).toEqual([{ ...line, row: 2 }])
    expect(summary.leftOut).toEqual([{ status: 'PENDING', count: 1 }])
  })

  it('gives its balance as the closing one where it is of the last day', async () => {
    const balance = (day: string) => `<LEDGERBAL><BALAMT>-12.50<DTASOF>${day}120000</LEDGERBAL>`
    const closing = async (day: string) => (await read(sgml('', balance(day)))).summary.statements
    expect(await closing('20261130')).toEqual([
      { opening: null, closing: { currency: 'KES', amount: '-1250' }, addsUp: null },
    ])
    expect(await closing('20261205')).toEqual([{ opening: null, closing: null, addsUp: null }])
  })

  it('names its accounts, and may be several documents in one', async () => {
    const { reader, records } = await read(
      sgml(transaction({})) + sgml(transaction({ FITID: 'T2' })).replace('777', '778'),
    )
    expect(records).toMatchObject([{ lineId: 'T1' }, { row: 2, lineId: 'T2' }])
    expect(reader).toMatchObject({ format: 'ofx', accounts: 2 })
    expect(reader.layout).toMatch(/^[\da-f]{64}$/)
  })

  it('is decoded by UTF-8 where it is, else by what its header names', async () => {
    const memo = async (file: Uint8Array) =>
      (await read(file)).records.map((one) => 'narration' in one && one.narration)
    const file = (text: string, charset = '1252') => sgml(transaction({ MEMO: text })).replace('1252', charset)
    expect(await memo(bytes(file('caf\xe9 \x80')))).toEqual(['café €'])
    expect(await memo(Buffer.from(file('café €')))).toEqual(['café €'])
    expect(await memo(bytes(file('\xf5', '1250')))).toEqual(['ő'])
    expect(await memo(bytes(file('\xe9', 'NONE')))).toEqual(['é'])
    const utf16 = new Uint8Array(Buffer.from(`\ufeff${file('ሰላም')}`, 'utf16le'))
    expect(await memo(utf16)).toEqual(['ሰላም'])
  })

  it.each([
    ['', /is not an OFX file/],
    ['OFXHEADER:100\n', /is not an OFX file/],
    ['<Document></Document>', /is not an OFX file/],
    [sgml(transaction({})).replace('</OFX>', ''), /is cut off/],
    [sgml(transaction({})).slice(0, -30), /is cut off/],
    [sgml(transaction({}) + transaction({})).replace('</STMTTRN>', ''), /without an end/],
    [sgml(transaction({})).replace('</STMTTRN>', ''), /without an end/],
    [`${head}<OFX><SIGNONMSGSRSV1><SONRS></SONRS></SIGNONMSGSRSV1></OFX>`, /is an OFX file without a statement/],
    [sgml(transaction({ MEMO: 'x'.repeat(70_000) })), /more than 65536 characters/],
    ['%PDF-1.7', /is a PDF/],
  ])('is refused as a whole where it is no whole statement: %#', async (file, words) => {
    expect(await refusalOf(readOfx(file))).toMatch(words)
  })

  it('is found by its beginning, and refused by name by the reader of another format', async () => {
    const file = sgml(transaction({}))
    const { reader, records } = await readRecords(readStatement(bytes(file)))
    expect([reader.format, records]).toEqual(['ofx', [line]])
    expect((await readRecords(readStatement(file, { format: 'ofx' }))).records).toEqual([line])
    expect(await refusalOf(readCsvStatement(file, mpesaOrganisation))).toMatch(/is an OFX file/)
    expect(await refusalOf(readStatement(file, { format: 'csv' }))).toMatch(/is an OFX file/)
  })
})
