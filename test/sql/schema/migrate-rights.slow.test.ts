import { createPool } from 'mysql2/promise'
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { fromMysql2, fromPg, migrate, type SqlDatabase } from 'hospital-payments/sql'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import {
  mariadb,
  type MysqlDatabase,
  onEach,
  opened,
  ownServers,
  postgres,
  systemPostgres,
} from '../../support/databases/index.js'
import { everyMigration, withoutGuards } from '../../support/migration-names.js'

const noTriggers = { code: 'storage_unavailable', retryable: false, message: expect.stringContaining('guards: false') }
const refused = { code: 'storage_unavailable', retryable: false, message: expect.not.stringContaining('guards') }

onEach([mariadb], 'migrate: a user with few rights', (entry) => {
  const database = opened(entry)
  const user = `hp_${randomUUID().slice(0, 8)}`
  const tableNames = async () => (await database().rows('SHOW TABLES')).flatMap((row) => Object.values(row))
  let limited: ReturnType<typeof createPool>
  let sql: SqlDatabase

  async function grant(rights: string): Promise<void> {
    const { rows } = database()
    const [row] = await rows('SELECT DATABASE() AS name')
    await rows(`CREATE OR REPLACE USER ${user}@'%' IDENTIFIED BY 'secret'`)
    await rows(`GRANT ${rights} ON ${String(row!['name'])}.* TO ${user}@'%'`)
    const url = new URL(database().url)
    url.username = user
    url.password = 'secret'
    limited = createPool({ uri: url.href })
    sql = fromMysql2(limited)
  }

  beforeEach(async () => {
    for (const name of await tableNames()) await database().rows(`DROP TABLE ${String(name)}`)
    return async () => {
      await limited.end()
      await database().rows(`DROP USER ${user}@'%'`)
    }
  })

  it('stops before it changes anything where triggers are refused, and says how to go on', async () => {
    await grant('SELECT, INSERT, CREATE, INDEX, ALTER, DROP')
    await expect(migrate(sql)).rejects.toMatchObject(noTriggers)
    expect(await tableNames()).toEqual([])
    expect(await migrate(sql, { guards: false })).toEqual({ applied: withoutGuards })
    await expect(migrate(sql)).rejects.toMatchObject(noTriggers)
  })

  it('needs no other rights than to create and alter tables, and to make triggers and records', async () => {
    await grant('SELECT, INSERT, CREATE, ALTER, TRIGGER')
    expect(await migrate(sql)).toEqual({ applied: everyMigration })
  })

  it('asks for no guards where tables are refused', async () => {
    await grant('SELECT, INSERT, TRIGGER')
    await expect(migrate(sql)).rejects.toMatchObject(refused)
    expect(await tableNames()).toEqual([])
  })

  it('needs to read only, where there is nothing to do', async () => {
    await migrate(fromMysql2(database().handle))
    await grant('SELECT')
    expect(await migrate(sql)).toEqual({ applied: [] })
  })
})

onEach(
  ownServers.filter(({ name }) => name === 'mariadb'),
  'migrate: a server with a binary log, and a user without SUPER',
  ({ start, open }) => {
    it('stops before it changes anything, and says how to go on', async () => {
      const server = await start({ flags: ['--log-bin', '--server-id=1'] })
      try {
        const admin = (await open(server)) as MysqlDatabase
        const url = new URL(admin.url)
        await admin.rows("CREATE USER clinic@'%' IDENTIFIED BY 'secret'")
        await admin.rows(`GRANT ALL ON ${url.pathname.slice(1)}.* TO clinic@'%'`)
        url.username = 'clinic'
        url.password = 'secret'
        const pool = createPool({ uri: url.href })
        await expect(migrate(fromMysql2(pool))).rejects.toMatchObject({
          ...noTriggers,
          cause: expect.objectContaining({ errno: 1419 }),
        })
        expect(await admin.rows('SHOW TABLES')).toEqual([])
        await admin.rows('SET GLOBAL log_bin_trust_function_creators = 1')
        expect(await migrate(fromMysql2(pool))).toEqual({ applied: everyMigration })
        await pool.end()
        await admin.handle.end()
      } finally {
        await server.destroy()
      }
    })
  },
)

onEach([postgres, systemPostgres], 'migrate: a user with few rights', (entry) => {
  const database = opened(entry)
  const role = `hp_${randomUUID().slice(0, 8)}`
  const tableNames = async () => {
    const rows = await database().rows("SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY tablename")
    return rows.map(({ tablename }) => tablename)
  }
  let limited: pg.Pool
  let sql: SqlDatabase

  beforeAll(async () => {
    await database().rows(`CREATE ROLE ${role} LOGIN PASSWORD 'secret'`)
    await database().rows('REVOKE ALL ON SCHEMA public FROM PUBLIC')
    await database().rows('REVOKE USAGE ON LANGUAGE plpgsql FROM PUBLIC')
    await database().rows(`GRANT USAGE ON SCHEMA public TO ${role}`)
    const url = new URL(database().url)
    url.username = role
    url.password = 'secret'
    limited = new pg.Pool({ connectionString: url.href })
    sql = fromPg(limited)
  })
  afterAll(async () => {
    await limited.end()
    await database().rows(`DROP OWNED BY ${role}`)
    await database().rows(`DROP ROLE ${role}`)
  })

  it('names no guards where tables are refused', async () => {
    await expect(migrate(sql)).rejects.toMatchObject(refused)
  })

  it('leaves nothing behind where functions are refused, and says how to go on', async () => {
    await database().rows(`GRANT CREATE ON SCHEMA public TO ${role}`)
    await expect(migrate(sql)).rejects.toMatchObject(noTriggers)
    expect(await tableNames()).toEqual([])
    expect(await migrate(sql, { guards: false })).toEqual({ applied: withoutGuards })
    await expect(migrate(sql)).rejects.toMatchObject(noTriggers)
  })

  it('needs to read only, where there is nothing to do', async () => {
    await database().rows(`REVOKE CREATE ON SCHEMA public FROM ${role}`)
    expect(await migrate(sql, { guards: false })).toEqual({ applied: [] })
  })

  it('leaves nothing behind where triggers are refused on tables of another user', async () => {
    await database().rows(`GRANT USAGE ON LANGUAGE plpgsql TO ${role}`)
    await database().rows(`GRANT CREATE ON SCHEMA public TO ${role}`)
    await migrate(fromPg(database().handle), { tablePrefix: 'a_', guards: false })
    await database().rows(`GRANT SELECT, INSERT ON a_migrations TO ${role}`)
    await expect(migrate(sql, { tablePrefix: 'a_' })).rejects.toMatchObject(noTriggers)
    const functions = await database().rows("SELECT 1 FROM pg_proc WHERE proname = 'a_refuse_change'")
    expect(functions).toEqual([])
  })

  it("has the database's own message in the cause alone", async () => {
    await database().rows(`REVOKE CREATE ON SCHEMA public FROM ${role}`)
    await expect(migrate(sql, { tablePrefix: 'b_' })).rejects.toMatchObject({
      cause: expect.objectContaining({ code: '42501' }),
      message: expect.not.stringMatching(/permission|public|CREATE/),
    })
  })
})
