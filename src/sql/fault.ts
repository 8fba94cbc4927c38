import { PaymentError } from '../errors.js'

/**
 * What a driver's error means to the one who called:
 * - `duplicate`: a unique index refused the write;
 * - `contention`: others were in the way (deadlock, serialization failure, lock timeout, busy): worth another try;
 * - `unreachable`: no connection, or the server said that it is not ready; nothing was stored by this try;
 * - `lost`: the connection broke, or nothing came back in time;
 * - `refused`: another try would fail the same way (disk full, read-only, schema, rights, checks);
 * - `outside`: the host's connection has no open transaction.
 */
export type FaultKind = 'duplicate' | 'contention' | 'unreachable' | 'lost' | 'refused' | 'outside'

/** A failure of the database; `cause` is the driver's error. Never leaves `sql/`: callers get a `PaymentError`. */
export class DatabaseFault extends Error {
  constructor(
    readonly kind: FaultKind,
    cause: unknown,
    /** The write may have been stored all the same. */
    readonly mayBeStored = false,
  ) {
    super(`database fault: ${kind}`, { cause })
    this.name = 'DatabaseFault'
  }
}

/** What the caller is told; `mayBeStored` when this or an earlier try may have been. */
export function paymentErrorOf({ kind, cause }: DatabaseFault, mayBeStored: boolean): PaymentError {
  if (mayBeStored) {
    return new PaymentError(
      'outcome_unknown',
      'The database stopped answering after a write was sent: look before sending it again.',
      { cause },
    )
  }
  if (kind === 'contention' || kind === 'duplicate') {
    return new PaymentError('concurrent_update', 'Others kept the database from it; nothing was stored. Try again.', {
      cause,
    })
  }
  if (kind === 'outside') {
    return new PaymentError(
      'storage_unavailable',
      'This connection has no open transaction: open a transaction first. Nothing was stored.',
      { cause, retryable: false },
    )
  }
  if (kind === 'refused') {
    return new PaymentError(
      'storage_unavailable',
      'The database refuses this, and would again; see the cause. Nothing was stored.',
      { cause, retryable: false },
    )
  }
  return new PaymentError('storage_unavailable', 'The database did not answer; nothing was stored. Try again.', {
    cause,
  })
}
