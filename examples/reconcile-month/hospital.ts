/** A hospital with three banks, and its bills of November. */
import { createHospitalPayments, type HospitalPayments, memoryRepository, textChannel } from 'hospital-payments'
import { type ManualClock, seededRandom } from 'hospital-payments/testing'

/** Bills by their references; amounts in minor units. */
const bills: readonly (readonly [reference: string, amount: number])[] = [
  ['OPD-5500', 150_000],
  ['OPD-5501', 80_000],
  ['OPD-5502', 100_000],
  ['OPD-5503', 100_000],
  ['OPD-5504', 70_000],
  ['OPD-5505', 50_000],
  ['OPD-5506', 60_000],
  ['OPD-5509', 200_000],
  ['OPD-5510', 70_000],
]

/** Opens the hospital, the same one in every run, and asks for its bills. */
export async function openHospital(clock: ManualClock): Promise<HospitalPayments> {
  const payments = createHospitalPayments({
    repository: memoryRepository(),
    channels: { bank: textChannel('Transfer with reference {reference}.') },
    timeZone: 'Africa/Nairobi',
    referencePolicy: 'one-live',
    clock,
    random: seededRandom(1),
  })
  clock.set('2026-11-01T06:00:00.000Z')
  for (const [reference, amount] of bills)
    await payments.createPayment({ reference, amount, currency: 'KES', channel: 'bank' })
  return payments
}
