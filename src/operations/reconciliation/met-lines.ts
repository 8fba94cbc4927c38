/** The stored lines that a record of a statement meets: those of attempts, and those that only a hint had reported. */
import type { StoredAttempt } from '../../domain/attempts/attempt.js'
import { foldedReceipt, isSameReceipt } from '../../domain/payments/receipt-spelling.js'
import type { AccountLine } from '../../domain/reconciliation/account-line.js'
import { moneyText } from '../../domain/reconciliation/line-key.js'
import type { StatementLine } from '../../domain/reconciliation/statement-line.js'
import { attempts } from '../../repository/aggregates/attempts.js'
import { maxKeys } from '../../repository/checks.js'
import type { RunFinance } from '../../repository/run-port.js'
import { hasAttempts } from '../attempts/has-attempts.js'
import type { ReadLine } from './batches.js'
import { findAccountLines } from './look-up.js'

/** The line of an attempt that a record meets; or a line that only a hint had reported. */
export type Meeting =
  | { readonly kind: 'attempt'; readonly attempt: StoredAttempt; readonly line: AccountLine }
  | { readonly kind: 'unproved'; readonly line: AccountLine }

const codeShape = /^[A-HJ-NP-Z2-9]{10}$/

function byAge(a: StoredAttempt, b: StoredAttempt): number {
  return a.createdAt < b.createdAt || (a.createdAt === b.createdAt && a.id < b.id) ? -1 : 1
}

function hasSameMoney(line: AccountLine, record: StatementLine): boolean {
  return line.direction === record.direction && line.amount === record.amount && line.currency === record.currency
}

/** The attempts and the lines that the records of a batch may meet. */
export class MetLines {
  private readonly attempts = new Map<string, StoredAttempt>()
  /** The ids of attempts by what a record may name them with. */
  private readonly ids = new Map<string, Set<string>>()
  private readonly lines = new Map<string, AccountLine>()
  private readonly unprovedKeys = new Set<string>()
  /** The references of the credits that were read, by their receipts, folded: a fee may stand before its money. */
  private readonly referencesOfReceipts = new Map<string, Set<string>>()
  /** The money of the credits that were read, by their receipts, folded. */
  private readonly creditsOfReceipts = new Map<string, Set<string>>()
  /** The money of the records of the batch that may meet a line, with their receipts. */
  private readonly moneyOfReceipts = new Set<string>()
  private isOfAttempts: boolean | null = null

  constructor(private readonly account: string) {}

  /**
   * Reads the attempts that records may mean, with their lines, and the lines of `keys` that only a hint had reported. `stored`
   * records have lines of their own, which may be of attempts too.
   */
  async read(
    finance: RunFinance,
    { added: entries, stored }: { readonly added: readonly ReadLine[]; readonly stored: readonly ReadLine[] },
    unprovedKeys: readonly string[],
  ): Promise<void> {
    this.isOfAttempts ??= await hasAttempts(finance, this.account)
    const records = entries.map(({ line }) => line)
    for (const { line } of [...entries, ...stored]) this.putReceipt(line)
    const references = records.flatMap(({ reference }) => reference ?? [])
    const receipts = records.flatMap(({ providerTransactionId }) =>
      providerTransactionId === undefined ? [] : foldedReceipt(providerTransactionId),
    )
    if (this.isOfAttempts) {
      for (const record of records) this.putMoney(record)
      await this.readAttempts(finance, 'reference', references)
      await this.readAttempts(finance, 'receiptKey', receipts)
      await this.readAttempts(
        finance,
        'metBy',
        entries.map(({ key }) => key),
      )
      const credits = stored.filter(({ line }) => line.direction === 'credit')
      await this.readAttempts(
        finance,
        'lineKey',
        credits.map(({ key }) => key),
      )
      for (const entry of credits) if (this.attemptOfLine(entry)) this.putMoney(entry.line)
      await this.readAttempts(
        finance,
        'feeMetBy',
        entries.flatMap(({ line, key }) => (line.direction === 'debit' ? [key] : [])),
      )
    }
    const keys = [...this.attempts.values()].flatMap(({ account, lineKey, feeKey }) =>
      account === this.account ? [lineKey, feeKey].filter((key) => key !== null) : [],
    )
    for (const key of unprovedKeys) this.unprovedKeys.add(key)
    for (const line of await findAccountLines(finance, [...new Set([...keys, ...unprovedKeys])])) this.putLine(line)
  }

  /** Reads the attempts whose codes records have: also those of stored lines that the rules decide again. */
  async readCodes(finance: RunFinance, entries: readonly ReadLine[]): Promise<void> {
    const references = entries.flatMap(({ line }) => line.reference ?? [])
    const codes = references.filter((reference) => codeShape.test(reference))
    await this.readAttempts(finance, 'code', codes)
  }

