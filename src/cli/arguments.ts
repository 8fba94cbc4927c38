import { parseArgs } from 'node:util'
import { UsageError } from './failures.js'

/** One option of a command. */
interface Option {
  /** The word for its value in the help; a switch has none. */
  readonly value?: string
  /** True where it may be given several times, or once with commas. */
  readonly isList?: true
  readonly help: string
}

export type Options = Readonly<Record<string, Option>>

/** The FILE that stands behind the name of a command. */
interface Operand {
  readonly name: string
  readonly help: string
}

/** The operand and the options of a command; parser and help both follow from it. */
export interface Grammar {
  readonly operand?: Operand
  readonly options: Options
}

/** The options of every command that opens the database; each has a variable, for scripts and for what is secret. */
export const databaseOptions = {
  database: { value: 'URL', help: 'postgres://…, mysql://… or the path of a SQLite file; else HP_DATABASE_URL' },
  tenant: { value: 'NAME', help: "whose payments; else HP_TENANT, else 'default'" },
  'table-prefix': { value: 'TEXT', help: "what the names of the tables begin with; else HP_TABLE_PREFIX, else 'hp_'" },
  'time-zone': { value: 'ZONE', help: 'of calendar days, such as Africa/Nairobi; else HP_TIME_ZONE, else UTC' },
} as const satisfies Options

/** The options of every command. */
export const commonOptions = {
  json: { help: 'print JSON: one document, or one a line for lists; errors too, on standard error' },
  help: { help: 'print this text' },
} as const satisfies Options

type Values = Readonly<Record<string, string | boolean | (string | boolean)[] | undefined>>

/**
 * The arguments of a call, by name. An option that the grammar lacks is a mistake of this package, and reads as absent.
 */
export class Arguments {
  constructor(
    private readonly values: Values,
    private readonly env: Readonly<Record<string, string | undefined>>,
    /** The operand, `undefined` where there is none. */
    readonly operand: string | undefined,
  ) {}

  has(name: string): boolean {
    return this.values[name] !== undefined
  }

  isOn(name: string): boolean {
    return this.values[name] === true
  }

  text(name: string): string | undefined {
    const value = this.values[name]
    if (value === '') throw new UsageError(`--${name} is empty.`)
    return typeof value === 'string' ? value : undefined
  }

  /** Returns a setting by the option, else by the variable. An empty variable counts as absent. */
  setting(name: string, variable: string): string | undefined {
    return this.text(name) ?? (this.env[variable] || undefined)
  }

  /** @throws UsageError where it is missing */
  required(name: string, example: string): string {
    const value = this.text(name)
    if (value === undefined) throw new UsageError(`--${name} is required, such as --${name} ${example}`)
    return value
  }

  list(name: string): string[] | undefined {
    const value = this.values[name]
    return Array.isArray(value) ? value.flatMap((text) => String(text).split(',')) : undefined
  }

  /** @throws UsageError for anything but a whole number of at least 1 */
  count(name: string): number | undefined {
    const text = this.text(name)
    if (text === undefined) return undefined
    if (!/^[1-9]\d{0,14}$/.test(text)) throw new UsageError(`--${name} is a whole number of at least 1.`)
    return Number(text)
  }

  /** @throws UsageError for anything but a port; 0 stands for any that is free */
  port(name: string): number | undefined {
    const text = this.text(name)
    if (text === undefined) return undefined
    if (!/^\d{1,5}$/.test(text) || Number(text) > 65_535) throw new UsageError(`--${name} is a number from 0 to 65535.`)
    return Number(text)
  }

  /** @throws UsageError for anything but `FROM..TO` */
  period(name: string): { from: string; to: string } | undefined {
    const text = this.text(name)
    if (text === undefined) return undefined
    const [, from, to] = /^(\d{4}-\d\d-\d\d)\.\.(\d{4}-\d\d-\d\d)$/.exec(text) ?? []
    if (from !== undefined && to !== undefined) return { from, to }
    throw new UsageError(`--${name} is FROM..TO, such as --${name} 2026-11-01..2026-11-30`)
  }

  /** Returns the values that are defined, by the names that functions of the service have for them. */
  defined<Query extends object>(query: Query): { [Name in keyof Query]: Exclude<Query[Name], undefined> } {
    return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined)) as never
  }
}

/**
 * Reads the arguments behind the name of a command.
 *
 * @throws UsageError which names options, and never what was given to them
 */
export function readArguments(
  { operand, options }: Grammar,
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Arguments {
  const { values, positionals } = parse({ ...options, ...commonOptions }, args)
  if (positionals.length > (operand ? 1 : 0)) {
    throw new UsageError(operand ? `Give one ${operand.name} at a time.` : 'This command takes only options.')
  }
  return new Arguments(values, env, positionals[0])
}

function parse(options: Options, args: readonly string[]): { values: Values; positionals: string[] } {
  const known = Object.fromEntries(
    Object.entries(options).map(([name, { value, isList = false }]) => {
      const type = value === undefined ? ('boolean' as const) : ('string' as const)
      return [name, { type, multiple: isList }]
    }),
  )
  try {
    return parseArgs({ args: [...args], options: known, allowPositionals: true })
  } catch (error) {
    const [, dashed] = /'(?:-\w, )?--([\w-]+)(?: <value>)?' argument is ambiguous/.exec((error as Error).message) ?? []
    if (dashed !== undefined) {
      throw new UsageError(`--${dashed} has no value: one that begins with a dash is written --${dashed}=-…`)
    }
    // The first sentence names the option; what follows is advice for other programs.
    const [sentence = ''] = (error as Error).message.split(/(?<=\.)\s|\. |\n/)
    throw new UsageError(sentence.replace(/(?<![.])$/, '.'))
  }
}
