import { describe, expect, it } from 'vitest'
import { requestIdOf } from '../../../src/http/request/request-id.js'

const idFor = (id: string | null) => requestIdOf({ get: (name) => (name === 'x-request-id' ? id : 'other') })
const made = expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)

describe('requestIdOf', () => {
  it.each(['a', 'A-Za.z_0-9', 'x'.repeat(64)])('is the one of the caller: %s', (id) => {
    expect(idFor(id)).toBe(id)
  })

  it.each([null, '', ' a', 'a b', 'a,b', '"a"', 'a\n', 'ü', 'x'.repeat(65)])('is a new one in place of %j', (id) => {
    const first = idFor(id)
    expect(first).toEqual(made)
    expect(idFor(id)).not.toBe(first)
  })
})
