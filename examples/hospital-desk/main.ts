/**
 * `npx tsx examples/hospital-desk/main.ts`: a hospital's own server with the finance desk under /finance, on 127.0.0.1.
 * Payments are in memory; a hospital hands a storage of its database to `createHospitalPayments`.
 */
import { randomBytes } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { createHospitalPayments, memoryRepository, textChannel } from 'hospital-payments'
import { hospitalApp } from './app.js'
import { type Role, Users } from './users.js'

const payments = createHospitalPayments({
  repository: memoryRepository(),
  channels: { cash: textChannel('Pay {amount} {currency} at the cashier with reference {reference}.') },
  timeZone: 'Africa/Addis_Ababa',
  referencePolicy: 'one-live',
})

const users = new Users()
const people: readonly (readonly [string, Role])[] = [
  ['chala', 'cashier'],
  ['selam', 'supervisor'],
  ['almaz', 'finance'],
  ['hana', 'manager'],
]
for (const [name, role] of people) {
  const password = randomBytes(9).toString('base64url')
  users.add(name, role, password)
  console.log(`${role}: ${name} ${password}`)
}

const server = hospitalApp(payments, users).listen(Number(process.env['HP_PORT'] ?? 8050), '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}/login (Ctrl+C ends it)`)
})
