import { isPaymentError } from 'hospital-payments'
import { describe, expect, it } from 'vitest'
import { DatabaseFault, type FaultKind, paymentErrorOf } from '../../../src/sql/core/fault.js'

const writeConflict = 'Write conflict; nothing was stored. Try again.'
const unanswered = 'The database did not answer; nothing was stored. Try again.'

const reported: Readonly<Record<FaultKind, readonly [code: string, retryable: boolean, message: string]>> = {
  duplicate: ['concurrent_update', true, writeConflict],
  contention: ['concurrent_update', true, writeConflict],
  unreachable: ['storage_unavailable', true, unanswered],
  unready: [
    'storage_unavailable',
    true,
    'The database server is a standby, starting, or cut off from its cluster, and no other was reached; nothing was stored. Try again.',
  ],
  lost: ['storage_unavailable', true, unanswered],
  pooler: [
    'storage_unavailable',
    false,
    'A pooler in front of the database mixes up prepared statements; nothing was stored. Give fromPg the option { prepare: false }.',
  ],
  refused: [
    'storage_unavailable',
    false,
    'The database refused this call, and would refuse it again; nothing was stored. See the cause.',
  ],
  unmigrated: [
    'storage_unavailable',
    false,
    'The database lacks tables or columns of this release: run migrate(), with the same tablePrefix. Nothing was stored.',
  ],
  outside: [
    'storage_unavailable',
    false,
    'This connection has no open transaction: open a transaction first. Nothing was stored.',
  ],
  unconnected: [
    'storage_unavailable',
    false,
    'This client was never connected: await client.connect() first, or use a pool. Nothing was stored.',
  ],
}

describe('paymentErrorOf: a failure of the database', () => {
  const kinds = Object.keys(reported) as FaultKind[]
  const cause = new Error('driver')

  it.each(kinds)('is an error with what to do next, for one that is %s', (kind) => {
    const [code, retryable, message] = reported[kind]
    const error = paymentErrorOf(new DatabaseFault(kind, cause), false)
    expect(isPaymentError(error)).toBe(true)
    expect(error).toMatchObject({ code, retryable, message, cause })
  })

  it.each(kinds)('is outcome_unknown for one that is %s, where the write may have been stored', (kind) => {
    expect(paymentErrorOf(new DatabaseFault(kind, cause), true)).toMatchObject({
      code: 'outcome_unknown',
      retryable: true,
      message:
        'The database did not answer after a write was sent, so it may be stored. Read before you send it again.',
      cause,
    })
  })
})
