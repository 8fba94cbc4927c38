import { describe, expect, it } from 'vitest'
import { DatabaseFault } from '../../../src/sql/core/fault.js'
import { codeOf, stillLocked, triggersRefused } from '../../../src/sql/schema/failures.js'

const error = (fields: object) => Object.assign(new Error('driver'), fields)

describe('what a database calls an error', () => {
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

describe('a failure of migrate', () => {
  it("has the driver's error as its cause", () => {
    const cause = error({ code: '42501' })
    expect(triggersRefused(new DatabaseFault('refused', cause))).toMatchObject({ cause, retryable: false })
    expect(triggersRefused(cause)).toMatchObject({ cause, retryable: false })
    expect(stillLocked(new DatabaseFault('contention', cause))).toMatchObject({ cause, retryable: true })
  })
})
