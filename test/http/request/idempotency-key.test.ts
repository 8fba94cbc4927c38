import { describe, expect, it } from 'vitest'
import { request } from '../../support/service.js'
import { server } from '../support/server.js'

describe('idempotency key: the header Idempotency-Key', () => {
  const create = async (key: string, again: string = key) => {
    const { ask } = server()
    const send = (value: string) => ask('/v1/payments', { json: request(), headers: { 'idempotency-key': value } })
    const answers = [await send(key), await send(again)]
    const bodies = (await Promise.all(answers.map((answer) => answer.json()))) as { id?: string }[]
    return { status: answers[0]!.status, isSame: bodies[0]!.id !== undefined && bodies[0]!.id === bodies[1]!.id }
  }

  it.each([
    ['abc', 'abc'],
    ['abc', '"abc"'],
    ['a"b', String.raw`"a\"b"`],
    [String.raw`a\b`, String.raw`"a\\b"`],
    ['abc"', 'abc"'],
    ['x'.repeat(255), `"${'x'.repeat(255)}"`],
  ])('%s is %s', async (key, same) => expect(await create(key, same)).toEqual({ status: 201, isSame: true }))

  it.each([
    '',
    '""',
    '"abc',
    '"',
    'a b',
    '"a b"',
    '"a", "b"',
    'a, b',
    'é',
    '"é"',
    '"a";x=1',
    '"a"b"',
    String.raw`"a\b"`,
  ])('may not be %s', async (key) => expect((await create(key)).status).toBe(400))

  it('has at most 255 characters in either form', async () => {
    expect((await create('x'.repeat(256))).status).toBe(400)
    expect((await create(`"${'x'.repeat(256)}"`)).status).toBe(400)
    expect((await create(`"${String.raw`\"`.repeat(255)}"`)).status).toBe(201)
  })
})
