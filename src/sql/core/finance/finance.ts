/** The functions of the finance port over a database; the write and the search have files of their own. */
import { placeOf } from '../../../domain/event-stream.js'
import type { AccountLine } from '../../../domain/reconciliation/account-line.js'
import type { LineOutcome } from '../../../domain/reconciliation/items.js'
import { checkKeys } from '../../../repository/checks.js'
import { joinPayerSums } from '../../../repository/payer-sums.js'
import { notes } from '../../../repository/aggregates/notes.js'
import type {
  FinanceRepository,
  LineRowFilter,
  LinePosition,
  LineSum,
  OpenLineSum,
  WaitingSum,
} from '../../../repository/finance-port.js'
import type { PaymentRepository } from '../../../repository/port.js'
import { aggregateFunctions } from '../aggregates/functions.js'
import { readAll, type SqlContext } from '../context.js'
import type { SqlRow } from '../database.js'
import { inOrderOf } from '../one-order.js'
import { eventOf, paymentOf } from '../row.js'
import { text } from '../values.js'
import { scanRows } from '../scan.js'
import { exactSum } from '../sums.js'
import { dayFunctions } from './days.js'
import { eventFunctions } from './events.js'
import { matchesNoLine } from './line-filter.js'
import { lineColumns } from './columns.js'
import { lineEventOf, lineOf } from './line-rows.js'
import { findCandidates, searchPayments } from './search.js'

function openSumOf([account, currency, direction, outcome, count, oldest, ...sums]: SqlRow): OpenLineSum {
  return {
    account: text(account),
    currency: text(currency),
    direction: text(direction) as AccountLine['direction'],
    outcome: text(outcome) as LineOutcome,
    count: Number(count),
    amount: exactSum(sums),
    oldest: text(oldest),
  }
}

function lineSumOf([account, currency, direction, outcome, count, ...sums]: SqlRow): LineSum {
  const [amount, allocated] = halvesOf(sums).map(exactSum) as [string, string]
  return {
    account: text(account),
    currency: text(currency),
    direction: text(direction) as AccountLine['direction'],
    outcome: text(outcome) as LineOutcome,
    count: Number(count),
    amount,
    open: `${BigInt(amount) - BigInt(allocated)}`,
  }
}

/** Splits the columns of two sums, each of which may be a column or two. */
function halvesOf(sums: SqlRow): [SqlRow, SqlRow] {
  return [sums.slice(0, sums.length / 2), sums.slice(sums.length / 2)]
}

function waitingSumOf([currency, count, ...sums]: SqlRow): WaitingSum {
  const [askedSums, amountSums] = halvesOf(sums)
  return {
    currency: text(currency),
    count: Number(count),
    asked: exactSum(askedSums),
    amount: exactSum(amountSums),
  }
}

async function* scanLines(
  context: SqlContext,
  filter: LineRowFilter,
  signal?: AbortSignal,
): AsyncGenerator<readonly AccountLine[]> {
  signal?.throwIfAborted()
  if (matchesNoLine(filter)) return
  const parts = {
    statement: (part?: { after: LinePosition | undefined; limit: number }) => context.finance.lines(filter, part),
    positionOf(row: SqlRow): LinePosition {
      const { valueDate, key } = lineOf(row)
      return { valueDate, key }
    },
  }
  for await (const rows of scanRows(context, parts, signal)) yield rows.map(lineOf)
}

async function eraseLineTexts(
  context: SqlContext,
  query: Parameters<FinanceRepository['eraseLineTexts']>[0],
): Promise<{ forgotten: number; last: LinePosition | null }> {
  const { database, finance } = context
  if (query.limit < 1) return { forgotten: 0, last: null }
  return context.attempt(async ({ deadline }) => {
    const rows = await database.read(finance.toForget(query), deadline)
    const keys = rows.flatMap(([key, , hasAny]) => (Number(hasAny) === 1 ? [text(key)] : []))
    const notesOfLines = context.aggregates(notes).erase('lineKey', keys)
    if (keys.length > 0) await database.write([...finance.forget(keys), ...notesOfLines], deadline)
    const last = rows.at(-1)
    return { forgotten: keys.length, last: last ? { valueDate: text(last[1]), key: text(last[0]) } : null }
  })
}

