import type { SqlDatabase } from './core/database.js'
import { deadlineIn } from './core/deadline.js'
import { DatabaseFault, paymentErrorOf } from './core/fault.js'
import { storedDistribution } from './schema/distributed-tables.js'
import { readSchemaOptions, type SchemaOptions } from './schema/options.js'
import { pendingOf } from './schema/plan.js'

/** The migrations that the tables still lack. */
export interface SchemaState {
  /** Names of the migrations that are to be applied before the tables can be used, in order. */
  readonly missing: readonly string[]
  /** Names of those that were left out, or are still to come: triggers that guard the history. */
  readonly missingGuards: readonly string[]
}

/**
 * Returns what `migrate` would apply now; nothing is changed.
 *
 * @throws PaymentError `storage_unavailable`: not retryable where the tables belong to a newer release
 */
export async function schemaState(
  database: SqlDatabase,
  { tablePrefix, timeoutMs = 10_000 }: Pick<SchemaOptions, 'tablePrefix'> & { timeoutMs?: number } = {},
): Promise<SchemaState> {
  const settings = readSchemaOptions(database.dialect, { tablePrefix, guards: true })
  const deadline = deadlineIn(timeoutMs)
  try {
    const pending = await pendingOf(settings, (text, values = []) => database.read({ text, values }, deadline))
    const namesOf = (areGuards: boolean) => pending.filter(({ guards }) => guards === areGuards).map(({ name }) => name)
    return { missing: namesOf(false), missingGuards: namesOf(true) }
  } catch (fault) {
    throw fault instanceof DatabaseFault ? paymentErrorOf(fault, false) : fault
  }
}

/** Returns the options of `migrate` that spread new tables by tenant as those of a prefix are. */
export async function distributionOf(
  database: SqlDatabase,
  { tablePrefix, timeoutMs = 10_000 }: Pick<SchemaOptions, 'tablePrefix'> & { timeoutMs?: number } = {},
): Promise<Pick<SchemaOptions, 'distribute' | 'partitions'>> {
  if (database.dialect !== 'postgres') return {}
  const settings = readSchemaOptions(database.dialect, { tablePrefix })
  const deadline = deadlineIn(timeoutMs)
  try {
    const stored = await storedDistribution(settings, (text, values = []) => database.read({ text, values }, deadline))
    if (stored === null) return {}
    const { kind, partitions } = stored
    return kind === 'citus' ? { distribute: kind } : { distribute: kind, partitions }
  } catch (fault) {
    throw fault instanceof DatabaseFault ? paymentErrorOf(fault, false) : fault
  }
}
