/** One line may pay thousands of bills: other work of the host runs before they are written, which is one write all the same. */
import { memoryRepository } from 'hospital-payments'
import type { FinanceRepository } from 'hospital-payments/repository'
import { afterEach, expect, it, vi } from 'vitest'
import { request, start } from '../../support/service.js'
import { counter, toPayment } from './support/counter.js'

afterEach(() => vi.restoreAllMocks())

/** Makes a flag that the next turn of the event loop sets. */
function turnFlag() {
  let hasTurned = false
  return {
    begin() {
      hasTurned = false
      setImmediate(() => (hasTurned = true))
    },
    isSet: () => hasTurned,
  }
}

/** Watches a storage in memory and a clock: a turn of the event loop before each decision and before each write. */
function watched() {
  const repository = memoryRepository()
  const [decisions, writes]: [boolean[], boolean[]] = [[], []]
  const [sinceRead, sinceDecision] = [turnFlag(), turnFlag()]
  let isRead = false
  const storage: FinanceRepository = {
    ...repository,
    async lookup(keys) {
      const answer = await repository.lookup(keys)
      sinceRead.begin()
      isRead = true
      return answer
    },
    replace(group) {
      // An import stores its own row by a `replace` too.
      if (group.lines.length > 0) writes.push(sinceDecision.isSet())
      return repository.replace(group)
    },
  }
  /** Reads the clock: the first time after a read is that of a decision; later ones are for ids. */
  const clock = () => {
    if (isRead) {
      decisions.push(sinceRead.isSet())
      sinceDecision.begin()
      isRead = false
    }
    return Date.parse(start)
  }
  const forget = () => {
    decisions.length = 0
    writes.length = 0
  }
  return { storage, clock, decisions, writes, forget }
}

async function desk(count: number) {
  const { storage, clock, ...seen } = watched()
  const { payments, line } = counter({ repository: storage, clock })
  const references = Array.from({ length: count }, (_, n) => `INV-${n}`)
  const made = await payments.createPayments(
    references.map((reference) => ({ request: request({ reference, amount: 100 }) })),
  )
  return {
    payments,
    references,
    bills: made.map(({ payment }) => payment!),
    transfer: () => line({ amount: 100 * count }),
    ...seen,
  }
}

it('lines.allocate and lines.unallocate: other work runs before the decision on 600 bills, and before their write', async () => {
  const { payments, bills, transfer, decisions, writes, forget } = await desk(600)
  const { key } = await transfer()
  forget()
  const { version } = await payments.lines.allocate(key, {
    expectedVersion: 1,
    allocations: bills.map((bill) => toPayment(bill)),
  })
  await payments.lines.unallocate(key, { expectedVersion: version, payments: 'reverse', reason: 'a mistake' })
  expect(decisions).toEqual([true, true])
  expect(writes).toEqual([true, true])
})

it('statements.import: other work runs before the write of a line that pays 600 bills', async () => {
  const { payments, references, writes, forget } = await desk(600)
  forget()
  const stated = { row: 2, direction: 'credit', amount: 60_000, currency: 'ETB', valueDate: '2026-11-20' } as const
  const { lines } = await payments.statements.import([stated], {
    account: 'cbe-1000',
    referencesOf: () => references,
  })
  expect(lines).toMatchObject([{ outcome: 'confirmed', count: 1 }])
  expect(writes).toEqual([true])
})

it('lines.allocate: a line that pays few bills is written without a turn', async () => {
  const { payments, bills, transfer, decisions, writes, forget } = await desk(50)
  const { key } = await transfer()
  forget()
  await payments.lines.allocate(key, { expectedVersion: 1, allocations: bills.map((bill) => toPayment(bill)) })
  expect([decisions, writes]).toEqual([[false], [false]])
})

it('lines.allocate: looks up once where the value date of a line starts, however many bills it pays', async () => {
  const { payments, bills, transfer } = await desk(50)
  const { key } = await transfer()
  // An accessor, which the types do not show.
  const formats = vi.spyOn(Intl.DateTimeFormat.prototype as { format: unknown }, 'format', 'get')
  await payments.lines.allocate(key, { expectedVersion: 1, allocations: bills.map((bill) => toPayment(bill)) })
  expect(formats.mock.calls.length).toBeGreaterThan(0)
  expect(formats.mock.calls.length).toBeLessThan(50)
})
