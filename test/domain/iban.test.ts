import fc from 'fast-check'
import { getCountrySpecifications, isValidIBAN } from 'ibantools'
import { describe, expect, it } from 'vitest'
import { ibanProblem } from '../../src/domain/iban.js'
import { examples } from '../support/rounds.js'

/** One of each shape, from the registry of IBANs (SWIFT) and EPC069-12. */
const valid = [
  'AD1200012030200359100100',
  'AT611904300234573201',
  'BE72000000001616',
  'CH9300762011623852957',
  'DE33100205000001194700',
  'FR1420041010050500013M02606',
  'GB29NWBK60161331926819',
  'MT84MALT011000012345MTLCAST001S',
  'NO9386011117947',
  // Outside SEPA: the check digits alone are looked at.
  'BR1800360305000010009795493C1',
  'LC55HEMM000100010012001200023015',
]

const wrongDigits = 'has wrong check digits: a character was mistyped or left out'
const wrongShape = 'must be two capitals, two digits, and 11 to 30 capitals or digits'

describe('ibanProblem', () => {
  it.each(valid)('is null for %s', (iban) => {
    expect(ibanProblem(iban)).toBeNull()
    expect(isValidIBAN(iban)).toBe(true)
  })

  it.each([
    ['DE34100205000001194700', wrongDigits],
    ['DE33100205000001194070', wrongDigits],
    ['FR1420041010050500013N02606', wrongDigits],
    ['BR1900360305000010009795493C1', wrongDigits],
    ['DE3310020500000119470', 'must have 22 characters in DE, but has 21'],
    ['DE331002050000011947000', 'must have 22 characters in DE, but has 23'],
    ['', wrongShape],
    ['de33100205000001194700', wrongShape],
    ['DE33 1002 0500 0001 1947 00', wrongShape],
    ['DEXX100205000001194700', wrongShape],
    ['D333100205000001194700', wrongShape],
    ['ZZ33'.padEnd(35, '0'), wrongShape],
    ['ZZ33'.padEnd(14, '0'), wrongShape],
    ['DE33100205000001194700\n', wrongShape],
    ['DE3310020500000119470０', wrongShape],
  ])('refuses %j', (iban, problem) => {
    expect(ibanProblem(iban)).toBe(problem)
  })

  it('refuses every mistyped digit, and every two neighbours that changed places', () => {
    for (const iban of valid) {
      for (let at = 2; at < iban.length; at++) {
        const digit = iban[at]!
        if (!/\d/.test(digit)) continue
        const other = String((Number(digit) + 3) % 10)
        expect(ibanProblem(iban.slice(0, at) + other + iban.slice(at + 1))).not.toBeNull()
        const next = iban[at + 1]
        if (next === undefined || next === digit || !/\d/.test(next)) continue
        expect(ibanProblem(iban.slice(0, at) + next + digit + iban.slice(at + 2))).not.toBeNull()
      }
    }
  })

  it('has the length of every country of SEPA, and of no other', () => {
    const registry = Object.entries(getCountrySpecifications())
    const ofSepa = registry.filter(([, { SEPA }]) => SEPA === true).map(([country]) => country)
    expect(ofSepa.length).toBeGreaterThan(35)
    for (const [country, { chars }] of registry) {
      const problem = ibanProblem(`${country}00`.padEnd(34, '0'))
      if (problem === `must have ${chars} characters in ${country}, but has 34`) continue
      expect([null, wrongDigits]).toContain(problem)
      expect(ofSepa).not.toContain(country)
    }
  })

  it('accepts the check digits of ISO 7064, as another implementation does', () => {
    const account = fc.stringMatching(/^\d{18}$/)
    fc.assert(
      fc.property(account, fc.integer({ min: 0, max: 99 }), (bban, digits) => {
        const iban = `DE${String(digits).padStart(2, '0')}${bban}`
        // 131400 is "DE00"; the right digits are 98 less the remainder.
        const right = 98n - (BigInt(`${bban}131400`) % 97n)
        if (ibanProblem(iban) === null) expect(BigInt(digits) % 97n).toBe(right % 97n)
        else expect(BigInt(digits)).not.toBe(right)
        if (BigInt(digits) === right) expect(isValidIBAN(iban)).toBe(true)
      }),
      { numRuns: examples(2000) },
    )
  })
})
