import fc from 'fast-check'
import { formatAmount } from 'hospital-payments'
import { describe, expect, it } from 'vitest'
import { examples } from '../../support/rounds.js'
import { read } from './support.js'

/** Characters that XML can hold; white space and text differ below. */
const character = fc.oneof(
  fc.constantFrom(...'abcXYZ0123456789&<>"\'/]-;#é€😀'),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }).filter((one) => /^[\p{L}\p{N}\p{P}\p{S}]$/u.test(one)),
)
const word = fc.array(character, { minLength: 1, maxLength: 12 }).map((characters) => characters.join(''))
const reference = word.filter((text) => !/^not ?provided$/i.test(text))

const line = fc.record(
  {
    amount: fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }),
    currency: fc.constantFrom('ETB', 'KES', 'KWD', 'JPY', 'UYW'),
    direction: fc.constantFrom('credit' as const, 'debit' as const),
    valueDate: fc
      .date({ min: new Date('1970-01-01'), max: new Date('9998-12-31'), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10)),
    reference,
    words: fc.array(word, { minLength: 1, maxLength: 3 }),
  },
  { requiredKeys: ['amount', 'currency', 'direction', 'valueDate'] },
)

/** The ways in which characters are written: escaped in one of the ways of XML, or in CDATA, with comments between. */
const style = fc.infiniteStream(fc.nat(5))

function written(text: string, styles: Iterator<number>): string {
  const named: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' }
  const parts = Array.from(text, (one) => {
    const code = one.codePointAt(0) ?? 0
    const way = styles.next().value as number
    if (way === 0) return `&#${code};`
    if (way === 1) return `&#x${code.toString(16)};`
    if (way === 2) return `<![CDATA[${one}]]>`
    if (way === 3) return `<!-- <Ntry> ${way} -->${named[one] ?? one}`
    return named[one] ?? one
  })
  return parts.join('')
}

interface Shape {
  prefix: string
  space: string
  isNew: boolean
}

function xmlOf(
  lines: readonly (typeof line extends fc.Arbitrary<infer T> ? T : never)[],
  shape: Shape,
  styles: Iterator<number>,
) {
  const { prefix, space, isNew } = shape
  const element = (name: string, inner: string, attribute = '') =>
    `${space}<${prefix}${name}${attribute}${space}>${inner}</${prefix}${name}${space}>${space}`
  const text = (name: string, value: string, attribute = '') => element(name, written(value, styles), attribute)
  const entries = lines.map((one) => {
    const transaction = [
      one.reference === undefined ? '' : element('Refs', text('EndToEndId', one.reference)),
      one.words ? element('RmtInf', one.words.map((each) => text('Ustrd', each)).join('')) : '',
    ]
    const parts = [
      text('Amt', formatAmount(one.amount, one.currency), ` Ccy="${written(one.currency, [5, 0, 1].values())}"`),
      text('CdtDbtInd', one.direction === 'credit' ? 'CRDT' : 'DBIT'),
      isNew ? element('Sts', text('Cd', 'BOOK')) : text('Sts', 'BOOK'),
      element('ValDt', text('Dt', one.valueDate)),
      element('NtryDtls', element('TxDtls', transaction.join(''))),
    ]
    return element('Ntry', parts.join(''))
  })
  return element('Document', element('BkToCstmrStmt', element('Stmt', entries.join(''))))
}

describe('readCamt: entries written as XML', () => {
  it('are read back equal, whatever their texts are and however they are written', async () => {
    const shape = fc.record({
      prefix: fc.constantFrom('', 'ns2:', 'é:'),
      space: fc.constantFrom('', '\n', '\r\n\t '),
      isNew: fc.boolean(),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(line, { maxLength: 6 }), shape, style, fc.nat(60), async (lines, how, styles, size) => {
        const xml = xmlOf(lines, how, styles[Symbol.iterator]())
        const cut = xml.match(new RegExp(`[^]{1,${size + 1}}`, 'g')) ?? []
        const { records, summary } = await read(cut)
        expect(records).toEqual(
          lines.map(({ words, ...one }, index) => ({
            row: index + 1,
            ...one,
            ...(words && { narration: words.join(' ') }),
          })),
        )
        expect(summary).toMatchObject({ lines: lines.length, rejected: 0 })
      }),
      { numRuns: examples(300) },
    )
  })
})
