import type { HospitalPayments, LineItem, PaymentRepository, ReconciliationItem } from 'hospital-payments'
import { fromSqlite, sqlRepository } from 'hospital-payments/sql'
import { expect, it } from 'vitest'
import { libsql, mariadb, onEach, postgres } from '../../support/databases/index.js'
import { freshTenant } from '../../support/databases/database.js'
import { migrated, repositoryOn } from '../../support/databases/repository.js'
import { rounds } from '../../support/rounds.js'
import { testService } from '../../support/service.js'
import { apply, booksOf, issueBills, statementOf } from './day.js'

const bills = 30
const lines = statementOf(bills)
const random = (bytes: number) => crypto.getRandomValues(new Uint8Array(bytes))
const linesOf = (items: readonly ReconciliationItem[]) => items.filter((item): item is LineItem => item.kind === 'line')

async function alone() {
  const service = testService()
  await issueBills(service.payments, bills)
  const items = linesOf(await apply(service.payments, lines))
  return { outcomes: items.map(({ outcome }) => outcome), books: await booksOf(service.repository) }
}

onEach([postgres, mariadb, libsql], 'several who apply one statement at once', (entry) => {
  const database = migrated(entry as typeof postgres | typeof libsql)

  it('write each line once, and the others are told that it was', { timeout: 900_000 }, async () => {
    const expected = await alone()
    let together = 0
    for (let round = 0; round < rounds(4, 200); round++) {
      const tenant = freshTenant()
      const repository = repositoryOn(database(), { tenant })
      const own = database()
      // A second handle is to SQLite what another process is.
      const handle = 'open' in own ? own.open() : null
      const other: PaymentRepository = handle
        ? sqlRepository(fromSqlite(handle), { dialect: 'sqlite', tenant })
        : repository
      const { payments } = testService({ repository, random })
      await issueBills(payments, bills)
      const clerks: HospitalPayments[] = Array.from({ length: round % 2 === 0 ? 2 : 5 }, (_, i) =>
        payments.using(i % 2 === 0 ? repository : other),
      )
      const runs = (await Promise.all(clerks.map((clerk) => apply(clerk, lines)))).map(linesOf)
      for (const [index, outcome] of expected.outcomes.entries()) {
        const told = runs.map((run) => run[index]!)
        const writers = told.filter(({ applied }) => applied)
        const writes = ['matched', 'confirmed', 'under_paid'].includes(outcome)
        expect(
          writers.map((item) => item.outcome),
          `row ${index + 1}`,
        ).toEqual(writes ? [outcome] : [])
        const others = told.filter(({ applied }) => !applied).map((item) => item.outcome)
        expect([...new Set(others)], `row ${index + 1}`).toEqual([writes ? 'already_reconciled' : outcome])
      }
      if (runs.every((run) => run.some(({ applied }) => applied))) together++
      expect(await booksOf(repository)).toEqual(expected.books)
      handle?.close()
    }
    console.info(`${entry.name}: ${rounds(4, 200)} rounds, in ${together} of them every clerk wrote some of the lines`)
  })

  it('may be joined by a desk that confirms, and all money counts once', { timeout: 900_000 }, async () => {
    for (let round = 0; round < rounds(2, 50); round++) {
      const repository = repositoryOn(database())
      const { payments } = testService({ repository, random })
      await issueBills(payments, bills)
      const { items } = await payments.reportPayments({ status: 'pending', limit: 500 })
      const desk = async () => {
        for (const { paymentId } of items.toReversed()) await payments.confirmPayment(paymentId)
      }
      await Promise.all([apply(payments, lines), apply(payments, lines), desk()])
      const expected = (await alone()).books
      const books = await booksOf(repository)
      expect(books.map(({ reference, amountReconciled }) => [reference, amountReconciled])).toEqual(
        expected.map(({ reference, amountReconciled }) => [reference, amountReconciled]),
      )
      expect(new Set(books.map(({ status }) => status))).toEqual(new Set(['succeeded']))
    }
  })
})
