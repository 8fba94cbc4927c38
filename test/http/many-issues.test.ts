/** Requests that are wrong in many places: an answer is no larger for it than a page of text. */
import { describe, expect, it } from 'vitest'
import { errorOf, server } from './support/server.js'

const many = 130_000
const largestAnswer = 32_000

async function refusalOf(answer: Promise<Response>) {
  const response = await answer
  expect(response.status).toBe(400)
  expect((await response.clone().text()).length).toBeLessThan(largestAnswer)
  const { code, message, details } = await errorOf(response)
  expect(code).toBe('invalid_request')
  return { message, issues: details!.issues!, more: details!['more'] }
}

describe('createHandler: an answer to a request with thousands of mistakes', () => {
  it.each([
    ['unknown parameters', 'x&', 0],
    ['unknown parameters with long names', `${'y'.repeat(40)}=1&`, 0],
    ['parameters that are no UTF-8', '%ff&', 0],
    ['parameters given again', 'limit=1&', 1],
  ])('in %s lists a hundred and counts the others', async (_, pair, right) => {
    const { issues, more, message } = await refusalOf(server().ask(`/v1/reports/payments?${pair.repeat(many)}`))
    expect(issues).toHaveLength(100)
    expect(more).toBe(many - 100 - right)
    expect(message.endsWith(`; and ${many - 100 - right} more.`)).toBe(true)
  })

  it('in the fields of a body lists a hundred and counts the others', async () => {
    const fields = Object.fromEntries(Array.from({ length: 6_000 }, (_, n) => [`x${n}`, 0]))
    const { issues, more } = await refusalOf(server().ask('/v1/payments', { json: fields }))
    expect(issues).toHaveLength(100)
    // The four required fields are missing.
    expect(more).toBe(6_004 - 100)
  })

  it('in a list counts each, or the list as one', async () => {
    const { issues } = await refusalOf(server().ask(`/v1/reports/payments?channel=${'a,'.repeat(30_000)}a`))
    expect(issues).toEqual([{ path: 'channel', message: 'must be one value, or a list of 1 to 1000' }])
  })

  it('shows the first part of a long path', async () => {
    const response = await server().ask(`/v1/payments/${'%01'.repeat(20_000)}`)
    expect(response.status).toBe(404)
    expect((await response.text()).length).toBeLessThan(2_000)
  })
})
