/** Aggregates that are described as data, over memory and over every database: one reader and one writer serve all of them. */
import { memoryRepository } from 'hospital-payments'
import type { FinanceRepository } from 'hospital-payments/repository'
import { beforeAll, describe, expect, it } from 'vitest'
import { aggregate, type AnyAggregate } from '../../../src/repository/aggregates/aggregate.js'
import { key, text } from '../../../src/repository/aggregates/column.js'
import type { RowEntry } from '../../../src/repository/aggregates/port.js'
import { tablesOf } from '../../../src/sql/core/tables.js'
import { deadlineIn } from '../../../src/sql/core/deadline.js'
import { aggregateTable } from '../../../src/sql/schema/aggregate-tables.js'
import { columnTypes } from '../../../src/sql/schema/column-types.js'
import { kinds, onEach } from '../../support/databases/index.js'
import { migrated, repositoryOn, sqlOn } from '../../support/databases/repository.js'
import { at, entryOf, eventOf, type Parcel, parcel, parcels, ticketEntry, tickets } from './parcels.js'

const group = (...rows: readonly RowEntry[]) => ({ changes: [], lines: [], rows })
const ids = (rows: readonly { readonly id: string }[]) => rows.map(({ id }) => id)

async function all<Row>(batches: AsyncIterable<readonly Row[]>): Promise<Row[]> {
  const rows: Row[] = []
  for await (const batch of batches) rows.push(...batch)
  return rows
}

