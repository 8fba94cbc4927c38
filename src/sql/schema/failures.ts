import { PaymentError } from '../../errors.js'
import { errorsIn } from '../../internal/wrapped-errors.js'
import { DatabaseFault } from '../core/fault.js'

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

export function triggersRefused(fault: unknown): PaymentError {
  return new PaymentError(
    'storage_unavailable',
    'This database user may not create the triggers that guard the history; nothing was changed. ' +
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
