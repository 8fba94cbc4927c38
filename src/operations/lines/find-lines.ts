import type { AccountLine, LineEvent } from '../../domain/reconciliation/account-line.js'
import { isLineKey } from '../../domain/reconciliation/line-key.js'
import type { FinanceRepository } from '../../repository/finance-port.js'
import { lineNotHere } from '../archived/archived-lines.js'

/** Finds those of these lines that are stored, by key; at most 5,000 keys. */
export async function findLines(
  finance: Pick<FinanceRepository, 'findLines'>,
  keys: readonly string[],
): Promise<Map<string, AccountLine>> {
  const possible = keys.filter(isLineKey)
  if (possible.length === 0) return new Map()
  return new Map((await finance.findLines(possible)).map((line) => [line.key, line]))
}

export async function findLine(finance: FinanceRepository, key: string): Promise<AccountLine | null> {
  return (await findLines(finance, [key])).get(key) ?? null
}

/**
 * Finds a line by its key.
 *
 * @throws PaymentError `line_not_found`
 */
export async function lineOf(finance: FinanceRepository, key: string): Promise<AccountLine> {
  const line = await findLine(finance, key)
  if (!line) throw await lineNotHere(finance, key)
  return line
}

/** Finds the event that made the line what it is. */
export async function lastEventOf(
  finance: FinanceRepository,
  { key, version }: AccountLine,
): Promise<LineEvent | null> {
  const events = await finance.lineHistory(key)
  return events.find((event) => event.version === version) ?? null
}
