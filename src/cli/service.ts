import type { Logger } from '../internal/logger.js'
import { createHospitalPayments, type HospitalPayments } from '../service.js'
import { sqlRepository } from '../sql/index.js'
import { tablesOf } from '../sql/core/tables.js'
import { schemaState } from '../sql/schema-state.js'
import type { Arguments } from './arguments.js'
import type { Connection } from './connection.js'
import { SetupError, throwAsUsage } from './failures.js'
import type { Providers } from './providers.js'
import { plainLine, type PlainStream } from './plain-text.js'
import { tenantNotice } from './tenant-notice.js'

/** Reads the settings of commands beside the database. */
export function settingsOf(args: Arguments) {
  return {
    tenant: args.setting('tenant', 'HP_TENANT'),
    tablePrefix: args.setting('table-prefix', 'HP_TABLE_PREFIX'),
    timeZone: args.setting('time-zone', 'HP_TIME_ZONE'),
  }
}

/** The settings that a command may add. */
export interface ServiceOptions {
  readonly logger?: Logger | undefined
  readonly providers?: Providers | undefined
  /** The zone of calendar days where neither the option nor the variable names one; UTC without it. */
  readonly fallbackZone?: ((payments: HospitalPayments) => Promise<string>) | undefined
}

const toMigrate = 'To do: npx hospital-payments migrate'

/** @throws SetupError where the tables are not there or not up to date */
async function checkTables(
  { database, shown }: Pick<Connection, 'database' | 'shown'>,
  tablePrefix: string | undefined,
): Promise<void> {
  const { missing } = await schemaState(database, { tablePrefix })
  if (missing.length === 0) return
  throw new SetupError(
    `The tables of ${shown} are not there, or not up to date: ${missing.join(', ')} to be applied.\n${toMigrate}`,
  )
}

/**
 * Returns a function that makes the service of a tenant over the tables of a database, each once.
 *
 * @throws SetupError where the tables are not there or not up to date
 */
export async function servicesOn(
  connection: Connection,
  args: Arguments,
  { logger, providersOf }: Pick<ServiceOptions, 'logger'> & { providersOf(tenant: string): Providers | undefined },
): Promise<(tenant: string) => HospitalPayments> {
  const { tablePrefix, timeZone } = settingsOf(args)
  asUsage(() => tablesOf(tablePrefix))
  await checkTables(connection, tablePrefix)
  const services = new Map<string, HospitalPayments>()
  return (tenant) => {
    const known = services.get(tenant)
    if (known) return known
    const repository = sqlRepository(connection.database, { tenant, tablePrefix })
    const service = createHospitalPayments({ repository, timeZone, logger, providers: providersOf(tenant) })
    services.set(tenant, service)
    return service
  }
}

/**
 * Makes the service over the tables of a database. It creates no payments, so it needs no channels. A notice on
 * standard error names a tenant of which nothing is stored: a new hospital is no mistake.
 *
 * @throws SetupError where the tables are not there or not up to date
 */
export async function serviceOn(
  { database, shown }: Connection,
  args: Arguments,
  stderr: PlainStream,
  { logger, providers, fallbackZone }: ServiceOptions = {},
): Promise<HospitalPayments> {
  const { tenant, tablePrefix, timeZone: timeZone } = settingsOf(args)
  const repository = asUsage(() => sqlRepository(database, { tenant, tablePrefix }))
  const serviceIn = (timeZone: string | undefined) =>
    asUsage(() => createHospitalPayments({ repository, timeZone, logger, providers }))
  const service = serviceIn(timeZone)
  await checkTables({ database, shown }, tablePrefix)
  const notice = await tenantNotice(database, { tenant, tablePrefix })
  if (notice !== null) stderr.write(`${plainLine(`hospital-payments: ${notice}`)}\n`)
  return timeZone === undefined && fallbackZone ? serviceIn(await fallbackZone(service)) : service
}

/** Calls what refuses options before anything is sent. @throws UsageError */
export function asUsage<Value>(make: () => Value): Value {
  try {
    return make()
  } catch (error) {
    return throwAsUsage(error)
  }
}
