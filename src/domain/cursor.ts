import { sha256 } from '../internal/sha256.js'
import { base64url, bytesOf } from '../internal/encoding.js'
import { isPaymentId } from './id.js'
import { instantLength, parseInstant } from './instant.js'

/**
 * The last row of a page, behind which the next page begins. `at` is the text by which the rows are ordered, `id`
 * distinguishes rows of one `at`.
 */
export interface Position {
  at: string
  id: string
}

/** The rule of the positions of one kind of rows; both texts of a position are ASCII. */
export interface PositionRule {
  /** The length of `at`, the same for every row. */
  readonly length: number
  isPosition(position: Position): boolean
}

export const maxCursorLength = 512

/** Makes the rule of rows that are ordered by an instant and have ids of their own. */
export function byInstant(isId: (id: string) => boolean): PositionRule {
  return { length: instantLength, isPosition: ({ at, id }) => parseInstant(at) === at && isId(id) }
}

export const paymentPosition: PositionRule = byInstant(isPaymentId)

function decodeText(text: string): string | null {
  try {
    return atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  } catch {
    return null
  }
}

/**
 * Encodes a position as opaque text, bound to `query` (the function and all its filters). The checksum distinguishes an
 * altered cursor, or one of another query, from a true one. It is no secret: a cursor gives a caller no rows that the
 * caller could not query without it.
 */
export function encodeCursor({ at, id }: Position, query: string): string {
  const position = base64url(bytesOf(at + id))
  const checksum = sha256(`${query}\n${at}\n${id}`)
  return `${position}.${base64url(checksum.subarray(0, 15))}`
}

/** Decodes a cursor that `encodeCursor` made for the same `query`; `null` for any other text. */
export function decodeCursor(cursor: string, query: string, rule: PositionRule): Position | null {
  if (cursor.length > maxCursorLength) return null
  const text = decodeText(cursor.split('.', 1)[0]!)
  if (text === null) return null
  const position = { at: text.slice(0, rule.length), id: text.slice(rule.length) }
  // The checksum is no secret: a forged position must still be one that storage can compare with.
  if (!rule.isPosition(position)) return null
  // Encoding again and comparing the whole text leaves one spelling a position: the cursor is canonical.
  return encodeCursor(position, query) === cursor ? position : null
}
