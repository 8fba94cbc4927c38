/** The stored lines that a paid attempt may mean, and the marks of the line that it makes. */
import type { StoredAttempt } from '../../domain/attempts/attempt.js'
import { lineOfAttempt, type LineOfAttempt, type PaidMoney } from '../../domain/attempts/paid-line.js'
import { foldedReceipt, isSameReceipt } from '../../domain/payments/receipt-spelling.js'
import { type AccountLine, isUncounted } from '../../domain/reconciliation/account-line.js'
import { type LineMarks, markKinds } from '../../domain/reconciliation/line-key.js'
import { attempts } from '../../repository/aggregates/attempts.js'
import type { FinanceRepository } from '../../repository/finance-port.js'
import type { MovementReads } from '../accounts/store-movement.js'

/** The line of an attempt's money that is stored already: none, or one; or the reason for which people have to look into it. */
export type StoredMoney = { readonly line: AccountLine | null } | { readonly doubt: string }

const doubts = {
  other: 'Two attempts have one receipt; a person has to look into the second one.',
  duplicate: 'The money of an attempt may be a line that is held; a person has to look into both.',
} as const

/** Returns true where the line of another attempt has this receipt, and not from a hint alone. */
async function isReceiptOfOther(
  finance: FinanceRepository,
  { id, account }: StoredAttempt,
  receipt: string,
): Promise<boolean> {
  const holders = await finance.findRows(attempts, 'receiptKey', [foldedReceipt(receipt)])
  return holders.some(({ row }) => row.id !== id && row.account === account && row.receipt === 'proved')
}

/** Returns true for a line that a paid attempt may take: it is money, or becomes money by it. */
function isTakable(line: AccountLine): boolean {
  return !isUncounted(line) || (line.outcome === 'unproved' && line.status === 'open')
}

/** Returns those lines that no other attempt has. */
async function withoutOthers(
  finance: FinanceRepository,
  lines: readonly AccountLine[],
  { id }: Pick<StoredAttempt, 'id'>,
): Promise<AccountLine[]> {
  if (lines.length === 0) return []
  const holders = await finance.findRows(
    attempts,
    'lineKey',
    lines.map(({ key }) => key),
  )
  const keysOfOthers = new Set(holders.filter(({ row }) => row.id !== id).map(({ row }) => row.lineKey))
  return lines.filter(({ key }) => !keysOfOthers.has(key))
}

/** Sorts lines by age, the oldest first, and those that are no money yet last. */
function byProofAndAge(a: AccountLine, b: AccountLine): number {
  if (isUncounted(a) !== isUncounted(b)) return isUncounted(a) ? 1 : -1
  return a.createdAt < b.createdAt || (a.createdAt === b.createdAt && a.key < b.key) ? -1 : 1
}

/**
 * Finds the line of an attempt's money: of a receipt the credit of the account with that receipt, amount and currency; without one
 * the oldest credit since the attempt began whose reference is what the attempt sent. Money that only a hint had reported comes last.
 */
export async function storedMoney(
  reads: MovementReads,
  attempt: StoredAttempt,
  money: PaidMoney,
  valueDate: string,
): Promise<StoredMoney> {
  const { finance } = reads
  const { key, marks } = lineOfAttempt(attempt, money, { direction: 'credit', valueDate })
  if (money.receipt !== null && (await isReceiptOfOther(finance, attempt, money.receipt)))
    return { doubt: doubts.other }
  const kind = money.receipt === null ? 'reference' : 'receipt'
  const mark = marks[kind]
  const sought = mark ? [mark.whole, ...(mark.name === null ? [] : [mark.name])] : []
  const marked = sought.length > 0 ? await finance.markedLines(kind, sought) : []
  const ofKey = await finance.findLines([key])
  const lines = [...new Map([...marked.map(({ line }) => line), ...ofKey].map((line) => [line.key, line])).values()]
  const isMeant = (line: AccountLine) => {
    const isSameMoney = line.account === attempt.account && line.direction === 'credit' && line.amount === money.amount
    if (!isSameMoney || line.currency !== money.currency || !isTakable(line)) return false
    if (money.receipt !== null) return isSameReceipt(line.providerTransactionId, money.receipt)
    return line.key === key || (line.reference === attempt.reference && line.createdAt >= attempt.createdAt)
  }
  const newest = reads.newestOf(lines)
  const meant = newest.filter(isMeant).sort(byProofAndAge)
  const [line] = await withoutOthers(finance, meant, attempt)
  if (line) return { line }
  if (money.receipt !== null && meant.length > 0) return { doubt: doubts.other }
  // A line of this key is stored, and is no money: none can be stored beside it.
  return newest.some((stored) => stored.key === key) ? { doubt: doubts.duplicate } : { line: null }
}

/** Returns the marks of new lines of an account: a name marks only the first line that has it. */
export async function marksOf(
  finance: Pick<FinanceRepository, 'markedLines'>,
  account: string,
  lines: readonly LineOfAttempt[],
): Promise<ReadonlyMap<string, LineMarks>> {
  const marksOfWrite = new Set<string>()
  const stored = new Map<string, LineMarks>()
  for (const { key, marks } of lines) {
    const chosen: Record<string, string> = {}
    for (const kind of markKinds) {
      const mark = marks[kind]
      if (!mark) continue
      const { name, whole } = mark
      const isNamed = async () =>
        (await finance.markedLines(kind, [name!])).some(({ line }) => line.account === account)
      const isWhole = name === null || marksOfWrite.has(`${kind} ${name}`) || (await isNamed())
      chosen[kind] = isWhole ? whole : name
      if (name !== null) marksOfWrite.add(`${kind} ${name}`)
    }
    stored.set(key, chosen as LineMarks)
  }
  return stored
}
