/** The stored lines that a paid attempt may mean, and the marks of the line that it makes. */
import type { AccountKey, AccountMove } from '../../domain/accounts/account.js'
import type { StoredAttempt } from '../../domain/attempts/attempt.js'
import {
  type FeeOfMoney,
  hasFee,
  lineOfAttempt,
  type LineOfAttempt,
  type PaidMoney,
} from '../../domain/attempts/paid-line.js'
import { foldedReceipt, isSameReceipt } from '../../domain/payments/receipt-spelling.js'
import { type AccountLine, isUncounted } from '../../domain/reconciliation/account-line.js'
import type { OriginalLine } from '../../domain/reconciliation/duplicates.js'
import { type LineMarks, type MarkKind, markKinds } from '../../domain/reconciliation/line-key.js'
import { attempts } from '../../repository/aggregates/attempts.js'
import type { FinanceRepository } from '../../repository/finance-port.js'
import type { RunFinance } from '../../repository/run-port.js'
import type { MovementReads } from '../accounts/store-movement.js'
import { findArchivedByMarks, findArchivedLines } from '../archived/archived-lines.js'

/** The line of an attempt's money that is stored already: none, or one; or the reason for which people have to look into it. */
export type StoredMoney = { readonly line: AccountLine | null } | { readonly doubt: string }

export const doubts = {
  other: 'Two attempts have one receipt; a person has to look into the second one.',
  archived: 'The money of an attempt has the receipt of a line that was archived; a person has to look into both.',
  duplicate: 'The money of an attempt may be a line that is held; a person has to look into both.',
  differs: 'A provider reported other money of an attempt that is paid; a person has to look into it.',
  twice:
    'The money of an attempt is on two lines of its account; a person has to take the allocations of one of them back.',
  feeTwice: 'The fee of an attempt is on two lines of its account; a person has to decide which one counts.',
} as const

/** Makes the move of an account that raises its row and changes nothing else. */
export function raised({ account, currency }: AccountKey): AccountMove {
  return { account, currency, change: 0n, day: null, isRaised: true }
}

