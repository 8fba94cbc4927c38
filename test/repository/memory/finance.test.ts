import { memoryRepository, type Payment } from 'hospital-payments'
import type { FinanceRepository, LineEntry } from 'hospital-payments/repository'
import { changeFixture, insertFixture, paymentFixture } from 'hospital-payments/testing'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  importFixture,
  lineChangeFixture,
  lineEntryFixture,
  lineFixture,
} from '../../support/finance-contract/index.js'
import { addNote, notesOf } from '../../support/finance-contract/line-steps.js'
import { group, insertOne } from '../../support/writes.js'
import {
  findImport,
  neighbourImports,
  pageImports,
  saveImport,
} from '../../../src/operations/statements/stored-imports.js'

const paid = { status: 'succeeded', paidAt: '2026-11-20T10:00:00.000Z' } as const
const refused = { code: 'storage_unavailable', retryable: false }
const none = { references: [], providerTransactionIds: [], lineKeys: [] }

describe('memoryRepository: statement lines, imports, notes and search terms', () => {
  let repository: FinanceRepository
  let payment: Payment

  beforeEach(async () => {
    repository = memoryRepository()
    payment = paymentFixture({ amount: 1000 })
    await insertOne(repository, insertFixture(payment, { terms: ['r:1nv', 'a:1000', 'w:abebe'] }))
  })

  const store = (...lines: readonly LineEntry[]) => repository.replace({ changes: [], lines })

  const allocation = (id: string, amount: number) => ({ to: 'payment', paymentId: id, amount, by: 'rule' }) as const

  it('payments and lines change together, and a look-up shows the line with the payments of its allocations', async () => {
    const line = lineFixture({ amount: 1000, allocations: [allocation(payment.id, 900), allocation(payment.id, 100)] })
    const entry = lineEntryFixture(line)
    expect(await repository.replace({ changes: [changeFixture(payment, paid)], lines: [entry] })).toEqual({
      outcome: 'replaced',
    })
    expect(await repository.findLines([line.key, 'unknown', line.key])).toEqual([line])
    expect(await repository.lineHistory(line.key)).toEqual([entry.event])
    expect(await repository.lookup({ ...none, lineKeys: [line.key] })).toEqual({
      payments: [],
      lines: [{ key: line.key, paymentIds: [payment.id] }],
    })
    expect(await repository.get(payment.id)).toMatchObject({ status: 'succeeded' })
    expect(await repository.histories([payment.id, 'unknown'])).toHaveLength(2)
    expect(await repository.replace(group([], line.key))).toEqual({ outcome: 'line_taken' })
  })

  it('a key that is stored alone is no line, and no line is stored over it', async () => {
    await repository.replace(group([changeFixture(payment, paid)], 'id:old'))
    const line = lineFixture({ key: 'id:old' })
    expect(await repository.findLines(['id:old'])).toEqual([])
    expect(await store(lineEntryFixture(line))).toEqual({ outcome: 'line_taken' })
    const stale = { outcome: 'line_stale', key: 'id:old', line: null }
    expect(await store(other(), lineEntryFixture(line, { expected: 1, event: null }))).toEqual(stale)
  })

  function other(): LineEntry {
    return lineEntryFixture(lineFixture())
  }

  it('a conflict of a payment leaves the lines as they were, and one of a line the payments', async () => {
    const line = lineFixture()
    const stale = changeFixture({ ...payment, version: 7 }, paid)
    const answer = await repository.replace({ changes: [stale], lines: [lineEntryFixture(line)] })
    expect(answer).toEqual({ outcome: 'stale', current: payment })
    expect(await repository.findLines([line.key])).toEqual([])
    const change = changeFixture(payment, paid)
    const lines = [lineChangeFixture(line, { held: true })]
    expect(await repository.replace({ changes: [change], lines })).toEqual({
      outcome: 'line_stale',
      key: line.key,
      line: null,
    })
    expect(await repository.get(payment.id)).toEqual(payment)
  })

  it('no stored object is that of a caller, allocations included', async () => {
    const line = lineFixture({ amount: 1000, allocations: [allocation(payment.id, 400)] })
    const callersLine = structuredClone(line)
    const entry = lineEntryFixture(callersLine)
    await store(entry)
    Object.assign(callersLine.allocations[0]!, { amount: 1 })
    Object.assign(entry.event!.allocations[0]!, { amount: 1 })
    for (const read of [
      async () => (await repository.findLines([line.key]))[0],
      async () => (await repository.pageLines({ limit: 1 }))[0],
    ]) {
      const storedLine = (await read())!
      expect(storedLine).toEqual(line)
      Object.assign(storedLine.allocations[0]!, { amount: 2 })
    }
    for (let i = 0; i < 2; i++) {
      const [event] = await repository.lineHistory(line.key)
      expect(event!.allocations).toEqual([{ to: 'payment', paymentId: payment.id, amount: 400 }])
      Object.assign(event!.allocations[0]!, { amount: 2 })
    }
    const imported = importFixture({ warnings: [{ code: 'days_missing', day: '2026-11-19' }] })
    await saveImport(repository, imported)
    Object.assign((await findImport(repository, imported.id))!.warnings[0]!, { day: 'x' })
    expect(await findImport(repository, imported.id)).toEqual(imported)
  })

  it('pages, scans, counts and sums go by the lines as they are now', async () => {
    const lines = Array.from({ length: 40 }, (_, i) =>
      lineFixture({ valueDate: `2026-11-${10 + (i % 7)}`, amount: 100 + i, account: i % 3 ? 'a' : 'b' }),
    )
    await store(...lines.map((line) => lineEntryFixture(line)))
    const settled = lineChangeFixture(lines[0]!, {
      allocations: [{ to: 'category', category: 'fee', amount: 100, by: 'hand' }],
    }).line
    await store(lineChangeFixture(lines[0]!, { allocations: settled.allocations }))
    const inOrder = lines
      .map(({ valueDate, key }) => ({ valueDate, key }))
      .sort((a, b) => (a.valueDate < b.valueDate || (a.valueDate === b.valueDate && a.key < b.key) ? -1 : 1))
    const paged: typeof inOrder = []
    for (let after: (typeof inOrder)[number] | undefined; ;) {
      const page = await repository.pageLines({ limit: 7, ...(after && { after }) })
      paged.push(...page.map(({ valueDate, key }) => ({ valueDate, key })))
      after = paged.at(-1)
      if (page.length < 7) break
    }
    expect(paged).toEqual(inOrder)
    expect(await repository.pageLines({ statuses: ['settled'], limit: 9 })).toMatchObject([{ key: lines[0]!.key }])
    expect(await repository.countLines({ account: 'b', from: '2026-11-10', to: '2026-11-11' })).toEqual([
      { day: '2026-11-10', count: 2, versions: 3 },
      { day: '2026-11-11', count: 2, versions: 2 },
    ])
    const open = await repository.sumOpenLines()
    expect(open.map(({ account, count, oldest }) => [account, count, oldest]).sort()).toEqual([
      ['a', 26, '2026-11-10'],
      ['b', 13, '2026-11-10'],
    ])
  })

  it('narrations and notes are erased of the lines before a day, and counted once a line', async () => {
    const [a, b, c] = ['2026-10-01', '2026-10-02', '2026-11-01'].map((valueDate) =>
      lineFixture({ valueDate, narration: 'Abebe' }),
    )
    await store(...[a!, b!, c!].map((line) => lineEntryFixture(line)))
    const note = { id: 'note_1', lineKey: a!.key, text: 'called', actor: null, createdAt: '2026-11-20T09:00:00.000Z' }
    await addNote(repository, note)
    expect(await notesOf(repository, a!.key)).toEqual([note])
    const first = await repository.eraseLineTexts({ before: '2026-11-01', limit: 1 })
    expect(first).toEqual({ forgotten: 1, last: { valueDate: '2026-10-01', key: a!.key } })
    const second = await repository.eraseLineTexts({ before: '2026-11-01', after: first.last!, limit: 9 })
    expect(second.forgotten).toBe(1)
    expect(await repository.eraseLineTexts({ before: '2026-11-01', after: second.last!, limit: 9 })).toEqual({
      forgotten: 0,
      last: null,
    })
    const kept = await repository.findLines([a!.key, b!.key, c!.key])
    expect(kept.map((line) => 'narration' in line)).toEqual([false, false, true])
    expect(await notesOf(repository, a!.key)).toEqual([])
  })

  it('imports are pages, newest first, and a file finds its neighbours', async () => {
    const [old, last, cut] = [
      importFixture({ from: '2026-09-01', to: '2026-09-30', createdAt: '2026-10-01T00:00:00.000Z', format: 'camt' }),
      importFixture({ from: '2026-10-01', to: '2026-10-31', createdAt: '2026-11-01T00:00:00.000Z' }),
      importFixture({ completedAt: null }),
    ]
    for (const entry of [last, old, cut]) await saveImport(repository, entry)
    expect(await pageImports(repository, { limit: 2 })).toEqual([cut, last])
    expect(await pageImports(repository, { limit: 2, after: { at: last.createdAt, id: last.id } })).toEqual([old])
    const between = { account: cut.account, from: '2026-10-01', to: '2026-09-30' }
    expect(await neighbourImports(repository, between)).toEqual({ before: old, after: last, lastWithFormat: old })
  })

  it('payments are found by terms, their beginnings and parts, newest first, and near an instant', async () => {
    const later = paymentFixture({ createdAt: '2026-11-20T12:00:00.000Z' })
    await insertOne(repository, insertFixture(later, { terms: ['w:bekele', 'w:abebe'] }))
    const search = async (clause: object) =>
      (await repository.searchPayments({ clauses: [clause], limit: 9 })).map(({ id }) => id)
    expect(await search({ terms: ['w:abebe'] })).toEqual([later.id, payment.id])
    expect(await search({ prefixes: [{ start: 'w:bek' }] })).toEqual([later.id])
    expect(await search({ prefixes: [{ start: 'w:', part: 'eke' }] })).toEqual([later.id])
    expect(await search({})).toEqual([])
    expect(await repository.searchPayments({ clauses: [], limit: 9 })).toHaveLength(2)
    const changed = changeFixture(payment, paid, { terms: ['w:added', 'w:abebe'] })
    await repository.replace(group([changed]))
    expect(await search({ terms: ['w:added'] })).toEqual([payment.id])
    const query = { terms: [], commonTerms: ['w:abebe'], prefixes: [], limitEach: 1, limit: 9 }
    const near = await repository.findCandidates({ ...query, around: '2026-11-20T11:00:00.000Z' })
    expect(near.map(({ id }) => id)).toEqual([later.id])
  })

  it('dead events are read without a lease', async () => {
    const claim = { owner: 'a', now: '2026-11-21T00:00:00.000Z', leaseUntil: '2026-11-21T01:00:00.000Z', limit: 9 }
    const [claimed] = await repository.claimEvents({ from: 'due', ...claim })
    const results = [{ eventId: claimed!.event.id, next: 'dead' as const }]
    await repository.completeEvents({ owner: 'a', now: claim.now, results })
    expect(await repository.pageDeadEvents({ limit: 9 })).toEqual([claimed!.event])
    expect(await repository.claimEvents({ from: 'dead', ...claim })).toHaveLength(1)
    expect(await repository.pageDeadEvents({ limit: 9 })).toEqual([claimed!.event])
  })

  const fee = { to: 'category', category: 'fee', amount: 5, by: 'hand' } as const
  it.each<[string, (line: LineEntry) => LineEntry[]]>([
    ['a version that does not follow', (entry) => [{ ...entry, line: { ...entry.line, version: 2 } }]],
    ['a first version without an event', (entry) => [{ ...entry, event: null }]],
    ['an event of another line', (entry) => [{ ...entry, event: { ...entry.event!, lineKey: 'other' } }]],
    ['allocations that do not add up', (entry) => [{ ...entry, line: { ...entry.line, allocations: [fee] } }]],
    [
      'more than the amount',
      (entry) => [{ ...entry, line: { ...entry.line, amount: 4, allocated: 5, allocations: [fee] } }],
    ],
    ['a status that does not agree', (entry) => [{ ...entry, line: { ...entry.line, status: 'settled' } }]],
    ['two entries of a line', (entry) => [entry, entry]],
  ])('refuses what the core never sends: %s', async (_, change) => {
    const entry = lineEntryFixture(lineFixture())
    await expect(store(...change(entry))).rejects.toMatchObject(refused)
    expect(await repository.findLines([entry.line.key])).toEqual([])
  })
})
