/** Faults: the message of a client that each strikes, and how often. */
import { matches, type Message, type Pattern } from './pattern.js'

export interface ServerError {
  /** PostgreSQL's SQLSTATE (`'40001'`), or MariaDB's number (`1213`). */
  readonly code: string | number
  readonly message?: string
  /** True where MariaDB rolls back the whole transaction; default: on a COMMIT, and for the codes that really do. */
  readonly rollback?: boolean
}

export type Ending = 'cut' | 'silence'
export type Effect = { readonly when: 'before' | 'after'; readonly end: Ending } | { readonly error: ServerError }

export interface Counted {
  /** The number of matching messages that it strikes; default 1. */
  readonly times?: number
  /** The number of matching messages that pass first; default 0. */
  readonly skip?: number
}

export interface Fault {
  /** The number of times that it has struck. */
  readonly count: number
  /** Fulfilled when it has struck `times` times: the answer was swallowed, the error sent, the connection cut. */
  readonly done: Promise<void>
  remove(): void
}

export interface Strike {
  readonly effect: Effect
  struck(): void
}

export interface Faults {
  /** Arms a fault. Without an effect it only counts. */
  arm(pattern: Pattern, effect: Effect | null, counted?: Counted): Fault
  match(message: Message): Strike | undefined
  clear(): void
}

interface Armed {
  readonly pattern: Pattern
  readonly effect: Effect | null
  readonly struck: () => void
  skip: number
  left: number
}

export function faults(): Faults {
  const armed = new Set<Armed>()

  function arm(pattern: Pattern, effect: Effect | null, { times = 1, skip = 0 }: Counted = {}): Fault {
    let count = 0
    let fulfil = () => {}
    const done = new Promise<void>((resolve) => (fulfil = resolve))
    const struck = () => {
      if (++count === times) fulfil()
    }
    const entry = { pattern, effect, struck, skip, left: effect ? times : Infinity }
    armed.add(entry)
    return {
      get count() {
        return count
      },
      done,
      remove: () => void armed.delete(entry),
    }
  }

  function match(message: Message): Strike | undefined {
    let strike: Strike | undefined
    for (const entry of armed) {
      const { pattern, effect, struck } = entry
      if ((strike && effect) || !matches(pattern, message) || entry.skip-- > 0) continue
      if (--entry.left === 0) armed.delete(entry)
      if (effect) strike = { effect, struck }
      else struck()
    }
    return strike
  }

  return { arm, match, clear: () => armed.clear() }
}
