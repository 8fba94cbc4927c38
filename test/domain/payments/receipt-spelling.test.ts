import { describe, expect, it } from 'vitest'
import { foldedReceipt, isSameReceipt } from '../../../src/domain/payments/receipt-spelling.js'

describe('foldedReceipt and isSameReceipt: receipts', () => {
  it.each([
    ['SKL4TZ', 'skl4tz'],
    ['@AZ[`az{', '@az[`az{'],
    // As long as it was: no letter becomes two, and none of these is a letter of ASCII.
    ['ÄÖÜẞİſ\u212aΣ', 'ÄÖÜẞİſ\u212aΣ'],
    ['ＡＺ', 'ＡＺ'],
    [' TX 1 ', ' tx 1 '],
    ['', ''],
  ])('%j is folded to %j, and no further', (receipt, folded) => {
    expect(foldedReceipt(receipt)).toBe(folded)
    expect(foldedReceipt(folded)).toBe(folded)
  })

  it('are one in letters of either case, and none where one is missing', () => {
    expect(isSameReceipt('SKL4', 'skl4')).toBe(true)
    expect(isSameReceipt('SKL4', 'skl5')).toBe(false)
    expect(isSameReceipt('Ä', 'ä')).toBe(false)
    expect(isSameReceipt(undefined, undefined)).toBe(false)
    expect(isSameReceipt(null, null)).toBe(false)
    expect(isSameReceipt('', '')).toBe(true)
  })
})
