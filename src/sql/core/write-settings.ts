import type { Tables } from './tables.js'

/** The settings for writing statements: the tables, the tenant, and `bound` for a host's transaction. */
export interface WriteSettings {
  readonly tables: Tables
  readonly tenant: string
  readonly bound: boolean
}
