/** The contract's rules of matching once more, as plainly as they are written, one line after the other, with no look-ups. */
import type { LineOutcome, MatchRule, Payment as Stored, StatementLine } from 'hospital-payments'
import type { Writable } from '../../../src/internal/writable.js'

type Payment = Writable<Stored>

export interface LineResult {
  outcome: LineOutcome
  rule: MatchRule | null
  allocations: { paymentId: string; amount: number; late: boolean }[]
}

const open = (payment: Payment) => payment.amount - payment.amountReconciled
const dayMs = 86_400_000

/** The fields of a line of another account that a line of this one may have too. */
type Elsewhere = Pick<StatementLine, 'direction' | 'amount' | 'currency' | 'providerTransactionId'>

/** Compares receipts, which in these tests have no other letters than A to Z. */
const isSame = (a: string | undefined, b: string | undefined) => a !== undefined && a.toLowerCase() === b?.toLowerCase()

const moneyOf = ({ direction, amount, currency }: Elsewhere) => `${direction} ${amount} ${currency}`

export class Model {
  /** The lines that count, are held, and may be decided again, by their keys. */
  private readonly stored = new Map<string, 'settled' | 'held' | 'open'>()
  private readonly marks = new Set<string>()
  private occurrences = new Map<string, number>()
  private readonly elsewhere: ReadonlySet<string>
  private readonly ofFile = new Set<string>()
  private isOfOtherAccount = false
  /** The key of the first line that is stored with a receipt. */
  private readonly firstWith = new Map<string, string>()
  private readonly receiptsOfFile = new Set<string>()

  constructor(
    readonly payments: Payment[],
    private readonly policy: 'allow' | 'one-live',
    private readonly now: string,
    elsewhere: readonly Elsewhere[] = [],
  ) {
    this.elsewhere = new Set(elsewhere.flatMap((line) => this.receiptOf(line)))
    payments.sort((a, b) => (`${a.createdAt} ${a.id}` < `${b.createdAt} ${b.id}` ? -1 : 1))
  }

  /** Plays one call of reconcile, in UTC. */
  run(lines: readonly StatementLine[]): LineResult[] {
    this.occurrences = new Map()
    this.ofFile.clear()
    this.receiptsOfFile.clear()
    const receipts = lines.map((line) => this.receiptOf(line))
    this.isOfOtherAccount =
      lines.length > 0 &&
      receipts.every(([receipt]) => receipt && this.elsewhere.has(receipt) && !this.marks.has(receipt))
    return lines.map((line) => this.settle(line))
  }

  private receiptOf(line: Elsewhere): string[] {
    const { providerTransactionId: receipt } = line
    return receipt === undefined ? [] : [`receipt ${receipt.toLowerCase()} ${moneyOf(line)}`]
  }

  private namesOf(line: StatementLine): string[] {
    const { lineId } = line
    const hasId = lineId !== undefined && lineId.trim() !== ''
    return [...(hasId ? [`id ${lineId} ${moneyOf(line)}`] : []), ...this.receiptOf(line)]
  }

  private keyOf(line: StatementLine): string {
    const { valueDate, reference, bookedAt, narration } = line
    const [name = `content ${bookedAt} ${narration} ${moneyOf(line)}`] = this.namesOf(line)
    const text = `${name} ${valueDate} ${reference}`
    const occurrence = (this.occurrences.get(text) ?? 0) + 1
    this.occurrences.set(text, occurrence)
    return `${text} ${occurrence}`
  }

  /** Returns true where the line may be a movement that is stored already, or that stands in the file before it. */
  private isDuplicate(names: readonly string[]): boolean {
    const isRepeated = names.some((name) => this.ofFile.has(name))
    for (const name of names) this.ofFile.add(name)
    return this.isOfOtherAccount || isRepeated || names.some((name) => this.marks.has(name) || this.elsewhere.has(name))
  }

