/** Files as people hand them in, each read as a whole or refused by name: over HTTP, by the command line and in the desk alike. */
import { isShort } from '../../support/rounds.js'
import { archive, handmadeArchive } from './archives.js'
import { numberCell, row, textCell, workbook } from './workbooks.js'

const mib = 2 ** 20

interface HandedIn {
  readonly name: string
  readonly type: string
  readonly bytes: () => Uint8Array
  /** The choice of a person who does not leave it to be found. */
  readonly chosen: { readonly format?: string; readonly layout?: string; readonly sheet?: string }
  /** The choice that is necessary in any case. */
  readonly always?: { readonly sheet: string }
  readonly lines: number
}

const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

const header = [
  'Receipt No.',
  'Completion Time',
  'Details',
  'Transaction Status',
  'Paid In',
  'Withdrawn',
  'A/C No.',
  'Balance',
]
const headerRow = row(...header.map(textCell))
const moved = (receipt: string, amount: number, bill: string) =>
  row(
    ...[receipt, '20-11-2026 09:00:00', 'Pay Bill', 'Completed'].map(textCell),
    ...[numberCell(amount), '<c/>', textCell(bill)],
  )

/** Writes a sheet with the columns of M-Pesa. */
const sheetOf = (...rows: readonly string[]) => headerRow + rows.join('')

const entry = (reference: string, amount: string) =>
  `<Ntry><Amt Ccy="KES">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts><ValDt><Dt>2026-11-20</Dt></ValDt><NtryDtls><TxDtls><Refs><EndToEndId>${reference}</EndToEndId></Refs></TxDtls></NtryDtls></Ntry>`

/** Writes a camt.053 with a credit of 10.00 KES for each reference. */
export const camtOf = (...references: readonly string[]) =>
  `<Document><BkToCstmrStmt><Stmt>${references.map((one) => entry(one, '10.00')).join('')}</Stmt></BkToCstmrStmt></Document>`

export const ofxOf = (...ids: readonly string[]) =>
  `OFXHEADER:100\nDATA:OFXSGML\nVERSION:102\n\n<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>KES<BANKTRANLIST>\n${ids
    .map((id) => `<STMTTRN>\n<DTPOSTED>20261120\n<TRNAMT>15.00\n<FITID>${id}\n</STMTTRN>\n`)
    .join('')}</BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>\n`

const mpesa = { format: 'xlsx', layout: 'mpesaOrganisation' }

/** Files that are read, with the number of their lines. */
export const readFiles: readonly HandedIn[] = [
  {
    ...{ name: 'mpesa.xlsx', type: xlsxType, chosen: mpesa, lines: 2 },
    bytes: () =>
      workbook({ sheets: [{ rows: sheetOf(moved('SKL1AB12CD', 1500, 'INV-1'), moved('SKL2AB12CD', 20, '')) }] }),
  },
  {
    ...{ name: 'year.xlsx', type: xlsxType, chosen: mpesa, always: { sheet: 'November' }, lines: 3 },
    bytes: () =>
      workbook({
        sheets: [
          { name: 'October', rows: sheetOf(moved('SJL1AB12CD', 5, '')) },
          {
            name: 'November',
            rows: sheetOf(...['SKL1AB12CD', 'SKL2AB12CD', 'SKL3AB12CD'].map((receipt) => moved(receipt, 7, ''))),
          },
        ],
      }),
  },
  {
    ...{ name: 'bank.ofx', type: 'application/x-ofx', chosen: { format: 'ofx' }, lines: 2 },
    bytes: () => new TextEncoder().encode(ofxOf('T1', 'T2')),
  },
  {
    ...{ name: 'camt.zip', type: 'application/zip', chosen: { format: 'camt' }, lines: 3 },
    bytes: () => archive({ '1.xml': camtOf('INV-1', 'INV-2'), 'late/2.xml': camtOf('INV-3'), '__MACOSX/._1.xml': 'x' }),
  },
]

const longText = 'x'.repeat(200_000)

/** Returns a .zip of some 100 KB that unpacks to more than the limit. */
function bomb(): Uint8Array {
  const line = `SKL1,20-11-2026 09:00:00,${longText},Completed,1.00,,,1.00\n`
  const rows = `${header.join(',')}\n${line.repeat(Math.ceil((96 * mib) / line.length) + 1)}`
  return handmadeArchive([{ name: 'bank.csv', content: rows }])
}

const utf16 = (text: string) => [...text].map((letter) => `${letter}\0`).join('')
const latin1 = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'))

type RefusedFile = readonly [name: string, bytes: () => Uint8Array, words: string]

const bombFile: RefusedFile = [
  'bomb.zip',
  bomb,
  'is an archive that unpacks to more than 96 MiB: give its files in several archives, or one by one',
]

/** Files that are refused, with the text of the refusal: what it is, and what to do. */
export const refusedFiles: readonly RefusedFile[] = [
  // It is read for seconds.
  ...(isShort ? [] : [bombFile]),
  [
    'one-bad.zip',
    () => archive({ '1.xml': camtOf('INV-1'), '2.pdf': '%PDF-1.7\n' }),
    'has the file "2.pdf", which is a PDF: ask the bank for CSV, camt or MT940',
  ],
  [
    'damaged.zip',
    () => handmadeArchive([{ name: '1.xml', content: camtOf('INV-1'), crc: 7 }]),
    'has the file "1.xml", which is damaged: load it down again',
  ],
  [
    'locked.zip',
    () => handmadeArchive([{ name: '1.xml', content: camtOf('INV-1'), flags: 1 }]),
    'is a spreadsheet or an archive that is protected by a password: save it without one, as CSV',
  ],
  [
    'locked.xlsx',
    () => latin1(`\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1${'\0'.repeat(1024)}${utf16('EncryptedPackage')}`),
    'is a spreadsheet that is protected by a password: save it without one, as CSV',
  ],
  ['bank.pdf', () => latin1('%PDF-1.7\n'), 'is a PDF: ask the bank for CSV, camt or MT940'],
  [
    'bank.xlsx',
    () => workbook({ sheets: [{ rows: row(...['Day', 'Sum'].map(textCell)) }] }),
    'is a spreadsheet (.xlsx) without the columns of a known layout',
  ],
  [
    'two-sheets.xlsx',
    () => workbook({ sheets: ['A', 'B'].map((name) => ({ name, rows: sheetOf(moved('SKL1AB12CD', 5, '')) })) }),
    'has several sheets with the columns of the mapping: choose one by its name (sheet)',
  ],
]
