import { uploadMs } from '../domain/desk/upload.js'
import type { SendTenantEvent } from '../domain/payments/delivery-schedule.js'
import { isPaymentError } from '../errors.js'
import { systemClock } from '../internal/clock.js'
import { type Demand, demandOf } from '../internal/demand.js'
import { type Logger, readLogger } from '../internal/logger.js'
import { sleep } from '../internal/sleep.js'
import { untilAborted } from '../internal/abort.js'
import type { HospitalPayments } from '../service.js'
import {
  longerWait,
  paceNames,
  readPace,
  timesOfUploads,
  type Wait,
  type WorkerPace,
} from '../service/worker-options.js'
import type { SqlDatabase, SqlStatement } from '../sql/core/database.js'
import { text } from '../sql/core/values.js'
import { isOnCitus, ofDatabase, readTenantOptions, tenantOptionNames, type TenantOptions } from './options.js'
import { checkSome, deliverSome, expireSome } from './tenant-works.js'
import { tenantsToTidy, tenantsWaiting } from './tenant-statements.js'
import { type Places, type TurnEnd, turns, type Turns } from './turns.js'
import { maxTenants } from './waiting.js'

const demand: Demand = demandOf('runTenantWorker')

/** The work of `runTenantWorker`, its services, and the signal that ends it. */
export interface TenantWorkerOptions extends WorkerPace, TenantOptions {
  /** The database of all tenants. */
  database: SqlDatabase
  /**
   * Returns the service of a tenant, and is called at each turn of the tenant: keep the services that you have made. A tenant
   * for which it throws or rejects is tried again later.
   */
  payments: (tenant: string) => HospitalPayments | Promise<HospitalPayments>
  /** A function that delivers one event, as for `deliverEvents`, of the tenant; without it no events are delivered. */
  send?: SendTenantEvent | undefined
  /** Returns the tenants that this worker works for, and is called at each round; default all. */
  tenants?: (() => AsyncIterable<string>) | undefined
  /** A logger that gets a warning of each failure; default none. */
  logger?: Logger | undefined
}

const names = [
  ...tenantOptionNames,
  ...paceNames,
  'database',
  'payments',
  'send',
  'tenants',
  'logger',
] as const satisfies readonly (keyof TenantWorkerOptions)[]

/** The parts of a worker that tests replace. */
export interface WorkerParts {
  readonly wait: Wait
  readonly places: Places
  clock(): number
}

const usualParts: WorkerParts = {
  wait: sleep,
  places: { atOnce: 8, failingAtOnce: 8, slowAfterMs: 1_000, maxSlow: 200 },
  clock: systemClock,
}

function readOptions(options: TenantWorkerOptions) {
  demand(typeof options === 'object' && options !== null, 'options with a database, payments and a signal are required')
  const { tables } = readTenantOptions(demand, options.database, options, names)
  const { database, payments, tenants, logger = {} } = options
  demand(typeof payments === 'function', 'payments must be a function that returns the service of a tenant')
  demand(tenants === undefined || typeof tenants === 'function', 'tenants must be a function')
  const pace = readPace<SendTenantEvent>(demand, options)
  return { ...pace, database, tables, payments, tenants, logger: readLogger('runTenantWorker', logger) }
}

/** One kind of work: the statement that finds the tenants which wait for it, and their turns. */
interface Work {
  readonly name: string
  readonly turns: Turns
  search(now: number): Search
}

/** A statement that finds tenants, and what is done with those of this worker before they have their turns. */
interface Search {
  readonly statement: SqlStatement
  keep?(tenants: readonly string[]): void
}