  /** Returns true where another line has the receipt already, of the account or before it in the file. */
  private isReceiptOfOther({ providerTransactionId }: StatementLine, key: string): boolean {
    const receipt = providerTransactionId?.toLowerCase()
    if (receipt === undefined) return false
    const isKnown = this.receiptsOfFile.has(receipt)
    this.receiptsOfFile.add(receipt)
    return isKnown || (this.firstWith.get(receipt) ?? key) !== key
  }

  private store(key: string, line: StatementLine, status: 'settled' | 'held' | 'open'): void {
    this.stored.set(key, status)
    const receipt = line.providerTransactionId?.toLowerCase()
    if (receipt !== undefined && !this.firstWith.has(receipt)) this.firstWith.set(receipt, key)
  }

  private candidates(
    { providerTransactionId: receipt, reference, narration = '' }: StatementLine,
    isReceiptOfOther: boolean,
  ) {
    const isContradicted = false
    const byReceipt = this.payments.filter((one) => isSame(receipt, one.providerTransactionId))
    const byReference = this.payments.filter((one) => one.reference === reference)
    // Two that find the same bill do not contradict each other.
    const isOneBill = byReference.length === 0 || byReceipt.every((one) => byReference.includes(one))
    if (byReceipt.length > 0 && (isOneBill || !isReceiptOfOther)) {
      const rule = 'transaction_id' as const
      const both = this.payments.filter((one) => byReceipt.includes(one) || byReference.includes(one))
      if (isOneBill) return { rule, found: byReceipt, isContradicted }
      return { rule, found: both, isContradicted: true }
    }
    if (byReference.length > 0) return { rule: 'reference' as const, found: byReference, isContradicted }
    const named = this.payments.filter((one) => narration.split(/[ ,]/).includes(one.reference))
    return { rule: named.length > 0 ? ('narration' as const) : null, found: named, isContradicted }
  }

  private settle(line: StatementLine): LineResult {
    const key = this.keyOf(line)
    const names = this.namesOf(line)
    const stored = this.stored.get(key)
    const isDuplicate = this.isDuplicate(names)
    const isReceiptOfOther = this.isReceiptOfOther(line, key)
    if (stored === 'settled') return { outcome: 'already_reconciled', rule: null, allocations: [] }
    if (stored === 'held') return { outcome: 'on_hold', rule: null, allocations: [] }
    if (stored === undefined && isDuplicate) {
      this.store(key, line, 'held')
      for (const name of names) this.marks.add(name)
      return { outcome: 'possible_duplicate', rule: null, allocations: [] }
    }
    const result = this.decide(line, key, isReceiptOfOther)
    if (result.outcome !== 'rejected_line') {
      if (!this.stored.has(key)) this.store(key, line, 'open')
      for (const name of names) this.marks.add(name)
    }
    return result
  }