export function financeFunctions(context: SqlContext): Omit<FinanceRepository, keyof PaymentRepository> {
  return {
    async findLines(keys) {
      checkKeys(keys)
      const rows = await context.attempt(({ deadline }) =>
        readAll(context, context.finance.linesOf([...new Set(keys)]), deadline),
      )
      return inOrderOf(keys, rows.map(lineOf), ({ key }) => key)
    },
    async markedLines(kind, marks) {
      checkKeys(marks)
      const rows = await context.attempt(({ deadline }) =>
        readAll(context, context.finance.marked(kind, [...new Set(marks)]), deadline),
      )
      return rows.map((row) => ({ mark: text(row[lineColumns.length]), line: lineOf(row) }))
    },
    async pageLines({ after, limit, ...filter }) {
      if (limit < 1 || matchesNoLine(filter)) return []
      return (await context.read(context.finance.lines(filter, { after, limit }))).map(lineOf)
    },
    scanLines: (filter, signal) => scanLines(context, filter, signal),
    async lineHistory(key) {
      return (await context.read(context.finance.lineHistory(key))).map(lineEventOf)
    },
    async lineHistories(keys) {
      checkKeys(keys)
      const rows = await context.attempt(({ deadline }) =>
        readAll(context, context.finance.lineHistories([...new Set(keys)]), deadline),
      )
      return inOrderOf(keys, rows.map(lineEventOf), ({ lineKey }) => lineKey)
    },
    async countLines({ account, from, to }) {
      const rows = await context.read(context.finance.countLines(account, from, to))
      return rows.map(([day, count, versions]) => {
        return { day: text(day), count: Number(count), versions: Number(versions) }
      })
    },
    async sumOpenLines(query = {}) {
      return (await context.read(context.finance.openSums(query))).map(openSumOf)
    },
    async sumLines(filter) {
      if (matchesNoLine(filter)) return []
      return (await context.read(context.finance.lineSums(filter))).map(lineSumOf)
    },
    eraseLineTexts: (query) => eraseLineTexts(context, query),
    async importsOfOtherLayout({ account, layout, from, to }) {
      return (await context.read(context.finance.otherLayout(account, layout, layout, to, from))).map(([id]) =>
        text(id),
      )
    },
    searchPayments: (query) => searchPayments(context, query),
    findCandidates: (query) => findCandidates(context, query),
    async histories(ids) {
      checkKeys(ids)
      const rows = await context.attempt(({ deadline }) =>
        readAll(context, context.finance.histories([...new Set(ids)]), deadline),
      )
      return inOrderOf(ids, rows.map(eventOf), (event) => placeOf(event).stream)
    },
    async sumUnproved(query) {
      if (query.channels?.length === 0) return []
      const rows = await context.read(context.finance.unproved(query))
      return rows.map(([currency, count, ...sums]) => ({
        currency: text(currency),
        count: Number(count),
        amount: exactSum(sums),
      }))
    },
    async sumWaiting(kind) {
      return (await context.read(context.finance.waiting(kind))).map(waitingSumOf)
    },
    async sumPayer(payerId) {
      const [bills, deposits] = await context.attempt(async ({ deadline }) => [
        await context.database.read(context.finance.pendingOfPayer(payerId), deadline),
        await context.database.read(context.finance.depositsOfPayer(payerId), deadline),
      ])
      return joinPayerSums([
        ...bills.map(([currency, ...sums]) => {
          const [askedSums, openSums] = halvesOf(sums)
          return { currency: text(currency), asked: exactSum(askedSums), open: exactSum(openSums) }
        }),
        ...deposits.map(([currency, ...sums]) => ({ currency: text(currency), deposit: exactSum(sums) })),
      ])
    },
    async pagePayer(query) {
      if (query.limit < 1) return { payments: [], lines: [] }
      const [payments, lines] = await context.attempt(async ({ deadline }) => [
        await context.database.read(context.finance.paymentsOfPayer(query), deadline),
        await context.database.read(context.finance.linesOfPayer(query), deadline),
      ])
      return { payments: payments.map(paymentOf), lines: lines.map(lineOf) }
    },
    async pageDeadEvents({ after, limit }) {
      if (limit < 1) return []
      return (await context.read(context.finance.deadEvents(after, limit))).map(eventOf)
    },
    ...aggregateFunctions(context),
    ...dayFunctions(context),
    ...eventFunctions(context),
  }
}
