import { isRefundEvent, isWaiverEvent, placeOf, type StoredEvent } from '../domain/event-stream.js'
import type { ClosingRecord } from '../domain/days/closing.js'
import type { Payment } from '../domain/payments/payment.js'
import { type AccountLine, sumOfAllocations } from '../domain/reconciliation/account-line.js'
import type { Refund } from '../domain/refunds/refund.js'
import type { Waiver } from '../domain/waivers/waiver.js'
import { PaymentError } from '../errors.js'
import type { AnyAggregate } from './aggregates/aggregate.js'
import { fixedFields } from './aggregates/column.js'
import { fixedOnceAllocated, lineColumns } from './aggregates/line-columns.js'
import { paymentColumns } from './aggregates/payment-columns.js'
import { refunds } from './aggregates/refunds.js'
import { waivers } from './aggregates/waivers.js'
import { hasTwice, problemOfRows, problemOfSuccessor } from './aggregates/check-rows.js'
import type { FinanceGroup } from './finance-port.js'
import type { Change, ChangeGroup, LineEntry } from './port.js'

/** Throws a `PaymentError` (`storage_unavailable`, not retryable) for a write that the core never sends. */
function refuse(problem: string): never {
  throw new PaymentError(
    'storage_unavailable',
    `The storage refused a write that the library never sends: ${problem}. Nothing was stored.`,
    {
      retryable: false,
    },
  )
}

/** Refuses a payment and an event that a database's types, CHECKs and keys would refuse. */
export function checkStorable(payment: Payment, event: StoredEvent, version: number): void {
  const { amount, amountReconciled, amountRefundPending, amountRefunded, amountWrittenOff, amountWaived } = payment
  if (!Number.isSafeInteger(amount) || amount < 1) refuse('an amount that is no positive integer')
  if (!isPart(amountReconciled)) refuse('a reconciled amount that is no integer')
  if (!isPart(amountRefundPending) || !isPart(amountRefunded)) refuse('a refunded amount that is no integer')
  if (!isPart(amountWrittenOff) || amountWrittenOff > amountReconciled) refuse('more written off than reconciled')
  if (!isPart(amountWaived) || amountWaived > amount) refuse('more waived than the payment')
  if (amountRefundPending > amount - amountWaived - amountWrittenOff - amountRefunded)
    refuse('refunds of more than the payment')
  if (payment.version !== version) refuse('a payment whose version does not follow')
  const place = placeOf(event)
  if (place.version !== version || place.stream !== payment.id) refuse('an event of another change')
}

/** Returns true for a part of a sum of money: an exact count of minor units, 0 or more. */
function isPart(amount: number): boolean {
  return Number.isSafeInteger(amount) && amount >= 0
}

const fixed = fixedFields(paymentColumns) as (keyof Payment)[]

/** Refuses a change of the fields of a payment that never change; the indexes go by them. */
export function checkSuccessor(former: Payment, next: Payment): void {
  if (fixed.some((field) => former[field] !== next[field])) refuse('a change of what was asked for')
}

/** Refuses a line that is written twice, and changes of one payment that do not follow on each other. */
function checkOnceEach({ changes, lines }: Pick<ChangeGroup, 'changes' | 'lines'>): void {
  const changed = new Map<string, Payment>()
  for (const { payment, expectedVersion } of changes) {
    const before = changed.get(payment.id)
    if (before && before.version !== expectedVersion) refuse('rival changes of one payment in one group')
    if (before) checkSuccessor(before, payment)
    changed.set(payment.id, payment)
  }
  if (hasTwice(lines.map(({ key }) => key))) refuse('a statement line twice in one group')
}

function checkChanges(changes: readonly Change[]): void {
  for (const { payment, event, expectedVersion } of changes) checkStorable(payment, event, expectedVersion + 1)
}

/** Checks a group of payments and of keys of lines alone. */
export function checkKeyedGroup({ changes, lines, rows = [] }: ChangeGroup): void {
  checkChanges(changes)
  checkOnceEach({ changes, lines })
  if (rows.length > 0) refuse('rows beside keys of lines')
  checkEventsOfRefunds({ changes })
}

/**
 * Returns the version that an entry gives its line: the expected one, or 0 where no whole line was stored, and one more where
 * the entry has an event.
 */
function versionOf({ expected, event }: LineEntry): number {
  const before = typeof expected === 'number' ? expected : 0
  return event ? before + 1 : before
}

function checkMoney({ amount, allocated, allocations, status, givenBack }: AccountLine): void {
  if (!Number.isSafeInteger(amount) || amount < 1) refuse('a line whose amount is no positive integer')
  const isWithin = Number.isSafeInteger(allocated) && allocated >= 0 && allocated <= amount
  if (!isWithin) refuse('a line that has allocated less than 0 or more than its amount')
  if (!isPart(givenBack)) refuse('a line of which no integer was given back')
  if (allocations.some((allocation) => !Number.isSafeInteger(allocation.amount)))
    refuse('an allocation that is no integer')
  if (sumOfAllocations(allocations) !== BigInt(allocated))
    refuse('allocations that do not add up to what a line has allocated')
  if ((status === 'settled') !== (allocated === amount))
    refuse('a line whose status does not follow from its allocations')
}

