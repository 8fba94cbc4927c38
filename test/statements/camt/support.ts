import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { readCamt, type StatementInput, type StatementRecord } from 'hospital-payments/statements'
import { readRecords } from '../support/read-records.js'

export const sampleNames = [
  'camt052.v8.intraday.xml',
  'camt053.v2.latin1.xml',
  'camt053.v4.instalments.xml',
  'camt054.v8.prefixed.xml',
] as const

export function sample(name: (typeof sampleNames)[number]): Buffer {
  return readFileSync(fileURLToPath(new URL(`../samples/${name}`, import.meta.url)))
}

export async function read(input: StatementInput) {
  const { records, summary } = await readRecords(readCamt(input))
  return { records, summary }
}

/** Reads the one record of that entry. */
export async function readEntry(inner: string): Promise<StatementRecord | undefined> {
  const { records } = await read(statement(`<Ntry>${inner}</Ntry>`))
  return records[0]
}

export function statement(inner: string, tag: 'BkToCstmrStmt' | 'BkToCstmrDbtCdtNtfctn' = 'BkToCstmrStmt'): string {
  const part = tag === 'BkToCstmrStmt' ? 'Stmt' : 'Ntfctn'
  return `<Document><${tag}><GrpHdr><MsgId>1</MsgId></GrpHdr><${part}>${inner}</${part}></${tag}></Document>`
}

const defaults = {
  amount: '<Amt Ccy="ETB">100.00</Amt>',
  direction: '<CdtDbtInd>CRDT</CdtDbtInd>',
  status: '<Sts>BOOK</Sts>',
  dates: '<ValDt><Dt>2026-11-20</Dt></ValDt>',
  bankReference: '',
  details: '',
}

/** Writes the content of an entry that can be read, with some of it replaced. */
export function inEntry(parts: Partial<typeof defaults> = {}): string {
  return Object.values({ ...defaults, ...parts }).join('')
}

export function entry(parts: Partial<typeof defaults> = {}): string {
  return `<Ntry>${inEntry(parts)}</Ntry>`
}

/** Writes `NtryDtls` of these `TxDtls`. */
export function details(...transactions: string[]): string {
  return `<NtryDtls>${transactions.map((one) => `<TxDtls>${one}</TxDtls>`).join('')}</NtryDtls>`
}

export function lineIds(records: readonly StatementRecord[]): (string | undefined)[] {
  return records.map((record) => ('lineId' in record ? record.lineId : undefined))
}
