/**
 * The chain of an account's closings: each has the hash of the one before it, so that none can be changed or left out
 * unseen.
 */
import { sha256 } from '../../internal/sha256.js'
import { hex } from '../../internal/encoding.js'
import { canonicalJson, type JsonValue } from './canonical-json.js'
import type { ClosingRecord } from './closing.js'

/** The content of a link, without its place in the chain. */
export type ClosingContent = Omit<ClosingRecord, 'sequence' | 'previousHash' | 'hash'>

/** The end of a chain: before its first link `sequence` is 0, without a hash. */
export interface EndOfChain {
  readonly sequence: number
  readonly hash: string | null
}

export const noLink: EndOfChain = { sequence: 0, hash: null }

/**
 * Computes the SHA-256, in hex, of the canonical JSON of a record without its hash; other fields beside the record's
 * are left out.
 */
export function closingHash(record: Omit<ClosingRecord, 'hash'>): string {
  const { account, day, sequence, kind, actor, reason, createdAt, timeZone, linesHash, previousHash } = record
  const { currencies, payments, refunds } = record
  const head = { account, day, sequence, kind, actor, reason, createdAt, timeZone, linesHash, previousHash }
  const content = { ...head, currencies, payments, refunds } as unknown as JsonValue
  return hex(sha256(canonicalJson(content)))
}

/** Makes the next link behind the end of a chain. */
export function nextLink(end: EndOfChain, content: ClosingContent): ClosingRecord {
  const record = { ...content, sequence: end.sequence + 1, previousHash: end.hash }
  return { ...record, hash: closingHash(record) }
}

/** Finds what is wrong with a link by itself or behind the one before it; `null` where nothing is. */
export function linkProblem(
  record: ClosingRecord,
  before: EndOfChain,
): 'hash' | 'missing_link' | 'previousHash' | 'sequence' | null {
  if (closingHash(record) !== record.hash) return 'hash'
  const isNext = record.sequence === before.sequence + 1
  if (record.previousHash === before.hash) return isNext ? null : 'sequence'
  return record.sequence > before.sequence + 1 ? 'missing_link' : 'previousHash'
}
