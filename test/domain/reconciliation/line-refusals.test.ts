import { describe, expect, it } from 'vitest'
import { errorCodes } from '../../../src/errors.js'
import {
  allocationExceeds,
  dayClosed,
  lineChanged,
  lineNotFound,
  reservedByRefund,
} from '../../../src/domain/reconciliation/line-refusals.js'
import { bankLine } from './support/lines.js'

const line = bankLine({ narration: 'FROM ABEBE KEBEDE +251911234567', reference: 'INV-1' })
const { narration: _, ...shown } = line

describe('a refusal about a line', () => {
  it.each([
    ['line_not_found', lineNotFound('id:9'), { lineKey: 'id:9' }],
    ['line_changed', lineChanged(line), { line: shown }],
    ['day_closed', dayClosed(line), { source: 'bank', day: '2026-11-19' }],
    ['refund_exceeds', reservedByRefund(), {}],
    [
      'allocation_exceeds',
      allocationExceeds([{ path: 'shares.0', open: 4, asked: '5' }]),
      { exceeded: [{ path: 'shares.0', open: 4, asked: '5' }] },
    ],
  ] as const)('is %s, with its details, and names no payer', (code, error, details) => {
    expect([error.code, error.httpStatus]).toEqual([code, errorCodes[code].status])
    expect(error.details).toStrictEqual(details)
    expect(`${error.message} ${JSON.stringify(error)}`).not.toMatch(/ABEBE|911/)
    expect(error.message).toMatch(/\.$/)
  })
})
