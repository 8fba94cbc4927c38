import { PaymentError, type PaymentErrorCode } from 'hospital-payments'
import { describe, expect, it } from 'vitest'
import { failureOf, SetupError, UsageError } from '../../src/cli/failures.js'

const refused = (count: number, path = 'status') =>
  new PaymentError('invalid_request', 'Refused.', {
    details: {
      issues: Array.from({ length: count }, (_, i) => ({ path: path && `${path}.${i}`, message: 'is wrong' })),
    },
  })

const driversError = (code: string, message: string) => Object.assign(new Error(message), { code })

describe('failureOf', () => {
  it('names an error of a driver that is its own cause by its code', () => {
    const circle: Error & { code?: string; cause?: unknown } = new Error('socket')
    Object.assign(circle, { code: 'EOWN', cause: circle, errors: [circle] })
    const { lines } = failureOf(new PaymentError('storage_unavailable', 'No answer.', { cause: circle }))
    expect(lines).toEqual(['storage_unavailable: No answer.', 'cause: EOWN'])
  })

  it.each<[string, unknown, number]>([
    ['wrong usage', new UsageError('--account is required.'), 2],
    ['an argument that the service refuses', refused(1), 2],
    ['a day that is none', new PaymentError('invalid_date_range', 'No day.', { details: { field: 'from' } }), 2],
    ['a file that cannot be read', refused(1, ''), 1],
    ['a missing driver', new SetupError('Install it.'), 1],
    ['a refused call', new PaymentError('day_closed', 'Closed.', { details: { account: 'a', day: '2026-11-20' } }), 1],
    ['a storage that does not answer', new PaymentError('storage_unavailable', 'No answer.'), 3],
    ['an unknown outcome', new PaymentError('outcome_unknown', 'Look.'), 3],
    ['a storage that refuses', new PaymentError('storage_unavailable', 'No.', { retryable: false }), 1],
    ['a mistake of ours', new RangeError('oops'), 1],
    ['no error at all', 'oops', 1],
  ])('has a status of its kind: %s', (_, error, status) => {
    expect(failureOf(error).exitCode).toBe(status)
  })

  it('has at most eight lines, whatever the error holds', () => {
    const { lines } = failureOf(refused(100))
    expect(lines).toHaveLength(7)
    expect(lines[0]).toBe('invalid_request: 100 problems')
    expect(lines.at(-1)).toBe('... and 95 more')
    expect(failureOf(new UsageError('a\n'.repeat(20))).lines).toHaveLength(8)
  })

  it('names the one problem of an error in the first line', () => {
    expect(failureOf(refused(1)).lines).toEqual(['invalid_request: status.0 is wrong'])
    expect(failureOf(refused(1, '')).lines).toEqual(['invalid_request: is wrong'])
  })

  it('a connection that fails has the message of the driver, and what to do', () => {
    const cause = driversError('ECONNREFUSED', 'connect ECONNREFUSED 127.0.0.1:5432')
    const error = new PaymentError('storage_unavailable', 'No answer.', { cause: new AggregateError([cause]) })
    expect(failureOf(error).lines).toEqual([
      'storage_unavailable: No answer.',
      'cause: ECONNREFUSED connect ECONNREFUSED 127.0.0.1:5432',
      'to do: check that the server is running, and that host and port are right.',
    ])
  })

  it('a connection that fails without a code of the driver says what to look at, and leaves out a text that may hold a secret', () => {
    const cause = new Error('The server at s3cret does not support SSL connections')
    const error = new PaymentError('storage_unavailable', 'No answer.', { cause })
    expect(failureOf(error).lines).toEqual([
      'storage_unavailable: No answer.',
      'to do: check host, port, kind of database and TLS settings of the URL, and that the server answers other programs.',
    ])
  })

  it.each(['42501', 'ER_TABLEACCESS_DENIED_ERROR', 'ER_DBACCESS_DENIED_ERROR', 'ER_NO_DB_ERROR', 'SQLITE_CORRUPT'])(
    'the code %s says what to do',
    (code) => {
      const error = new PaymentError('storage_unavailable', 'No.', { cause: driversError(code, 'as it is') })
      expect(failureOf(error).lines).toEqual([
        'storage_unavailable: No.',
        `cause: ${code} as it is`,
        expect.stringMatching(/^to do: (grant|name|the file is damaged)/),
      ])
    },
  )

  it('an error about stored rows has the code of the driver alone: its text may hold what was stored', () => {
    const cause = driversError('ER_DUP_ENTRY', "Duplicate entry 'Abebe' for key 'x'")
    const code: PaymentErrorCode = 'storage_unavailable'
    expect(failureOf(new PaymentError(code, 'No.', { cause })).lines).toEqual([
      'storage_unavailable: No.',
      'cause: ER_DUP_ENTRY',
    ])
  })
})
