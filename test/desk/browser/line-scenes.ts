/** Lines and bills for work in the list of lines. */
import type { HospitalPayments } from 'hospital-payments'
import { request, testService } from '../../support/service.js'

export const record = { direction: 'credit', currency: 'ETB', valueDate: '2026-11-20' } as const

/** Makes a service in Addis Ababa whose clock shows noon of 20 November. */
export function hospital(): HospitalPayments {
  return testService({ timeZone: 'Africa/Addis_Ababa' }).payments
}

/** Stores six bills that were paid by card, and the settlement of the card company, less its fee. */
export async function cards(): Promise<HospitalPayments> {
  const payments = hospital()
  for (let nth = 1; nth <= 6; nth++) {
    const { id } = await payments.createPayment(
      request({ reference: `CARD-${nth}`, channel: 'cash', amount: 10_000 * nth }),
    )
    await payments.confirmPayment(id)
  }
  await payments.statements.import([{ ...record, row: 2, amount: 205_000, narration: 'CARD SETTLEMENT' }], {
    account: 'cbe-1000',
  })
  return payments
}

/** Stores lines that no rule can settle. */
export async function manyLines(count: number): Promise<HospitalPayments> {
  const payments = hospital()
  const records = Array.from({ length: count }, (_, nth) => ({
    ...record,
    row: nth + 2,
    amount: nth + 1,
    narration: `fee ${nth}`,
  }))
  await payments.statements.import(records, { account: 'cbe-1000' })
  return payments
}

/** Stores three lines, each with a bill that only a person can match: its reference is spelt otherwise. */
export async function sureMatches(): Promise<HospitalPayments> {
  const payments = hospital()
  for (const [nth, reference] of ['OPD-5591', 'OPD-5592', 'OPD-5593'].entries()) {
    await payments.createPayment(request({ reference, amount: 10_000 * (nth + 1) }))
    const line = {
      ...record,
      row: nth + 2,
      valueDate: `2026-11-${18 + nth}`,
      amount: 10_000 * (nth + 1),
      narration: `for ${reference.replace('-', ' ')}`,
    }
    await payments.statements.import([line], { account: 'cbe-1000' })
  }
  return payments
}

/** Stores lines of thirty days of one account, all settled, and returns a service whose month is over. */
export async function monthOfLines(): Promise<HospitalPayments> {
  const { payments, clock } = testService({ timeZone: 'Africa/Addis_Ababa' })
  clock.set('2026-12-01T06:00:00.000Z')
  const records = Array.from({ length: 30 }, (_, nth) => ({
    ...{ ...record, row: nth + 2, amount: 100 + nth, narration: `fee ${nth}` },
    valueDate: `2026-11-${String(nth + 1).padStart(2, '0')}`,
  }))
  await payments.statements.import(records, { account: 'cbe-1000', categoryOf: () => 'bank_fee' })
  return payments
}
