import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readOfx } from 'hospital-payments/statements'
import { formatAmount } from '../../../src/domain/money.js'
import { readRecords } from '../support/read-records.js'
import { pieces } from '../support/shared-data.js'

const day = fc
  .date({ min: new Date('1970-01-01T00:00:00Z'), max: new Date('2079-12-31T00:00:00Z'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))
const text = fc.stringMatching(/^([A-Za-zé&<>"'ሀ][A-Za-zé&<>;"'ሀ ]{0,20}[a-zé])?$/)
const movement = fc.record({
  day,
  amount: fc.integer({ min: -99_999_999_999, max: 99_999_999_999 }).filter((amount) => amount !== 0),
  name: text,
  memo: text,
  id: fc.stringMatching(/^[A-Z0-9]{1,12}$/),
  reference: fc.stringMatching(/^([A-Z][0-9]{1,8})?$/),
})
const statement = fc.record({
  currency: fc.constantFrom('KES', 'ETB', 'JPY', 'KWD'),
  movements: fc.array(movement, { maxLength: 6 }),
  isXml: fc.boolean(),
  hasComma: fc.boolean(),
})

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

it('readOfx: a file of either version is read as it was written, cut anywhere', async () => {
  await fc.assert(
    fc.asyncProperty(
      statement,
      fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1 }),
      async ({ currency, movements, isXml, hasComma }, sizes) => {
        const element = (name: string, text: string) => `<${name}>${escaped(text)}${isXml ? `</${name}>` : '\n'}`
        const list = movements.map(({ day, amount, name, memo, id, reference }) => {
          const digits = formatAmount(Math.abs(amount), currency).replace('.', hasComma ? ',' : '.')
          const fields = [
            element('DTPOSTED', day.replaceAll('-', '')),
            element('TRNAMT', `${amount < 0 ? '-' : ''}${digits}`),
            element('FITID', id),
            element('REFNUM', reference),
            element('NAME', name),
            element('MEMO', memo),
          ]
          return `<STMTTRN>${fields.join('')}</STMTTRN>`
        })
        const head = isXml
          ? '<?xml version="1.0" encoding="UTF-8"?><?OFX OFXHEADER="200"?>'
          : 'OFXHEADER:100\nENCODING:UTF-8\n\n'
        const file = `${head}<OFX><STMTRS>${element('CURDEF', currency)}<BANKTRANLIST>${list.join('\n')}</BANKTRANLIST></STMTRS></OFX>`
        const lines = movements.map(({ day, amount, name, memo, id, reference }, index) => {
          const narration = [name, memo].filter((one) => one !== '').join(' ')
          return {
            ...{ row: index + 1, direction: amount < 0 ? 'debit' : 'credit', amount: Math.abs(amount), currency },
            ...{ valueDate: day, lineId: id, ...(reference && { reference }), ...(narration && { narration }) },
          }
        })
        const { records, summary } = await readRecords(readOfx(file))
        expect(records).toEqual(lines)
        expect(summary.lines).toBe(lines.length)
        expect((await readRecords(readOfx(pieces(Buffer.from(file), sizes)))).records).toEqual(records)
      },
    ),
  )
})
