import type { DialectName } from './core/database.js'
import type { Dialect } from './core/dialect.js'
import { mysql } from './mysql/dialect.js'
import { postgres } from './postgres/dialect.js'
import { sqlite } from './sqlite/dialect.js'

export const dialects: Readonly<Record<DialectName, Dialect>> = { postgres, mysql, sqlite }
