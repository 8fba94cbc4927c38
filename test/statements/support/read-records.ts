import type { StatementReader, StatementRecord } from 'hospital-payments/statements'

/** Reads a file to its end. */
export async function readRecords(reader: StatementReader) {
  const records: StatementRecord[] = []
  for await (const record of reader) records.push(record)
  return { reader, records, summary: reader.summary() }
}