function checkStorableLine(entry: LineEntry): void {
  const { line, event } = entry
  if (line.version < 1 || line.version !== versionOf(entry)) refuse('a line whose version does not follow')
  const isOfChange = !event || (event.version === line.version && event.lineKey === line.key)
  if (!isOfChange) refuse('an event of another change of a line')
  checkMoney(line)
}

const fixedOfLine = fixedFields(lineColumns) as (keyof AccountLine)[]

/** Refuses a change of the fields that identify a line, and of those of its statement once its money is allocated. */
export function checkSuccessorOfLine(former: AccountLine, next: AccountLine): void {
  const fixed = former.allocations.length > 0 ? [...fixedOfLine, ...fixedOnceAllocated] : fixedOfLine
  if (fixed.some((field) => former[field] !== next[field])) refuse('a change of what a line is known by')
}

function isOfRefund(event: StoredEvent, { id, paymentId, lineKey, version }: Refund): boolean {
  if (!isRefundEvent(event)) return false
  const { data } = event
  const isWhole = (data.paymentVersion === null) === (paymentId === null)
  return (
    isWhole &&
    data.refundId === id &&
    data.paymentId === paymentId &&
    data.lineKey === lineKey &&
    data.version === version
  )
}

function isOfWaiver(event: StoredEvent, { id, paymentId, version }: Waiver): boolean {
  if (!isWaiverEvent(event)) return false
  const { data } = event
  return data.waiverId === id && data.paymentId === paymentId && data.version === version
}

/** Refuses a refund or waiver without its event in the group, and an event of a refund that does not change with it. */
function checkEventsOfRefunds({
  changes,
  rows = [],
  events = [],
}: Pick<ChangeGroup, 'changes' | 'rows' | 'events'>): void {
  const eventsById = new Map<string, StoredEvent>()
  for (const event of [...changes.map((change) => change.event), ...events])
    if (isRefundEvent(event)) eventsById.set(event.data.refundId, event)
    else if (isWaiverEvent(event)) eventsById.set(event.data.waiverId, event)
    else if (events.includes(event)) refuse('an event of a payment without its change')
  for (const { of, row } of rows) {
    if (of.name === waivers.name) {
      const waiver = row as Waiver
      const event = eventsById.get(waiver.id)
      if (!event || !isOfWaiver(event, waiver)) refuse('a waiver without its event')
      eventsById.delete(waiver.id)
    }
    if (of.name !== refunds.name) continue
    const refund = row as Refund
    const event = eventsById.get(refund.id)
    if (!event || !isOfRefund(event, refund)) refuse('a refund without its event')
    eventsById.delete(refund.id)
  }
  if (eventsById.size > 0) refuse('an event of a refund or a waiver that does not change with it')
}

/** Maximum of payments and of lines in one write. */
export const maxInGroup = 5000

/** Checks a group of payments, whole lines and rows of aggregates. */
export function checkGroup({ changes, lines, rows = [], events = [], chains = [] }: FinanceGroup): void {
  checkChanges(changes)
  lines.forEach(checkStorableLine)
  if ([changes, lines].some(({ length }) => length > maxInGroup)) {
    refuse(`more than ${maxInGroup} changes or lines in one group`)
  }
  checkOnceEach({ changes, lines: lines.map(({ line }) => ({ key: line.key, paymentIds: [] })) })
  if (hasTwice(chains.map(({ account }) => account))) refuse('a chain of closings twice in one group')
  if (lines.some(({ expected, marks }) => marks && expected !== 'nothing')) refuse('marks of a line that is not new')
  checkEventsOfRefunds({ changes, rows, events })
  const problem = problemOfRows(rows)
  if (problem !== null) refuse(problem)
}

/** Refuses a change of the fields of a row that never change. */
export function checkSuccessorOfRow(of: AnyAggregate, former: object, next: object): void {
  const problem = problemOfSuccessor(of, former, next)
  if (problem !== null) refuse(problem)
}

const hashShape = /^[0-9a-f]{64}$/

/** Refuses a link of a chain of closings that could never be verified. */
export function checkStorableClosing({ sequence, previousHash, hash, linesHash }: ClosingRecord): void {
  if (!Number.isSafeInteger(sequence) || sequence < 1) refuse('a closing whose sequence is no positive integer')
  if ((sequence === 1) !== (previousHash === null)) refuse('a closing that names no closing before it, or one too many')
  if (![hash, linesHash].every((digest) => hashShape.test(digest))) refuse('a closing without its digests')
}

/** Maximum of keys of each kind in one look-up. */
export const maxKeys = 5000

export function checkKeys(...lists: readonly (readonly unknown[])[]): void {
  if (lists.some(({ length }) => length > maxKeys)) refuse(`more than ${maxKeys} keys in a list`)
}
