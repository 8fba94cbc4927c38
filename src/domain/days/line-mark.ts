import { sha256 } from '../../internal/sha256.js'
import { hex } from '../../internal/encoding.js'
import { millisecondsOf } from '../instant.js'
import type { BankLine } from '../reconciliation/bank-line.js'
import { canonicalJson } from './canonical-json.js'

/**
 * A line as it was when its day was closed: any change of it makes another version. The time is part of what closings have kept;
 * both are compared for equality, never for which is later.
 */
export type LineMark = readonly [digest: string, version: number, updatedMs: number]

const digestLength = 16

/** What a closing keeps of a line's key: a closing of a year's lines need not hold their keys. */
export function lineDigest({ key }: Pick<BankLine, 'key'>): string {
  return hex(sha256(key)).slice(0, digestLength)
}

export function lineMark(line: Pick<BankLine, 'key' | 'version' | 'updatedAt'>): LineMark {
  return [lineDigest(line), line.version, millisecondsOf(line.updatedAt)]
}

/** The version that a closing holds of a line; 0 where the line came later. */
export function versionInMarks(marks: readonly LineMark[], line: Pick<BankLine, 'key'>): number {
  const digest = lineDigest(line)
  return marks.find(([of]) => of === digest)?.[1] ?? 0
}

export function isSameMark(a: LineMark, b: LineMark): boolean {
  return a.every((value, i) => value === b[i])
}

/** SHA-256, in hex: a mark that was changed by hand would report a line as changed, or hide that it was. */
export function marksHash(marks: readonly LineMark[]): string {
  return hex(sha256(canonicalJson(marks)))
}
