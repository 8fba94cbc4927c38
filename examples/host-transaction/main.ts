/**
 * An invoice and its payment in one transaction of the host's: both are stored, or neither is.
 * `npx tsx examples/host-transaction/main.ts`: on PGlite, which is PostgreSQL within this process, so there is nothing
 * to install. With pg, Knex, Drizzle and others only the transaction differs: docs/your-transaction.md has each.
 */
import { PGlite, type Transaction } from '@electric-sql/pglite'
import { createHospitalPayments, formatAmount, isPaymentError, textChannel } from 'hospital-payments'
import { fromPg, migrate, retryTransaction, sqlRepository } from 'hospital-payments/sql'

const database = await PGlite.create()
await database.exec('CREATE TABLE invoices (number text PRIMARY KEY, amount bigint NOT NULL, reminders int DEFAULT 0)')
await migrate(fromPg(database))

const payments = createHospitalPayments({
  repository: sqlRepository(fromPg(database)),
  channels: { cash: textChannel('Pay {amount} {currency} at the cashier; show {reference}.') },
  referencePolicy: 'one-live',
})

/** Returns the same service, inside the transaction that the host has opened. */
const within = (tx: Transaction) => payments.within(tx)

/**
 * Runs `work` in a transaction, and again where others were in its way; so `work` does nothing but what the transaction
 * can undo.
 */
const transaction = <Result>(work: (tx: Transaction) => Promise<Result>) =>
  retryTransaction(() => database.transaction(work))

/** Writes the host's own row, and asks for the money. */
async function bill(tx: Transaction, number: string, amount: number): Promise<void> {
  await tx.query('INSERT INTO invoices (number, amount) VALUES ($1, $2)', [number, amount])
  await within(tx).createPayment({ amount, currency: 'ETB', reference: number, channel: 'cash' })
}

async function show(from: Pick<Transaction, 'query'>, service = payments): Promise<void> {
  const { rows } = await from.query<{ number: string; reminders: number }>('SELECT * FROM invoices ORDER BY number')
  const { items } = await service.reportPayments()
  console.log('  invoices:', rows.map(({ number, reminders }) => `${number} (reminders: ${reminders})`).join(', '))
  const descriptions = items.map(
    (item) => `${item.reference} ${item.status} ${formatAmount(item.amount, item.currency)}`,
  )
  console.log('  payments:', descriptions.join(', '))
}

console.log('INV-1 is billed, and the transaction is committed:')
await transaction((tx) => bill(tx, 'INV-1', 150_000))
await show(database)

console.log('INV-2 is billed; before the transaction ends, it sees both:')
const failed = transaction(async (tx) => {
  await bill(tx, 'INV-2', 75_000)
  await show(tx, within(tx))
  throw new Error('the patient is insured')
})
await failed.catch((error: Error) => console.log(`Then it fails, because ${error.message}, and both are gone:`))
await show(database)

console.log('INV-1 is asked for again; that is refused, and the transaction goes on:')
await transaction(async (tx) => {
  const request = { amount: 150_000, currency: 'ETB', reference: 'INV-1', channel: 'cash' }
  const attempt = within(tx).createPayment(request)
  await attempt.catch((error: unknown) => {
    if (!isPaymentError(error, 'reference_conflict')) throw error
    console.log(`  ${error.code}: ${error.message}`)
  })
  await tx.query("UPDATE invoices SET reminders = reminders + 1 WHERE number = 'INV-1'")
})
await show(database)
await database.close()
