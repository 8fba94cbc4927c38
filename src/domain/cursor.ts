import { sha256 } from '../internal/crypto.js'
import { base64url, bytesOf } from '../internal/encoding.js'
import { isPaymentId } from './id.js'
import { parseInstant } from './instant.js'
import type { Instant } from './payments/payment.js'

/** The last row of a page: where the next one goes on. */
export interface Position {
  at: Instant
  id: string
}

export const maxCursorLength = 512

const instantLength = 24

function decodeText(text: string): string | null {
  try {
    return atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  } catch {
    return null
  }
}

/**
 * Opaque text of a position, bound to `query` (the function and all its filters). The checksum distinguishes an altered or
 * borrowed cursor from a true one; it is no secret, for a cursor grants nothing that the caller could not ask for.
 */
export function encodeCursor({ at, id }: Position, query: string): string {
  const position = base64url(bytesOf(at + id))
  const checksum = sha256(`${query}\n${at}\n${id}`)
  return `${position}.${base64url(checksum.subarray(0, 15))}`
}

/** The position of a cursor that `encodeCursor` made for the same `query`, or `null`. */
export function decodeCursor(cursor: string, query: string): Position | null {
  if (cursor.length > maxCursorLength) return null
  const text = decodeText(cursor.split('.', 1)[0]!)
  if (text === null) return null
  const position = { at: text.slice(0, instantLength), id: text.slice(instantLength) }
  // The checksum is no secret: a forged position must still be one that storage can compare with.
  if (parseInstant(position.at) !== position.at || !isPaymentId(position.id)) return null
  // Encoding again and comparing the whole text leaves one spelling a position: the cursor is canonical.
  return encodeCursor(position, query) === cursor ? position : null
}