function declareAggregateTests(open: () => FinanceRepository): void {
  it('findRows: a stored row is found with all its fields, by its key, a look-up and a unique key', async () => {
    const repository = open()
    const whole = parcel('a', { label: 'Ümit', note: "it's", weight: 0, urgent: true, parts: [], carrier: 'ü' })
    expect(await repository.replace(group(entryOf(whole, { idempotencyKey: 'k1' })))).toEqual({ outcome: 'replaced' })
    const stored = { row: whole, beside: { idempotencyKey: 'k1' } }
    expect(await repository.findRows(parcels, 'id', ['a', 'b', 'a'])).toEqual([stored])
    expect(await repository.findRows(parcels, 'window', ['w1'])).toEqual([stored])
    expect(await repository.findRows(parcels, 'folded', ['Ümit'.toLowerCase()])).toEqual([stored])
    expect(await repository.findRows(parcels, 'idempotencyKey', ['k1'])).toEqual([stored])
    expect(await repository.findRows(parcels, 'idempotencyKey', ['k2'])).toEqual([])
    expect(await repository.findRows(parcels, 'id', [])).toEqual([])
  })

  it('replace: rows are stored all or nothing, and a conflict names the row that stands in the way', async () => {
    const repository = open()
    await repository.replace(group(entryOf(parcel('a', { label: 'X' }), { idempotencyKey: 'k1' })))
    const [stored] = await repository.findRows(parcels, 'id', ['a'])
    const conflictOf = (unique: string) => ({ outcome: 'row_taken', of: 'parcels', unique, stored })
    const fresh = entryOf(parcel('c'))
    const key = entryOf(parcel('b'), { idempotencyKey: 'k1' })
    expect(await repository.replace(group(fresh, key))).toEqual(conflictOf('idempotency'))
    expect(await repository.replace(group(fresh, entryOf(parcel('b', { label: 'x' }))))).toEqual(conflictOf('label'))
    expect(await repository.replace(group(fresh, entryOf(parcel('b', { sender: 'a' }))))).toEqual(conflictOf('place'))
    expect(await repository.replace(group(fresh, entryOf(parcel('a', { sender: 'z' }))))).toMatchObject({
      outcome: 'row_stale',
      stored,
    })
    const rivals = group(entryOf(parcel('b', { sender: 's' })), entryOf(parcel('c', { sender: 's' })))
    expect(await repository.replace(rivals)).toMatchObject({ outcome: 'row_taken', stored: { row: { id: 'b' } } })
    expect(await repository.findRows(parcels, 'id', ['b', 'c'])).toEqual([])
  })

  it('replace: a new row takes a unique key that a changed row of the group gives up, and no other one', async () => {
    const repository = open()
    const a = parcel('a', { label: 'x' })
    await repository.replace(group(entryOf(a, { idempotencyKey: 'k1' }), entryOf(parcel('d'))))
    const stored = { row: a, beside: { idempotencyKey: 'k1' } }
    const kept = entryOf({ ...a, version: 2, weight: 1 }, { expected: 1 })
    const fresh = { label: 'x' }
    const key = { idempotencyKey: 'k1' }
    const conflict = { outcome: 'row_taken', of: 'parcels' }
    for (const write of [group(kept, entryOf(parcel('b', fresh))), group(entryOf(parcel('b', fresh)), kept)])
      expect(await repository.replace(write)).toEqual({ ...conflict, unique: 'label', stored })
    expect(await repository.replace(group(kept, entryOf(parcel('b'), key)))).toEqual({
      ...conflict,
      unique: 'idempotency',
      stored,
    })
    const changed = entryOf(parcel('d', { label: 'y', version: 2 }), { expected: 1 })
    const rivals = group(changed, entryOf(parcel('b', { label: 'Y' })))
    expect(await repository.replace(rivals)).toMatchObject({
      ...conflict,
      unique: 'label',
      stored: { row: { id: 'b' } },
    })
    expect(await repository.findRows(parcels, 'id', ['b'])).toEqual([])
    const givenUp = entryOf(parcel('a', { version: 2 }), { expected: 1 })
    expect(await repository.replace(group(entryOf(parcel('b', fresh)), givenUp))).toEqual({ outcome: 'replaced' })
  })

  it('replace: a version changes once, and gives up and takes unique keys', async () => {
    const repository = open()
    await repository.replace(group(entryOf(parcel('a', { note: 'words' })), entryOf(parcel('b'))))
    const closed = parcel('a', { status: 'closed', sentAt: at(5), version: 2, note: null })
    const change = entryOf(closed, { expected: 1 })
    expect(await repository.replace(group(change, entryOf(parcel('c', { sender: 'a' }))))).toEqual({
      outcome: 'replaced',
    })
    expect(await repository.replace(group(entryOf({ ...closed, urgent: true }, { expected: 1 })))).toMatchObject({
      outcome: 'row_stale',
      of: 'parcels',
      stored: { row: closed },
    })
    const next = { ...closed, version: 3, note: 'again' }
    expect(await repository.replace(group(entryOf(next, { expected: 2 })))).toEqual({ outcome: 'replaced' })
    const [erased] = await repository.findRows(parcels, 'id', ['a'])
    expect(erased?.row).toEqual({ ...next, note: null })
    expect(await repository.replace(group(entryOf({ ...parcel('z'), version: 5 }, { expected: 4 })))).toEqual({
      outcome: 'row_stale',
      of: 'parcels',
      stored: null,
    })
  })

  it('replace: many rows change in one write, or none of them; each keeps what stands beside it and what was erased', async () => {
    const repository = open()
    const names = Array.from({ length: 70 }, (_, i) => `p${String(i).padStart(2, '0')}`)
    const rows = names.map((id, i) =>
      parcel(id, { note: i % 2 ? null : 'words', ...(i % 3 > 0 && { label: `l${id}` }) }),
    )
    await repository.replace(group(...rows.map((row) => entryOf(row, { idempotencyKey: `key-${row.id}` }))))
    const next = rows.map((row, i) => ({ ...row, weight: i, note: 'again', sender: `next-${row.id}`, version: 2 }))
    const changes = next.map((row) => entryOf(row, { expected: 1 })).reverse()
    const isStored = (version: number) =>
      repository
        .findRows(parcels, 'id', names)
        .then((stored) => stored.every(({ row }) => row.version === version) && stored.length === names.length)

    const stale = entryOf(parcel('p40', { version: 3 }), { expected: 2 })
    const withStale = changes.map((change) => ((change.row as Parcel).id === 'p40' ? stale : change))
    expect(await repository.replace(group(...withStale))).toMatchObject({
      outcome: 'row_stale',
      stored: { row: { id: 'p40', version: 1 } },
    })
    const missing = entryOf(parcel('q', { version: 2 }), { expected: 1 })
    expect(await repository.replace(group(...changes, missing))).toMatchObject({ outcome: 'row_stale', stored: null })
    const taker = entryOf(parcel('z', { label: 'z' }))
    await repository.replace(group(taker))
    const taking = changes.map((change) =>
      (change.row as Parcel).id === 'p40' ? { ...change, row: { ...change.row, label: 'Z' } } : change,
    )
    expect(await repository.replace(group(...taking))).toMatchObject({
      outcome: 'row_taken',
      unique: 'label',
      stored: { row: { id: 'z' } },
    })
    expect(await isStored(1)).toBe(true)

    expect(await repository.replace(group(...changes))).toEqual({ outcome: 'replaced' })
    expect(await isStored(2)).toBe(true)
    const stored = await repository.findRows(parcels, 'id', ['p00', 'p01'])
    expect(stored).toEqual([
      { row: next[0], beside: { idempotencyKey: 'key-p00' } },
      { row: { ...next[1], note: null }, beside: { idempotencyKey: 'key-p01' } },
    ])
  })

  it('replace: what the core never sends is refused', async () => {
    const repository = open()
    await repository.replace(group(entryOf(parcel('a'))))
    const refused = [
      group(entryOf(parcel('b', { amount: 0 }))),
      group(entryOf(parcel('b', { status: 'lost' as 'open' }))),
      group(entryOf(parcel('b', { sentAt: at(1) }))),
      group(entryOf(parcel('b', { version: 2 }))),
      group(entryOf(parcel('b')), entryOf(parcel('b'))),
      group(entryOf(parcel('a', { amount: 6, version: 2 }), { expected: 1 })),
    ]
    for (const write of refused)
      await expect(repository.replace(write)).rejects.toMatchObject({ code: 'storage_unavailable' })
    expect(ids(await repository.pageRows(parcels, { list: 'created', direction: 'asc', limit: 9 }))).toEqual(['a'])
  })

  it('guards: a write is stored only while another row has its version', async () => {
    const repository = open()
    await repository.replace(group(entryOf(parcel('a'))))
    const guarded = (id: string, version: number) => ({
      ...group(entryOf(parcel(id))),
      guards: [{ of: parcels, key: ['a'], version }],
    })
    expect(await repository.replace(guarded('b', 1))).toEqual({ outcome: 'replaced' })
    expect(await repository.replace(guarded('c', 2))).toMatchObject({
      outcome: 'row_stale',
      stored: { row: { id: 'a' } },
    })
    expect(await repository.findRows(parcels, 'id', ['c'])).toEqual([])
  })

  it('pageRows: a page is total under ties, both ways, and keeps to its conditions', async () => {
    const repository = open()
    const rows = Array.from({ length: 12 }, (_, i) =>
      parcel(`p${String(i).padStart(2, '0')}`, {
        window: i % 2 ? 'w1' : 'w2',
        createdAt: at(Math.floor(i / 3)),
        amount: 1 + (i % 2),
        status: i % 4 === 0 ? 'closed' : 'open',
        sentAt: i % 4 === 0 ? at(i) : null,
      }),
    )
    await repository.replace(group(...rows.map((row) => entryOf(row))))
    for (const direction of ['asc', 'desc'] as const) {
      const read: string[] = []
      let after: readonly (string | number)[] | undefined
      for (;;) {
        const page = await repository.pageRows(parcels, { list: 'created', direction, after, limit: 5 })
        read.push(...ids(page))
        const last = page.at(-1)
        if (!last) break
        after = [last.createdAt, last.id]
      }
      expect(read).toEqual(direction === 'asc' ? ids(rows) : ids(rows).reverse())
    }
    const page = (query: object) =>
      repository.pageRows(parcels, { list: 'created', direction: 'asc', limit: 99, ...query })
    expect(ids(await page({ from: at(1), before: at(2) }))).toEqual(['p03', 'p04', 'p05'])
    expect(ids(await page({ from: at(1), before: at(3), after: [at(1), 'p04'] }))).toEqual(['p05', 'p06', 'p07', 'p08'])
    expect(ids(await page({ direction: 'desc', before: at(2), after: [at(1), 'p04'] }))).toEqual([
      'p03',
      'p02',
      'p01',
      'p00',
    ])
    expect(ids(await page({ list: 'sent' }))).toEqual(['p00', 'p04', 'p08'])
    expect(ids(await page({ where: { status: ['closed'], sentAt: [at(4), at(8)] } }))).toEqual(['p04', 'p08'])
    expect(ids(await page({ where: { sentAt: null, window: 'w2' } }))).toEqual(['p02', 'p06', 'p10'])
    expect(ids(await page({ where: { window: 'w2' }, has: ['sentAt'] }))).toEqual(['p00', 'p04', 'p08'])
    expect(await page({ where: { status: [] } })).toEqual([])
    const ofWindow = { list: 'window', where: { window: 'w1' }, after: [at(1), 2, 'p03'], limit: 3 }
    expect(ids(await page(ofWindow))).toEqual(['p05', 'p07', 'p09'])
    expect(await page({ limit: 0 })).toEqual([])
    expect(ids(await all(repository.scanRows(parcels, { list: 'window', where: { window: 'w2' } })))).toEqual([
      'p00',
      'p02',
      'p04',
      'p06',
      'p08',
      'p10',
    ])
    const sums = await repository.sumRows(parcels, { list: 'created', from: at(1) })
    expect(
      sums.map(({ by, count, amount }) => `${by['window']} ${by['status']} ${by['label']} ${count} ${amount}`).sort(),
    ).toEqual(['w1 open null 5 10', 'w2 closed null 2 2', 'w2 open null 2 2'])
  })

  it('counter: numbers of a scope rise without a gap, whatever is refused between', async () => {
    const repository = open()
    await repository.replace(group(ticketEntry('a', 2026), ticketEntry('b', 2026), ticketEntry('c', 2027)))
    expect(await repository.replace(group(ticketEntry('d', 2026), ticketEntry('a', 2026)))).toMatchObject({
      outcome: 'row_stale',
    })
    await Promise.all(Array.from({ length: 8 }, (_, i) => repository.replace(group(ticketEntry(`t${i}`, 2026)))))
    const page = await repository.pageRows(tickets, {
      list: 'number',
      where: { year: 2026 },
      direction: 'asc',
      limit: 99,
    })
    expect(page.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    const behind = { list: 'all', direction: 'asc', after: [2026, 9], limit: 9 } as const
    expect((await repository.pageRows(tickets, behind)).map(({ year, number }) => [year, number])).toEqual([
      [2026, 10],
      [2027, 1],
    ])
  })

  it('findRows: rows are found by the first field of their key, of all that have it', async () => {
    const repository = open()
    await repository.replace(group(ticketEntry('a', 2026), ticketEntry('a', 2027), ticketEntry('b', 2026)))
    const rows = await repository.findRows(tickets, 'id', ['a', 'x'])
    expect(rows.map(({ row }) => row.year).sort()).toEqual([2026, 2027])
  })

  it('leaseRows: a leased row goes to no other owner before its lease ends, by time or by its next version', async () => {
    const repository = open()
    const due = (id: string, minute: number) => entryOf(parcel(id, { status: 'closed', sentAt: at(minute) }))
    await repository.replace(group(due('a', 1), due('b', 2), due('c', 9), entryOf(parcel('d'))))
    const claim = async (owner: string, minute: number, limit = 9) =>
      ids(
        await repository.leaseRows(parcels, {
          list: 'sent',
          before: at(5),
          owner,
          now: at(minute),
          until: at(minute + 2),
          limit,
        }),
      )
    expect(await claim('one', 10, 1)).toEqual(['a'])
    expect(await claim('two', 11)).toEqual(['b'])
    expect(await claim('three', 11)).toEqual([])
    const changed = parcel('b', { status: 'closed', sentAt: at(3), version: 2 })
    await repository.replace(group(entryOf(changed, { expected: 1 })))
    expect(await claim('four', 12)).toEqual(['a', 'b'])
    expect((await Promise.all(['x', 'y', 'z'].map((owner) => claim(owner, 20)))).flat().sort()).toEqual(['a', 'b'])
  })

  it('deleteRows: the rows with a value are gone with what stands beside them, and give their unique keys up', async () => {
    const repository = open()
    const rows = ['a', 'b', 'c', 'd'].map((id, i) => parcel(id, { window: i < 2 ? 'w1' : 'w2', label: id }))
    await repository.replace(group(...rows.map((row) => entryOf(row, { idempotencyKey: row.id }))))
    await repository.deleteRows(parcels, 'window', ['w1', 'none', 'w1'])
    await repository.deleteRows(parcels, 'id', ['d'])
    await repository.deleteRows(parcels, 'id', [])
    expect(ids(await all(repository.scanRows(parcels, { list: 'created' })))).toEqual(['c'])
    expect(await repository.findRows(parcels, 'idempotencyKey', ['a', 'd'])).toEqual([])
    const again = entryOf(parcel('a', { label: 'A' }), { idempotencyKey: 'b' })
    expect(await repository.replace(group(again))).toEqual({ outcome: 'replaced' })
    expect(await repository.findRows(parcels, 'folded', ['a'])).toHaveLength(1)
    await repository.replace(group(ticketEntry('a', 2026), ticketEntry('b', 2026)))
    await repository.deleteRows(tickets, 'id', ['b'])
    await repository.replace(group(ticketEntry('c', 2026)))
    const left = await repository.findRows(tickets, 'id', ['a', 'b', 'c'])
    expect(left.map(({ row }) => row.number).sort()).toEqual([1, 3])
  })

  it('rowHistories and pageRowEvents: events of rows stand in their streams and by time', async () => {
    const repository = open()
    await repository.replace(
      group(
        entryOf(parcel('a'), { events: [eventOf('a', 1, 1)] }),
        entryOf(parcel('b'), { events: [eventOf('b', 1, 3)] }),
      ),
    )
    await repository.replace(group(entryOf(parcel('a', { version: 2 }), { expected: 1, events: [eventOf('a', 2, 2)] })))
    expect(await repository.rowHistories(['b', 'a', 'b', 'c'])).toEqual([
      eventOf('b', 1, 3),
      eventOf('a', 1, 1),
      eventOf('a', 2, 2),
    ])
    const [newest, ...others] = await repository.pageRowEvents({ limit: 9 })
    expect([newest, ...others]).toEqual([eventOf('b', 1, 3), eventOf('a', 2, 2), eventOf('a', 1, 1)])
    const after = { at: newest!.createdAt, id: newest!.id }
    expect(await repository.pageRowEvents({ after, limit: 1 })).toEqual([eventOf('a', 2, 2)])
    expect(await repository.pageRowEvents({ streams: ['a'], from: at(2), before: at(3), limit: 9 })).toEqual([
      eventOf('a', 2, 2),
    ])
  })

  it('replace: of many changes of one version one wins, and of many rows of one unique key one is stored', async () => {
    const repository = open()
    await repository.replace(group(entryOf(parcel('a'))))
    const race = (write: (i: number) => RowEntry) =>
      Promise.all(Array.from({ length: 8 }, (_, i) => repository.replace(group(write(i)))))
    const changes = await race((i) => entryOf(parcel('a', { version: 2, weight: i }), { expected: 1 }))
    expect(changes.map(({ outcome }) => outcome).sort()).toEqual(['replaced', ...Array(7).fill('row_stale')])
    const places = await race((i) => entryOf(parcel(`p${i}`, { sender: 'same' })))
    expect(places.map(({ outcome }) => outcome).sort()).toEqual(['replaced', ...Array(7).fill('row_taken')])
  })
}

describe('aggregateTable', () => {
  it('leaves indexes out that another one begins with', () => {
    const indexes = (of: AnyAggregate) =>
      aggregateTable(columnTypes.sqlite, tablesOf(), of).flatMap((text) => /INDEX (\w+)/.exec(text)?.[1] ?? [])
    expect(indexes(tickets)).toEqual(['hp_tickets_unique_number'])
    expect(indexes(parcels)).toEqual([
      'hp_parcels_unique_idempotency',
      'hp_parcels_unique_label',
      'hp_parcels_unique_place',
      'hp_parcels_by_created',
      'hp_parcels_by_sent',
      'hp_parcels_by_window',
    ])
  })
})

describe('aggregate', () => {
  it('aggregate: rows are found by no text that is only stored', () => {
    const described = (lookups: readonly string[]) => () =>
      aggregate<{ id: string; words: string }>({
        name: 'notes',
        columns: { id: key(64), words: text(9) },
        beside: {},
        key: ['id'],
        lookups,
      })
    expect(described(['words'])).toThrow('notes.words is no column to find rows by')
    expect(described(['id'])).not.toThrow()
  })
})

describe('memoryRepository: aggregates', () => declareAggregateTests(memoryRepository))

onEach(kinds, 'sqlRepository: aggregates', (entry) => {
  const database = migrated(entry)
  beforeAll(async () => {
    const sql = sqlOn(database())
    const made = [parcels, tickets].flatMap((of: AnyAggregate) =>
      aggregateTable(columnTypes[sql.dialect], tablesOf(), of),
    )
    for (const text of made) await sql.write([{ text, values: [] }], deadlineIn(10_000))
  })
  declareAggregateTests(() => repositoryOn(database()))
})
