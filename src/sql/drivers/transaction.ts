import type { Call, Step, Written } from '../database.js'
import type { Driver } from './driver.js'
import { Lease } from './lease.js'
import { runSteps } from './steps.js'

/** What a pool's connection is told around transactions. */
export interface Phrases {
  /** Whether one statement alone may be left to commit by itself, with no setting made before it. */
  readonly autocommit: boolean
  /** Makes the session fit for ours; the limits are set here or by `begin`. */
  prepare(limits: Limits): readonly string[]
  begin(limits: Limits): readonly string[]
  /** Begins a read-only transaction which sees one instant, however long its reader pauses. */
  readonly beginSnapshot: readonly string[]
  /** Undoes `prepare`. */
  readonly restore: readonly string[]
}

/** What the server itself is to end, in milliseconds from now. */
export interface Limits {
  /** Waiting for a lock: a little before we give up, so that its answer arrives. */
  readonly lockMs: number
  /** A session of which nothing more is heard: its locks would be in the way of the next try, until the network tells. */
  readonly silenceMs: number
}

const lockShare = 0.9

export function limitsOf(call: Call): Limits {
  const remaining = Math.max(1, Math.ceil(call.remaining()))
  return { lockMs: Math.ceil(remaining * lockShare), silenceMs: remaining }
}

/** All steps in a transaction of their own. */
export async function transaction<Connection>(
  driver: Driver<Connection>,
  phrases: Phrases,
  steps: readonly Step[],
  call: Call,
): Promise<Written> {
  const lease = await Lease.open(driver, call)
  let written: Written
  try {
    const limits = limitsOf(call)
    await lease.runAll([...phrases.prepare(limits), ...phrases.begin(limits)], call)
    written = await runSteps(steps, (step) => lease.run(step, call))
    if (written.committed) await lease.run({ text: 'COMMIT' }, call, true)
  } catch (fault) {
    await giveBack(lease, ['ROLLBACK', ...phrases.restore], call)
    throw fault
  }
  await giveBack(lease, written.committed ? phrases.restore : ['ROLLBACK', ...phrases.restore], call)
  return written
}

/** Gives the connection back as it was; where that fails it is closed, which undoes as much and harms nobody. */
export async function giveBack<Connection>(
  lease: Lease<Connection>,
  texts: readonly string[],
  call: Call,
): Promise<void> {
  try {
    await lease.runAll(texts, call)
    lease.release()
  } catch {
    lease.destroy()
  }
}
