import { describe, expect, it } from 'vitest'
import { readOfx } from 'hospital-payments/statements'
import { isPaymentError } from '../../../src/errors.js'
import { filled, growth, linear, turnsDuring } from '../support/growth.js'

const mib = 2 ** 20
const start = 'OFXHEADER:100\n\n<OFX><STMTRS><CURDEF>KES<BANKTRANLIST>'
const end = '</BANKTRANLIST></STMTRS></OFX>'
const transaction = '<STMTTRN><DTPOSTED>20261120<TRNAMT>5.00<FITID>T1<NAME>A &amp; B</STMTTRN>'

/** Reads to the end, or to where the file is refused. */
async function exhaust(input: Parameters<typeof readOfx>[0]): Promise<void> {
  try {
    for await (const record of readOfx(input)) void record
  } catch (error) {
    if (!isPaymentError(error, 'invalid_request')) throw error
  }
}

const units = [
  ...[
    '<',
    '>',
    '<a',
    '<a>',
    '</a>',
    '</STMTTRN>',
    '<STMTTRN></STMTTRN>',
    '<OFX>',
    '<BAL>',
    '<!--',
    '<!-- -',
    '<![CDATA[',
  ],
  ...['&', '&#', '&amp;', '&amp', ' ', '\n', 'é', '/', '<?', '<!', ']]>', '-->', transaction],
]

describe('readOfx: the work grows as the statement does', () => {
  it.each(units)('with any content: %j', async (unit) => {
    expect(await growth((size) => exhaust(start + filled(unit, size) + end))).toBeLessThan(linear)
    const texts = (size: number) => filled(`<MEMO>${filled(unit, 60_000)}</MEMO>`, size)
    expect(await growth((size) => exhaust(`${start}<STMTTRN>${texts(size)}${end}`))).toBeLessThan(linear)
  })

  it.each([1, 7, 1024])('in pieces of %i bytes', async (size) => {
    function* cut(file: string) {
      const bytes = new TextEncoder().encode(file)
      for (let at = 0; at < bytes.length; at += size) yield bytes.slice(at, at + size)
    }
    for (const unit of [transaction, '<MEMO>é', 'x', '<a ', '<!-- '])
      expect(await growth((length) => exhaust(cut(start + filled(unit, length) + end)), mib / 8)).toBeLessThan(linear)
  })

  it('leaves the event loop its turns', async () => {
    const size = 4 * mib
    expect(await turnsDuring(() => exhaust(start + filled(transaction, size) + end))).toBeGreaterThan(size / 16_384 / 2)
  })
})
