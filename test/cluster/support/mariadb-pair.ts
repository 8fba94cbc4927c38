/** A MariaDB with a replica that may not be written to. */
import { createConnection, type Connection } from 'mysql2/promise'
import { ownMariadb } from '../../support/databases/own-mariadb.js'
import type { OwnServer } from '../../support/databases/own-server.js'

export interface MariadbPair {
  readonly primary: OwnServer
  readonly replica: OwnServer
  /** As a planned switchover goes: nobody writes, the replica has everything, then it is the one to write to. */
  stopWrites(): Promise<void>
  promote(): Promise<void>
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

export async function startMariadbPair(): Promise<MariadbPair> {
  const primary = await ownMariadb({ flags: flags(1) })
  let replica: OwnServer | undefined
  try {
    const { hostname, port } = new URL(primary.url)
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
      await admin.query(
        `CHANGE MASTER TO MASTER_HOST = '${hostname}', MASTER_PORT = ${port}, MASTER_USER = 'root', MASTER_USE_GTID = slave_pos`,
      )
      await admin.query('SET GLOBAL log_bin_trust_function_creators = 1')
      await admin.query('START SLAVE')
    })
  } catch (error) {
    await replica?.destroy()
    await primary.destroy()
    throw error
  }
  const pair = { primary, replica }

  /** The replica has everything that the primary has. */
  async function caughtUp(): Promise<void> {
    const position = await asAdmin(primary.url, async (admin) => {
      const [rows] = await admin.query('SELECT @@GLOBAL.gtid_binlog_pos AS position')
      return (rows as { position: string }[])[0]!.position
    })
    await asAdmin(pair.replica.url, (admin) => admin.execute('SELECT MASTER_GTID_WAIT(?, 60)', [position]))
  }

  return {
    ...pair,
    stopWrites: () => asAdmin(primary.url, async (admin) => void (await admin.query('SET GLOBAL read_only = 1'))),
    async promote() {
      await caughtUp()
      await asAdmin(pair.replica.url, async (admin) => {
        await admin.query('STOP SLAVE')
        await admin.query('SET GLOBAL read_only = 0')
      })
    },
    async destroy() {
      await pair.replica.destroy()
      await primary.destroy()
    },
  }
}
