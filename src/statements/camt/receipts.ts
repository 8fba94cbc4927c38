import { foldedReceipt } from '../../domain/payments/receipt-spelling.js'
import { receiptOf } from '../receipt.js'
import type { BankEntry } from './entry.js'

/**
 * Returns the receipt of each transaction of an entry, one where it has no transactions: the bank's number of the
 * transaction, else that of an entry which is one movement. A number that several of the transactions have is that of
 * none.
 */
export function receiptsOf({ bankReference, transactions }: BankEntry): readonly (string | undefined)[] {
  const [only, second] = transactions
  if (!second) return [[...(only?.numbers ?? []), bankReference].map(receiptOf).find((one) => one !== undefined)]
  const owners = new Map<string, number>()
  const shared = new Set<string>()
  const candidates = transactions.map(({ numbers }) => numbers.flatMap((number) => receiptOf(number) ?? []))
  for (const [index, numbers] of candidates.entries()) {
    for (const number of numbers.map(foldedReceipt)) {
      if ((owners.get(number) ?? index) !== index) shared.add(number)
      owners.set(number, index)
    }
  }
  return candidates.map((numbers) => numbers.find((number) => !shared.has(foldedReceipt(number))))
}
