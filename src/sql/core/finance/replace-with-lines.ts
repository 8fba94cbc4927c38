/** Payments, statement lines, refunds and their events, changed together or not at all. */
import { writtenChanges } from '../../../repository/change-sequences.js'
import { checkGroup, checkSuccessorOfLine } from '../../../repository/checks.js'
import type { FinanceGroup } from '../../../repository/finance-port.js'
import type { LineEntry, ReplaceOutcome } from '../../../repository/port.js'
import { lineConflict, type StoredOfLine } from '../../../repository/line-conflict.js'
import { areStoredRows, conflictOfRows, rowWrites } from '../aggregates/functions.js'
import { readAll, type SqlContext } from '../context.js'
import type { Deadline, WriteStatement } from '../database.js'
import { lockMs } from '../deadline.js'
import { erasuresOfLines, erasuresOfPayments } from '../erasures.js'
import { inOneOrder } from '../one-order.js'
import { conflictOfChanges, isStoredEvent, newTerms, storeOrConflict } from '../replace.js'
import { text } from '../values.js'
import { chainConflict } from './days.js'
import { keyOfLine, lineOf } from './line-rows.js'

export async function replaceWithLines(context: SqlContext, group: FinanceGroup): Promise<ReplaceOutcome> {
  checkGroup(group)
  return storeOrConflict(context, {
    writes: (deadline) => writesOf(context, group, deadline),
    isOurs: (deadline) => isOurs(context, group, deadline),
    conflict: (deadline) => conflictOf(context, group, deadline),
  })
}

/**
 * Returns the statements of a group: payments first, then keys, lines, rows and chains, each in one order.
 * So two groups that share some of them do not wait for each other in turn.
 */
function writesOf(
  context: SqlContext,
  { lines, rows = [], guards = [], events = [], chains = [], ...group }: FinanceGroup,
  deadline: Deadline,
): WriteStatement[] {
  const { changes, earlierEvents } = writtenChanges(group.changes)
  const others = [...earlierEvents, ...events]
  const { writes, lineWrites, days } = context
  const sorted = inOneOrder(lines, ({ line }) => line.key)
  const keys = sorted.filter(({ expected }) => expected === 'nothing').map(keyOfLine)
  const lock = lockMs(deadline)
  return [
    ...(changes.length > 0 || keys.length > 0 ? writes.replace({ changes, lines: keys }, lock) : []),
    ...(sorted.length > 0 ? lineWrites.lines(sorted, lock) : []),
    ...rowWrites(context, { rows, guards }, lock),
    ...(others.length > 0 ? context.eventWrites(others) : []),
    ...newTerms(context, changes),
    ...erasuresOfPayments(context, changes),
    ...erasuresOfLines(context, sorted),
    ...inOneOrder(chains, ({ account }) => account).flatMap(days.holdChain),
  ]
}

async function isOurs(
  context: SqlContext,
  { changes, lines, rows = [], events = [] }: FinanceGroup,
  deadline: Deadline,
): Promise<boolean> {
  const event = changes[0]?.event ?? events[0]
  if (event) return isStoredEvent(context, event, deadline)
  const { database, finance } = context
  const lineEvent = lines.find(({ event }) => event !== null)?.event
  // Outcomes alone are stored again as they are.
  if (!lineEvent) return areStoredRows(context, rows, deadline)
  const [row] = await database.read(finance.storedLineEvent(lineEvent.lineKey, lineEvent.version), deadline)
  return row !== undefined && text(row[0]) === lineEvent.id
}

/**
 * Returns the first conflict as the port orders them: taken keys, stale lines, rows, chains that moved, and then the
 * payments.
 */
async function conflictOf(
  context: SqlContext,
  { changes, lines, rows = [], guards = [], chains = [] }: FinanceGroup,
  deadline: Deadline,
): Promise<ReplaceOutcome | null> {
  const stored = await storedOfLines(context, lines, deadline)
  const conflict = lineConflict(lines, (key) => stored.get(key) ?? 'nothing')
  if (conflict?.outcome === 'line_stale') {
    const current = stored.get(conflict.key)
    return { ...conflict, line: typeof current === 'object' ? current : null }
  }
  if (conflict) return conflict
  for (const { line } of lines) {
    const former = stored.get(line.key)
    if (typeof former === 'object') checkSuccessorOfLine(former, line)
  }
  const otherConflict =
    (await conflictOfRows(context, rows, guards, deadline)) ?? (await chainConflict(context, chains, deadline))
  return otherConflict ?? conflictOfChanges(context, changes, deadline)
}

/** Returns the lines as they are now, and the keys that are stored without a line. */
async function storedOfLines(
  context: SqlContext,
  lines: readonly LineEntry[],
  deadline: Deadline,
): Promise<Map<string, StoredOfLine>> {
  const { statements, finance } = context
  const keys = lines.map(({ line }) => line.key)
  const stored = new Map<string, StoredOfLine>()
  for (const [key] of await readAll(context, statements.storedLines(keys), deadline)) stored.set(text(key), 'key')
  for (const line of (await readAll(context, finance.currentLines(keys), deadline)).map(lineOf))
    stored.set(line.key, line)
  return stored
}
