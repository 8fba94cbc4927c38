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

/** What distinguishes a line of a file from the others. */
export interface LineIdentity {
  readonly kind: LineKind
  /** Of all that its key is made of: lines of one file with the same digest differ by their order alone. */
  readonly digest: Uint8Array
  readonly marks: LineMarks
  /** Digests of its name and of its receipt, without and with direction and amount; none of a line that is known by its content. */
  readonly name: Uint8Array | null
  readonly amounts: readonly Uint8Array[]
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

/** What a stored line is known by, for ever: a change here would let lines of old statements count twice. */
export function identityOf(source: string, line: StatementLine): LineIdentity {
  const { lineId, direction, amount, currency, valueDate, bookedAt, reference, narration } = line
  const { balance, entryReference, entryAmount } = line
  const kind = kindOf(line)
  const money = [direction, amount, currency] as const
  const receipt = receiptKey(line)
  const name = kind === 'id' ? lineId! : receipt
  const digest = digestOf(kind, source, name ?? [bookedAt ?? null, narration ?? null], ...money, valueDate, reference)
  // Without the account: another one may have it too.
  const byReceipt = receipt === null ? null : digestOf('receipt', receipt, ...money)
  const byId = kind === 'id' ? digestOf('id', source, lineId, ...money) : null
  const hasBalance = kind === 'content' && narration !== undefined && balance !== undefined
  const byName = hasBalance ? digestOf('balance', source, ...money, narration, balance) : byId
  const hasEntry = entryReference !== undefined && entryAmount !== undefined
  const marks: LineMarks = {
    ...(byName && { identity: markOf(byName) }),
    ...(byReceipt && { receipt: markOf(byReceipt) }),
    ...(hasEntry && { entry: markOf(digestOf('entry', source, entryReference, direction, currency, entryAmount)) }),
  }
  return {
    kind,
    digest,
    marks,
    name: name === null ? null : digestOf(kind, name),
    amounts: [byId, byReceipt].filter((one) => one !== null),
  }
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
