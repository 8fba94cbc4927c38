/** Receipts (`providerTransactionId`) as a storage compares them: people and banks write one in letters of either case. */

/**
 * A receipt in small ASCII letters, by which it is unique and looked up; every other character stays. It is as long as the
 * receipt, which is stored and shown as it was given.
 *
 * @example
 * foldedReceipt('SKL4Ä7') // => 'skl4Ä7'
 */
export function foldedReceipt(receipt: string): string {
  return receipt.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase())
}

/** What the receipt of a payment, refund or line is unique by and looked up by; `null` without one. */
export function receiptKey(holder: { readonly providerTransactionId?: string | undefined } | undefined): string | null {
  const receipt = holder?.providerTransactionId
  return receipt === undefined ? null : foldedReceipt(receipt)
}

/** Whether both are there and one receipt. */
export function isSameReceipt(a: string | null | undefined, b: string | null | undefined): boolean {
  return typeof a === 'string' && typeof b === 'string' && foldedReceipt(a) === foldedReceipt(b)
}
