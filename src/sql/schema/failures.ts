import { PaymentError } from '../../errors.js'
import { errorsIn } from '../../internal/wrapped-errors.js'
import { DatabaseFault } from '../core/fault.js'
import type { Distribution } from './distribution.js'

/** Returns the database's own code of an error: a number on MySQL, the SQLSTATE on PostgreSQL. */
export function codeOf(error: unknown): unknown {
  for (const one of errorsIn(error)) {
    const { errno, code } = one as { errno?: unknown; code?: unknown }
    if (typeof errno === 'number') return errno
    if (code !== undefined) return code
  }
  return undefined
}

function driversError(fault: unknown): unknown {
  return fault instanceof DatabaseFault ? fault.cause : fault
}

/** @param isWhole false where the tables were made before */
export function triggersRefused(fault: unknown, isWhole = true): PaymentError {
  return new PaymentError(
    'storage_unavailable',
    'This database user may not create the triggers that guard the history; ' +
      (isWhole ? 'nothing was changed. ' : 'the tables are there without them. ') +
      'Grant it that right (MySQL with a binary log: log_bin_trust_function_creators too), or pass guards: false.',
    { cause: driversError(fault), retryable: false },
  )
}

export function tablesElsewhere(): PaymentError {
  return new PaymentError(
    'storage_unavailable',
    'The tables are in another schema of the search_path than the one where tables would be made now. Nothing was ' +
      'changed. Put the schema that has them first in the search_path.',
    { retryable: false },
  )
}

export function stillLocked(fault?: DatabaseFault): PaymentError {
  return new PaymentError(
    'storage_unavailable',
    'Another process kept the schema locked for the whole of lockTimeoutMs. Nothing was changed. Try again.',
    { cause: driversError(fault) },
  )
}

/** Returns words for a distribution. */
function wordsOf(distribution: Distribution | null): string {
  if (distribution === null) return 'without a distribution'
  return distribution.kind === 'citus' ? 'by Citus' : `with ${distribution.partitions} partitions`
}

export function distributedOtherwise(stored: Distribution | null): PaymentError {
  return new PaymentError(
    'storage_unavailable',
    `The tables are there already, ${wordsOf(stored)}: distribute needs an empty database, and is never changed. ` +
      'Nothing was changed. Take another database or tablePrefix, or leave distribute out.',
    { retryable: false },
  )
}

export function citusMissing(): PaymentError {
  return new PaymentError(
    'storage_unavailable',
    "Citus is not installed in this database. Nothing was changed. Run CREATE EXTENSION citus, or pass distribute: 'partitions'.",
    { retryable: false },
  )
}

/**
 * Returns words for a fault that a distribution has met; `null` for one that has nothing to do with it.
 *
 * @param isWhole true where all changes are one transaction
 */
export function distributionRefused(
  { kind, partitions }: Distribution,
  fault: unknown,
  isWhole: boolean,
): PaymentError | null {
  const cause = driversError(fault)
  if (kind === 'partitions' && codeOf(fault) === '53200')
    return new PaymentError(
      'storage_unavailable',
      isWhole
        ? `This server has too few locks to make ${partitions} partitions of each table in your transaction. Nothing was ` +
            'changed. Call migrate outside of a transaction, or raise max_locks_per_transaction of the server.'
        : `This server has too few locks to make ${partitions} partitions of each table. The tables that were made stay. ` +
            'Raise max_locks_per_transaction of the server, and call migrate again: it makes the rest.',
      { cause, retryable: false },
    )
  const { message } = (cause ?? {}) as { message?: unknown }
  if (
    kind === 'citus' &&
    typeof message === 'string' &&
    /triggers are not supported|enable_unsafe_triggers/.test(message)
  )
    return new PaymentError(
      'storage_unavailable',
      'This Citus allows no triggers on distributed tables, which guard the history. Nothing was changed. ' +
        'Pass guards: false, or let this database user set citus.enable_unsafe_triggers.',
      { cause, retryable: false },
    )
  return null
}
