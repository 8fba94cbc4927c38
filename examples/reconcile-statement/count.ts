import { createReadStream } from 'node:fs'
import { parse } from 'csv-parse'
import type { LineItem, SummaryItem } from 'hospital-payments'
import type { StatementRecord, StatementSummary } from 'hospital-payments/statements'
import { Sums } from './sums.js'

/** Lines and money, counted in one of several places that must agree. */
export interface Count {
  readonly where: string
  readonly lines: number
  readonly credits: Sums
  readonly debits: Sums
}

/** Lines on their way through a reconciliation, and those that it then refused: they are in no sum of its summary. */
export class OnTheWay {
  private readonly lines = new Map<number, StatementRecord>()
  readonly refused = { lines: 0, credits: new Sums(), debits: new Sums() }

  async *watch(records: AsyncIterable<StatementRecord>): AsyncGenerator<StatementRecord> {
    for await (const record of records) {
      this.lines.set(record.row, record)
      yield record
    }
  }

  arrived({ row, line }: LineItem): void {
    const record = this.lines.get(row)
    this.lines.delete(row)
    if (line || !record || 'rejected' in record) return
    this.refused.lines++
    this.refused[record.direction === 'credit' ? 'credits' : 'debits'].add(record.amount, record.currency)
  }
}

export function countRead({ lines, credits, debits }: StatementSummary): Count {
  return { where: 'read from the statement', lines, credits: Sums.of(credits), debits: Sums.of(debits) }
}

export function countSummary({ lines }: SummaryItem): Count {
  const going = (direction: 'credit' | 'debit') => Sums.of(lines.filter((sum) => sum.direction === direction))
  const count = lines.filter(({ direction }) => direction !== null).reduce((sum, { count }) => sum + count, 0)
  return { where: "the reconciliation's summary", lines: count, credits: going('credit'), debits: going('debit') }
}

/**
 * Counts the lines of the CSV. A line for several payments has several rows; only debits are candidates for reversals.
 */
export async function countCsv(file: string): Promise<Count> {
  const sums = { lines: 0, credits: new Sums(), debits: new Sums() }
  let lastRow = ''
  for await (const cells of createReadStream(file).pipe(parse({ columns: true }))) {
    const { kind, row = '', outcome, amount = '', currency = '' } = cells as Record<string, string>
    if (kind !== 'line' || amount === '' || row === lastRow) continue
    lastRow = row
    sums.lines++
    sums[outcome === 'reversal_candidate' ? 'debits' : 'credits'].add(amount, currency)
  }
  return { where: 'the CSV, read back', ...sums }
}

/** Returns true where the lines that were read, less those that were refused, are what each of the others counts. */
export function doAgree(read: Count, refused: Omit<Count, 'where'>, others: readonly Count[]): boolean {
  const whole = (count: Omit<Count, 'where'>, less?: Omit<Count, 'where'>) => {
    const credits = count.credits.plus(less?.credits)
    const debits = count.debits.plus(less?.debits)
    return `${count.lines + (less?.lines ?? 0)}: ${credits}; ${debits}`
  }
  return others.every((other) => whole(other, refused) === whole(read))
}
