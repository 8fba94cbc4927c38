import { sha256 } from '../../internal/sha256.js'
import { base64Bytes, base64url } from '../../internal/encoding.js'
import { receiptKey } from '../payments/receipt-spelling.js'
import type { StatementLine } from './statement-line.js'

/**
 * The kind of a line's identity: the bank's id of it, else its receipt, else its content; each includes the direction
 * and the amount.
 */
type LineKind = 'id' | 'receipt' | 'content'

export const markKinds = ['identity', 'receipt', 'entry', 'reference'] as const

/** The kinds of marks by which a line of a file finds the movement that it may repeat. */
export const originalKinds = ['identity', 'receipt', 'entry'] as const satisfies readonly MarkKind[]

/** The kind of a mark by which a later line finds a stored one. */
export type MarkKind = (typeof markKinds)[number]

export type OriginalKind = (typeof originalKinds)[number]

/** The digests by which later lines find a stored one that may be the same movement. */
export type LineMarks = Readonly<Partial<Record<MarkKind, string>>>

/**
 * A mark of a line, by which it is found and finds others. A name, which is a `lineId` or a receipt, may come each day
 * with another amount, so it marks only the first line of an account that has it; every later one is found by its money
 * too. A look-up returns one line an account by the name, however many have had it, and all lines with the money.
 */
export interface SoughtMark {
  /** The mark by the name alone; `null` where the mark is more than a name. */
  readonly name: string | null
  /** The mark with direction, amount and currency. */
  readonly whole: string
}

export type SoughtMarks = Readonly<Partial<Record<MarkKind, SoughtMark>>>

/** The kinds of marks that may be names. */
export const namedKinds = ['identity', 'receipt'] as const satisfies readonly MarkKind[]

type NamedKind = (typeof namedKinds)[number]

/** The facts that distinguish a line of a file from the others. */
export interface LineIdentity {
  readonly kind: LineKind
  /** The digest of all that its key is made of: lines of one file with the same digest differ by their order alone. */
  readonly digest: Uint8Array
  readonly marks: SoughtMarks
  /** The digests of its `lineId` and of its receipt, each alone. */
  readonly names: Readonly<Partial<Record<NamedKind, Uint8Array>>>
}

function kindOf({ lineId, providerTransactionId }: StatementLine): LineKind {
  if (lineId !== undefined) return 'id'
  return providerTransactionId !== undefined ? 'receipt' : 'content'
}

function digestOf(...parts: readonly unknown[]): Uint8Array {
  return sha256(JSON.stringify(parts.map((part) => part ?? null)))
}

/** Shortens a digest to a mark of 128 bits: enough that among a billion no two are the same. */
function markOf(digest: Uint8Array): string {
  return base64url(digest.subarray(0, 16))
}

type Money = Pick<StatementLine, 'direction' | 'amount' | 'currency'>

/** Joins direction, amount and currency to one text. */
export function moneyText({ direction, amount, currency }: Money): string {
  return `${direction === 'credit' ? '+' : '-'}${amount}${currency}`
}

function markOfName(digest: Uint8Array, money: string): SoughtMark {
  const name = markOf(digest)
  return { name, whole: name + money }
}

function markOfContent(...parts: readonly unknown[]): SoughtMark {
  return { name: null, whole: markOf(digestOf(...parts)) }
}

/**
 * Computes the identity of a line. It must never change: lines of old statements would count twice. A line that is not stored
 * needs no mark of its reference: no line looks another one up by it.
 */
export function identityOf(account: string, line: StatementLine, isToStore = true): LineIdentity {
  const { lineId, direction, amount, currency, valueDate, bookedAt, reference, narration } = line
  const { balance, entryReference, entryAmount } = line
  const kind = kindOf(line)
  const money = [direction, amount, currency] as const
  const receipt = receiptKey(line)
  const name = kind === 'id' ? lineId! : receipt
  const digest = digestOf(kind, account, name ?? [bookedAt ?? null, narration ?? null], ...money, valueDate, reference)
  const names = {
    ...(kind === 'id' && { identity: digestOf('id', account, lineId) }),
    // Without the account: another one may have it too.
    ...(receipt !== null && { receipt: digestOf('receipt', receipt) }),
  }
  const text = moneyText(line)
  const hasBalance = kind === 'content' && narration !== undefined && balance !== undefined
  const hasEntry = entryReference !== undefined && entryAmount !== undefined
  const marks: SoughtMarks = {
    ...(names.identity && { identity: markOfName(names.identity, text) }),
    ...(hasBalance && { identity: markOfContent('balance', account, ...money, narration, balance) }),
    ...(names.receipt && { receipt: markOfName(names.receipt, text) }),
    // By which an attempt finds the credit that was paid for it.
    ...(isToStore &&
      direction === 'credit' &&
      reference !== undefined && { reference: markOfContent('reference', account, ...money, reference) }),
    ...(hasEntry && { entry: markOfContent('entry', account, entryReference, direction, currency, entryAmount) }),
  }
  return { kind, digest, marks, names }
}

/**
 * Makes the key of a line. `occurrence` is 1 for the first line of its digest in a file: the n-th line of a file is the
 * n-th that is stored.
 */
export function lineKey(kind: LineKind, digest: Uint8Array, occurrence: number): string {
  return `${kind}:${base64url(digest)}:${occurrence}`
}

const placeShape = /^[a-z]+:([\w-]{43}):(\d+)$/

/** Reads the digest and the occurrence from a key; `null` for any other text. */
export function placeOfKey(key: string): { digest: Uint8Array; occurrence: number } | null {
  const match = placeShape.exec(key)
  if (!match) return null
  return { digest: base64Bytes(match[1]!.replaceAll('-', '+').replaceAll('_', '/')), occurrence: Number(match[2]) }
}

/** Returns the key of the next line with the digest of this one; `null` for a text that is no key of today. */
export function nextLineKey(key: string): string | null {
  const place = placeOfKey(key)
  return place && `${key.slice(0, key.lastIndexOf(':'))}:${place.occurrence + 1}`
}

/** The shape of keys, wider than the keys of today, so that other releases may make other ones. */
const keyShape = /^[!-~]{1,255}$/

/** Checks that a line can have this key; a look-up of any other text finds nothing. */
export function isLineKey(text: string): boolean {
  return keyShape.test(text)
}
