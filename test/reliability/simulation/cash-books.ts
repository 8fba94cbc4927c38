/**
 * The books of the counter once more: from the events of sessions and from lines alone, as the contract has it, with nothing of
 * the library but its types.
 */
import type { AccountLine, CashSession, CashSessionEvent, HospitalPayments, Payment, Receipt } from 'hospital-payments'
import { cashSupervisors, isTransit } from './cash-calls.js'
import { demand } from './invariants.js'

/** The rows that the books are compared with. */
export interface CashRows {
  readonly lines: readonly AccountLine[]
  readonly payments: readonly Payment[]
}

interface Line extends AccountLine {
  /** The direction's sign with the amount. */
  readonly signed: number
}

const hour = 3_600_000
const pageSize = 500

const isCash = (account: string) => account.startsWith('cash.')

async function all<Item>(
  page: (cursor: { cursor?: string }) => Promise<{ items: readonly Item[]; nextCursor: string | null }>,
): Promise<Item[]> {
  const items: Item[] = []
  for (let cursor: { cursor?: string } = {}; ;) {
    const next = await page(cursor)
    items.push(...next.items)
    if (next.nextCursor === null) return items
    cursor = { cursor: next.nextCursor }
  }
}

/** The page of one session, which is added up event by event. */
class SessionPage {
  received = 0
  paidOut = 0
  sent = 0
  readonly confirmed = new Map<string, { count: number; amount: number }>()
  /** The keys of the lines that its events brought about. */
  readonly lines = new Set<string>()
  /** The people who made its takes, payouts and transfers, by the line. */
  readonly makers = new Map<string, string>()
  readonly takes: string[] = []
  readonly voided = new Set<string>()

  constructor(
    readonly session: CashSession,
    private readonly lineOf: (key: string) => Line,
    private readonly sendersOf: (key: string) => readonly string[],
  ) {}

  /** Checks that who made a movement opened the session or supervises cashiers. */
  private checkMover({ actor }: CashSessionEvent): void {
    demand(
      actor === this.session.openedBy || cashSupervisors(actor),
      'a movement by a person who may not move this cash',
    )
  }

  /** Adds the line of a movement. */
  private move(event: CashSessionEvent, direction: 'credit' | 'debit'): Line {
    const line = this.lineOf(event.lineKey!)
    const { account, currency, id } = this.session
    demand(!this.lines.has(line.key), 'a line of two movements')
    demand(line.account === account && line.currency === currency, 'a movement of another account')
    demand(
      line.sessionId === id && line.direction === direction,
      'a movement whose line has another session or direction',
    )
    demand(line.amount === event.amount, 'a movement of another amount than its line')
    this.lines.add(line.key)
    this.makers.set(line.key, event.actor)
    return line
  }

  /** Adds the line that an opening or a close wrote, of this signed amount; none where it is 0. */
  private difference({ lineKey }: CashSessionEvent, signed: number, categories: readonly string[]): void {
    demand((lineKey === null) === (signed === 0), 'a difference without its line')
    if (lineKey === null) return
    const line = this.lineOf(lineKey)
    const [only] = line.allocations
    const isSetAside = only?.to === 'category' && categories.includes(only.category) && only.amount === line.amount
    demand(line.signed === signed, 'a line of a difference of another amount')
    // People may take an allocation back by hand.
    demand(line.version > 1 || isSetAside, 'a difference without its category')
    this.lines.add(lineKey)
  }

