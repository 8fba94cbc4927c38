/**
 * A ledger written from the contract alone: it reads what any caller can read, replays the histories, and computes once more
 * what lines, payments and refunds must be. Nothing of the library is used but its types.
 */
import type {
  AccountLine,
  Attempt,
  CashSession,
  HospitalPayments,
  LineEvent,
  Payment,
  Refund,
  PaymentEvent,
  StoredEvent,
  Waiver,
} from 'hospital-payments'
import { checkCounter } from '../simulation/cash-books.js'
import { demand } from '../simulation/invariants.js'
import { checkPayersAndWaivers, isOfScheme } from '../simulation/payer-books.js'

/** Reasons by which the ledger knows what a caller said beside the change itself. */
export const words = { notReturned: 'not_returned', otherwise: 'paid_otherwise', undone: 'match_undone' } as const

/** Categories that are the hospital's own cost: they lower nothing that can be given back. */
const ownCosts = ['bank_fee', 'card_fee', 'provider_fee']

export interface Stored {
  readonly lines: readonly AccountLine[]
  readonly payments: readonly Payment[]
  readonly refunds: readonly Refund[]
  readonly sessions: readonly CashSession[]
  readonly waivers: readonly Waiver[]
  readonly attempts: readonly Attempt[]
  /** By the key of their line, the oldest first of each. */
  readonly events: ReadonlyMap<string, readonly LineEvent[]>
}

async function all<Item>(
  page: (cursor: string | undefined) => Promise<{ items: readonly Item[]; nextCursor: string | null }>,
): Promise<Item[]> {
  const items: Item[] = []
  let cursor: string | undefined
  do {
    const next = await page(cursor)
    items.push(...next.items)
    cursor = next.nextCursor ?? undefined
  } while (cursor !== undefined)
  return items
}

const orStart = (cursor: string | undefined) => (cursor === undefined ? {} : { cursor })

export async function readAll(payments: HospitalPayments): Promise<Stored> {
  const lines = await all((cursor) => payments.lines.list({ limit: 500, ...orStart(cursor) }))
  const refunds = await all((cursor) => payments.refunds.list({ limit: 500, ...orStart(cursor) }))
  const items = await all((cursor) => payments.reportPayments({ limit: 500, ...orStart(cursor) }))
  const stored = await Promise.all(items.map(async ({ paymentId }) => (await payments.getPayment(paymentId))!))
  const events = new Map<string, LineEvent[]>(lines.map(({ key }) => [key, []]))
  for (const event of lines.length === 0 ? [] : await payments.lines.histories(lines.map(({ key }) => key))) {
    events.get(event.lineKey)!.push(event)
  }
  const receipts = await all((cursor) => payments.receipts.list({ limit: 500, ...orStart(cursor) }))
  return {
    lines,
    payments: stored,
    refunds,
    events,
    attempts: await all((cursor) => payments.attempts.list({ limit: 100, ...orStart(cursor) })),
    sessions: await checkCounter(payments, { lines, payments: stored }),
    waivers: await checkPayersAndWaivers(payments, { lines, payments: stored, refunds }, receipts),
  }
}

/** Returns true where a line may be no movement by itself. */
export function isUncounted({ outcome }: AccountLine): boolean {
  return outcome === 'possible_duplicate' || outcome === 'unproved'
}

function checkLines({ lines, events }: Stored): void {
  for (const line of lines) {
    const { amount, allocated, status, allocations, version, outcome } = line
    const history = events.get(line.key)!
    demand(history.length === version, 'a line whose version is not the number of its events')
    demand(
      history.every(({ version }, i) => version === i + 1),
      'a gap in the history of a line',
    )
    const sum = allocations.reduce((total, allocation) => total + allocation.amount, 0)
    demand(sum === allocated && allocated >= 0 && allocated <= amount, 'a line that allocates more than it has')
    demand((status === 'settled') === (allocated === amount), 'a status that does not follow')
    const isDuplicate =
      allocations.length === 1 && allocations[0]!.to === 'category' && allocations[0]!.category === 'duplicate'
    if (outcome === 'possible_duplicate')
      demand(allocations.length === 0 || isDuplicate, 'a possible duplicate that is money')
    if (outcome === 'unproved') demand(allocations.length === 0 || isDuplicate, 'money of a hint that is allocated')
  }
}

