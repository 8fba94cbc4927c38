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

/** Whether both are there and one receipt. */
export function isSameReceipt(a: string | null | undefined, b: string | null | undefined): boolean {
  return typeof a === 'string' && typeof b === 'string' && foldedReceipt(a) === foldedReceipt(b)
}
