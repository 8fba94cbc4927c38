import type { Tables } from './tables.js'

/** How the statements are to be written: over which tables, for whom, and whether in a host's transaction. */
export interface WriteSettings {
  readonly tables: Tables
  readonly tenant: string
  readonly bound: boolean
}