/**
 * Checks that a payout comes back by one credit, which allocates the whole of it; a credit that names its refund is no
 * money by itself.
 */
function checkReturns({ refunds, lines }: Stored): void {
  for (const { id, lineKey, status, amount, returnedBy } of refunds) {
    const returns = lines.filter(
      ({ key, direction, allocations }) =>
        direction === 'credit' &&
        key !== lineKey &&
        allocations.some(
          (allocation) => allocation.to === 'refund' && allocation.refundId === id && allocation.amount === amount,
        ),
    )
    demand(returns.length <= 1, 'a payout that came back by two credits')
    demand(returnedBy === (returns[0]?.key ?? null), 'a refund that names another credit than brought it back')
    demand(returnedBy === null || status === 'failed', 'a refund that came back and counts as paid')
  }
}

/**
 * Compares two readings: a credit is not given back by itself while a refund that it names may have come back by it.
 * Lines with a receipt may mean a payment first.
 */
export function checkNoneGivenBackAlone(before: Stored, after: Stored): void {
  const ofLines = new Map(after.refunds.map(({ id, lineKey }) => [id, lineKey]))
  for (const { id, reference, amount, currency, version, status, returnedBy } of before.refunds) {
    const isLeft = (status === 'succeeded' || status === 'failed') && returnedBy === null
    if (!isLeft || after.refunds.find((one) => one.id === id)!.version !== version) continue
    for (const line of before.lines) {
      const isNamed = line.direction === 'credit' && line.reference === reference && !line.providerTransactionId
      if (!isNamed || line.amount !== amount || line.currency !== currency) continue
      const since = after.events.get(line.key)!.slice(line.version)
      const givingBack = since.filter(({ type, allocations }) => {
        return (
          type === 'line.allocated' &&
          allocations.some((s) => s.to === 'refund' && ofLines.get(s.refundId) === line.key)
        )
      })
      demand(givingBack.length === 0, 'a credit that is given back by itself while the refund that it names is left')
    }
  }
}

function checkRefunds({ refunds, payments, lines }: Stored): void {
  const receipts = new Set<string>()
  for (const { status, providerTransactionId: receipt } of refunds) {
    if (receipt === undefined || status === 'failed' || status === 'canceled') continue
    const folded = receipt.toUpperCase()
    demand(!receipts.has(folded), 'one receipt for two refunds')
    receipts.add(folded)
  }
  for (const payment of payments) {
    const sum = (...statuses: Refund['status'][]) =>
      refunds
        .filter(({ paymentId, status }) => paymentId === payment.id && statuses.includes(status))
        .reduce((total, { amount }) => total + amount, 0)
    demand(
      payment.amountRefundPending === sum('requested', 'pending'),
      'a payment that reserves other money than its refunds',
    )
    demand(payment.amountRefunded === sum('succeeded'), 'a payment that gave back other money than its refunds')
  }
  for (const line of lines) {
    const kept = refunds.filter(
      ({ lineKey, status }) => lineKey === line.key && ['pending', 'succeeded'].includes(status),
    )
    const ids = line.allocations.flatMap((allocation) => (allocation.to === 'refund' ? [allocation.refundId] : []))
    demand(
      line.direction === 'debit' || kept.every(({ id }) => ids.includes(id)),
      'a refund whose line keeps no money for it',
    )
  }
}

function checkPayments({ payments, lines }: Stored): void {
  const receipts = new Set<string>()
  const paid = new Map<string, number>()
  for (const line of lines) {
    for (const allocation of line.direction === 'credit' && !isOfScheme(line) ? line.allocations : []) {
      if (allocation.to === 'payment')
        paid.set(allocation.paymentId, (paid.get(allocation.paymentId) ?? 0) + allocation.amount)
    }
  }
  for (const { id, amount, amountReconciled, channel, providerTransactionId: receipt } of payments) {
    demand(amountReconciled === (paid.get(id) ?? 0), 'a payment that is proved otherwise than lines allocate to it')
    demand(amountReconciled <= amount, 'a payment that is proved for more than it is')
    if (receipt === undefined) continue
    const folded = `${channel} ${receipt.toUpperCase()}`
    demand(!receipts.has(folded), 'one receipt for two payments')
    receipts.add(folded)
  }
}

