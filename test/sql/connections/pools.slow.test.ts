import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { onEach } from '../../support/databases/on-each.js'
import { callOf, faultOf, idsOf, type Subject, subjects } from './subject.js'

const unsendable = {
  toPostgres() {
    throw new TypeError('no value of SQL')
  },
}

onEach(subjects, 'SqlDatabase: a pool', (entry) => {
  let subject: Subject
  beforeAll(async () => {
    subject = await entry.open()
  })
  afterAll(() => subject.close())
  beforeEach(() => subject.query('DELETE FROM things'))

  const write = (...steps: Parameters<Subject['database']['write']>[0]) => subject.database.write(steps, callOf())
  const ids = () => idsOf(subject.database, subject.ids())
  const settings = async () => {
    const connections = await subject.drain()
    const all = await Promise.all(connections.map(({ query }) => subject.settings(query)))
    for (const connection of connections) connection.release()
    return all
  }

  it('is not bound, and names its dialect', () => {
    expect(subject.database.isBound()).toBe(false)
    expect(subject.database.dialect).toBe(entry.name === 'mariadb' ? 'mysql' : 'postgres')
  })

  it('returns rows as arrays, and integers beyond 2^53 exactly', async () => {
    await write(subject.insert(1, 2 ** 53 - 1), subject.insert(2, 1))
    const sums = await subject.database.read(
      { text: 'SELECT amount + 2, NULL FROM things WHERE id = 1', values: [] },
      callOf(),
    )
    expect(sums).toEqual([['9007199254740993', null]])
  })

  it('stores one step, and all of several', async () => {
    expect(await write(subject.insert(1, 1, 1))).toMatchObject({ committed: true })
    expect(await write(subject.insert(2, 1, 1), subject.update(2, 5, 1))).toMatchObject({ committed: true })
    expect(await write()).toEqual({ committed: true, rows: [] })
    expect(await ids()).toEqual([1, 2])
  })

  it('undoes all steps when one changes another number of rows than it must', async () => {
    expect(await write(subject.insert(1, 1, 1), subject.update(99, 5, 1), subject.insert(2))).toMatchObject({
      committed: false,
    })
    expect(await write(subject.update(99, 5, 1))).toMatchObject({ committed: false })
    expect(await ids()).toEqual([])
  })

  it('undoes all steps when one fails', async () => {
    await write(subject.insert(1))
    const fault = await faultOf(write(subject.insert(2), subject.insert(1)))
    expect(fault).toMatchObject({ kind: 'duplicate', mayBeStored: false })
    expect(await ids()).toEqual([1])
  })

  it('reports of a single statement that its key is taken', async () => {
    await write(subject.insert(1))
    const fault = await faultOf(write(subject.insert(1)))
    expect(fault).toMatchObject({ kind: 'duplicate', mayBeStored: false })
    expect(fault.cause).toBeInstanceOf(Error)
  })

  it.each([
    ['a check', 'refused', (s: Subject) => s.insert(1, 0)],
    ['a table that is missing', 'unmigrated', () => ({ text: 'SELECT 1 FROM missing', values: [] })],
    [
      'a number out of range',
      'refused',
      () => ({ text: 'INSERT INTO things VALUES (1, 9223372036854775807000)', values: [] }),
    ],
  ])('is refused by %s, alone and among others', async (_, kind, step) => {
    for (const steps of [[step(subject)], [subject.insert(2), step(subject)]])
      expect(await faultOf(write(...steps))).toMatchObject({ kind, mayBeStored: false })
    expect(await ids()).toEqual([])
  })

  it('calls a deadlock contention, and the other one stores', async () => {
    await write(subject.insert(1), subject.insert(2))
    const host = await subject.connect()
    await host.query('BEGIN')
    await host.query('UPDATE things SET amount = 7 WHERE id = 1')
    const ours = write(subject.update(2, 8), subject.update(1, 8)).then(
      () => null,
      (fault: unknown) => fault,
    )
    await waitUntilBlocked(subject)
    const theirs = await host.query('UPDATE things SET amount = 7 WHERE id = 2').then(
      () => host.query('COMMIT').then(() => null),
      (error: unknown) => host.query('ROLLBACK').then(() => error),
    )
    const fault = await ours
    // The server chooses whose transaction it ends.
    if (theirs === null) expect(fault).toMatchObject({ kind: 'contention', mayBeStored: false })
    else expect(fault).toBeNull()
    await host.end()
  })

  it('gives up waiting for a lock before the time of the call ends, and keeps its connection', async () => {
    await write(subject.insert(1))
    const host = await subject.connect()
    await host.query('BEGIN')
    await host.query('UPDATE things SET amount = 7 WHERE id = 1')
    const before = subject.counts().all
    const fault = await faultOf(subject.database.write([subject.insert(2), subject.update(1, 8)], callOf(2500)))
    expect(fault).toMatchObject({ kind: 'contention', mayBeStored: false })
    expect(subject.counts().all).toBe(before)
    await host.query('ROLLBACK')
    await host.end()
    expect(await ids()).toEqual([1])
  })

  it('destroys a connection which does not answer within the time of the call', async () => {
    const [[id]] = (await subject.database.read(subject.ownId, callOf())) as [[unknown]]
    const before = subject.counts().all
    const read = await faultOf(subject.database.read(subject.sleep(30), callOf(60)))
    expect(read).toMatchObject({ kind: 'lost', mayBeStored: false })
    expect(subject.counts().all).toBe(before - 1)
    expect(subject.counts().out).toBe(0)
    const several = await faultOf(subject.database.write([subject.insert(1), subject.sleep(3)], callOf(300)))
    // The server has its own limit, and may be the first to answer.
    expect(several).toMatchObject({ kind: expect.stringMatching(/^(lost|unreachable)$/), mayBeStored: false })
    const [[next]] = (await subject.database.read(subject.ownId, callOf())) as [[unknown]]
    expect(next).not.toEqual(id)
    expect(await ids()).toEqual([])
  })

  it('fails within the time of the call where no connection is free, and gives a late one back', async () => {
    await Promise.all(Array.from({ length: 10 }, () => subject.database.read(subject.sleep(0.05), callOf())))
    const connections = await subject.drain()
    expect(connections).toHaveLength(10)
    const one = faultOf(subject.database.read(subject.ids(), callOf(50)))
    const several = faultOf(subject.database.write([subject.insert(1), subject.insert(2)], callOf(50)))
    const snapshot = faultOf(Promise.resolve(subject.database.snapshot(callOf(50))))
    for (const fault of await Promise.all([one, several, snapshot]))
      expect(fault).toMatchObject({ kind: 'unreachable', mayBeStored: false })
    for (const connection of connections) connection.release()
    expect(await ids()).toEqual([])
    expect(subject.counts()).toEqual({ all: 10, out: 0 })
  })

  it('starts nothing when the time is over', async () => {
    expect(await faultOf(subject.database.write([subject.insert(1)], callOf(0)))).toMatchObject({
      kind: 'unreachable',
      mayBeStored: false,
    })
    expect(await ids()).toEqual([])
  })

  it('lets mistakes of ours be mistakes, and stays whole', async () => {
    const isMysql = subject.database.dialect === 'mysql'
    const mistake = {
      text: `SELECT ${isMysql ? '?' : '$1::text'}`,
      values: [isMysql ? undefined : unsendable] as never,
    }
    await expect(subject.database.read(mistake, callOf())).rejects.toThrow(TypeError)
    await expect(subject.database.write([subject.insert(1), mistake], callOf())).rejects.toThrow(TypeError)
    expect(subject.counts().out).toBe(0)
    expect(await ids()).toEqual([])
  })

  it('leaves no setting behind in a session', async () => {
    await Promise.all(Array.from({ length: 3 }, () => subject.database.read(subject.sleep(0.05), callOf())))
    const before = await settings()
    await write(subject.insert(1), subject.insert(2))
    await write(subject.insert(3), subject.update(99, 1, 1))
    await faultOf(write(subject.insert(4), subject.insert(1)))
    const snapshot = await subject.database.snapshot(callOf())!
    await snapshot.read(subject.ids(), callOf())
    await snapshot.close()
    expect(await settings()).toEqual(before)
  })

  it('outlives connections that the server ends, idle or at work, though the host has no listener of error events', async () => {
    await Promise.all(Array.from({ length: 3 }, () => subject.database.read(subject.sleep(0.05), callOf())))
    const connections = await subject.drain()
    const killed: number[] = []
    for (const { query } of connections) killed.push(Number(Object.values((await query(subject.ownId.text))[0]!)[0]))
    for (const connection of connections) connection.release()
    await subject.kill(killed)
    const settled = () => faultOf(subject.database.read(subject.ids(), callOf()).then(() => Promise.reject(none)))
    const none = new Error('answered')
    for (let tries = 0; tries < 20; tries++) {
      const outcome = await settled().catch((error: unknown) => error)
      if (outcome === none) break
      expect(outcome).toMatchObject({ kind: 'lost' })
    }
    expect(await ids()).toEqual([])

    const snapshot = await subject.database.snapshot(callOf())!
    const [[id]] = (await snapshot.read(subject.ownId, callOf())) as [[unknown]]
    const asleep = faultOf(snapshot.read(subject.sleep(30), callOf()))
    await subject.kill([Number(id)])
    expect((await asleep).kind).toBe('lost')
    await snapshot.close()
    expect(subject.counts().out).toBe(0)
    expect(await ids()).toEqual([])
  })

  it('says that a write may be stored when the connection is lost under it', async () => {
    const host = await subject.connect()
    await write(subject.insert(1))
    await host.query('BEGIN')
    await host.query('UPDATE things SET amount = 7 WHERE id = 1')
    const one = faultOf(write(subject.update(1, 8)))
    await subject.kill(await waitUntilBlocked(subject))
    expect(await one).toMatchObject({ kind: 'lost', mayBeStored: subject.database.dialect === 'postgres' })
    const several = faultOf(write(subject.insert(2), subject.update(1, 8)))
    await subject.kill(await waitUntilBlocked(subject))
    expect(await several).toMatchObject({ kind: 'lost', mayBeStored: false })
    await host.query('ROLLBACK')
    await host.end()
    expect(await ids()).toEqual([1])
  })

  it('reads one instant through a snapshot, which blocks no write and sees none', async () => {
    await write(subject.insert(1))
    const snapshot = await subject.database.snapshot(callOf())!
    await write(subject.insert(2))
    const read = async () => (await snapshot.read(subject.ids(), callOf())).map(([id]) => Number(id))
    expect(await read()).toEqual([1])
    await write(subject.insert(3))
    expect(await read()).toEqual([1])
    expect(await ids()).toEqual([1, 2, 3])
    expect(subject.counts().out).toBe(1)
    await snapshot.close()
    await snapshot.close()
    expect(subject.counts().out).toBe(0)
    expect((await faultOf(snapshot.read(subject.ids(), callOf()))).kind).toBe('lost')
  })

  it('gives a snapshot back after a read that was refused', async () => {
    const before = subject.counts().all
    const snapshot = await subject.database.snapshot(callOf())!
    expect((await faultOf(snapshot.read({ text: 'SELECT 1 FROM missing', values: [] }, callOf()))).kind).toBe(
      'unmigrated',
    )
    await snapshot.close()
    expect(subject.counts()).toEqual({ all: Math.max(before, 1), out: 0 })
    expect(await ids()).toEqual([])
  })

  it('frees the connection of a snapshot at once when it is aborted, at work or idle', async () => {
    for (const busy of [true, false]) {
      const snapshot = await subject.database.snapshot(callOf())!
      const read = busy ? faultOf(snapshot.read(subject.sleep(30), callOf())) : null
      snapshot.abort()
      expect(subject.counts().out).toBe(0)
      if (read) expect(await read).toMatchObject({ kind: 'lost', mayBeStored: false })
      await snapshot.close()
    }
    expect(await ids()).toEqual([])
  })
})

/** Waits until another session waits for a lock, and returns the connections that do. */
async function waitUntilBlocked({ query, database }: Subject): Promise<number[]> {
  const waiting =
    database.dialect === 'postgres'
      ? "SELECT pid AS id FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()"
      : 'SELECT process.id FROM information_schema.innodb_trx JOIN information_schema.processlist AS process ' +
        "ON process.id = trx_mysql_thread_id WHERE trx_state = 'LOCK WAIT' AND process.db = DATABASE()"
  for (;;) {
    // MariaDB renews that table only for those who have left it alone for a tenth of a second.
    await sleep(150)
    const rows = await query(waiting)
    if (rows.length > 0) return rows.map(({ id }) => Number(id))
  }
}
