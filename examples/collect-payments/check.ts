import { createReadStream } from 'node:fs'
import { parse } from 'csv-parse'
import type { HospitalPayments } from 'hospital-payments'

/** A number of payments, and their money by currency. */
export interface Sum {
  count: number
  readonly money: Map<string, bigint>
}

/** Counted from one of several places that must agree. */
export interface Counted extends Sum {
  readonly where: string
}

function emptySum(): Sum {
  return { count: 0, money: new Map() }
}

function add(sum: Sum, amount: number | string, currency: string, count = 1): void {
  sum.count += count
  sum.money.set(currency, (sum.money.get(currency) ?? 0n) + BigInt(amount))
}

async function sumOfPages(payments: HospitalPayments): Promise<Sum> {
  const sum = emptySum()
  let cursor: string | null | undefined
  do {
    const page = await payments.reportPayments({ limit: 50, ...(cursor && { cursor }) })
    for (const { amount, currency } of page.items) add(sum, amount, currency)
    cursor = page.nextCursor
  } while (cursor !== null)
  return sum
}

async function sumOfCsv(file: string): Promise<Sum> {
  const sum = emptySum()
  for await (const row of createReadStream(file).pipe(parse({ columns: true }))) {
    const { amount = '', currency = '' } = row as Record<string, string>
    add(sum, amount, currency)
  }
  return sum
}

/**
 * Counts the same money from the created payments, from the totals, page by page, and from the file as others read it.
 */
export async function countEverywhere(
  payments: HospitalPayments,
  created: readonly { readonly amount: number; readonly currency: string }[],
  csvFile: string,
): Promise<Counted[]> {
  const requested = emptySum()
  for (const { amount, currency } of created) add(requested, amount, currency)
  const totals = emptySum()
  for (const { amount, currency, count } of (await payments.totals()).items) add(totals, amount, currency, count)
  return [
    { where: 'payments created', ...requested },
    { where: 'totals', ...totals },
    { where: 'report, page by page', ...(await sumOfPages(payments)) },
    { where: 'the CSV, read back', ...(await sumOfCsv(csvFile)) },
  ]
}

export function allAgree([first, ...others]: readonly Counted[]): boolean {
  const money = (sum?: Sum) =>
    [...(sum?.money ?? [])]
      .map(([currency, amount]) => `${currency} ${amount}`)
      .sort()
      .join()
  return others.every((other) => other.count === first?.count && money(other) === money(first))
}
