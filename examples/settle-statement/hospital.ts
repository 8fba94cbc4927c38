import {
  createHospitalPayments,
  type HospitalPayments,
  type HospitalPaymentsOptions,
  memoryRepository,
  type PaymentRepository,
  textChannel,
} from 'hospital-payments'

export const hospitalZone = 'Africa/Nairobi'

/**
 * Opens a hospital with a bank account, a till of M-Pesa, a card machine and a cashier; `random` is for samples that
 * print their ids, and `providers` take payments.
 */
export function openHospital(
  clock: () => number,
  repository: PaymentRepository = memoryRepository(),
  random?: HospitalPaymentsOptions['random'],
  providers: HospitalPaymentsOptions['providers'] = {},
): HospitalPayments {
  return createHospitalPayments({
    repository,
    channels: {
      bank: textChannel('Transfer {amount} {currency} to account 1100; write {reference} as the reason.'),
      mpesa: textChannel('Open M-Pesa, choose Pay Bill 600123 and pay {amount} to account number {reference}.'),
      card: textChannel('Show {reference} at the card machine.'),
      cash: textChannel('Pay at the cashier with reference {reference}.'),
    },
    referencePolicy: 'one-live',
    timeZone: hospitalZone,
    clock,
    providers,
    ...(random && { random }),
  })
}
