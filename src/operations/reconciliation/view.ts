import { answerToRun, type AccountLine, isOnItsWay, type RunAnswer } from '../../domain/reconciliation/account-line.js'
import { duplicateReasons } from '../../domain/reconciliation/duplicates.js'
import { byAge, type Candidates, classOf } from '../../domain/reconciliation/matching.js'
import type { NamedRefunds } from '../../domain/reconciliation/refund-matching.js'
import { referenceTokens } from '../../domain/reconciliation/narration.js'
import { PaymentsOfReference } from '../../domain/reconciliation/payments-of-reference.js'
import type { Payment } from '../../domain/payments/payment.js'
import { nextLineKey } from '../../domain/reconciliation/line-key.js'
import { foldedReceipt, isSameReceipt, receiptKey } from '../../domain/payments/receipt-spelling.js'
import type { StatementLine } from '../../domain/reconciliation/statement-line.js'
import { transitsNamedBy } from '../../domain/reconciliation/transit-matching.js'
import { isPossibleReference } from '../../domain/text.js'
import { PaymentError } from '../../errors.js'
import type { RunFinance } from '../../repository/run-port.js'
import type { RunContext } from '../context.js'
import type { Reconciliation } from '../input/reconcile-options.js'
import type { Entry, ReadLine } from './batches.js'
import { findAccountLines, findLines, findPayments, linesProvedBy } from './look-up.js'
import type { ArchivedLine } from '../../repository/aggregates/archived-lines.js'
import { AccountRows } from '../accounts/account-rows.js'
import { findArchivedLines } from '../archived/archived-lines.js'
import { linesOnTheirWay } from '../lines/all-lines.js'
import { Originals, type OriginalsOfRun } from './originals.js'
import { type Meeting, MetLines } from './met-lines.js'
import { addTo, readRefunds, RefundsOfBatch } from './named-refunds.js'

/** The repository that a run reads and writes. */
type Storage = Pick<RunContext, 'repository' | 'finance'>

type ReferencesOf = Reconciliation['referencesOf']

/** The most references that a line may name: one line pays at most so many bills. */
const maxNamed = 5000

/** Returns the references that a line may name where its transaction and its reference find no payment. */
function namedReferences(line: StatementLine, referencesOf: ReferencesOf): readonly string[] {
  if (!referencesOf) return line.narration === undefined ? [] : referenceTokens(line.narration)
  try {
    const named: unknown = referencesOf({ ...line })
    if (Array.isArray(named) && named.every((name) => typeof name === 'string')) {
      return [...new Set<string>(named)].filter(isPossibleReference)
    }
  } catch (cause) {
    throw new PaymentError('internal_error', 'referencesOf threw; nothing of this line was written.', { cause })
  }
  throw new PaymentError('internal_error', 'referencesOf must return a list of references.')
}

const problems = {
  receipt: 'its transaction id and its reference find different payments',
  names: `names more than ${maxNamed} references`,
} as const

/**
 * Returns true where receipt and reference find different payments. Either may be wrong: a receipt of another channel, of
 * another movement, or a reference that was mistyped.
 */
function contradicts(paid: readonly Payment[], reference: string): boolean {
  return paid.some((payment) => payment.reference !== reference)
}

/** The payments that the lines of one batch may mean, as they are after each line that was written. */
export class View {
  private readonly payments = new Map<string, Payment>()
  private readonly references = new Map<string, PaymentsOfReference>()
  /** The payments by their receipts, folded. */
  private readonly transactions = new Map<string, Set<string>>()
  private readonly named = new Map<StatementLine, readonly string[]>()
  /** The stored lines by key; `null` for one that is stored as a key alone. */
  private readonly stored = new Map<string, AccountLine | null>()
  /** The receipts of lines that were moved to other tables, by their keys. */
  private readonly archivedReceipts = new Map<string, string | undefined>()
  /** The transfers on their way to the account of the run. */
  private transits = new Map<string, AccountLine>()
  readonly met: MetLines
  readonly refunds = new RefundsOfBatch((id) => this.payments.get(id))

  constructor(
    private readonly referencesOf: ReferencesOf,
    readonly originals: Originals,
    /** The rows of the run's account; `null` where no line is stored whole. */
    readonly accounts: AccountRows | null = null,
  ) {
    this.met = new MetLines(originals.account)
  }

  /** Adds a payment. An older version changes nothing: a host's open transaction may read what was there when it began. */
  put(payment: Payment): void {
    const { id, reference } = payment
    if ((this.payments.get(id)?.version ?? 0) > payment.version) return
    this.payments.set(id, payment)
    let ofReference = this.references.get(reference)
    if (!ofReference) this.references.set(reference, (ofReference = new PaymentsOfReference()))
    ofReference.put(payment)
    addTo(this.transactions, receiptKey(payment), id)
  }

