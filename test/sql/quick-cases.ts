/** Which cases of the kit belong to a quick run. */
import type { ContractCase } from 'hospital-payments/testing'
import type { DatabaseEntry } from '../support/databases/database.js'
import { pglite, systemPostgres } from '../support/databases/index.js'
import { isLarge } from '../support/kit-sizes.js'

/** A second kind of PostgreSQL: the first case of each promise is enough for a quick run. */
const seconds: readonly DatabaseEntry[] = [pglite, systemPostgres]

/** What stores thousands of payments or lines is slow. */
export function isQuick(entry: DatabaseEntry, kitCase: ContractCase, cases: readonly ContractCase[]): boolean {
  if (isLarge(kitCase)) return false
  return !seconds.includes(entry) || cases.find(({ promise }) => promise === kitCase.promise) === kitCase
}
