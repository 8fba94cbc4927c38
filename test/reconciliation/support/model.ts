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

export class Model {
  private readonly keys = new Set<string>()
  private occurrences = new Map<string, number>()

  constructor(
    readonly payments: Payment[],
    private readonly policy: 'allow' | 'one-live',
    private readonly now: string,
  ) {
    payments.sort((a, b) => (`${a.createdAt} ${a.id}` < `${b.createdAt} ${b.id}` ? -1 : 1))
  }

  /** One call of reconcile, in UTC. */
  run(lines: readonly StatementLine[]): LineResult[] {
    this.occurrences = new Map()
    return lines.map((line) => this.settle(line))
  }

  private keyOf({ row: _, ...line }: StatementLine): string {
    if (line.lineId !== undefined && line.lineId.trim() !== '') return `id ${line.lineId}`
    const { lineId: __, ...content } = line
    const text = JSON.stringify(Object.entries(content).sort())
    const occurrence = (this.occurrences.get(text) ?? 0) + 1
    this.occurrences.set(text, occurrence)
    return `content ${text} ${occurrence}`
  }

  private candidates({ providerTransactionId: receipt, reference, narration = '' }: StatementLine) {
    const isBetweenChannels = false
    const byReceipt = this.payments.filter((one) => receipt !== undefined && one.providerTransactionId === receipt)
    const byReference = this.payments.filter((one) => one.reference === reference)
    if (byReceipt.length > 0) {
      const rule = 'transaction_id' as const
      const both = this.payments.filter((one) => byReceipt.includes(one) || byReference.includes(one))
      // Two that find the same bill do not contradict each other.
      const isOneBill = byReceipt.every((one) => byReference.includes(one))
      const isOneChannel = both.every(({ channel }) => channel === both[0]!.channel)
      if (byReference.length === 0 || isOneBill || isOneChannel) return { rule, found: byReceipt, isBetweenChannels }
      return { rule, found: both, isBetweenChannels: true }
    }
    if (byReference.length > 0) return { rule: 'reference' as const, found: byReference, isBetweenChannels }
    const named = this.payments.filter((one) => narration.split(/[ ,]/).includes(one.reference))
    return { rule: named.length > 0 ? ('narration' as const) : null, found: named, isBetweenChannels }
  }

  private settle(line: StatementLine): LineResult {
    const key = this.keyOf(line)
    if (this.keys.has(key)) return { outcome: 'already_reconciled', rule: null, allocations: [] }
    const { rule, found, isBetweenChannels } = this.candidates(line)
    const nothing = (outcome: LineOutcome, payments: Payment[]): LineResult => ({
      outcome,
      rule,
      allocations: payments.map(({ id, late }) => ({ paymentId: id, amount: 0, late })),
    })
    const inCurrency = found.filter(({ currency }) => currency === line.currency)
    if (line.direction === 'debit') return nothing('reversal_candidate', inCurrency.length > 0 ? inCurrency : found)
    if (found.length === 0) return nothing('unmatched_line', [])
    if (inCurrency.length === 0) return nothing('currency_mismatch', found)
    if (isBetweenChannels) return nothing('ambiguous', inCurrency)

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
    const own = exact.filter(
      ({ providerTransactionId: receipt }) => receipt === undefined || receipt === line.providerTransactionId,
    )
    const payment = all.length === 1 ? all[0]! : (own[0] ?? exact[0])
    if (!payment) return nothing('ambiguous', all)
    if (line.amount > open(payment)) return nothing('over_paid', [payment])
    if (line.amount < open(payment)) {
      payment.amountReconciled += line.amount
      this.keys.add(key)
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
    shares: { payment: Payment; amount: number }[],
  ): LineResult {
    const toConfirm = shares.filter(({ payment }) => payment.status !== 'succeeded')
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
    for (const { payment, amount } of shares) payment.amountReconciled += amount
    const [only] = shares
    if (shares.length === 1 && toConfirm.length === 1 && line.providerTransactionId !== undefined) {
      only!.payment.providerTransactionId ??= line.providerTransactionId
    }
    this.keys.add(key)
    return {
      outcome: toConfirm.length > 0 ? 'confirmed' : 'matched',
      rule,
      allocations: shares.map(({ payment, amount }) => ({ paymentId: payment.id, amount, late: payment.late })),
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
