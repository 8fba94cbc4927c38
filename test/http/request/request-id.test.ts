import { describe, expect, it } from 'vitest'
import { requestIdOf } from '../../../src/http/request/request-id.js'

const idFor = (given: string | null) => requestIdOf({ get: (name) => (name === 'x-request-id' ? given : 'other') })
const made = expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)

describe('the id of a request', () => {
  it.each(['a', 'A-Za.z_0-9', 'x'.repeat(64)])('is the one of the caller: %s', (given) => {
    expect(idFor(given)).toBe(given)
  })

  it.each([null, '', ' a', 'a b', 'a,b', '"a"', 'a\n', 'ü', 'x'.repeat(65)])('is a new one in place of %j', (given) => {
    const first = idFor(given)
    expect(first).toEqual(made)
    expect(idFor(given)).not.toBe(first)
  })
})