  private putReceipt(record: StatementLine): void {
    const { direction, providerTransactionId, reference } = record
    if (direction === 'debit' || providerTransactionId === undefined) return
    const receipt = foldedReceipt(providerTransactionId)
    const credits = this.creditsOfReceipts.get(receipt)
    if (credits) credits.add(moneyText(record))
    else this.creditsOfReceipts.set(receipt, new Set([moneyText(record)]))
    if (reference === undefined) return
    const references = this.referencesOfReceipts.get(receipt)
    if (references) references.add(reference)
    else this.referencesOfReceipts.set(receipt, new Set([reference]))
  }

  /** Adds the money of a record with a receipt that is in the batch, and has not its own line. */
  private putMoney(record: StatementLine): void {
    const { providerTransactionId } = record
    if (providerTransactionId !== undefined)
      this.moneyOfReceipts.add(`${moneyText(record)} ${foldedReceipt(providerTransactionId)}`)
  }

  private async readAttempts(finance: RunFinance, field: string, values: readonly string[]): Promise<void> {
    const sought = [...new Set(values)]
    for (let first = 0; first < sought.length; first += maxKeys)
      for (const { row } of await finance.findRows(attempts, field, sought.slice(first, first + maxKeys)))
        this.putAttempt(row)
  }

  /** Adds an attempt; an older version changes nothing. */
  putAttempt(attempt: StoredAttempt): void {
    if ((this.attempts.get(attempt.id)?.version ?? 0) > attempt.version) return
    this.attempts.set(attempt.id, attempt)
    const { id, reference, code, receiptKey, lineKey, metBy, feeMetBy } = attempt
    const keys = [`key ${lineKey}`, `key ${metBy}`, `key ${feeMetBy}`]
    for (const name of [`reference ${reference}`, `reference ${code}`, `receipt ${receiptKey}`, ...keys]) {
      const ids = this.ids.get(name)
      if (ids) ids.add(id)
      else this.ids.set(name, new Set([id]))
    }
  }

  /** Returns the attempts that may be meant by these names, the oldest first. */
  private named(names: readonly string[]): StoredAttempt[] {
    const ids = new Set(names.flatMap((name) => [...(this.ids.get(name) ?? [])]))
    return Array.from(ids, (id) => this.attempts.get(id)!).sort(byAge)
  }

  /** Adds a line as it is stored now. */
  putLine(line: AccountLine): void {
    if ((this.lines.get(line.key)?.version ?? 0) <= line.version) this.lines.set(line.key, line)
  }

  /** Returns the references of the payments of attempts whose code a record of the batch has. */
  referencesOfCodes(): string[] {
    return [...this.attempts.values()].map(({ paymentReference }) => paymentReference)
  }

  /** Returns the attempt whose code is the reference of a credit: the line belongs to its payment. */
  attemptOfCode({ line }: Pick<ReadLine, 'line'>): StoredAttempt | null {
    if (line.direction !== 'credit' || line.reference === undefined || !codeShape.test(line.reference)) return null
    return this.named([`reference ${line.reference}`]).find(({ code }) => code === line.reference) ?? null
  }

  /** Returns the attempt that a credit pays where it counts: it has the attempt's code, amount and currency. */
  attemptPaidBy(entry: Pick<ReadLine, 'line'>): StoredAttempt | null {
    const attempt = this.attemptOfCode(entry)
    if (!attempt || attempt.status === 'paid') return null
    const { amount, currency } = entry.line
    return attempt.amount === amount && attempt.currency === currency ? attempt : null
  }

  /** Returns the line that a record meets; `null` where it is a movement of its own. */
  meetingOf(entry: ReadLine): Meeting | null {
    const unproved = this.unprovedOf(entry)
    if (unproved) return { kind: 'unproved', line: unproved }
    const { line: record, key } = entry
    if (this.attempts.size === 0) return null
    const { providerTransactionId: receipt, reference } = record
    const references = this.referencesNaming(record)
    const names = [
      `key ${key}`,
      ...(receipt === undefined ? [] : [`receipt ${foldedReceipt(receipt)}`]),
      ...references.map((named) => `reference ${named}`),
    ]
    const ofAccount = this.named(names).filter(({ account }) => account === this.account)
    if (record.direction === 'debit') return this.feeOf(entry, ofAccount, references)
    const candidates = ofAccount.flatMap((attempt): (Meeting & { kind: 'attempt' })[] => {
      const line = attempt.lineKey === null ? undefined : this.lines.get(attempt.lineKey)
      // A line with its code may have paid it on another account.
      const isOfAccount = line?.account === this.account
      return isOfAccount && hasSameMoney(line, record) ? [{ kind: 'attempt', attempt, line }] : []
    })
    const isOfReceipt = ({ attempt }: (typeof candidates)[number]) =>
      receipt !== undefined && attempt.receiptKey !== null && isSameReceipt(attempt.receiptKey, receipt)
    if (candidates.some(({ line }) => line.key === key)) {
      const toProve = this.attemptOfLine(entry)
      return candidates.find(({ attempt }) => attempt.id === toProve?.id) ?? null
    }
    return (
      candidates.find(({ attempt }) => attempt.metBy === key) ??
      (entry.isRepeated ? undefined : candidates.find(isOfReceipt)) ??
      candidates.find(
        ({ attempt }) =>
          attempt.receipt !== 'proved' &&
          // A record without a receipt meets a line once; one with a receipt is the same money, known better.
          (attempt.metBy === null || receipt !== undefined) &&
          reference !== undefined &&
          [attempt.reference, attempt.code].includes(reference) &&
          !this.isToBeMet(attempt, record),
      ) ??
      null
    )
  }

