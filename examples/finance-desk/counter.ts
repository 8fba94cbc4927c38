/**
 * The counter of the sample hospital: a day of November with its difference, its deposit slip and the bank's credit, and the
 * first morning of December.
 */
import type { HospitalPayments, Payment } from 'hospital-payments'
import { readCsvStatement, type StatementReader } from 'hospital-payments/statements'
import type { ManualClock } from 'hospital-payments/testing'
import { bank, bankMapping } from '../settle-statement/accounts.js'

const minute = 60_000
const currency = 'KES'

/** The people at the counter: two cashiers, and `hana`, who supervises them. */
const cashiers = { first: 'almaz', second: 'chala' } as const

interface Bill {
  readonly reference: string
  readonly amount: number
  readonly name: string
  readonly phone: string
  readonly description: string
}

function billsOf(day: string, rows: readonly (readonly [number, string, string, string])[]): readonly Bill[] {
  return rows.map(([amount, name, phone, description], at) => ({
    reference: `OPD-${day}-${String(at + 1).padStart(2, '0')}`,
    ...{ amount, name, phone, description },
  }))
}

const yesterday = billsOf('3011', [
  [85_000, 'Wanjiru Kamau', '+254712000101', 'Consultation'],
  [240_000, 'Otieno Ouma', '+254722000102', 'X-ray'],
  [61_500, 'Achieng Odhiambo', '+254733000103', 'Pharmacy'],
  [130_000, 'Kiprono Cheruiyot', '+254711000104', 'Laboratory'],
  [400_000, 'Njeri Mwangi', '+254721000105', 'Ward, first night'],
])

const today = billsOf('0112', [
  [85_000, 'Mutua Musyoka', '+254712000201', 'Consultation'],
  [92_000, 'Halima Abdi', '+254722000202', 'Pharmacy'],
  [240_000, 'Barasa Wafula', '+254733000203', 'X-ray'],
  [150_000, 'Chebet Koech', '+254711000204', 'Laboratory'],
  [55_000, 'Wambui Njoroge', '+254721000205', 'Dressing'],
])

function askFor(payments: HospitalPayments, bills: readonly Bill[]): Promise<Payment[]> {
  return Promise.all(
    bills.map(({ reference, amount, name, phone, description }) =>
      payments.createPayment({
        ...{ reference, amount, currency, description, channel: 'cash' },
        customer: { name, phone },
      }),
    ),
  )
}

/** Takes each bill in turn; the cash given is the next whole thousand. */
async function takeEach(
  payments: HospitalPayments,
  clock: ManualClock,
  { sessionId, actor, bills }: { sessionId: string; actor: string; bills: readonly Payment[] },
): Promise<string[]> {
  const keys: string[] = []
  for (const { id, amount } of bills) {
    clock.advance(7 * minute)
    const tendered = Math.ceil(amount / 100_000) * 100_000
    const { line } = await payments.cash.take({ sessionId, paymentId: id, amount, tendered, actor })
    keys.push(line.key)
  }
  return keys
}

/** Fills a day at window 1: takes, a part, a deposit, a void, cash for the bank, and a close that is 50.00 short. */
async function dayAtWindow(payments: HospitalPayments, clock: ManualClock): Promise<void> {
  const { cash } = payments
  const actor = cashiers.second
  const bills = await askFor(payments, yesterday)
  const { id: sessionId } = await cash.open({ point: 'window-1', currency, float: 200_000, actor })
  const keys = await takeEach(payments, clock, { sessionId, actor, bills: bills.slice(0, 4) })
  await cash.take({ sessionId, paymentId: bills[4]!.id, amount: 150_000, actor })
  await cash.take({ sessionId, payerId: 'MRN-20417', amount: 500_000, tendered: 500_000, actor })
  clock.advance(minute)
  await cash.void({ lineKey: keys[2]!, reason: 'wrong bill', actor: 'hana', supervisor: true })
  clock.advance(4 * 60 * minute)
  await cash.send({ sessionId, amount: 900_000, to: 'bank-1100', reference: 'SLIP-3011', actor })
  await cash.close({ sessionId, counted: 400_000, actor })
}

/** The bank's file of the cash that it counted: the deposit slip of the day. */
const cashFile = `Value Date,Details,Customer Reference,Money In,Money Out,Currency
30/11/2026,CASH DEPOSIT SLIP-3011,,"9,000.00",,KES
`

/** Opens a new reader of the bank's file of cash. */
export function openCashFile(): StatementReader {
  return readCsvStatement(new TextEncoder().encode(cashFile), bankMapping)
}

/** Imports the bank's credit of the deposit slip, which proves the cash that was sent. */
async function creditOfBank(payments: HospitalPayments): Promise<void> {
  const { account, channels } = bank
  const period = { from: '2026-11-30', to: '2026-11-30' }
  const about = { account, channels, period, fileName: 'bank-cash-30-november.csv', actor: cashiers.first }
  await payments.statements.import(openCashFile(), about)
}

/** Fills the morning: a session of `almaz` with two takes, a refund to pay out, and cash of window 2 on its way to window 1. */
async function morningAtWindow(payments: HospitalPayments, clock: ManualClock): Promise<void> {
  const { cash, refunds } = payments
  const bills = await askFor(payments, today)
  const { id: sessionId } = await cash.open({ point: 'window-1', currency, float: 400_000, actor: cashiers.first })
  const of = { sessionId, actor: cashiers.first }
  await takeEach(payments, clock, { ...of, bills: bills.slice(0, 2) })
  const overpaid = { paymentId: bills[1]!.id, amount: 20_000, reason: 'price_corrected' } as const
  await refunds.create(overpaid, { actor: 'hana' })
  const second = { point: 'window-2', currency, actor: cashiers.second } as const
  const other = await cash.open({ ...second, float: 300_000 })
  await cash.send({
    sessionId: other.id,
    amount: 100_000,
    to: 'cash.window-1',
    reference: 'BAG-7',
    actor: second.actor,
  })
}

/**
 * Fills the counter of the sample hospital. The clock stands then where it stood before: on the morning on which the desk
 * opens.
 */
export async function sampleCounter(payments: HospitalPayments, clock: ManualClock, morning: string): Promise<void> {
  clock.set('2026-11-30T05:00:00.000Z')
  await dayAtWindow(payments, clock)
  clock.set(new Date(Date.parse(morning) - 45 * minute).toISOString())
  await creditOfBank(payments)
  await morningAtWindow(payments, clock)
  clock.set(morning)
}
