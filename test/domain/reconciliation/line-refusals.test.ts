import { describe, expect, it } from 'vitest'
import { errorCodes } from '../../../src/errors.js'
import { lineNotFound } from '../../../src/domain/not-found.js'
import {
  allocationExceeds,
  dayClosed,
  lineChanged,
  reservedByRefund,
} from '../../../src/domain/reconciliation/line-refusals.js'
import { accountLine } from './support/lines.js'

const line = accountLine({ narration: 'FROM ABEBE KEBEDE +251911234567', reference: 'INV-1' })
const { narration: _, ...withoutText } = line

describe('line: a refusal about it', () => {
  it.each([
    ['line_not_found', lineNotFound('id:9'), { lineKey: 'id:9' }],
    ['line_changed', lineChanged(line), { line: withoutText }],
    ['day_closed', dayClosed(line), { account: 'bank', day: '2026-11-19' }],
    ['refund_exceeds', reservedByRefund(), {}],
    [
      'allocation_exceeds',
      allocationExceeds([{ path: 'allocations.0', open: 4, asked: '5' }]),
      { exceeded: [{ path: 'allocations.0', open: 4, asked: '5' }] },
    ],
  ] as const)('is %s, with its details, and names no payer', (code, error, details) => {
    expect([error.code, error.httpStatus]).toEqual([code, errorCodes[code].status])
    expect(error.details).toStrictEqual(details)
    expect(`${error.message} ${JSON.stringify(error)}`).not.toMatch(/ABEBE|911/)
    expect(error.message).toMatch(/\.$/)
  })

  it('has the beginning of a key that is too long for any line, and lists ten allocations', () => {
    expect(lineNotFound('x'.repeat(255)).details).toEqual({ lineKey: 'x'.repeat(255) })
    expect(lineNotFound('x'.repeat(256)).details).toEqual({ lineKey: `${'x'.repeat(255)}…` })
    const exceeded = Array.from({ length: 12 }, (_, i) => ({ path: `allocations.${i}`, open: 4, asked: '5' }))
    const { message, details } = allocationExceeds(exceeded)
    const each = exceeded.slice(0, 10).map(({ path }) => `${path} asks for 5, but 4 is open`)
    expect(message).toBe(`Nothing was allocated: ${each.join('; ')}.`)
    expect(details.exceeded).toHaveLength(12)
  })
})
