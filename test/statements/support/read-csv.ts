import type { StatementLine, StatementRecord } from '../../../src/domain/reconciliation/statement-line.js'
import type { CsvMapping } from '../../../src/statements/csv/mapping.js'
import { readCsvStatement } from '../../../src/statements/csv/read-csv-statement.js'
import type { StatementInput } from '../../../src/statements/input.js'
import type { StatementSummary } from '../../../src/statements/tally.js'
import { readRecords } from './read-records.js'

interface Rejected {
  row: number
  rejected: string
}

export interface ReadStatement {
  records: StatementRecord[]
  lines: StatementLine[]
  rejected: Rejected[]
  summary: StatementSummary
}

export async function readAll(input: StatementInput, mapping: CsvMapping): Promise<ReadStatement> {
  const { records, summary } = await readRecords(readCsvStatement(input, mapping))
  return {
    records,
    lines: records.filter((record): record is StatementLine => !('rejected' in record)),
    rejected: records.filter((record): record is Rejected => 'rejected' in record),
    summary,
  }
}

/** The mapping of the columns When, Amount and Text. */
export const simple: CsvMapping = {
  columns: { bookedAt: 'When', amount: 'Amount', narration: 'Text' },
  dates: ['yyyy-MM-dd HH:mm:ss', 'yyyy-MM-dd'],
  timeZone: 'Africa/Nairobi',
  currency: 'KES',
}

export const header = 'When,Amount,Text\n'