/** Returns true where the line of another attempt has this receipt, and not from a hint alone. */
export async function isReceiptOfOther(
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

/** Returns those lines that no other attempt has as its money, or as its fee. */
async function withoutOthers(
  finance: Pick<RunFinance, 'findRows'>,
  field: 'lineKey' | 'feeKey',
  lines: readonly AccountLine[],
  { id }: Pick<StoredAttempt, 'id'>,
): Promise<AccountLine[]> {
  if (lines.length === 0) return []
  const keys = lines.map(({ key }) => key)
  const holders = await finance.findRows(attempts, field, keys)
  const keysOfOthers = new Set(holders.filter(({ row }) => row.id !== id).map(({ row }) => row[field]))
  return lines.filter(({ key }) => !keysOfOthers.has(key))
}

/** Sorts lines by age, the oldest first, and those that are no money yet last. */
function byProofAndAge(a: AccountLine, b: AccountLine): number {
  if (isUncounted(a) !== isUncounted(b)) return isUncounted(a) ? 1 : -1
  return a.createdAt < b.createdAt || (a.createdAt === b.createdAt && a.key < b.key) ? -1 : 1
}

/** Reads the stored lines that may be this movement of an attempt, by its marks of these kinds and by its key. */
async function readMarked(
  { finance, newestOf }: MovementReads,
  { key, marks }: LineOfAttempt,
  kinds: readonly MarkKind[],
): Promise<AccountLine[]> {
  const readByMarks = kinds.map(async (kind) => {
    const mark = marks[kind]
    if (!mark) return []
    const marked = await finance.markedLines(kind, mark.name === null ? [mark.whole] : [mark.whole, mark.name])
    return marked.map(({ line }) => line)
  })
  const read = (await Promise.all([finance.findLines([key]), ...readByMarks])).flat()
  return newestOf([...new Map(read.map((line) => [line.key, line])).values()])
}

type SoughtMoney = Pick<AccountLine, 'account' | 'direction' | 'amount' | 'currency'>

function isSameMoney(line: AccountLine, { account, direction, amount, currency }: SoughtMoney): boolean {
  return (
    line.account === account && line.direction === direction && line.amount === amount && line.currency === currency
  )
}

/** Returns true where a line that was moved to other tables is the movement, by its key or its receipt: it has counted. */
export async function isArchivedMoney(
  finance: Pick<RunFinance, 'findRows'>,
  account: string,
  { key, marks, line }: LineOfAttempt,
): Promise<boolean> {
  const { receipt } = marks
  const ofReceipt = receipt ? (receipt.name === null ? [receipt.whole] : [receipt.whole, receipt.name]) : []
  const [ofKey, marked] = await Promise.all([
    findArchivedLines(finance, [key]),
    findArchivedByMarks(finance, 'receipt', ofReceipt),
  ])
  // Of any amount: no other money has its receipt.
  const isMovement = ({ account: other, direction, providerTransactionId }: OriginalLine) =>
    other === account &&
    direction === line.direction &&
    isSameReceipt(providerTransactionId, line.providerTransactionId)
  return ofKey.length > 0 || marked.some((one) => isMovement(one.line))
}

/**
 * Finds the line of an attempt's money: of a receipt the credit of the account with that receipt, amount and currency. Else the
 * oldest credit since the attempt began whose reference is what the attempt sent; of a receipt, one that has none. Money that only a
 * hint had reported comes last.
 */
export async function storedMoney(
  reads: MovementReads,
  attempt: StoredAttempt,
  money: PaidMoney,
  valueDate: string,
): Promise<StoredMoney> {
  const { finance } = reads
  const { receipt } = money
  const { account, reference, createdAt } = attempt
  const sought = lineOfAttempt(attempt, money, { direction: 'credit', valueDate })
  const [isOfOther, read] = await Promise.all([
    receipt !== null && isReceiptOfOther(finance, attempt, receipt),
    readMarked(reads, sought, receipt === null ? ['reference'] : ['receipt', 'reference']),
  ])
  if (isOfOther) return { doubt: doubts.other }
  const takable = read.filter(
    (line) => isSameMoney(line, { ...money, account, direction: 'credit' }) && isTakable(line),
  )
  const ofReceipt = takable.filter((line) => receipt !== null && isSameReceipt(line.providerTransactionId, receipt))
  const ofReference = takable.filter((line) => {
    if (receipt !== null && line.providerTransactionId !== undefined) return false
    return line.key === sought.key || (line.reference === reference && line.createdAt >= createdAt)
  })
  const free = async (lines: readonly AccountLine[]) =>
    (await withoutOthers(finance, 'lineKey', [...lines].sort(byProofAndAge), attempt))[0]
  const line = await free(ofReceipt)
  if (line) return { line }
  if (ofReceipt.length > 0) return { doubt: doubts.other }
  const lineOfReference = await free(ofReference)
  if (lineOfReference) return { line: lineOfReference }
  // A line of this key is stored, and is no money: none can be stored beside it.
  if (read.some(({ key }) => key === sought.key)) return { doubt: doubts.duplicate }
  return (await isArchivedMoney(finance, account, sought)) ? { doubt: doubts.archived } : { line: null }
}

/** Finds the credit of an account with a receipt that is not the attempt's own line: the same money, known twice; `null`: none. */
export async function secondLineOf(
  reads: MovementReads,
  attempt: StoredAttempt,
  money: PaidMoney,
  valueDate: string,
): Promise<AccountLine | null> {
  const sought = lineOfAttempt(attempt, money, { direction: 'credit', valueDate })
  const lines = await readMarked(reads, sought, ['receipt'])
  const isSecond = (line: AccountLine) =>
    line.key !== attempt.lineKey &&
    isSameMoney(line, { ...money, account: attempt.account, direction: 'credit' }) &&
    isSameReceipt(line.providerTransactionId, money.receipt ?? undefined)
  return lines.find((line) => isSecond(line) && isTakable(line)) ?? null
}

/** Finds the fee of an attempt's money among the debits of its account with the receipt; a new one where there is none. */
export async function feeOfMoney(
  reads: MovementReads,
  attempt: StoredAttempt,
  money: PaidMoney,
  valueDate: string,
): Promise<FeeOfMoney | null> {
  if (!hasFee(money)) return null
  const { receipt, currency, fee: amount } = money
  const { account } = attempt
  const sought = lineOfAttempt(attempt, { ...money, amount }, { direction: 'debit', valueDate })
  const read = await readMarked(reads, sought, receipt === null ? [] : ['receipt'])
  const isMeant = (line: AccountLine) =>
    isSameMoney(line, { account, direction: 'debit', amount, currency }) &&
    isTakable(line) &&
    (line.key === sought.key || isSameReceipt(line.providerTransactionId, receipt ?? undefined))
  const meant = read.filter(isMeant).sort(byProofAndAge)
  const [line] = await withoutOthers(reads.finance, 'feeKey', meant, attempt)
  if (line) return { key: line.key, is: 'stored', line: line.status === 'open' ? line : null }
  // What is stored under this key is held as a possible duplicate, or is another attempt's.
  const isStored = read.some(({ key }) => key === sought.key)
  if (isStored || (await isArchivedMoney(reads.finance, account, sought))) return null
  return { key: sought.key, is: 'new', money }
}

/**
 * Finds the debit of a statement that is the fee of an attempt, known a second time: it came before the receipt of the money was
 * known. `null`: there is none, or a debit has met the fee.
 */
export async function secondFeeOf(
  finance: Pick<RunFinance, 'findLines' | 'findRows' | 'markedLines'>,
  attempt: StoredAttempt,
  receipt: string,
): Promise<AccountLine | null> {
  const { account, feeKey, feeMetBy } = attempt
  if (feeKey === null || feeMetBy !== null) return null
  const [fee] = await finance.findLines([feeKey])
  if (!fee) return null
  const { amount, currency, valueDate } = fee
  const bookedAt = fee.bookedAt ?? fee.createdAt
  const sought = lineOfAttempt(attempt, { amount, currency, receipt, bookedAt }, { direction: 'debit', valueDate })
  const { name, whole } = sought.marks.receipt!
  const marked = await finance.markedLines('receipt', name === null ? [whole] : [whole, name])
  const keys = new Set(marked.map(({ line }) => line.key))
  const isSecond = (line: AccountLine) =>
    line.key !== feeKey &&
    isSameMoney(line, { account, direction: 'debit', amount, currency }) &&
    isSameReceipt(line.providerTransactionId, receipt) &&
    !isUncounted(line)
  const debits = (await finance.findLines([...keys])).filter(isSecond).sort(byProofAndAge)
  return (await withoutOthers(finance, 'feeKey', debits, attempt))[0] ?? null
}

/** Returns the marks of new lines of an account: a name marks only the first line that has it. */
export async function marksOf(
  finance: Pick<FinanceRepository, 'markedLines'>,
  account: string,
  lines: readonly LineOfAttempt[],
): Promise<ReadonlyMap<string, LineMarks>> {
  const storedNames = await Promise.all(markKinds.map((kind) => namesOfAccount(finance, account, kind, lines)))
  const marksOfWrite = new Set<string>()
  const stored = new Map<string, LineMarks>()
  for (const { key, marks } of lines) {
    const chosen: Record<string, string> = {}
    for (const [place, kind] of markKinds.entries()) {
      const mark = marks[kind]
      if (!mark) continue
      const { name, whole } = mark
      const isWhole = name === null || marksOfWrite.has(`${kind} ${name}`) || storedNames[place]!.has(name)
      chosen[kind] = isWhole ? whole : name
      if (name !== null) marksOfWrite.add(`${kind} ${name}`)
    }
    stored.set(key, chosen as LineMarks)
  }
  return stored
}

/** Returns those names of these lines that mark a stored line of the account. */
async function namesOfAccount(
  finance: Pick<FinanceRepository, 'markedLines'>,
  account: string,
  kind: MarkKind,
  lines: readonly LineOfAttempt[],
): Promise<ReadonlySet<string>> {
  const names = new Set(lines.flatMap(({ marks }) => marks[kind]?.name ?? []))
  const marked = names.size > 0 ? await finance.markedLines(kind, [...names]) : []
  return new Set(marked.flatMap(({ mark, line }) => (line.account === account ? [mark] : [])))
}
