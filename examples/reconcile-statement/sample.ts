import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { HospitalPayments, PaymentTotal } from 'hospital-payments'
import { type CsvMapping, mpesaOrganisation, type StatementReader } from 'hospital-payments/statements'
import { manualClock } from 'hospital-payments/testing'
import { ask, type CreatedBills } from './ask.js'
import { hospitalZone, openHospital } from './hospital.js'
import { openStatement } from './open-statement.js'
import { readBills } from './read-bills.js'
import { reconcileOnce, type Run } from './reconcile-once.js'
import { Sums } from './sums.js'

export const data = fileURLToPath(new URL('data/', import.meta.url))

/** The bank's list of transfers: amounts as `800.00 ETB`, and our reference only where the payer wrote it. */
const bankTransfers: CsvMapping = {
  columns: {
    bookedAt: 'Payment Date',
    amount: 'Transferred Amount',
    narration: 'Reason',
    providerTransactionId: 'Reference No',
    lineId: 'Reference No',
  },
  dates: ['M/d/yyyy, h:mm:ss a'],
  timeZone: hospitalZone,
  currency: 'ETB',
  debitWhen: { column: 'Payer', values: ['Border Town Hospital'] },
}

export const accounts = [
  { title: 'M-Pesa in October', account: 'mpesa-border-town', file: 'mpesa-october.csv', mapping: mpesaOrganisation },
  { title: 'The bank in October', account: 'cbe-border-town', file: 'cbe-october.csv', mapping: bankTransfers },
] as const

export interface Account {
  readonly title: string
  readonly file: string
  readonly csv: string
  readonly preview: Run
  readonly apply: Run
  readonly again: Run
}

export interface SampleMonth {
  readonly payments: HospitalPayments
  readonly createdBills: CreatedBills
  readonly accounts: readonly Account[]
  /** All payments of the month before any statement, and after all of them. */
  readonly before: Run
  readonly after: Run
  readonly totals: { readonly before: readonly PaymentTotal[]; readonly after: readonly PaymentTotal[] }
  /** The money that statements had proved on the payments before, and have proved now. */
  readonly reconciled: { readonly before: Sums; readonly after: Sums }
  close(): void
}

const noStatement: StatementReader = {
  format: 'csv',
  layout: null,
  layoutName: null,
  accounts: 0,
  async *[Symbol.asyncIterator]() {},
  summary: () => ({ lines: 0, rejected: 0, skipped: 0, leftOut: [], credits: [], debits: [], statements: [] }),
}

/** Sums what statements have proved, payment by payment. */
async function reconciledSums(payments: HospitalPayments): Promise<Sums> {
  const sums = new Sums()
  let cursor: string | null | undefined
  do {
    const page = await payments.reportPayments({ limit: 500, ...(cursor && { cursor }) })
    for (const { paymentId, currency } of page.items) {
      sums.add((await payments.getPayment(paymentId))?.amountReconciled ?? 0, currency)
    }
    cursor = page.nextCursor
  } while (cursor !== null)
  return sums
}

/**
 * Reconciles early on the first of November: the statements of October have come, each is tried, applied, and applied
 * by mistake again.
 */
export async function reconcileSample(out: string, database?: string): Promise<SampleMonth> {
  const clock = manualClock()
  const { payments, close } = await openHospital(clock, { database })
  const createdBills = await ask(
    payments,
    clock,
    readBills(join(data, 'bills.csv'), '2026-10-01T00:00:00Z'),
    'bills.csv',
  )
  clock.set('2026-11-01T05:30:00.000Z')

  // Each statement is of one account only: which payments are on none of them is asked when all have been applied.
  const period = { from: '2026-10-01', to: '2026-10-31' }
  const month = (csv?: string) => reconcileOnce(payments, noStatement, { account: 'none', period }, csv)
  const totalsBefore = await payments.totals()
  const reconciledBefore = await reconciledSums(payments)
  const before = await month()
  const done: Account[] = []
  for (const { title, account, file, mapping } of accounts) {
    const csv = join(out, file)
    const run = async (apply: boolean, csv?: string) => {
      const { reader } = await openStatement(join(data, file), { format: 'csv', mapping })
      return reconcileOnce(payments, reader, { account, apply, actor: 'finance' }, csv)
    }
    done.push({ title, file, csv, preview: await run(false), apply: await run(true, csv), again: await run(true) })
  }
  const after = await month(join(out, 'payments-october.csv'))
  const reconciled = { before: reconciledBefore, after: await reconciledSums(payments) }
  const totals = { before: totalsBefore.items, after: (await payments.totals()).items }
  return { payments, totals, createdBills: createdBills, accounts: done, before, after, reconciled, close }
}
