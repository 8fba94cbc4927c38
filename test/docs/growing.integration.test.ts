import { createHospitalPayments, type Payment, textChannel } from 'hospital-payments'
import { manualClock } from 'hospital-payments/testing'
import { describe, expect, it } from 'vitest'
import { freshTenant, onEach, postgres, systemPostgres } from '../support/databases/index.js'
import { migrated, repositoryOn } from '../support/databases/repository.js'
import { collect } from '../support/service.js'
import { fencesOf } from './support/fences.js'
import { read } from './support/paths.js'

const document = 'docs/growing.md'
const [create, move, forget] = fencesOf(document, read(document)).map(({ text }) => text) as [string, string, string]

describe('docs/growing.md: the SQL that moves old years out', () => {
  onEach([postgres, systemPostgres], 'run as the page shows it', (entry) => {
    const database = migrated(entry)

    it('moves what is over, with its history, and nothing else; the guards are on again', async () => {
      const { handle, rows } = database()
      const tenant = freshTenant()
      const clock = manualClock('2023-11-20T09:00:00.000Z')
      const payments = createHospitalPayments({
        repository: repositoryOn(database(), { tenant }),
        channels: { cash: textChannel('Pay at the cashier with reference {reference}.') },
        clock,
      })
      let bills = 0
      const bill = () =>
        payments.createPayment({ amount: 100, currency: 'ETB', reference: `INV-${++bills}`, channel: 'cash' })
      const reconcile = (reference: string, amount: number) => {
        const line = { row: 2, direction: 'credit', amount, currency: 'ETB', valueDate: '2023-11-20' } as const
        return collect(payments.reconcile([{ ...line, reference }], { account: 'bank', apply: true }))
      }
      const pay = async ({ id, reference }: Payment, amount: number) => {
        await reconcile(reference, amount)
        return id
      }
      const proved = async () => pay(await bill(), 100)
      const paidInPart = async () => {
        const id = await pay(await bill(), 40)
        await payments.cancelPayment(id, { reason: 'went home' })
        return id
      }
      const givenBack = async () => {
        const id = await proved()
        await payments.refunds.create({ paymentId: id, amount: 40, reason: 'duplicate' })
        return id
      }
      const undone = async () => {
        const id = await proved()
        const { items } = await payments.lines.list({ account: 'bank' })
        const { key, version } = items.find(
          ({ allocations: [allocation] }) => allocation?.to === 'payment' && allocation.paymentId === id,
        )!
        await payments.lines.unallocate(key, { expectedVersion: version, payments: 'keep', reason: 'another bill' })
        return id
      }
      const failed = async () => {
        const { id } = await payments.failPayment((await bill()).id, { reason: 'declined' })
        return id
      }
      const moved = [await proved(), await failed(), await proved()]
      await payments.receipts.issue(moved[0]!, { actor: 'amina' })
      const kept: Payment[] = [await bill(), await payments.confirmPayment((await bill()).id)]
      // Something is left to decide about their money.
      for (const id of [await paidInPart(), await givenBack(), await undone()])
        kept.push((await payments.getPayment(id))!)
      const [, , , numbered] = kept
      const receipt = await payments.receipts.issue(numbered!.id, { actor: 'amina' })
      await payments.deliverEvents(async () => undefined)
      const undelivered = await failed()
      clock.set('2024-06-01T09:00:00.000Z')
      const recent = await failed()
      const day = { account: 'bank', day: '2023-11-20' }
      await payments.days.close({ ...day, actor: 'amina' })

      const ofTenant = move.replace("'default'", `'${tenant}'`)
      expect(ofTenant).not.toBe(move)
      const termsOfTenant = `SELECT DISTINCT payment_id AS id FROM hp_payment_terms WHERE tenant = '${tenant}'`
      await handle.query(create)
      try {
        await handle.query(ofTenant)
        await handle.query(ofTenant)
        const paymentsWithTerms = async () => new Set((await rows(termsOfTenant)).map(({ id }) => id))
        const before = await paymentsWithTerms()
        expect(moved.filter((id) => before.has(id))).toEqual(moved)
        await handle.query(forget.replace("'default'", `'${tenant}'`))
        const left = await paymentsWithTerms()
        expect([...before].filter((id) => !left.has(id)).sort()).toEqual(moved.toSorted())
        const idsIn = async (table: string, column: string) =>
          (await rows(`SELECT ${column} AS id FROM ${table} WHERE tenant = '${tenant}' ORDER BY 1`)).map(({ id }) => id)
        expect(await idsIn('hp_old_payments', 'id')).toEqual(moved.toSorted())
        expect(await idsIn('hp_old_payment_events', 'payment_id')).toEqual(moved.flatMap((id) => [id, id]).toSorted())
        for (const id of moved) {
          expect(await payments.getPayment(id)).toBeNull()
          expect(await payments.history(id)).toEqual([])
        }
        const { items: ofMoved } = await payments.search({ text: 'INV-1' })
        expect(ofMoved.filter(({ reference }) => reference === 'INV-1')).toEqual([])
        expect((await payments.search({ text: kept[0]!.reference })).items).toContainEqual(kept[0])
        for (const payment of kept) expect(await payments.getPayment(payment.id)).toEqual(payment)
        expect(await payments.getPayment(undelivered)).toMatchObject({ status: 'failed' })
        expect(await payments.getPayment(recent)).toMatchObject({ status: 'failed' })
        const { items: lines } = await payments.lines.list({ account: 'bank', status: 'settled' })
        const line = lines.find(
          ({ allocations: [allocation] }) => allocation?.to === 'payment' && allocation.paymentId === moved[0],
        )!
        const again = await reconcile(line.reference!, 100)
        expect(again[0]).toMatchObject({ outcome: 'already_reconciled' })
        const undo = { expectedVersion: line.version, payments: 'keep', reason: 'another bill' } as const
        await payments.days.reopen({ ...day, reason: 'another bill', actor: 'amina' })
        await expect(payments.lines.unallocate(line.key, undo)).rejects.toMatchObject({ code: 'payment_not_found' })
        expect(await payments.receipts.list()).toEqual({ items: [receipt], nextCursor: null })
        expect(await payments.days.verify({ account: 'bank' })).toMatchObject({ ok: true })
        expect((await payments.refunds.list()).items).toMatchObject([{ paymentId: numbered!.id, status: 'pending' }])
        const change = `UPDATE hp_payment_events SET actor = 'x' WHERE tenant = '${tenant}'`
        await expect(handle.query(change)).rejects.toThrow(/append-only/)
        expect(await bill()).toMatchObject({ status: 'pending' })
      } finally {
        await handle.query('DROP TABLE IF EXISTS hp_old_payments, hp_old_payment_events, hp_old_receipts')
      }
    })
  })
})
