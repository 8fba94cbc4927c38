/**
 * A naive cash book, written from the contract of the counter and from nothing else: plain sums on paper, a page a session. A
 * call is an entry of the book, or the code for which the clerk refuses it.
 */

/** A code of a refusal, or `null` for an entry. */
export type Verdict = string | null

interface PaperSession {
  readonly id: string
  readonly account: string
  readonly opener: string
  float: number
  received: number
  paidOut: number
  sent: number
  isOpen: boolean
  closedBy: string | null
  counted: number | null
  difference: number
  floatDifference: number
  isExplained: boolean
}

export interface PaperMovement {
  readonly key: string
  readonly session: PaperSession
  readonly maker: string
  readonly kind: 'take' | 'payOut'
  readonly amount: number
  readonly bill: PaperBill | null
  /** The part of the amount that pays the bill. */
  readonly part: number
  isVoided: boolean
}

export interface PaperTransfer {
  readonly key: string
  readonly from: string
  readonly to: string
  readonly amount: number
  readonly session: PaperSession
  readonly senders: readonly string[]
  isOnItsWay: boolean
}

export interface PaperBill {
  readonly id: string
  readonly amount: number
  paid: number
  /** Parts that were voided while the bill stayed paid, and not taken again. */
  voided: number
  status: 'pending' | 'succeeded' | 'reversed'
  /** The take that made it succeed. */
  confirmedBy: string | null
}

/** A cash book of one hospital and one currency. */
export class CashBook {
  readonly balances = new Map<string, number>()
  private readonly hasLines = new Set<string>()
  readonly sessions = new Map<string, PaperSession>()
  readonly movements = new Map<string, PaperMovement>()
  readonly transfers = new Map<string, PaperTransfer>()
  readonly bills = new Map<string, PaperBill>()
  receipts = 0

  constructor(private readonly supervisors: readonly string[]) {}

  balance(account: string): number {
    return this.balances.get(account) ?? 0
  }

  private add(account: string, amount: number): void {
    this.hasLines.add(account)
    this.balances.set(account, this.balance(account) + amount)
  }

  openAt(account: string): PaperSession | undefined {
    return [...this.sessions.values()].find((session) => session.isOpen && session.account === account)
  }

  private isSupervisor(actor: string): boolean {
    return this.supervisors.includes(actor)
  }

  private refusalIn(session: PaperSession, actor: string): Verdict {
    if (session.opener !== actor && !this.isSupervisor(actor)) return 'forbidden'
    return session.isOpen ? null : 'session_closed'
  }

  open(account: string, actor: string, float: number): Verdict {
    const present = this.openAt(account)
    if (!present) return null
    const hasMoved = present.received + present.paidOut + present.sent !== 0 || this.moves.has(present.id)
    return present.opener === actor && present.float === float && !hasMoved ? 'same' : 'session_conflict'
  }

  /** The sessions in which anything happened after the opening. */
  private readonly moves = new Set<string>()

  opened(id: string, account: string, actor: string, float: number): void {
    const difference = float - this.balance(account)
    const isFirst = !this.hasLines.has(account)
    if (difference !== 0) this.add(account, difference)
    this.sessions.set(id, {
      id,
      account,
      opener: actor,
      float,
      received: 0,
      paidOut: 0,
      sent: 0,
      isOpen: true,
      closedBy: null,
      counted: null,
      difference: 0,
      floatDifference: isFirst ? 0 : difference,
      isExplained: false,
    })
  }

  openOf(bill: PaperBill): number {
    return bill.status === 'succeeded' ? bill.voided : bill.amount - bill.paid
  }

  take(
    session: PaperSession,
    actor: string,
    bill: PaperBill | null,
    { amount, payer }: { amount: number; payer: boolean },
  ) {
    const refused = this.refusalIn(session, actor)
    if (refused !== null) return refused
    if (!bill) return null
    if (bill.status === 'reversed') return 'invalid_transition'
    const open = this.openOf(bill)
    const mayExceed = payer && bill.status !== 'succeeded' && open > 0
    return amount > open && !mayExceed ? 'allocation_exceeds' : null
  }

  took(key: string, session: PaperSession, maker: string, bill: PaperBill | null, amount: number): void {
    const part = bill ? Math.min(amount, this.openOf(bill)) : 0
    if (bill) {
      const wasPaid = bill.status === 'succeeded'
      bill.paid += part
      if (wasPaid) bill.voided -= part
      else if (bill.paid === bill.amount) {
        bill.status = 'succeeded'
        bill.confirmedBy = key
      }
    }
    session.received += amount
    this.moves.add(session.id)
    this.add(session.account, amount)
    this.movements.set(key, { key, session, maker, kind: 'take', amount, bill, part, isVoided: false })
    this.receipts++
  }

