import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { onEach } from '../../support/databases/on-each.js'
import { callOf, faultOf, type Host, idsOf, type Subject, subjects } from './subject.js'

onEach(subjects, "SqlDatabase: a host's connection", (entry) => {
  let subject: Subject
  let host: Host
  beforeAll(async () => {
    subject = await entry.open()
  })
  afterAll(() => subject.close())
  beforeEach(async () => {
    await subject.query('DELETE FROM things')
    host = await subject.connect()
  })
  afterEach(() => host.end().catch(() => undefined))

  const write = (...steps: Parameters<Subject['database']['write']>[0]) => host.database.write(steps, callOf())
  const inside = () => idsOf(host.database, subject.ids())
  const stored = () => idsOf(subject.database, subject.ids())

  it('is bound', () => {
    expect(host.database.isBound()).toBe(true)
  })

  it('refuses every call outside a transaction, and stores nothing', async () => {
    const calls = [
      () => write(subject.insert(1)),
      () => host.database.read(subject.ids(), callOf()),
      async () => (await host.database.snapshot(callOf()))!.read(subject.ids(), callOf()),
    ]
    const isMysql = host.database.dialect === 'mysql'
    for (const call of isMysql ? calls.slice(0, 2) : calls)
      expect(await faultOf(call())).toMatchObject({ kind: 'outside', mayBeStored: false })
    expect(await stored()).toEqual([])
  })

  it('commits nothing by itself: what it wrote goes and stays with the transaction', async () => {
    await host.query('BEGIN')
    expect(await write(subject.insert(1), subject.update(1, 5, 1))).toMatchObject({ committed: true })
    expect(await inside()).toEqual([1])
    expect(await stored()).toEqual([])
    await host.query('ROLLBACK')
    expect(await stored()).toEqual([])
    await host.query('BEGIN')
    await write(subject.insert(2))
    await host.query('COMMIT')
    expect(await stored()).toEqual([2])
  })

  it.each([
    ['a key that is taken', 'duplicate', (s: Subject) => s.insert(1)],
    ['a check', 'refused', (s: Subject) => s.insert(3, 0)],
    ['a table that is missing', 'unmigrated', () => ({ text: 'SELECT 1 FROM missing', values: [] })],
  ])('undoes one call alone after %s, and the transaction stays usable', async (_, kind, step) => {
    await host.query('BEGIN')
    await host.query('INSERT INTO things VALUES (10, 1)')
    await write(subject.insert(1))
    expect(await faultOf(write(subject.insert(2), step(subject)))).toMatchObject({ kind, mayBeStored: false })
    await write(subject.insert(4))
    await host.query('COMMIT')
    expect(await stored()).toEqual([1, 4, 10])
  })

  it('undoes one call alone when a step changes another number of rows than it must', async () => {
    await host.query('BEGIN')
    await write(subject.insert(1))
    expect(await write(subject.insert(2), subject.update(99, 1, 1))).toMatchObject({ committed: false })
    expect(await write(subject.insert(3, 1, 2))).toMatchObject({ committed: false })
    await host.query('COMMIT')
    expect(await stored()).toEqual([1])
  })

  it('leaves no savepoint behind', async () => {
    await host.query('BEGIN')
    await write(subject.insert(1))
    await faultOf(write(subject.insert(1)))
    await write(subject.update(99, 1, 1))
    await expect(host.query('RELEASE SAVEPOINT hp_call')).rejects.toThrow(/hp_call/)
    await host.query('ROLLBACK')
  })

  it('changes no setting', async () => {
    await host.query('BEGIN')
    const before = await subject.settings(host.query)
    await write(subject.insert(1), subject.update(1, 2))
    await faultOf(write(subject.insert(1)))
    await inside()
    expect(await subject.settings(host.query)).toEqual(before)
    await host.query('ROLLBACK')
  })

  it('runs calls at once one after another, through one database or several', async () => {
    await host.query('BEGIN')
    const other = host.again()
    const written = await Promise.all(
      Array.from({ length: 10 }, (_, i) =>
        (i % 2 ? host.database : other).write([subject.insert(i), subject.update(i, 2, i === 4 ? 7 : 1)], callOf()),
      ),
    )
    expect(written.map(({ committed }) => committed)).toEqual(written.map((_, i) => i !== 4))
    await host.query('COMMIT')
    expect(await stored()).toEqual([0, 1, 2, 3, 5, 6, 7, 8, 9])
  })

  it('is refused by a read-only transaction, which stays usable', async () => {
    await host.query('START TRANSACTION READ ONLY')
    expect((await faultOf(write(subject.insert(1)))).kind).toBe('refused')
    expect(await inside()).toEqual([])
    await host.query('ROLLBACK')
  })

  it('calls a deadlock contention', async () => {
    await subject.database.write([subject.insert(1), subject.insert(2)], callOf())
    const other = await subject.connect()
    await host.query('BEGIN')
    await other.query('BEGIN')
    await write(subject.update(1, 5))
    await other.database.write([subject.update(2, 5)], callOf())
    const outcomes = await Promise.allSettled([
      write(subject.update(2, 6)).finally(() => host.query('ROLLBACK')),
      other.database.write([subject.update(1, 6)], callOf()).finally(() => other.query('ROLLBACK')),
    ])
    const faults = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []))
    expect(faults).toMatchObject([{ kind: 'contention', mayBeStored: false }])
    await other.end()
  })

  it('is destroyed when a call runs out of time, so that the host cannot commit half of it', async () => {
    await host.query('BEGIN')
    await host.query('INSERT INTO things VALUES (10, 1)')
    expect(await faultOf(host.database.write([subject.insert(1), subject.sleep(1)], callOf(100)))).toMatchObject({
      kind: 'lost',
      mayBeStored: false,
    })
    expect(await faultOf(host.again().read(subject.ids(), callOf()))).toMatchObject({ kind: 'lost' })
    await expect(host.query('COMMIT')).rejects.toThrow()
    expect(await stored()).toEqual([])
  })

  it('lets a call fail in time that waits for its turn, and runs it no more', async () => {
    await host.query('BEGIN')
    const first = host.database.read(subject.sleep(0.4), callOf())
    const second = faultOf(host.database.write([subject.insert(1)], callOf(50)))
    expect(await second).toMatchObject({ kind: 'unreachable', mayBeStored: false })
    await first
    expect(await inside()).toEqual([])
    await host.query('ROLLBACK')
  })

  it('ends no process when the server ends the connection under a call', async () => {
    await host.query('BEGIN')
    const call = faultOf(host.database.read(subject.sleep(30), callOf()))
    const asleep = subject.database.dialect === 'postgres' ? 'pg_sleep' : 'SLEEP'
    const list =
      subject.database.dialect === 'postgres'
        ? `SELECT 1 FROM pg_stat_activity WHERE pid = ${host.id} AND query LIKE '%${asleep}%'`
        : `SELECT 1 FROM information_schema.processlist WHERE id = ${host.id} AND info LIKE '%${asleep}%'`
    while ((await subject.query(list)).length === 0);
    await subject.kill([host.id])
    expect((await call).kind).toBe('lost')
  })
})

