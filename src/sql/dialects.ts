import type { DialectName } from './core/database.js'
import type { Dialect } from './core/dialect.js'
import { mysql } from './mysql/dialect.js'
import type { SqlSettings } from './core/options.js'
import { postgres } from './postgres/dialect.js'
import { postgresByStatements } from './postgres/statements-dialect.js'
import { sqlite } from './sqlite/dialect.js'

const dialects: Readonly<Record<DialectName, Dialect>> = { postgres, mysql, sqlite }

/** Returns the dialect of a database, with the kind of writes that a repository is to make. */
export function dialectOf(name: DialectName, { writes }: Pick<SqlSettings, 'writes'>): Dialect {
  return name === 'postgres' && writes === 'statements' ? postgresByStatements : dialects[name]
}
