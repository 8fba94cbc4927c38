import { createHospitalPayments, memoryRepository, textChannel, type HospitalPayments } from 'hospital-payments'
import type { ManualClock } from 'hospital-payments/testing'

export const hospitalZone = 'Africa/Addis_Ababa'

/**
 * Opens a hospital as `docs/getting-started.md` recommends it: one live payment an invoice, and only the currencies it
 * takes.
 */
export function openHospital(clock: ManualClock): HospitalPayments {
  return createHospitalPayments({
    repository: memoryRepository(),
    channels: {
      'mobile-banking': textChannel('Complete payment in Wegagen Bank mobile banking using reference {reference}.'),
      telebirr: textChannel('Open telebirr, choose Pay Bill and pay {amount} {currency} with bill number {reference}.'),
      'cbe-birr': textChannel('Dial *847#, choose Pay Bill, give bill number {reference} and pay {amount} {currency}.'),
      cash: textChannel('Pay {amount} {currency} at the cashier on the ground floor; show reference {reference}.'),
    },
    currencies: ['ETB', 'USD'],
    referencePolicy: 'one-live',
    timeZone: hospitalZone,
    clock,
  })
}
