/** A process that verifies the closed days of a file of SQLite again and again, and prints how many descriptors it has. */
import { readdirSync } from 'node:fs'
import Libsql from 'libsql'
import { createHospitalPayments } from 'hospital-payments'
import { fromSqlite, migrate, sqlRepository } from 'hospital-payments/sql'

const [file = '', times = ''] = process.argv.slice(2)
const open = () => new Libsql(file)
const database = fromSqlite(open(), { open })
await migrate(database)
const payments = createHospitalPayments({
  repository: sqlRepository(database),
  timeZone: 'Africa/Kampala',
  clock: () => Date.parse('2026-11-21T09:00:00Z'),
})
const day = { account: 'cbe-1000', day: '2026-11-20' }
const line = { row: 2, direction: 'credit', amount: 7000, currency: 'UGX', valueDate: day.day } as const
await payments.statements.import([line], { account: day.account })
await payments.days.close({ ...day, actor: 'amina' })
let verified = 0
for (let n = 0; n < Number(times); n++) if ((await payments.days.verify({ account: day.account })).ok) verified++
// Of Linux; elsewhere the limit alone decides.
const descriptors = process.platform === 'linux' ? readdirSync('/proc/self/fd').length : 0
console.log(JSON.stringify({ verified, descriptors }))
