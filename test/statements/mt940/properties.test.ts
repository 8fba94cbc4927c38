import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatAmount } from '../../../src/domain/money.js'
import { examples } from '../../support/rounds.js'
import { pieces } from '../support/shared-data.js'
import { read, sample, samples } from './support.js'

const day = fc
  .date({ min: new Date('1980-01-01T00:00:00Z'), max: new Date('2079-12-31T00:00:00Z'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))
const movement = fc.record(
  {
    mark: fc.constantFrom('C', 'D', 'RC', 'RD'),
    fundsCode: fc.constantFrom('', 'R', 'S'),
    valueDate: day,
    isEntryDateGiven: fc.boolean(),
    amount: fc.integer({ min: 1, max: 99_999_999_999 }),
    reference: fc.stringMatching(/^[A-Z][A-Z0-9-]{1,5}(\/[A-Z0-9]{1,3})?[0-9]{1,6}$/),
    bankReference: fc.stringMatching(/^(FT[A-Z0-9]{0,12})?$/),
    details: fc.stringMatching(/^([A-Za-zé][a-zé0-9 ]{0,30}[a-zé])?$/),
    narration: fc.array(fc.stringMatching(/^[A-Za-zé][a-zé0-9 ]{0,50}[a-zé]$/), { maxLength: 6 }),
    isOneField: fc.boolean(),
  },
  { noNullPrototype: true },
)
const statement = fc.record({
  currency: fc.constantFrom('KES', 'ETB', 'JPY', 'KWD', 'XOF'),
  opening: fc.integer({ min: -1_000_000, max: 1_000_000 }),
  movements: fc.array(movement, { maxLength: 8 }),
  trailer: fc.constantFrom('-', '-}', ''),
})
const end = fc.constantFrom('\n', '\r\n')

type Statement = typeof statement extends fc.Arbitrary<infer Value> ? Value : never

const yymmdd = (text: string) => text.slice(2).replaceAll('-', '')
const directionOf = (mark: string) => (mark === 'C' || mark === 'RD' ? 'credit' : 'debit')

function balance(minor: number, currency: string): string {
  const digits = formatAmount(Math.abs(minor), currency).replace('.', ',')
  return `${minor < 0 ? 'D' : 'C'}261120${currency}${digits}${digits.includes(',') ? '' : ','}`
}

/** Writes the lines of the file, and what must be read from it. */
function written(statements: readonly Statement[]) {
  const lines: string[] = []
  const records: object[] = []
  const balances: object[] = []
  for (const { currency, opening, movements, trailer } of statements) {
    lines.push(':20:STATEMENT', ':28C:1/1', `:60F:${balance(opening, currency)}`)
    let closing = opening
    for (const one of movements) {
      const direction = directionOf(one.mark)
      closing += direction === 'credit' ? one.amount : -one.amount
      const entryDate = one.isEntryDateGiven ? yymmdd(one.valueDate).slice(2) : ''
      const bank = one.bankReference === '' ? '' : `//${one.bankReference}`
      const amount = formatAmount(one.amount, currency).replace('.', ',')
      const row = lines.push(
        `:61:${yymmdd(one.valueDate)}${entryDate}${one.mark}${one.fundsCode}${amount}NTRF${one.reference}${bank}`,
      )
      if (one.details !== '') lines.push(one.details)
      one.narration.forEach((text, index) => lines.push(one.isOneField && index > 0 ? text : `:86:${text}`))
      const narration = [one.details, ...one.narration].filter((text) => text !== '').join(' ')
      records.push({
        row,
        direction,
        amount: one.amount,
        currency,
        valueDate: one.valueDate,
        reference: one.reference,
        // Shorter ones are placeholders.
        ...(/\d/.test(one.bankReference) &&
          one.bankReference.length >= 6 && { providerTransactionId: one.bankReference }),
        ...(narration !== '' && { narration }),
      })
    }
    lines.push(`:62F:${balance(closing, currency)}`)
    if (trailer !== '') lines.push(trailer)
    balances.push({
      opening: { currency, amount: `${opening}` },
      closing: { currency, amount: `${closing}` },
      addsUp: true,
    })
  }
  return { lines, records, balances }
}

/** Encodes a text in Windows-1252, which has é at the place of its code point. */
const windows1252 = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0))

