import { type Arguments, databaseOptions, readArguments } from './arguments.js'
import type { Call, Command, CommandIo } from './command.js'
import { accountsCommand } from './commands/accounts.js'
import { archiveCommand } from './commands/archive.js'
import { attemptsCommand } from './commands/attempts.js'
import { auditCommand } from './commands/audit.js'
import { cashCommand } from './commands/cash.js'
import { checkCommand } from './commands/check.js'
import { closeCommand } from './commands/close.js'
import { deskCommand } from './commands/desk.js'
import { eraseCommand } from './commands/erase.js'
import { eraseTenantCommand } from './commands/erase-tenant.js'
import { exportCommand } from './commands/export.js'
import { exportTenantCommand } from './commands/export-tenant.js'
import { importHistoryCommand } from './commands/import-history.js'
import { importCommand } from './commands/import.js'
import { importTenantCommand } from './commands/import-tenant.js'
import { layoutsCommand } from './commands/layouts.js'
import { journalCommand } from './commands/journal.js'
import { linesCommand } from './commands/lines.js'
import { migrateCommand } from './commands/migrate.js'
import { monthCommand } from './commands/month.js'
import { payerCommand } from './commands/payer.js'
import { pullCommand } from './commands/pull.js'
import { receiptsCommand } from './commands/receipts.js'
import { rulesCommand } from './commands/rules.js'
import { totalsCommand } from './commands/totals.js'
import { workCommand } from './commands/work.js'
import { type Connection, connectTo } from './connection.js'
import { readDatabaseUrl, redactorOf } from './database-url.js'
import { exitCodes, failureOf, maxLines, OutputClosed, type Redact, UsageError } from './failures.js'
import { helpOf, helpOfAll } from './help.js'
import type { Io } from './io.js'
import { Output } from './output.js'
import { plainJson, PlainStream } from './plain-text.js'
import { serviceOn } from './service.js'

/** The commands in the order of the help, which is that of their use. */
export const commands: readonly Command[] = [
  migrateCommand,
  checkCommand,
  importCommand,
  layoutsCommand,
  importHistoryCommand,
  pullCommand,
  linesCommand,
  rulesCommand,
  exportCommand,
  totalsCommand,
  receiptsCommand,
  attemptsCommand,
  payerCommand,
  accountsCommand,
  cashCommand,
  closeCommand,
  monthCommand,
  journalCommand,
  auditCommand,
  eraseCommand,
  archiveCommand,
  exportTenantCommand,
  importTenantCommand,
  eraseTenantCommand,
  workCommand,
  deskCommand,
]

/** @throws UsageError where none is given */
function databaseOf(args: Arguments): string {
  const text = args.setting('database', 'HP_DATABASE_URL')
  if (text !== undefined) return text
  throw new UsageError(
    `No database was given. Give --database, or the variable HP_DATABASE_URL: ${databaseOptions.database.help.split(';')[0]}.`,
  )
}

/** Connects when a command first asks, and closes what was opened. */
async function withDatabase<Result>(
  args: Arguments,
  io: CommandIo,
  work: (open: Pick<Call, 'connect' | 'payments'>) => Promise<Result>,
): Promise<Result> {
  const opened: Connection[] = []
  async function connect({ create = false } = {}): Promise<Connection> {
    const connection = await connectTo(readDatabaseUrl(databaseOf(args)), { folder: io.folder, create })
    opened.push(connection)
    return connection
  }
  try {
    return await work({ connect, payments: async (options) => serviceOn(await connect(), args, io.stderr, options) })
  } finally {
    for (const connection of opened) await connection.close().catch(() => undefined)
  }
}

async function runCommand(command: Command, args: Arguments, io: CommandIo): Promise<number> {
  const output = new Output(io.stdout, args.isOn('json'))
  if (args.isOn('help')) {
    await output.lines(helpOf(command))
    return exitCodes.done
  }
  const code = await withDatabase(args, io, (open) => command.run({ args, io, output, ...open }))
  return code ?? exitCodes.done
}

/**
 * Makes the redactor of the arguments before they are checked: each that looks like a URL may be one with a password.
 */
function redactorFor(args: readonly string[], io: CommandIo): Redact {
  const texts = [io.env['HP_DATABASE_URL'], ...args.map((arg) => arg.replace(/^--[\w-]+=/, ''))]
  const redactors = texts.filter((text) => text?.includes('://')).map(redactorOf)
  return (text) => redactors.reduce((rest, redact) => redact(rest), text)
}

/** Redacts each text of a document for itself: in JSON, a password may be written otherwise. */
function redactedIn(document: object, redact: Redact): unknown {
  return JSON.parse(JSON.stringify(document), (_, value: unknown) =>
    typeof value === 'string' ? redact(value) : value,
  )
}

/** Prints a failure: at most eight lines for people, one document for a program; returns the status of the process. */
function printFailure(error: unknown, { stderr }: CommandIo, redact: Redact, isJson: boolean, name: string): number {
  const { exitCode, code, lines, details } = failureOf(error)
  const document = { error: { code, message: lines.join('\n'), ...(details && { details }) } }
  const hint = error instanceof UsageError ? [`See npx hospital-payments ${name}--help`] : []
  const text = [`hospital-payments: ${lines[0]}`, ...lines.slice(1, maxLines - hint.length), ...hint].join('\n')
  stderr.write(`${isJson ? plainJson(redactedIn(document, redact)) : redact(text)}\n`)
  return exitCode
}

/**
 * Runs the program, with the arguments behind its name.
 *
 * @returns the status that the process is to end with
 */
export async function run(args: readonly string[], { stdout, stderr, ...process }: Io): Promise<number> {
  const io: CommandIo = { ...process, stdout: new PlainStream(stdout), stderr: new PlainStream(stderr) }
  const [name = '', ...rest] = args
  const redact = redactorFor(args, io)
  const command = commands.find((one) => one.name === name)
  const isJson = rest.includes('--json')
  try {
    if (command) return await runCommand(command, readArguments(command, rest, io.env), io)
    if (['--version', '-v'].includes(name)) {
      await new Output(io.stdout, false).lines([io.version])
      return exitCodes.done
    }
    if (!['', '--help', '-h', 'help'].includes(name)) {
      throw new UsageError(`There is no such command. The commands are ${commands.map((one) => one.name).join(', ')}.`)
    }
    const output = new Output(name === '' ? io.stderr : io.stdout, false)
    await output.lines(helpOfAll(commands))
    return name === '' ? exitCodes.usage : exitCodes.done
  } catch (error) {
    if (error instanceof OutputClosed) return exitCodes.done
    if (io.signal.aborted) {
      io.stderr.write(
        'hospital-payments: interrupted. What was stored stays. Run the same command again to continue.\n',
      )
      return exitCodes.interrupted
    }
    return printFailure(error, io, redact, isJson, command ? `${command.name} ` : '')
  }
}
