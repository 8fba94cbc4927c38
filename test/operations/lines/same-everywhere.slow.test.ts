/** A day of people who settle lines: each database comes to the same state as memory. */
import { memoryRepository } from 'hospital-payments'
import type { FinanceRepository } from 'hospital-payments/repository'
import { expect, it } from 'vitest'
import { kinds, libsql, mariadb, onEach, postgres } from '../../support/databases/index.js'
import { migrated, repositoryOn } from '../../support/databases/repository.js'
import { contents, csvOf, minute, refusal } from '../../support/service.js'
import { checkBooks, counter, allocation, storeLine, toCategory, toLine, toPayment } from './support/counter.js'

/** Plays a day and returns everything that people can see at the end; ids are drawn alike. */
async function aDay(repository: FinanceRepository) {
  const desk = counter({ repository, random: (bytes) => new Uint8Array(bytes).fill(7) })
  const { lines, search } = desk.payments
  const refused: string[] = []
  const attempt = async (call: Promise<unknown>) => {
    await call.catch((error: { code: string }) => refused.push(error.code))
  }
  const customer = { name: 'Abebe Bekele', phone: '+254712345678' }
  const bill = await desk.bill({ reference: 'INV-2026-01', customer })
  const second = await desk.bill({ reference: 'INV-2026-02' })
  const part = await desk.bill({ reference: 'INV-2026-03', amount: 5000 })
  desk.clock.advance(minute)
  const net = await storeLine(repository, {
    key: 'id:a',
    amount: 990,
    providerTransactionId: 'TX-1',
    narration: 'ABEBE',
  })
  await storeLine(repository, { key: 'id:b', amount: 1000, reference: 'inv 2026 o2' })
  await storeLine(repository, { key: 'id:c', direction: 'debit' })
  await storeLine(repository, { key: 'id:d', valueDate: '2026-11-18' })
  const suggestions = await Promise.all(['id:a', 'id:b'].map((key) => lines.suggest(key)))
  suggestions.push((await lines.suggestMany(['id:a', 'id:b', 'id:c'])).flatMap(({ suggestion }) => suggestion ?? []))
  await allocation(desk, 'id:a', [toPayment(bill), toCategory(-10)])
  await attempt(lines.allocate(net.key, { expectedVersion: 1, allocations: [toCategory(1)] }))
  await attempt(allocation(desk, 'id:b', [toPayment(second, 1001)]))
  await attempt(allocation(desk, 'id:b', [toPayment(bill, 1)]))
  await allocation(desk, 'id:b', [toPayment(part, 1000)])
  await allocation(desk, 'id:c', [toLine((await lines.get('id:d'))!)])
  await lines.unallocate('id:d', { expectedVersion: 2, reason: 'no correction' })
  await lines.unallocate('id:a', { expectedVersion: 2, reason: 'wrong bill', payments: 'reverse' })
  await allocation(desk, 'id:a', [toPayment(second, 990)])
  await attempt(lines.acceptSuggestion('id:b', { expectedVersion: 2, paymentId: second.id }))
  await lines.release('id:d', { expectedVersion: 3 })
  await lines.assign('id:d', { expectedVersion: 4, assignee: 'selam', actor: 'amina' })
  await lines.note('id:d', { text: 'first' })
  await lines.note('id:d', { text: 'second', actor: 'amina' })

  await checkBooks(repository)

  const totals = await lines.totals()
  const all = (await lines.list()).items
  const pages = [await lines.list({ limit: 2, status: 'open' }), await lines.list({ text: 'O2', held: false })]
  const searches = [
    await search({ text: 'inv 2O26 o1' }),
    await search({ text: 'e Bek' }),
    await search({ phone: '2547****678' }),
    await search({ amount: 5000, limit: 1 }),
  ]
  const csv = await csvOf(lines.exportCsv({}))
  const notes = await lines.notes('id:d')
  const forgotten = await lines.eraseText({ before: '2026-11-20' })
  return {
    ...{ refused, suggestions, totals, all, pages, searches, csv, notes, forgotten },
    histories: await Promise.all(all.map((line) => lines.history(line.key))),
    after: (await lines.list()).items,
    payments: await contents(repository),
  }
}

onEach(kinds, 'lines: people settle them as in memory', (entry) => {
  const database = migrated(entry as typeof postgres | typeof libsql)

  it('with the same lines, histories, payments, pages and refusals', async () => {
    const expected = await aDay(memoryRepository())
    expect(expected.refused).toEqual(['line_changed', 'allocation_exceeds', 'allocation_exceeds', 'allocation_exceeds'])
    expect(await aDay(repositoryOn(database()))).toStrictEqual(expected)
  })
})

onEach([postgres, mariadb, libsql], 'lines.allocate: twenty people at once', (entry) => {
  const database = migrated(entry as typeof postgres | typeof libsql)

  it('change each version of a line once, and share no money out twice', async () => {
    const repository = repositoryOn(database())
    const desk = counter({ repository })
    const bill = await desk.bill({ amount: 5000 })
    const lines = await Promise.all(Array.from({ length: 20 }, () => desk.line()))
    const same = await Promise.allSettled(
      lines.map((_, i) =>
        desk.payments.lines.allocate(lines[0]!.key, { expectedVersion: 1, allocations: [toCategory(i + 1)] }),
      ),
    )
    expect(same.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const outcome of same) {
      if (outcome.status === 'rejected') await refusal(Promise.reject(outcome.reason as Error), 'line_changed')
    }
    await Promise.allSettled(lines.slice(1).map(({ key }) => allocation(desk, key, [toPayment(bill, 1000)])))
    await checkBooks(repository)
    expect((await desk.payments.getPayment(bill.id))!.amountReconciled).toBeGreaterThanOrEqual(1000)
  })
})
