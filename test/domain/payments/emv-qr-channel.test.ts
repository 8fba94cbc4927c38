import { type Channel, emvQrChannel, type EmvQrOptions, formatAmount } from 'hospital-payments'
import { data as currencyCodesData } from 'currency-codes'
import fc from 'fast-check'
import { parse } from 'promptparse'
import { describe, expect, it } from 'vitest'
import { currencyCodes } from '../../../src/domain/currencies.js'
import { refusalOf } from '../../support/refusal.js'

const merchant: EmvQrOptions = {
  accounts: [{ tag: '28', fields: { '00': 'et.example.pay', '01': '1000123' } }],
  categoryCode: '8062',
  countryCode: 'ET',
  merchantName: 'Black Lion Hospital',
  merchantCity: 'Addis Ababa',
}

function requested(overrides: Partial<Parameters<Channel>[0]> = {}): Parameters<Channel>[0] {
  const { amount = 150_000, currency = 'ETB' } = overrides
  return {
    amount,
    currency,
    reference: 'INV-1',
    channel: 'qr',
    amountDecimal: overrides.amountDecimal ?? formatAmount(amount, currency),
    ...overrides,
  }
}

function made(options: EmvQrOptions, overrides: Partial<Parameters<Channel>[0]> = {}) {
  const instructions = emvQrChannel(options)(requested(overrides))
  if (!('payload' in instructions)) throw new Error('expected a code')
  return instructions
}

/** Reads tags, lengths and values, in their order; anything left over fails. */
function decoded(payload: string): [string, string][] {
  const objects: [string, string][] = []
  let rest = payload
  while (rest !== '') {
    const [, tag = '', length = ''] = /^(\d\d)(\d\d)/.exec(rest) ?? []
    const value = rest.slice(4, 4 + Number(length))
    expect(value.length).toBe(Number(length))
    expect(value).not.toBe('')
    objects.push([tag, value])
    rest = rest.slice(4 + Number(length))
  }
  return objects
}