describe('readMt940: any statement', () => {
  it('is read as it was written, in UTF-8, Windows-1252 or as text, cut anywhere', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(statement, { minLength: 1, maxLength: 3 }),
        end,
        fc.array(fc.integer({ min: 1, max: 90 }), { minLength: 1, maxLength: 5 }),
        async (statements, lineEnd, sizes) => {
          const { lines, records, balances } = written(statements)
          const text = lines.join(lineEnd) + lineEnd
          const utf8 = new TextEncoder().encode(text)
          const some = pieces(utf8.slice(0, text.length), sizes).map((piece) => piece.length)
          const texts = some.map((size, index) => {
            const start = some.slice(0, index).reduce((sum, one) => sum + one, 0)
            return text.slice(start, start + size)
          })
          for (const input of [text, texts, utf8, pieces(utf8, sizes), pieces(windows1252(text), sizes)]) {
            const result = await read(input)
            expect(result.records).toEqual(records)
            expect(result.summary.statements).toEqual(balances)
          }
        },
      ),
      { numRuns: examples(200) },
    )
  })
})

describe('readMt940: each sample', () => {
  it.each(samples)('%s is the same in any pieces', async (name) => {
    const bytes = sample(name)
    const whole = await read(bytes)
    for (let size = 1; size < 70; size++) expect(await read(pieces(bytes, [size]))).toEqual(whole)
    for (let cut = 0; cut <= bytes.length; cut++)
      expect(await read([bytes.subarray(0, cut), bytes.subarray(cut)])).toEqual(whole)
  })

  it.each(samples)('%s is refused wherever it is cut before its last closing balance', async (name) => {
    const bytes = sample(name)
    const { records } = await read(bytes)
    const text = new TextDecoder('latin1').decode(bytes)
    const [last = 0] = [...text.matchAll(/:62[FM]:[CD]\d{6}[A-Z]{3}\d/g)]
      .slice(-1)
      .map((one) => one.index + one[0].length)
    const [page = last] = [...text.matchAll(/:62M:[CD]\d{6}[A-Z]{3}\d/g)].map((one) => one.index + one[0].length)
    const nextPage = text.indexOf(':20:', page)
    for (let length = 0; length < bytes.length; length++) {
      const partial = await read(bytes.subarray(0, length)).catch(() => null)
      const looksWhole = length >= last || (page < last && length >= page && length < nextPage + 4)
      expect([length, partial !== null]).toEqual([length, looksWhole])
      if (length >= last) expect(partial?.records).toEqual(records)
    }
  })

  it('may come in a buffer that is filled again for each piece', async () => {
    const bytes = sample('kes-envelope.sta')
    function* refilled() {
      const buffer = Buffer.alloc(50)
      for (const piece of pieces(bytes, [50])) {
        buffer.set(piece)
        yield buffer.subarray(0, piece.length)
      }
    }
    expect(await read(refilled())).toEqual(await read(bytes))
  })

  it('may mix bytes and text', async () => {
    const bytes = sample('kes-envelope.sta')
    const mixed = pieces(bytes, [11]).map((piece, index) => (index % 3 === 1 ? new TextDecoder().decode(piece) : piece))
    expect(await read(mixed)).toEqual(await read(bytes))
  })

  it('is read in constant memory, record by record', async () => {
    let count = 0
    function* endless() {
      yield ':20:1\n:60F:C261119KES0,\n'
      for (;;) yield `:61:261120C5,NTRFINV-${++count}\n:86:OPD VISIT\n`
    }
    const { readMt940 } = await import('../../../src/statements/index.js')
    let records = 0
    for await (const record of readMt940(endless())) {
      records++
      expect(record).toMatchObject({ row: 1 + 2 * records, reference: `INV-${records}` })
      // At most the record that follows was asked for.
      expect(count - records).toBeLessThanOrEqual(1)
      if (records === 1000) break
    }
    expect(records).toBe(1000)
  })
})
