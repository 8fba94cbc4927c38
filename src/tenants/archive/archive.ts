/** Moves what is over to other tables of the same database. */
import { edgesOfMonth, isReportDay, isTimeZone, monthOf, plusDays, startOfDay } from '../../domain/calendar.js'
import { isPossibleReference } from '../../domain/text.js'
import { isTenant, tenantRule } from '../../domain/tenant.js'
import { PaymentError } from '../../errors.js'
import { type Demand, demandOf } from '../../internal/demand.js'
import { unknownNames } from '../../internal/option-checks.js'
import { archivedLines } from '../../repository/aggregates/archived-lines.js'
import { sessions } from '../../repository/aggregates/sessions.js'
import type { CashSession } from '../../domain/cash/session.js'
import { contextOf } from '../../sql/core/context.js'
import type { SqlDatabase } from '../../sql/core/database.js'
import { DatabaseFault } from '../../sql/core/fault.js'
import { checkDatabase } from '../../sql/core/options.js'
import { withRetries } from '../../sql/core/retry.js'
import { tablesOf } from '../../sql/core/tables.js'
import { dialectOf } from '../../sql/dialects.js'
import { migrate } from '../../sql/migrate.js'
import { sqlRepository } from '../../sql/sql-repository.js'
import { type ArchivePlace, batchOf, type BatchToWrite, type MovedCounts, sessionsOf, straysOf } from './batch.js'
import { checkDeletable } from '../deletable.js'
import { ClosedMonths } from './closed-months.js'
import { isFinalLine, isFinalPayment, isFinalSession } from './final.js'
import { type ArchiveRules, findGroups, type FoundGroups, type MovableGroup } from './find-groups.js'
import { type Link, nameOfLink } from './linked-rows.js'

const demand: Demand = demandOf('archive')

/** The options of `archive`, beside the database. */
export interface ArchiveOptions {
  /** The tenant (hospital) whose rows are moved. */
  readonly tenant: string
  /** The only account whose lines are moved, with the payments that its lines alone pay. Left out: all accounts. */
  readonly account?: string | undefined
  /** A calendar day `YYYY-MM-DD`: months that end before it are moved. */
  readonly before: string
  /** The beginning of the names of the tables that the rows go to, such as `hp_2023_`; they are made where they are not there. */
  readonly to: string
  /** The hospital's time zone, as the service has it: an IANA name such as `Africa/Addis_Ababa`. */
  readonly timeZone: string
  /** The beginning of the names of the tables that the rows are in. Default `hp_`. */
  readonly tablePrefix?: string | undefined
  /** Ends the call between two batches: what was moved stays moved. */
  readonly signal?: AbortSignal | undefined
}

/** The number of rows that one call has moved. */
export interface ArchiveResult {
  readonly payments: number
  readonly lines: number
  /** Events of payments, of lines and of what belongs to them. */
  readonly events: number
}

const optionNames = [
  'tenant',
  'account',
  'before',
  'to',
  'timeZone',
  'tablePrefix',
  'signal',
] as const satisfies readonly (keyof ArchiveOptions)[]

function checkOptions(options: ArchiveOptions): void {
  demand(typeof options === 'object' && options !== null, 'options must be an object')
  const unknown = unknownNames(options, optionNames)
  demand(unknown.length === 0, `unknown option ${unknown.join(', ')}`)
  const { tenant, account, before, timeZone, to, tablePrefix } = options
  demand(isTenant(tenant), `tenant must be ${tenantRule}`)
  demand(account === undefined || isPossibleReference(account), 'account must be the name of an account')
  demand(typeof before === 'string' && isReportDay(before), 'before must be a calendar day YYYY-MM-DD')
  demand(isTimeZone(timeZone), 'timeZone must be an IANA name such as Africa/Addis_Ababa')
  demand(to !== undefined, 'to must be the beginning of the names of other tables, such as hp_2023_')
  const [from, other] = [tablesOf(tablePrefix), tablesOf(to)]
  demand(from.prefix.toLowerCase() !== other.prefix.toLowerCase(), 'to must begin other names than tablePrefix does')
}

/** The sizes of the parts of the work. */
interface ArchiveSizes {
  /** The number of payments or lines whose groups are looked for at once. */
  readonly seedsAtOnce: number
  /** The number of rows after which a batch takes no further group. */
  readonly rowsOfBatch: number
}

const usualSizes: ArchiveSizes = { seedsAtOnce: 200, rowsOfBatch: 200 }
/** The milliseconds that one batch may take. */
const batchMs = 120_000
/** The tries to write a batch of which something has changed meanwhile. */
const maxTries = 8
/** The most rows that are remembered as staying, so that their groups are not read again. */
const maxStayed = 200_000

const nothing: MovedCounts = { payments: 0, lines: 0, events: 0 }

