import { unknownNames } from '../../internal/option-checks.js'
import { type Demand, demandOf } from '../../internal/demand.js'
import type { DialectName } from '../core/database.js'
import { type Tables, tablesOf } from '../core/tables.js'
import { columnTypes } from './column-types.js'
import { type Distribution, distributions } from './distribution.js'

export const demand: Demand = demandOf()

/** The options of `schemaSql`, beside the dialect. */
export interface SchemaOptions {
  /** The beginning of the tables' names; default `hp_`. */
  tablePrefix?: string | undefined
  /** True makes triggers that refuse to change or delete the history; default true. */
  guards?: boolean | undefined
  /**
   * The way in which the tables are spread by tenant, on PostgreSQL alone and in an empty database: `'citus'` over the servers
   * of Citus, `'partitions'` over partitions by the hash of the tenant. Default: they are not. A later call needs no such
   * option: it goes on as the tables are.
   */
  distribute?: 'citus' | 'partitions' | undefined
  /** The number of partitions of each table with `distribute: 'partitions'`; 1 … 1,024, default 16. It never changes. */
  partitions?: number | undefined
}

/** Names of the options of `schemaSql`. */
export const schemaOptionNames = [
  'tablePrefix',
  'guards',
  'distribute',
  'partitions',
] as const satisfies readonly (keyof SchemaOptions)[]

export interface SchemaSettings {
  readonly dialect: DialectName
  readonly tables: Tables
  readonly guards: boolean
  readonly distribution: Distribution | null
}

const defaultPartitions = 16
const maxPartitions = 1024

function distributionOf(dialect: DialectName, { distribute, partitions }: SchemaOptions): Distribution | null {
  demand(
    partitions === undefined || distribute === 'partitions',
    "partitions is an option of distribute: 'partitions' alone",
  )
  if (distribute === undefined) return null
  demand(distributions.includes(distribute), `distribute must be one of ${distributions.join(', ')}`)
  demand(dialect === 'postgres', 'distribute needs PostgreSQL: other databases have one table of each kind')
  if (distribute === 'citus') return { kind: distribute, partitions: 0 }
  const count = partitions === undefined ? defaultPartitions : partitions
  demand(
    Number.isInteger(count) && count >= 1 && count <= maxPartitions,
    `partitions must be a whole number, 1 to ${maxPartitions}`,
  )
  return { kind: distribute, partitions: count }
}

export function readSchemaOptions(dialect: unknown, options: SchemaOptions): SchemaSettings {
  const dialects = Object.keys(columnTypes)
  demand(dialects.includes(dialect as string), `dialect must be one of ${dialects.join(', ')}`)
  const { tablePrefix, guards = true } = options
  demand(typeof guards === 'boolean', 'guards must be true or false')
  const distribution = distributionOf(dialect as DialectName, options)
  return { dialect: dialect as DialectName, tables: tablesOf(tablePrefix), guards, distribution }
}

/** Refuses options that do not exist, which are mistakes; one that is undefined counts as absent. */
export function checkNames(options: unknown, names: readonly string[]): asserts options is object {
  demand(typeof options === 'object' && options !== null, 'options must be an object')
  const unknown = unknownNames(options, names)
  demand(unknown.length === 0, `unknown option ${unknown.join(', ')}`)
}
