/** The search for payments by what people remember of them, through the index of search terms. */
import { millisecondsOf } from '../../../domain/instant.js'
import type { Payment } from '../../../domain/payments/payment.js'
import { foldedReceipt } from '../../../domain/payments/receipt-spelling.js'
import type { CandidateQuery, SearchClause, PaymentSearch } from '../../../repository/finance-port.js'
import { batchesOfSizes } from '../batches-of-values.js'
import { readAll, type SqlContext } from '../context.js'
import type { Deadline, SqlStatement, SqlValue } from '../database.js'
import type { Condition, PagePosition } from '../dialect.js'
import { paymentOf } from '../row.js'
import { text } from '../values.js'
import { paymentColumns } from '../tables.js'
import { indexed, rangeOf } from './terms.js'
import { groupedBy } from '../../../internal/grouped-by.js'

const joined = (conditions: readonly Condition[], word: 'AND' | 'OR'): Condition => ({
  text: conditions.map(({ text }) => text).join(` ${word} `),
  values: conditions.flatMap(({ values }) => values),
})

const isTerm = 'term = ?'

/** Returns the conditions that a clause is looked up by; each is one condition on the rows of the terms. */
function termConditions({ dialect }: SqlContext, { terms = [], prefixes = [] }: SearchClause): Condition[] {
  const exact = [...new Set(terms.map(indexed))].map((term) => ({ text: isTerm, values: [term] }))
  const ranges = prefixes.map(({ start, part = '' }) => {
    const range = { text: 'term >= ? AND term < ?', values: [...rangeOf(indexed(start))] }
    return part === '' ? range : joined([range, dialect.finance.containsBehind('term', start, part)], 'AND')
  })
  return [...exact, ...ranges]
}

function isEmpty({ terms = [], prefixes = [], providerTransactionId }: SearchClause): boolean {
  return terms.length === 0 && prefixes.length === 0 && providerTransactionId === undefined
}

/** Returns whether the payments of a clause can only be counted by reading more rows than `maxCounted`. */
const isBroad = ({ prefixes = [] }: SearchClause) => prefixes.some(({ part = '' }) => part !== '')

/** The most payments that are counted: beyond this, one clause is as good as another to begin with. */
const maxCounted = 1000

export async function searchPayments(context: SqlContext, query: PaymentSearch): Promise<Payment[]> {
  const { clauses, statuses, channels, limit } = query
  if (limit < 1 || statuses?.length === 0 || channels?.length === 0 || clauses.some(isEmpty)) return []
  return context.attempt(async ({ deadline }) => {
    const first = await rarest(context, clauses, deadline)
    const others = clauses.filter((clause) => clause !== first)
    const statement = first ? ofClause(context, query, first, others) : ofAll(context, query)
    return (await context.database.read(statement, deadline)).map(paymentOf)
  })
}

function command({ dialect }: SqlContext, text: string, values: readonly SqlValue[]): SqlStatement {
  return { text: dialect.placeholders(text), values }
}

/**
 * Returns the clause that the fewest payments have, as far as a bounded count shows it: the other clauses are looked up
 * for each of these payments.
 */
async function rarest(
  context: SqlContext,
  clauses: readonly SearchClause[],
  deadline: Deadline,
): Promise<SearchClause | undefined> {
  const { dialect, tenant, tables, database } = context
  if (clauses.length < 2) return clauses[0]
  let rarestClause: { clause: SearchClause; count: number } | undefined
  for (const clause of clauses) {
    let count = isBroad(clause) ? maxCounted + 1 : 0
    for (const { text: condition, values } of count > 0 ? [] : termConditions(context, clause)) {
      // In the order of the index, so that no planner reads the whole table.
      const some =
        `SELECT 1 AS one FROM ${tables.terms} WHERE tenant = ? AND ${condition} ` +
        'ORDER BY term, created_at, payment_id LIMIT ?'
      const counted = command(context, `SELECT COUNT(*) AS count_of FROM (${some}) AS some_terms`, [
        tenant,
        ...values,
        dialect.limit(maxCounted),
      ])
      const [row] = await database.read(counted, deadline)
      count += Number(row?.[0])
    }
    if (!rarestClause || count < rarestClause.count) rarestClause = { clause, count }
  }
  return rarestClause?.clause
}

/** Returns the conditions on the time of creation, and the position that a page goes on from. */
function periodOf(
  { dialect }: SqlContext,
  { from, before, after }: PaymentSearch,
  alias: string,
  id: string,
): Condition[] {
  const column = `${alias}.created_at`
  const place: PagePosition | null = after
    ? { columns: [column, `${alias}.${id}`], direction: 'desc', values: [millisecondsOf(after.at), after.id] }
    : null
  return [
    ...(from === undefined ? [] : [{ text: `${column} >= ?`, values: [millisecondsOf(from)] }]),
    ...(before === undefined ? [] : [{ text: `${column} < ?`, values: [millisecondsOf(before)] }]),
    ...(place ? [dialect.rowsAfter(place)] : []),
  ]
}

