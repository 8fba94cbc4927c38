/** The three files of November, as the banks give them: a spreadsheet, an OFX file, and an archive of two camt.053 files. */
import { strToU8, zipSync } from 'fflate'
import { formatAmount } from 'hospital-payments'
import type { CsvMapping } from 'hospital-payments/statements'
import { balanceAfter, type BankMonth, camtBank, isoDay, type Movement, ofxBank, spreadsheetBank } from './movements.js'
import { type Cell, escaped, workbookOf } from './workbook.js'

const decimal = (amount: number) => formatAmount(amount, 'KES')

/** The layout of the spreadsheet. */
export const kcb: CsvMapping = {
  columns: {
    valueDate: 'Date',
    narration: 'Details',
    reference: 'Reference',
    debit: 'Money Out',
    credit: 'Money In',
    balance: 'Balance',
  },
  dates: ['dd/MM/yyyy'],
  timeZone: 'Africa/Nairobi',
  currency: 'KES',
}

function spreadsheet({ account, opening, movements }: BankMonth): Uint8Array {
  const rows = movements.map(({ day, amount, text, reference }, at): Cell[] => [
    { day: isoDay(day) },
    text,
    reference ?? null,
    amount < 0 ? -amount / 100 : null,
    amount > 0 ? amount / 100 : null,
    balanceAfter(opening, movements.slice(0, at + 1)) / 100,
  ])
  const header = ['Date', 'Details', 'Reference', 'Money Out', 'Money In', 'Balance']
  return workbookOf('Statement', [[`Account ${account}`], [], header, ...rows])
}

function ofx({ account, opening, movements }: BankMonth): Uint8Array {
  const stamp = (day: number) => isoDay(day).replaceAll('-', '')
  const lines = movements.map(
    ({ day, amount, text }, at) =>
      `<STMTTRN>\n<TRNTYPE>OTHER\n<DTPOSTED>${stamp(day)}\n<TRNAMT>${decimal(amount)}\n<FITID>${stamp(day)}-${at}\n<NAME>${text}\n</STMTTRN>\n`,
  )
  return strToU8(
    'OFXHEADER:100\nDATA:OFXSGML\nVERSION:102\nSECURITY:NONE\nENCODING:USASCII\nCHARSET:1252\n\n' +
      '<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS>\n<CURDEF>KES\n' +
      `<BANKACCTFROM>\n<BANKID>07\n<ACCTID>${account}\n</BANKACCTFROM>\n` +
      `<BANKTRANLIST>\n<DTSTART>${stamp(1)}\n<DTEND>${stamp(30)}\n${lines.join('')}</BANKTRANLIST>\n` +
      `<LEDGERBAL>\n<BALAMT>${decimal(balanceAfter(opening, movements))}\n<DTASOF>${stamp(30)}\n</LEDGERBAL>\n` +
      '</STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>\n',
  )
}

const side = (amount: number) => (amount < 0 ? 'DBIT' : 'CRDT')
const sum = (amount: number) =>
  `<Amt Ccy="KES">${decimal(Math.abs(amount))}</Amt><CdtDbtInd>${side(amount)}</CdtDbtInd>`

function entryXml({ day, amount, text, reference }: Movement, at: number): string {
  const refs = reference === undefined ? '' : `<Refs><EndToEndId>${reference}</EndToEndId></Refs>`
  return (
    `<Ntry>${sum(amount)}<Sts>BOOK</Sts><BookgDt><Dt>${isoDay(day)}</Dt></BookgDt><ValDt><Dt>${isoDay(day)}</Dt></ValDt>` +
    `<AcctSvcrRef>C${isoDay(day).replaceAll('-', '')}${at}</AcctSvcrRef><BkTxCd/>` +
    `<NtryDtls><TxDtls>${refs}<RmtInf><Ustrd>${escaped(text)}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>\n`
  )
}

function camt({ account, opening, movements }: BankMonth, from: number, to: number): Uint8Array {
  const before = movements.filter(({ day }) => day < from)
  const entries = movements.filter(({ day }) => day >= from && day <= to)
  const first = balanceAfter(opening, before)
  const balance = (code: string, amount: number, day: number) =>
    `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp>${sum(amount)}<Dt><Dt>${isoDay(day)}</Dt></Dt></Bal>\n`
  return strToU8(
    '<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08">\n' +
      `<BkToCstmrStmt><GrpHdr><MsgId>M${to}</MsgId><CreDtTm>${isoDay(to)}T20:00:00Z</CreDtTm></GrpHdr>\n` +
      `<Stmt><Id>S${to}</Id><Acct><Id><Othr><Id>${account}</Id></Othr></Id><Ccy>KES</Ccy></Acct>\n` +
      balance('OPBD', first, from) +
      balance('CLBD', balanceAfter(first, entries), to) +
      `${entries.map(entryXml).join('')}</Stmt></BkToCstmrStmt></Document>\n`,
  )
}

/** Writes the three files of the month. */
export const sampleFiles = {
  /** The spreadsheet of `kcb-1100`, which `kcb` reads. */
  xlsx: spreadsheet(spreadsheetBank),
  /** The file of `ncba-2200`. */
  ofx: ofx(ofxBank),
  /** The archive of `coop-3300`. */
  zip: zipSync({
    'coop-2026-11-15.xml': camt(camtBank, 1, 15),
    'coop-2026-11-30.xml': camt(camtBank, 16, 30),
  }),
}
