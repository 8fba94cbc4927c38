import { describe, expect, it } from 'vitest'
import {
  answerToRun,
  canChangeLine,
  lineChange,
  type LineEventType,
  lineText,
  lineTransitions,
  type LineStatus,
  storedAllocations,
  withoutNarration,
} from '../../../src/domain/reconciliation/account-line.js'
import { accountLine, bill, eventOf, imported, now, toCategory, toLine, toPayment, toRefund } from './support/lines.js'

const types: readonly LineEventType[] = [
  'line.imported',
  'line.recorded',
  'line.allocated',
  'line.unallocated',
  'line.held',
  'line.released',
  'line.marked_duplicate',
  'line.assigned',
  'line.payer_set',
  'line.voided',
  'line.proved',
]
const statuses: readonly (LineStatus | null)[] = [null, 'open', 'settled']

describe('canChangeLine and lineTransitions', () => {
  /** The status that each kind of event makes of no line, of an open and of a settled one. */
  const table: Readonly<Record<LineEventType, readonly string[]>> = {
    'line.imported': ['open settled', '', ''],
    'line.recorded': ['open settled', '', ''],
    'line.allocated': ['', 'open settled', ''],
    'line.unallocated': ['', 'open', 'open'],
    'line.held': ['', 'open', 'settled'],
    'line.released': ['', 'open settled', 'settled'],
    'line.marked_duplicate': ['', 'open', ''],
    'line.assigned': ['', 'open', 'settled'],
    'line.payer_set': ['', 'open', 'settled'],
    'line.voided': ['', 'settled', 'settled'],
    'line.proved': ['', 'open settled', 'settled'],
  }

  it.each(types.flatMap((type) => statuses.map((from, i) => [type, from, table[type][i]!] as const)))(
    '%s of a line that is %s: %s',
    (type, from, to) => {
      const possible = (['open', 'settled'] as const).filter((status) => canChangeLine(type, from, status))
      expect(possible.join(' ')).toBe(to)
    },
  )

  it('cannot be changed', () => {
    expect([lineTransitions, ...lineTransitions].every(Object.isFrozen)).toBe(true)
  })
})

describe('importedLine: a new line', () => {
  it('is one event of version 1 with its allocations, in the shape of the contract', () => {
    const allocation = toPayment(bill({ id: 'pay_1' }))
    const change = imported({
      bookedAt: now,
      reference: 'INV-1',
      narration: 'FEES',
      outcome: 'matched',
      allocations: [allocation],
    })
    expect(change.line).toStrictEqual({
      key: 'id:1',
      account: 'bank',
      importId: 'imp_1',
      row: 7,
      direction: 'credit',
      amount: 1000,
      currency: 'ETB',
      valueDate: '2026-11-19',
      bookedAt: now,
      reference: 'INV-1',
      narration: 'FEES',
      outcome: 'matched',
      status: 'settled',
      held: false,
      allocated: 1000,
      givenBack: 0,
      allocations: [{ ...allocation, by: 'rule' }],
      assignee: null,
      sessionId: null,
      payerId: null,
      transferTo: null,
      version: 1,
      createdAt: now,
      updatedAt: now,
    })
    expect(eventOf(change)).toStrictEqual({
      id: 'evt_id:1_1',
      createdAt: now,
      lineKey: 'id:1',
      version: 1,
      type: 'line.imported',
      actor: 'clerk',
      reason: null,
      allocations: [allocation],
    })
  })

  it('is open with nothing allocated, and leaves out fields that the statement does not have', () => {
    const line = accountLine()
    expect(line).toMatchObject({ status: 'open', allocated: 0, allocations: [], bookedAt: null })
    for (const absent of ['reference', 'providerTransactionId', 'narration']) expect(line).not.toHaveProperty(absent)
  })
})

describe('lineChange: a change of a line', () => {
  it.each([
    [1001, 'more than the line'],
    [-1, 'less than nothing'],
  ])('never allocates %d, %s', (amount) => {
    const allocations = storedAllocations([toCategory(amount)], 'hand')
    expect(() => lineChange(accountLine(), 'line.allocated', now, { allocations })).toThrow(RangeError)
  })

  it('is refused where the table does not list it', () => {
    expect(() => lineChange(accountLine({ allocations: [toCategory(1000)] }), 'line.imported', now, {})).toThrow(
      'line.imported must not make a settled line settled',
    )
  })

  it('adds allocations exactly, beyond 2^53 on the way', () => {
    const max = Number.MAX_SAFE_INTEGER
    const allocations = storedAllocations(
      [toCategory(max, 'a'), toCategory(max, 'b'), toCategory(-max, 'c'), toCategory(-1, 'd')],
      'hand',
    )
    const { line } = lineChange(accountLine({ amount: max }), 'line.allocated', now, { allocations })
    expect([line.allocated, line.status]).toEqual([max - 1, 'open'])
  })
})

describe('answerToRun', () => {
  const half = toCategory(500)
  const partly = lineChange(accountLine(), 'line.allocated', now, {
    allocations: storedAllocations([half], 'hand'),
  }).line

  it.each([
    ['an open line', accountLine(), null],
    ['a held line', { ...accountLine(), held: true }, 'on_hold'],
    ['a line that is partly shared by hand', partly, 'on_hold'],
    ['a line settled to a payment', accountLine({ allocations: [toPayment(bill())] }), 'already_reconciled'],
    ['a line settled to a refund', accountLine({ allocations: [toRefund(1000)] }), 'already_reconciled'],
    [
      'a payment with a fee',
      accountLine({ allocations: [toPayment(bill(), 1010), toCategory(-10)] }),
      'already_reconciled',
    ],
    ['a line settled to a category', accountLine({ allocations: [toCategory(1000)] }), 'set_aside'],
    ['a line that cancels out with another', accountLine({ allocations: [toLine('id:2')] }), 'set_aside'],
    ['a held line that is settled', { ...accountLine({ allocations: [toCategory(1000)] }), held: true }, 'set_aside'],
  ] as const)('is for %s %s', (_, line, answer) => {
    expect(answerToRun(line)).toBe(answer)
  })
})

it('withoutNarration: leaves out the narration of a line, and nothing else', () => {
  const line = accountLine({ narration: 'JANE DOE', reference: 'INV-1' })
  expect(withoutNarration(line)).toStrictEqual(accountLine({ reference: 'INV-1' }))
})

it('lineText: has reference, receipt and narration in lower case, each on a line of text by itself', () => {
  expect(lineText(accountLine({ reference: 'INV 1', providerTransactionId: 'TX', narration: 'Bed 7' }))).toBe(
    'inv 1\ntx\nbed 7',
  )
  expect(lineText(accountLine({ narration: 'Bed 7' }))).toBe('bed 7')
  expect(lineText(accountLine())).toBe('')
})