  /** Adds a line as it is stored now; `null` for its key alone. */
  putLine(key: string, line: AccountLine | null): void {
    this.stored.set(key, line)
  }

  /** Adds a line that was moved to other tables: it counts, and keeps its receipt. */
  putArchived({ lineKey, providerTransactionId }: ArchivedLine): void {
    this.archivedReceipts.set(lineKey, providerTransactionId)
  }

  /** Replaces the transfers on their way to the account of the run. */
  putTransits(transits: readonly AccountLine[]): void {
    this.transits = new Map(transits.map((transit) => [transit.key, transit]))
  }

  /** Leaves out transfers that a credit has settled. */
  settleTransits(keys: readonly string[]): void {
    for (const key of keys) this.transits.delete(key)
  }

  /** Returns the transfers on their way that a credit names. */
  transitsOf({ line }: ReadLine): readonly AccountLine[] {
    return transitsNamedBy(line, [...this.transits.values()])
  }

  /** Returns the line where it is stored whole. */
  lineOf(key: string): AccountLine | null {
    return this.stored.get(key) ?? null
  }

  /**
   * Returns the answer of this run to a line as it is stored; `null` where the rules decide it. A key alone is a line that
   * counted.
   */
  answerTo(key: string): RunAnswer | null {
    const line = this.stored.get(key)
    if (line === undefined) return null
    return line ? answerToRun(line) : 'already_reconciled'
  }

  /**
   * Returns the stored line that a record meets; `null` where it is a movement of its own, or its own line is stored. That line
   * is met where it is an attempt's and nothing has proved its receipt.
   */
  meetingOf(entry: ReadLine): Meeting | null {
    const meeting = this.met.meetingOf(entry)
    const isOther = meeting?.line.key !== entry.key
    return meeting?.kind === 'attempt' && isOther && this.stored.has(entry.key) ? null : meeting
  }

  /** Returns true where the line under the entry's key was corrected to another receipt: the entry is another movement. */
  isCorrected({ key, line: { providerTransactionId: receipt } }: ReadLine): boolean {
    const stored = this.lineOf(key)?.providerTransactionId ?? this.archivedReceipts.get(key)
    return (
      receipt !== undefined && stored !== undefined && key.startsWith('receipt:') && !isSameReceipt(stored, receipt)
    )
  }

  /** Returns the answer of this run to a line of a file; `null` where the rules decide it, or it meets another line. */
  answerToEntry(entry: ReadLine): RunAnswer | null {
    return this.meetingOf(entry) ? null : this.answerTo(entry.key)
  }

  /** Returns the reason for which a new line is held as a possible duplicate; `null` where it is a movement of its own. */
  duplicateReason(entry: ReadLine): string | null {
    return this.originals.reasonOf(entry) ?? (this.met.isSecondFee(entry) ? duplicateReasons.receipt : null)
  }

  /** The number of lines that are known to be stored. */
  get storedLines(): number {
    return this.stored.size
  }

  /** Returns a payment that was read. */
  paymentOf(id: string): Payment | undefined {
    return this.payments.get(id)
  }

  /** Counts the known payments of these references. */
  sizeOf(references: Iterable<string>): number {
    let size = 0
    for (const reference of references) size += this.references.get(reference)?.size ?? 0
    return size
  }

  /**
   * Returns the payments that a line may mean, by the strongest rule that finds any: the provider's transaction, the reference,
   * then the narration. A transaction that another line has already counts for less than a reference.
   */
  candidatesOf(entry: ReadLine): Candidates {
    const { line } = entry
    const { providerTransactionId: transaction, reference } = line
    const ofCode = this.met.attemptOfCode(entry)
    const payment = ofCode && this.payments.get(ofCode.paymentId)
    if (payment) return { rule: 'reference', payments: [payment], problem: null }
    const ofReference = this.paymentsOfReference(reference)
    const withReceipt = this.paymentsWithReceipt(transaction)
    const isContradicted = ofReference !== undefined && contradicts(withReceipt, reference!)
    if (withReceipt.length > 0 && !(isContradicted && this.originals.hasReceiptOfOther(entry))) {
      const rule = 'transaction_id'
      if (!isContradicted) return { rule, payments: withReceipt, problem: null }
      const payments = [...new Set([...withReceipt, ...ofReference.all()])].sort(byAge)
      return { rule, payments, problem: problems.receipt }
    }
    if (ofReference) return { rule: 'reference', payments: ofReference.candidatesFor(line, true), problem: null }
    const names = this.namesOf(line)
    if (names.length > maxNamed) return { rule: 'narration', payments: [], problem: problems.names }
    const ofNames = names.flatMap((name) => this.references.get(name) ?? [])
    const payments = ofNames.flatMap((named) => named.candidatesFor(line, ofNames.length === 1))
    if (ofNames.length > 1) payments.sort(byAge)
    return { rule: payments.length > 0 ? 'narration' : null, payments, problem: null }
  }

