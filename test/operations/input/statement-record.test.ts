import { describe, expect, it } from 'vitest'
import { readRecord, storableLine } from '../../../src/operations/input/statement-record.js'
import { credit } from '../../reconciliation/support/hospital.js'

const rules = {
  row: 'row must be an integer from 0',
  direction: 'direction must be credit or debit',
  amount: 'amount must be an integer of minor units from 1 to 9007199254740991',
  currency: 'currency must be a code of ISO 4217 with minor units',
  valueDate: 'valueDate must be a calendar day YYYY-MM-DD of 1970 to 9998',
  bookedAt: 'bookedAt must be an ISO 8601 date and time with Z or an offset',
  entryAmount: 'entryAmount must be an integer of minor units from 1 to 9007199254740991',
  balance: 'balance must be an integer in minor units',
  isFee: 'isFee must be true or false',
  lineId: 'lineId must be text',
  reference: 'reference must be text',
  narration: 'narration must be text',
  providerTransactionId: 'providerTransactionId must be text',
  entryReference: 'entryReference must be text',
} as const

describe('readRecord: a record', () => {
  it.each<[keyof typeof rules, unknown]>([
    ['direction', 'in'],
    ['amount', 0],
    ['currency', ['ETB']],
    ['currency', 'XXX'],
    ['valueDate', ['2026-11-20']],
    ['valueDate', '2026-02-30'],
    ['bookedAt', ['2026-11-20T09:00:00Z']],
    ['bookedAt', '2026-11-20'],
    ['lineId', 5],
    ['reference', null],
    ['narration', ['INV-1']],
    ['providerTransactionId', {}],
    ['entryReference', 7],
    ['entryAmount', 0],
    ['balance', 2 ** 53],
    ['balance', '7'],
    ['isFee', 'yes'],
  ])('with a wrong %s, as %j, is rejected by that rule alone, in its row', (name, value) => {
    const record = { ...credit({ row: 17 }), [name]: value }
    expect(readRecord(record)).toStrictEqual({ row: 17, line: null, reason: rules[name] })
  })

  it.each([-1, 1.5, NaN, 2 ** 53, '7', null, undefined])('with the row %j is rejected as of row 0', (row) => {
    expect(readRecord({ ...credit(), row })).toStrictEqual({ row: 0, line: null, reason: rules.row })
    expect(readRecord({ row, rejected: 'no amount' })).toStrictEqual({ row: 0, line: null, reason: 'no amount' })
  })

  it('is rejected by all rules that it breaks, in their order', () => {
    const record = Object.fromEntries(Object.keys(rules).map((name) => [name, null]))
    expect(readRecord(record)).toStrictEqual({ row: 0, line: null, reason: Object.values(rules).join('; ') })
  })

  it.each([null, undefined, 5, 'INV-1', true, () => credit()])(
    'replaced by %s is rejected as no statement line',
    (record) => {
      expect(readRecord(record)).toStrictEqual({ row: 0, line: null, reason: 'is not a statement line' })
    },
  )

  it('with properties that throw is rejected as unreadable', () => {
    const record = {
      ...credit({ row: 17 }),
      get amount() {
        throw new Error('the file is gone')
      },
    }
    expect(readRecord(record)).toStrictEqual({ row: 0, line: null, reason: 'cannot be read' })
  })

  it('is read without unknown fields and a blank lineId, and with its time in UTC', () => {
    const line = credit({ row: 0, reference: 'INV-1', bookedAt: '2026-11-20T12:00:00+03:00' })
    expect(readRecord({ ...line, lineId: ' ', entryReference: '', narration: undefined, branch: 7 })).toStrictEqual({
      row: 0,
      line: { ...line, bookedAt: '2026-11-20T09:00:00.000Z' },
    })
  })
})

describe('readRecord', () => {
  it('a record with its entry and a balance: all three are kept, the balance below 0 too', () => {
    const line = credit({ entryReference: 'B1', entryAmount: 30000, balance: -5 })
    expect(readRecord(line)).toStrictEqual({ row: line.row, line })
    expect(readRecord({ ...line, balance: -0 })).toStrictEqual({ row: line.row, line: { ...line, balance: 0 } })
  })
})

describe('storableLine: a line', () => {
  it('with text that every storage can hold is returned as it is', () => {
    const line = credit({ reference: 'INV-1', narration: 'ክፍያ' })
    expect(storableLine(line)).toBe(line)
  })

  it('with text that no storage can hold is copied, with U+FFFD in its place', () => {
    const line = credit({ lineId: 'A1', reference: 'INV\0', narration: 'x\ud800y' })
    expect(storableLine(line)).toStrictEqual({ ...line, reference: 'INV\ufffd', narration: 'x\ufffdy' })
    expect(line.reference).toBe('INV\0')
  })
})
