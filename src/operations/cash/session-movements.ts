/** The movements of sessions as pages list them: each line with the person who recorded it, and its receipt. */
import type { CashSession } from '../../domain/cash/session.js'
import type { Receipt } from '../../domain/receipts/receipt.js'
import type { AccountLine } from '../../domain/reconciliation/account-line.js'
import { receipts } from '../../repository/aggregates/receipts.js'
import type { FinanceRepository } from '../../repository/finance-port.js'
import type { Context } from '../context.js'
import { findLines } from '../lines/find-lines.js'
import { viewsOf } from '../receipts/stored-receipts.js'
import { financeOf } from '../storage.js'
import { sessionsToExplain } from './cash-attention.js'
import { linesOfSession } from './report-session.js'
import { makersOf } from './transfer.js'

/** A movement at the counter. */
export interface SessionMovement {
  readonly line: AccountLine
  /** The person who recorded it. */
  readonly actor: string | null
  readonly receipt: Receipt | null
}

/** The number of movements that are read with their receipts at once. */
const movementsAtOnce = 1000

async function withReceipts(finance: FinanceRepository, lines: readonly AccountLine[]): Promise<SessionMovement[]> {
  const keys = lines.map(({ key }) => key)
  if (keys.length === 0) return []
  const [stored, makers] = await Promise.all([finance.findRows(receipts, 'lineKey', keys), makersOf(finance, keys)])
  const views = await viewsOf(
    finance,
    stored.map(({ row }) => row),
  )
  const byLine = new Map(views.map((receipt) => [receipt.lineKey, receipt]))
  return lines.map((line) => ({ line, actor: makers.get(line.key) ?? null, receipt: byLine.get(line.key) ?? null }))
}

/** Lists the movements of a session, newest first. */
export async function sessionMovements(context: Context, sessionId: string): Promise<readonly SessionMovement[]> {
  const finance = financeOf(context)
  const lines = await linesOfSession(finance, sessionId)
  lines.sort((a, b) => (a.createdAt === b.createdAt ? (a.key < b.key ? -1 : 1) : a.createdAt < b.createdAt ? 1 : -1))
  const movements: SessionMovement[] = []
  for (let first = 0; first < lines.length; first += movementsAtOnce)
    movements.push(...(await withReceipts(finance, lines.slice(first, first + movementsAtOnce))))
  return movements
}

/** Finds one movement at the counter; `null` for a line of no session. */
export async function sessionMovement(context: Context, lineKey: string): Promise<SessionMovement | null> {
  const finance = financeOf(context)
  const line = (await findLines(finance, [lineKey])).get(lineKey)
  if (!line || line.sessionId === null) return null
  return (await withReceipts(finance, [line]))[0]!
}

/** Lists sessions with a difference that has no reason yet, oldest first. */
export async function unexplainedSessions(context: Context): Promise<readonly CashSession[]> {
  return sessionsToExplain(financeOf(context))
}
