import { describe, expect, it } from 'vitest'
import { DatabaseFault } from '../../../src/sql/core/fault.js'
import { codeOf, stillLocked, tablesElsewhere, triggersRefused } from '../../../src/sql/schema/failures.js'

const error = (fields: object) => Object.assign(new Error('driver'), fields)

describe('codeOf: the code of an error of a database', () => {
  it.each([
    ['the number of MySQL, before its name', error({ errno: 1227, code: 'ER_SPECIFIC_ACCESS_DENIED_ERROR' }), 1227],
    ['the SQLSTATE of PostgreSQL', error({ code: '42501' }), '42501'],
    ['that of the error of a fault', new DatabaseFault('refused', error({ code: '42501' })), '42501'],
    ["that inside an ORM's error", error({ original: error({ driverError: error({ errno: 1419 }) }) }), 1419],
    ['nothing, where there is none', error({ cause: error({}) }), undefined],
    ['nothing for what is no error', 'gone', undefined],
    ['nothing for null', null, undefined],
  ])('is %s', (_, thrown, code) => {
    expect(codeOf(thrown)).toBe(code)
  })

  it('is looked for once in an error that is its own cause', () => {
    const circle = error({})
    expect(codeOf(Object.assign(circle, { cause: circle, original: circle }))).toBeUndefined()
  })
})

describe('migrate: a failure', () => {
  const cause = error({ code: '42501' })

  it("has the driver's error as its cause", () => {
    for (const fault of [cause, new DatabaseFault('refused', cause)]) {
      expect(triggersRefused(fault)).toMatchObject({ cause, retryable: false })
    }
    expect(stillLocked(new DatabaseFault('contention', cause))).toMatchObject({ cause, retryable: true })
  })

  it('says what was left as it was, and what to do', () => {
    const failures = [triggersRefused(cause), tablesElsewhere(), stillLocked()]
    expect(failures.map(({ code, retryable, message }) => [code, retryable, message])).toEqual([
      [
        'storage_unavailable',
        false,
        'This database user may not create the triggers that guard the history; nothing was changed. Grant it that right (MySQL with a binary log: log_bin_trust_function_creators too), or pass guards: false.',
      ],
      [
        'storage_unavailable',
        false,
        'The tables are in another schema of the search_path than the one where tables would be made now. Nothing was changed. Put the schema that has them first in the search_path.',
      ],
      [
        'storage_unavailable',
        true,
        'Another process kept the schema locked for the whole of lockTimeoutMs. Nothing was changed. Try again.',
      ],
    ])
  })
})
