import { readFileSync } from 'node:fs'
import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { canonicalJson, type JsonValue } from '../../../src/domain/days/canonical-json.js'
import { closingHash, nextLink, linkProblem, noLink } from '../../../src/domain/days/chain.js'
import type { ClosingRecord } from '../../../src/domain/days/closing.js'

const golden = readFileSync(new URL('closing.golden.json', import.meta.url), 'utf8').trim()

function record(): ClosingRecord {
  return nextLink(noLink, {
    account: 'cbe “Ärzte” 💊',
    day: '2026-11-20',
    kind: 'closing',
    actor: 'amina',
    reason: null,
    createdAt: '2026-11-21T09:00:00.000Z',
    currencies: [
      {
        currency: 'ETB',
        opening: '-100',
        closing: null,
        credits: '9007199254740993',
        debits: '0',
        allocated: [{ direction: 'credit', to: 'category', category: 'bank_fee', amount: '-10' }],
        open: { count: 1, amount: '9007199254741003' },
        uncounted: { count: 1, amount: '-5' },
      },
    ],
    payments: [{ currency: 'ETB', channel: 'cash', status: 'succeeded', count: 2, amount: '300' }],
    refunds: [{ currency: 'ETB', channel: null, status: 'succeeded', count: 1, amount: '5' }],
    timeZone: 'Africa/Addis_Ababa',
    linesHash: 'ab'.repeat(32),
  })
}

describe('closingHash', () => {
  it('is SHA-256 of the canonical JSON, which never changes', () => {
    const { hash, ...content } = record()
    expect(canonicalJson(content as unknown as JsonValue)).toBe(golden)
    expect(hash).toBe(createHash('sha256').update(golden).digest('hex'))
  })

  it('does not depend on the order of properties, nor on what stands beside them', () => {
    const { hash, ...content } = record()
    const turned = Object.fromEntries(Object.entries(content).reverse()) as unknown as typeof content
    expect(closingHash({ ...turned, changedSince: ['x'] } as typeof content)).toBe(hash)
  })

  it('differs where any field does', () => {
    const { hash, ...content } = record()
    const changes: Partial<ClosingRecord>[] = [
      { account: 'cbe' },
      { day: '2026-11-21' },
      { sequence: 2 },
      { kind: 'reopening' },
      { actor: 'sara' },
      { reason: 'x' },
      { createdAt: '2026-11-21T09:00:00.001Z' },
      { currencies: [] },
      { payments: [] },
      { refunds: [] },
      { timeZone: 'UTC' },
      { linesHash: 'cd'.repeat(32) },
      { previousHash: 'x' },
    ]
    expect(changes).toHaveLength(Object.keys(content).length)
    for (const change of changes) expect(closingHash({ ...content, ...change }), JSON.stringify(change)).not.toBe(hash)
  })
})

describe('chain', () => {
  it('has no problem as it was made', () => {
    const first = record()
    const second = nextLink(first, { ...first, day: '2026-11-21' })
    expect([linkProblem(first, noLink), linkProblem(second, first)]).toEqual([null, null])
  })

  it('names the problem of a wrong link', () => {
    const first = record()
    const second = nextLink(first, first)
    const third = nextLink(second, first)
    expect(linkProblem({ ...first, actor: 'sara' }, noLink)).toBe('hash')
    expect(linkProblem(third, first)).toBe('missing_link')
    expect(linkProblem(nextLink({ ...first, hash: 'x' }, first), first)).toBe('previousHash')
    expect(linkProblem(nextLink({ sequence: 5, hash: first.hash }, first), first)).toBe('sequence')
  })
})

describe('canonicalJson', () => {
  it('sorts names by UTF-16 units and leaves out undefined values', () => {
    expect(canonicalJson({ '\u{1F600}': 1, '\uFB33': 2, a: [true, { c: null, b: undefined }] })).toBe(
      '{"a":[true,{"c":null}],"\u{1F600}":1,"\uFB33":2}',
    )
  })

  it('refuses numbers that are not exact', () => {
    expect(() => canonicalJson(0.1)).toThrow(RangeError)
    expect(() => canonicalJson([2 ** 53])).toThrow(RangeError)
  })
})
