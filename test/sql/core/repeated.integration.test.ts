/** A write that was stored and whose answer was lost: the same call goes on, finds its own work, and stores nothing twice. */
import type { FinanceRepository } from 'hospital-payments/repository'
import { fromSqlite, migrate, type SqlDatabase, sqlRepository, type SqlRepositoryOptions } from 'hospital-payments/sql'
import Libsql from 'libsql'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { eventsOfRefund } from '../../../src/operations/refunds/stored-refunds.js'
import { DatabaseFault } from '../../../src/sql/core/fault.js'
import { closingFixture, issueReceipt, receiptFixture } from '../../support/finance-contract/day-fixtures.js'
import { changeFixture, insertFixture, paymentFixture } from '../../../src/testing/fixtures.js'
import {
  importFixture,
  lineChangeFixture,
  lineEntryFixture,
  lineFixture,
} from '../../support/finance-contract/line-fixtures.js'
import { addNote, noteFixture, notesOf } from '../../support/finance-contract/line-steps.js'
import { refundEntryFixture, refundFixture, refundsOfGroup } from '../../support/finance-contract/refund-fixtures.js'
import { insert, keyed } from '../../../src/testing/steps.js'
import { pageImports, saveImport } from '../../../src/operations/statements/stored-imports.js'

beforeEach(() => void vi.spyOn(Math, 'random').mockReturnValue(0.01))
afterEach(() => void vi.restoreAllMocks())

const paid = { status: 'succeeded', paidAt: '2026-11-20T10:00:00.000Z' } as const

interface Lossy {
  readonly repository: FinanceRepository
  /** The same tables without losses. */
  readonly sound: FinanceRepository
  over(options: SqlRepositoryOptions): FinanceRepository
  /**
   * Breaks the connection before the next write is stored or after it, or before each; which of these it was nothing
   * shows.
   */
  lose(when: 'before' | 'after' | 'always'): void
}

async function lossy(): Promise<Lossy> {
  const database = fromSqlite(new Libsql(':memory:'))
  await migrate(database)
  let loses: Parameters<Lossy['lose']>[0] | null = null
  const lost = () =>
    new DatabaseFault('lost', new Error('The connection broke.'), { mayBeStored: true, wasReused: true })
  const lossyDatabase: SqlDatabase = {
    ...database,
    async write(statements, deadline) {
      const when = loses
      if (when === 'always') throw lost()
      loses = null
      if (when === 'before') throw lost()
      const result = await database.write(statements, deadline)
      if (when === 'after') throw lost()
      return result
    },
  }
  return {
    repository: sqlRepository(lossyDatabase),
    sound: sqlRepository(database),
    over: (options) => sqlRepository(lossyDatabase, options),
    lose: (when) => void (loses = when),
  }
}

