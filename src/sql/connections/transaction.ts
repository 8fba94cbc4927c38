import type { Call, Step, Written } from '../core/database.js'
import type { PoolDriver } from './driver.js'
import { Lease } from './checkout.js'
import { runSteps } from './write-statements.js'

/** What a pool's connection is told around transactions. */
export interface Phrases {
  /** Whether one writing statement alone may be left to commit by itself, with no setting made before it. */
  readonly autocommit: boolean
  /** Makes the session fit for ours; the limits are set here or by `begin`. */
  prepare(limits: Limits): readonly string[]
  begin(limits: Limits): readonly string[]
  /** Begins a transaction for one statement alone, where it must not run as the session is set. */
  beginAlone(limits: Limits): readonly string[]
  /** Begins a read-only transaction which sees one instant, however long its reader pauses. */
  readonly beginSnapshot: readonly string[]
  /** Both leave the session outside any transaction, whatever the host has set. */
  readonly commit: string
  readonly rollback: string
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

/** How a transaction begins and ends. */
interface Frame extends Pick<Phrases, 'commit' | 'rollback' | 'restore'> {
  readonly begin: readonly string[]
  /** Whether its COMMIT stores anything. */
  readonly stores: boolean
}

/** All steps in a transaction of their own. */
export async function transaction<Connection extends object>(
  driver: PoolDriver<Connection>,
  phrases: Phrases,
  steps: readonly Step[],
  call: Call,
): Promise<Written> {
  const lease = await Lease.open(driver, call)
  const limits = limitsOf(call)
  const begin = [...phrases.prepare(limits), ...phrases.begin(limits)]
  return runFramed(lease, { ...phrases, begin, stores: true }, steps, call)
}

/** One statement, which is all of a transaction. */
export function transactionOfOne<Connection extends object>(
  lease: Lease<Connection>,
  phrases: Phrases,
  step: Step,
  call: Call,
  stores: boolean,
): Promise<Written> {
  return runFramed(lease, { ...phrases, begin: phrases.beginAlone(limitsOf(call)), restore: [], stores }, [step], call)
}

async function runFramed<Connection extends object>(
  lease: Lease<Connection>,
  { begin, commit, rollback, restore, stores }: Frame,
  steps: readonly Step[],
  call: Call,
): Promise<Written> {
  let written: Written
  try {
    await lease.runAll(begin, call)
    written = await runSteps(steps, (step) => lease.run(step, call))
    if (written.committed) await lease.run({ text: commit }, call, stores)
  } catch (fault) {
    await giveBack(lease, [rollback, ...restore], call)
    throw fault
  }
  await giveBack(lease, written.committed ? restore : [rollback, ...restore], call)
  return written
}

/** Gives the connection back as it was; where that fails it is closed, which undoes as much and harms nobody. */
export async function giveBack<Connection extends object>(
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