/** Runs a worker with parts of the caller's. */
export async function runTenantWorkerWith(parts: WorkerParts, options: TenantWorkerOptions): Promise<void> {
  const { database, tables, payments, tenants, send, everyMs, expire, signal, logger } = readOptions(options)
  const { wait, places, clock } = parts
  const { dialect } = database
  const read = ofDatabase(database)
  const codeOf = (error: unknown) => (isPaymentError(error) ? error.code : 'internal_error')

  function workOf(
    name: string,
    search: Work['search'],
    turn: (service: HospitalPayments, tenant: string) => Promise<TurnEnd>,
  ): Work {
    const take = async (tenant: string) => turn(await payments(tenant), tenant)
    const onFailure = (tenant: string, error: unknown, waitMs: number) => {
      const about = { work: name, tenant, code: codeOf(error), waitMs }
      logger.warn('The worker failed for a tenant, and tries again later.', about)
    }
    return { name, search, turns: turns({ everyMs, signal, places, clock, take, onFailure }) }
  }

  const isTimeOfUploads = timesOfUploads()
  /** The tenants of the last look for old files, until the turn in which they are removed. */
  const withUploads = new Set<string>()
  const toExpire = tenantsWaiting(dialect, tables, 'expiry')
  const toTidy = tenantsToTidy(dialect, tables)
  /** Looks for files that the desk kept for a day too, every ten minutes. */
  function searchForExpiry(now: number): Search {
    if (!isTimeOfUploads(now)) return { statement: toExpire(now, maxTenants) }
    return {
      statement: toTidy(now, now - uploadMs, maxTenants),
      keep(tenants) {
        for (const tenant of tenants) withUploads.add(tenant)
      },
    }
  }

  const works: Work[] = []
  if (send) {
    const toDeliver = tenantsWaiting(dialect, tables, 'events')
    works.push(
      workOf(
        'deliverEvents',
        (now) => ({ statement: toDeliver(now, maxTenants) }),
        (service, tenant) => deliverSome(service, (event) => send(event, { tenant }), { signal, clock }),
      ),
    )
  }
  if (expire) {
    const expireOf = (service: HospitalPayments, tenant: string) => expireSome(service, withUploads.delete(tenant))
    works.push(workOf('expireDue', searchForExpiry, expireOf))
  }
  const toCheck = tenantsWaiting(dialect, tables, 'attempts')
  works.push(workOf('checkDue', (now) => ({ statement: toCheck(now, maxTenants) }), checkSome))

  /** Returns the tenants of this round; `null` for all. */
  async function tenantsOfRound(): Promise<ReadonlySet<string> | null> {
    if (!tenants) return null
    const ours = new Set<string>()
    for await (const tenant of untilAborted(tenants(), signal)) ours.add(tenant)
    return ours
  }

  /** The tenants that a round has found. */
  const known = new Set<string>()
  let answer: boolean | undefined
  const onCitus = async () => (answer ??= await isOnCitus(database, tables))

  /** Looks once for each kind of work. Returns whether all of it could be looked for. */
  async function look(waitMs: number): Promise<boolean> {
    const warn = (work: string, error: unknown) => {
      if (!signal.aborted)
        logger.warn('The search for work failed, and is repeated later.', { work, code: codeOf(error), waitMs })
      return false
    }
    let ours: ReadonlySet<string> | null
    try {
      ours = await tenantsOfRound()
    } catch (error) {
      return warn('tenants', error)
    }
    const searches = works.map(async ({ name, search, turns: { offer } }) => {
      try {
        const { statement, keep } = search(clock())
        const names = (await read(statement)).map(([tenant]) => text(tenant))
        const toOffer = ours === null ? names : names.filter((tenant) => ours.has(tenant))
        keep?.(toOffer)
        offer(toOffer)
        for (const tenant of names) known.add(tenant)
        return true
      } catch (error) {
        // On Citus one server that is away fails every search: those of the others go on.
        if (await onCitus().catch(() => false)) offer([...(ours ?? known)])
        return warn(name, error)
      }
    })
    return (await Promise.all(searches)).every((isFound) => isFound)
  }

  let waitMs = everyMs
  while (!signal.aborted) {
    const longerMs = longerWait(waitMs, everyMs)
    waitMs = (await look(longerMs)) ? everyMs : longerMs
    await wait(waitMs, signal)
  }
  await Promise.all(works.map(({ turns: { ended } }) => ended()))
}

/**
 * Works for all tenants of a database until `signal` is aborted: delivers events, expires due payments, removes old files of the
 * desk and asks providers about due attempts, as `runWorker` does for one tenant. Then it begins no send, and resolves when those
 * in flight have ended.
 *
 * Each round finds the tenants that have work to do by three statements at most, however many tenants there are. Tenants take
 * turns: up to 50 events, and then the next tenant. A tenant whose storage, service or receiver fails delays no other; it is
 * tried again after a wait that doubles each time, up to a minute, with a warning to `logger`. Any number of workers may run at
 * once, in any number of processes, all with the same `send`.
 *
 * @throws TypeError for a wrong option
 * @example
 * import Database from 'libsql'
 *
 * const database = fromSqlite(new Database(':memory:'))
 * await migrate(database)
 * const serviceOf = (tenant: string) =>
 *   createHospitalPayments({
 *     repository: sqlRepository(database, { tenant }),
 *     channels: { cash: textChannel('Pay at the cashier with reference {reference}.') },
 *   })
 * for (const tenant of ['black-lion', 'ward-4'])
 *   await serviceOf(tenant).createPayment({ amount: 150000, currency: 'ETB', reference: 'INV-1', channel: 'cash' })
 * const sent: string[] = []
 * const stop = new AbortController()
 * const send = async ({ type }: { type: string }, { tenant }: { tenant: string }) => {
 *   if (sent.push(`${tenant}: ${type}`) === 2) stop.abort()
 * }
 * await runTenantWorker({ database, payments: serviceOf, send, signal: stop.signal })
 * sent.sort() // => ['black-lion: payment.created', 'ward-4: payment.created']
 */
export async function runTenantWorker(options: TenantWorkerOptions): Promise<void> {
  return runTenantWorkerWith(usualParts, options)
}
