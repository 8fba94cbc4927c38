import { createHospitalPayments, type HospitalPayments, memoryRepository, textChannel } from 'hospital-payments'

export const hospitalZone = 'Africa/Addis_Ababa'

export interface OpenHospital {
  readonly payments: HospitalPayments
  close(): void
}

/**
 * Opens a hospital near the border of Ethiopia and Kenya, which takes the money of both. The payments are in memory, or
 * in `database`, a file of SQLite.
 */
export async function openHospital(
  clock: () => number,
  { timeZone = hospitalZone, database }: { timeZone?: string; database?: string | undefined } = {},
): Promise<OpenHospital> {
  // Only here, because SQLite is a native package, and not every computer has it.
  const storage =
    database === undefined ? undefined : await (await import('../server/storage.js')).openStorage(database)
  const payments = createHospitalPayments({
    repository: storage?.repository ?? memoryRepository(),
    channels: {
      mpesa: textChannel('Open M-Pesa, choose Pay Bill and pay {amount} {currency} to account number {reference}.'),
      bank: textChannel('Transfer {amount} {currency} to our account; write {reference} as the reason.'),
    },
    referencePolicy: 'one-live',
    timeZone,
    clock,
  })
  return { payments, close: () => storage?.close() }
}
