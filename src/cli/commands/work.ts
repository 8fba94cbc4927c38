import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { isPlainObject, unknownNames } from '../../internal/option-checks.js'
import type { Logger } from '../../internal/logger.js'
import { runWorker, type WorkerOptions } from '../../service/run-worker.js'
import { databaseOptions } from '../arguments.js'
import type { Command } from '../command.js'
import { SetupError, UsageError } from '../failures.js'
import type { Io } from '../io.js'
import { streamLogger } from '../stream-logger.js'

/** The default export of a configuration. */
interface Configuration extends Omit<WorkerOptions, 'signal'> {
  /** The logger of what the service reports; default standard error. */
  logger?: Logger | undefined
}

const names = ['send', 'everyMs', 'expire', 'logger'] as const satisfies readonly (keyof Configuration)[]

async function load(file: string, { folder }: Pick<Io, 'folder'>): Promise<Configuration> {
  const path = resolve(folder, file)
  if (!existsSync(path)) throw new SetupError(`There is no file ${path}\nTo do: correct the path.`)
  const module: unknown = await import(pathToFileURL(path).href).catch((cause: unknown) => {
    // The text may be of any package that the configuration loads; the first line says which.
    const [reason = ''] = String((cause as { message?: unknown }).message).split('\n')
    throw new SetupError(`The configuration ${path} cannot be loaded: ${reason}`, { cause })
  })
  const { default: configuration } = module as { default?: unknown }
  if (!isPlainObject(configuration)) {
    throw new UsageError(`${path} has no default export: export default { send: async (event) => { … } }`)
  }
  const unknown = unknownNames(configuration, names)
  if (unknown.length === 0) return configuration
  throw new UsageError(`${path} exports ${unknown.join(', ')}, but may only have ${names.join(', ')}.`)
}

export const workCommand: Command = {
  name: 'work',
  summary: 'deliver events and expire due payments, until the process is asked to end',
  about: [
    'CONFIG.mjs has a default export: { send, everyMs, expire, logger }, each of which may be left out. send delivers one',
    'event, and is what webhookSender makes; without it payments only expire. Warnings are JSON lines on standard error.',
    'Any number may run at once. On SIGTERM and SIGINT what is in flight is finished, and the status is 0.',
  ],
  operand: { name: 'CONFIG.mjs', help: 'the module, of the folder where the command is typed' },
  options: {
    config: { value: 'CONFIG.mjs', help: 'the same, as an option' },
    'every-ms': {
      value: 'N',
      help: 'milliseconds from one look for work to the next; goes before everyMs; default 1000',
    },
    ...databaseOptions,
  },
  examples: ['work worker.mjs', 'work worker.mjs --every-ms 250 --tenant clinic-2'],
  async run({ args, io, output, payments }) {
    const file = args.operand ?? args.text('config')
    if (file === undefined) throw new UsageError('A configuration is required, such as: work worker.mjs')
    const everyMs = args.count('every-ms')
    const { logger = streamLogger(io.stderr), ...options } = await load(file, io)
    const service = await payments({ logger })
    io.stderr.write('hospital-payments: the worker has begun\n')
    try {
      await runWorker(service, { ...options, ...(everyMs !== undefined && { everyMs }), signal: io.signal })
    } catch (error) {
      // All that it refuses are options.
      throw error instanceof TypeError ? new UsageError(error.message) : error
    }
    if (output.isJson) await output.json({ ended: true })
    io.stderr.write('hospital-payments: the worker has ended\n')
  },
}
