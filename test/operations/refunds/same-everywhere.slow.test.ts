/** A week of refunds, closed days and receipts: each database comes to the same state as memory. */
import { isPaymentError, memoryRepository, type Refund } from 'hospital-payments'
import type { FinanceRepository } from 'hospital-payments/repository'
import { sqlRepository } from 'hospital-payments/sql'
import { expect, it } from 'vitest'
import { type Connected, connect, freshBytes } from '../../reconciliation-storage/support/clerks.js'
import { checkLedger } from '../../reliability/simulation/books.js'
import {
  kinds,
  freshTenant,
  libsql,
  mariadb,
  onEach,
  postgres,
  type TestDatabase,
} from '../../support/databases/index.js'
import { migrated, repositoryOn } from '../../support/databases/repository.js'
import { rounds } from '../../support/rounds.js'
import { contents, csvOf, day, minute } from '../../support/service.js'
import { dice } from '../../support/turns.js'
import { counter, allocation, storeLine, toCategory, toPayment } from '../lines/support/counter.js'
import { expectTieOut } from '../lines/support/tie-out.js'

const account = 'cbe-1000'
const ended = { reason: 'came back', actor: 'selam' }

/** Plays a week and returns everything that people can see at the end; ids are drawn alike. */
async function aWeek(repository: FinanceRepository) {
  let drawn = 0
  const desk = counter({
    repository,
    random: (bytes) => new Uint8Array(bytes).fill(++drawn % 256),
    refundApproval: ({ amount }) => amount >= 500,
  })
  const { payments, clock } = desk
  const { refunds, days, receipts, lines } = payments
  const refused: string[] = []
  const attempt = async (call: Promise<unknown>) => {
    await call.catch((error: { code: string }) => refused.push(error.code))
  }
  const [bill, second, third] = [
    await desk.bill({ reference: 'INV-1' }),
    await desk.bill({ reference: 'INV-2', channel: 'cash' }),
    await desk.bill({ reference: 'INV-3' }),
  ]
  await storeLine(repository, { key: 'id:a', amount: 1200 })
  await storeLine(repository, { key: 'id:b', direction: 'debit', amount: 600 })
  await storeLine(repository, { key: 'id:c', amount: 600, valueDate: '2026-11-18' })
  await storeLine(repository, { key: 'id:d', direction: 'debit', amount: 150 })
  clock.advance(minute)
  await allocation(desk, 'id:a', [toPayment(bill)])
  await payments.confirmPayment(second.id)
  await payments.confirmPayment(third.id)
  const issued = [await receipts.issue(bill.id, { actor: 'amina' }), await receipts.issue(second.id)]
  issued.push(await receipts.issue(bill.id), await receipts.issue(third.id))

  clock.advance(minute)
  const of = { paymentId: bill.id, reason: 'duplicate' } as const
  const key = { idempotencyKey: 'once', actor: 'amina' }
  const refund = await refunds.create({ ...of, amount: 600, reference: 'OUT-1' }, key)
  await refunds.create({ ...of, amount: 600, reference: 'OUT-1' }, key)
  await attempt(refunds.create({ ...of, amount: 601, reference: 'OUT-1' }, key))
  await attempt(refunds.create({ ...of, amount: 401 }))
  await attempt(refunds.approve(refund.id, { actor: 'amina' }))
  await refunds.approve(refund.id, { actor: 'dawit' })
  const surplus = await refunds.create({ lineKey: 'id:a', amount: 150, reason: 'other', note: 'by hand' })
  await attempt(refunds.create({ lineKey: 'id:a', amount: 51, reason: 'overpayment' }))
  await attempt(payments.reversePayment(bill.id, { reason: 'bounced' }))
  clock.advance(minute)
  await allocation(desk, 'id:b', [{ to: 'refund', refundId: refund.id, amount: 600 }])
  await refunds.confirm(surplus.id, { providerTransactionId: 'TX-9' })
  await allocation(desk, 'id:d', [{ to: 'refund', refundId: surplus.id, amount: 150 }])
  await attempt(lines.unallocate('id:a', { expectedVersion: 3, reason: 'wrong', payments: 'keep' }))
  await lines.unallocate('id:b', { expectedVersion: 2, reason: 'wrong payout' })
  await allocation(desk, 'id:b', [{ to: 'refund', refundId: refund.id, amount: 600 }])
  await allocation(desk, 'id:c', [{ to: 'refund', refundId: refund.id, amount: 600 }])
  const canceled = await refunds.create({ ...of, amount: 100 })
  await refunds.cancel(canceled.id, ended)
  await payments.reversePayment(third.id, { reason: 'bounced' })

  clock.advance(day)
  const close = { account, actor: 'amina' }
  for (const one of ['2026-11-18', '2026-11-19', '2026-11-20', '2026-11-19']) await days.close({ ...close, day: one })
  await attempt(days.close({ ...close, day: '2026-11-21' }))
  await attempt(lines.unallocate('id:b', { expectedVersion: 4, reason: 'wrong payout' }))
  await refunds.create({ lineKey: 'id:a', amount: 1, reason: 'overpayment' })
  await attempt(refunds.fail(surplus.id, ended))
  await allocation(desk, 'id:a', [toCategory(49, 'tip')])
  const closed = await days.get({ account, day: '2026-11-19' })
  await days.reopen({ ...close, day: '2026-11-19', reason: 'wrong payout' })
  await attempt(days.reopen({ ...close, day: '2026-11-19', reason: 'wrong payout' }))
  await refunds.fail(surplus.id, ended)
  await days.close({ ...close, day: '2026-11-19' })

  // One credit that pays a bill, is undone, and whose money goes back once.
  const undone = await desk.bill({ reference: 'INV-4' })
  await storeLine(repository, { key: 'id:e', amount: 900, valueDate: '2026-11-20' })
  await allocation(desk, 'id:e', [toPayment(undone), toCategory(-100, 'waived')])
  await attempt(refunds.create({ paymentId: undone.id, amount: 901, reason: 'duplicate' }))
  const part = await refunds.create({ paymentId: undone.id, amount: 300, reason: 'duplicate' })
  const undo = { expectedVersion: 2, reason: 'other patient' }
  await attempt(lines.unallocate('id:e', undo))
  await lines.unallocate('id:e', { ...undo, payments: 'keep' })
  const afterUndo = await lines.get('id:e')
  await attempt(refunds.create({ lineKey: 'id:e', amount: 601, reason: 'overpayment' }))
  const waiting = await payments.attention()
  await refunds.cancel(part.id, ended)
  await payments.reversePayment(undone.id, { reason: 'paid at the counter' })
  await attempt(refunds.create({ lineKey: 'id:e', amount: 1, reason: 'overpayment' }))
  const due = await desk.bill({ reference: 'INV-5', expiresAt: '2026-11-21T06:00:00.000Z' })
  await allocation(desk, 'id:e', [toPayment(due, 400)])
  clock.advance(day)
  await attempt(payments.expirePayment(due.id))
  const swept = await payments.expireDue()
  await payments.cancelPayment(due.id, { reason: 'moved away' })
  await refunds.create({ paymentId: due.id, amount: 100, reason: 'duplicate' })
  await checkLedger(repository)

  const made = (await refunds.list()).items
  return {
    ...{ refused, issued, closed, made, afterUndo, waiting, swept },
    pages: [await refunds.list({ limit: 1 }), await refunds.list({ status: 'failed', paymentId: bill.id })],
    totals: await refunds.totals(),
    csv: [
      await csvOf(refunds.exportCsv()),
      await csvOf(payments.exportCsv({ columns: ['amountRefundPending', 'netAmount'] })),
    ],
    histories: await Promise.all(made.map(({ id }) => refunds.history(id))),
    closings: [await days.list(), await days.list({ from: '2026-11-19', to: '2026-11-19', limit: 2 })],
    verified: await days.verify({ account }),
    reports: [await days.report({ day: '2026-11-20' }), await days.report({ day: '2026-11-20', channel: 'cash' })],
    receipts: [await receipts.list(), await receipts.list({ limit: 2 }), await receipts.get(third.id)],
    lines: (await lines.list()).items,
    lineHistories: await Promise.all(['a', 'b', 'c', 'd'].map((one) => lines.history(`id:${one}`))),
    attention: await payments.attention(),
    payments: await contents(repository),
  }
}

