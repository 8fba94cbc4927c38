/**
 * The spelling of receipts (`providerTransactionId`) as a storage compares them: people and banks write one receipt in
 * letters of either case.
 */

/**
 * Converts a receipt to small ASCII letters, by which it is unique and looked up; every other character stays. The
 * result is as long as the receipt, which is stored and returned unchanged.
 *
 * @example
 * foldedReceipt('SKL4Ä7') // => 'skl4Ä7'
 */
export function foldedReceipt(receipt: string): string {
  return receipt.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase())
}

/**
 * Returns the text by which the receipt of a payment, refund or line is unique and looked up; `null` without a receipt.
 */
export function receiptKey(holder: { readonly providerTransactionId?: string | undefined } | undefined): string | null {
  const receipt = holder?.providerTransactionId
  return receipt === undefined ? null : foldedReceipt(receipt)
}

/** Checks that both receipts are present and the same, in letters of either case. */
export function isSameReceipt(a: string | null | undefined, b: string | null | undefined): boolean {
  return typeof a === 'string' && typeof b === 'string' && foldedReceipt(a) === foldedReceipt(b)
}
