/**
 * Groups of rows that belong together: payments with their refunds, waivers, attempts and receipts, and the lines that pay them. A
 * group is moved whole, or stays where it is.
 */
import { isWaiverEvent, type StoredEvent } from '../../domain/event-stream.js'
import type { Payment } from '../../domain/payments/payment.js'
import type { StoredAttempt } from '../../domain/attempts/attempt.js'
import {
  type AccountLine,
  type Allocation,
  type LineEvent,
  targetOf,
} from '../../domain/reconciliation/account-line.js'
import type { StoredReceipt } from '../../domain/receipts/receipt.js'
import type { Refund } from '../../domain/refunds/refund.js'
import type { Waiver } from '../../domain/waivers/waiver.js'
import type { Subject } from './moved-tables.js'

/** The kinds of rows that groups are made of. */
export type LinkedKind = Exclude<Subject, 'session' | 'event'>

/** A row by its kind, and its id or key. */
export interface Link {
  readonly kind: LinkedKind
  readonly id: string
}

/** The rows of each kind, by id or key. */
export interface LinkedRows {
  readonly payment: Map<string, Payment>
  readonly line: Map<string, AccountLine>
  readonly receipt: Map<string, StoredReceipt>
  readonly refund: Map<string, Refund>
  readonly waiver: Map<string, Waiver>
  readonly attempt: Map<string, StoredAttempt>
}

export function noRows(): LinkedRows {
  return {
    payment: new Map(),
    line: new Map(),
    receipt: new Map(),
    refund: new Map(),
    waiver: new Map(),
    attempt: new Map(),
  }
}

const link = (kind: LinkedKind, id: string | null | undefined): Link[] =>
  id === null || id === undefined ? [] : [{ kind, id }]

function linksOfAllocation(allocation: Allocation): Link[] {
  switch (allocation.to) {
    case 'payment':
      return link('payment', allocation.paymentId)
    case 'refund':
      return link('refund', allocation.refundId)
    case 'line':
      return link('line', allocation.lineKey)
    default:
      return link('payment', allocation.paymentId)
  }
}

/** Returns what a payment and its events name: every line that ever paid it, and its refunds and waivers. */
export function linksOfPayment(payment: Payment, events: readonly StoredEvent[]): Link[] {
  const { undoneAllocations = [], writtenOffBy = [] } = payment
  return [
    ...[...undoneAllocations, ...writtenOffBy].flatMap(({ lineKey }) => link('line', lineKey)),
    ...events.flatMap(linksOfEvent),
  ]
}

/** Returns the line that an event of a payment, a refund or a waiver names. */
export function linksOfEvent(event: StoredEvent): Link[] {
  const ofEvidence = event.evidence?.kind === 'statement' ? link('line', event.evidence.lineKey) : []
  return isWaiverEvent(event) ? [...ofEvidence, ...link('waiver', event.data.waiverId)] : ofEvidence
}

/** Returns what a line ever paid: also what was taken back of it. */
export function linksOfLine({ allocations }: AccountLine, events: readonly LineEvent[]): Link[] {
  const all = [...allocations, ...events.flatMap((event) => event.allocations)]
  return [...new Map(all.map((allocation) => [targetOf(allocation), allocation])).values()].flatMap(linksOfAllocation)
}

export function linksOfReceipt({ lineKey, allocations }: StoredReceipt): Link[] {
  return [...link('line', lineKey), ...allocations.flatMap(({ paymentId }) => link('payment', paymentId))]
}

export function linksOfRefund({ paymentId, lineKey, returnedBy }: Refund): Link[] {
  return [...link('payment', paymentId), ...link('line', lineKey), ...link('line', returnedBy)]
}

export function linksOfWaiver({ paymentId, lineKey }: Waiver): Link[] {
  return [...link('payment', paymentId), ...link('line', lineKey)]
}

export function linksOfAttempt({ paymentId, lineKey, feeKey }: StoredAttempt): Link[] {
  return [...link('payment', paymentId), ...link('line', lineKey), ...link('line', feeKey)]
}

/** Returns the text by which a row is remembered. */
export function nameOfLink({ kind, id }: Link): string {
  return `${kind} ${id}`
}

/** Groups of rows, which grow together where a row of one names one of another. */
export class LinkedGroups {
  private readonly parents = new Map<string, string>()
  private readonly links = new Map<string, Link>()
  /** The roots of groups that stay. */
  private readonly staying = new Set<string>()

  /** Adds a row; returns true where it is a new one. */
  add(row: Link): boolean {
    const name = nameOfLink(row)
    if (this.parents.has(name)) return false
    this.parents.set(name, name)
    this.links.set(name, row)
    return true
  }

  /** The number of rows. */
  get size(): number {
    return this.links.size
  }

  /** Puts two rows into one group, which stays where one of the two stays. */
  join(one: Link, other: Link): void {
    const [a, b] = [this.rootOf(nameOfLink(one)), this.rootOf(nameOfLink(other))]
    if (a === b) return
    this.parents.set(b, a)
    if (this.staying.delete(b)) this.staying.add(a)
  }

  /** Decides that the group of a row stays where it is. */
  stay(row: Link): void {
    this.staying.add(this.rootOf(nameOfLink(row)))
  }

  stays(row: Link): boolean {
    return this.staying.has(this.rootOf(nameOfLink(row)))
  }

  /** Lists the groups that do not stay. */
  groups(): Link[][] {
    const groups = new Map<string, Link[]>()
    for (const [name, row] of this.links) {
      const root = this.rootOf(name)
      if (this.staying.has(root)) continue
      const group = groups.get(root)
      if (group) group.push(row)
      else groups.set(root, [row])
    }
    return [...groups.values()]
  }

  /** Lists the rows of groups that stay. */
  stayed(): Link[] {
    return [...this.links.values()].filter((row) => this.stays(row))
  }

  private rootOf(name: string): string {
    let root = name
    for (let parent = this.parents.get(root)!; parent !== root; parent = this.parents.get(root)!) root = parent
    for (let at = name; at !== root;) {
      const next = this.parents.get(at)!
      this.parents.set(at, root)
      at = next
    }
    return root
  }
}
