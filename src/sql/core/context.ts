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
import { onceForTables } from './shared-texts.js'
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

/**
 * The parts of one tenant. Each kind of statements is made by its first use: a process has services of thousands of tenants, and
 * a host's transaction has one of its own.
 */
class TenantContext implements SqlContext {
  readonly database: SqlDatabase
  readonly dialect: Dialect
  readonly tenant: string
  readonly tables: Tables
  readonly timeoutMs: number
  #ofAggregate: Map<AnyAggregate, AggregateStatements> | undefined
  #statements: Statements | undefined
  #writes: PaymentWrites | undefined
  #finance: FinanceStatements | undefined
  #lineWrites: LineWrites | undefined
  #days: DayStatements | undefined
  #events: EventStatements | undefined
  #rowEvents: RowEventStatements | undefined
  #eventWrites: SqlContext['eventWrites'] | undefined

  constructor(handle: SqlDatabase, dialect: Dialect, { tables, tenant, timeoutMs }: SqlSettings) {
    this.database = dialect.writesInTransactions ? writingInTransactions(handle) : handle
    this.dialect = dialect
    this.tenant = tenant
    this.tables = tables
    this.timeoutMs = timeoutMs
  }

  get #bound(): boolean {
    return this.database.dialect !== 'sqlite' && this.database.isBound()
  }

  get statements(): Statements {
    return (this.#statements ??= statements(this))
  }

  get writes(): PaymentWrites {
    const { tables, tenant } = this
    return (this.#writes ??= this.dialect.writes({ tables, tenant, bound: this.#bound }))
  }

  get finance(): FinanceStatements {
    return (this.#finance ??= financeStatements(this))
  }

  get lineWrites(): LineWrites {
    const { tables, tenant } = this
    return (this.#lineWrites ??= this.dialect.finance.lineWrites({ tables, tenant, bound: this.#bound }))
  }

  get days(): DayStatements {
    return (this.#days ??= dayStatements(this))
  }

  get events(): EventStatements {
    return (this.#events ??= eventStatements(this))
  }

  get rowEvents(): RowEventStatements {
    return (this.#rowEvents ??= rowEventStatements(this))
  }

  get eventWrites(): SqlContext['eventWrites'] {
    const { tables, tenant, dialect } = this
    return (this.#eventWrites ??= eventWrites({
      tables,
      tenant,
      limits: dialect.finance.rowLimits,
      form: { ...writesAsTheyAre, writing: (text) => dialect.placeholders(text + dialect.finance.counted) },
    }))
  }

  get claim(): SqlContext['claim'] {
    return claimTexts(this)
  }

  readonly aggregates = (of: AnyAggregate): AggregateStatements => {
    const known = (this.#ofAggregate ??= new Map())
    const { dialect, tables, tenant } = this
    if (!known.has(of)) known.set(of, aggregateStatements(of, { dialect, tables, tenant, bound: this.#bound }))
    return known.get(of)!
  }

  readonly attempt = <Result>(work: (attempt: Attempt) => Promise<Result>): Promise<Result> =>
    withRetries(this.database, this.timeoutMs, work)

  readonly read = (statement: SqlStatement): Promise<readonly SqlRow[]> =>
    this.attempt(({ deadline }) => this.database.read(statement, deadline))
}

const claimTexts = onceForTables(
  ({ dialect, tables }: Pick<SqlContext, 'dialect' | 'tables'>) => dialect.claim?.(tables) ?? null,
  ({ dialect }) => dialect,
)

export function contextOf(database: SqlDatabase, dialect: Dialect, settings: SqlSettings): SqlContext {
  return new TenantContext(database, dialect, settings)
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
