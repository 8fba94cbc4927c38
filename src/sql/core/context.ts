import type { StoredEvent } from '../../domain/event-stream.js'
import type { Deadline, SqlDatabase, SqlRow, SqlStatement, WriteStatement } from './database.js'
import type { Dialect, PaymentWrites } from './dialect.js'
import type { LineWrites } from './finance/finance-dialect.js'
import type { AnyAggregate } from '../../repository/aggregates/aggregate.js'
import { type RowEventStatements, rowEventStatements } from './aggregates/row-events.js'
import { type AggregateStatements, aggregateStatements } from './aggregates/statements.js'
import { type DayStatements, dayStatements } from './finance/day-statements.js'
import { type EventStatements, eventStatements } from './finance/event-statements.js'
import { type FinanceStatements, financeStatements } from './finance/statements.js'
import type { SqlSettings } from './options.js'
import { type Attempt, withRetries } from './retry.js'
import { type Statements, statements } from './statements.js'
import type { Tables } from './tables.js'
import { eventWrites } from './transactional-writes.js'
import { writesAsTheyAre } from './write-form.js'

/**
 * The parts that the repository's functions share: the database, the statements over one tenant's rows, and the retries
 * of calls.
 */
export interface SqlContext {
  readonly database: SqlDatabase
  readonly dialect: Dialect
  readonly tenant: string
  readonly tables: Tables
  readonly timeoutMs: number
  readonly statements: Statements
  readonly writes: PaymentWrites
  readonly finance: FinanceStatements
  readonly lineWrites: LineWrites
  readonly days: DayStatements
  readonly events: EventStatements
  readonly rowEvents: RowEventStatements
  /** Returns the statements that write events, each with its delivery, without the payment behind them. */
  eventWrites(events: readonly StoredEvent[]): readonly WriteStatement[]
  /** The texts that claim events in one statement; `null` where a claim takes several. */
  readonly claim: { readonly due: string; readonly dead: string } | null
  /** Returns the statements about the rows of an aggregate, which are made once. */
  aggregates(of: AnyAggregate): AggregateStatements
  attempt<Result>(work: (attempt: Attempt) => Promise<Result>): Promise<Result>
  /** Runs one reading statement as a whole call. */
  read(statement: SqlStatement): Promise<readonly SqlRow[]>
}

/** Returns a database in which every write is a transaction. */
function writingInTransactions(database: SqlDatabase): SqlDatabase {
  return {
    ...database,
    write: (statements, deadline) => database.write(statements, deadline, { inTransaction: true }),
  }
}

export function contextOf(
  handle: SqlDatabase,
  dialect: Dialect,
  { tables, tenant, timeoutMs }: SqlSettings,
): SqlContext {
  const database = dialect.writesInTransactions ? writingInTransactions(handle) : handle
  const bound = database.dialect !== 'sqlite' && database.isBound()
  const ofAggregate = new Map<AnyAggregate, AggregateStatements>()
  const attempt = <Result>(work: (attempt: Attempt) => Promise<Result>) => withRetries(database, timeoutMs, work)
  return {
    database,
    dialect,
    tenant,
    tables,
    timeoutMs,
    statements: statements({ dialect, tables, tenant }),
    writes: dialect.writes({ tables, tenant, bound }),
    finance: financeStatements({ dialect, tables, tenant }),
    lineWrites: dialect.finance.lineWrites({ tables, tenant, bound }),
    days: dayStatements({ dialect, tables, tenant }),
    events: eventStatements({ dialect, tables, tenant }),
    eventWrites: eventWrites({
      tables,
      tenant,
      limits: dialect.finance.rowLimits,
      form: { ...writesAsTheyAre, writing: (text) => dialect.placeholders(text + dialect.finance.counted) },
    }),
    rowEvents: rowEventStatements({ dialect, tables, tenant }),
    aggregates(of) {
      let known = ofAggregate.get(of)
      if (!known) ofAggregate.set(of, (known = aggregateStatements(of, { dialect, tables, tenant, bound })))
      return known
    },
    claim: dialect.claim?.(tables) ?? null,
    attempt,
    read: (statement) => attempt(({ deadline }) => database.read(statement, deadline)),
  }
}

/** Runs reading statements as parts of one call, and returns all their rows in order. */
export async function readAll(
  { database }: SqlContext,
  statements: readonly SqlStatement[],
  deadline: Deadline,
): Promise<SqlRow[]> {
  const rows: SqlRow[] = []
  for (const statement of statements) for (const row of await database.read(statement, deadline)) rows.push(row)
  return rows
}
