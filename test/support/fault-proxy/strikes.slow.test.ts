import { expect, it } from 'vitest'
import { onEach, servers, type DatabaseEntry, type MysqlDatabase, type PgDatabase } from '../databases/index.js'
import { eventually, fate, insert, proxied } from './session.js'

onEach<DatabaseEntry<PgDatabase | MysqlDatabase>>(
  servers,
  'test/support/fault-proxy.ts: a fault at a statement',
  (entry) => {
    const { database, proxy, connect, notes } = proxied(entry)

    it('lets the server commit and then cuts', async () => {
      const session = await connect()
      const fault = proxy().cutAfter('COMMIT')
      await session.query('BEGIN')
      await session.execute(insert, ['committed'])
      await expect(session.query('COMMIT')).rejects.toThrow()
      expect(await notes()).toEqual(['committed'])
      await fault.done
      expect(fault.count).toBe(1)
    })

    it('cuts before the COMMIT reaches the server', async () => {
      const session = await connect()
      const fault = proxy().cutBefore('COMMIT')
      await session.query('BEGIN')
      await session.execute(insert, ['lost'])
      await expect(session.query('COMMIT')).rejects.toThrow()
      await fault.done
      // Not even an open transaction is left that holds the key.
      await database().rows("INSERT INTO notes (note) VALUES ('lost')")
    })

    it('lets the server commit and then says nothing any more', async () => {
      const session = await connect()
      const whereabouts = await session.whereabouts()
      const fault = proxy().silenceAfter(/^commit/i)
      await session.query('BEGIN')
      await session.execute(insert, ['committed'])
      const commit = fate(session.query('COMMIT'))
      await fault.done
      expect(await notes()).toEqual(['committed'])
      await (await connect()).query('SELECT 1')
      expect(commit.settled).toBe(false)
      session.destroy()
      proxy().restore()
      await eventually(async () => expect(await database().rows(whereabouts)).toEqual([]))
    })

    it('strikes a prepared statement at its first and at later executions, by its text', async () => {
      for (const skip of [0, 1, 2]) {
        const session = await connect()
        proxy().cutAfter('INTO notes', { skip })
        for (let n = 0; n < skip; n++) await session.execute(insert, [`${skip}.${n}`])
        await expect(session.execute(insert, [`${skip}.${skip}`])).rejects.toThrow()
        proxy().cutBefore('INTO notes', { skip })
        const next = await connect()
        for (let n = 0; n < skip; n++) await next.execute(insert, [`before ${skip}.${n}`])
        await expect(next.execute(insert, ['lost'])).rejects.toThrow()
      }
      expect(await notes()).toEqual([
        '0.0',
        '1.0',
        '1.1',
        '2.0',
        '2.1',
        '2.2',
        'before 1.0',
        'before 2.0',
        'before 2.1',
      ])
    })

    it('strikes by a value that is sent', async () => {
      const session = await connect()
      proxy().cutBefore('unlucky')
      await session.execute(insert, ['lucky'])
      await expect(session.execute(insert, ['unlucky'])).rejects.toThrow()
      expect(await notes()).toEqual(['lucky'])
    })

    it('strikes as often as asked, and not when removed', async () => {
      const code = database().dialect === 'postgres' ? '40001' : 1213
      const session = await connect()
      const fault = proxy().answerWith(insert.slice(0, 12), { code }, { times: 3 })
      const other = proxy().cutBefore('INTO notes')
      other.remove()
      for (let n = 0; n < 3; n++) await expect(session.execute(insert, ['kept'])).rejects.toThrow('fault proxy')
      await fault.done
      expect([fault.count, other.count]).toEqual([3, 0])
      await session.execute(insert, ['kept'])
      expect(await notes()).toEqual(['kept'])
    })
  },
)
