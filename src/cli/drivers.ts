/** The drivers that the user has installed: this package has none, and finds them from the folder that it is called in. */
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { SetupError } from './failures.js'

/** A package as Node finds it from a folder. */
export interface FoundDriver {
  readonly module: unknown
  /** The name and version, such as `pg 8.16.0`. */
  readonly shown: string
}

function requireFrom(folder: string): NodeJS.Require {
  return createRequire(join(folder, 'package.json'))
}

function isMissing(error: unknown, name: string): boolean {
  const { code, message } = error as { code?: unknown; message?: unknown }
  return code === 'MODULE_NOT_FOUND' && String(message).includes(`'${name}'`)
}

function versionOf(name: string, load: NodeJS.Require): string {
  try {
    const { version } = load(`${name}/package.json`) as { version: string }
    return `${name} ${version}`
  } catch {
    // A package may keep its metadata to itself.
    return name
  }
}

/** Loads a driver; returns `null` where it is not installed. */
function findDriver(name: string, folder: string): FoundDriver | null {
  const load = requireFrom(folder)
  try {
    return { module: load(name) as unknown, shown: versionOf(name, load) }
  } catch (error) {
    if (isMissing(error, name)) return null
    const [reason = ''] = String((error as Error).message).split('\n')
    throw new SetupError(
      `The package ${name} is installed, but cannot be loaded: ${reason}\nTo do: npm rebuild ${name}`,
    )
  }
}

/** @throws SetupError which says what to install */
export function needDriver(name: string, folder: string): FoundDriver {
  const driver = findDriver(name, folder)
  if (driver) return driver
  throw new SetupError(
    `This database needs the package ${name}, which ${folder} does not have.\nTo do: npm install ${name}`,
  )
}

/** Loads the driver of Node, as of Node 22.13, without its warning that it is experimental. */
function nodeSqlite(): FoundDriver | null {
  const emitWarning = process.emitWarning
  process.emitWarning = () => undefined
  try {
    const module = process.getBuiltinModule('node:sqlite') as unknown
    return module === undefined ? null : { module, shown: `node:sqlite of Node ${process.versions.node}` }
  } finally {
    process.emitWarning = emitWarning
  }
}

/** @throws SetupError which says what to install */
export function needSqlite(folder: string): FoundDriver {
  const driver = findDriver('better-sqlite3', folder) ?? findDriver('libsql', folder) ?? nodeSqlite()
  if (driver) return driver
  throw new SetupError(
    `SQLite needs the package better-sqlite3 or libsql, which ${folder} does not have, or Node 22.13 or later.\n` +
      'To do: npm install better-sqlite3',
  )
}
