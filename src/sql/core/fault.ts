import { PaymentError, type PaymentErrorCode } from '../../errors.js'

/**
 * The meaning of a driver's error for the caller:
 * - `duplicate`: a unique index refused the write;
 * - `contention`: other transactions were in the way (deadlock, serialization failure, lock timeout, busy): worth
 *   another try;
 * - `unreachable`: no connection, or a statement that did not run; nothing was stored by this try;
 * - `unready`: the server reports that it is a standby, starting, or cut off from its cluster: its connection is
 *   closed, and another one may lead to a server that can; nothing was stored by this try;
 * - `lost`: the connection broke, or nothing came back in time;
 * - `pooler`: a statement was prepared over one connection and found on another: the host's pooler does not support
 *   them;
 * - `refused`: another try would fail the same way (disk full, read-only for good, rights, checks);
 * - `unmigrated`: a table or column of ours is missing;
 * - `outside`: the host's connection has no open transaction;
 * - `unconnected`: the host's client was never connected, and its driver would wait for ever.
 */
export type FaultKind =
  | 'duplicate'
  | 'contention'
  | 'unreachable'
  | 'unready'
  | 'lost'
  | 'pooler'
  | 'refused'
  | 'unmigrated'
  | 'outside'
  | 'unconnected'

interface FaultDetails {
  /** True where the write may have been stored all the same. */
  readonly mayBeStored?: boolean
  /** True where our timer ended the wait: the database has not answered. */
  readonly isTimeout?: boolean
  /**
   * True where the connection had been used before: it may be the only thing that is wrong, and a new one may work at
   * once.
   */
  readonly wasReused?: boolean
}

/** A failure of the database; `cause` is the driver's error. Never leaves `sql/`: callers get a `PaymentError`. */
export class DatabaseFault extends Error {
  readonly mayBeStored: boolean
  readonly isTimeout: boolean
  readonly wasReused: boolean

  constructor(
    readonly kind: FaultKind,
    cause: unknown,
    { mayBeStored = false, isTimeout = false, wasReused = false }: FaultDetails = {},
  ) {
    super(`database fault: ${kind}`, { cause })
    this.name = 'DatabaseFault'
    this.mayBeStored = mayBeStored
    this.isTimeout = isTimeout
    this.wasReused = wasReused
  }
}

interface ErrorReport {
  readonly code: PaymentErrorCode
  readonly message: string
  readonly retryable: boolean
}

const writeConflict: ErrorReport = {
  code: 'concurrent_update',
  message: 'Write conflict; nothing was stored. Try again.',
  retryable: true,
}

const noAnswer: ErrorReport = {
  code: 'storage_unavailable',
  message: 'The database did not answer; nothing was stored. Try again.',
  retryable: true,
}

const errorReports: Readonly<Record<FaultKind, ErrorReport>> = {
  duplicate: writeConflict,
  contention: writeConflict,
  unreachable: noAnswer,
  unready: {
    code: 'storage_unavailable',
    message:
      'The database server is a standby, starting, or cut off from its cluster, and no other was reached; nothing was stored. Try again.',
    retryable: true,
  },
  lost: noAnswer,
  pooler: {
    code: 'storage_unavailable',
    message:
      'A pooler in front of the database mixes up prepared statements; nothing was stored. ' +
      'Give fromPg the option { prepare: false }.',
    retryable: false,
  },
  refused: {
    code: 'storage_unavailable',
    message: 'The database refused this call, and would refuse it again; nothing was stored. See the cause.',
    retryable: false,
  },
  unmigrated: {
    code: 'storage_unavailable',
    message:
      'The database lacks tables or columns of this release: run migrate(), with the same tablePrefix. Nothing was stored.',
    retryable: false,
  },
  outside: {
    code: 'storage_unavailable',
    message: 'This connection has no open transaction: open a transaction first. Nothing was stored.',
    retryable: false,
  },
  unconnected: {
    code: 'storage_unavailable',
    message: 'This client was never connected: await client.connect() first, or use a pool. Nothing was stored.',
    retryable: false,
  },
}

const unknownOutcome: ErrorReport = {
  code: 'outcome_unknown',
  message: 'The database did not answer after a write was sent, so it may be stored. Read before you send it again.',
  retryable: true,
}

/**
 * Returns the error that the caller gets; `mayBeStored` is true where this try or an earlier one may have been stored.
 */
export function paymentErrorOf({ kind, cause }: DatabaseFault, mayBeStored: boolean): PaymentError {
  const { code, message, retryable } = mayBeStored ? unknownOutcome : errorReports[kind]
  return new PaymentError(code, message, { cause, retryable })
}