  /** Returns true where the line's transaction or its own reference finds a payment, so that its narration does not matter. */
  hasPaymentsOf({ providerTransactionId: transaction, reference }: StatementLine): boolean {
    return this.paymentsWithReceipt(transaction).length > 0 || this.paymentsOfReference(reference) !== undefined
  }

  /**
   * Returns the refunds that a line may mean. The narration of a credit is not searched for them where its own reference or
   * receipt finds a payment with open money.
   */
  refundsOf(entry: ReadLine): NamedRefunds {
    return this.refunds.namedBy(entry.line, () => this.namesOfRefunds(entry))
  }

  private namesOfRefunds(entry: ReadLine): readonly string[] {
    const { line } = entry
    return line.direction === 'credit' && this.hasPaymentsOf(line) && this.isPayable(entry)
      ? []
      : this.namesToLookUp(line)
  }

  /** Returns true where refunds matter to the line: to every debit, and to a credit that no payment takes. */
  mayMeanRefund(entry: ReadLine): boolean {
    if (this.answerTo(entry.key) !== null) return false
    return entry.line.direction === 'debit' || !this.isPayable(entry)
  }

  /** Returns true where a payment that the line may mean takes its money. */
  private isPayable(entry: ReadLine): boolean {
    return this.candidatesOf(entry).payments.some((payment) => classOf(payment) >= 0)
  }

  /** Returns the references to look refunds up by in the narration, where receipt and reference find none. */
  refundNamesOf(entry: ReadLine): readonly string[] {
    return this.refunds.namedBy(entry.line, () => []).refunds.length > 0 ? [] : this.namesOfRefunds(entry)
  }

  siblingsOf(payment: Payment): readonly Payment[] {
    return this.references.get(payment.reference)?.siblingsOf(payment) ?? []
  }

  /** Returns true where another payment of its channel has the line's receipt. */
  isReceiptTaken(
    { id, channel }: Payment,
    { providerTransactionId }: Pick<StatementLine, 'providerTransactionId'>,
  ): boolean {
    return this.paymentsWithReceipt(providerTransactionId).some((other) => other.channel === channel && other.id !== id)
  }

  /** Returns the references that the line names. They are computed once a line: the host's function may be slow. */
  namesOf(line: StatementLine): readonly string[] {
    let named = this.named.get(line)
    if (!named) this.named.set(line, (named = namedReferences(line, this.referencesOf)))
    return named
  }

  /** Returns the references to look up: none for a line that names more than it may. */
  namesToLookUp(line: StatementLine): readonly string[] {
    const named = this.namesOf(line)
    return named.length > maxNamed ? [] : named
  }

  private paymentsOfReference(reference: string | undefined): PaymentsOfReference | undefined {
    return reference === undefined ? undefined : this.references.get(reference)
  }

  /** Returns the payments with this receipt; one that was undone meanwhile has it no longer. */
  private paymentsWithReceipt(transaction: string | undefined): Payment[] {
    const ids = transaction === undefined ? undefined : this.transactions.get(foldedReceipt(transaction))
    if (!ids) return []
    return [...ids]
      .map((id) => this.payments.get(id)!)
      .filter(({ providerTransactionId }) => isSameReceipt(providerTransactionId, transaction))
      .sort(byAge)
  }
}

/** Returns those texts that a payment may have, each once. */
export function possibleTexts(texts: readonly (string | undefined)[]): string[] {
  return [...new Set(texts)].filter((text) => text !== undefined && isPossibleReference(text)) as string[]
}

/** Reads what the lines of a batch may mean. */
export async function viewOf(
  storage: Storage,
  batch: readonly Entry[],
  referencesOf: ReferencesOf,
  run: OriginalsOfRun,
): Promise<View> {
  const { finance } = storage
  const view = new View(referencesOf, new Originals(run), finance && new AccountRows(finance))
  await readInto(
    view,
    storage,
    batch.filter((entry) => entry.line !== null),
  )
  return view
}

