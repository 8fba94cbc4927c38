import { describe, expect, it } from 'vitest'
import { canRepeat, isLineKey, lineDigest, lineKey } from '../../../src/domain/reconciliation/line-key.js'
import type { StatementLine } from '../../../src/domain/reconciliation/statement-line.js'
import { credit, source } from '../../reconciliation/support/hospital.js'

const key = (line: StatementLine, occurrence = 1, of = source) => lineKey(line, lineDigest(of, line), occurrence)

const content = credit({
  bookedAt: '2026-11-20T08:00:00.000Z',
  reference: 'INV-0001',
  narration: 'fee',
  providerTransactionId: 'TX-1',
})

describe('a line is known', () => {
  it('for ever by the same key: those of statements that were applied once must not change', () => {
    expect([key(credit()), key(content, 2), key({ ...content, lineId: 'A-1' })]).toMatchInlineSnapshot(`
      [
        "content:f6M_CRqBrZZPJ4jG-ezG9tHusPrpw8g0KzswOSgYlYo:1",
        "content:-lbPxCw83hdkpkdGO5IACXF6LNVNzVuYu0puA27QqmI:2",
        "id:SpSC2iJzttOrtl1WQ2LA5NBadrLLbKKjcOqm5w_5-k4",
      ]
    `)
  })

  it.each([
    'direction',
    'amount',
    'currency',
    'valueDate',
    'bookedAt',
    'reference',
    'narration',
    'providerTransactionId',
  ])('without an id by its %s, among all else that it holds', (property) => {
    const other = { amount: 1, direction: 'debit' }[property] ?? 'other'
    expect(key({ ...content, [property]: other })).not.toBe(key(content))
  })

  it('without an id by no row, and by how often its content came before', () => {
    expect(key({ ...content, row: 77 })).toBe(key(content))
    expect(key(content, 2)).not.toBe(key(content))
  })

  it('apart from one whose text stands in the next field, or is empty instead of absent', () => {
    const { reference: _, ...without } = content
    const keys = [
      content,
      without,
      { ...content, reference: '' },
      { ...without, narration: 'INV-0001' },
      { ...content, reference: 'null' },
      { ...content, reference: 'INV-0001","fee' },
    ].map((line) => key(line))
    expect(new Set(keys).size).toBe(keys.length)
  })

  it('with an id by that alone, whatever else changes', () => {
    const line = { ...content, lineId: 'A-1' }
    expect(key({ ...line, amount: 7, narration: 'corrected', row: 9, valueDate: '2026-11-21' }, 3)).toBe(key(line))
    expect(key({ ...line, lineId: 'a-1' })).not.toBe(key(line))
    expect(canRepeat(key(line))).toBe(true)
    expect(canRepeat(key(content))).toBe(false)
  })

  it('only within its source', () => {
    for (const line of [content, { ...content, lineId: 'A-1' }]) {
      expect(key(line, 1, 'cbe-1000')).not.toBe(key(line, 1, 'cbe-2000'))
    }
  })

  it('by a key without anything of the payer in it, of at most 64 plain characters', () => {
    for (const line of [content, { ...content, lineId: 'ABEBE' }]) {
      expect(key(line, 999_999)).toMatch(/^(id|content):[A-Za-z0-9_-]{43}(:\d+)?$/)
      expect(key(line, 999_999).length).toBeLessThanOrEqual(64)
    }
  })
})

it('a key is visible ASCII of at most 255 characters, and no other text is one', () => {
  for (const text of [key(credit()), key({ ...content, lineId: 'A-1' }), 'x'.repeat(255)]) {
    expect(isLineKey(text)).toBe(true)
  }
  for (const text of ['', ' ', 'id:1 ', 'a\nb', 'é', '\0', 'x'.repeat(256)]) expect(isLineKey(text)).toBe(false)
})
