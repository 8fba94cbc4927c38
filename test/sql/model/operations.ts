/** Calls of the service, as few numbers each. */
import fc from 'fast-check'
import { filters } from '../../support/population.js'
import { maybe, pick, record, seldom } from './draw.js'

const create = record({
  kind: fc.constant('create' as const),
  request: pick,
  /** Another than the request's own. */
  reference: maybe(pick),
  expiresInMs: fc.constantFrom(null, -1000, 0, 30_000, 3_600_000),
  key: seldom(pick),
  actor: seldom(pick),
})

const confirm = record({
  kind: fc.constant('confirm' as const),
  payment: pick,
  amount: fc.constantFrom(null, 'right', 'right', 'wrong'),
  transaction: maybe(pick),
  paidMsAgo: fc.constantFrom(null, null, 0, 1, 60_000, 366 * 86_400_000, -86_400_001),
  actor: seldom(pick),
})

const fail = record({ kind: fc.constant('fail' as const), payment: pick, reason: pick })
const expire = record({ kind: fc.constant('expire' as const), payment: pick, actor: seldom(pick) })
const reverse = record({
  kind: fc.constant('reverse' as const),
  payment: pick,
  reason: pick,
  msAgo: fc.constantFrom(null, 0, 1000),
})

const expireDue = record({ kind: fc.constant('expireDue' as const), limit: fc.constantFrom(1, 2, 500) })
const wait = record({ kind: fc.constant('wait' as const), ms: fc.constantFrom(1, 999, 30_000, 43_200_000) })
const ofOne = record({ kind: fc.constantFrom('get', 'history'), payment: pick })
const find = record({ kind: fc.constant('find' as const), reference: pick, limit: fc.constantFrom(1, 2, 200) })

const filter = record({ drawn: filters, reference: seldom(pick) })

const report = record({ kind: fc.constant('report' as const), filter, limit: fc.constantFrom(1, 2, 200) })
const totals = record({ kind: fc.constant('totals' as const), filter })
const columns = [
  ...(['createdAt', 'channel', 'amountDecimal', 'providerTransactionId', 'late', 'reversedAt'] as const),
  ...(['amountReconciled', 'description', 'customerId', 'customerName', 'customerPhone'] as const),
]

const csv = record({
  kind: fc.constant('csv' as const),
  filter,
  columns: fc.subarray(columns),
  mode: fc.constantFrom('spreadsheet', 'exact'),
})

const operation = fc.oneof(
  { weight: 6, arbitrary: create },
  { weight: 6, arbitrary: confirm },
  { weight: 2, arbitrary: fail },
  { weight: 2, arbitrary: expire },
  { weight: 3, arbitrary: reverse },
  { weight: 1, arbitrary: expireDue },
  { weight: 2, arbitrary: wait },
  { weight: 1, arbitrary: ofOne },
  { weight: 1, arbitrary: find },
  { weight: 1, arbitrary: report },
  { weight: 1, arbitrary: totals },
  { weight: 1, arbitrary: csv },
)

export type Operation = typeof operation extends fc.Arbitrary<infer Value> ? Value : never
export type DrawnFilter = Extract<Operation, { kind: 'totals' }>['filter']

/** A few payments first, so that the reads have rows. */
export const operations: fc.Arbitrary<Operation[]> = fc
  .tuple(fc.array(create, { maxLength: 4 }), fc.array(operation, { maxLength: 50, size: 'max' }))
  .map(([first, later]) => [...first, ...later])

/** Reports of everything, by every time. */
export const everyReport: readonly Operation[] = (['createdAt', 'paidAt', 'reversedAt'] as const).flatMap(
  (basis): Operation[] => {
    const filter = { drawn: { basis }, reference: null }
    return [
      { kind: 'report', filter, limit: 2 },
      { kind: 'totals', filter },
      { kind: 'csv', filter, columns: [...columns], mode: 'exact' },
    ]
  },
)
