import { commonOptions, type Options } from './arguments.js'
import type { Command } from './command.js'
import { table } from './output.js'

const program = 'npx hospital-payments'

/** Cuts a text between words into lines of at most 95 characters: beside an option they fit into 120. */
function linesOf(text: string): readonly string[] {
  return text.match(/\S.{0,94}(?!\S)/g) ?? []
}

function optionRows(options: Options): string[] {
  return table(
    'll',
    Object.entries(options).flatMap(([name, { value, help }]) =>
      linesOf(help).map((line, i) => [i > 0 ? '' : `  --${name}${value === undefined ? '' : ` ${value}`}`, line]),
    ),
  )
}

/** Returns an example as it is typed; it may begin with variables. */
function typed(example: string): string {
  const [, variables = '', rest = ''] = /^((?:[A-Z_]+=\S+ )*)(.*)$/.exec(example) ?? []
  return `  ${variables}${program} ${rest}`
}

export function helpOf({ name, summary, about = [], operand, options, examples }: Command): string[] {
  return [
    `${program} ${name}${operand ? ` ${operand.name}` : ''} [options]`,
    '',
    `${summary[0]!.toUpperCase()}${summary.slice(1)}.`,
    ...about,
    '',
    ...(operand ? [...table('ll', [[`  ${operand.name}`, operand.help]]), ''] : []),
    ...optionRows({ ...options, ...commonOptions }),
    '',
    'Examples',
    ...examples.map(typed),
  ]
}

export function helpOfAll(commands: readonly Command[]): string[] {
  return [
    `${program} COMMAND [options]`,
    '',
    ...table(
      'll',
      commands.map(({ name, operand, summary }) => [`  ${name}${operand ? ` ${operand.name}` : ''}`, summary]),
    ),
    '',
    `The options of a command, with examples: ${program} COMMAND --help`,
    `The version of the package: ${program} --version`,
    '',
    'The database is --database URL, else the variable HP_DATABASE_URL: postgres://…, mysql://… or the path of a SQLite',
    'file. Its driver (pg, mysql2; better-sqlite3, libsql or node:sqlite) is that of the folder where the command is typed.',
    'Status: 0 done, 1 refused or failed, 2 wrong usage, 3 try again later, 130 interrupted.',
  ]
}
