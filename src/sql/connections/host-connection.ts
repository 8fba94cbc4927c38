import type { Deadline, Snapshot, SqlDatabase, SqlRow, TransactionResult, WriteStatement } from '../core/database.js'
import { DatabaseFault } from '../core/fault.js'
import { Checkout } from './checkout.js'
import { recordError } from './driver-calls.js'
import type { Driver, DriverProtocol, DriverStatement } from './driver.js'
import { type ConnectionMutex, mutexOf } from './mutex.js'
import { runWriteStatements } from './write-statements.js'

/** The functions that a connection of the host's may have; bridges have none of them. */
export interface HostConnection {
  on?(event: 'error', listener: () => void): unknown
  removeListener?(event: 'error', listener: () => void): unknown
}

export interface HostProtocol<Connection> extends DriverProtocol<Connection> {
  /** Ends the connection for good where that can be done, so that the host cannot commit half of a call. */
  close(connection: Connection): void
  /** Returns true where `close` ends it: a bridge may have nothing to close, and the host can still commit what was sent. */
  canClose(connection: Connection): boolean
  /** True where a savepoint may be set outside a transaction, and is gone at once. */
  readonly forgetsSavepoints: boolean
  /** Returns true for the error that a prepared statement is gone on the server: then the same call succeeds at once. */
  isStatementGone?(error: unknown): boolean
  /**
   * A statement whose value stays the same within a transaction, and is another in the next one: then the database serves only
   * the first transaction that it is used in, even where others have the connection since.
   */
  readonly identity?: DriverStatement | undefined
  /**
   * The value of `identity` when the host handed the transaction over. Without it, the first call sets the value that later
   * ones compare.
   */
  readonly firstIdentity?: Promise<string | null> | undefined
  /** Returns true while the record of the library says that the transaction is open. */
  isOpen?: (() => boolean) | undefined
  /** Returns true where the host has connected the client, or is about to. Without this function, all are connected. */
  isConnected?(connection: Connection): boolean
  /** True where reads may come in parts, as through a cursor, inside the host's transaction. */
  readonly readsInParts: boolean
}

/** Makes a database of a connection of the host's: it is used only in the transaction which is open on it. */
export function bound<Connection extends HostConnection>(
  connection: Connection,
  protocol: HostProtocol<Connection>,
): SqlDatabase {
  const mutex = mutexOf(connection)
  const driver = exclusive(connection, protocol, mutex)
  let identity: string | undefined

  async function checkIdentity(checkout: Checkout<Connection>, deadline: Deadline): Promise<void> {
    if (!protocol.identity) return
    const { rows } = await checkout.run(protocol.identity, deadline)
    const current = String(rows[0]?.[0])
    identity ??= (await protocol.firstIdentity) ?? current
    // Checked again: the transaction may have ended while this call waited.
    if (identity !== current || protocol.isOpen?.() === false) throw hasEnded()
  }

  /** Runs statements behind a savepoint: when they fail they alone are undone, and the host's transaction stays usable. */
  async function run(
    statements: readonly WriteStatement[],
    deadline: Deadline,
    mayStay: boolean,
  ): Promise<TransactionResult> {
    const checkout = await Checkout.open(driver, deadline)
    const once = async () => {
      await checkout.runAll(protocol.forgetsSavepoints ? [setSavepoint, undoToSavepoint] : [setSavepoint], deadline)
      let written: TransactionResult
      try {
        await checkIdentity(checkout, deadline)
        written = await runWriteStatements(statements, (statement) => checkout.run(statement, deadline, mayStay))
      } catch (fault) {
        // A deadlock may have ended the transaction with all of its savepoints; the fault is reported.
        await checkout.runAll([undoToSavepoint, releaseSavepoint], deadline).catch(() => undefined)
        throw fault
      }
      if (!written.committed) await checkout.run({ text: undoToSavepoint }, deadline)
      await checkout.run({ text: releaseSavepoint }, deadline, written.committed && mayStay)
      return written
    }
    try {
      return await once().catch((fault: unknown) => {
        // Nothing is left of the first time, and the second one prepares its statements anew.
        if (fault instanceof DatabaseFault && protocol.isStatementGone?.(fault.cause)) return once()
        throw fault
      })
    } finally {
      checkout.release()
    }
  }

  const write = (statements: readonly WriteStatement[], deadline: Deadline) =>
    run(statements, deadline, !protocol.canClose(connection))
  const read = async (statement: WriteStatement, deadline: Deadline): Promise<readonly SqlRow[]> =>
    (await run([statement], deadline, false)).rows

  /** Opens a snapshot: its instant is that of the host's transaction, and the connection stays the host's. */
  function openSnapshot(): Snapshot {
    const cursor = freeNumber(mutex.cursors)
    mutex.cursors.add(cursor)
    return {
      cursor,
      read,
      close: async () => void mutex.cursors.delete(cursor),
      abort: () => undefined,
    }
  }

  return {
    dialect: protocol.dialect,
    isBound: () => true,
    read,
    write,
    snapshot: () => (protocol.readsInParts ? Promise.resolve(openSnapshot()) : null),
  }
}

function hasEnded(): DatabaseFault {
  return new DatabaseFault('outside', new Error('The transaction has ended.'))
}

/** Returns the lowest free number: it is a part of statement names, and a server keeps what was prepared under each. */
function freeNumber(usedNumbers: ReadonlySet<number>): number {
  let number = 1
  while (usedNumbers.has(number)) number++
  return number
}

/** Makes a driver over one connection, which each call acquires for itself alone and releases to the next. */
function exclusive<Connection extends HostConnection>(
  connection: Connection,
  protocol: HostProtocol<Connection>,
  mutex: ConnectionMutex,
): Driver<Connection> {
  return {
    ...protocol,
    acquire(done) {
      mutex.acquire(() => {
        if (mutex.isGivenUp) {
          mutex.release()
          return done(new DatabaseFault('lost', new Error('An earlier call had to give up this connection.')))
        }
        if (protocol.isConnected?.(connection) === false) {
          mutex.release()
          return done(new DatabaseFault('unconnected', new Error('The client was never connected.')))
        }
        if (protocol.isOpen?.() === false) {
          mutex.release()
          return done(hasEnded())
        }
        connection.on?.('error', recordError)
        done(null, connection)
      })
    },
    release() {
      connection.removeListener?.('error', recordError)
      mutex.release()
    },
    destroy() {
      mutex.isGivenUp = true
      protocol.close(connection)
      mutex.release()
    },
  }
}

/** The name of the savepoint that each call sets inside a host's transaction. */
export const savepoint = 'hp_call'

export const setSavepoint = `SAVEPOINT ${savepoint}`
const undoToSavepoint = `ROLLBACK TO SAVEPOINT ${savepoint}`
const releaseSavepoint = `RELEASE SAVEPOINT ${savepoint}`
