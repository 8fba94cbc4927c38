import { isChannelName } from '../../domain/text.js'
import { databaseOptions } from '../arguments.js'
import type { Command } from '../command.js'
import { serveDesk } from '../desk/serve-desk.js'
import { failureOf, SetupError, UsageError } from '../failures.js'
import { providersOption, readProviders } from '../providers.js'
import { streamLogger } from '../stream-logger.js'

const usualPort = 8040

/** The reasons why a port can be refused. */
const refusals: Readonly<Record<string, string>> = {
  EADDRINUSE: 'is taken',
  EACCES: 'may not be used by this user',
}

export const deskCommand: Command = {
  name: 'desk',
  summary: 'serve the finance desk to the browser of this machine, until the process is asked to end',
  about: [
    'It prints a link that signs one browser in, once; no other browser gets in, and other machines cannot reach it.',
    'What is done stands in the history as done by the actor, who may do everything, but not approve refunds of their own.',
    'A hospital that gives the desk to many people mounts createDesk behind its own login.',
  ],
  options: {
    port: { value: 'N', help: `of 127.0.0.1; 0 is any that is free; default ${usualPort}` },
    actor: { value: 'NAME', help: "who works at it, for the history; default the user's name on this machine" },
    title: { value: 'TEXT', help: 'the name of the desk, on every page' },
    'statement-channel': {
      value: 'NAME',
      isList: true,
      help: 'one that statements show; payments of others are not listed as on no statement',
    },
    'read-only': { help: 'nothing can be changed' },
    ...providersOption,
    ...databaseOptions,
  },
  examples: ['desk --database hospital.db --time-zone Africa/Nairobi', 'desk --actor amina --port 0'],
  async run({ args, io, output, payments }) {
    const port = args.port('port') ?? usualPort
    const { USER, LOGNAME, USERNAME } = io.env
    const actor = args.text('actor') ?? (USER || LOGNAME || USERNAME || 'desk')
    const title = args.text('title')
    const statementChannels = args.list('statement-channel')
    if (statementChannels?.every(isChannelName) === false)
      throw new UsageError(
        '--statement-channel is a name of a channel, such as mpesa; several are separated by commas.',
      )
    const logger = streamLogger(io.stderr)
    const service = await payments({ logger, providers: await readProviders(args, io) })
    const onListening = (url: string) =>
      output.isJson
        ? output.json({ url, actor })
        : output.lines([
            `The finance desk: ${url}`,
            `The link signs one browser in, once, as ${actor}. Ctrl+C ends it.`,
          ])
    await serveDesk({
      payments: service,
      actor,
      port,
      title,
      readOnly: args.isOn('read-only'),
      statementChannels,
      signal: io.signal,
      onListening,
      onError: (error, about) => logger.error?.(`the desk: ${failureOf(error).lines[0]}`, about),
    }).catch((error: unknown) => {
      const { syscall, code = '' } = error as NodeJS.ErrnoException
      if (syscall !== 'listen') throw error
      throw new SetupError(
        `Port ${port} ${refusals[code] ?? `cannot be used (${code})`}: choose another, or --port 0 for any that is free.`,
      )
    })
  },
}