onEach(kinds, 'refunds, receipts, days.close and days.reopen: a week as in memory', (entry) => {
  const database = migrated(entry as typeof postgres | typeof libsql)

  it('with the same pages, histories, sums, chains, numbers and refusals', async () => {
    const expected = await aWeek(memoryRepository())
    expect(expected.refused).toEqual([
      ...['idempotency_conflict', 'refund_exceeds', 'self_approval', 'refund_exceeds', 'invalid_transition'],
      ...['refund_exceeds', 'invalid_request', 'day_closed', 'day_closed', 'invalid_transition'],
      ...['refund_exceeds', 'invalid_request', 'refund_exceeds', 'refund_exceeds', 'invalid_transition'],
    ])
    expect(expected.verified).toEqual({ ok: true, closings: 5, firstDifference: null })
    expect(expected.issued.map(({ number }) => number)).toEqual([1, 2, 1, 3])
    expect(await aWeek(repositoryOn(database()))).toStrictEqual(expected)
  })
})

const callers = 50
const pools = 5
const allowed = [
  ...['refund_exceeds', 'invalid_transition', 'concurrent_update', 'line_changed'],
  ...['invalid_request', 'allocation_exceeds'],
]

/** Plays R16 over several pools, as if each were a process of its own. */
async function race(database: TestDatabase, tenant: string, connected: readonly Connected[]) {
  const { dialect } = database
  const repository = repositoryOn(database, { tenant, timeoutMs: 60_000 })
  const desks = connected.map(({ sql }) =>
    counter({ repository: sqlRepository(sql, { dialect, tenant, timeoutMs: 60_000 }), random: freshBytes }),
  )
  const quiet = counter({ repository, random: freshBytes })
  const { id } = await quiet.bill()
  await quiet.payments.confirmPayment(id)
  await storeLine(repository, { key: 'id:race' })
  const made: Refund[] = []
  const codes: Record<string, number> = {}

  const one = async ({ payments }: (typeof desks)[number], roll: (n: number) => number): Promise<unknown> => {
    const { refunds, lines } = payments
    const refund = made[made.length - 1 - roll(Math.min(made.length, 8) || 1)]
    const kind = roll(20)
    if (kind < 7 || !refund) {
      const of = roll(2) === 0 ? { paymentId: id } : { lineKey: 'id:race' }
      return made.push(await refunds.create({ ...of, amount: 100 * (1 + roll(5)), reason: 'duplicate' }))
    }
    if (kind < 11) return refunds.confirm(refund.id)
    if (kind < 15) return refunds.fail(refund.id, ended)
    if (kind < 17) return refunds.cancel(refund.id, ended)
    if (kind < 18) return payments.reversePayment(id, { reason: 'bounced' })
    const { version } = (await lines.get('id:race'))!
    if (kind < 19) return lines.unallocate('id:race', { expectedVersion: version, reason: 'wrong' })
    return lines.allocate('id:race', { expectedVersion: version, allocations: [toCategory(1)] })
  }

  const many = rounds(4, 200)
  await Promise.all(
    Array.from({ length: callers }, async (_, i) => {
      const roll = dice(i)
      for (let round = 0; round < many; round++) {
        const outcome = await one(desks[i % pools]!, roll).then(
          () => 'done',
          (error: unknown) => {
            if (isPaymentError(error)) return error.code
            throw error
          },
        )
        codes[outcome] = (codes[outcome] ?? 0) + 1
      }
    }),
  )
  return { repository, codes, made, payment: (await repository.get(id))! }
}

onEach(
  [postgres, mariadb, libsql],
  'refunds.create, refunds.confirm and reversePayment: fifty callers at once (R16)',
  (entry) => {
    const database = migrated(entry as typeof postgres | typeof libsql)

    it('give back no more of one payment and one line than came', { timeout: 3_600_000 }, async () => {
      const connected = Array.from({ length: pools }, () => connect(database()))
      const tenant = freshTenant()
      const { repository, codes, made, payment } = await race(database(), tenant, connected).finally(() =>
        Promise.all(connected.map(({ end }) => end())),
      )
      console.info(`R16, ${entry.name}: ${made.length} refunds`, codes)
      await checkLedger(repository)
      await expectTieOut(database(), tenant)
      expect(Object.keys(codes).filter((code) => code !== 'done' && !allowed.includes(code))).toEqual([])
      expect(codes['refund_exceeds']).toBeGreaterThan(0)
      const { amount, amountRefundPending, amountRefunded, status } = payment
      expect(amountRefundPending + amountRefunded).toBeLessThanOrEqual(status === 'succeeded' ? amount : 0)
    })
  },
)
