import { sha256 } from '../../internal/sha256.js'
import { hex } from '../../internal/encoding.js'
import { sortedByText } from '../../internal/sorted-by-text.js'
import type { AccountLine } from '../reconciliation/account-line.js'
import { canonicalJson, type JsonValue } from './canonical-json.js'

/** A line as it was when its day was closed: any change of it makes another version, and no version is stored with other facts. */
export type LineMark = readonly [key: string, version: number, digest: string]

/** A line's key with the version that it has now. */
export type LineVersion = readonly [key: string, version: number]

/** 128 bits: no other facts are found that have the same digest. */
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

/** In the order of their keys, whatever the order of the storage. */
export function lineMarks(marks: readonly LineMark[]): LineMark[] {
  return sortedByText(marks, ([key]) => key)
}

/** The version that a closing holds of a line; 0 where the line came later. */
export function versionInMarks(marks: readonly LineMark[], { key }: Pick<AccountLine, 'key'>): number {
  return marks.find(([of]) => of === key)?.[1] ?? 0
}

export function marksHash(marks: readonly LineMark[]): string {
  return hex(sha256(canonicalJson(marks)))
}
