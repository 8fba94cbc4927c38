/** Closed days over a database. */
import { checkKeys, checkStorableClosing } from '../../../repository/checks.js'
import type { ClosingRecord } from '../../../domain/days/closing.js'
import type { ChainEnd, ChainState, DayStorage, StoredClosing } from '../../../repository/day-port.js'
import { movedChain } from '../../../repository/day-table.js'
import type { ReplaceOutcome } from '../../../repository/port.js'
import { readAll, type SqlContext } from '../context.js'
import type { Deadline, SqlRow, SqlStatement } from '../database.js'
import { DatabaseFault } from '../fault.js'
import { text } from '../values.js'
import { scanRows } from '../scan.js'
import { chainOf, closingColumns, closingLinesOf, closingOf, linesOfLink, lineVersionOf } from './day-rows.js'

/** Returns whether an earlier try of this very call stored the link. */
async function isStored({ database, days }: SqlContext, closing: StoredClosing, deadline: Deadline): Promise<boolean> {
  const [row] = await database.read(days.linkAt(closing), deadline)
  return row !== undefined && closingOf(row).hash === closing.hash
}

async function addClosing(
  context: SqlContext,
  closing: StoredClosing,
  takenBack: number,
): ReturnType<DayStorage['addClosing']> {
  checkStorableClosing(closing)
  const { database, days } = context
  return context.attempt(async ({ deadline, repeated }) => {
    try {
      if ((await database.write(days.add(closing, takenBack), deadline)).committed) return { outcome: 'added' }
    } catch (fault) {
      if (!(fault instanceof DatabaseFault) || fault.kind !== 'duplicate') throw fault
    }
    if (repeated && (await isStored(context, closing, deadline))) return { outcome: 'added' }
    return { outcome: 'chain_moved' }
  })
}

/**
 * Returns a conflict for the first of these chains that does not end where a write expects it; `null` where all do. The
 * chains are read as they are now.
 */
export async function chainConflict(
  context: SqlContext,
  chains: readonly ChainEnd[],
  deadline: Deadline,
): Promise<ReplaceOutcome | null> {
  if (chains.length === 0) return null
  const { days } = context
  const accounts = chains.map(({ account }) => account)
  const rows = await readAll(context, days.chains(accounts), deadline)
  const sequences = new Map(rows.map(([account, sequence]) => [text(account), Number(sequence)]))
  return movedChain(chains, (account) => sequences.get(account) ?? 0)
}

async function chainStates(context: SqlContext, accounts: readonly string[]): Promise<ChainState[]> {
  checkKeys(accounts)
  const rows = await context.attempt(({ deadline }) =>
    readAll(context, context.days.chainsWithLinks([...new Set(accounts)]), deadline),
  )
  return Array.from(new Map(rows.map((row) => [text(row[0]), row])).values(), chainOf)
}

/** The place of a link in the chain of its account, and its day. */
type LinkOfDay = Pick<ClosingRecord, 'day' | 'sequence'>

/** Reads the last link about each day, by the statements for the days of one account. */
async function lastLinks<Link extends LinkOfDay>(
  context: SqlContext,
  accountDays: readonly { account: string; day: string }[],
  statements: (account: string, days: readonly string[]) => SqlStatement[],
  linkOf: (row: SqlRow) => Link,
): Promise<Link[]> {
  const ofAccount = new Map<string, Set<string>>()
  for (const { account, day } of accountDays) ofAccount.set(account, (ofAccount.get(account) ?? new Set()).add(day))
  return context.attempt(async ({ deadline }) => {
    const links: Link[] = []
    for (const [account, days] of ofAccount) {
      const rows = await readAll(context, statements(account, [...days]), deadline)
      const last = new Map<string, Link>()
      for (const link of rows.map(linkOf)) {
        if (link.sequence > (last.get(link.day)?.sequence ?? 0)) last.set(link.day, link)
      }
      links.push(...last.values())
    }
    return links
  })
}

const sequencePlace = closingColumns.indexOf('sequence')

async function* scanClosings(
  context: SqlContext,
  account: string,
  signal?: AbortSignal,
): AsyncGenerator<readonly ClosingRecord[]> {
  const parts = {
    statement: (part?: { after: number | undefined; limit: number }) => context.days.chain(account, part),
    positionOf: (row: SqlRow) => Number(row[sequencePlace]),
  }
  for await (const rows of scanRows(context, parts, signal)) yield rows.map(closingOf)
}

export function dayFunctions(context: SqlContext): DayStorage {
  return {
    addClosing: (closing, takenBack) => addClosing(context, closing, takenBack),
    chainStates: (accounts) => chainStates(context, accounts),
    findClosings: (days) => lastLinks(context, days, context.days.ofDays, closingOf),
    countClosingLines: (days) => lastLinks(context, days, context.days.linesOfDays, linesOfLink),
    async pageClosings(query) {
      if (query.limit < 1) return []
      return (await context.read(context.days.page(query))).map(closingOf)
    },
    scanClosings: (account, signal) => scanClosings(context, account, signal),
    async closingLines(link) {
      return (await context.read(context.days.lines(link))).flatMap(closingLinesOf)
    },
    async lineVersions({ account, day }) {
      return (await context.read(context.days.lineVersions(account, day))).map(lineVersionOf)
    },
    async unclosedDays(query) {
      const rows = await context.read(context.days.unclosed(query))
      return rows.map(([account, day]) => ({ account: text(account), day: text(day) }))
    },
  }
}