function added(one: MovedCounts, other: MovedCounts): MovedCounts {
  return {
    payments: one.payments + other.payments,
    lines: one.lines + other.lines,
    events: one.events + other.events,
  }
}

/** A key of a row that a batch moves is taken in the other tables. */
class KeyTaken extends Error {}

class Archive {
  counts: MovedCounts = nothing
  private stayed = new Set<string>()
  private readonly months: ClosedMonths
  private readonly rules: ArchiveRules

  constructor(
    private readonly place: ArchivePlace,
    /** The first day of a month. */
    private readonly before: string,
    private readonly options: ArchiveOptions,
    private readonly sizes: ArchiveSizes,
  ) {
    this.months = new ClosedMonths(place.finance, before, options.account)
    this.rules = {
      before: startOfDay(before, options.timeZone),
      isOfClosedMonth: (line) => this.months.has(line),
    }
  }

  async run(): Promise<void> {
    await this.months.read()
    // A payment without a line is of no account.
    if (this.options.account === undefined) await this.movePayments()
    await this.moveLines()
    await this.moveSessions()
  }

  private async movePayments(): Promise<void> {
    const { before } = this.rules
    for (let after: { at: string; id: string } | undefined; ;) {
      const page = await this.place.finance.page({
        by: 'createdAt',
        before,
        direction: 'asc',
        limit: this.sizes.seedsAtOnce,
        ...(after && { after }),
      })
      const seeds = page.filter((payment) => isFinalPayment(payment, before))
      await this.move(seeds.map(({ id }) => ({ kind: 'payment', id })))
      const last = page.at(-1)
      if (!last || page.length < this.sizes.seedsAtOnce) return
      after = { at: last.createdAt, id: last.id }
    }
  }

  private async moveLines(): Promise<void> {
    const { account } = this.options
    for (let after: { valueDate: string; key: string } | undefined; ;) {
      const page = await this.place.finance.pageLines({
        statuses: ['settled'],
        to: plusDays(this.before, -1),
        limit: this.sizes.seedsAtOnce,
        ...(account !== undefined && { account }),
        ...(after && { after }),
      })
      const seeds = page.filter((line) => isFinalLine(line) && this.months.has(line))
      await this.move(seeds.map(({ key }) => ({ kind: 'line', id: key })))
      const last = page.at(-1)
      if (!last || page.length < this.sizes.seedsAtOnce) return
      after = { valueDate: last.valueDate, key: last.key }
    }
  }

  /** Moves sessions of which no line is left; while one is, the session stays with it. */
  private async moveSessions(): Promise<void> {
    const { finance } = this.place
    const { account } = this.options
    for (let after: readonly string[] | undefined; ;) {
      const page: readonly CashSession[] = await finance.pageRows(sessions, {
        list: 'opened',
        before: this.rules.before,
        direction: 'asc',
        limit: this.sizes.seedsAtOnce,
        after,
      })
      const closed = page.filter(
        (session) =>
          isFinalSession(session, this.rules.before) && (account === undefined || session.account === account),
      )
      const moved: CashSession[] = []
      for (const session of closed) {
        const left = await finance.pageLines({ sessionId: session.id, limit: 1 })
        const gone = await finance.findRows(archivedLines, 'sessionId', [session.id])
        if (left.length === 0 && gone.length > 0) moved.push(session)
      }
      if (moved.length > 0) await this.write(() => sessionsOf(this.place, moved))
      const last = page.at(-1)
      if (!last || page.length < this.sizes.seedsAtOnce) return
      after = [last.openedAt, last.id]
    }
  }

  private async move(seeds: readonly Link[]): Promise<void> {
    const open = seeds.filter((seed) => !this.stayed.has(nameOfLink(seed)))
    if (open.length === 0) return
    const selection = await this.find(open)
    for (let batch: MovableGroup[] = [], i = 0; i < selection.groups.length; i++) {
      batch.push(selection.groups[i]!)
      const size = batch.reduce((sum, { links }) => sum + links.length, 0)
      if (size < this.sizes.rowsOfBatch && i < selection.groups.length - 1) continue
      await this.moveGroups(batch, selection)
      batch = []
    }
  }

  private async find(seeds: readonly Link[]): Promise<FoundGroups> {
    const selection = await findGroups(this.place.context, this.place.finance, seeds, this.rules, this.stayed)
    if (this.stayed.size > maxStayed) this.stayed = new Set()
    for (const row of selection.stayed) this.stayed.add(nameOfLink(row))
    return selection
  }

