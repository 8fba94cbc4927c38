/** A MariaDB with a replica that may not be written to. */
import { createConnection, type Connection } from 'mysql2/promise'
import { ownMariadb } from '../../support/databases/own-mariadb.js'
import type { OwnServer } from '../../support/databases/own-server.js'

export interface MariadbPair {
  readonly primary: OwnServer
  readonly replica: OwnServer
  /** Begins a planned switchover: writes stop, the replica catches up, then it takes the writes. */
  stopWrites(): Promise<void>
  promote(): Promise<void>
  /** Makes the former primary follow the new one. */
  follow(): Promise<void>
  /** Waits until it has everything. */
  caughtUp(): Promise<void>
  destroy(): Promise<void>
}

export async function asAdmin<Result>(url: string, work: (admin: Connection) => Promise<Result>): Promise<Result> {
  const admin = await createConnection({ uri: url })
  try {
    return await work(admin)
  } finally {
    await admin.end()
  }
}

const flags = (id: number) => [
  `--server-id=${id}`,
  '--log-bin=binlog',
  '--binlog-format=ROW',
  '--gtid-strict-mode=ON',
  '--log-slave-updates',
  '--innodb-log-file-size=16M',
]

async function followFrom(admin: Connection, { url }: OwnServer): Promise<void> {
  const { hostname, port } = new URL(url)
  const where = `MASTER_HOST = '${hostname}', MASTER_PORT = ${port}, MASTER_USER = 'root'`
  // What a former primary has is in its own log.
  await admin.query('SET GLOBAL gtid_slave_pos = @@GLOBAL.gtid_current_pos')
  await admin.query(`CHANGE MASTER TO ${where}, MASTER_USE_GTID = slave_pos`)
  await admin.query('START SLAVE')
}

export async function startMariadbPair(): Promise<MariadbPair> {
  const primary = await ownMariadb({ flags: flags(1) })
  let replica: OwnServer | undefined
  try {
    replica = await ownMariadb({ flags: [...flags(2), '--read-only'] })
    // Users that have all rights are not held back by read_only, and no hospital's program is one.
    await asAdmin(primary.url, async (admin) => {
      await admin.query("CREATE USER clinic@'%' IDENTIFIED BY 'secret'")
      await admin.query(
        "GRANT SELECT, INSERT, UPDATE, DELETE, CREATE, ALTER, DROP, INDEX, TRIGGER ON *.* TO clinic@'%'",
      )
      await admin.query('SET GLOBAL log_bin_trust_function_creators = 1')
    })
    await asAdmin(replica.url, async (admin) => {
      await admin.query('SET GLOBAL log_bin_trust_function_creators = 1')
      await followFrom(admin, primary)
    })
  } catch (error) {
    await replica?.destroy()
    await primary.destroy()
    throw error
  }
  const pair = { primary, replica }

  async function waitFor(ahead: OwnServer, behind: OwnServer): Promise<void> {
    const position = await asAdmin(ahead.url, async (admin) => {
      const [rows] = await admin.query('SELECT @@GLOBAL.gtid_binlog_pos AS position')
      return (rows as { position: string }[])[0]!.position
    })
    await asAdmin(behind.url, (admin) => admin.execute('SELECT MASTER_GTID_WAIT(?, 60)', [position]))
  }

  return {
    ...pair,
    stopWrites: () => asAdmin(primary.url, async (admin) => void (await admin.query('SET GLOBAL read_only = 1'))),
    async promote() {
      await waitFor(primary, pair.replica)
      await asAdmin(pair.replica.url, async (admin) => {
        await admin.query('STOP SLAVE')
        await admin.query('SET GLOBAL read_only = 0')
      })
    },
    follow: () => asAdmin(primary.url, (admin) => followFrom(admin, pair.replica)),
    caughtUp: () => waitFor(pair.replica, primary),
    async destroy() {
      await pair.replica.destroy()
      await primary.destroy()
    },
  }
}
