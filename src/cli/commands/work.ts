import { defaultTenant } from '../../domain/tenant.js'
import { unknownNames } from '../../internal/option-checks.js'
import type { Logger } from '../../internal/logger.js'
import { runWorker } from '../../service/run-worker.js'
import { runTenantWorker, type TenantWorkerOptions } from '../../tenants/run-tenant-worker.js'
import { databaseOptions } from '../arguments.js'
import type { Call, Command } from '../command.js'
import { UsageError } from '../failures.js'
import type { Io } from '../io.js'
import { defaultExportOf } from '../module-file.js'
import type { Providers } from '../providers.js'
import { servicesOn, settingsOf } from '../service.js'
import { streamLogger } from '../stream-logger.js'

/** The default export of a configuration. */
interface Configuration extends Pick<TenantWorkerOptions, 'send' | 'everyMs' | 'expire' | 'tenants'> {
  /** The logger of what the service reports; default standard error. */
  logger?: Logger | undefined
  /** The providers of payments, whose due attempts are asked about, or a function that returns those of a tenant. */
  providers?: Providers | ((tenant: string) => Providers | undefined) | undefined
}

const names = [
  'send',
  'everyMs',
  'expire',
  'logger',
  'providers',
  'tenants',
] as const satisfies readonly (keyof Configuration)[]

async function load(file: string, { folder }: Pick<Io, 'folder'>): Promise<Configuration> {
  const example = '{ send: async (event) => { … } }'
  const configuration = await defaultExportOf({ file, folder, kind: 'configuration', example })
  const unknown = unknownNames(configuration, names)
  if (unknown.length === 0) return configuration
  throw new UsageError(`${file} exports ${unknown.join(', ')}, but may only have ${names.join(', ')}.`)
}

/** Starts a worker, whose promise resolves when it has ended. */
type Start = () => Promise<void>

/** Makes the worker of one tenant. */
async function workerOfOne(
  { args, io, payments }: Call,
  { logger, providers, tenants, send, ...pace }: Configuration,
): Promise<Start> {
  if (tenants !== undefined) throw new UsageError('The configuration has tenants, which need --all-tenants.')
  const { tenant = defaultTenant } = settingsOf(args)
  const service = await payments({
    logger,
    providers: typeof providers === 'function' ? providers(tenant) : providers,
  })
  const sendOfOne = typeof send === 'function' ? (event: Parameters<typeof send>[0]) => send(event, { tenant }) : send
  return () => runWorker(service, { ...pace, send: sendOfOne, signal: io.signal })
}

/** Makes the worker of all tenants, each of which has a service that is made once. */
async function workerOfAll(
  { args, io, connect }: Call,
  { logger, providers, ...options }: Configuration,
): Promise<Start> {
  if (args.has('tenant')) throw new UsageError('--tenant and --all-tenants exclude each other.')
  const connection = await connect()
  const providersOf = typeof providers === 'function' ? providers : () => providers
  const payments = await servicesOn(connection, args, { logger, providersOf })
  const { tablePrefix } = settingsOf(args)
  return () =>
    runTenantWorker({ ...options, database: connection.database, payments, tablePrefix, logger, signal: io.signal })
}

export const workCommand: Command = {
  name: 'work',
  summary: 'deliver events, expire due payments and ask providers about attempts, until the process is asked to end',
  about: [
    'CONFIG.mjs has a default export: { send, everyMs, expire, logger, providers, tenants }, each of which may be left out.',
    'send delivers one event, and is what webhookSender makes; it is called with the event and { tenant }. providers are',
    '{ name: provider }, whose due attempts are asked about, or a function that returns those of a tenant. tenants, with',
    '--all-tenants alone, returns the tenants of this worker. Warnings are JSON lines on standard error.',
    'Any number may run at once. On SIGTERM and SIGINT what is in flight is finished, and the status is 0.',
  ],
  operand: { name: 'CONFIG.mjs', help: 'the module, of the folder where the command is typed' },
  options: {
    config: { value: 'CONFIG.mjs', help: 'the same, as an option' },
    'all-tenants': { help: 'work for all tenants of the database, in turns, and not for one' },
    'every-ms': {
      value: 'N',
      help: 'milliseconds from one look for work to the next; goes before everyMs; default 1000',
    },
    ...databaseOptions,
  },
  examples: ['work worker.mjs', 'work worker.mjs --every-ms 250 --tenant clinic-2', 'work worker.mjs --all-tenants'],
  async run(call) {
    const { args, io, output } = call
    const file = args.operand ?? args.text('config')
    if (file === undefined) throw new UsageError('A configuration is required, such as: work worker.mjs')
    const everyMs = args.count('every-ms')
    const { logger = streamLogger(io.stderr), ...loaded } = await load(file, io)
    const configuration = { ...loaded, logger, ...(everyMs !== undefined && { everyMs }) }
    const start = await (args.isOn('all-tenants') ? workerOfAll : workerOfOne)(call, configuration)
    io.stderr.write('hospital-payments: the worker has begun\n')
    try {
      await start()
    } catch (error) {
      // All that it refuses are options.
      throw error instanceof TypeError ? new UsageError(error.message) : error
    }
    if (output.isJson) await output.json({ ended: true })
    io.stderr.write('hospital-payments: the worker has ended\n')
  },
}