  add(event: CashSessionEvent): void {
    const { type, amount, actor, lineKey, channel } = event
    const { session } = this
    switch (type) {
      case 'session.opened': {
        demand(actor === session.openedBy && amount === session.float, 'a session that another opened')
        if (lineKey === null) break
        const line = this.lineOf(lineKey)
        const isFirst = session.floatDifference === 0
        this.difference(
          event,
          isFirst ? session.float : session.floatDifference,
          isFirst ? ['float'] : ['cash_over', 'cash_short'],
        )
        demand(line.sessionId === session.id, 'a float of another session')
        break
      }
      case 'session.took':
        this.checkMover(event)
        this.received += amount!
        this.takes.push(this.move(event, 'credit').key)
        break
      case 'session.paid_out': {
        this.checkMover(event)
        this.paidOut += amount!
        this.move(event, 'debit')
        break
      }
      case 'session.sent':
        this.checkMover(event)
        this.sent += amount!
        demand(this.move(event, 'debit').transferTo !== null, 'a transfer to nowhere')
        break
      case 'session.received':
      case 'session.recalled': {
        if (amount === 0) break
        const line = this.move(event, 'credit')
        const transit = this.lineOf(transitOf(line))
        demand(!this.sendersOf(transit.key).includes(actor), 'a transfer that its sender settled')
        if (type === 'session.received') this.checkMover(event)
        else demand(cashSupervisors(actor), 'a transfer that no supervisor took back')
        if (type === 'session.recalled' && transit.sessionId === session.id) this.sent -= amount!
        else this.received += amount!
        break
      }
      case 'session.voided': {
        const line = this.lineOf(lineKey!)
        const counter = this.lineOf(transitOf(line))
        demand(this.lines.has(line.key) && !this.voided.has(line.key), 'a void of what did not move, or was voided')
        demand(actor !== session.openedBy && actor !== this.makers.get(line.key), 'a void by a person of the movement')
        demand(cashSupervisors(actor), 'a void by no supervisor')
        demand(line.outcome === 'voided' && counter.outcome === 'voided', 'a void that its lines do not show')
        demand(counter.signed === -line.signed && transitOf(counter) === line.key, 'a void without its counter-line')
        demand(counter.sessionId === session.id && counter.account === line.account, 'a counter-line of another drawer')
        if (line.direction === 'credit') this.received -= line.amount
        else this.paidOut -= line.amount
        this.voided.add(line.key)
        this.lines.add(counter.key)
        break
      }
      case 'session.confirmed': {
        this.checkMover(event)
        const { count, amount: sum } = this.confirmed.get(channel!) ?? { count: 0, amount: 0 }
        this.confirmed.set(channel!, { count: count + 1, amount: sum + amount! })
        break
      }
      case 'session.closed':
        this.checkMover(event)
        demand(actor === session.closedBy && amount === session.counted, 'a close by another')
        this.difference(event, session.difference!, ['cash_over', 'cash_short'])
        break
      case 'session.explained':
        demand(actor !== session.openedBy, 'a difference that its opener explained')
        demand(session.closedBy === null || actor !== session.closedBy, 'a difference that its closer explained')
        demand(cashSupervisors(actor), 'a difference that no supervisor explained')
        break
    }
  }

  /** Compares the sums with the session, and an open drawer with its account. */
  check(balance: number): void {
    const { float, received, paidOut, sent, confirmed, status, expected, counted, difference } = this.session
    const sums = `${received} ${paidOut} ${sent}`
    demand(
      sums === `${this.received} ${this.paidOut} ${this.sent}`,
      `a session of ${sums} whose events add up to others`,
    )
    const onPaper = [...this.confirmed].map(([channel, { count, amount }]) => `${channel} ${count} ${amount}`)
    const stated = confirmed.map(({ channel, count, amount }) => `${channel} ${count} ${amount}`)
    demand(stated.join() === onPaper.sort().join(), 'other confirmed payments than events have')
    const holds = float + received - paidOut - sent
    if (status === 'open') demand(holds === balance, `a drawer of ${holds} whose account holds ${balance}`)
    else demand(expected === holds && difference === counted! - holds, 'a close that expects other cash than moved')
  }
}

/** Returns the key of the line that a line is paired with. */
function transitOf({ allocations }: AccountLine): string {
  const pair = allocations.find(({ to }) => to === 'line')
  return pair?.to === 'line' ? pair.lineKey : ''
}