  payOut(session: PaperSession, actor: string, amount: number): Verdict {
    const refused = this.refusalIn(session, actor)
    if (refused !== null) return refused
    if (!this.isSupervisor(actor)) return 'forbidden'
    return this.balance(session.account) < amount ? 'cash_short' : null
  }

  paidOut(key: string, session: PaperSession, maker: string, amount: number): void {
    session.paidOut += amount
    this.moves.add(session.id)
    this.add(session.account, -amount)
    this.movements.set(key, { key, session, maker, kind: 'payOut', amount, bill: null, part: 0, isVoided: false })
  }

  send(session: PaperSession, actor: string, to: string, amount: number): Verdict {
    const refused = this.refusalIn(session, actor)
    if (refused !== null) return refused
    if (to === session.account) return 'invalid_request'
    return this.balance(session.account) < amount ? 'cash_short' : null
  }

  sent(key: string, session: PaperSession, sender: string, to: string, amount: number): void {
    session.sent += amount
    this.moves.add(session.id)
    this.add(session.account, -amount)
    const senders = [session.opener, sender]
    this.transfers.set(key, { key, from: session.account, to, amount, session, senders, isOnItsWay: true })
  }

  receive(transfer: PaperTransfer, actor: string, { session, counted, accept }: ReceiveOnPaper): Verdict {
    const here = this.openAt(transfer.to)
    if (session && session.account !== transfer.to) return 'invalid_request'
    if (!session && here) return 'invalid_request'
    if (transfer.senders.includes(actor)) return 'self_approval'
    if (session) {
      const refused = this.refusalIn(session, actor)
      if (refused !== null) return refused
    } else if (!this.isSupervisor(actor)) return 'forbidden'
    if (!transfer.isOnItsWay) return 'invalid_request'
    if (counted === transfer.amount) return null
    if (!accept) return 'transfer_differs'
    return this.isSupervisor(actor) ? null : 'forbidden'
  }

  received(transfer: PaperTransfer, session: PaperSession | null, counted: number): void {
    transfer.isOnItsWay = false
    if (counted > 0) this.add(transfer.to, counted)
    if (!session) return
    session.received += counted
    this.moves.add(session.id)
  }

  recall(transfer: PaperTransfer, actor: string): Verdict {
    if (transfer.senders.includes(actor)) return 'self_approval'
    if (!this.isSupervisor(actor)) return 'forbidden'
    return transfer.isOnItsWay ? null : 'invalid_request'
  }

  recalled(transfer: PaperTransfer): void {
    transfer.isOnItsWay = false
    this.add(transfer.from, transfer.amount)
    const here = this.openAt(transfer.from)
    if (!here) return
    if (here === transfer.session) here.sent -= transfer.amount
    else here.received += transfer.amount
    this.moves.add(here.id)
  }

  void(movement: PaperMovement, actor: string): Verdict {
    if (movement.isVoided) return 'same'
    const { session, maker, kind, amount } = movement
    if (session.opener === actor || maker === actor) return 'self_approval'
    if (!this.isSupervisor(actor)) return 'forbidden'
    if (!session.isOpen) return 'session_closed'
    return kind === 'take' && this.balance(session.account) < amount ? 'cash_short' : null
  }

  voided(movement: PaperMovement): void {
    const { session, kind, amount, bill, part, key } = movement
    movement.isVoided = true
    this.moves.add(session.id)
    if (kind === 'payOut') {
      session.paidOut -= amount
      this.add(session.account, amount)
      return
    }
    session.received -= amount
    this.add(session.account, -amount)
    if (!bill) return
    bill.paid -= part
    if (bill.status === 'succeeded' && bill.confirmedBy === key) bill.status = 'reversed'
    else if (bill.status === 'succeeded') bill.voided += part
  }

  close(session: PaperSession, actor: string, counted: number): Verdict {
    if (session.closedBy === actor && session.counted === counted) return 'same'
    return this.refusalIn(session, actor)
  }

  closed(session: PaperSession, actor: string, counted: number): void {
    session.difference = counted - this.balance(session.account)
    if (session.difference !== 0) this.add(session.account, session.difference)
    session.isOpen = false
    session.closedBy = actor
    session.counted = counted
  }

  explain(session: PaperSession, actor: string): Verdict {
    if (session.opener === actor || session.closedBy === actor) return 'self_approval'
    return this.isSupervisor(actor) ? null : 'forbidden'
  }
}

interface ReceiveOnPaper {
  readonly session: PaperSession | null
  readonly counted: number
  readonly accept: boolean
}

export type { PaperSession }
