import type { Call, Command, Snapshot, SqlRow } from '../core/database.js'
import type { PoolDriver } from './driver.js'
import { giveBack, type Phrases } from './transaction.js'
import { Lease } from './checkout.js'

/** Long for ending a transaction that only read; where a server is silent, the connection is closed after it. */
const endMs = 2000

/** Reads of one instant over a connection of a pool. */
export async function openSnapshot<Connection extends object>(
  driver: PoolDriver<Connection>,
  phrases: Phrases,
  call: Call,
): Promise<Snapshot> {
  const lease = await Lease.open(driver, call)
  try {
    await lease.runAll(phrases.beginSnapshot, call)
  } catch (fault) {
    lease.destroy()
    throw fault
  }
  let closing: Promise<void> | undefined
  return {
    cursor: 0,
    async read(command: Command, call: Call): Promise<readonly SqlRow[]> {
      return (await lease.run(command, call)).rows
    },
    close: () => (closing ??= giveBack(lease, [phrases.commit], { remaining: () => endMs })),
    abort: () => lease.destroy(),
  }
}
