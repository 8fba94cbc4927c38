/** Databases that refuse to write, each for a reason of its own, and let themselves be repaired. */
import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fromMysql2, fromPg, fromSqlite, migrate, type SqlDatabase } from 'hospital-payments/sql'
import { createPool } from 'mysql2/promise'
import pg from 'pg'
import { freshName } from '../../support/databases/database.js'
import { libsql, type OwnServer, ownServers } from '../../support/databases/index.js'
import type { Lack, Needed } from '../../support/databases/on-each.js'
import type { OwnServerOptions } from '../../support/databases/own-server.js'

export interface Refusing {
  readonly sql: SqlDatabase
  refuse(): Promise<unknown>
  repair(): Promise<unknown>
  close(): Promise<unknown>
}

export interface Refusal extends Needed {
  /** True where the server may be a standby, so that another one is looked for until the call's time is over. */
  readonly isLeft?: boolean
  /** Opens a migrated database that still accepts writes. */
  open(): Promise<Refusing>
}

type Ask = (text: string) => Promise<unknown>

const postgres = ownServers.find(({ name }) => name === 'postgres')!
const mariadb = ownServers.find(({ name }) => name === 'mariadb')!

/** Inserts large parts first, then what still goes in between, until nothing more does. */
async function fillUp(ask: Ask, insert: (kilobytes: number) => string): Promise<void> {
  for (const kilobytes of [1000, 100, 10, 1]) {
    for (let isFull = false; !isFull;)
      isFull = await ask(insert(kilobytes)).then(
        () => false,
        () => true,
      )
  }
}

async function postgresOn(server: OwnServer, database: string, close: () => Promise<unknown>) {
  const url = new URL(server.url)
  url.pathname = database
  const pool = new pg.Pool({ connectionString: url.href, max: 1 })
  const sql = fromPg(pool)
  await migrate(sql)
  return { sql, ask: (text: string) => pool.query(text), close: () => pool.end().then(close) }
}

/**
 * Says why nothing can be mounted: only root may, and not everywhere. Other machines have the codes that a proxy
 * answers with.
 */
function whyNoSmallDisk(): string | undefined {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'a small file system takes root on Linux'
  try {
    execFileSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt'], { stdio: 'ignore' })
    return undefined
  } catch {
    return 'nothing may be mounted here'
  }
}

/** Mounts a file system of so many megabytes, for the user that servers run as. */
function smallDisk(place: string, megabytes: number): void {
  mkdirSync(place, { recursive: true })
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', place])
  const { uid, gid } = statSync(dirname(place))
  chownSync(place, uid, gid)
}

async function lackOfDisk(server: Needed): Promise<Lack | undefined> {
  const reason = whyNoSmallDisk()
  return (await server.lack()) ?? (reason === undefined ? undefined : { reason, optional: true })
}

const postgresFull: Refusal = {
  name: 'a postgres whose disk is full',
  lack: () => lackOfDisk(postgres),
  async open() {
    const server = await postgres.start()
    const place = join(server.directory, 'small')
    smallDisk(place, 16)
    const client = new pg.Client(server.url)
    await client.connect()
    await client.query(`CREATE TABLESPACE small LOCATION '${place}'`)
    await client.query('CREATE DATABASE small TABLESPACE small')
    await client.end()
    const { sql, ask, close } = await postgresOn(server, 'small', async () => {
      await server.stop()
      execFileSync('umount', [place])
      await server.destroy()
    })
    const insert = (rows: number) => `INSERT INTO filler SELECT repeat('x', 1000) FROM generate_series(1, ${rows})`
    await ask('CREATE TABLE filler (filling text)')
    return { sql, refuse: () => fillUp(ask, insert), repair: () => ask('DROP TABLE filler'), close }
  },
}

const postgresReadOnly: Refusal = {
  name: 'a postgres that is read-only',
  lack: postgres.lack,
  async open() {
    const server = await postgres.start()
    const { sql, ask, close } = await postgresOn(server, 'postgres', () => server.destroy())
    const set = (value: string) => () => ask(`SET default_transaction_read_only = ${value}`)
    return { sql, refuse: set('on'), repair: set('off'), close }
  },
}

/** Opens a database for a user who has no more rights than the library asks for, beside one who has all of them. */
async function mariadbWith(options: OwnServerOptions = {}) {
  const server = await mariadb.start(options)
  const root = createPool({ uri: server.url, connectionLimit: 1 })
  const ask: Ask = (text) => root.query(text)
  await ask('CREATE DATABASE hospital')
  await ask('USE hospital')
  await migrate(fromMysql2(root))
  const [user, password] = ['app', freshName()]
  await ask(`CREATE USER ${user}@'%' IDENTIFIED BY '${password}'`)
  await ask(`GRANT SELECT, INSERT, UPDATE, DELETE ON hospital.* TO ${user}@'%'`)
  const { port } = new URL(server.url)
  const pool = createPool({ host: '127.0.0.1', port: Number(port), user, password, database: 'hospital' })
  const close = async () => {
    await pool.end()
    await root.end()
    await server.destroy()
  }
  return { sql: fromMysql2(pool), ask, close }
}

const mariadbFull: Refusal = {
  name: 'a mariadb whose disk is full',
  lack: () => lackOfDisk(mariadb),
  async open() {
    const place = mkdtempSync(join(tmpdir(), 'small-disk-'))
    smallDisk(place, 400)
    chmodSync(place, 0o777)
    const { sql, close } = await mariadbWith({ under: place })
    const ballast = join(place, 'ballast')
    return {
      sql,
      async refuse() {
        spawnSync('sh', ['-c', 'head -c 1G /dev/zero > "$1"', 'sh', ballast], { stdio: 'ignore' })
      },
      repair: async () => rmSync(ballast),
      async close() {
        await close()
        execFileSync('umount', [place])
        rmSync(place, { recursive: true })
      },
    }
  },
}

const mariadbReadOnly: Refusal = {
  name: 'a mariadb that is read-only',
  isLeft: true,
  lack: mariadb.lack,
  async open() {
    const { sql, ask, close } = await mariadbWith()
    const set = (value: number) => () => ask(`SET GLOBAL read_only = ${value}`)
    return { sql, refuse: set(1), repair: set(0), close }
  },
}

function sqliteThat(what: string, refusing: string, willing: string): Refusal {
  return {
    name: `an sqlite ${what}`,
    lack: libsql.lack,
    async open() {
      const database = await libsql.open()
      const sql = fromSqlite(database.handle, { open: () => database.open() as never })
      await migrate(sql)
      const set = (text: string) => async () => void database.handle.prepare(text).all()
      return { sql, refuse: set(refusing), repair: set(willing), close: () => database.close() }
    },
  }
}

export const refusals: readonly Refusal[] = [
  postgresFull,
  postgresReadOnly,
  mariadbFull,
  mariadbReadOnly,
  // No page beyond those that it has.
  sqliteThat('whose disk is full', 'PRAGMA max_page_count = 1', 'PRAGMA max_page_count = 1000000'),
  sqliteThat('that is read-only', 'PRAGMA query_only = ON', 'PRAGMA query_only = OFF'),
]
