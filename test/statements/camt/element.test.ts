import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { InnerElements, text } from '../../../src/statements/camt/element.js'

const shapes = Object.fromEntries(['Amt', 'CdtDbtInd', 'Sts', 'NtryDtls'].map((name) => [name, text(() => undefined)]))

describe('InnerElements', () => {
  it('finds elements by their names, in any order', () => {
    const name = fc.constantFrom(...Object.keys(shapes), 'NtryRef', 'constructor', '')
    fc.assert(
      fc.property(fc.array(name, { maxLength: 40 }), (names) => {
        const inner = new InnerElements(shapes)
        const expected = names.map((one) => (Object.hasOwn(shapes, one) ? shapes[one] : undefined))
        expect(names.map((one) => inner.find(one))).toEqual(expected)
      }),
    )
  })
})
