import type { FinanceRepository } from '../finance-port.js'
import type { ReceiptPageQuery, ReceiptStorage } from '../receipt-port.js'
import { inOrderOfReceipts, receiptTable } from '../receipt-table.js'

const pageSize = 500

/** Reads receipts as they are stored, with those that the dry run issues. */
export function dryReceipts(repository: FinanceRepository): ReceiptStorage {
  const dryTable = receiptTable()
  /** The last number of each year that was stored when the dry run issued its first receipt of that year. */
  const lastStored = new Map<number, number>()

  async function lastOf(year: number): Promise<number> {
    const knownNumber = lastStored.get(year)
    if (knownNumber !== undefined) return knownNumber
    let last = 0
    for (let full = true; full;) {
      const page = await repository.pageReceipts({ year, after: { year, number: last }, limit: pageSize })
      last = page.at(-1)?.number ?? last
      full = page.length === pageSize
    }
    // Another call may have looked meanwhile: the dry run goes on from one number.
    if (!lastStored.has(year)) lastStored.set(year, last)
    return lastStored.get(year)!
  }

  return {
    async issueReceipt(receipt) {
      const stored = await repository.getReceipt(receipt.paymentId)
      if (stored) return stored
      return dryTable.issue(receipt, await lastOf(receipt.year))
    },
    getReceipt: async (paymentId) => dryTable.get(paymentId) ?? (await repository.getReceipt(paymentId)),
    async pageReceipts(query: ReceiptPageQuery) {
      const receipts = [...(await repository.pageReceipts(query)), ...dryTable.page(query)]
      return receipts.sort(inOrderOfReceipts).slice(0, Math.max(0, query.limit))
    },
  }
}