onEach(
  subjects.filter(({ name }) => name !== 'mariadb'),
  "SqlDatabase: a snapshot inside a host's transaction",
  (entry) => {
    let subject: Subject
    beforeAll(async () => {
      subject = await entry.open()
    })
    afterAll(() => subject.close())

    it('reads in parts through a cursor, survives failed reads, and leaves the transaction usable', async () => {
      const host = await subject.connect()
      await host.query('BEGIN')
      await host.database.write([subject.insert(1), subject.insert(2), subject.insert(3)], callOf())
      const snapshot = (await host.database.snapshot(callOf()))!
      const read = async (text: string) => (await snapshot.read({ text, values: [] }, callOf())).flat()
      await read('DECLARE things_in_order CURSOR FOR SELECT id FROM things ORDER BY id')
      expect(await read('FETCH 2 FROM things_in_order')).toEqual(['1', '2'])
      expect((await faultOf(read('FETCH 2 FROM missing'))).kind).toBe('refused')
      expect(await read('FETCH 2 FROM things_in_order')).toEqual(['3'])
      snapshot.abort()
      await snapshot.close()
      await host.query('COMMIT')
      expect(await idsOf(subject.database, subject.ids())).toEqual([1, 2, 3])
      await host.end()
    })
  },
)

onEach(
  subjects.filter(({ name }) => name === 'mariadb'),
  "SqlDatabase: a host's transaction",
  (entry) => {
    it('has no snapshot to offer', async () => {
      const subject = await entry.open()
      const host = await subject.connect()
      expect(host.database.snapshot(callOf())).toBeNull()
      await host.end()
      await subject.close()
    })
  },
)
