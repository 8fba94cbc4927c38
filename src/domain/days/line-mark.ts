import { sha256 } from '../../internal/sha256.js'
import { hex } from '../../internal/encoding.js'
import { sortedByText } from '../../internal/sorted-by-text.js'
import type { AccountLine } from '../reconciliation/account-line.js'
import { canonicalJson, type JsonValue } from './canonical-json.js'

/**
 * A line as it was at the closing of its day: any change of it makes another version, and no version is stored with
 * other facts.
 */
export type LineMark = readonly [key: string, version: number, digest: string]

/** A line's key with the version that it has now. */
export type LineVersion = readonly [key: string, version: number]

/** The length of a digest in hex, 128 bits: no other facts with the same digest can be found. */
const digestLength = 32

export function lineMark(line: AccountLine): LineMark {
  const { key, version, direction, amount, currency, valueDate, allocations } = line
  const facts = {
    direction,
    amount,
    currency,
    valueDate,
    reference: line.reference,
    receipt: line.providerTransactionId,
    allocations: allocations as unknown as JsonValue,
  }
  return [key, version, hex(sha256(canonicalJson(facts))).slice(0, digestLength)]
}

/** Sorts the marks by their keys, whatever the order of the storage. */
export function lineMarks(marks: readonly LineMark[]): LineMark[] {
  return sortedByText(marks, ([key]) => key)
}

/** Returns the version of a line in a closing's marks; 0 where the line was stored later. */
export function versionInMarks(marks: readonly LineMark[], { key }: Pick<AccountLine, 'key'>): number {
  return marks.find(([markKey]) => markKey === key)?.[1] ?? 0
}

export function marksHash(marks: readonly LineMark[]): string {
  return hex(sha256(canonicalJson(marks)))
}