/** Reads which of these lines are stored, and of what the others may be duplicates. */
export async function readLines(view: View, storage: Storage, entries: readonly ReadLine[]): Promise<void> {
  const { repository, finance } = storage
  // The account first: what is stored behind it moves it.
  await view.accounts?.read([view.originals.account])
  const counted = new Set<string>()
  for (let toRead = entries; toRead.length > 0; toRead = displaced(view, toRead)) {
    const keys = await findLines(repository, [...new Set(toRead.map(({ key }) => key))])
    const whole = finance ? await findAccountLines(finance, keys) : []
    const lines = new Map(whole.map((line) => [line.key, line]))
    const alone = keys.filter((key) => !lines.has(key))
    if (finance && alone.length > 0)
      for (const archived of await findArchivedLines(finance, alone)) view.putArchived(archived)
    for (const key of keys) {
      counted.add(key)
      view.putLine(key, lines.get(key) ?? null)
    }
    for (const { key } of toRead) if (view.originals.isOfFileBefore(key)) view.putLine(key, lines.get(key) ?? null)
  }
  if (!finance) return
  const isUnproved = (key: string) => view.lineOf(key)?.outcome === 'unproved'
  const isToMeet = ({ key }: ReadLine) => !counted.has(key) || isUnproved(key)
  const toMeet = entries.filter(isToMeet)
  const undecided = entries.filter(({ key }) => view.answerTo(key) === null)
  const added = undecided.filter(({ key }) => !view.lineOf(key))
  await view.originals.read(finance, { added, stored: undecided.filter(({ key }) => view.lineOf(key)) })
  if (await renameProofs(view, finance, added)) return readLines(view, storage, entries)
  const unprovedKeys = [...[...counted].filter(isUnproved), ...view.originals.unprovedKeys(toMeet)]
  await view.met.readCodes(finance, [...new Set([...toMeet, ...undecided])])
  await view.met.read(finance, { added: toMeet, stored: entries.filter((entry) => !isToMeet(entry)) }, unprovedKeys)
}

/**
 * Gives those records the key of the line that they have proved before, under a key of their own: a callback had reported the money
 * with another reference or day. Returns true where there are any.
 */
async function renameProofs(view: View, finance: RunFinance, added: readonly ReadLine[]): Promise<boolean> {
  const records = added.filter((entry) => view.originals.hasReceiptAndMoney(entry))
  const lineKeys = await linesProvedBy(finance, [...new Set(records.map(({ key }) => key))])
  for (const record of records) record.key = lineKeys.get(record.key) ?? record.key
  return lineKeys.size > 0
}

/**
 * Gives those lines the next key whose own is that of a line with another receipt, and returns them: a hint had reported that line,
 * and what proved it has corrected its receipt.
 */
function displaced(view: View, entries: readonly ReadLine[]): ReadLine[] {
  const lines = entries.filter((entry) => view.isCorrected(entry))
  for (const line of lines) line.key = nextLineKey(line.key)!
  return lines
}

/**
 * Brings a view to what is stored of these lines. Another run of the same file at the same time writes payments and
 * keys at once. So the keys are read first: what counts already has then changed the payments that are read. And they are
 * read again last: a line that counts since then may have changed some of the payments and not the others.
 */
export async function readInto(view: View, storage: Storage, entries: readonly ReadLine[]): Promise<void> {
  const { repository, finance } = storage
  const lines = entries.map(({ line }) => line)
  const transactions = possibleTexts(lines.map((line) => line.providerTransactionId))
  const references = possibleTexts(lines.map((line) => line.reference))

  const readKeys = async (): Promise<boolean> => {
    const known = view.storedLines
    await readLines(view, storage, entries)
    return view.storedLines > known
  }
  const read = async (references: readonly string[], transactions: readonly string[]) => {
    for (const payment of await findPayments(repository, references, transactions)) view.put(payment)
  }

  await readKeys()
  do {
    await read([...new Set([...references, ...view.met.referencesOfCodes()])], transactions)
    // Of what a narration names, other lines' own references may have brought a part.
    const unknown = lines.filter((line) => !view.hasPaymentsOf(line))
    const named = new Set(unknown.flatMap((line) => view.namesToLookUp(line)))
    await read([...named], [])
    if (finance) await readRefundsOf(view, finance, entries)
    if (finance) await readTransits(view, finance, entries)
  } while (await readKeys())
}

/** Reads the transfers on their way to the account, where a line may show the arrival of one. */
export async function readTransits(view: View, finance: RunFinance, entries: readonly ReadLine[]): Promise<void> {
  if (!entries.some(({ line }) => line.direction === 'credit')) return
  const transits = await linesOnTheirWay(finance, { transferTo: view.originals.account })
  view.putTransits(transits.filter(isOnItsWay))
}

/** Reads the refunds that the lines may mean: by their own texts, and by their narrations where these find none. */
export async function readRefundsOf(view: View, finance: RunFinance, entries: readonly ReadLine[]): Promise<void> {
  const mayMean = entries.filter((entry) => view.mayMeanRefund(entry))
  const references = possibleTexts(mayMean.map(({ line }) => line.reference))
  const providerTransactionIds = possibleTexts(mayMean.map(({ line }) => line.providerTransactionId))
  await readRefunds(finance, view.refunds, { references, providerTransactionIds })
  const named = new Set(mayMean.flatMap((entry) => view.refundNamesOf(entry)))
  await readRefunds(finance, view.refunds, { references: [...named] })
}
