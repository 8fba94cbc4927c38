/** Closed days and receipts once more, from lines, payments and refunds alone. */
import type { AccountLine, Closing, HospitalPayments, Allocation, Receipt } from 'hospital-payments'
import type { FinanceRepository } from 'hospital-payments/repository'
import type { StoredRows } from './books.js'
import { checkMonthsOfLines } from '../../operations/days/support/months.js'
import { account } from './finance-calls.js'
import { demand } from './invariants.js'

/** Rows that are stored now, and the events of lines as the ledger has them. */
export interface StoredNow extends StoredRows {
  eventsOf(key: string): readonly { type: string; allocations: readonly Allocation[] }[]
}

const hour = 3_600_000
/** Returns the day in the zone of the simulation, which is three hours ahead, all year round. */
const localDay = (at: string) => new Date(Date.parse(at) + 3 * hour).toISOString().slice(0, 10)

/**
 * Writes what a closing goes by: a narration that is forgotten, or what a run last said of an open line, changes no
 * money.
 */
function textOf({ narration: _, outcome: _said, givenBack: _back, ...line }: AccountLine): string {
  return JSON.stringify(line)
}

type Sums = Map<string, bigint>

function add(sums: Sums, name: string, amount: number): void {
  sums.set(name, (sums.get(name) ?? 0n) + BigInt(amount))
}

const sortedTexts = (sums: Sums) => [...sums].map(([name, amount]) => `${name} ${amount}`).sort()

/** Sums where a day's money came from and went, in one currency alone. */
function sumsOf(lines: readonly AccountLine[]): string[] {
  const sums: Sums = new Map()
  for (const { direction, amount, allocations, outcome } of lines) {
    if (outcome === 'possible_duplicate') {
      add(sums, 'uncounted lines', 1)
      add(sums, 'uncounted', direction === 'credit' ? amount : -amount)
      continue
    }
    add(sums, direction, amount)
    let open = amount
    for (const allocation of allocations) {
      add(
        sums,
        `${direction} ${allocation.to} ${allocation.to === 'category' ? allocation.category : null}`,
        allocation.amount,
      )
      open -= allocation.amount
    }
    if (open === 0) continue
    add(sums, 'open lines', 1)
    add(sums, 'open', direction === 'credit' ? open : -open)
  }
  return sortedTexts(sums)
}

function sumsOfClosing({ currencies }: Closing): string[] {
  const sums: Sums = new Map()
  for (const { credits, debits, allocated, open, uncounted } of currencies) {
    if (credits !== '0') add(sums, 'credit', Number(credits))
    if (debits !== '0') add(sums, 'debit', Number(debits))
    for (const { direction, to, category, amount } of allocated)
      add(sums, `${direction} ${to} ${category}`, Number(amount))
    if (open.count > 0) add(sums, 'open lines', open.count)
    if (open.count > 0) add(sums, 'open', Number(open.amount))
    if (uncounted.count > 0) add(sums, 'uncounted lines', uncounted.count)
    if (uncounted.count > 0) add(sums, 'uncounted', Number(uncounted.amount))
  }
  return sortedTexts(sums)
}

interface Paid {
  paidAt: string | null
  status: string
  amount: number
  channel: string | null
}

function paidOn(day: string, rows: readonly Paid[]): string[] {
  const sums: Sums = new Map()
  for (const { paidAt, status, amount, channel } of rows) {
    if (paidAt === null || localDay(paidAt) !== day) continue
    add(sums, `${channel} ${status}`, amount)
    add(sums, `${channel} ${status} count`, 1)
  }
  return sortedTexts(sums)
}

function paidOfClosing(rows: Closing['payments'] | Closing['refunds']): string[] {
  const sums: Sums = new Map()
  for (const { channel, status, amount, count } of rows) {
    add(sums, `${channel} ${status}`, Number(amount))
    add(sums, `${channel} ${status} count`, count)
  }
  return sortedTexts(sums)
}

interface ClosedDay {
  closing: Closing
  /** Keys of lines that have changed since, when the library was asked for them last. */
  asked: string | null
  lines: ReadonlyMap<string, { text: string; events: number }>
}

/** Counts how often each allocation stands after these events. */
function standingOf(events: ReturnType<StoredNow['eventsOf']>): Map<string, number> {
  const standing = new Map<string, number>()
  for (const { type, allocations } of events) {
    for (const allocation of allocations) {
      const text = JSON.stringify(allocation)
      standing.set(text, (standing.get(text) ?? 0) + (type === 'line.unallocated' ? -1 : 1))
    }
  }
  return standing
}

export class DayBooks {
  private links: readonly Closing[] = []
  /** Days that are closed now, as they were when they were closed. */
  private readonly closed = new Map<string, ClosedDay>()
  private readonly receipts = new Map<string, Receipt>()

  async check(repository: FinanceRepository, payments: HospitalPayments, stored: StoredNow): Promise<void> {
    const [chain] = await repository.chainStates([account])
    if ((chain?.sequence ?? 0) !== this.links.length) await this.readChain(payments, stored)
    for (const one of this.closed.values()) await this.checkClosed(payments, one, stored)
    await this.checkReceipts(payments, stored)
  }

