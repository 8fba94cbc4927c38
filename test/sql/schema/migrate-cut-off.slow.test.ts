import { isPaymentError } from 'hospital-payments'
import { fromMysql2, migrate, type SqlDatabase } from 'hospital-payments/sql'
import { createPool } from 'mysql2/promise'
import { expect, it } from 'vitest'
import { DatabaseFault } from '../../../src/sql/core/fault.js'
import { databases, mariadb, onEach, opened, postgres } from '../../support/databases/index.js'
import { sqlOn } from '../../support/databases/repository.js'
import { observed } from '../../support/halfway.js'
import { everyMigration } from '../../support/migration-names.js'
import { run } from '../../support/schema-rows.js'

onEach([mariadb], 'migrate: a migration whose changes commit by themselves', (entry) => {
  const database = opened(entry)

  /** Reads all that there is of a prefix, with the prefix taken out. */
  async function made(prefix: string): Promise<string> {
    const kinds = [
      {
        kind: 'TABLE',
        names: `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = DATABASE()`,
      },
      {
        kind: 'TRIGGER',
        names: `SELECT trigger_name AS name FROM information_schema.triggers WHERE trigger_schema = DATABASE()`,
      },
    ]
    const texts: string[] = []
    for (const { kind, names } of kinds) {
      for (const { name } of await database().rows(`${names} ORDER BY 1`)) {
        if (!String(name).startsWith(prefix)) continue
        const [row] = await database().rows(`SHOW CREATE ${kind} ${String(name)}`)
        texts.push(String(row?.['Create Table'] ?? row?.['SQL Original Statement']))
      }
    }
    const applied = await database().rows(`SELECT name FROM ${prefix}migrations ORDER BY name`)
    return [...texts, JSON.stringify(applied)].join('\n').replaceAll(prefix, '')
  }

  /** Makes a database that is lost before its `n`th statement. */
  function cutOff(n: number): SqlDatabase {
    let sent = 0
    return observed(sqlOn(database()), async () => {
      if (sent++ === n) throw new DatabaseFault('lost', new Error('cut'))
    })
  }

  it('is completed by the next ones, wherever it was cut off', async () => {
    await migrate(sqlOn(database()), { tablePrefix: 'whole_' })
    const whole = await made('whole_')
    let cuts = 0
    const applied: string[] = []
    // Each migration goes on from where the one before it was cut off, and is cut off one statement later.
    for (; ; cuts++) {
      const cut = await migrate(cutOff(cuts), { tablePrefix: 'cut_' }).catch((error: unknown) => error)
      if (!isPaymentError(cut, 'storage_unavailable')) {
        applied.push(...(cut as { applied: string[] }).applied)
        break
      }
    }
    const names = await database().rows('SELECT name FROM cut_migrations ORDER BY name')
    expect(names.map(({ name }) => name)).toEqual(everyMigration)
    expect(everyMigration).toEqual(expect.arrayContaining(applied))
    expect(await made('cut_')).toBe(whole)
    expect(cuts).toBeGreaterThan(50)
  })

  it('leaves no lock behind, and no connection', async () => {
    await migrate(cutOff(5), { tablePrefix: 'lock_' }).catch(() => undefined)
    const pool = createPool({ uri: database().url, connectionLimit: 1 })
    const options = { dialect: 'mysql', tablePrefix: 'lock_', lockTimeoutMs: 20_000 } as const
    expect(await migrate(fromMysql2(pool), options)).toEqual({ applied: everyMigration })
    expect(await migrate(fromMysql2(pool), options)).toEqual({ applied: [] })
    await pool.end()
  })

  it('is recorded by sessions that do not commit by themselves', async () => {
    const pool = createPool({ uri: database().url, connectionLimit: 2 })
    pool.on('connection', (connection) => void connection.query('SET autocommit = 0'))
    const options = { dialect: 'mysql', tablePrefix: 'manual_' } as const
    expect(await migrate(fromMysql2(pool), options)).toEqual({ applied: everyMigration })
    await pool.end()
    expect(await migrate(sqlOn(database()), options)).toEqual({ applied: [] })
  })
})

