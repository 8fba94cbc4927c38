/** In which run a case of the kit is played. */
import type { ContractCase } from 'hospital-payments/testing'
import type { DatabaseEntry } from '../support/databases/database.js'
import { pglite, systemPostgres } from '../support/databases/index.js'
import { isLarge } from '../support/kit-sizes.js'
import { isLong } from '../support/rounds.js'

export type Speed = 'quick' | 'slow'

/**
 * A second kind of PostgreSQL: for a quick run the first case of each promise is enough, and for finance none is needed. PGlite
 * plays the others in the long form.
 */
export const seconds: readonly DatabaseEntry[] = [pglite, systemPostgres]

/**
 * Checks whether a case belongs to a run on a database. What stores thousands of payments or lines is slow, and on a
 * second kind of PostgreSQL a matter of the long form, as finance is: the statements are those of the first.
 */
export function isOf(
  speed: Speed,
  entry: DatabaseEntry,
  kitCase: ContractCase,
  first: ReadonlySet<ContractCase> = new Set(),
): boolean {
  const isSecond = seconds.includes(entry)
  if (isLarge(kitCase)) return speed === 'slow' && (isLong || !isSecond)
  return (!isSecond || first.has(kitCase)) === (speed === 'quick')
}
