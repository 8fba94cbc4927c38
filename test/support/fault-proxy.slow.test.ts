import { once } from 'node:events'
import net from 'node:net'
import { expect, it } from 'vitest'
import { onEach, servers, type DatabaseEntry, type MysqlDatabase, type PgDatabase } from './databases/index.js'
import { faultProxy } from './fault-proxy.js'
import { connected, eventually, fate, insert, proxied } from './fault-proxy/session.js'

onEach<DatabaseEntry<PgDatabase | MysqlDatabase>>(servers, 'test/support/fault-proxy.ts: a proxy', (entry) => {
  const { database, proxy, connect, notes } = proxied(entry)
  const sleeping = () => (database().dialect === 'postgres' ? 'SELECT pg_sleep(600)' : 'SELECT SLEEP(600)')

  it('carries long values and many rows unchanged, for many connections at once', async () => {
    const value = 'ኣበበ '.repeat(200_000)
    const many =
      database().dialect === 'postgres'
        ? 'SELECT i FROM generate_series(1, 20000) i ORDER BY i'
        : 'SELECT seq AS i FROM seq_1_to_20000 ORDER BY seq'
    const cast = database().dialect === 'postgres' ? 'SELECT ?::text AS v' : 'SELECT ? AS v'
    await Promise.all(
      [1, 2, 3].map(async () => {
        const session = await connect()
        expect((await session.execute(cast, [value]))[0]!['v'] === value).toBe(true)
        expect((await session.query(many)).map(({ i }) => Number(i))).toEqual(
          Array.from({ length: 20_000 }, (_, i) => i + 1),
        )
      }),
    )
    expect(proxy().connections).toBe(3)
  })

  it('delays open connections from now on, keeping the order, and stops delaying', async () => {
    const session = await connect()
    proxy().delay(200)
    let waited = false
    setTimeout(() => (waited = true), 200)
    await session.query('SELECT 1')
    expect(waited).toBe(true)
    proxy().delay(600_000)
    proxy().delay(0)
    expect(await session.query('SELECT 1 AS one')).toEqual([{ one: 1 }])
  })

  it('delays new connections as well', async () => {
    proxy().delay(20)
    const session = await connect()
    await session.execute(insert, ['slow'])
    expect(await notes()).toEqual(['slow'])
  })

  it('cuts a waiting query and an idle connection, and lets the next one through', async () => {
    const [busy, idle] = [await connect(), await connect()]
    const sent = proxy().watch(sleeping())
    const query = busy.query(sleeping())
    await sent.done
    proxy().cut()
    await expect(query).rejects.toThrow(/ECONNRESET|terminated|lost/)
    await expect(idle.query('SELECT 1')).rejects.toThrow()
    await eventually(() => expect(proxy().connections).toBe(0))
    expect(await (await connect()).query('SELECT 1 AS one')).toEqual([{ one: 1 }])
  })

  it('refuses new connections with a closed port while open ones go on', async () => {
    const session = await connect()
    proxy().refuse()
    await expect(connect()).rejects.toMatchObject({ code: 'ECONNREFUSED' })
    expect(await session.query('SELECT 1 AS one')).toEqual([{ one: 1 }])
    await proxy().accept()
    expect(await (await connect()).query('SELECT 1 AS one')).toEqual([{ one: 1 }])
  })

  it('refuses new connections by resetting them', async () => {
    const session = await connect()
    proxy().refuse('reset')
    await expect(connect()).rejects.not.toMatchObject({ code: 'ECONNREFUSED' })
    expect(await session.query('SELECT 1 AS one')).toEqual([{ one: 1 }])
    expect(proxy().connections).toBe(1)
    await proxy().accept()
    expect(await (await connect()).query('SELECT 1 AS one')).toEqual([{ one: 1 }])
  })

  it('is silent in both directions for ever, on connections from before and during the silence', async () => {
    const early = await connect()
    proxy().silence()
    const query = fate(early.execute(insert, ['lost']))
    const during = fate(connect())
    await eventually(() => expect(proxy().connections).toBe(2))
    proxy().restore()
    const late = await connect()
    await late.execute(insert, ['found'])
    const again = fate(early.query('SELECT 1'))
    await late.query('SELECT 1')
    expect([query.settled, during.settled, again.settled]).toEqual([false, false, false])
    expect(await notes()).toEqual(['found'])
    expect(proxy().connections).toBe(3)
  })

  it('delivers no answer that was under way when the silence began', async () => {
    const session = await connect()
    const sent = proxy().watch(insert.slice(0, 12))
    proxy().delay(20)
    const query = fate(session.execute(insert, ['done']))
    await sent.done
    proxy().silence()
    await eventually(async () => expect(await notes()).toEqual(['done']))
    proxy().restore()
    await connect()
    expect(query.settled).toBe(false)
  })

  it('hides from the server that a silent client has left, until the network is back', async () => {
    const session = await connect()
    const whereabouts = await session.whereabouts()
    proxy().silence()
    session.destroy()
    await eventually(() => expect(proxy().connections).toBe(0))
    expect(await database().rows(whereabouts)).toHaveLength(1)
    proxy().restore()
    await eventually(async () => expect(await database().rows(whereabouts)).toEqual([]))
  })

  it('ends the connection to the server when a silent client leaves after the network is back', async () => {
    const session = await connect()
    const whereabouts = await session.whereabouts()
    proxy().silence()
    proxy().restore()
    await connect()
    expect(await database().rows(whereabouts)).toHaveLength(1)
    session.destroy()
    await eventually(async () => expect(await database().rows(whereabouts)).toEqual([]))
  })

  it('hides from a silent client that the server has closed, and shows it to others', async () => {
    const [silent, other] = [await connect(), await connect()]
    const [first, second] = [await silent.whereabouts(), await other.whereabouts()]
    const kill = (whereabouts: string) => {
      const id = /\d+$/.exec(whereabouts)![0]
      return database().rows(database().dialect === 'postgres' ? `SELECT pg_terminate_backend(${id})` : `KILL ${id}`)
    }
    proxy().silenceBefore('SELECT 2')
    const query = fate(silent.query('SELECT 2'))
    await kill(first)
    await kill(second)
    await expect(other.query('SELECT 1')).rejects.toThrow()
    await eventually(() => expect(proxy().connections).toBe(1))
    expect(query.settled).toBe(false)
  })

  it('passes on that a server is not there', async () => {
    const stray = await faultProxy({ host: '127.0.0.1', port: 1 })
    await expect(connected(stray.through(database().url))).rejects.toThrow()
    await stray.close()
  })

  it('forgets no client that hung up in silence', async () => {
    proxy().silence()
    const client = net.connect({ host: proxy().host, port: proxy().port, allowHalfOpen: true })
    client.resume().end('Is the server there?')
    await once(client, 'finish')
    await eventually(() => expect(proxy().connections).toBe(0))
    expect(client.destroyed).toBe(false)
    const [[error]] = await Promise.all([once(client, 'error'), proxy().close()])
    expect(error).toMatchObject({ code: 'ECONNRESET' })
  })

  it('has no fault after pass()', async () => {
    proxy().delay(60_000)
    proxy().refuse()
    proxy().silence()
    proxy().cutBefore('')
    await proxy().pass()
    expect(await (await connect()).query('SELECT 1 AS one')).toEqual([{ one: 1 }])
  })

  it('ends every connection when it closes, silent ones too', async () => {
    const sessions = [await connect(), await connect()]
    const whereabouts = await Promise.all(sessions.map((each) => each.whereabouts()))
    proxy().silence()
    const query = sessions[0]!.query('SELECT 1')
    query.catch(() => undefined)
    await proxy().close()
    await expect(query).rejects.toThrow()
    expect(proxy().connections).toBe(0)
    for (const sql of whereabouts) {
      await eventually(async () => expect(await database().rows(sql)).toEqual([]))
    }
    await expect(connect()).rejects.toMatchObject({ code: 'ECONNREFUSED' })
  })
})
