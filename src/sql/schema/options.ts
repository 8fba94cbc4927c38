import { unknownNames } from '../../internal/option-checks.js'
import { type Demand, demandOf } from '../../internal/demand.js'
import type { DialectName } from '../core/database.js'
import { type Tables, tablesOf } from '../core/tables.js'
import { columnTypes } from './column-types.js'

export const demand: Demand = demandOf()

/** The options of `schemaSql`, beside the dialect. */
export interface SchemaOptions {
  /** The beginning of the tables' names; default `hp_`. */
  tablePrefix?: string | undefined
  /** True makes triggers that refuse to change or delete the history; default true. */
  guards?: boolean | undefined
}

export interface SchemaSettings {
  readonly dialect: DialectName
  readonly tables: Tables
  readonly guards: boolean
}

export function readSchemaOptions(dialect: unknown, options: SchemaOptions): SchemaSettings {
  const dialects = Object.keys(columnTypes)
  demand(dialects.includes(dialect as string), `dialect must be one of ${dialects.join(', ')}`)
  const { tablePrefix, guards = true } = options
  demand(typeof guards === 'boolean', 'guards must be true or false')
  return { dialect: dialect as DialectName, tables: tablesOf(tablePrefix), guards }
}

/** Refuses options that do not exist, which are mistakes; one that is undefined counts as absent. */
export function checkNames(options: unknown, names: readonly string[]): asserts options is object {
  demand(typeof options === 'object' && options !== null, 'options must be an object')
  const unknown = unknownNames(options, names)
  demand(unknown.length === 0, `unknown option ${unknown.join(', ')}`)
}
