import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatAmount } from 'hospital-payments'
import { examples } from '../../support/rounds.js'
import { amountInWords } from '../../../src/desk/parts/amount-in-words.js'

const units = [
  ...['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve'],
  ...['thirteen', 'fourteen', 'fifteen', 'sixteen', 'seventeen', 'eighteen', 'nineteen'],
]
const tens = ['twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety']
const scales = ['thousand', 'million', 'billion', 'trillion', 'quadrillion']

/** Reads the words of an amount back, as a person adds them up. */
function readWords(text: string): { whole: bigint; fraction: string } {
  const [, words, fraction = ''] = /^(.*?) \w+( and .*)?$/.exec(text) ?? []
  let [whole, group] = [0n, 0n]
  for (const word of words!.toLowerCase().split(/[ -]/)) {
    if (units.includes(word)) group += BigInt(units.indexOf(word))
    else if (tens.includes(word)) group += BigInt(tens.indexOf(word) + 2) * 10n
    else if (word === 'hundred') group *= 100n
    else {
      whole += group * 1000n ** BigInt(scales.indexOf(word) + 1)
      group = 0n
    }
  }
  return { whole: whole + group, fraction: fraction.replace(/^ and (\d+)\/10+$/, '$1') }
}

describe('amountInWords', () => {
  it.each([
    [150_000, 'ETB', 'One thousand five hundred birr and 00/100'],
    [0, 'ETB', 'Zero birr and 00/100'],
    [5, 'ETB', 'Zero birr and 05/100'],
    [100, 'KES', 'One shilling and 00/100'],
    [110_118, 'KES', 'One thousand one hundred one shillings and 18/100'],
    [2_199, 'USD', 'Twenty-one dollars and 99/100'],
    [100_000_001, 'ETB', 'One million birr and 01/100'],
    [1_015, 'KWD', 'One dinar and 015/1000'],
    [90, 'RWF', 'Ninety francs'],
    [1_000_020, 'JPY', 'One million twenty yen'],
    [70_050, 'AOA', 'Seven hundred AOA and 50/100'],
  ])('%i of %s is “%s”', (amount, currency, words) => {
    expect(amountInWords(amount, currency)).toBe(words)
  })

  it('the largest amount is written whole', () => {
    expect(amountInWords(Number.MAX_SAFE_INTEGER, 'JPY')).toBe(
      'Nine quadrillion seven trillion one hundred ninety-nine billion two hundred fifty-four million seven hundred forty thousand nine hundred ninety-one yen',
    )
  })

  it('the words of any amount add up to its figures', () => {
    fc.assert(
      fc.property(fc.maxSafeNat(), fc.constantFrom('ETB', 'RWF', 'KWD', 'AOA'), (amount, currency) => {
        const { whole, fraction } = readWords(amountInWords(amount, currency))
        expect([`${whole}`, fraction]).toEqual([...formatAmount(amount, currency).split('.'), ''].slice(0, 2))
      }),
      { numRuns: examples(1000) },
    )
  })

  it('an amount below 0, a fraction and a currency without minor units are refused', () => {
    for (const [amount, currency] of [
      [-1, 'ETB'],
      [0.5, 'ETB'],
      [1, 'XAU'],
    ] as const)
      expect(() => amountInWords(amount, currency)).toThrow(RangeError)
  })
})
