import { describe, expect, it } from 'vitest'
import { matchesPhone, namePartsOf, readPhonePattern } from '../../../src/domain/payments/payer.js'

describe('matchesPhone and readPhonePattern', () => {
  it.each([
    ['678', true],
    ['345678', true],
    ['2547****678', true],
    ['+2547****678', true],
    ['002547***678', true],
    ['0712***678', true],
    ['****5678', true],
    ['0712345678', true],
    ['0712 345 678', true],
    ['+254 (712) 345-678', true],
    ['00254712345678', true],
    ['679', false],
    ['2557****678', false],
    ['2547****679', false],
    ['0713***678', false],
    ['25471234567890', false],
    ['5678', true],
    ['254712345***345678', false],
  ])('compare %s with +254712345678: %s', (text, expected) => {
    expect(matchesPhone(readPhonePattern(text)!, '+254712345678')).toBe(expected)
  })

  it.each([
    ['0700 045 678', '+254700045678'],
    ['700045678', '+254700045678'],
    ['0254****678', '+390254000678'],
  ])('match %s with %s: only a 0 in front is left out', (text, phone) => {
    expect(matchesPhone(readPhonePattern(text)!, phone)).toBe(true)
  })

  it.each(['+254547000678', '+125470000678'])('do not match 2547****678 with %s, whose country is another', (phone) => {
    expect(matchesPhone(readPhonePattern('2547****678')!, phone)).toBe(false)
  })

  it.each(['', '78', '2547****', '*****', '****8', 'abc', '07x678', '2547**34**678'])(
    'return null for %j, which has too few digits',
    (text) => {
      expect(readPhonePattern(text)).toBeNull()
    },
  )

  it('keep a 0 among the last digits', () => {
    expect(readPhonePattern('0456')).toEqual({ first: '', last: '0456' })
  })
})

describe('namePartsOf', () => {
  it.each([
    ['Abebe Kebede', ['abebe', 'kebede']],
    ['NJERI W. JANE, NJERI', ['njeri', 'jane']],
    ["José  N'Diaye-Bâ", ['jose', "n'diaye"]],
    ['አበበ ከበደ', ['አበበ', 'ከበደ']],
    ['Al 12345', []],
  ])('returns for %j %j', (name, parts) => {
    expect(namePartsOf(name)).toEqual(parts)
  })
})
