import type { Payment } from 'hospital-payments'
import { expect, it } from 'vitest'
import { libsql, mariadb, onEach, postgres } from '../support/databases/index.js'
import { migrated, repositoryOn } from '../support/databases/repository.js'
import { rounds } from '../support/rounds.js'
import { contents, request, testService } from '../support/service.js'
import { expectWhole } from './support/stored-state.js'
import { freshBytes } from './support/clerks.js'
import { apply, type Line } from './support/day.js'

const bills = 30
const lines: Line[] = Array.from({ length: bills }, (_, bill) => {
  const record = { direction: 'credit', amount: 150_000, currency: 'ETB', valueDate: '2026-11-20' } as const
  return { record: { row: bill + 1, ...record, reference: `BILL-${bill}` }, group: 0, outcome: 'confirmed' }
})

onEach([postgres, mariadb, libsql], 'reconcile: a desk that confirms while a statement is applied', (entry) => {
  const database = migrated(entry as typeof postgres | typeof libsql)

  it('settles each bill once, and all money counts once', { timeout: 900_000 }, async () => {
    for (let round = 0; round < rounds(3, 50); round++) {
      const repository = repositoryOn(database())
      const { payments } = testService({ repository, random: freshBytes })
      const issued: Payment[] = []
      for (let bill = 0; bill < bills; bill++)
        issued.push(await payments.createPayment(request({ reference: `BILL-${bill}` })))
      const desk = async () => {
        for (const { id } of issued.toReversed()) await payments.confirmPayment(id)
      }
      await Promise.all([apply(payments, lines), apply(payments, lines), desk()])
      const stored = await contents(repository)
      expect(new Set(stored.map(({ payment }) => payment.status))).toEqual(new Set(['succeeded']))
      expect(stored.every(({ payment }) => payment.amountReconciled === payment.amount)).toBe(true)
      const successes = stored.map(({ events }) => events.filter(({ type }) => type === 'payment.succeeded').length)
      expect(new Set(successes)).toEqual(new Set([1]))
      await expectWhole(repository, lines)
    }
  })
})
