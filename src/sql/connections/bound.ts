import type { Call, Snapshot, SqlDatabase, SqlRow, Step, Written } from '../core/database.js'
import { DatabaseFault } from '../core/fault.js'
import { type ConnectionMutex, mutexOf } from './mutex.js'
import type { Driver, Language } from './driver.js'
import { keepError } from './last-error.js'
import { Lease } from './checkout.js'
import { releaseSavepoint, setSavepoint, undoToSavepoint } from './savepoint.js'
import { runSteps } from './write-statements.js'

/** What a connection of the host's may offer; bridges offer nothing of it. */
export interface HostConnection {
  on?(event: 'error', listener: () => void): unknown
  removeListener?(event: 'error', listener: () => void): unknown
}

export interface HostLanguage<Connection> extends Language<Connection> {
  /** Ends it for good, as far as that can be done, so that the host cannot commit half of a call. */
  close(connection: Connection): void
  /** Whether that can be done: a bridge may have nothing to close, and then the host can still commit what was sent. */
  canClose(connection: Connection): boolean
  /** Whether a savepoint may be set outside a transaction, where it is gone at once. */
  readonly forgetsSavepoints: boolean
  /** Whether an error says that a prepared statement has been thrown away: then the same call succeeds at once. */
  isStatementGone?(error: unknown): boolean
  /** Whether reads may come in parts, as through a cursor, inside the host's transaction. */
  readonly readsInParts: boolean
}

/** A connection of the host's as a database: used only in the transaction which is open on it. */
export function bound<Connection extends HostConnection>(
  connection: Connection,
  language: HostLanguage<Connection>,
): SqlDatabase {
  const mutex = mutexOf(connection)
  const driver = exclusive(connection, language, mutex)

  /** Undone alone when it fails, so that the host's transaction stays usable. */
  async function run(steps: readonly Step[], call: Call, mayStay: boolean): Promise<Written> {
    const lease = await Lease.open(driver, call)
    const once = async () => {
      await lease.runAll(language.forgetsSavepoints ? [setSavepoint, undoToSavepoint] : [setSavepoint], call)
      let written: Written
      try {
        written = await runSteps(steps, (step) => lease.run(step, call, mayStay))
      } catch (fault) {
        // A deadlock may have ended the transaction with all of its savepoints; the fault tells.
        await lease.runAll([undoToSavepoint, releaseSavepoint], call).catch(() => undefined)
        throw fault
      }
      if (!written.committed) await lease.run({ text: undoToSavepoint }, call)
      await lease.run({ text: releaseSavepoint }, call, written.committed && mayStay)
      return written
    }
    try {
      return await once().catch((fault: unknown) => {
        // Nothing is left of the first time, and the second one prepares its statements anew.
        if (fault instanceof DatabaseFault && language.isStatementGone?.(fault.cause)) return once()
        throw fault
      })
    } finally {
      lease.release()
    }
  }

  const write = (steps: readonly Step[], call: Call) => run(steps, call, !language.canClose(connection))
  const read = async (command: Step, call: Call): Promise<readonly SqlRow[]> => (await run([command], call, false)).rows

  /** The host's transaction is its instant, and the host's connection is not ours to free. */
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
    dialect: language.dialect,
    isBound: () => true,
    read,
    write,
    snapshot: () => (language.readsInParts ? Promise.resolve(openSnapshot()) : null),
  }
}

/** Low numbers first: each is a part of statement names, of which a server keeps what was prepared. */
function freeNumber(taken: ReadonlySet<number>): number {
  let number = 1
  while (taken.has(number)) number++
  return number
}

/** A call acquires the connection for itself alone, and releases it to the next. */
function exclusive<Connection extends HostConnection>(
  connection: Connection,
  language: HostLanguage<Connection>,
  mutex: ConnectionMutex,
): Driver<Connection> {
  return {
    ...language,
    acquire(done) {
      mutex.acquire(() => {
        if (mutex.isGivenUp) {
          mutex.release()
          return done(new DatabaseFault('lost', new Error('An earlier call had to give up this connection.')))
        }
        connection.on?.('error', keepError)
        done(null, connection)
      })
    },
    release() {
      connection.removeListener?.('error', keepError)
      mutex.release()
    },
    destroy() {
      mutex.isGivenUp = true
      language.close(connection)
      mutex.release()
    },
  }
}
