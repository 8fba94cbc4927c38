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

describe('the SQL that moves old years out', () => {
  onEach([postgres, systemPostgres], 'as the page on growing shows it', (entry) => {
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
      const proved = async () => {
        const { id, reference } = await bill()
        const line = { row: 2, direction: 'credit', amount: 100, currency: 'ETB', valueDate: '2023-11-20' } as const
        await collect(payments.reconcile([{ ...line, reference }], { account: 'bank', apply: true }))
        return id
      }
      const failed = async () => {
        const { id } = await payments.failPayment((await bill()).id, { reason: 'declined' })
        return id
      }
      const moved = [await proved(), await failed(), await proved()]
      const kept: Payment[] = [await bill(), await payments.confirmPayment((await bill()).id)]
      await payments.deliverEvents(async () => undefined)
      const undelivered = await failed()
      clock.set('2024-06-01T09:00:00.000Z')
      const recent = await failed()

      const ofTenant = move.replace("'default'", `'${tenant}'`)
      expect(ofTenant).not.toBe(move)
      const termsOfTenant = `SELECT DISTINCT payment_id AS id FROM hp_payment_terms WHERE tenant = '${tenant}'`
      await handle.query(create)
      try {
        await handle.query(ofTenant)
        await handle.query(ofTenant)
        const found = async () => new Set((await rows(termsOfTenant)).map(({ id }) => id))
        const before = await found()
        expect(moved.filter((id) => before.has(id))).toEqual(moved)
        await handle.query(forget.replace("'default'", `'${tenant}'`))
        const left = await found()
        expect([...before].filter((id) => !left.has(id)).sort()).toEqual(moved.toSorted())
        const idsIn = async (table: string, column: string) =>
          (await rows(`SELECT ${column} AS id FROM ${table} WHERE tenant = '${tenant}' ORDER BY 1`)).map(({ id }) => id)
        expect(await idsIn('hp_old_payments', 'id')).toEqual(moved.toSorted())
        expect(await idsIn('hp_old_payment_events', 'payment_id')).toEqual(moved.flatMap((id) => [id, id]).toSorted())
        for (const id of moved) {
          expect(await payments.getPayment(id)).toBeNull()
          expect(await payments.history(id)).toEqual([])
        }
        expect((await payments.search({ text: 'INV-1' })).items).toEqual([])
        expect((await payments.search({ text: kept[0]!.reference })).items).toEqual([kept[0]])
        for (const payment of kept) expect(await payments.getPayment(payment.id)).toEqual(payment)
        expect(await payments.getPayment(undelivered)).toMatchObject({ status: 'failed' })
        expect(await payments.getPayment(recent)).toMatchObject({ status: 'failed' })
        const change = `UPDATE hp_payment_events SET actor = 'x' WHERE tenant = '${tenant}'`
        await expect(handle.query(change)).rejects.toThrow(/append-only/)
        expect(await bill()).toMatchObject({ status: 'pending' })
      } finally {
        await handle.query('DROP TABLE IF EXISTS hp_old_payments, hp_old_payment_events')
      }
    })
  })
})
