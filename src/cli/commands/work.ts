import { unknownNames } from '../../internal/option-checks.js'
import type { Logger } from '../../internal/logger.js'
import { runWorker, type WorkerOptions } from '../../service/run-worker.js'
import { databaseOptions } from '../arguments.js'
import type { Command } from '../command.js'
import { UsageError } from '../failures.js'
import type { Io } from '../io.js'
import { defaultExportOf } from '../module-file.js'
import type { Providers } from '../providers.js'
import { streamLogger } from '../stream-logger.js'

/** The default export of a configuration. */
interface Configuration extends Omit<WorkerOptions, 'signal'> {
  /** The logger of what the service reports; default standard error. */
  logger?: Logger | undefined
  /** The providers of payments, whose due attempts are asked about. */
  providers?: Providers | undefined
}

const names = ['send', 'everyMs', 'expire', 'logger', 'providers'] as const satisfies readonly (keyof Configuration)[]

async function load(file: string, { folder }: Pick<Io, 'folder'>): Promise<Configuration> {
  const example = '{ send: async (event) => { … } }'
  const configuration = await defaultExportOf({ file, folder, kind: 'configuration', example })
  const unknown = unknownNames(configuration, names)
  if (unknown.length === 0) return configuration
  throw new UsageError(`${file} exports ${unknown.join(', ')}, but may only have ${names.join(', ')}.`)
}

export const workCommand: Command = {
  name: 'work',
  summary: 'deliver events, expire due payments and ask providers about attempts, until the process is asked to end',
  about: [
    'CONFIG.mjs has a default export: { send, everyMs, expire, logger, providers }, each of which may be left out. send',
    'delivers one event, and is what webhookSender makes; providers are { name: provider }, whose due attempts are asked',
    'about. Warnings are JSON lines on standard error.',
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
    const { logger = streamLogger(io.stderr), providers, ...options } = await load(file, io)
    const service = await payments({ logger, providers })
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
