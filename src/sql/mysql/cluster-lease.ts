/**
 * One migration at a time in a Galera cluster, where `GET_LOCK` is each node's own: triggers that two nodes make at once
 * stop the whole cluster for ever. Held by a row that all nodes agree on, for as long as its holder renews it.
 *
 * No clock is compared. A waiting process takes the row over when it has not changed for `takeoverMs` by its own stopwatch,
 * which is longer than a holder works without a renewal. Both are writes that the cluster puts in one order, together
 * with the changes of the schema: of two holders only one can be certified, and a change that still runs comes first.
 */
import type { Deadline, RunStatement, SqlRow, SqlValue } from '../core/database.js'
import { backOff } from '../core/deadline.js'
import { stillLocked } from '../schema/failures.js'

/** A holder sends nothing later than this after its last renewal was sent. */
const renewalMs = 5_000
const takeoverMs = 15_000

/** What is to be done under a lock, and how to find out that others have done it meanwhile. */
export interface LockedWork {
  isDone(run: RunStatement): Promise<boolean>
  work(run: RunStatement): Promise<void>
}

/** Another process took the migration over: this one did not renew its lease in time. */
export class LeaseLost extends Error {}

/** A node of Galera, which MariaDB and Percona XtraDB Cluster have; other servers have no such variable. */
export async function isClustered(run: RunStatement): Promise<boolean> {
  const [row] = await run("SHOW GLOBAL VARIABLES LIKE 'wsrep_on'")
  return row !== undefined && String(row[1]).toUpperCase() === 'ON'
}

/** Runs `work` as the only one in the cluster, unless by then `isDone` finds that others have done it. */
export async function withLease(
  prefix: string,
  run: RunStatement,
  deadline: Deadline,
  { isDone, work }: LockedWork,
): Promise<void> {
  const table = `${prefix}migration_lock`

  /** Sessions need not commit by themselves, and may read an older state until they do. */
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

  /** Whether the row is ours now. */
  async function take(owner: string, beat: number): Promise<boolean> {
    const asked = deadline.remaining()
    await updateLease('owner = ?, beat = beat + 1', 'owner = ? AND beat = ?', [me, owner, beat])
    if ((await readLease())?.owner !== me) return false
    renewed = asked
    return true
  }

  /** Whether the row is ours; else nothing is left to be done. */
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
