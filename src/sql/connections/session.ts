import type { Call, Run } from '../core/database.js'
import type { PoolDriver } from './driver.js'
import { Lease } from './checkout.js'
import { giveBack, limitsOf, type Phrases } from './transaction.js'

/** One connection of a pool to itself, outside any transaction. */
export async function runSession<Connection extends object, Result>(
  driver: PoolDriver<Connection>,
  phrases: Phrases,
  work: (run: Run) => Promise<Result>,
  call: Call,
): Promise<Result> {
  const lease = await Lease.open(driver, call)
  const run: Run = async (text, values) => (await lease.run(values ? { text, values } : { text }, call)).rows
  try {
    await lease.runAll(phrases.prepare(limitsOf(call)), call)
    const result = await work(run)
    await giveBack(lease, phrases.restore, call)
    return result
  } catch (failure) {
    // With it go the locks which it may still hold.
    lease.destroy()
    throw failure
  }
}
