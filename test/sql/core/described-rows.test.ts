/** Rows of payments, lines and events are written by position, for speed: each value must stand where its column is described. */
import { describe, expect, it } from 'vitest'
import type { Columns } from '../../../src/repository/aggregates/column.js'
import { writtenLineColumns, writtenLineEventColumns } from '../../../src/repository/aggregates/line-columns.js'
import { eventColumns, paymentColumns, paymentFields } from '../../../src/repository/aggregates/payment-columns.js'
import { sqlValueOf } from '../../../src/sql/core/columns.js'
import { lineEventOf, lineEventValues, lineOf, lineValues } from '../../../src/sql/core/finance/line-rows.js'
import { eventOf, eventValues, paymentOf, paymentValues } from '../../../src/sql/core/row.js'
import { insertFixture, paymentFixture } from '../../../src/testing/fixtures.js'
import { lineEntryFixture, lineFixture } from '../../support/finance-contract/line-fixtures.js'

/** Returns the values whose column is described as a field of the row, by field, and what they should be. */
function placed(row: object, columns: Columns, fields: readonly string[], values: readonly unknown[]) {
  const described = fields.map((field, i) => [field, i] as const).filter(([field]) => field in row)
  return {
    written: Object.fromEntries(described.map(([field, i]) => [field, values[i]])),
    described: Object.fromEntries(
      described.map(([field]) => [field, sqlValueOf(columns.get(field)!, (row as Record<string, unknown>)[field])]),
    ),
  }
}

const payment = paymentFixture({
  description: 'a description',
  metadata: { ward: '4' },
  statusReason: 'a reason',
  providerTransactionId: 'TX-12345',
  paidAt: '2026-01-02T00:00:00.000Z',
  reversedAt: '2026-01-03T00:00:00.000Z',
  canceledAt: '2026-01-04T00:00:00.000Z',
  amountReconciled: 11,
  amountRefundPending: 12,
  amountRefunded: 13,
  amountWrittenOff: 10,
  amountWaived: 9,
  imported: true,
  customer: { id: 'MRN-1', name: 'Abebe', phone: '+251911000000' },
})

describe('src/sql/core/row.ts', () => {
  it('paymentValues: each field of a payment stands at its column, and is read from there', () => {
    const values = paymentValues(payment)
    expect(values).toHaveLength(paymentColumns.size)
    const { written, described } = placed(payment, paymentColumns, paymentFields, values)
    expect(Object.keys(written).length).toBeGreaterThan(20)
    expect(written).toEqual(described)
    expect(paymentOf(values)).toEqual(payment)
  })

  it('lineValues: each field of a line stands at its column, and is read from there', () => {
    const line = lineFixture({
      ...{ reference: 'R-1', providerTransactionId: 'TX-1', narration: 'words', assignee: 'abebe' },
      ...{ sessionId: 'csh_1', payerId: 'pyr_1', transferTo: 'cash.safe' },
    })
    const values = lineValues({ line })
    expect(values).toHaveLength(writtenLineColumns.size)
    const { written, described } = placed(line, writtenLineColumns, [...writtenLineColumns.keys()], values)
    expect(written).toEqual(described)
    expect(lineOf(values)).toEqual(line)
  })

  it('eventValues and lineEventValues: each field of an event stands at its column, and is read from there', () => {
    const { event } = insertFixture(payment)
    const values = eventValues(event)
    expect(values).toHaveLength(eventColumns.size)
    const { data, ...about } = event
    const { written, described } = placed({ ...about, ...data }, eventColumns, [...eventColumns.keys()], values)
    expect(written).toEqual(described)
    expect(eventOf(values)).toEqual(event)
    const entry = lineEntryFixture(lineFixture())
    const [ofLine = [], ...others] = lineEventValues(entry)
    expect(others).toEqual([])
    expect(ofLine).toHaveLength(writtenLineEventColumns.size)
    expect(ofLine.at(-1)).toBe(1)
    expect(lineEventOf(ofLine)).toEqual(entry.event)
    expect(lineEventValues({ ...entry, event: null })).toEqual([])
    const [ofDuplicate] = lineEventValues(lineEntryFixture(lineFixture({ outcome: 'possible_duplicate' })))
    expect(ofDuplicate?.at(-1)).toBe(0)
  })
})