/** An allocation of a credit that was taken back while its payment was not pending. */
interface TakenBack {
  readonly line: string
  amount: number
  givenBack: number
}

type LineEvents = ReadonlyMap<string, readonly LineEvent[]>

/**
 * Returns the part of a line's event that writes the rest of a payment off; the attack names one payment beside such an
 * allocation.
 */
function writtenOffBy({ allocations }: LineEvent): number {
  return allocations.reduce((sum, allocation) => {
    const isOff = allocation.to === 'category' && allocation.amount < 0 && !ownCosts.includes(allocation.category)
    return isOff ? sum - allocation.amount : sum
  }, 0)
}

/** The books of one payment, event by event. */
class PaymentBooks {
  private readonly entries: TakenBack[] = []
  private readonly refunds = new Map<string, { amount: number; status: Refund['status'] }>()
  private readonly writtenOff = new Map<string, number>()
  private readonly read = new Map<string, number>()
  private reconciled = 0
  private waived = 0
  private status = 'pending'
  private isAllGivenBack = false

  constructor(
    private readonly payment: Payment,
    private readonly lines: LineEvents,
  ) {}

  /** Takes the next event of a line that concerns the payment: those of both histories come in the same order. */
  private next(line: string): LineEvent {
    const events = this.lines.get(line) ?? []
    let at = this.read.get(line) ?? 0
    while (
      at < events.length &&
      !events[at]!.allocations.some((s) => s.to === 'payment' && s.paymentId === this.payment.id)
    )
      at++
    this.read.set(line, at + 1)
    demand(at < events.length, 'an event of a payment that its line does not have')
    return events[at]!
  }

  private sum(value: (entry: TakenBack) => number): number {
    return this.entries.reduce((total, entry) => total + value(entry), 0)
  }

  private get due(): number {
    if (this.status === 'expired' || this.status === 'failed') return this.reconciled + this.sum(({ amount }) => amount)
    return (
      this.payment.amount - this.waived - [...this.writtenOff.values()].reduce((total, amount) => total + amount, 0)
    )
  }

  private get given(): number {
    if (this.status === 'reversed' && this.isAllGivenBack) return this.due
    return [...this.refunds.values()].reduce(
      (total, { amount, status }) => (['requested', 'pending', 'succeeded'].includes(status) ? total + amount : total),
      0,
    )
  }

  private shorten(line: string, amount: number): void {
    let left = amount
    const ofLine = this.entries.filter((entry) => entry.line === line)
    const others = this.entries.filter((entry) => entry.line !== line)
    for (const entry of [...ofLine, ...others]) {
      const part = Math.min(left, entry.amount)
      entry.amount -= part
      entry.givenBack = Math.min(entry.givenBack, entry.amount)
      left -= part
    }
  }

  /** Balances the entries: Σ g = min(Σ a, max(0, given − (due − Σ a))). */
  private balance(undone?: TakenBack): void {
    const takenBack = this.sum(({ amount }) => amount)
    const right = Math.min(takenBack, Math.max(0, this.given - (this.due - takenBack)))
    let difference = right - this.sum(({ givenBack }) => givenBack)
    for (const entry of [...(undone ? [undone] : []), ...this.entries]) {
      const part = Math.min(Math.max(difference, 0), entry.amount - entry.givenBack)
      entry.givenBack += part
      difference -= part
    }
    for (const entry of [...this.entries].reverse()) {
      const part = Math.min(Math.max(-difference, 0), entry.givenBack)
      entry.givenBack -= part
      difference += part
    }
  }

