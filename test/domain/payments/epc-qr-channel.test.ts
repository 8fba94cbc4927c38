import { type Channel, epcQrChannel, type EpcQrOptions, formatAmount } from 'hospital-payments'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { refusalOf } from '../../support/refusal.js'

const account: EpcQrOptions = { name: 'Wikimedia Foerdergesellschaft', iban: 'DE33100205000001194700' }

function requested(overrides: Partial<Parameters<Channel>[0]> = {}): Parameters<Channel>[0] {
  const { amount = 12_345, currency = 'EUR' } = overrides
  return {
    amount,
    currency,
    reference: 'INV-1',
    channel: 'bank',
    amountDecimal: formatAmount(amount, currency),
    ...overrides,
  }
}

function made(options: EpcQrOptions, overrides: Partial<Parameters<Channel>[0]> = {}) {
  const instructions = epcQrChannel(options)(requested(overrides))
  if (!('payload' in instructions)) throw new Error('expected a code')
  return instructions
}

/** Reads a code as a banking app does, after the table of EPC069-12. */
function decoded(payload: string) {
  const [tag, version, characters, kind, bic, name, iban, amount, purpose, structured, text, ...rest] =
    payload.split('\n')
  expect([tag, version, characters, kind, rest]).toEqual(['BCD', '002', '1', 'SCT', []])
  const [, euros = '', cents = ''] = /^EUR(\d{1,9})\.(\d{2})$/.exec(amount ?? '') ?? []
  return { bic, name, iban, cents: Number(euros + cents), purpose, structured, text }
}

