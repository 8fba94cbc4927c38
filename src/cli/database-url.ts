import { fileURLToPath } from 'node:url'
import type { DialectName } from '../sql/index.js'
import { type Redact, UsageError } from './failures.js'

/** The place of the payments. */
export interface DatabasePlace {
  readonly dialect: DialectName
  /** The argument of the driver: a URL, or the path of a file. */
  readonly target: string
  /** The same for people: without user, password and parameters. */
  readonly shown: string
}

const dialects: Readonly<Record<string, DialectName>> = {
  postgres: 'postgres',
  postgresql: 'postgres',
  mysql: 'mysql',
  mariadb: 'mysql',
}

/** The scheme of a URL, of two letters at least: `C:` is a drive. */
const schemeShape = /^([a-z][a-z0-9+.-]+):/i

/** The drive of a path on Windows, which no URL has; it is taken off before a path is looked at. */
const drive = /^[a-z]:[\\/]/i

/**
 * Marks of a URL that was quoted or lost its scheme, and of the settings of a driver: as a path of a file it would be printed,
 * with the password in it.
 */
const marksOfUrl = /:\/\/|^\s*["']|^\s*\w*\/\/|:[^@]*@|\b(password|pwd)\s*=/i

/** The names of a database in memory; to SQLite an empty name is a database of one connection, too. */
const inMemory = /^(file:)?(:memory:.*)?$/i

const kinds = 'postgres://…, mysql://… or the path of a SQLite file'

/** @throws UsageError that repeats nothing of the text but its scheme */
export function readDatabaseUrl(text: string): DatabasePlace {
  if (inMemory.test(text)) {
    throw new UsageError('A database in memory is lost when the command ends. Give the path of a file.')
  }
  const [, name] = schemeShape.exec(text) ?? []
  const scheme = name?.toLowerCase()
  if (scheme === undefined) {
    if (!marksOfUrl.test(text.replace(drive, ''))) return { dialect: 'sqlite', target: text, shown: text }
    throw new UsageError(
      `The database must be ${kinds}. This text looks like a URL, but is none of them.\n` +
        'A URL is written without quotes and spaces, and begins with postgres:// or mysql://. A file may be given as file:///path.',
    )
  }
  if (scheme === 'file') {
    const target = fileURLToPath(parsed(text))
    return { dialect: 'sqlite', target, shown: target }
  }
  const dialect = dialects[scheme]
  if (dialect === undefined || !text.slice(scheme.length).startsWith('://')) {
    throw new UsageError(`The database must be ${kinds}. The scheme ${scheme}: is none of them.`)
  }
  const { hostname, port, pathname } = parsed(text)
  if (dialect === 'mysql' && pathname.length <= 1) {
    throw new UsageError('The URL names no database. Write it as mysql://user@host/name')
  }
  const target = dialect === 'mysql' ? text.replace(/^[^:]+/, 'mysql') : text
  return { dialect, target, shown: `${dialect}://${hostname}${port && `:${port}`}${pathname}` }
}

function parsed(text: string): URL {
  try {
    return new URL(text)
  } catch {
    throw new UsageError(
      `This URL cannot be read. The database must be ${kinds}.\n` +
        'Percent-encode characters such as @ : / # % in a user or password: %40 %3A %2F %23 %25',
    )
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Makes a function that takes the passwords of a URL out of a text, however they came in. */
export function redactorOf(text: string | undefined): Redact {
  if (text === undefined || !URL.canParse(text)) return (message) => message
  const { password, searchParams } = new URL(text)
  const passwords = [password, decoded(password), searchParams.get('password') ?? '']
  const secrets = [text, ...passwords].filter((secret) => secret !== '')
  return (message) => secrets.reduce((rest, secret) => rest.replaceAll(secret, '***'), message)
}
