import { checksum } from 'promptparse'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { crc16 } from '../../src/internal/crc16.js'

const bytes = (text: string) => new TextEncoder().encode(text)

/** The payload that EMVCo prints in its specification of merchant-presented codes (1.0, section 5), before its checksum. */
const ofEmvco =
  '00020101021229300012D156000000000510A93FO3230Q31280012D15600000001030812345678520441115802CN5914BEST TRANSPORT' +
  '6007BEIJING64200002ZH0104最佳运输0202北京540523.7253031565502016233030412340603***0708A60086670902ME91320016A0112233449988770708123456786304'

describe('crc16', () => {
  it.each([
    ['', 'FFFF'],
    ['A', 'B915'],
    ['123456789', '29B1'],
    [ofEmvco, 'A13A'],
    // A code of the Cambodian scheme, as the library emv-qr-code for Java prints it.
    [
      '00020101021252044131153137210116372101160123456789ABCDE6016Banteay Meanchey5913Kuntheas Shop5802KH540510.00530384062120108123456786304',
      '1FF2',
    ],
  ])('returns for %j %s', (text, crc) => {
    expect(crc16(bytes(text))).toBe(crc)
  })

  it('returns the value of another implementation', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[ -~]{0,80}$/), (text) => {
        expect(crc16(bytes(text))).toBe(checksum(text))
      }),
    )
  })

  it('has four digits, also where the first is 0', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 20 }), (content) => {
        expect(crc16(content)).toMatch(/^[0-9A-F]{4}$/)
      }),
    )
  })
})
