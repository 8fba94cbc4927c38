/**
 * A lock by which the calls on one connection of the host's run one after another: their savepoints would undo each other's
 * work. Every copy of this library in the process uses the same mutex, so its members are a contract between versions.
 */
export interface ConnectionMutex {
  /** True once a call had to leave the connection in the middle of something: then nothing more is sent over it. */
  isGivenUp: boolean
  /** Calls `start` when no other call uses the connection; that call ends with `release`. */
  acquire(start: () => void): void
  release(): void
  /** Numbers of the cursors that are open on the connection. */
  readonly cursors: Set<number>
}

function createMutex(): ConnectionMutex {
  const waiting: (() => void)[] = []
  let isTaken = false
  return {
    isGivenUp: false,
    cursors: new Set(),
    acquire(start) {
      if (isTaken) {
        waiting.push(start)
      } else {
        isTaken = true
        start()
      }
    },
    release() {
      const next = waiting.shift()
      if (next) next()
      else isTaken = false
    },
  }
}

/** The key of the registry. A change of `ConnectionMutex` takes another number: copies that disagree must not share it. */
const registryKey = Symbol.for('hospital-payments.connection-mutexes.1')

interface Registry {
  [registryKey]?: WeakMap<object, ConnectionMutex>
}

/**
 * Returns the registry of the process. It is on the global object, because the ESM and the CommonJS build, and two versions,
 * each have module variables of their own.
 */
function sharedRegistry(): WeakMap<object, ConnectionMutex> {
  const holder = globalThis as Registry
  if (!holder[registryKey]) Object.defineProperty(holder, registryKey, { value: new WeakMap() })
  return holder[registryKey]!
}

/** Returns the mutex of a connection: the same for every database over it, by whichever copy of this library. */
export function mutexOf(connection: object): ConnectionMutex {
  const mutexes = sharedRegistry()
  let mutex = mutexes.get(connection)
  if (!mutex) mutexes.set(connection, (mutex = createMutex()))
  return mutex
}