  /** Moves groups together; where a key of one of them is taken in the other tables, each alone, and that one stays. */
  private async moveGroups(groups: readonly MovableGroup[], selection: FoundGroups): Promise<void> {
    try {
      let [now, toMove] = [selection, groups]
      const written = await this.write(async (tries) => {
        if (tries > 1) {
          await this.months.read()
          now = await this.find(groups.flatMap(({ links }) => links))
          toMove = now.groups
        }
        if (toMove.length === 0) return 'nothing'
        const lines = toMove.flatMap(({ links }) => links).flatMap(({ kind, id }) => (kind === 'line' ? [id] : []))
        const ofLines = lines.flatMap((key) => now.rows.line.get(key)?.account ?? [])
        const ends = await this.months.ends([...new Set(ofLines)])
        const areClosed = lines.every((key) => {
          const line = now.rows.line.get(key)
          return line === undefined || this.months.has(line)
        })
        return areClosed ? batchOf(this.place, toMove, now, ends) : null
      })
      if (written) await this.write(async () => (await straysOf(this.place, written.ids)) ?? 'nothing')
    } catch (error) {
      if (!(error instanceof KeyTaken)) throw error
      if (groups.length === 1) {
        for (const row of groups[0]!.links) this.stayed.add(nameOfLink(row))
        return
      }
      for (const group of groups) await this.moveGroups([group], selection)
    }
  }

  /** Writes a batch, and decides it again where something of it has changed meanwhile. */
  private async write(
    decide: (tries: number) => Promise<BatchToWrite | 'nothing' | null>,
  ): Promise<BatchToWrite | null> {
    const { database } = this.place.context
    for (let tries = 1; tries <= maxTries; tries++) {
      this.options.signal?.throwIfAborted()
      const batch = await decide(tries)
      if (batch === 'nothing') return null
      if (batch === null) continue
      const committed = await withRetries(database, batchMs, async ({ deadline, repeated }) => {
        try {
          const result = await database.write(batch.statements(deadline), deadline, { inTransaction: true })
          // An earlier try of this very batch was stored, so that nothing of it is left here.
          return result.committed || (repeated && (await batch.isStored(deadline)))
        } catch (fault) {
          if (fault instanceof DatabaseFault && fault.kind === 'duplicate') {
            if (repeated && (await batch.isStored(deadline))) return true
            throw new KeyTaken()
          }
          throw fault
        }
      })
      if (committed) {
        this.counts = added(this.counts, batch.counts)
        return batch
      }
    }
    throw new PaymentError(
      'concurrent_update',
      'Other changes of the same rows came first each time; what was moved before is complete. Call archive again.',
    )
  }
}

/**
 * Moves payments, lines and all that belongs to them to other tables of the same database: those of months that are over, and about
 * whose money nothing is left to decide. `sqlRepository(database, { tablePrefix: to })` reads them there. What moves are whole groups:
 * a payment with its history, refunds, waivers, attempts and receipts, and the lines that pay it. It stays where one of them is not
 * over, is of a month of which a day is not closed, or of an account that is not asked for.
 *
 * Balances, closings and months stay what they were, a moved line is `already_reconciled` in every statement, and `days.verify` names
 * the days of which lines were moved. It works in batches, each all or nothing; a call that was cut short is completed by the next.
 *
 * @throws TypeError for a wrong option
 * @throws PaymentError `storage_unavailable`, `outcome_unknown` (call again), `concurrent_update` (call again)
 * @example
 * import Database from 'libsql'
 *
 * const database = fromSqlite(new Database(':memory:'))
 * await migrate(database)
 * await archive(database, { tenant: 'default', before: '2024-01-01', to: 'hp_2023_', timeZone: 'Africa/Addis_Ababa' })
 * // => { payments: 0, lines: 0, events: 0 }
 */
export async function archive(database: SqlDatabase, options: ArchiveOptions): Promise<ArchiveResult> {
  return archiveInBatches(database, options, usualSizes)
}

/** Does what `archive` does, in batches of these sizes. */
export async function archiveInBatches(
  database: SqlDatabase,
  options: ArchiveOptions,
  sizes: ArchiveSizes,
): Promise<ArchiveResult> {
  checkDatabase(database, undefined)
  checkOptions(options)
  const { tenant, before, to, tablePrefix, signal } = options
  demand(!database.isBound(), 'a pool is needed, because each batch is a transaction of its own')
  signal?.throwIfAborted()
  const like = await checkDeletable(database, { tablePrefix })
  await migrate(database, { tablePrefix: to, ...like })
  const writes = like.distribute === 'citus' ? ('statements' as const) : undefined
  const timeoutMs = batchMs
  const tables = tablesOf(tablePrefix)
  const settings = { tables, tenant, isTenantNamed: true, timeoutMs, writes }
  const work = new Archive(
    {
      context: contextOf(database, dialectOf(database.dialect, settings), settings),
      finance: sqlRepository(database, { tenant, tablePrefix, timeoutMs }),
      archived: sqlRepository(database, { tenant, tablePrefix: to, timeoutMs }),
      to: tablesOf(to),
    },
    edgesOfMonth(monthOf(before)).first,
    options,
    sizes,
  )
  await work.run()
  return work.counts
}
