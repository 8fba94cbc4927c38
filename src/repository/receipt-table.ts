/** Receipts in memory: of the storage in memory, and what a dry run issues beside stored ones. */
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
    const found = ofPayment.get(paymentId)
    return found ? { ...found } : null
  }

  return {
    get,
    /** The number of the year behind those of others. */
    issue(receipt: Omit<StoredReceipt, 'number'>, before = 0): StoredReceipt {
      const known = get(receipt.paymentId)
      if (known) return known
      const issued = ofYear.get(receipt.year) ?? []
      const stored: StoredReceipt = { ...receipt, number: before + issued.length + 1 }
      issued.push(stored)
      ofYear.set(receipt.year, issued)
      ofPayment.set(receipt.paymentId, stored)
      return { ...stored }
    },
    page({ year, after, limit }: ReceiptPageQuery): StoredReceipt[] {
      const years = year === undefined ? [...ofYear.keys()].sort((a, b) => a - b) : [year]
      const found = years.flatMap((one) => ofYear.get(one) ?? []).filter((receipt) => isAfter(receipt, after))
      return found.slice(0, Math.max(0, limit)).map((receipt) => ({ ...receipt }))
    },
  }
}
