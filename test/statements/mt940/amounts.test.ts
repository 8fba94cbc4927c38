import { describe, expect, it } from 'vitest'
import { balanceOf, currencyOfBalance, decimalOf } from '../../../src/statements/mt940/amounts.js'

describe('decimalOf', () => {
  it('has at most 64 characters', () => {
    expect(decimalOf('1'.repeat(64))).toBe('1'.repeat(64))
    expect(decimalOf('1'.repeat(65))).toBeNull()
  })
})

describe('currencyOfBalance and balanceOf', () => {
  it('begin with the mark of a balance', () => {
    expect(balanceOf('C261120KES1500,50')).toEqual({ currency: 'KES', amount: 150050n })
    expect(balanceOf('D261120KES1500,50')).toEqual({ currency: 'KES', amount: -150050n })
    expect(balanceOf('XC261120KES1500,50')).toBeNull()
    expect(currencyOfBalance('C261120KES')).toBe('KES')
    expect(currencyOfBalance('XC261120KES')).toBeNull()
  })
})
