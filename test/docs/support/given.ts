import { createHospitalPayments, memoryRepository, type Payment, textChannel } from 'hospital-payments'
import { manualClock } from 'hospital-payments/testing'

/** What docstring examples may name without making it; the docstring of `HospitalPayments` says the same in words. */
export async function given() {
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
  return { payments, payment, clock }
}
