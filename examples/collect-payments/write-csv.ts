import { createWriteStream } from 'node:fs'
import { mkdir, rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { HospitalPayments } from 'hospital-payments'

/** Writes the CSV beside its place and moves it there when whole: no reader of the file sees half of it. */
export async function writeCsv(payments: HospitalPayments, file: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true })
  const unfinished = `${file}.part`
  const rows = payments.exportCsv({
    columns: ['amountDecimal', 'channel', 'createdAt', 'late', 'reversedAt', 'providerTransactionId', 'description'],
  })
  await pipeline(rows, createWriteStream(unfinished))
  await rename(unfinished, file)
}
