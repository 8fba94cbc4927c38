/**
 * `npx tsx examples/many-hospitals/main.ts`: one server for several hospitals, on 127.0.0.1, with one worker for all of them. On
 * SQLite in memory, so there is nothing to install; a vendor has PostgreSQL, whose tables may be spread by tenant.
 */
import Database from 'libsql'
import { randomBytes } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { attentionOf, fromSqlite, migrate, runTenantWorker, tenants } from 'hospital-payments/sql'
import { Users } from '../hospital-desk/users.js'
import { untilAsked } from '../worker/until-asked.js'
import { manyHospitalsApp } from './app.js'
import { type Hospital, Hospitals } from './hospitals.js'

const database = fromSqlite(new Database(':memory:'))
await migrate(database)

/** A table of the host's own. */
const list: readonly Hospital[] = [
  { tenant: 'black-lion', name: 'Black Lion Hospital', timeZone: 'Africa/Addis_Ababa' },
  { tenant: 'kenyatta', name: 'Kenyatta Hospital', timeZone: 'Africa/Nairobi' },
]
const find = async (tenant: string) => list.find((hospital) => hospital.tenant === tenant)
const hospitals = new Hospitals(database, find)

const people = new Map<string, Users>()
for (const { tenant, name } of list) {
  const password = randomBytes(9).toString('base64url')
  const users = new Users()
  users.add('almaz', 'finance', password)
  people.set(tenant, users)
  console.log(`${name}: almaz ${password}`)
  const payments = await hospitals.serviceOf(tenant)
  await payments.createPayment({ amount: 150_000, currency: 'ETB', reference: 'INV-1', channel: 'cash' })
}

const signal = untilAsked()
const working = runTenantWorker({
  database,
  payments: (tenant) => hospitals.serviceOf(tenant),
  send: async ({ type, data }, { tenant }) => console.log(`${tenant}: ${type} ${data.reference}`),
  logger: console,
  signal,
})

// What waits for people, of each hospital: for the vendor's own page.
const zones = new Map(list.map(({ tenant, timeZone }) => [tenant, timeZone]))
const timeZone = (tenant: string) => zones.get(tenant) ?? 'UTC'
for await (const { tenant, openLines, deadEvents } of attentionOf(database, tenants(database), { timeZone }))
  console.log(`${tenant}: ${openLines.length} kinds of open lines, ${deadEvents} dead events`)

const usersOf = (tenant: string) => people.get(tenant)
const server = manyHospitalsApp({ hospitals, list, usersOf }).listen(
  Number(process.env['HP_PORT'] ?? 8060),
  '127.0.0.1',
)
server.once('listening', () => {
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}/login (Ctrl+C ends it)`)
})

await working
server.close()
