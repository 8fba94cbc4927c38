/**
 * A process that delivers events and expires due payments, and ends when it is asked to, with nothing cut off.
 * `npx tsx examples/worker/main.ts`: on SQLite in memory, so there is nothing to install. In a hospital the payments are made by
 * other processes, `send` is a `webhookSender` or marks the invoice paid, and two of these run at once, for when one is updated.
 */
import Database from 'libsql'
import { createHospitalPayments, runWorker, type SendEvent, textChannel } from 'hospital-payments'
import { fromSqlite, migrate, sqlRepository } from 'hospital-payments/sql'
import { untilAsked } from './until-asked.js'

const database = fromSqlite(new Database(':memory:'))
await migrate(database)
const payments = createHospitalPayments({
  repository: sqlRepository(database),
  channels: { cash: textChannel('Pay at the cashier with reference {reference}.') },
  logger: { warn: console.warn, error: console.error },
})

const request = { amount: 150_000, currency: 'ETB', channel: 'cash' }
await payments.createPayment({ ...request, reference: 'INV-1' })
await payments.createPayment({ ...request, reference: 'INV-2', expiresAt: new Date().toISOString() })

let delivered = 0

const send: SendEvent = async ({ type, data }) => {
  console.log(`${type}: ${data.reference}`)
  // Here a service manager would ask: the event in hand is delivered before the process ends.
  if (++delivered === 3) process.kill(process.pid, 'SIGTERM')
}

const signal = untilAsked()
console.log('The worker begins.')
await runWorker(payments, { send, everyMs: 100, signal })
console.log(`The worker has ended: ${String(signal.reason)}.`)
