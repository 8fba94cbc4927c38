/** The sample hospital: its week of payments and its November, imported, with the lines that no rule could settle left open. */
import type { HospitalPayments, PaymentRepository } from 'hospital-payments'
import { type ManualClock, manualClock } from 'hospital-payments/testing'
import { accounts, month, openFile } from '../settle-statement/accounts.js'
import { askForBills } from '../settle-statement/bills.js'
import { openHospital } from '../settle-statement/hospital.js'
import { sampleCounter } from './counter.js'

/** Fees that were paid on the last days, so that the first page has something to draw. */
const days = ['2026-11-25', '2026-11-26', '2026-11-27', '2026-11-28', '2026-11-29', '2026-11-30']
const fees = [
  ['cash', [35000, 120000, 50000]],
  ['mpesa', [64000, 185000, 45000, 212000]],
  ['card', [310000, 90000]],
] as const

/** The rules that its finance office remembered: of charges, and of transfers between its own accounts. */
const remembered = [
  { text: 'LEDGER FEE', category: 'bank_charge' },
  { text: 'Organization Settlement Charge', category: 'bank_charge' },
  { text: 'Organization Settlement to bank', category: 'own_transfer' },
  { text: 'TRANSFER FROM TILL', category: 'own_transfer', direction: 'credit' },
] as const

async function takeFees(payments: HospitalPayments, set: (at: string) => void): Promise<void> {
  for (const [at, day] of days.entries()) {
    set(`${day}T08:00:00.000Z`)
    for (const [channel, amounts] of fees) {
      const some = amounts.slice(0, 1 + ((at + channel.length) % amounts.length))
      for (const [number, amount] of some.entries()) {
        const reference = `DAY-${day.slice(5)}-${channel.toUpperCase()}-${number + 1}`
        const { id } = await payments.createPayment({ amount: amount + at * 2500, currency: 'KES', reference, channel })
        await payments.confirmPayment(id)
      }
    }
  }
}

/** The morning when November is over, and its statements have come. */
export const sampleMorning = '2026-12-01T06:00:00.000Z'

/** The sample hospital with the clock of its service. */
interface Sample {
  readonly payments: HospitalPayments
  readonly clock: ManualClock
}

/** Fills an empty repository; the service answers as of the first morning of December. */
export async function sampleHospital(repository?: PaymentRepository): Promise<HospitalPayments> {
  return (await filledHospital(repository)).payments
}

/** Fills an empty repository as `sampleHospital` does, with the counter too. */
export async function sampleWithCounter(repository?: PaymentRepository): Promise<HospitalPayments> {
  const { payments, clock } = await filledHospital(repository)
  await sampleCounter(payments, clock, sampleMorning)
  return payments
}

async function filledHospital(repository?: PaymentRepository): Promise<Sample> {
  const clock = manualClock()
  const payments = openHospital(clock, repository)
  await askForBills(payments, clock)
  await takeFees(payments, (at) => clock.set(at))
  clock.set(sampleMorning)
  for (const rule of remembered) await payments.rules.create(rule, { actor: 'almaz' })
  for (const file of accounts) {
    const { account, fileName, channels } = file
    const about = { account, fileName, channels, period: month, actor: 'almaz' }
    await payments.statements.import(openFile(file), about)
  }
  return { payments, clock }
}
