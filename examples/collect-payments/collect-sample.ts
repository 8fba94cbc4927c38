import type { HospitalPayments, Payment } from 'hospital-payments'
import { manualClock } from 'hospital-payments/testing'
import { openHospital } from './hospital.js'
import { type Callback, readCallbacks } from './read-callbacks.js'
import { type Invoice, readInvoices } from './read-invoices.js'
import { isRefusal, type Refusal, refusalOf } from './refusal.js'
import { settle } from './settle.js'

export interface SampleWeek {
  readonly payments: HospitalPayments
  readonly created: readonly Payment[]
  readonly invoices: { readonly rows: number; readonly retries: number; readonly refused: readonly Refusal[] }
  readonly callbacks: {
    readonly rows: number
    readonly applied: number
    readonly repeated: number
    /** Paid after the payment's expiry, and accepted. */
    readonly late: number
    readonly refused: readonly Refusal[]
  }
  readonly expired: number
}

const hourMs = 3_600_000

/**
 * Lives through the week in the order in which things happened: clicks and callbacks move the clock, and each full hour
 * the expiry sweep runs, as a cron job would.
 */
export async function collectSample(invoicesCsv: string, callbacksCsv: string): Promise<SampleWeek> {
  const clock = manualClock('1970-01-01T00:00:00.000Z')
  const payments = openHospital(clock)
  const created = new Map<string, Payment>()
  const invoices = { rows: 0, retries: 0, refused: [] as Refusal[] }
  const callbacks = { rows: 0, applied: 0, repeated: 0, late: 0, refused: [] as Refusal[] }
  let expired = 0

  async function ask({ row, click, request }: Invoice): Promise<void> {
    try {
      const payment = await payments.createPayment(request, { idempotencyKey: click, actor: 'billing' })
      if (created.has(payment.id)) invoices.retries++
      else created.set(payment.id, payment)
    } catch (error) {
      invoices.refused.push(refusalOf(row, error))
    }
  }

  async function handle(callback: Callback): Promise<void> {
    const settlement = await settle(payments, callback)
    if (isRefusal(settlement)) callbacks.refused.push(settlement)
    else if (settlement.repeated) callbacks.repeated++
    else {
      callbacks.applied++
      if (callback.outcome === 'paid' && settlement.payment.late) callbacks.late++
    }
  }

  async function sweepUntil(ms: number): Promise<void> {
    for (let hour = (Math.floor(clock() / hourMs) + 1) * hourMs; hour <= ms; hour += hourMs) {
      clock.set(new Date(hour).toISOString())
      expired += (await payments.expireDue({ actor: 'sweep' })).expired
    }
    clock.set(new Date(ms).toISOString())
  }

  const happenings: { at: number; happen: () => Promise<void> }[] = []
  for (const invoice of readInvoices(invoicesCsv)) {
    invoices.rows++
    if (isRefusal(invoice)) invoices.refused.push(invoice)
    else happenings.push({ at: invoice.at, happen: () => ask(invoice) })
  }
  for (const callback of readCallbacks(callbacksCsv)) {
    callbacks.rows++
    if (isRefusal(callback)) callbacks.refused.push(callback)
    else happenings.push({ at: callback.at, happen: () => handle(callback) })
  }
  happenings.sort((a, b) => a.at - b.at)

  clock.set(new Date(happenings[0]?.at ?? 0).toISOString())
  for (const { at, happen } of happenings) {
    await sweepUntil(at)
    await happen()
  }
  await sweepUntil(clock() + 2 * hourMs)
  return { payments, created: [...created.values()], invoices, callbacks, expired }
}
