/** Calls and messages about what an archive has moved: each is recognised or refused, and no money counts twice. */
import { type Attempt, isPaymentError, type Outcome } from 'hospital-payments'
import { sqlRepository } from 'hospital-payments/sql'
import { describe, expect, it } from 'vitest'
import { archive } from '../../src/tenants/archive/archive.js'
import { freshTenant, libsql, mariadb, onEach, postgres, type TestDatabase } from '../support/databases/index.js'
import { migrated, repositoryOn, sqlOn } from '../support/databases/repository.js'
import { receiveContent } from '../operations/attempts/support/content.js'
import { credit, tillWithStatements } from '../operations/attempts/support/records.js'
import { booksOf, fillNovember, hospitalOver, records, rowsOf, timeZone } from './support/november.js'

const to = 'old_'

/** Makes a till with an attempt that was paid and archived, and the logs of what follows. */
async function archivedAttempt(database: TestDatabase) {
  const tenant = freshTenant()
  const repository = repositoryOn(database, { tenant })
  const logs: string[] = []
  const log = (text: string) => void logs.push(text)
  const receiptPrefix = `A${tenant.replace(/\W/g, '')}`
  const on = tillWithStatements({ repository, script: { fee: 7, receiptPrefix }, logger: { warn: log, error: log } })
  const attempt = await on.started()
  const money = on.fake.accept(attempt.id)!
  const callback = () => on.fake.callback(attempt.id)
  await on.receive(callback())
  const failed = await on.started()
  on.fake.refuse(failed.id)
  await on.checkAfter(60)
  expect([(await on.attemptOf(attempt)).status, (await on.attemptOf(failed)).status]).toEqual(['paid', 'failed'])
  await on.payments.failPayment(failed.paymentId, { reason: 'declined' })
  on.clock.set('2027-02-01T00:00:00.000Z')
  await on.payments.days.closeThrough({ account: 'fake', day: '2026-11-30', actor: 'amina' })
  await on.payments.deliverEvents(async () => undefined, { limit: 100 })
  const before = await on.balance()
  await archive(sqlOn(database), { tenant, before: '2027-01-01', to, timeZone: 'UTC' })
  expect(await on.payments.getPayment(attempt.paymentId)).toBeNull()
  expect(await on.payments.attempts.get(failed.id)).toBeNull()
  expect(await on.lines()).toEqual([])
  const there = () => tillWithStatements({ repository: sqlRepository(sqlOn(database), { tenant, tablePrefix: to }) })
  expect(await there().lines()).toHaveLength(2)
  logs.length = 0
  const expectUnchanged = async () => {
    expect(await on.balance()).toBe(before)
    expect(await on.payments.days.verify({ account: 'fake' })).toMatchObject({ ok: true })
  }
  return { ...on, attempt, failed, money, callback, logs, expectUnchanged }
}

/** Returns the code of the refusal of a call, with its details. */
async function refusalOf(call: Promise<unknown>) {
  const error = await call.then(
    () => null,
    (reason: unknown) => reason,
  )
  return isPaymentError(error) ? { code: error.code, details: error.details as object } : error
}

