import type { PaymentStatus } from '../domain/payments/payment.js'
import type { PaymentTotal } from '../domain/report.js'
import { checkKeys } from '../repository/checks.js'
import type { FinanceRepository } from '../repository/finance-port.js'
import type { Filter, LookupKeys, LookupResult, PageQuery } from '../repository/port.js'
import { contextOf, readAll, type SqlContext } from './core/context.js'
import type { SqlDatabase, SqlRow, SqlStatement } from './core/database.js'
import { matchesNothing } from './core/filter.js'
import { financeFunctions } from './core/finance/finance.js'
import { insert } from './core/insert.js'
import { checkDatabase, readSqlOptions, type SqlRepositoryOptions, type SqlSettings } from './core/options.js'
import { claimEvents, completeEvents } from './core/outbox.js'
import { replaceWithLines } from './core/finance/replace-with-lines.js'
import { replace } from './core/replace.js'
import { withBound } from '../repository/bound.js'
import { withTenant } from '../repository/tenant.js'
import { isFinanceGroup } from '../repository/rows.js'
import { eventOf, paymentOf } from './core/row.js'
import { text } from './core/values.js'
import { scan } from './core/scan.js'
import { exactSum } from './core/sums.js'
import { databaseWithin } from './hosts/transactions/database-within.js'
import { dialectOf } from './dialects.js'

function totalOf([currency, channel, status, count, ...sums]: SqlRow): PaymentTotal {
  return {
    currency: text(currency),
    channel: text(channel),
    status: text(status) as PaymentStatus,
    count: Number(count),
    amount: exactSum(sums.slice(0, sums.length / 2)),
    waived: exactSum(sums.slice(sums.length / 2)),
  }
}

async function lookup(context: SqlContext, keys: LookupKeys): Promise<LookupResult> {
  const { references, providerTransactionIds, lineKeys } = keys
  checkKeys(references, providerTransactionIds, lineKeys)
  const { statements } = context
  return context.attempt(async ({ deadline }) => {
    const read = (commands: readonly SqlStatement[]) => readAll(context, commands, deadline)
    const rows = await read(statements.withReferences(references))
    rows.push(...(await read(statements.withTransactions(providerTransactionIds))))
    const lines = await read(statements.linesOf(lineKeys))
    return {
      payments: Array.from(new Map(rows.map((row) => [text(row[0]), row])).values(), paymentOf),
      lines: Array.from(new Map(lines.map(([key, ids]) => [text(key), text(ids)])), ([key, ids]) => ({
        key,
        paymentIds: JSON.parse(ids) as string[],
      })),
    }
  })
}

/**
 * Returns a repository over the tables of a database, which `migrate` or `schemaSql` makes. Over a pool each call is a
 * transaction of its own, and is repeated while the database is busy. Over a connection calls are part of the transaction that
 * the host has opened there, and are committed or rolled back with it.
 *
 * Its calls reject with a `PaymentError` whose `cause` is the driver's error: `storage_unavailable` (nothing was stored; see
 * `retryable`), `outcome_unknown` (a write was sent and not answered) or `concurrent_update` (other transactions came first).
 *
 * @throws TypeError for a wrong option, or a database of another dialect; nothing is sent yet
 * @example
 * import Database from 'libsql'
 *
 * const database = fromSqlite(new Database(':memory:'))
 * await migrate(database)
 * const payments = createHospitalPayments({ repository: sqlRepository(database, { tenant: 'ward-4' }) })
 * await payments.reportPayments() // => { items: [], nextCursor: null }
 */
export function sqlRepository(database: SqlDatabase, options: SqlRepositoryOptions = {}): FinanceRepository {
  const settings = readSqlOptions(options)
  checkDatabase(database, options.dialect)
  return repositoryOver(database, settings)
}

function repositoryOver(database: SqlDatabase, settings: SqlSettings): FinanceRepository {
  const context = contextOf(database, dialectOf(database.dialect, settings), settings)
  const { groupSize } = context.dialect
  const repository: FinanceRepository = {
    ...(groupSize !== undefined && { groupSize }),
    insert: (entries) => insert(context, entries),
    replace: (group) => (isFinanceGroup(group) ? replaceWithLines(context, group) : replace(context, group)),
    async get(id) {
      const [row] = await context.read(context.statements.payment(id))
      return row ? paymentOf(row) : null
    },
    async page(query: PageQuery) {
      if (matchesNothing(query) || query.limit < 1) return []
      return (await context.read(context.statements.page(query))).map(paymentOf)
    },
    lookup: (keys) => lookup(context, keys),
    scan: (query, signal) => scan(context, query, signal),
    async totals(filter: Filter) {
      if (matchesNothing(filter)) return []
      return (await context.read(context.statements.totals(filter))).map(totalOf)
    },
    async history(id) {
      return (await context.read(context.statements.history(id))).map(eventOf)
    },
    claimEvents: (claim) => claimEvents(context, claim),
    completeEvents: (done) => completeEvents(context, done),
    within: (connection) => repositoryOver(databaseWithin(connection, database.dialect), settings),
    ...financeFunctions(context),
  }
  withBound(repository, () => database.isBound())
  return withTenant(repository, { tenant: settings.tenant, isNamed: settings.isTenantNamed })
}
