import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  decodeCursor as decodeAny,
  encodeCursor,
  maxCursorLength,
  paymentPosition,
  type Position,
  type PositionRule,
} from '../../src/domain/cursor.js'
import { instant } from '../support/arbitraries.js'

const query = '["reportPayments",{"basis":"createdAt"}]'
const position: Position = { at: '2026-11-20T09:00:00.000Z', id: 'pay_01ARZ3NDEKTSV4RRFFQ69G5FAV' }

const decodeCursor = (cursor: string, query: string) => decodeAny(cursor, query, paymentPosition)

/** Makes a cursor as every reader of the source can: the checksum is no secret. */
function forged(at: string, id: string, boundTo = query): string {
  const checksum = createHash('sha256').update(`${boundTo}\n${at}\n${id}`).digest().subarray(0, 15)
  return `${Buffer.from(at + id).toString('base64url')}.${checksum.toString('base64url')}`
}

const anyId = fc.stringMatching(/^pay_[0-7][0-9A-HJKMNP-TV-Z]{25}$/)
const anyQuery = fc.string({ maxLength: 200 })

describe('encodeCursor and decodeCursor: a cursor', () => {
  it('is the position and a checksum over it and the query', async () => {
    const cursor = encodeCursor(position, query)
    expect(cursor).toBe(forged(position.at, position.id))
    expect(cursor).toMatch(/^[A-Za-z0-9_-]{72}\.[A-Za-z0-9_-]{20}$/)
    expect(cursor.length).toBeLessThanOrEqual(maxCursorLength)
  })

  it('has every position, for the query that it was made for', async () => {
    await fc.assert(
      fc.asyncProperty(instant(), anyId, anyQuery, async (at, id, boundTo) => {
        expect(decodeCursor(encodeCursor({ at, id }, boundTo), boundTo)).toEqual({ at, id })
      }),
    )
  })

  it('is refused for any other query', async () => {
    await fc.assert(
      fc.asyncProperty(anyQuery, anyQuery, async (one, other) => {
        const read = decodeCursor(encodeCursor(position, one), other)
        expect(read).toEqual(one === other ? position : null)
      }),
    )
    expect(decodeCursor(encodeCursor(position, query), `${query} `)).toBeNull()
    expect(decodeCursor(encodeCursor(position, ''), position.at)).toBeNull()
  })

  it('has one spelling: no change of one character is accepted', async () => {
    const cursor = encodeCursor(position, query)
    const characters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_+/=. \n'
    const altered: string[] = []
    for (let i = 0; i < cursor.length; i++) {
      altered.push(cursor.slice(0, i) + cursor.slice(i + 1))
      for (const character of characters) {
        if (character !== cursor[i]) altered.push(cursor.slice(0, i) + character + cursor.slice(i + 1))
      }
    }
    const read = altered.map((text) => decodeCursor(text, query))
    expect(altered.filter((_, i) => read[i] !== null)).toEqual([])
  })

  it('has one spelling: no text before, after or within it is accepted', async () => {
    const cursor = encodeCursor(position, query)
    const additions = ['=', '==', '.', ' ', '\n', '\t', '\0', 'A', cursor, `.${cursor}`]
    const [head, tail] = cursor.split('.') as [string, string]
    const altered = additions.flatMap((text) => [
      cursor + text,
      text + cursor,
      `${head}${text}.${tail}`,
      `${head}.${text}${tail}`,
    ])
    altered.push(
      cursor.toUpperCase(),
      cursor.toLowerCase(),
      head,
      `${head}.`,
      `.${tail}`,
      tail,
      `${tail}.${head}`,
      encodeURIComponent(`${cursor} `),
    )
    const read = altered.map((text) => decodeCursor(text, query))
    expect(altered.filter((_, i) => read[i] !== null)).toEqual([])
  })

  it.each(['', '.', 'abc', '....', '%', 'null', 'é', '👍', 'eyJhdCI6MX0', '\ud800', '*'.repeat(72)])(
    'is not %j',
    async (text) => {
      expect(decodeCursor(text, query)).toBeNull()
    },
  )

  it.each([
    ['2026-02-30T09:00:00.000Z', position.id],
    ['2026-11-20T24:00:00.000Z', position.id],
    ['2026-11-20T09:00:00.0000', position.id],
    ['2026-11-20T09:00+00:00:00', position.id],
    ['2026-11-20T12:00:00+03:0', position.id],
    ['2026-11-20T09:00:00+00:00', position.id],
    ["2026-11-20' OR 1=1 --   ", position.id],
    ['', position.id],
    [position.at, ''],
    [position.at, `${position.id}0`],
    [position.at, position.id.toLowerCase()],
    [position.at, position.id.replace('pay_', 'evt_')],
    [position.at, `${position.id}\n`],
    [`${position.at} `, position.id],
    [position.id, position.at],
  ])('is refused where it was forged for %j and %j, however good its checksum', async (at, id) => {
    expect(decodeCursor(forged(at, id), query)).toBeNull()
  })

  it('is refused by its length before it is read', async () => {
    expect(maxCursorLength).toBe(512)
    const long = forged(position.at, position.id + 'A'.repeat(400))
    expect(long.length).toBeGreaterThan(512)
    expect(decodeCursor(long, query)).toBeNull()
  })
})

describe('decodeCursor: a cursor of other rows', () => {
  const byDay: PositionRule = {
    length: 10,
    isPosition: ({ at, id }) => /^\d{4}-\d{2}-\d{2}$/.test(at) && /^id:[a-z]+$/.test(id),
  }
  const line: Position = { at: '2026-11-20', id: 'id:abc' }

  it('is read by the rule of these rows, and by no other', () => {
    const cursor = encodeCursor(line, query)
    expect(decodeAny(cursor, query, byDay)).toEqual(line)
    expect(decodeCursor(cursor, query)).toBeNull()
    expect(decodeAny(encodeCursor(position, query), query, byDay)).toBeNull()
  })

  it.each([
    ['2026-11-2x', 'id:abc'],
    ['2026-11-20', 'id:ABC'],
    ['2026-11-20', ''],
    ['2026-11-2', '0id:abc'],
  ])('is refused by the rule, or read by its text, where it was forged for %j and %j', (at, id) => {
    const read = decodeAny(forged(at, id), query, byDay)
    expect(read).toBeNull()
  })
})
