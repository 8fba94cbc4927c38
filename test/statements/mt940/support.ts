import { readFileSync } from 'node:fs'
import type { StatementLine, StatementRecord } from '../../../src/domain/reconciliation/statement-line.js'
import { readMt940, type StatementInput } from '../../../src/statements/index.js'
import { readRecords } from '../support/read-records.js'

export async function read(input: StatementInput) {
  const { records, summary } = await readRecords(readMt940(input))
  return { records, summary }
}

/** Writes a message with these fields between its balances; row 3 is the first of them. */
export const message = (fields: string, currency = 'KES') =>
  `:20:1\n:60F:C261119${currency}0,\n${fields}\n:62F:C261120${currency}0,\n-\n`

/** Reads the only record of a message with one field 61. */
export async function record(fields: string, currency?: string): Promise<StatementRecord> {
  const { records } = await read(message(fields, currency))
  if (records.length !== 1 || !records[0]) throw new Error(`${records.length} records`)
  return records[0]
}

export async function line(fields: string, currency?: string): Promise<StatementLine> {
  const one = await record(fields, currency)
  if ('rejected' in one) throw new Error(one.rejected)
  return one
}

/** Returns the words in which a reference is looked for, as reconciliation cuts them. */
export function wordsOf(narration: string | undefined): string[] {
  return (narration ?? '')
    .split(/[\s,;|()[\]{}<>"':=]+/)
    .map((word) => word.replace(/^[-./#*+?!]+|[-./#*+?!]+$/g, ''))
    .filter((word) => word.length >= 6 && /\d/.test(word))
}

export const samples = ['kes-envelope.sta', 'etb-structured.sta', 'xof-pages.sta'] as const

export function sample(name: (typeof samples)[number]): Uint8Array {
  return new Uint8Array(readFileSync(new URL(`../samples/${name}`, import.meta.url)))
}
