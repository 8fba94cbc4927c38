import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import Papa from 'papaparse'
import { root, type Run, runProgram } from './program.js'

export const example = join(root, 'examples/collect-payments')

/** Runs what `npm start -- --print …args` runs. */
export function start(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Run> {
  return runProgram(join(example, 'main.ts'), args, env)
}

export const sample = (name: string) => readFileSync(join(example, 'data', name), 'utf8')

export type CsvRecord = Record<string, string>
export const records = (name: string) =>
  Papa.parse<CsvRecord>(sample(name), { header: true, skipEmptyLines: true }).data

/** Counts what the week must come to, by rules of thumb that are independent of the library. */
export function expectedWeek(): { accepted: number; paid: Map<string, bigint> } {
  const accepted = new Map<string, CsvRecord[]>()
  const clicks = new Set<string>()
  let count = 0
  for (const row of records('invoices.csv')) {
    const { invoice = '', amount = '', currency = '', channel = '', phone = '', requestId = '', issuedAt = '' } = row
    const sound =
      /^\d+\.\d\d$/.test(amount) && Number(amount) > 0 && /^\+251\d{9}$/.test(phone) && invoice === invoice.trim()
    if (!sound || !['ETB', 'USD'].includes(currency) || channel === 'cheque' || clicks.has(requestId)) continue
    const former = accepted.get(invoice) ?? []
    if (former.some(({ expiresAt = '' }) => expiresAt === '' || expiresAt > issuedAt)) continue
    clicks.add(requestId)
    accepted.set(invoice, [...former, row])
    count++
  }
  const paid = new Map<string, bigint>()
  const settled = new Map<string, string>()
  for (const { outcome, reference = '', amount = '', currency, transactionId = '', paidAt = '' } of records(
    'callbacks.csv',
  )) {
    const bill = accepted.get(reference)?.at(-1)
    if (!bill) continue
    const place = `${bill['channel']} ${bill['currency']}`
    const minor = BigInt(bill['amount']!.replace('.', ''))
    if (outcome === 'reversed' && settled.has(reference)) paid.set(place, paid.get(place)! - minor)
    if (outcome !== 'paid' || amount !== bill['amount'] || currency !== bill['currency'] || !paidAt.startsWith('2026'))
      continue
    if (transactionId === '' || settled.has(reference) || [...settled.values()].includes(transactionId)) continue
    settled.set(reference, transactionId)
    paid.set(place, (paid.get(place) ?? 0n) + minor)
  }
  return { accepted: count, paid }
}