  private decide(line: StatementLine, key: string, isReceiptOfOther: boolean): LineResult {
    const { rule, found, isContradicted } = this.candidates(line, isReceiptOfOther)
    const nothing = (outcome: LineOutcome, payments: Payment[]): LineResult => ({
      outcome,
      rule,
      allocations: payments.map(({ id, late }) => ({ paymentId: id, amount: 0, late })),
    })
    const inCurrency = found.filter(({ currency }) => currency === line.currency)
    if (line.direction === 'debit') return nothing('reversal_candidate', inCurrency.length > 0 ? inCurrency : found)
    if (found.length === 0) return nothing('unmatched_line', [])
    if (inCurrency.length === 0) return nothing('currency_mismatch', found)
    if (isContradicted) return nothing('ambiguous', inCurrency)

    const references = [...new Set(inCurrency.map(({ reference }) => reference))]
    const classes = references.map((reference) => {
      const all = inCurrency.filter((one) => one.reference === reference)
      const classOf = (status: string) => all.filter((one) => one.status === status && open(one) > 0)
      return (
        [classOf('succeeded'), classOf('pending'), classOf('expired'), classOf('failed')].find(
          (one) => one.length > 0,
        ) ?? []
      )
    })
    const all = classes.flat()
    if (all.length === 0) {
      const succeeded = inCurrency.filter(({ status }) => status === 'succeeded')
      return succeeded.length > 0 ? nothing('duplicate_credit', succeeded) : nothing('status_mismatch', inCurrency)
    }
    if (references.length > 1) {
      const sum = all.reduce((total, one) => total + open(one), 0)
      if (classes.some(({ length }) => length > 1) || sum !== line.amount) return nothing('ambiguous', all)
      return this.pay(
        line,
        key,
        rule,
        all.map((payment) => ({ payment, amount: open(payment) })),
      )
    }
    const exact = all.filter((one) => open(one) === line.amount)
    const withSameReceipt = exact.filter(
      ({ providerTransactionId: receipt }) => receipt === undefined || isSame(receipt, line.providerTransactionId),
    )
    const payment = all.length === 1 ? all[0]! : (withSameReceipt[0] ?? exact[0])
    if (!payment) return nothing('ambiguous', all)
    if (line.amount > open(payment)) return nothing('over_paid', [payment])
    if (line.amount < open(payment)) {
      payment.amountReconciled += line.amount
      this.store(key, line, 'settled')
      return {
        outcome: 'under_paid',
        rule,
        allocations: [{ paymentId: payment.id, amount: line.amount, late: payment.late }],
      }
    }
    return this.pay(line, key, rule, [{ payment, amount: line.amount }])
  }

  private pay(
    line: StatementLine,
    key: string,
    rule: MatchRule | null,
    allocations: { payment: Payment; amount: number }[],
  ): LineResult {
    const toConfirm = allocations.filter(({ payment }) => payment.status !== 'succeeded')
    const paidAt = ({ createdAt }: Payment) => {
      const start = `${line.valueDate}T00:00:00.000Z`
      return line.bookedAt ?? (start > createdAt ? start : createdAt)
    }
    const isOutOfRange = toConfirm.some(({ payment }) => {
      const ms = Date.parse(paidAt(payment))
      return ms > Date.parse(this.now) + dayMs || ms < Date.parse(payment.createdAt) - 366 * dayMs
    })
    if (isOutOfRange) return { outcome: 'rejected_line', rule: null, allocations: [] }
    for (const { payment } of toConfirm) this.confirm(payment, paidAt(payment))
    for (const { payment, amount } of allocations) payment.amountReconciled += amount
    const [confirmed] = toConfirm
    const receipt = line.providerTransactionId
    if (allocations.length === 1 && confirmed && receipt !== undefined) {
      const { channel } = confirmed.payment
      const isTaken = this.payments.some((one) => one.channel === channel && isSame(receipt, one.providerTransactionId))
      if (!isTaken) confirmed.payment.providerTransactionId ??= receipt
    }
    this.store(key, line, 'settled')
    return {
      outcome: toConfirm.length > 0 ? 'confirmed' : 'matched',
      rule,
      allocations: allocations.map(({ payment, amount }) => ({ paymentId: payment.id, amount, late: payment.late })),
    }
  }

  private confirm(payment: Payment, paidAt: string): void {
    const others = this.payments.filter(({ reference, id }) => reference === payment.reference && id !== payment.id)
    const hadEnded = payment.status === 'expired' || payment.status === 'failed'
    const isTwice = hadEnded && others.some(({ status }) => status === 'succeeded')
    payment.status = 'succeeded'
    payment.paidAt = paidAt
    payment.late = payment.expiresAt !== null && paidAt > payment.expiresAt
    delete payment.statusReason
    if (isTwice) payment.statusReason = 'duplicate_reference'
    if (!hadEnded || isTwice || this.policy === 'allow') return
    for (const other of others) {
      if (other.status !== 'pending') continue
      other.status = 'failed'
      other.statusReason = 'superseded'
    }
  }
}