describe('archive: attempts of providers', () => {
  onEach([postgres, mariadb, libsql], 'over', (entry) => {
    const database = migrated(entry)

    it('a callback that comes again is taken, counts nothing and is done', async () => {
      const on = await archivedAttempt(database())
      const { id } = on.attempt
      const again = [
        on.callback(),
        on.fake.callback(id, { messageId: 'sent again' }),
        on.fake.callback(id, { messageId: 'a hint', proof: 'hint' }),
        on.fake.callback(on.failed.id, { messageId: 'failed again' }),
        on.fake.recordCallback(on.money),
        on.fake.recordCallback(on.money, { messageId: 'hinted', proof: 'hint' }),
      ]
      for (const request of again) expect((await on.receive(request)).status).toBe(200)
      await on.checkAfter(600)
      await on.expectUnchanged()
      expect(await on.lines()).toEqual([])
      expect(new Set(on.logs)).toEqual(
        new Set([
          'A message of a provider is about no attempt of this service: it was archived, or another service started it. Nothing was stored.',
        ]),
      )
      expect(on.logs).toHaveLength(3)
    })

    it('a pull and a statement find its money already_reconciled, and hold it where only its receipt is known', async () => {
      const on = await archivedAttempt(database())
      const { payments, fake, money } = on
      const { lines } = await payments.attempts.pull(fake.name, {
        from: '2026-11-01T00:00:00.000Z',
        to: '2026-12-01T00:00:00.000Z',
      })
      expect(lines.map(({ outcome, count }) => [outcome, count])).toEqual([
        ['already_reconciled', 1],
        ['already_reconciled', 1],
      ])
      const record = credit({ providerTransactionId: money.receipt, reference: money.reference })
      expect(await on.importOf(record)).toEqual(['already_reconciled'])
      expect(await on.importOf({ ...record, lineId: 'B-1' })).toEqual(['possible_duplicate'])
      const fee = { direction: 'debit', amount: 7, lineId: 'B-2' } as const
      expect(await on.importOf({ ...record, ...fee })).toEqual(['possible_duplicate'])
      await on.expectUnchanged()
    })

    it('a report of its receipt pays no other attempt, neither a living one nor one that is paid', async () => {
      const on = await archivedAttempt(database())
      const outcome: Outcome = { state: 'paid', providerTransactionId: on.money.receipt, amount: 1000, fee: 7 }
      const say = (attempt: Attempt, more: object = {}) =>
        receiveContent(
          on,
          [{ proof: 'signed', about: { attemptId: attempt.id }, outcome: { ...outcome, ...more } }],
          JSON.stringify(more),
        )
      const living = await on.started()
      await say(living)
      expect((await on.attemptOf(living)).status).toBe('unknown')
      expect((await on.paymentOf(living)).amountReconciled).toBe(0)
      expect(on.logs).toEqual([
        'The money of an attempt has the receipt of a line that was archived; a person has to look into both.',
      ])
      const ofOtherAmount = await on.started({ amount: 500 })
      await say(ofOtherAmount, { amount: 500 })
      expect((await on.attemptOf(ofOtherAmount)).status).toBe('unknown')
      await on.expectUnchanged()

      const paid = await on.started()
      on.fake.accept(paid.id)
      await on.receive(on.fake.callback(paid.id))
      const balance = await on.balance()
      expect((await on.attemptOf(paid)).status).toBe('paid')
      await say(paid, { bookedAt: '2027-02-01T00:00:00.000Z' })
      expect(await on.balance()).toBe(balance)
      expect((await on.paymentOf(paid)).amountReconciled).toBe(1000)
    })

    it('a call about it ends in the error of an unknown id', async () => {
      const on = await archivedAttempt(database())
      const { attempts } = on.payments
      const { id, paymentId } = on.attempt
      expect(await refusalOf(attempts.check(id))).toMatchObject({ code: 'attempt_not_found' })
      const abandon = attempts.abandon(id, { reason: 'late', actor: 'amina' })
      expect(await refusalOf(abandon)).toMatchObject({ code: 'attempt_not_found' })
      const start = attempts.start({ paymentId, provider: on.fake.name })
      expect(await refusalOf(start)).toMatchObject({ code: 'payment_not_found' })
      await on.expectUnchanged()
    })
  })
})

