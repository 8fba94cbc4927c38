/** Receipts in memory, for the storage in memory and for those that a dry run issues beside stored ones. */
import type { ReceiptPageQuery, StoredReceipt } from './receipt-port.js'

function isAfter({ year, number }: StoredReceipt, after: ReceiptPageQuery['after']): boolean {
  return !after || year > after.year || (year === after.year && number > after.number)
}

export function inOrderOfReceipts(a: StoredReceipt, b: StoredReceipt): number {
  return a.year - b.year || a.number - b.number
}

export function receiptTable() {
  const ofPayment = new Map<string, StoredReceipt>()
  const ofYear = new Map<number, StoredReceipt[]>()

  function get(paymentId: string): StoredReceipt | null {
    const receipt = ofPayment.get(paymentId)
    return receipt ? { ...receipt } : null
  }

  return {
    get,
    /** Issues the next number of the year behind `before` others; a payment that has a receipt keeps it. */
    issue(receipt: Omit<StoredReceipt, 'number'>, before = 0): StoredReceipt {
      const existing = get(receipt.paymentId)
      if (existing) return existing
      const receipts = ofYear.get(receipt.year) ?? []
      const stored: StoredReceipt = { ...receipt, number: before + receipts.length + 1 }
      receipts.push(stored)
      ofYear.set(receipt.year, receipts)
      ofPayment.set(receipt.paymentId, stored)
      return { ...stored }
    },
    page({ year, after, limit }: ReceiptPageQuery): StoredReceipt[] {
      const years = year === undefined ? [...ofYear.keys()].sort((a, b) => a - b) : [year]
      const receipts = years
        .flatMap((issueYear) => ofYear.get(issueYear) ?? [])
        .filter((receipt) => isAfter(receipt, after))
      return receipts.slice(0, Math.max(0, limit)).map((receipt) => ({ ...receipt }))
    },
  }
}