  private addPayment({ type, data, evidence, reason }: PaymentEvent): void {
    const before = this.status
    const change = data.amountReconciled - this.reconciled
    this.status = data.status
    this.reconciled = data.amountReconciled
    if (type === 'payment.reversed' && reason !== words.undone) this.isAllGivenBack = reason !== words.notReturned
    if (evidence?.kind === 'statement' && change !== 0) {
      const line = evidence.lineKey
      const event = this.next(line)
      if (change > 0) {
        this.writtenOff.set(line, (this.writtenOff.get(line) ?? 0) + writtenOffBy(event))
        this.shorten(line, change)
      } else {
        this.writtenOff.delete(line)
        if (before !== 'pending' && event.reason !== words.otherwise) {
          const undone = { line, amount: -change, givenBack: 0 }
          this.entries.push(undone)
          return this.balance(undone)
        }
      }
    }
    this.balance()
  }

  add(event: StoredEvent): void {
    if ('refundId' in event.data) {
      const { refundId, amount, status } = event.data
      this.refunds.set(refundId, { amount, status })
      this.balance()
    } else if ('waiverId' in event.data) {
      const { status, previousStatus, amount } = event.data
      if (status === 'granted') this.waived += amount
      if (previousStatus === 'granted') this.waived -= amount
      this.balance()
    } else {
      this.addPayment(event as PaymentEvent)
    }
  }

  givenBack(): readonly TakenBack[] {
    return this.entries
  }

  /** The money that can still be given back of the payment. */
  get free(): number {
    return this.due - this.given - this.sum(({ amount, givenBack }) => amount - givenBack)
  }
}

async function checkGivenBack(payments: HospitalPayments, stored: Stored): Promise<void> {
  const ofLines = new Map<string, number>()
  for (const payment of stored.payments) {
    const books = new PaymentBooks(payment, stored.events)
    for (const event of await payments.history(payment.id)) books.add(event)
    for (const { line, givenBack } of books.givenBack()) ofLines.set(line, (ofLines.get(line) ?? 0) + givenBack)
  }
  for (const { key, givenBack } of stored.lines) {
    const right = ofLines.get(key) ?? 0
    demand(givenBack === right, `a line that notes ${givenBack} as given back where ${right} was`)
  }
}

async function checkDays(payments: HospitalPayments, { lines }: Stored): Promise<void> {
  const days = new Map<string, AccountLine[]>()
  for (const line of lines) {
    const name = JSON.stringify({ account: line.account, day: line.valueDate })
    const ofDay = days.get(name)
    if (ofDay) ofDay.push(line)
    else days.set(name, [line])
  }
  for (const [name, ofDay] of days) {
    const { currencies } = await payments.days.preview(JSON.parse(name) as { account: string; day: string })
    for (const { currency, credits, debits, allocated, open, uncounted } of currencies) {
      const ofCurrency = ofDay.filter((line) => line.currency === currency)
      const counted = ofCurrency.filter((line) => !isUncounted(line))
      const sum = (rows: readonly AccountLine[]) => rows.reduce((total, { amount }) => total + amount, 0)
      demand(credits === `${sum(counted.filter(({ direction }) => direction === 'credit'))}`, 'other credits of a day')
      demand(debits === `${sum(counted.filter(({ direction }) => direction === 'debit'))}`, 'other debits of a day')
      const apart = ofCurrency.filter(isUncounted)
      const signed = apart.reduce(
        (total, { direction, amount }) => total + (direction === 'credit' ? amount : -amount),
        0,
      )
      demand(uncounted.count === apart.length && uncounted.amount === `${signed}`, 'other money that does not count')
      const gone = allocated.reduce((total, { direction, amount }) => {
        return total + (direction === 'credit' ? BigInt(amount) : -BigInt(amount))
      }, 0n)
      demand(BigInt(credits) - BigInt(debits) === gone + BigInt(open.amount), 'a day that does not tie out')
    }
  }
}

/** Checks everything that must be true between calls, whatever they were. */
export async function checkLedger(payments: HospitalPayments): Promise<Stored> {
  const stored = await readAll(payments)
  checkLines(stored)
  checkPayments(stored)
  checkRefunds(stored)
  checkReturns(stored)
  await checkGivenBack(payments, stored)
  await checkDays(payments, stored)
  return stored
}
