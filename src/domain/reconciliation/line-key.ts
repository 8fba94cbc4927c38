import { sha256 } from '../../internal/sha256.js'
import { base64Bytes, base64url } from '../../internal/encoding.js'
import { receiptKey } from '../payments/receipt-spelling.js'
import type { StatementLine } from './statement-line.js'

/** What a line is known by: the bank's name for it, else its receipt, else its content; the direction and the amount belong to each. */
export type LineKind = 'id' | 'receipt' | 'content'

export const markKinds = ['identity', 'receipt', 'entry'] as const

/** Which of its marks a later line finds a stored one by. */
export type MarkKind = (typeof markKinds)[number]

/** Digests by which later lines find a stored one that may be the same movement. */
export type LineMarks = Readonly<Partial<Record<MarkKind, string>>>

/**
 * What a line is found by, and looks for others by. A name, which is a `lineId` or a receipt, may come each day with another
 * amount, so it marks the first line of an account that has it alone; every later one is found by its money too. A look-up finds
 * one line an account by the name, however many have had it, and all that have the money.
 */
export interface SoughtMark {
  /** `null` where the line is known by more than a name. */
  readonly name: string | null
  /** With direction, amount and currency. */
  readonly whole: string
}

export type SoughtMarks = Readonly<Partial<Record<MarkKind, SoughtMark>>>

/** Which marks may be names. */
export const namedKinds = ['identity', 'receipt'] as const satisfies readonly MarkKind[]

export type NamedKind = (typeof namedKinds)[number]

/** What distinguishes a line of a file from the others. */
export interface LineIdentity {
  readonly kind: LineKind
  /** Of all that its key is made of: lines of one file with the same digest differ by their order alone. */
  readonly digest: Uint8Array
  readonly marks: SoughtMarks
  /** Digests of its `lineId` and of its receipt, alone. */
  readonly names: Readonly<Partial<Record<NamedKind, Uint8Array>>>
}

function kindOf({ lineId, providerTransactionId }: StatementLine): LineKind {
  if (lineId !== undefined) return 'id'
  return providerTransactionId !== undefined ? 'receipt' : 'content'
}

function digestOf(...parts: readonly unknown[]): Uint8Array {
  return sha256(JSON.stringify(parts.map((part) => part ?? null)))
}

/** 128 bits: enough that among a billion no two are the same. */
function markOf(digest: Uint8Array): string {
  return base64url(digest.subarray(0, 16))
}

type Money = Pick<StatementLine, 'direction' | 'amount' | 'currency'>

/** Direction, amount and currency as one text. */
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

/** What a stored line is known by, for ever: a change here would let lines of old statements count twice. */
export function identityOf(account: string, line: StatementLine): LineIdentity {
  const { lineId, direction, amount, currency, valueDate, bookedAt, reference, narration } = line
  const { balance, entryReference, entryAmount } = line
  const kind = kindOf(line)
  const money = [direction, amount, currency] as const
  const receipt = receiptKey(line)
  const known = kind === 'id' ? lineId! : receipt
  const digest = digestOf(kind, account, known ?? [bookedAt ?? null, narration ?? null], ...money, valueDate, reference)
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
    ...(hasEntry && { entry: markOfContent('entry', account, entryReference, direction, currency, entryAmount) }),
  }
  return { kind, digest, marks, names }
}

/** `occurrence` is 1 for the first line of its digest in a file: the n-th one is the n-th that is stored. */
export function lineKey(kind: LineKind, digest: Uint8Array, occurrence: number): string {
  return `${kind}:${base64url(digest)}:${occurrence}`
}

const placeShape = /^[a-z]+:([\w-]{43}):(\d+)$/

/** The digest and the occurrence that a key was made of; `null` for any other text. */
export function placeOfKey(key: string): { digest: Uint8Array; occurrence: number } | null {
  const found = placeShape.exec(key)
  if (!found) return null
  return { digest: base64Bytes(found[1]!.replaceAll('-', '+').replaceAll('_', '/')), occurrence: Number(found[2]) }
}

/** Wider than the keys of today, which other releases may not keep to. */
const keyShape = /^[!-~]{1,255}$/

/** Whether a line can have this key at all; looking up any other finds nothing. */
export function isLineKey(text: string): boolean {
  return keyShape.test(text)
}
