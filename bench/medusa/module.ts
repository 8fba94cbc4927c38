/** The payment module of Medusa alone, as its framework runs it: its own migrations, connection pool and provider. */
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

export interface Listing {
  readonly skip: number
  readonly take: number
  readonly order: Readonly<Record<string, 'ASC' | 'DESC'>>
  readonly select?: readonly string[]
}

export interface AmountRequest {
  readonly amount: number
  readonly currency_code: string
  readonly metadata: Readonly<Record<string, unknown>>
}

export interface PaymentModule {
  createPaymentCollections(collection: AmountRequest): Promise<{ readonly id: string }>
  createPaymentSession(
    collection: string,
    session: AmountRequest & { readonly provider_id: string; readonly data: object },
  ): Promise<unknown>
  listPaymentSessions(filters: object, listing: Listing): Promise<unknown[]>
  listAndCountPaymentSessions(filters: object, listing: Listing): Promise<[sessions: unknown[], count: number]>
}

/** A connection of Knex. */
interface Connection {
  raw(sql: string, values?: readonly unknown[]): Promise<unknown>
  destroy(): Promise<void>
}

/** The part of the framework that is used; it is installed for this benchmark alone, so the compiler does not see it. */
interface Framework {
  readonly MedusaModule: {
    migrateUp(options: object): Promise<unknown>
    bootstrap(options: object): Promise<{ readonly payment: PaymentModule }>
    onApplicationShutdown(): Promise<void>
    clearInstances(): void
  }
  readonly ModulesSdkUtils: { createPgConnection(options: { readonly clientUrl: string }): Connection }
  readonly ContainerRegistrationKeys: { readonly PG_CONNECTION: string; readonly LOGGER: string }
  createMedusaContainer(): { register(registrations: Readonly<Record<string, unknown>>): void }
  asValue(value: unknown): unknown
}

const require = createRequire(import.meta.url)
const silent = Object.fromEntries(['info', 'warn', 'error', 'debug'].map((level) => [level, () => undefined]))

/** Installs the framework where npm's own record is missing, which it writes last. */
function installed(): Framework {
  if (!existsSync(join(import.meta.dirname, 'node_modules/.package-lock.json')))
    execFileSync('npm', ['install', '--prefix', import.meta.dirname], { stdio: 'inherit' })
  const parts = ['modules-sdk', 'utils', 'awilix'].map((part) => require(`@medusajs/framework/${part}`) as object)
  return Object.assign({}, ...parts) as Framework
}

/** Starts the module over a database of its own, empty or filled before. */
export async function startPaymentModule(connectionString: string) {
  const { MedusaModule, ModulesSdkUtils, ContainerRegistrationKeys, createMedusaContainer, asValue } = installed()
  const code = require.resolve('@medusajs/payment')
  const database = { clientUrl: connectionString }
  const container = createMedusaContainer()
  container.register({ [ContainerRegistrationKeys.LOGGER]: asValue(silent) })
  await MedusaModule.migrateUp({ moduleKey: 'payment', modulePath: code, container, options: { database } })

  const connection = ModulesSdkUtils.createPgConnection(database)
  const { payment } = await MedusaModule.bootstrap({
    moduleKey: 'payment',
    defaultPath: code,
    // Without a database among the options it takes the connection that it is handed, as in a shop.
    declaration: { scope: 'internal', options: {} },
    injectedDependencies: { [ContainerRegistrationKeys.PG_CONNECTION]: connection },
  })
  return {
    payment,
    connection,
    async close(): Promise<void> {
      await MedusaModule.onApplicationShutdown()
      MedusaModule.clearInstances()
      await connection.destroy()
    },
  }
}
