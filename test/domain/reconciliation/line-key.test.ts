import { describe, expect, it } from 'vitest'
import { identityOf, isLineKey, lineKey, placeOfKey } from '../../../src/domain/reconciliation/line-key.js'
import type { StatementLine } from '../../../src/domain/reconciliation/statement-line.js'
import { credit, account } from '../../reconciliation/support/hospital.js'

function key(line: StatementLine, occurrence = 1, of = account): string {
  const { kind, digest } = identityOf(of, line)
  return lineKey(kind, digest, occurrence)
}

const content = credit({ bookedAt: '2026-11-20T08:00:00.000Z', reference: 'INV-0001', narration: 'fee' })
const received = { ...content, providerTransactionId: 'TX-1' }
const named = { ...received, lineId: 'A-1' }

const others: Partial<Record<string, unknown>> = { amount: 1, direction: 'debit' }

const facts = ['direction', 'amount', 'currency', 'valueDate', 'reference'] as const

describe('lineKey', () => {
  it('lines of each kind: the keys stay the same for ever, or statements that were applied once would count twice', () => {
    expect([key(credit()), key(content, 2), key(received), key(named)]).toMatchInlineSnapshot(`
      [
        "content:BpQMXl55dTjfYgRHEW_GRYxT0EW6dliQQ_yFk0vVkuI:1",
        "content:QIKX-yHWtmtvC88Z6Uno-iL7F6dKMUMuyoSObEKZNsw:2",
        "receipt:vV1W1OrSSf_DyyOLMIfcySyd-7eYvc7cBPu3dXwEjXk:1",
        "id:_UZi2LdN7jDLHm0_KKphCnli2uTfnoe0jCZKENFurOk:1",
      ]
    `)
  })

  it.each([...facts, 'bookedAt', 'narration'])('content with another %s: another key', (property) => {
    const other = others[property] ?? 'other'
    expect(key({ ...content, [property]: other })).not.toBe(key(content))
  })

  it.each(facts)('a lineId or a receipt with another %s: another key', (property) => {
    const other = others[property] ?? 'other'
    expect(key({ ...named, [property]: other })).not.toBe(key(named))
    expect(key({ ...received, [property]: other })).not.toBe(key(received))
  })

  it('a lineId with another narration, time or receipt: the same key, as a receipt with another narration', () => {
    expect(key({ ...named, narration: 'corrected', row: 9, providerTransactionId: 'TX-2' })).toBe(key(named))
    expect(key({ ...received, narration: 'corrected', bookedAt: '2026-11-20T09:00:00.000Z' })).toBe(key(received))
    expect(key({ ...named, lineId: 'a-1' })).not.toBe(key(named))
    expect(key({ ...received, providerTransactionId: 'tx-1' })).toBe(key(received))
  })

  it('another row: the same key; another occurrence: another key', () => {
    expect(key({ ...content, row: 77 })).toBe(key(content))
    expect(key(content, 2)).not.toBe(key(content))
  })

  it('a text in the next field, or empty instead of absent: another key', () => {
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

  it('another account: another key', () => {
    for (const line of [content, received, named]) {
      expect(key(line, 1, 'cbe-1000')).not.toBe(key(line, 1, 'cbe-2000'))
    }
  })

  it('any line: nothing of the payer, at most 64 plain characters', () => {
    for (const line of [content, received, { ...content, lineId: 'ABEBE' }]) {
      expect(key(line, 999_999)).toMatch(/^(id|receipt|content):[A-Za-z0-9_-]{43}:\d+$/)
      expect(key(line, 999_999).length).toBeLessThanOrEqual(64)
    }
  })
})

describe('placeOfKey', () => {
  it('a key: the digest and the occurrence that it was made of; any other text: null', () => {
    for (const line of [content, received, named]) {
      expect(placeOfKey(key(line, 12))).toEqual({ digest: identityOf(account, line).digest, occurrence: 12 })
    }
    expect(placeOfKey('id:1')).toBeNull()
  })
})

describe('identityOf', () => {
  it('a line that is not stored: all but the mark of its reference', () => {
    const { marks, ...others } = identityOf(account, named)
    const { reference, ...marksToSeek } = marks
    expect(reference).toBeDefined()
    expect(identityOf(account, named, false)).toEqual({ ...others, marks: marksToSeek })
  })

  /** Returns the marks by which later lines of files find a line. */
  const marks = (line: StatementLine, of = account) => {
    const { reference: _, ...others } = identityOf(of, line).marks
    return others
  }

  it('a credit with a reference: a mark by which an attempt finds it, of account, reference and money', () => {
    const ofReference = (line: StatementLine, of = account) => identityOf(of, line).marks.reference?.whole
    const named = { ...content, direction: 'credit', reference: 'INV-1' } as const
    expect(ofReference(named)).toMatch(/^[\w-]{22}$/)
    expect(ofReference({ ...named, valueDate: '2026-12-01', providerTransactionId: 'TX-9' })).toBe(ofReference(named))
    const others = [
      { ...named, reference: 'INV-2' },
      { ...named, amount: named.amount + 1 },
    ]
    expect(new Set([named, ...others].map((line) => ofReference(line))).size).toBe(3)
    expect(ofReference(named, 'other')).not.toBe(ofReference(named))
    expect(ofReference({ ...named, direction: 'debit' })).toBeUndefined()
  })

  it('content alone: no marks', () => {
    expect(marks(content)).toEqual({})
  })

  const digest = expect.stringMatching(/^[\w-]{22}$/) as string

  it('a receipt in letters of either case: one mark, in every account', () => {
    const { receipt, ...others } = marks(received)
    expect(others).toEqual({})
    expect(receipt).toEqual({ name: digest, whole: `${receipt!.name}+150000ETB` })
    expect(marks({ ...received, providerTransactionId: 'tx-1', valueDate: '2026-11-21' }, 'other')).toEqual(
      marks(received),
    )
  })

  it('a lineId: a mark of its account, whatever the value date and the reference are', () => {
    expect(marks({ ...named, valueDate: '2026-11-21', reference: 'X' })).toEqual(marks(named))
    expect(marks(named, 'other').identity!.name).not.toBe(marks(named).identity!.name)
    expect(marks({ ...named, lineId: 'a-1' }).identity!.name).not.toBe(marks(named).identity!.name)
  })

  it.each([{ amount: 1 }, { direction: 'debit' }, { currency: 'USD' }] as const)(
    'a name with other money, %j: the same name, and another mark',
    (other) => {
      for (const kind of ['identity', 'receipt'] as const) {
        const [one, two] = [marks(named)[kind]!, marks({ ...named, ...other })[kind]!]
        expect(two.name).toBe(one.name)
        expect(two.whole).not.toBe(one.whole)
      }
    },
  )

  it('content with a narration and a balance: a mark that no value date is part of', () => {
    const line = { ...content, balance: 5 }
    expect(marks(line)).toEqual({ identity: { name: null, whole: digest } })
    expect(marks({ ...line, valueDate: '2026-11-21' })).toEqual(marks(line))
    expect(marks({ ...line, balance: 6 })).not.toEqual(marks(line))
    expect(marks({ ...received, balance: 5 })).toEqual(marks(received))
  })

  it('details of one entry: one mark, whatever their own amounts are', () => {
    const line = { ...content, entryReference: 'B1', entryAmount: 300 }
    expect(marks({ ...line, amount: 100 })).toEqual(marks({ ...line, amount: 200 }))
    expect(marks({ ...line, entryAmount: 301 })).not.toEqual(marks(line))
  })
})

it('isLineKey: visible ASCII of at most 255 characters is a key, and no other text is', () => {
  for (const text of [key(credit()), key(named), 'x'.repeat(255)]) expect(isLineKey(text)).toBe(true)
  for (const text of ['', ' ', 'id:1 ', 'a\nb', 'é', '\0', 'x'.repeat(256)]) expect(isLineKey(text)).toBe(false)
})
