import type { BankLine, LineEvent } from '../../domain/reconciliation/bank-line.js'
import { isLineKey } from '../../domain/reconciliation/line-key.js'
import { lineNotFound } from '../../domain/reconciliation/line-refusals.js'
import type { FinanceRepository } from '../../repository/finance-port.js'
import type { LineEntry } from '../../repository/port.js'
import { wholeLine } from '../../repository/rows.js'
import { linesOfKeys } from './key-lines.js'

/** A line as it is stored. */
export interface FoundLine {
  readonly line: BankLine
  /** Its first version and the event of that, where its key alone is stored: `null` where it is stored whole. */
  readonly toFillIn: LineEntry | null
}

/** Those of these lines that are stored, whole or as a key alone; at most 5,000 keys. */
export async function findLines(finance: FinanceRepository, keys: readonly string[]): Promise<Map<string, FoundLine>> {
  const possible = keys.filter(isLineKey)
  const found = new Map<string, FoundLine>()
  if (possible.length === 0) return found
  for (const line of await finance.findLines(possible)) found.set(line.key, { line, toFillIn: null })
  const lineKeys = possible.filter((key) => !found.has(key))
  if (lineKeys.length === 0) return found
  const { lines } = await finance.lookup({ references: [], providerTransactionIds: [], lineKeys })
  for (const [key, { line, event }] of await linesOfKeys(finance, lines)) {
    found.set(key, { line, toFillIn: wholeLine(line, 'key', event) })
  }
  return found
}

export async function findLine(finance: FinanceRepository, key: string): Promise<FoundLine | null> {
  return (await findLines(finance, [key])).get(key) ?? null
}

/** @throws PaymentError `line_not_found` */
export async function lineOf(finance: FinanceRepository, key: string): Promise<FoundLine> {
  const found = await findLine(finance, key)
  if (!found) throw lineNotFound(key)
  return found
}

/** The event that made the line what it is; of one that is stored whole. */
export async function lastEventOf(finance: FinanceRepository, { key, version }: BankLine): Promise<LineEvent | null> {
  const events = await finance.lineHistory(key)
  return events.find((event) => event.version === version) ?? null
}
