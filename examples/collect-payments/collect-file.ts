import {
  createHospitalPayments,
  type HospitalPayments,
  memoryRepository,
  type Payment,
  textChannel,
} from 'hospital-payments'
import { manualClock } from 'hospital-payments/testing'
import type { FileFormat } from './file-format.js'
import { readCollected } from './read-collected.js'
import { isRefusal, type Refusal, refusalOf } from './refusal.js'

export interface CollectedFile {
  readonly payments: HospitalPayments
  readonly created: readonly Payment[]
  readonly rows: number
  readonly notCredits: number
  readonly refused: readonly Refusal[]
}

/** Creates and confirms a payment for each credit at once, on its value date: its money has come already. */
export async function collectFile(text: string, name: string, format: FileFormat): Promise<CollectedFile> {
  const clock = manualClock()
  const payments = createHospitalPayments({
    repository: memoryRepository(),
    channels: { bank: textChannel('Collected by the bank under reference {reference}.') },
    timeZone: format.timeZone,
    clock,
  })
  const created: Payment[] = []
  const refused: Refusal[] = []
  const readings = readCollected(text, name, format)
  for (const reading of readings) {
    if (reading === 'no credit') continue
    if (isRefusal(reading)) {
      refused.push(reading)
      continue
    }
    const { row, at, request } = reading
    clock.set(new Date(at).toISOString())
    try {
      // The row is the key: two rows alike are two payments, and the same file read twice would still be one set.
      const idempotencyKey = `${encodeURIComponent(name).slice(-200)}:${row}`
      const { id } = await payments.createPayment(request, { idempotencyKey, actor: 'bank-file' })
      created.push(await payments.confirmPayment(id, { actor: 'bank-file' }))
    } catch (error) {
      refused.push(refusalOf(row, error))
    }
  }
  const notCredits = readings.filter((reading) => reading === 'no credit').length
  return { payments, created, rows: readings.length, notCredits, refused }
}