/** Checks that lines cancel out with each other by equal amounts. */
function checkPairs(lines: ReadonlyMap<string, Line>): void {
  for (const { key, allocations, signed } of lines.values()) {
    for (const allocation of allocations) {
      if (allocation.to !== 'line') continue
      const other = lines.get(allocation.lineKey)
      const back = other?.allocations.some(
        (pair) => pair.to === 'line' && pair.lineKey === key && pair.amount === allocation.amount,
      )
      demand(other !== undefined && signed * other.signed < 0 && back === true, 'a line paired with one that is not')
    }
  }
}

/** Adds up the lines of each account and currency; those that may be no movement count in none. */
function balancesOf(lines: Iterable<Line>): Map<string, number> {
  const sums = new Map<string, number>()
  for (const { account, currency, signed, outcome } of lines) {
    const name = `${account} ${currency}`
    sums.set(name, (sums.get(name) ?? 0) + (outcome === 'possible_duplicate' || outcome === 'unproved' ? 0 : signed))
  }
  return sums
}

async function checkBalances({ accounts }: HospitalPayments, sums: ReadonlyMap<string, number>): Promise<void> {
  const stated = new Map<string, string>()
  for (const { account, currencies } of await all((cursor) => accounts.list({ limit: pageSize, ...cursor })))
    for (const { currency, balance } of currencies) stated.set(`${account} ${currency}`, balance)
  for (const [name, sum] of sums) {
    const balance = stated.get(name) ?? '0'
    demand(balance === `${sum}`, `${name} holds ${balance} where its lines add up to ${sum}`)
    demand(sum >= 0 || !isCash(name), 'a drawer from which more was taken than it held')
  }
}

/** Checks the receipts of the counter: one a take, of its money, void with it alone, in a series without a gap. */
function checkReceipts(
  receipts: readonly Receipt[],
  pages: readonly SessionPage[],
  lineOf: (key: string) => Line,
): void {
  const last = new Map<number, number>()
  const ofLines = new Map<string, Receipt>()
  for (const receipt of receipts) {
    const { year, number, lineKey, received, tendered, change, allocations } = receipt
    demand(number === (last.get(year) ?? 0) + 1, 'a gap in the numbers of receipts')
    last.set(year, number)
    demand(change === (tendered === null ? null : tendered - received), 'change that is not what was left')
    const sum = allocations.reduce((total, { amount }) => total + amount, 0)
    demand(sum <= received, 'a receipt of more than came')
    if (lineKey === null) continue
    demand(!ofLines.has(lineKey), 'two receipts of one take')
    ofLines.set(lineKey, receipt)
  }
  for (const { takes, voided, makers } of pages) {
    for (const key of takes) {
      const receipt = ofLines.get(key)
      const { amount, payerId, allocations, version } = lineOf(key)
      demand(receipt?.received === amount, 'a take without a receipt of its money')
      // A person may name another payer later; the paper states the first.
      demand(version > 1 || receipt!.payerId === payerId, 'a receipt of another payer')
      demand(receipt!.issuedBy === makers.get(key), 'a receipt that another issued')
      demand((receipt!.status === 'void') === voided.has(key), 'a receipt that is void without a void, or is not')
      const isAsTaken = !voided.has(key) && version === 1
      const paid = allocations.flatMap((one) => (one.to === 'payment' ? [`${one.paymentId} ${one.amount}`] : []))
      const printed = receipt!.allocations.map(({ paymentId, amount: part }) => `${paymentId} ${part}`)
      demand(!isAsTaken || paid.join() === printed.join(), 'a receipt of other bills than were paid')
      ofLines.delete(key)
    }
  }
  demand(ofLines.size === 0, 'a receipt of the counter without its take')
}