/** Returns the conditions of a search beside its clauses. */
function fieldsOf({ dialect }: SqlContext, { currency, customerId, statuses, channels }: PaymentSearch): Condition[] {
  const uniqueStatuses = statuses && [...new Set(statuses)]
  return [
    ...(currency === undefined ? [] : [{ text: 'payment.currency = ?', values: [currency] }]),
    ...(customerId === undefined ? [] : [{ text: 'payment.customer_id = ?', values: [customerId] }]),
    ...(uniqueStatuses
      ? [{ text: `payment.status IN (${uniqueStatuses.map(() => '?').join(', ')})`, values: uniqueStatuses }]
      : []),
    ...(channels ? [dialect.oneOf('payment.channel', channels)] : []),
  ]
}

/**
 * Returns the condition that a payment has a clause: a whole term is one look-up, a beginning is read once for the
 * whole search.
 */
function hasClause(context: SqlContext, clause: SearchClause): Condition {
  const { tables, tenant } = context
  const exact = (clause.terms ?? []).map(indexed)
  const { prefixes = [], providerTransactionId } = clause
  const conditions: Condition[] = []
  if (providerTransactionId !== undefined)
    conditions.push({ text: 'payment.transaction_key = ?', values: [foldedReceipt(providerTransactionId)] })
  for (const term of exact) {
    conditions.push({
      text:
        `EXISTS (SELECT 1 FROM ${tables.terms} AS other WHERE other.tenant = ? AND other.term = ? ` +
        'AND other.created_at = payment.created_at AND other.payment_id = payment.id)',
      values: [tenant, term],
    })
  }
  if (prefixes.length > 0) {
    const anyRange = joined(
      termConditions(context, { prefixes }).map(({ text, values }) => ({ text: `(${text})`, values })),
      'OR',
    )
    conditions.push({
      text: `payment.id IN (SELECT payment_id FROM ${tables.terms} WHERE tenant = ? AND (${anyRange.text}))`,
      values: [tenant, ...anyRange.values],
    })
  }
  const any = joined(conditions, 'OR')
  return { text: `(${any.text})`, values: any.values }
}

const newestFirst = (alias: string, id: string) => `ORDER BY ${alias}.created_at DESC, ${alias}.${id} DESC LIMIT ?`
const selectedColumns = paymentColumns.map((column) => `payment.${column}`).join(', ')

function ofAll(context: SqlContext, query: PaymentSearch): SqlStatement {
  const { tables, tenant, dialect } = context
  const tenants = { text: 'payment.tenant = ?', values: [tenant] }
  const where = joined([tenants, ...fieldsOf(context, query), ...periodOf(context, query, 'payment', 'id')], 'AND')
  const select = `SELECT ${selectedColumns} FROM ${tables.payments} AS payment WHERE ${where.text} ${newestFirst('payment', 'id')}`
  return command(context, select, [...where.values, dialect.limit(query.limit)])
}

/**
 * Returns the statement for the payments of a clause. They are read in the order of the index for each of its terms,
 * and merged; the other clauses are conditions on each payment.
 */
function ofClause(
  context: SqlContext,
  query: PaymentSearch,
  first: SearchClause,
  others: readonly SearchClause[],
): SqlStatement {
  const { tables, tenant, dialect } = context
  const limit = dialect.limit(query.limit)
  const rest = [...fieldsOf(context, query), ...others.map((clause) => hasClause(context, clause))]
  const sources = termConditions(context, first).map((condition) => {
    const where = joined(
      [
        { text: 'found.tenant = ?', values: [tenant] },
        condition,
        ...periodOf(context, query, 'found', 'payment_id'),
        { text: 'payment.tenant = ? AND payment.id = found.payment_id', values: [tenant] },
        ...rest,
      ],
      'AND',
    )
    // A payment may have several terms that begin so, and is one of the rows that are wanted.
    const distinct = condition.text === isTerm ? '' : 'DISTINCT '
    return {
      text:
        `SELECT ${distinct}found.created_at, found.payment_id FROM ${tables.terms} AS found ` +
        `${dialect.finance.inOrder} ${tables.payments} AS payment WHERE ${where.text} ${newestFirst('found', 'payment_id')}`,
      values: [...where.values, limit],
    }
  })
  if (first.providerTransactionId !== undefined) {
    const where = joined(
      [
        { text: 'payment.tenant = ?', values: [tenant] },
        { text: 'payment.transaction_key = ?', values: [foldedReceipt(first.providerTransactionId)] },
        ...periodOf(context, query, 'payment', 'id'),
        ...rest,
      ],
      'AND',
    )
    sources.push({
      text:
        `SELECT payment.created_at, payment.id AS payment_id FROM ${tables.payments} AS payment ` +
        `WHERE ${where.text} ${newestFirst('payment', 'id')}`,
      values: [...where.values, limit],
    })
  }
  const merged = sources.map(({ text }, i) => `SELECT * FROM (${text}) AS part${i}`).join(' UNION ')
  const select =
    `SELECT ${selectedColumns} FROM (${merged}) AS hit ${dialect.finance.inOrder} ${tables.payments} AS payment ` +
    `WHERE payment.tenant = ? AND payment.id = hit.payment_id ${newestFirst('hit', 'payment_id')}`
  return command(context, select, [...sources.flatMap(({ values }) => values), tenant, limit])
}