  /** Returns the attempt whose line is stored under the key of a credit, where this record says more of the line than is known. */
  private attemptOfLine({ line: { providerTransactionId }, key }: ReadLine): StoredAttempt | null {
    const isOfLine = ({ lineKey, account }: StoredAttempt) => lineKey === key && account === this.account
    const attempt = this.named([`key ${key}`]).find(isOfLine)
    if (!attempt || attempt.receipt === 'proved' || attempt.metBy === key) return null
    return attempt.metBy === null || providerTransactionId !== undefined ? attempt : null
  }

  /** Returns true where another record of the batch has the receipt that a hint reported of an attempt's line: that one meets it. */
  private isToBeMet({ receipt, receiptKey }: StoredAttempt, record: StatementLine): boolean {
    return receipt === 'hint' && receiptKey !== null && this.moneyOfReceipts.has(`${moneyText(record)} ${receiptKey}`)
  }

  /** Returns the references by which a record may name an attempt: a debit also by the credit that has its receipt. */
  private referencesNaming({ direction, providerTransactionId, reference }: StatementLine): string[] {
    const ownReferences = reference === undefined ? [] : [reference]
    if (direction === 'credit' || providerTransactionId === undefined) return ownReferences
    return [...ownReferences, ...(this.referencesOfReceipts.get(foldedReceipt(providerTransactionId)) ?? [])]
  }

  /** Returns the fee that a debit meets: it met it before, or no other debit did. */
  private feeOf(
    { line: record, key, isRepeated }: ReadLine,
    ofAccount: readonly StoredAttempt[],
    references: readonly string[],
  ): Meeting | null {
    const { providerTransactionId: receipt } = record
    const fees = ofAccount.flatMap((attempt): (Meeting & { kind: 'attempt' })[] => {
      const line = attempt.feeKey === null ? undefined : this.lines.get(attempt.feeKey)
      return line && hasSameMoney(line, record) ? [{ kind: 'attempt', attempt, line }] : []
    })
    const unmet = isRepeated ? [] : fees.filter(({ attempt }) => attempt.feeMetBy === null)
    return (
      fees.find(({ attempt }) => attempt.feeMetBy === key) ??
      unmet.find(({ attempt }) => receipt !== undefined && isSameReceipt(attempt.receiptKey, receipt)) ??
      unmet.find(
        ({ attempt }) =>
          attempt.receipt !== 'proved' &&
          [attempt.reference, attempt.code].some((name) => references.includes(name)) &&
          !this.isToBeMet(attempt, record) &&
          !this.isFeeOfOther(attempt, record),
      ) ??
      null
    )
  }

  /** Returns true where the receipt of a debit is that of credits alone whose money is not the attempt's. */
  private isFeeOfOther({ lineKey }: StoredAttempt, { providerTransactionId }: StatementLine): boolean {
    if (providerTransactionId === undefined || lineKey === null) return false
    const credits = this.creditsOfReceipts.get(foldedReceipt(providerTransactionId))
    const line = this.lines.get(lineKey)
    return credits !== undefined && line !== undefined && !credits.has(moneyText(line))
  }

  /** Returns true for a debit whose receipt, amount and currency are those of a fee that another debit has met. */
  isSecondFee({ line: record, key }: ReadLine): boolean {
    const { direction, providerTransactionId: receipt } = record
    if (direction === 'credit' || receipt === undefined || this.attempts.size === 0) return false
    return this.named([`receipt ${foldedReceipt(receipt)}`]).some(({ account, feeKey, feeMetBy }) => {
      const line = feeKey === null ? undefined : this.lines.get(feeKey)
      return account === this.account && feeMetBy !== null && feeMetBy !== key && line && hasSameMoney(line, record)
    })
  }

  private unprovedOf({ line: record, key, isRepeated }: ReadLine): AccountLine | undefined {
    if (this.lines.size === 0) return undefined
    const isMet = (line: AccountLine) =>
      line.account === this.account &&
      line.outcome === 'unproved' &&
      line.status === 'open' &&
      hasSameMoney(line, record) &&
      (line.key === key ||
        (!isRepeated &&
          record.providerTransactionId !== undefined &&
          isSameReceipt(line.providerTransactionId, record.providerTransactionId)))
    const { providerTransactionId } = record
    const keys = [key, ...(providerTransactionId === undefined ? [] : this.unprovedKeys)]
    for (const other of keys) {
      const line = this.lines.get(other)
      if (line && isMet(line)) return line
    }
    return undefined
  }
}
