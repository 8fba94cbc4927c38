/**
 * The lease by which a Galera cluster runs one migration at a time. There `GET_LOCK` locks one node alone, and triggers that
 * two nodes make at once stop the whole cluster for ever. The lease is a row that all nodes have; its holder renews it.
 *
 * No clocks are compared. A waiting process takes the row when it has not changed for `takeoverMs` of that process's time,
 * which is longer than a holder works without a renewal. Both are writes, which the cluster puts in one order together with
 * the changes of the schema: it certifies only one of two holders, and a change that still runs comes first.
 */
import type { Deadline, RunStatement, SqlRow, SqlValue } from '../core/database.js'
import { backOff } from '../core/deadline.js'
import { stillLocked } from '../schema/failures.js'

/** Maximum of the time in which a holder works without a renewal. */
const renewalMs = 5_000
const takeoverMs = 15_000

/** Work under a lock, and the function that checks if others have done it meanwhile. */
export interface LockedWork {
  isDone(run: RunStatement): Promise<boolean>
  work(run: RunStatement): Promise<void>
}

/** The error of a process that did not renew its lease in time: another process has the migration now. */
export class LeaseLost extends Error {}

/** Checks if the server is a node of Galera, as of MariaDB or Percona XtraDB Cluster; others have no such variable. */
export async function isClustered(run: RunStatement): Promise<boolean> {
  const [row] = await run("SHOW GLOBAL VARIABLES LIKE 'wsrep_on'")
  return row !== undefined && String(row[1]).toUpperCase() === 'ON'
}

/** Calls `work` in one process of the cluster at a time, unless `isDone` finds that others have done it by then. */
export async function withLease(
  prefix: string,
  run: RunStatement,
  deadline: Deadline,
  { isDone, work }: LockedWork,
): Promise<void> {
  const table = `${prefix}migration_lock`

  /** Runs a statement and commits it: a session may not commit by itself, and reads an older state until it does. */
  async function runAndCommit(text: string, values?: readonly SqlValue[]): Promise<readonly SqlRow[]> {
    const rows = await run(text, values)
    await run('COMMIT AND NO CHAIN NO RELEASE')
    return rows
  }
  const updateLease = (set: string, where: string, values: readonly SqlValue[]) =>
    runAndCommit(`UPDATE ${table} SET ${set} WHERE name = 'migrate' AND ${where}`, values)

  async function readLease(): Promise<{ owner: string; beat: number } | null> {
    const [row] = await runAndCommit(`SELECT owner, beat FROM ${table} WHERE name = 'migrate'`)
    return row ? { owner: String(row[0]), beat: Number(row[1]) } : null
  }

  await runAndCommit(
    `CREATE TABLE IF NOT EXISTS ${table} (name VARCHAR(64) NOT NULL PRIMARY KEY, owner VARCHAR(64) NOT NULL, ` +
      'beat BIGINT NOT NULL) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin',
  )
  const [[self] = []] = await runAndCommit('SELECT UUID()')
  const me = String(self)
  let renewed = Infinity

  /** Takes the lease, and returns true where this process has it now. */
  async function take(owner: string, beat: number): Promise<boolean> {
    const begin = deadline.remaining()
    await updateLease('owner = ?, beat = beat + 1', 'owner = ? AND beat = ?', [me, owner, beat])
    if ((await readLease())?.owner !== me) return false
    renewed = begin
    return true
  }

  /** Waits for the lease, and returns true where this process has it; false where nothing is left to be done. */
  async function acquire(): Promise<boolean> {
    let seen = { owner: me, beat: -1, at: deadline.remaining() }
    for (let tries = 1; ; tries++) {
      const now = await readLease()
      if (now === null) {
        await runAndCommit(`INSERT IGNORE INTO ${table} (name, owner, beat) VALUES ('migrate', '', 0)`)
        continue
      }
      if (await isDone(runAndCommit)) return false
      if (now.owner !== seen.owner || now.beat !== seen.beat) seen = { ...now, at: deadline.remaining() }
      const isFree = now.owner === '' || seen.at - deadline.remaining() > takeoverMs
      if (isFree && (await take(now.owner, now.beat))) return true
      if (!(await backOff(Math.min(tries, 8), deadline))) throw stillLocked()
    }
  }

  async function runWithLease(text: string, values?: readonly SqlValue[]): Promise<readonly SqlRow[]> {
    if (renewed - deadline.remaining() > renewalMs) {
      const now = await readLease()
      if (now?.owner !== me || !(await take(me, now.beat))) throw new LeaseLost()
    }
    return run(text, values)
  }

  if (!(await acquire())) return
  try {
    await work(runWithLease)
  } finally {
    // So that the next process need not wait until the lease ends. Where this fails, the session or the lease is lost.
    await updateLease("owner = ''", 'owner = ?', [me]).catch(() => undefined)
  }
}