export async function findCandidates(context: SqlContext, query: CandidateQuery): Promise<Payment[]> {
  const { limitEach, others = [] } = query
  return context.attempt(async ({ deadline }) => {
    const ids = new Set(await idsOfTerms(context, query, deadline))
    if (limitEach > 0) {
      const conditions = [query, ...others].flatMap(conditionsNear)
      for (const id of await nearest(context, conditions, limitEach, deadline)) ids.add(id)
    }
    const rows = await readAll(context, context.finance.paymentsOf([...ids]), deadline)
    return rows.map(paymentOf)
  })
}

/** A condition on terms, and the instant that the payments of it are to be near. */
interface NearCondition extends Condition {
  readonly middle: number
}

function conditionsNear({
  commonTerms,
  prefixes,
  around,
}: Pick<CandidateQuery, 'commonTerms' | 'prefixes' | 'around'>): NearCondition[] {
  const middle = millisecondsOf(around)
  const common = [...new Set(commonTerms.map(indexed))].map((term) => ({ text: isTerm, values: [term], middle }))
  const ranges = [...new Set(prefixes.map(indexed))].map((start) => ({
    text: 'term >= ? AND term < ?',
    values: [...rangeOf(start)],
    middle,
  }))
  return [...common, ...ranges]
}

async function idsOfTerms(
  context: SqlContext,
  { terms, limit }: CandidateQuery,
  deadline: Deadline,
): Promise<string[]> {
  const { dialect, tables, tenant, database } = context
  const ids = new Set<string>()
  for (const part of dialect.batches([...new Set(terms.map(indexed))])) {
    if (ids.size >= limit) break
    const { text: isOne, values } = dialect.oneOf('term', part)
    const select = `SELECT DISTINCT payment_id FROM ${tables.terms} WHERE tenant = ? AND ${isOne} LIMIT ?`
    const rows = await database.read(command(context, select, [tenant, ...values, dialect.limit(limit)]), deadline)
    for (const [id] of rows) if (ids.size < limit) ids.add(text(id))
  }
  return [...ids]
}

/** The numbers of small reads that are put into one statement; few texts, each prepared once. */
const sizes = [8, 4, 2, 1]

/**
 * Returns, for each condition, the ids of the `limitEach` payments created nearest to its instant: the newest before it,
 * and the oldest from it on.
 */
async function nearest(
  context: SqlContext,
  conditions: readonly NearCondition[],
  limitEach: number,
  deadline: Deadline,
): Promise<string[]> {
  const { dialect, tables, tenant, database } = context
  const limit = dialect.limit(limitEach)
  const side = (condition: Condition, sign: '<' | '>=', direction: 'DESC' | 'ASC') =>
    `SELECT ${condition.text === isTerm ? '' : 'DISTINCT '}created_at, payment_id FROM ${tables.terms} ` +
    `WHERE tenant = ? AND ${condition.text} AND created_at ${sign} ? ` +
    `ORDER BY created_at ${direction}, payment_id ${direction} LIMIT ?`
  const byForm = groupedBy(conditions, ({ text }) => text)
  const ids: string[] = []
  for (const part of [...byForm.values()].flatMap((same) =>
    batchesOfSizes(same, () => 0, { sizes, bytes: Infinity }),
  )) {
    const selects = part.flatMap((condition) => [side(condition, '<', 'DESC'), side(condition, '>=', 'ASC')])
    const texts = selects.map((select, i) => `SELECT ${i} AS place, part${i}.* FROM (${select}) AS part${i}`)
    const valuesOf = ({ values, middle }: NearCondition) => [tenant, ...values, middle, limit]
    const values = part.flatMap((condition) => [...valuesOf(condition), ...valuesOf(condition)])
    const rows = await database.read(command(context, texts.join(' UNION ALL '), values), deadline)
    for (const [i, { middle }] of part.entries()) {
      const ofOne = rows.filter(([place]) => Math.floor(Number(place) / 2) === i)
      ids.push(...nearestOf(ofOne, middle, limitEach))
    }
  }
  return ids
}

/** Returns the ids of the nearest payments. Of two that are as near, the one that was created before comes first. */
function nearestOf(rows: readonly (readonly unknown[])[], middle: number, limit: number): string[] {
  const candidates = rows.map(([, at, id]) => ({
    distance: Math.abs(Number(at) - middle),
    at: Number(at),
    id: text(id),
  }))
  candidates.sort((a, b) => a.distance - b.distance || a.at - b.at || (a.id < b.id === a.at < middle ? 1 : -1))
  return candidates.slice(0, limit).map(({ id }) => id)
}
