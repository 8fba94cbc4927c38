import { describe, expect, it } from 'vitest'
import type { AccountLine } from '../../../src/domain/reconciliation/account-line.js'
import { assignLine, holdLine, markDuplicate, releaseLine } from '../../../src/domain/reconciliation/mark-line.js'
import { accountLine, issuesOf, now, refused, toCategory, written } from './support/lines.js'

const call = { key: 'id:1', expectedVersion: 1, reason: 'ask the bank' }
const open = accountLine()
const settled = accountLine({ allocations: [toCategory(1000)] })

const kinds = {
  hold: { type: 'line.held', before: {}, after: { held: true }, decide: holdLine },
  release: { type: 'line.released', before: { held: true }, after: { held: false }, decide: releaseLine },
  assign: {
    type: 'line.assigned',
    before: {},
    after: { assignee: 'amina' },
    decide: (of: typeof call, line: AccountLine | null, at: string) =>
      assignLine({ ...of, assignee: 'amina' }, line, at),
  },
} as const

describe.each(Object.entries(kinds))('line: %s', (_, { type, before, after, decide }) => {
  it.each([
    ['open', open],
    ['settled', settled],
  ])('is one event of an %s line, whose money stays', (_, line) => {
    const prior = { ...line, ...before }
    expect(written(decide(call, prior, now))).toEqual({
      lines: [{ line: { ...prior, ...after, version: 2 }, type, reason: 'ask the bank', allocations: [] }],
      payments: [],
      refunds: [],
    })
  })

  it('changes nothing where it is so already, whatever version the caller saw', () => {
    const line = { ...open, ...after, version: 5 }
    expect(decide(call, line, now)).toEqual({ unchanged: line })
  })

  it('is refused on another version, and for no line', () => {
    expect(refused(decide({ ...call, expectedVersion: 2 }, { ...open, ...before }, now)).code).toBe('line_changed')
    expect(refused(decide(call, null, now)).code).toBe('line_not_found')
  })
})

it('assignLine: null takes an assignment back', () => {
  const line = { ...open, assignee: 'amina' }
  expect(written(assignLine({ ...call, assignee: null }, line, now)).lines[0].line.assignee).toBeNull()
})

describe('markDuplicate', () => {
  it('holds an open line as a possible duplicate, by one event; a marked line stays as it is', () => {
    const marked = { ...open, held: true, outcome: 'possible_duplicate', version: 2, updatedAt: now } as const
    expect(written(markDuplicate(call, open, now))).toEqual({
      lines: [{ line: marked, type: 'line.marked_duplicate', reason: 'ask the bank', allocations: [] }],
      payments: [],
      refunds: [],
    })
    expect(markDuplicate(call, marked, now)).toEqual({ unchanged: marked })
  })

  it.each([
    ['all of which is allocated', settled],
    ['a part of which is allocated', accountLine({ allocations: [toCategory(1)] })],
    ['of which something was given back', accountLine({ givenBack: 1 })],
  ])('refuses a line %s', (_, line) => {
    expect(issuesOf(markDuplicate(call, line, now))).toEqual([
      'lineKey names a line of which money is allocated or was given back; undo its allocations first',
    ])
  })
})
