import { byAge, type Candidates } from '../../domain/matching.js'
import { referenceTokens } from '../../domain/narration.js'
import type { Payment } from '../../domain/payment.js'
import type { StatementLine } from '../../domain/statement.js'
import { isPossibleReference } from '../../domain/text.js'
import { PaymentError } from '../../errors.js'
import type { Reconciliation } from '../input/reconcile-options.js'
import type { Entry } from './batches.js'
import type { Books } from './books.js'

type ReferencesOf = Reconciliation['referencesOf']
type LineEntry = Extract<Entry, { key: string }>

function addTo(index: Map<string, string[]>, key: string, id: string): void {
  const ids = index.get(key)
  if (ids) ids.push(id)
  else index.set(key, [id])
}

/** References that a line without a transaction or reference of ours may name. */
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

/** The payments that the lines of one batch may mean, as they are after each line that was written. */
export class View {
  private readonly payments = new Map<string, Payment>()
  private readonly references = new Map<string, string[]>()
  private readonly transactions = new Map<string, string[]>()
  private readonly named = new Map<StatementLine, readonly string[]>()
  /** Keys of lines that count already. */
  readonly stored = new Set<string>()

  constructor(private readonly referencesOf: ReferencesOf) {}

  /** An older version changes nothing: a host's open transaction may read what was there when it began. */
  put(payment: Payment): void {
    const { id, reference, providerTransactionId: transaction } = payment
    const former = this.payments.get(id)
    if (former && former.version > payment.version) return
    this.payments.set(id, payment)
    if (!former) addTo(this.references, reference, id)
    if (transaction !== undefined && transaction !== former?.providerTransactionId)
      addTo(this.transactions, transaction, id)
  }

  all(): readonly Payment[] {
    return [...this.payments.values()]
  }

  /** By the strongest rule that finds any: the provider's transaction, the reference, then what the narration names. */
  candidatesOf(line: StatementLine): Candidates {
    const { providerTransactionId: transaction, reference } = line
    const paid = transaction === undefined ? [] : this.of(this.transactions.get(transaction))
    if (paid.length > 0) return { rule: 'transaction_id', payments: paid }
    const asked = reference === undefined ? [] : this.of(this.references.get(reference))
    if (asked.length > 0) return { rule: 'reference', payments: asked }
    const named = this.namesOf(line).flatMap((name) => this.of(this.references.get(name)))
    if (named.length > 1) named.sort(byAge)
    return { rule: named.length > 0 ? 'narration' : null, payments: named }
  }

  /** Whether its transaction or its own reference finds a payment, so that its narration does not matter. */
  isAskedBy({ providerTransactionId: transaction, reference }: StatementLine): boolean {
    const isPaid = transaction !== undefined && this.transactions.has(transaction)
    return isPaid || (reference !== undefined && this.references.has(reference))
  }

  siblingsOf({ id, reference }: Payment): Payment[] {
    return this.of(this.references.get(reference)).filter((payment) => payment.id !== id)
  }

  /** Once a line: the host's function may be slow. */
  namesOf(line: StatementLine): readonly string[] {
    let named = this.named.get(line)
    if (!named) this.named.set(line, (named = namedReferences(line, this.referencesOf)))
    return named
  }

  private of(ids: readonly string[] | undefined): Payment[] {
    if (ids === undefined) return []
    if (ids.length === 1) return [this.payments.get(ids[0]!)!]
    return ids.map((id) => this.payments.get(id)!).sort(byAge)
  }
}

/** Those that a payment may have, each once. */
export function possible(texts: readonly (string | undefined)[]): string[] {
  return [...new Set(texts)].filter((text) => text !== undefined && isPossibleReference(text)) as string[]
}

/** Payments and lines as this run would have left them, where it only pretends to write. */
async function pretend({ changes, find }: Books, entries: readonly LineEntry[], view: View): Promise<void> {
  if (!changes) return
  const paid = changes.referencesPaidBy(possible(entries.map(({ line }) => line.providerTransactionId)))
  for (const payment of paid.length > 0 ? await find(paid, []) : []) view.put(payment)
  for (const payment of view.all()) {
    const current = changes.current(payment)
    if (current !== payment) view.put(current)
  }
  for (const { key } of entries) if (changes.hasLine(key)) view.stored.add(key)
}

/**
 * Who reconciles the same file at the same time writes payments and keys at once. A run that writes reads the keys first:
 * what counts already has then changed the payments that it reads, and what comes between stops it when it writes. A
 * preview reads them last, for nothing else would tell it that a payment was reconciled by one of its own lines.
 */
export async function viewOf(books: Books, batch: readonly Entry[], referencesOf: ReferencesOf): Promise<View> {
  const view = new View(referencesOf)
  const entries = batch.filter((entry) => entry.line !== null)
  const lines = entries.map(({ line }) => line)
  const transactions = possible(lines.map((line) => line.providerTransactionId))
  const references = possible(lines.map((line) => line.reference))
  const readKeys = async () => {
    for (const key of await books.storedLines([...new Set(entries.map(({ key }) => key))])) view.stored.add(key)
  }
  if (!books.changes) await readKeys()
  for (const payment of await books.find(references, transactions)) view.put(payment)
  // Of what a narration names, other lines' own references may have brought a part.
  const unknown = lines.filter((line) => !view.isAskedBy(line))
  const named = new Set(unknown.flatMap((line) => view.namesOf(line)))
  if (named.size > 0) for (const payment of await books.find([...named], [])) view.put(payment)
  if (books.changes) await readKeys()
  await pretend(books, entries, view)
  return view
}