describe.each(['after', 'before'] as const)('sqlRepository: a write whose answer was lost %s it was stored', (when) => {
  it('is answered as stored, once, for a payment', async () => {
    const { repository, sound, lose } = await lossy()
    const entry = insertFixture(paymentFixture({ reference: 'INV-1' }), {
      idempotency: keyed('key-1'),
      liveReference: 'INV-1',
    })
    lose(when)
    expect(await repository.insert([entry])).toEqual([{ outcome: 'inserted' }])
    expect(await sound.history(entry.payment.id)).toEqual([entry.event])
  })

  it('is answered for each of a group of payments', async () => {
    const { repository, sound, lose } = await lossy()
    const earlier = await insert(sound, paymentFixture(), { idempotency: keyed('taken') })
    const entries = [
      insertFixture(paymentFixture(), { idempotency: keyed('key-1') }),
      insertFixture(paymentFixture(), { idempotency: keyed('taken', 'b') }),
      insertFixture(paymentFixture()),
    ]
    lose(when)
    expect((await repository.insert(entries)).map(({ outcome }) => outcome)).toEqual([
      'inserted',
      'key_taken',
      'inserted',
    ])
    const stored = await Promise.all(entries.map(({ payment }) => sound.get(payment.id)))
    expect(stored.map((payment) => payment !== null)).toEqual([true, false, true])
    expect(await sound.get(earlier.id)).toEqual(earlier)
  })

  it('is answered as stored, once, for a change', async () => {
    const { repository, sound, lose } = await lossy()
    const change = changeFixture(await insert(sound), paid)
    lose(when)
    expect(await repository.replace({ changes: [change], lines: [] })).toEqual({ outcome: 'replaced' })
    expect(await sound.get(change.payment.id)).toEqual(change.payment)
    expect(await sound.history(change.payment.id)).toHaveLength(2)
  })

  it('is answered as stale for a change that another made stale', async () => {
    const { repository, sound, lose } = await lossy()
    const payment = await insert(sound)
    const other = changeFixture(payment, { status: 'expired' })
    await sound.replace({ changes: [other], lines: [] })
    lose(when)
    const answer = await repository.replace({ changes: [changeFixture(payment, paid)], lines: [] })
    expect(answer).toEqual({ outcome: 'stale', current: other.payment })
  })

  it('is answered as stored for a change with its line, and the line counts once', async () => {
    const { repository, sound, lose } = await lossy()
    const change = changeFixture(await insert(sound), paid)
    const entry = lineEntryFixture(lineFixture({ allocations: [] }))
    lose(when)
    expect(await repository.replace({ changes: [change], lines: [entry] })).toEqual({ outcome: 'replaced' })
    expect(await sound.lineHistory(entry.line.key)).toEqual([entry.event])
    expect(await sound.get(change.payment.id)).toEqual(change.payment)
  })

  it('is answered as stored for lines alone, and as what is there where others were first', async () => {
    const { repository, sound, lose } = await lossy()
    const [first, second] = [lineEntryFixture(lineFixture()), lineEntryFixture(lineFixture())]
    lose(when)
    expect(await repository.replace({ changes: [], lines: [first, second] })).toEqual({ outcome: 'replaced' })
    const held = lineChangeFixture(first.line, { held: true })
    lose(when)
    expect(await repository.replace({ changes: [], lines: [held] })).toEqual({ outcome: 'replaced' })
    expect(await sound.lineHistory(first.line.key)).toEqual([first.event, held.event])
    lose(when)
    const stale = await repository.replace({
      changes: [],
      lines: [lineChangeFixture(first.line, { assignee: 'sara' })],
    })
    expect(stale).toMatchObject({ outcome: 'line_stale', line: held.line })
  })

  it('is answered as stored, once, for a refund', async () => {
    const { repository, sound, lose } = await lossy()
    const { entry } = refundEntryFixture(refundFixture(), { idempotency: keyed('refund-1') })
    lose(when)
    expect(await repository.replace({ changes: [], lines: [], ...refundsOfGroup([entry]) })).toEqual({
      outcome: 'replaced',
    })
    expect(await eventsOfRefund(sound, entry.refund)).toEqual([entry.event])
  })

  it('is answered as added for a closing, and as moved for another link at its place', async () => {
    const { repository, sound, lose } = await lossy()
    const closing = closingFixture()
    lose(when)
    expect(await repository.addClosing(closing, 0)).toEqual({ outcome: 'added' })
    expect(await sound.pageClosings({ limit: 9 })).toHaveLength(1)
    lose(when)
    expect(await repository.addClosing(closingFixture({ actor: 'another' }), 0)).toEqual({ outcome: 'chain_moved' })
    expect(await sound.pageClosings({ limit: 9 })).toHaveLength(1)
  })

  it('is answered with its number for a receipt, and takes no other', async () => {
    const { repository, sound, lose } = await lossy()
    const { id } = await insert(sound, paymentFixture(paid))
    const receipt = receiptFixture({ paymentId: id })
    lose(when)
    expect(await issueReceipt(repository, receipt)).toMatchObject({ id: receipt.id, number: 1 })
    const next = receiptFixture({ paymentId: (await insert(sound, paymentFixture(paid))).id })
    expect(await issueReceipt(sound, next)).toMatchObject({ number: 2 })
  })

  it('is stored once for a note, or for the record of an import', async () => {
    const { repository, sound, lose } = await lossy()
    const entry = lineEntryFixture(lineFixture())
    await sound.replace({ changes: [], lines: [entry] })
    const note = noteFixture(entry.line.key)
    lose(when)
    expect(await addNote(repository, note)).toBe('replaced')
    expect(await notesOf(sound, entry.line.key)).toEqual([note])
    // Without a loss, a note that is there already is a mistake of the caller.
    expect(await addNote(repository, note)).toMatch(/^line_notes stale /)
    const record = importFixture()
    lose(when)
    await saveImport(repository, record)
    expect(await pageImports(sound, { limit: 9 })).toEqual([record])
  })
})

it('sqlRepository: a write whose answer is lost until the time of the call is over has an unknown outcome, and stored nothing twice', async () => {
  const { sound, lose, over } = await lossy()
  const repository = over({ timeoutMs: 200 })
  const entry = insertFixture(paymentFixture())
  lose('always')
  await expect(repository.insert([entry])).rejects.toMatchObject({
    code: 'outcome_unknown',
    retryable: true,
    cause: new Error('The connection broke.'),
  })
  expect(await sound.get(entry.payment.id)).toBeNull()
  lose('before')
  expect(await repository.insert([entry])).toEqual([{ outcome: 'inserted' }])
  expect(await sound.history(entry.payment.id)).toEqual([entry.event])
})