/** Checks everything of the counter, and returns its sessions, the newest first. */
export async function checkCounter(reader: HospitalPayments, rows: CashRows): Promise<readonly CashSession[]> {
  const { cash } = reader
  const lines = new Map<string, Line>()
  for (const line of rows.lines)
    lines.set(line.key, { ...line, signed: line.direction === 'credit' ? line.amount : -line.amount })
  const lineOf = (key: string): Line => {
    const line = lines.get(key)
    if (!line) throw new Error('broken: an event of a line that there is not')
    return line
  }
  const balances = balancesOf(lines.values())
  checkPairs(lines)
  await checkBalances(reader, balances)

  const sessions = await all((cursor) => cash.list({ limit: pageSize, ...cursor }))
  const open = sessions.filter(({ status }) => status === 'open')
  const places = new Set(open.map(({ point, currency }) => `${point} ${currency}`))
  demand(places.size === open.length, 'two open sessions of a point and currency')
  const histories = new Map<string, readonly CashSessionEvent[]>()
  for (const { id } of sessions) histories.set(id, await cash.history(id))
  const sender = (key: string) =>
    sessions.flatMap(({ id, openedBy }) =>
      histories
        .get(id)!
        .flatMap((event) => (event.type === 'session.sent' && event.lineKey === key ? [openedBy, event.actor] : [])),
    )

  const pages = sessions.map((session) => {
    const page = new SessionPage(session, lineOf, sender)
    const events = histories.get(session.id)!
    demand(events.length === session.version, 'a session whose version is not the number of its events')
    for (const [at, event] of events.entries()) {
      demand(event.version === at + 1 && event.sessionId === session.id, 'a gap in the history of a session')
      demand((at === 0) === (event.type === 'session.opened'), 'a session that was opened twice, or never')
      page.add(event)
    }
    const closedAt = events.findIndex(({ type }) => type === 'session.closed')
    demand(closedAt >= 0 === (session.status === 'closed'), 'a status that the history does not lead to')
    const after = closedAt < 0 ? [] : events.slice(closedAt + 1)
    demand(
      after.every(({ type }) => type === 'session.explained'),
      'a movement of a session that was closed',
    )
    demand(session.account === `cash.${session.point}`, 'a session on the account of another point')
    page.check(balances.get(`${session.account} ${session.currency}`) ?? 0)
    return page
  })
  for (const { key, sessionId } of lines.values()) {
    const page = pages.find(({ session }) => session.id === sessionId)
    demand(sessionId === null || page?.lines.has(key) === true, 'a line of a session that its events do not have')
  }
  checkReceipts(await all((cursor) => reader.receipts.list({ limit: pageSize, ...cursor })), pages, lineOf)
  return sessions
}

/** Checks that `attention` and the transfers on their way name exactly what people have to look into. */
export async function checkAttention(
  reader: HospitalPayments,
  { lines, sessions, now }: CashRows & { sessions: readonly CashSession[]; now: number },
): Promise<void> {
  const age = (at: string) => now - Date.parse(at)
  const onTheirWay = lines.filter(isTransit)
  const { transits, openSessions, differences } = await reader.attention()
  const same = (stated: readonly string[], right: readonly string[], what: string) =>
    demand([...stated].sort().join() === [...right].sort().join(), what)
  same(
    transits.map(({ lineKey, amount }) => `${lineKey} ${amount}`),
    onTheirWay.filter(({ createdAt }) => age(createdAt) >= 72 * hour).map(({ key, amount }) => `${key} ${amount}`),
    'other cash that is on its way for days',
  )
  same(
    openSessions.map(({ sessionId }) => sessionId),
    sessions.filter(({ status, openedAt }) => status === 'open' && age(openedAt) > 24 * hour).map(({ id }) => id),
    'other sessions that are open for a day',
  )
  const unexplained = sessions.map(({ id, floatDifference, floatReason, difference, reason }) => {
    return { id, float: floatReason === null ? floatDifference : 0, close: reason === null ? (difference ?? 0) : 0 }
  })
  same(
    differences.map(({ sessionId, floatDifference, difference }) => `${sessionId} ${floatDifference} ${difference}`),
    unexplained
      .filter(({ float, close }) => float !== 0 || close !== 0)
      .map(({ id, float, close }) => `${id} ${float} ${close}`),
    'other differences without an explanation',
  )
  for (const to of new Set(onTheirWay.map(({ transferTo }) => transferTo!))) {
    const listed = await reader.cash.transits({ to })
    const right = onTheirWay.filter(({ transferTo }) => transferTo === to).map(({ key }) => key)
    same(
      listed.map(({ key }) => key),
      right,
      'other transfers on their way to an account',
    )
  }
}
