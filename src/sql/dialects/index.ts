import type { DialectName } from '../database.js'
import type { Dialect } from '../dialect.js'
import { mysql } from './mysql.js'
import { postgres } from './postgres.js'
import { sqlite } from './sqlite.js'

export const dialects: Readonly<Record<DialectName, Dialect>> = { postgres, mysql, sqlite }
