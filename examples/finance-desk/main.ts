/**
 * `npm start`: the finance desk over the sample hospital, on 127.0.0.1, with payments in a file of SQLite. A sign-in link is
 * printed, which works once. A fake provider takes payments, and `/phone` is the phone of its payer. `HP_DESK_PORT` and
 * `HP_DESK_FILE` choose another port and file.
 */
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { runWorker } from 'hospital-payments'
import { fakeProvider } from 'hospital-payments/testing'
import { serveDesk } from '../../src/cli/desk/serve-desk.js'
import { fakePhone } from '../fake-phone/phone.js'
import { openStorage } from '../server/storage.js'
import { accounts, bankMapping } from '../settle-statement/accounts.js'
import { openHospital } from '../settle-statement/hospital.js'
import { sampleMorning } from './sample.js'
import { writeSample } from './write-sample.js'

const file = process.env['HP_DESK_FILE'] ?? fileURLToPath(new URL('out/hospital.sqlite', import.meta.url))
if (!existsSync(file)) await writeSample(file)
const storage = await openStorage(file)

// In the sample hospital each run begins on the morning after its November, whatever day it is here.
const began = Date.now()
const clock = () => Date.parse(sampleMorning) + Date.now() - began

// It asks for whole shillings, as M-Pesa does, and keeps ten of each payment. Its receipts are other ones in each run.
const limits = { currencies: ['KES'], wholeUnits: true, callingCode: '254' }
const provider = fakeProvider({
  clock,
  limits,
  promptSeconds: 120,
  canCancel: false,
  fee: 1000,
  receiptPrefix: `FK${began.toString(36).toUpperCase()}`,
})
const payments = openHospital(clock, storage.repository, undefined, { [provider.name]: provider })

const ending = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => ending.abort())
// Asks the provider about attempts whose callback did not come.
const worker = runWorker(payments, { expire: false, signal: ending.signal })
await serveDesk({
  payments,
  beside: fakePhone({ payments, provider, path: '/phone' }),
  home: '/phone',
  messages: { 'nav.home': "The payer's phone" },
  actor: 'almaz',
  receipt: { name: 'Sample Hospital', address: 'Hospital Road\nNairobi', taxNumber: 'P051234567X' },
  // Beside those of the library.
  layouts: { bank: bankMapping },
  // The cashier's money comes on no statement.
  statementChannels: accounts.flatMap(({ channels }) => channels),
  port: Number(process.env['HP_DESK_PORT'] ?? 8040),
  signal: ending.signal,
  onListening: (link) =>
    console.log(
      `The finance desk of the sample hospital: ${link}\nThe link works once. “Counter” has a session of this morning; find OPD-0112-03 there.\nOn the page of OPD-0112-04 under “Payments”, ask its payer by phone; the phone is yours, at the top of the page. Ctrl+C ends it.`,
    ),
})
await worker
storage.close()
