/** A process that writes bills into a SQLite file and prints the answers, until it is killed. */
import { writeSync } from 'node:fs'
import Libsql from 'libsql'
import { fromSqlite, sqlRepository } from 'hospital-payments/sql'
import { createHospitalPayments, textChannel } from 'hospital-payments'

const [file = '', name = ''] = process.argv.slice(2)
const payments = createHospitalPayments({
  repository: sqlRepository(fromSqlite(new Libsql(file)), { dialect: 'sqlite' }),
  channels: { 'mobile-banking': textChannel('Pay {amount} {currency} with reference {reference}.') },
})

const report = (line: string) => writeSync(1, `${line}\n`)

for (let number = 1; ; number++) {
  const key = `${name}-${number}`
  report(`begin ${key}`)
  const request = { amount: 150_000, currency: 'ETB', reference: key, channel: 'mobile-banking' }
  const { id } = await payments.createPayment(request, { idempotencyKey: key })
  report(`created ${key} ${id}`)
  await payments.confirmPayment(id, { providerTransactionId: key })
  report(`confirmed ${key}`)
}
