/** A patient of whom everything is stored that can be said of a person, beside another person. */
import type { HospitalPayments, HospitalPaymentsOptions } from 'hospital-payments'
import { fakeProvider } from 'hospital-payments/testing'
import { collect, request, testService } from '../../../support/service.js'

export const patient = { id: 'MRN-7', name: 'Zewditu Canary-Q7X', phone: '+251987654321' } as const
export const neighbour = { id: 'MRN-8', name: 'Abebe Bekele', phone: '+251911000000' } as const

/** Texts that only the patient's data has; the digits of the phone stand backwards in a search term. */
const canaries = ['zewditu', 'canary', '987654321', '123456789']

/** Lists the canaries that a text holds. */
export function canariesIn(text: string): string[] {
  const folded = text.toLowerCase()
  return canaries.filter((canary) => folded.includes(canary))
}

export const bank = 'cbe-1000'
export const call = { reason: 'asked for by letter', actor: 'amina' } as const

const note = (place: string) => `Canary-N8Y of ${place}: ${patient.name}, ${patient.phone}`

/** The lines of the bank: one of the patient, one of an insurer for two people, and one of the neighbour. */
export const statement = [
  { row: 2, reference: 'BILL-1', narration: note('the bank'), lineId: 'b-1' },
  { row: 3, narration: 'NHIF TWO BILLS', lineId: 'b-2', amount: 200_000 },
  { row: 4, reference: 'BILL-9', narration: 'ABEBE', lineId: 'b-3' },
].map((line) => ({ direction: 'credit' as const, amount: 100_000, currency: 'ETB', valueDate: '2026-11-19', ...line }))

/** Imports the statement, as a run does. */
export function importStatement(payments: HospitalPayments) {
  const run = { account: bank, period: { from: '2026-11-18', to: '2026-11-20' }, apply: true } as const
  return collect(payments.reconcile(statement, run))
}

/** Makes a service with the patient's payments, lines, refund, takes, waiver and attempt, and those of the neighbour. */
export async function ward(overrides: Partial<HospitalPaymentsOptions> = {}) {
  const fake = fakeProvider()
  const service = testService({
    timeZone: 'Africa/Addis_Ababa',
    providers: { fake },
    channels: {
      named: ({ customer, reference }) => ({ type: 'text', message: `${customer?.name ?? ''} pays ${reference}` }),
    },
    ...overrides,
  })
  const { payments } = service
  const ofPatient = {
    customer: patient,
    description: `Surgery of ${patient.name}`,
    metadata: { guardian: note('the guardian') },
    channel: 'named',
    amount: 100_000,
  }
  const bill = (reference: string, more: object = {}) => request({ ...ofPatient, reference, ...more })
  const create = (reference: string, more: object = {}) => payments.createPayment(bill(reference, more))
  const other = { customer: neighbour, description: 'Ward B', metadata: { ward: 'B' } }
  const byBank = await payments.createPayment(bill('BILL-1'), { idempotencyKey: 'key-1' })
  const byCash = await create('BILL-2')
  const insured = await create('BILL-3')
  const insuredOther = await create('BILL-8', other)
  const ofOther = await create('BILL-9', other)
  await importStatement(payments)
  const { items } = await payments.lines.list({ account: bank })
  const ofBank = items.find(({ reference }) => reference === 'BILL-1')!
  const ofInsurer = items.find(({ narration }) => narration === 'NHIF TWO BILLS')!
  await payments.lines.note(ofBank.key, { text: note('the line') })
  await payments.lines.allocate(ofInsurer.key, {
    expectedVersion: ofInsurer.version,
    allocations: [insured, insuredOther].map(({ id }) => ({ to: 'payment', paymentId: id, amount: 100_000 }) as const),
  })
  const waived = { paymentId: byCash.id, amount: 1, scheme: 'poor', reason: 'no_income', note: note('the waiver') }
  const waiver = await payments.waivers.request(waived, { actor: 'sara' })
  const attempt = await payments.attempts.start({ paymentId: byCash.id, provider: 'fake', phone: patient.phone })
  // A message of the provider names the payer; nothing of it stays when it is done.
  const content = { messageId: 'm-1', about: { attemptId: attempt.id }, session: { payer: note('the provider') } }
  const body = new TextEncoder().encode(JSON.stringify(content))
  await payments.attempts.receive('fake', { ...fake.callback(attempt.id, { proof: 'hint' }), body })
  const session = await payments.cash.open({ point: 'window-1', currency: 'ETB', float: 0, actor: 'sara' })
  const taking = { sessionId: session.id, amount: 100_000, actor: 'sara', payerId: patient.id, note: note('the take') }
  const take = await payments.cash.take({ ...taking, paymentId: byCash.id })
  const deposit = await payments.cash.take(taking)
  const refund = await payments.refunds.create({
    paymentId: byBank.id,
    amount: 500,
    reason: 'other',
    note: note('the refund'),
  })
  await payments.days.close({ account: bank, day: '2026-11-19', actor: 'amina' })
  return {
    ...service,
    bill,
    payments,
    paymentsOfPatient: [byBank, byCash, insured],
    ...{ byBank, byCash, insured, insuredOther, ofOther, refund, waiver, attempt },
    lines: { ofBank: ofBank.key, ofInsurer: ofInsurer.key, take: take.line.key, deposit: deposit.line.key },
  }
}

export type Ward = Awaited<ReturnType<typeof ward>>

/** Reads what an erasure must leave as it is: sums, days, versions of lines, histories but for the erasure itself. */
export async function books({ payments, paymentsOfPatient, insuredOther, ofOther, lines }: Ward) {
  const histories = await Promise.all(paymentsOfPatient.map(({ id }) => payments.history(id)))
  const kept = await Promise.all(paymentsOfPatient.map(({ id }) => payments.getPayment(id)))
  return {
    totals: await payments.totals({}),
    verified: await payments.days.verify({ account: bank }),
    report: await payments.days.report({ day: '2026-11-20' }),
    attention: await payments.attention(),
    others: await Promise.all([insuredOther, ofOther].map(({ id }) => payments.getPayment(id))),
    histories: histories.map((events) => events.filter(({ type }) => type !== 'payment.erased')),
    amounts: kept.map((payment) => [payment?.amount, payment?.reference, payment?.status, payment?.amountReconciled]),
    lines: await Promise.all(
      Object.values(lines).map(async (key) => ({ ...(await payments.lines.get(key)), narration: null })),
    ),
    receipts: (await payments.receipts.list({ year: 2026 })).items,
  }
}