describe('epcQrChannel', () => {
  it('makes the example of EPC069-12', () => {
    const options = { name: "François D'Alsace S.A.", iban: 'FR1420041010050500013M02606' }
    const { payload } = made(options, { amount: 1230, reference: 'Client:Marie Louise La Lune' })
    // There with the amount EUR12.3: one digit or two behind the point are the same amount.
    expect(payload).toBe(
      "BCD\n002\n1\nSCT\n\nFrançois D'Alsace S.A.\nFR1420041010050500013M02606\nEUR12.30\n\n\nClient:Marie Louise La Lune",
    )
  })

  it('returns the code with a message for people', () => {
    expect(made({ ...account, bic: 'BFSWDE33BER', iban: 'DE33 1002 0500 0001 1947 00' })).toStrictEqual({
      type: 'qr',
      payload:
        'BCD\n002\n1\nSCT\nBFSWDE33BER\nWikimedia Foerdergesellschaft\nDE33100205000001194700\nEUR123.45\n\n\nINV-1',
      message: 'Scan the code with your banking app to pay 123.45 EUR, reference INV-1.',
    })
  })

  it('fills a template of the hospital', () => {
    const { message } = made(
      { ...account, message: 'Bezahlen: {amount} {currency}, {reference}, {description}' },
      { description: 'Labor' },
    )
    expect(message).toBe('Bezahlen: 123.45 EUR, INV-1, Labor')
  })

  it('can be read again, whatever the payment is', () => {
    const carried = fc.stringMatching(/^[A-Za-z0-9/?:().,'+-]([A-Za-z0-9/?:().,'+ -]{0,138}[A-Za-z0-9/?:().,'+-])?$/)
    const name = fc.stringMatching(/^[A-Za-zäöüßéèáñçøåłšž]([A-Za-zäöüßéèáñçøåłšž .&]{0,68}[A-Za-zäöüßéèáñçøåłšž])?$/)
    const cents = fc.oneof(fc.integer({ min: 1, max: 99_999_999_999 }), fc.constantFrom(1, 10, 99, 100, 99_999_999_999))
    fc.assert(
      fc.property(
        carried,
        name,
        cents,
        fc.constantFrom(undefined, 'BFSWDE33', 'BFSWDE33BER'),
        (reference, holder, amount, bic) => {
          const { payload, message } = made({ ...account, name: holder, bic }, { amount, reference })
          const empty = { purpose: '', structured: '' }
          expect(decoded(payload)).toEqual({
            bic: bic ?? '',
            name: holder,
            iban: account.iban,
            cents: amount,
            text: reference,
            ...empty,
          })
          expect(new TextEncoder().encode(payload).length).toBeLessThanOrEqual(331)
          expect(message).toContain(reference)
        },
      ),
    )
  })

  it.each(['USD', 'CHF', 'ETB'])('refuses %s', (currency) => {
    const error = refusalOf(() => made(account, { currency }))
    expect(error).toMatchObject({
      code: 'unsupported_currency',
      message: 'This channel makes codes for transfers in EUR. Use another channel for this currency.',
      details: { supported: ['EUR'] },
    })
  })

  const changed = "contains a character that banks may change; use letters, digits, spaces and /-?:().,'+"

  it.each([
    ['reference', 'x'.repeat(141), 'is longer than the 140 characters of a transfer'],
    ['reference', 'INV_1', changed],
    ['reference', 'INV#1', changed],
    ['reference', 'Größe-1', changed],
    ['reference', 'ደረሰኝ-1', changed],
  ])('refuses the %s %j', (path, reference, message) => {
    expect(refusalOf(() => made(account, { reference }))).toMatchObject({
      code: 'invalid_request',
      details: { issues: [{ path, message }] },
    })
  })

  it('accepts a reference of 140 characters', () => {
    const reference = 'x'.repeat(140)
    expect(decoded(made(account, { reference }).payload).text).toBe(reference)
  })

  it('accepts 999,999,999.99 EUR and no cent more', () => {
    expect(made(account, { amount: 99_999_999_999 }).payload).toContain('\nEUR999999999.99\n')
    expect(refusalOf(() => made(account, { amount: 100_000_000_000 })).details).toEqual({
      issues: [{ path: 'amount', message: 'is more than a transfer can have' }],
    })
  })

  it('refuses a reference with which the code has more than 331 bytes', () => {
    const long = { ...account, name: `${'ё'.repeat(69)}漢`, bic: 'BFSWDE33BER' }
    const bytes = (reference: string) => new TextEncoder().encode(made(long, { reference }).payload).length
    const room = 331 - bytes('x') + 1
    expect(room).toBeLessThan(140)
    expect(bytes('x'.repeat(room))).toBe(331)
    expect(refusalOf(() => made(long, { reference: 'x'.repeat(room + 1) })).details).toEqual({
      issues: [{ path: 'reference', message: 'is too long for a code' }],
    })
  })

  it.each<[object | undefined, string]>([
    [undefined, 'name and iban are required'],
    [{}, 'name must be text'],
    [{ ...account, name: '' }, 'name is empty'],
    [{ ...account, name: 'x'.repeat(71) }, 'name is longer than 70 characters'],
    [{ ...account, name: '𐍈'.repeat(70) }, 'name is too long for a code, in UTF-8'],
    [{ ...account, name: 'St. Paul\nEUR1' }, 'name contains a control character'],
    [{ ...account, name: ' St. Paul' }, 'name begins or ends with white space or an invisible character'],
    [{ ...account, iban: undefined }, 'iban must be text'],
    [
      { ...account, iban: 'DE33100205000001194701' },
      'iban has wrong check digits: a character was mistyped or left out',
    ],
    [{ ...account, iban: 'DE3310020500000119470' }, 'iban must have 22 characters in DE, but has 21'],
    [
      { ...account, iban: 'de33100205000001194700' },
      'iban must be two capitals, two digits, and 11 to 30 capitals or digits',
    ],
    [{ ...account, bic: '' }, 'bic must be 8 or 11 characters, such as BHBLDEHHXXX'],
    [{ ...account, bic: 'BFSWDE33BE' }, 'bic must be 8 or 11 characters, such as BHBLDEHHXXX'],
    [{ ...account, bic: 'bfswde33' }, 'bic must be 8 or 11 characters, such as BHBLDEHHXXX'],
    [{ ...account, bic: null }, 'bic must be 8 or 11 characters, such as BHBLDEHHXXX'],
    [{ ...account, message: 'Scan' }, 'the template must contain {reference}, because the payer must give it'],
    [
      { ...account, message: '{reference} {iban}' },
      '{iban} is not one of {reference} {amount} {currency} {description}',
    ],
    [{ ...account, purpose: 'MDCS' }, 'unknown option purpose'],
  ])('refuses the options %j', (options, problem) => {
    expect(() => epcQrChannel(options as EpcQrOptions)).toThrow(new TypeError(`epcQrChannel: ${problem}`))
  })

  it('copies its options', () => {
    const options = { ...account }
    const channel = epcQrChannel(options)
    options.iban = 'BE72000000001616'
    expect(channel(requested())).toEqual(made(account))
  })
})
