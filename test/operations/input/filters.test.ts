/** The filters that lists, reports and exports pass to the storage. */
import { describe, expect, it } from 'vitest'
import { filterFields, portFilter } from '../../../src/operations/input/filter.js'
import * as field from '../../../src/operations/input/fields.js'
import { lineFilterFields, portLineFilter } from '../../../src/operations/input/line-filter.js'
import { parse } from '../../../src/operations/input/parse.js'
import { portRefundFilter, refundFilterFields } from '../../../src/operations/input/refund-filter.js'
import { unknownId } from '../../support/service.js'

const importId = `imp_${'0'.repeat(26)}`
const days = { from: '2026-11-20', to: '2026-11-21' }
const local = { from: '2026-11-19T21:00:00.000Z', before: '2026-11-21T21:00:00.000Z' }

const zone = 'Africa/Nairobi'
const ofPayments = (query: object) => portFilter(parse(field.object(filterFields), query), zone)
const ofRefunds = (query: object) => portRefundFilter(parse(field.object(refundFilterFields), query), zone)
const ofLines = (query: object) => portLineFilter(parse(field.object(lineFilterFields), query))

describe('portFilter, portRefundFilter and portLineFilter: a filter has the fields of the query and no others', () => {
  it.each<[object, object]>([
    [{}, { by: 'createdAt' }],
    [{ from: undefined, reference: undefined, status: undefined }, { by: 'createdAt' }],
    [
      { ...days, basis: 'paidAt' },
      { by: 'paidAt', ...local },
    ],
    [
      { reference: 'INV-1', flag: 'late' },
      { by: 'createdAt', reference: 'INV-1', flag: 'late' },
    ],
    [{ status: 'pending' }, { by: 'createdAt', statuses: ['pending'] }],
    [{ status: ['reversed', 'failed', 'reversed'] }, { by: 'createdAt', statuses: ['failed', 'reversed'] }],
    [{ channel: ['cash', 'no such channel', 'Cash'] }, { by: 'createdAt', channels: ['Cash', 'cash'] }],
  ])('payments: %j', (query, filter) => {
    expect(ofPayments(query)).toStrictEqual(filter)
  })

  it.each<[object, object]>([
    [{}, { by: 'createdAt' }],
    [
      { ...days, basis: 'paidAt' },
      { by: 'paidAt', ...local },
    ],
    [
      { paymentId: unknownId, to: undefined },
      { by: 'createdAt', paymentId: unknownId },
    ],
    [{ status: ['succeeded', 'failed'] }, { by: 'createdAt', statuses: ['failed', 'succeeded'] }],
  ])('refunds: %j', (query, filter) => {
    expect(ofRefunds(query)).toStrictEqual(filter)
  })

  it.each<[object, object]>([
    [{}, {}],
    [{ account: undefined, from: undefined, text: undefined, assignee: undefined }, {}],
    [days, days],
    [{ from: days.from }, { from: days.from }],
    [{ to: days.to }, { to: days.to }],
    [
      { account: 'cbe-1000', importId },
      { account: 'cbe-1000', importId },
    ],
    [
      { held: false, direction: 'debit', currency: 'ETB', amount: 5 },
      { held: false, direction: 'debit', currency: 'ETB', amount: 5 },
    ],
    [{ assignee: null }, { assignee: null }],
    [
      { assignee: 'sara', text: 'ABEBE' },
      { assignee: 'sara', text: 'abebe' },
    ],
    [
      { status: 'open', outcome: ['unmatched_line', 'rejected_line', 'unmatched_line'] },
      { statuses: ['open'], outcomes: ['rejected_line', 'unmatched_line'] },
    ],
  ])('lines: %j', (query, filter) => {
    expect(ofLines(query)).toStrictEqual(filter)
  })
})

it('portFilter, portRefundFilter and portLineFilter: a query that can match nothing has no filter', () => {
  expect(ofPayments({ reference: ' INV-1' })).toBeNull()
  expect(ofPayments({ channel: ['no such channel', ''] })).toBeNull()
  expect(ofRefunds({ paymentId: 'INV-1' })).toBeNull()
  expect(ofLines({ account: 'cbe-1000 ' })).toBeNull()
  expect(ofLines({ importId: unknownId })).toBeNull()
})