onEach(
  databases.filter(({ name }) => name !== 'mariadb'),
  'migrate: a migration in a transaction',
  (entry) => {
    const database = opened(entry)

    it('leaves nothing behind where it fails', async () => {
      const { dialect } = database()
      await run(database(), 'CREATE TABLE hp_statement_lines (own text)')
      const failed = migrate(sqlOn(database()), { dialect })
      await expect(failed).rejects.toMatchObject({ code: 'storage_unavailable', retryable: false })
      await expect(database().rows('SELECT * FROM hp_payments')).rejects.toThrow()
      await expect(database().rows('SELECT * FROM hp_migrations')).rejects.toThrow()
      await run(database(), 'DROP TABLE hp_statement_lines')
      expect(await migrate(sqlOn(database()), { dialect })).toEqual({ applied: everyMigration })
    })
  },
)

onEach([postgres], 'migrate: partitions, which are made in many transactions', (entry) => {
  const database = opened(entry)

  /** Reads all that there is of a prefix, with the prefix taken out. */
  async function made(prefix: string): Promise<unknown[]> {
    const begins = `LIKE '${prefix.replaceAll('_', '\\_')}%'`
    const rows = await database().rows(
      `SELECT relname::text AS name, relkind::text AS kind, pg_get_expr(relpartbound, oid) AS place FROM pg_class
      WHERE relname ${begins} UNION ALL
      SELECT tgrelid::regclass::text, tgname::text, tgenabled::text FROM pg_trigger WHERE tgname ${begins} UNION ALL
      SELECT name, 'applied', NULL FROM ${prefix}migrations`,
    )
    return rows.map((row) => JSON.stringify(row).replaceAll(prefix, '')).sort()
  }

  /** Returns a prefix of one length: PostgreSQL cuts the names of indexes off. */
  const prefixOf = (name: string | number) => `t_${String(name).padStart(6, '0')}_`

  /** Makes a database that is lost before its `n`th transaction. */
  function cutOff(n: number): SqlDatabase {
    const whole = sqlOn(database())
    let sent = 0
    return {
      ...whole,
      write(...call) {
        if (sent++ === n) throw new DatabaseFault('lost', new Error('cut'))
        return whole.write(...call)
      },
    }
  }

  it('are completed by the next calls, wherever one was cut off', { timeout: 300_000 }, async () => {
    const partitions = { distribute: 'partitions', partitions: 2 } as const
    await migrate(sqlOn(database()), { tablePrefix: prefixOf('whole'), ...partitions })
    const whole = await made(prefixOf('whole'))
    expect(whole.length).toBeGreaterThan(500)
    const tablePrefix = prefixOf('cut')
    let cuts = 0
    // Each migration goes on from where the one before it was cut off, and is cut off one transaction later.
    for (let isCut = true; isCut; cuts++) {
      // Before the first transaction, nothing names the number of partitions.
      const options = { tablePrefix, ...(cuts <= 1 && partitions) }
      const cut = await migrate(cutOff(cuts), options).catch((error: unknown) => error)
      isCut = isPaymentError(cut, 'storage_unavailable')
      if (cuts > 0)
        await expect(migrate(sqlOn(database()), { tablePrefix, ...partitions, partitions: 3 })).rejects.toMatchObject({
          message: expect.stringContaining('with 2 partitions') as string,
        })
    }
    expect(await made(tablePrefix)).toEqual(whole)
    expect(cuts).toBeGreaterThan(10)
  })

  it('are made once by calls at once', async () => {
    const options = { tablePrefix: prefixOf('atonce'), distribute: 'partitions', partitions: 2 } as const
    const all = await Promise.all(Array.from({ length: 3 }, () => migrate(sqlOn(database()), options)))
    expect(all.flatMap(({ applied }) => applied).sort()).toEqual(everyMigration)
    expect((await made(prefixOf('atonce'))).length).toBe((await made(prefixOf('whole'))).length)
  })
})
