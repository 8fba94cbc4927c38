import { sessionNotFound } from '../../domain/not-found.js'
import { type CashSessionReport, sessionReport } from '../../domain/cash/report.js'
import type { AccountLine } from '../../domain/reconciliation/account-line.js'
import { receipts } from '../../repository/aggregates/receipts.js'
import type { FinanceRepository } from '../../repository/finance-port.js'
import type { Context } from '../context.js'
import { idArgument } from '../input/cash-calls.js'
import { parse } from '../input/parse.js'
import { allLines } from '../lines/all-lines.js'
import { financeOf } from '../storage.js'
import { getSession } from './read-sessions.js'

const keysAtOnce = 1000

/** Reads all lines of a session, oldest first. */
export function linesOfSession(finance: FinanceRepository, sessionId: string): Promise<AccountLine[]> {
  return allLines(finance, { sessionId })
}

/** Makes the X report of an open session, or the Z report of a closed one. */
export async function reportSession(context: Context, id: string): Promise<CashSessionReport> {
  parse(idArgument, { id })
  const finance = financeOf(context)
  const session = await getSession(context, id)
  if (!session) throw sessionNotFound(id)
  const lines = await linesOfSession(finance, id)
  const keys = lines.filter(({ direction }) => direction === 'credit').map(({ key }) => key)
  const numbers: { year: number; number: number }[] = []
  for (let first = 0; first < keys.length; first += keysAtOnce) {
    const stored = await finance.findRows(receipts, 'lineKey', keys.slice(first, first + keysAtOnce))
    numbers.push(...stored.map(({ row }) => row))
  }
  return sessionReport(session, lines, numbers)
}
