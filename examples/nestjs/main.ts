/**
 * `npx tsx examples/nestjs/main.ts`: a NestJS application of a hospital on 127.0.0.1, until Ctrl+C. Its guard is asked by its own
 * controller, by the interface under /billing/v1 and by the desk under /finance.
 */
import 'reflect-metadata'
import { NestFactory } from '@nestjs/core'
import { randomBytes } from 'node:crypto'
import { AppModule } from './app.module.js'
import { HospitalPaymentsModule } from './hospital-payments.module.js'
import { digestOf } from './keys.guard.js'

const [cashier, manager] = [randomBytes(18).toString('base64url'), randomBytes(18).toString('base64url')]
const staff = new Map([
  [digestOf(cashier), { name: 'chala', role: 'cashier' as const }],
  [digestOf(manager), { name: 'hana', role: 'manager' as const }],
])

const app = await NestFactory.create(
  AppModule.of(staff, async ({ type, data }) => console.log(`${type}: ${data.reference}`)),
  { logger: ['warn', 'error'] },
)
HospitalPaymentsModule.mount(app)
// SIGTERM and Ctrl+C end the worker before the database.
app.enableShutdownHooks()
await app.listen(Number(process.env['HP_PORT'] ?? 8060), '127.0.0.1')

const url = await app.getUrl()
console.log(`curl -X POST ${url}/invoices/INV-1/payment -H 'Authorization: Bearer ${cashier}' -d amount=1500.00`)
console.log(`curl ${url}/billing/v1/payments?reference=INV-1 -H 'Authorization: Bearer ${manager}'`)
