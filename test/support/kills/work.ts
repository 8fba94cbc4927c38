import type { FinanceRepository } from 'hospital-payments/repository'
import type { SqlDatabase } from 'hospital-payments/sql'

/** Writes a line to standard output at once. */
export type Say = (line: string) => void

/** Calls that a process makes one after the other; a module of them exports one as `work`. */
export type Work = (
  repository: FinanceRepository,
  args: readonly string[],
  say: Say,
  place?: { readonly database: SqlDatabase; readonly tenant: string },
) => readonly (() => Promise<unknown>)[]
