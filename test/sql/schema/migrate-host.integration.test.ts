import { fromMysql2, fromPg, migrate } from 'hospital-payments/sql'
import { expect, it } from 'vitest'
import { libsql, mariadb, nodeSqlite, onEach, opened, postgres, systemPostgres } from '../../support/databases/index.js'
import { sqlOn } from '../../support/databases/repository.js'
import { everyMigration } from '../../support/migration-names.js'

onEach([postgres, systemPostgres], "migrate: on a host's client it", (entry) => {
  const database = opened(entry)

  it('is undone with the transaction of the host, and done with it', async () => {
    const client = await database().handle.connect()
    for (const end of ['ROLLBACK', 'COMMIT']) {
      await client.query('BEGIN')
      expect(await migrate(fromPg(client))).toEqual({ applied: everyMigration })
      expect(await migrate(fromPg(client))).toEqual({ applied: [] })
      await client.query(end)
    }
    client.release()
    expect(await migrate(sqlOn(database()))).toEqual({ applied: [] })
  })

  it('wants the transaction to be open', async () => {
    const client = await database().handle.connect()
    const message = expect.stringContaining('open a transaction first') as string
    const refusal = { code: 'storage_unavailable', retryable: false, message }
    const options = { dialect: 'postgres', tablePrefix: 'other_' } as const
    await expect(migrate(fromPg(client), options)).rejects.toMatchObject(refusal)
    client.release()
  })

  it('leaves a transaction usable in which it could do nothing', async () => {
    const client = await database().handle.connect()
    await client.query('BEGIN')
    await client.query('CREATE TABLE half_payments (id text)')
    const failed = migrate(fromPg(client), { tablePrefix: 'half_' })
    await expect(failed).rejects.toMatchObject({ code: 'storage_unavailable', retryable: false })
    expect((await client.query('SELECT * FROM half_payments')).rows).toEqual([])
    await client.query('ROLLBACK')
    client.release()
  })

  it('keeps schemas apart', async () => {
    const client = await database().handle.connect()
    await client.query('CREATE SCHEMA ward')
    await client.query('BEGIN')
    await client.query('SET LOCAL search_path = ward')
    expect(await migrate(fromPg(client))).toEqual({ applied: everyMigration })
    await client.query('COMMIT')
    client.release()
    const [row] = await database().rows('SELECT count(*) AS count FROM ward.hp_payments')
    expect(row).toEqual({ count: '0' })
  })
})

onEach([mariadb], "migrate: on a host's connection it", (entry) => {
  const database = opened(entry)

  it('is refused: it would commit what the host has not', async () => {
    const connection = await database().handle.getConnection()
    await connection.beginTransaction()
    await expect(migrate(fromMysql2(connection))).rejects.toThrow(/pool/)
    await connection.rollback()
    connection.release()
  })
})

onEach([libsql, nodeSqlite], "migrate: on a host's file it", (entry) => {
  const database = opened(entry)
  const mode = async () => (await database().rows('PRAGMA journal_mode'))[0]

  it('is undone with the transaction of the host, and done with it, in WAL as soon as that is over', async () => {
    const { handle } = database()
    for (const end of ['ROLLBACK', 'COMMIT']) {
      handle.exec('BEGIN')
      expect(await migrate(sqlOn(database()))).toEqual({ applied: everyMigration })
      handle.exec(end)
    }
    expect(await mode()).toEqual({ journal_mode: 'delete' })
    expect(await migrate(sqlOn(database()))).toEqual({ applied: [] })
    expect(await mode()).toEqual({ journal_mode: 'wal' })
  })
})
