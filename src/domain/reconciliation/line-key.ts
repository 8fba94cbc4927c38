import { sha256 } from '../../internal/sha256.js'
import { base64url } from '../../internal/encoding.js'
import type { StatementLine } from './statement-line.js'

/** What a stored line is known by, for ever: a change here would let lines of old statements count twice. */
function identity(source: string, line: StatementLine): unknown[] {
  if (line.lineId !== undefined) return ['id', source, line.lineId]
  const { direction, amount, currency, valueDate, bookedAt, reference, narration, providerTransactionId } = line
  const content = [direction, amount, currency, valueDate, bookedAt, reference, narration, providerTransactionId]
  return ['content', source, ...content.map((value) => value ?? null)]
}

export function lineDigest(source: string, line: StatementLine): Uint8Array {
  return sha256(JSON.stringify(identity(source, line)))
}

/** `occurrence` is 1 for the first line of this content in a file: identical genuine lines both count. */
export function lineKey(line: StatementLine, digest: Uint8Array, occurrence: number): string {
  return line.lineId !== undefined ? `id:${base64url(digest)}` : `content:${base64url(digest)}:${occurrence}`
}

/** Wider than the keys of today, which other releases may not keep to. */
const keyShape = /^[!-~]{1,255}$/

/** Whether a line can have this key at all; looking up any other finds nothing. */
export function isLineKey(text: string): boolean {
  return keyShape.test(text)
}

/** Whether another line of the same call may have this key. */
export function canRepeat(key: string): boolean {
  return key.startsWith('id:')
}