describe('emvQrChannel', () => {
  it('returns the code with a message for people', () => {
    expect(made(merchant)).toStrictEqual({
      type: 'qr',
      payload:
        '000201' +
        '010212' +
        '28290014et.example.pay01071000123' +
        '52048062' +
        '5303230' +
        '54071500.00' +
        '5802ET' +
        '5919Black Lion Hospital' +
        '6011Addis Ababa' +
        '62090105INV-1' +
        '63041F36',
      message: 'Scan the code with your payment app to pay 1500.00 ETB, reference INV-1.',
    })
  })

  it('fills a template of the hospital', () => {
    const { message } = made(
      { ...merchant, message: '{reference}: {amount} {currency} {description}' },
      { description: 'lab' },
    )
    expect(message).toBe('INV-1: 1500.00 ETB lab')
  })

  it('is read by another library, which checks the checksum', () => {
    const code = parse(made(merchant, { reference: 'INV-2026/0042' }).payload, true)!
    expect(code.getTagValue('01')).toBe('12')
    expect(code.getTagValue('28', '00')).toBe('et.example.pay')
    expect(code.getTagValue('28', '01')).toBe('1000123')
    expect(code.getTagValue('52')).toBe('8062')
    expect(code.getTagValue('53')).toBe('230')
    expect(code.getTagValue('54')).toBe('1500.00')
    expect(code.getTagValue('59')).toBe('Black Lion Hospital')
    expect(code.getTagValue('62', '01')).toBe('INV-2026/0042')
    expect(parse(made(merchant).payload.replace('1500.00', '1500.01'), true)).toBeNull()
  })

  it('can be read again, whatever the payment and the merchant are', () => {
    const ascii = (max: number) => fc.stringMatching(new RegExp(`^[ -~]{1,${max}}$`))
    const fields = fc.tuple(ascii(32), fc.dictionary(fc.stringMatching(/^[1-9]\d$/), ascii(12), { maxKeys: 3 }))
    const tag = fc.integer({ min: 26, max: 51 }).map(String)
    const account = fc.record({ tag, fields: fields.map(([id, others]) => ({ '00': id, ...others })) })
    const options = fc.record({
      accounts: fc.uniqueArray(account, { selector: ({ tag }) => tag, minLength: 1, maxLength: 3 }),
      categoryCode: fc.stringMatching(/^\d{4}$/),
      countryCode: fc.stringMatching(/^[A-Z]{2}$/),
      merchantName: ascii(25),
      merchantCity: ascii(15),
    })
    const reference = fc.stringMatching(/^[!-~]([ -~]{0,23}[!-~])?$/).filter((text) => !text.includes('***'))
    const money = fc.record({
      currency: fc.constantFrom(...currencyCodes),
      amount: fc.integer({ min: 1, max: 999_999_999_999 }),
    })
    fc.assert(
      fc.property(options, reference, money, (hospital, text, { amount, currency }) => {
        const { payload } = made(hospital, { amount, currency, reference: text })
        const objects = decoded(payload)
        expect(objects[0]).toEqual(['00', '01'])
        expect(objects.at(-1)?.[0]).toBe('63')
        const values = new Map(objects)
        expect(values.size).toBe(objects.length)
        for (const { tag, fields } of hospital.accounts) {
          const inner = decoded(values.get(tag)!)
          expect(inner[0]?.[0]).toBe('00')
          expect(Object.fromEntries(inner)).toEqual({ ...fields })
        }
        expect(values.get('01')).toBe('12')
        expect(values.get('52')).toBe(hospital.categoryCode)
        expect(values.get('58')).toBe(hospital.countryCode)
        expect(values.get('59')).toBe(hospital.merchantName)
        expect(values.get('60')).toBe(hospital.merchantCity)
        expect(values.get('54')).toBe(formatAmount(amount, currency))
        expect(decoded(values.get('62')!)).toEqual([['01', text]])
        expect(parse(payload, true)).not.toBeNull()
      }),
    )
  })

  it('has the number that ISO 4217 has for each currency', () => {
    const numbers = new Map(currencyCodesData.map(({ code, number }) => [code, number]))
    // Its data is of 2024-06-25: amendments 176 (which keeps the number of ANG) and 179.
    numbers.set('XCG', '532').set('XAD', '396')
    for (const currency of currencyCodes)
      expect([currency, new Map(decoded(made(merchant, { currency }).payload)).get('53')]).toEqual([
        currency,
        numbers.get(currency),
      ])
  })

  it('refuses a currency without a number', () => {
    const error = refusalOf(() => made(merchant, { currency: 'XAU', amountDecimal: '1' }))
    expect(error).toMatchObject({ code: 'unsupported_currency', details: { supported: [...currencyCodes] } })
  })

  it.each([
    ['reference', { reference: 'x'.repeat(26) }, 'is longer than 25 characters, as a bill number in a code'],
    [
      'reference',
      { reference: 'Rechnung-ß' },
      'contains a character that is not printable ASCII, as a bill number in a code',
    ],
    [
      'reference',
      { reference: 'ደረሰኝ-1' },
      'contains a character that is not printable ASCII, as a bill number in a code',
    ],
    ['reference', { reference: '***' }, 'contains ***, which makes an app ask the payer for the number'],
    ['amount', { amount: 1_000_000_000_000 * 100 }, 'has more than the 13 characters that a code can have'],
  ])('refuses the %s of %j', (path, overrides, message) => {
    expect(refusalOf(() => made(merchant, overrides))).toMatchObject({
      code: 'invalid_request',
      details: { issues: [{ path, message }] },
    })
  })

  it('names everything that is wrong with a request', () => {
    const error = refusalOf(() => made(merchant, { amount: Number.MAX_SAFE_INTEGER, reference: 'ß' }))
    expect(error.details).toMatchObject({ issues: [{ path: 'amount' }, { path: 'reference' }] })
  })

  it('accepts texts of the maximum length', () => {
    const { payload } = made(merchant, { amount: 999_999_999_999, reference: 'x'.repeat(25) })
    expect(new Map(decoded(payload)).get('54')).toBe('9999999999.99')
    expect(made(merchant, { currency: 'JPY', amount: 9_999_999_999_999 }).payload).toContain('54139999999999999')
  })

  const scheme = { '00': 'et.example.pay' }
  const account = (fields: object, tag = '28') => ({ ...merchant, accounts: [{ tag, fields }] })

  it.each<[unknown, string]>([
    [undefined, 'accounts and a merchant are required'],
    [{ ...merchant, tip: '01' }, 'unknown option tip'],
    [{ ...merchant, tip: '01', url: 'https://hospital.test' }, 'unknown option tip, url'],
    [{ ...merchant, accounts: [] }, 'accounts must be a list of at least one'],
    [{ ...merchant, accounts: undefined }, 'accounts must be a list of at least one'],
    [{ ...merchant, accounts: ['28'] }, 'each account must be { tag, fields }'],
    [{ ...merchant, accounts: [merchant.accounts[0], merchant.accounts[0]] }, 'two accounts have the same tag'],
    [account(scheme, '25'), 'the tag of an account must be 26 … 51'],
    [account(scheme, '52'), 'the tag of an account must be 26 … 51'],
    [account(scheme, '2'), 'the tag of an account must be 26 … 51'],
    [account(scheme, '280'), 'the tag of an account must be 26 … 51'],
    [account(scheme, '128'), 'the tag of an account must be 26 … 51'],
    [{ ...merchant, accounts: [{ tag: '28' }] }, 'account 28 must have fields'],
    [account({ '01': 'x' }), 'account 28 must have the field 00, the identifier of its scheme'],
    [account({ ...scheme, '1': 'x' }), 'account 28 has a field whose name is not two digits'],
    [account({ ...scheme, '011': 'x' }), 'account 28 has a field whose name is not two digits'],
    [account({ ...scheme, a01: 'x' }), 'account 28 has a field whose name is not two digits'],
    [account({ '00': 'x'.repeat(33) }), 'field 00 of account 28 is longer than 32 characters'],
    [account({ ...scheme, '01': '' }), 'field 01 of account 28 must be text'],
    [account({ ...scheme, '01': 7 }), 'field 01 of account 28 must be text'],
    [account({ ...scheme, '01': 'é' }), 'field 01 of account 28 contains a character that is not printable ASCII'],
    [account({ ...scheme, '01': 'x'.repeat(99) }), 'account 28 is longer than 99 characters'],
    [{ ...merchant, categoryCode: '806' }, 'categoryCode must be four digits'],
    [{ ...merchant, categoryCode: '80621' }, 'categoryCode must be four digits'],
    [{ ...merchant, categoryCode: 'x8062' }, 'categoryCode must be four digits'],
    [{ ...merchant, categoryCode: 8062 }, 'categoryCode must be four digits'],
    [{ ...merchant, countryCode: 'et' }, 'countryCode must be two capitals'],
    [{ ...merchant, countryCode: 'ETH' }, 'countryCode must be two capitals'],
    [{ ...merchant, countryCode: ['ET'] }, 'countryCode must be two capitals'],
    [{ ...merchant, countryCode: 'eET' }, 'countryCode must be two capitals'],
    [{ ...merchant, merchantName: 'x'.repeat(26) }, 'merchantName is longer than 25 characters'],
    [{ ...merchant, merchantName: 'ጥቁር አንበሳ' }, 'merchantName contains a character that is not printable ASCII'],
    [{ ...merchant, merchantCity: 'x'.repeat(16) }, 'merchantCity is longer than 15 characters'],
    [{ ...merchant, merchantCity: undefined }, 'merchantCity must be text'],
    [{ ...merchant, message: 'Scan' }, 'the template must contain {reference}, because the payer must give it'],
  ])('refuses the options %j', (options, problem) => {
    expect(() => emvQrChannel(options as EmvQrOptions)).toThrow(new TypeError(`emvQrChannel: ${problem}`))
  })

  it('refuses accounts with which a code has more than 512 characters', () => {
    const wide = { '00': 'x'.repeat(32), '01': 'x'.repeat(59) }
    const options = (count: number) => ({
      ...merchant,
      accounts: Array.from({ length: count }, (_, at) => ({ tag: String(26 + at), fields: wide })),
    })
    expect(made(options(3), { reference: 'x'.repeat(25), amount: 999_999_999_999 }).payload.length).toBeLessThanOrEqual(
      512,
    )
    expect(() => emvQrChannel(options(4))).toThrow(
      'emvQrChannel: accounts are too long: a code has at most 512 characters',
    )
  })

  it('copies its options', () => {
    const options = { ...merchant, accounts: [{ tag: '28', fields: { ...scheme } }] }
    const channel = emvQrChannel(options)
    const before = channel(requested())
    options.accounts[0]!.fields['00'] = 'changed'
    expect(channel(requested())).toEqual(before)
  })
})
