import { createHospitalPayments, memoryRepository, type Payment, textChannel } from 'hospital-payments'
import { manualClock } from 'hospital-payments/testing'

/**
 * Makes the values that docstring examples may name without making them; the docstring of `HospitalPayments` says the same
 * in words.
 */
export async function exampleValues() {
  const clock = manualClock('2026-11-20T09:00:00.000Z')
  const payments = createHospitalPayments({
    repository: memoryRepository(),
    channels: { cash: textChannel('Pay at the cashier with reference {reference}.') },
    timeZone: 'Africa/Addis_Ababa',
    clock,
  })
  const payment: Payment = await payments.createPayment({
    amount: 150_000,
    currency: 'ETB',
    reference: 'INV-1',
    channel: 'cash',
  })
  const stated = {
    row: 2,
    direction: 'credit',
    amount: 148_500,
    currency: 'ETB',
    valueDate: '2026-11-20',
    narration: 'Abebe INV 1',
  } as const
  for await (const item of payments.reconcile([stated], { account: 'cbe-1000', apply: true })) void item
  const line = (await payments.lines.list()).items[0]!
  return { payments, payment, line, clock }
}