describe('archive: late calls', () => {
  onEach([postgres, mariadb, libsql], 'over', (entry) => {
    const database = migrated(entry)

    it('about moved lines, refunds, waivers, receipts and cash end in clear errors, and change nothing', async () => {
      const tenant = freshTenant()
      const repository = repositoryOn(database(), { tenant })
      const november = await fillNovember(repository)
      const { payments } = hospitalOver(repository, '2024-06-01T06:00:00.000Z', 7)
      const { items: bills } = await payments.reportPayments({ limit: 100 })
      const paymentOf = (number: number) => bills.find(({ reference }) => reference === `INV-${number}`)!.paymentId
      const { items: lines } = await payments.lines.list({ limit: 100 })
      const paidBy = (paymentId: string) =>
        lines.find(({ allocations }) => allocations.some((one) => one.to === 'payment' && one.paymentId === paymentId))!
      const refund = (await payments.refunds.list({ status: 'succeeded' })).items[0]!
      const waiver = (await payments.waivers.list({ status: 'granted' })).items[0]!
      const receipt = (await payments.receipts.get(paymentOf(1)))!
      const [whole, parts] = [paidBy(paymentOf(1)), lines.find(({ sessionId, amount }) => sessionId && amount === 600)!]
      await archive(sqlOn(database()), { tenant, before: '2023-12-15', to, timeZone })
      expect(await payments.lines.get(whole.key)).toBeNull()
      const [rows, books] = [await rowsOf(payments), await booksOf(payments)]

      const sara = { actor: 'sara' }
      const moved = (lineKey: string) => ({ code: 'line_not_found', details: { lineKey, archive: to } })
      const take = { sessionId: parts.sessionId!, paymentId: paymentOf(12), amount: 600, tendered: 1000, ...sara }
      const takeAgain = payments.cash.take(take, { idempotencyKey: 'take-1' })
      expect(await refusalOf(takeAgain)).toEqual(moved(parts.key))
      const voided = payments.cash.void({ lineKey: parts.key, reason: 'wrong bill', actor: 'lily' })
      expect(await refusalOf(voided)).toEqual(moved(parts.key))
      const ofLine = { expectedVersion: whole.version, ...sara }
      expect(await refusalOf(payments.lines.hold(whole.key, ofLine))).toEqual(moved(whole.key))
      const undo = payments.lines.unallocate(whole.key, { ...ofLine, reason: 'late', payments: 'keep' })
      expect(await refusalOf(undo)).toEqual(moved(whole.key))
      const note = payments.lines.note(whole.key, { text: 'late', ...sara })
      expect(await refusalOf(note)).toEqual(moved(whole.key))
      const ofMoney = payments.refunds.create({ lineKey: whole.key, amount: 1, reason: 'duplicate' }, sara)
      expect(await refusalOf(ofMoney)).toEqual(moved(whole.key))

      const refusals = {
        refund_not_found: [
          () => payments.refunds.confirm(refund.id, { providerTransactionId: 'OUT1', ...sara }),
          () => payments.refunds.fail(refund.id, { reason: 'late', ...sara }),
        ],
        waiver_not_found: [() => payments.waivers.revoke(waiver.id, { reason: 'late', actor: 'dawit' })],
        receipt_not_found: [() => payments.receipts.print(receipt.number, receipt.year, sara)],
        payment_not_found: [
          () => payments.confirmPayment(paymentOf(1), { providerTransactionId: 'RCP1', ...sara }),
          () => payments.reversePayment(paymentOf(2), { reason: 'late', ...sara }),
          () => payments.receipts.issue(paymentOf(1), sara),
          () => payments.refunds.create({ paymentId: paymentOf(2), amount: 70, reason: 'duplicate' }, sara),
          () =>
            payments.waivers.request(
              { paymentId: paymentOf(1), amount: 1, scheme: 'poor', reason: 'no_income' },
              { actor: 'amina' },
            ),
        ],
      }
      for (const [code, calls] of Object.entries(refusals))
        for (const [at, call] of calls.entries()) expect([at, await refusalOf(call())]).toMatchObject([at, { code }])

      const payout = { amount: 70, direction: 'debit', reference: refund.reference, valueDate: '2023-11-20' } as const
      const again = records([{ ...payout, lineId: 'L-20', receipt: 'OUT1' }])
      const { lines: outcomes } = await payments.statements.import(again, { account: 'bank' })
      expect(outcomes.map(({ outcome }) => outcome)).toEqual(['already_reconciled'])
      expect(november.moved).toContain(paymentOf(1))
      expect(await rowsOf(payments)).toEqual(rows)
      expect(await booksOf(payments)).toEqual(books)
    })
  })
})