  /** Checks everything once more that the steps asked only where it had to be another answer. */
  async checkAll(payments: HospitalPayments, stored: StoredNow): Promise<void> {
    await this.readChain(payments, stored)
    for (const one of this.closed.values()) await this.checkClosed(payments, { ...one, asked: null }, stored)
    demand((await payments.days.verify({ account })).ok, 'a chain of closings that verify finds broken')
    await checkMonthsOfLines(payments, stored.lines)
  }

  /** Reads the chain. New links are of this step, so that the lines are as they were when the day was closed. */
  private async readChain({ days }: HospitalPayments, stored: StoredNow): Promise<void> {
    const links = [...(await days.list({ limit: 500 })).items].reverse()
    const shownHash = ({ hash }: Closing) => hash
    const before = this.links.map(shownHash).join()
    demand(links.slice(0, this.links.length).map(shownHash).join() === before, 'a chain that lost or changed a link')
    for (let i = this.links.length; i < links.length; i++) {
      const link = links[i]!
      demand(link.sequence === i + 1, 'a gap in a chain')
      demand(link.previousHash === (links[i - 1]?.hash ?? null), 'a link that does not follow the one before it')
      demand((link.kind === 'reopening') === this.closed.has(link.day), 'a day that is closed or reopened twice')
      if (link.kind === 'reopening') this.closed.delete(link.day)
      else this.closeDay(link, stored)
    }
    this.links = links
  }

  private closeDay(closing: Closing, { lines, payments, refunds, eventsOf }: StoredNow): void {
    const { day } = closing
    demand(day < localDay(closing.createdAt), 'a day that is closed before it is over')
    const ofDay = lines.filter((line) => line.valueDate === day && line.account === account)
    demand(sumsOfClosing(closing).join() === sumsOf(ofDay).join(), 'a closing whose sums are not those of its lines')
    demand(paidOfClosing(closing.payments).join() === paidOn(day, payments).join(), 'a closing with other payments')
    const ofChannels = refunds.map((refund) => ({
      ...refund,
      channel: payments.find(({ id }) => id === refund.paymentId)?.channel ?? null,
    }))
    demand(paidOfClosing(closing.refunds).join() === paidOn(day, ofChannels).join(), 'a closing with other refunds')
    const kept = ofDay.map((line) => [line.key, { text: textOf(line), events: eventsOf(line.key).length }] as const)
    this.closed.set(day, { closing, asked: null, lines: new Map(kept) })
  }

  private async checkClosed(
    { days }: HospitalPayments,
    closed: ClosedDay,
    { lines, eventsOf }: StoredNow,
  ): Promise<void> {
    const { account, day, hash } = closed.closing
    const before = closed.lines
    const changed: string[] = []
    for (const line of lines) {
      if (line.account !== account) continue
      const isOfDay = line.valueDate === day
      const was = before.get(line.key)
      // One that the bank has of another day now has changed as well.
      if ((isOfDay || was) && textOf(line) !== was?.text) changed.push(line.key)
      if (!isOfDay) continue
      // What stood when the day was closed stays; what was allocated since may be taken back.
      const events = eventsOf(line.key)
      const closedAt = was?.events ?? 0
      const held = standingOf(events.slice(0, closedAt))
      for (let at = closedAt; at <= events.length; at++) {
        const standing = standingOf(events.slice(0, at))
        const isKept = [...held].every(([allocation, count]) => (standing.get(allocation) ?? 0) >= count)
        demand(isKept, 'money taken back behind a closing')
      }
    }
    const expected = changed.sort().join()
    if (expected === closed.asked) return
    closed.asked = expected
    const now = (await days.get({ account, day }))!
    demand(now.kind === 'closing' && now.hash === hash, 'a closing that is another one')
    demand(now.changedSince.join() === expected, 'lines changed since a closing that it does not list')
  }

  private async checkReceipts({ receipts }: HospitalPayments, { payments }: StoredNow): Promise<void> {
    const { items } = await receipts.list({ limit: 500 })
    const sums = new Map<string, number>()
    demand(items.length >= this.receipts.size, 'a receipt that is gone')
    for (const receipt of items) {
      const { year, number, paymentId, lineKey, status, voidReason, issuedAt, received } = receipt
      const before = this.receipts.get(`${year}/${number}`)
      this.receipts.set(`${year}/${number}`, receipt)
      const isSame = before?.paymentId === paymentId && before.received === received && before.issuedAt === issuedAt
      demand(!before || isSame, 'a receipt that is another than before')
      demand(String(year) === localDay(issuedAt).slice(0, 4), 'a receipt of another year')
      // The books of the counter hold those of takes.
      if (lineKey !== null || paymentId === null) continue
      const payment = payments.find(({ id }) => id === paymentId)!
      const isVoid = payment.status === 'reversed' && payment.statusReason !== 'match_undone'
      demand((status === 'void') === isVoid && (voidReason !== null) === isVoid, 'a receipt that is void by mistake')
      const sum = (sums.get(paymentId) ?? 0) + received
      sums.set(paymentId, sum)
      demand(received > 0 && sum <= payment.amount, 'receipts of more than a payment')
    }
  }
}
