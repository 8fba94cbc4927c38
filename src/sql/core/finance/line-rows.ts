/** Statement lines and their events as rows, in the order of the columns in `columns.ts`, and back. */
import { millisecondsOf } from '../../../domain/instant.js'
import {
  type AccountLine,
  type Allocation,
  isUncounted,
  type LineEvent,
  type LineEventType,
  type LineStatus,
  lineText,
  type StoredAllocation,
} from '../../../domain/reconciliation/account-line.js'
import type { LineOutcome } from '../../../domain/reconciliation/items.js'
import type { Writable } from '../../../internal/writable.js'
import { lineEventFields, lineFields } from '../../../repository/aggregates/line-columns.js'
import type { LineEntry, StoredLine } from '../../../repository/port.js'
import { paymentIdsOf } from '../../../repository/rows.js'
import type { SqlRow, SqlValue } from '../database.js'
import { instant, instantOrNull, placesOf, text, textOrNull, time, truth } from '../values.js'

/** Returns the values of a line that `sameLine` compares, in its order. */
export function fixedLineValues({
  account,
  sessionId,
  transferTo,
  createdAt,
  direction,
  amount,
  currency,
}: AccountLine): SqlValue[] {
  return [account, sessionId, transferTo, millisecondsOf(createdAt), direction, amount, currency]
}

/** Returns the values of a line in the order of `writtenLineColumns`. */
export function lineValues({ line, marks = {} }: Pick<LineEntry, 'line' | 'marks'>): SqlValue[] {
  const { reference, providerTransactionId, narration } = line
  return [
    line.key,
    line.account,
    line.importId,
    line.row,
    line.direction,
    line.amount,
    line.currency,
    line.valueDate,
    time(line.bookedAt),
    line.outcome,
    line.status,
    line.held ? 1 : 0,
    line.allocated,
    line.givenBack,
    JSON.stringify(line.allocations),
    line.assignee,
    line.sessionId,
    line.payerId,
    line.payerByRule ? 1 : null,
    line.transferTo,
    line.version,
    millisecondsOf(line.createdAt),
    millisecondsOf(line.updatedAt),
    reference ?? null,
    providerTransactionId ?? null,
    narration ?? null,
    lineText({
      ...(reference !== undefined && { reference }),
      ...(providerTransactionId !== undefined && { providerTransactionId }),
    }),
    narration === undefined ? null : lineText({ narration }),
    marks.identity ?? null,
    marks.receipt ?? null,
    marks.entry ?? null,
    marks.reference ?? null,
  ]
}

const place = placesOf(lineFields)

/** Reads a line from a row that begins with `lineColumns`. */
export function lineOf(row: SqlRow): AccountLine {
  const line: Writable<AccountLine> = {
    key: text(row[place.key]),
    account: text(row[place.account]),
    importId: textOrNull(row[place.importId]),
    row: Number(row[place.row]),
    direction: text(row[place.direction]) as AccountLine['direction'],
    amount: Number(row[place.amount]),
    currency: text(row[place.currency]),
    valueDate: text(row[place.valueDate]),
    bookedAt: instantOrNull(row[place.bookedAt]),
    outcome: text(row[place.outcome]) as LineOutcome,
    status: text(row[place.status]) as LineStatus,
    held: truth(row[place.held]),
    allocated: Number(row[place.allocated]),
    givenBack: Number(row[place.givenBack]),
    allocations: JSON.parse(text(row[place.allocations])) as StoredAllocation[],
    assignee: textOrNull(row[place.assignee]),
    sessionId: textOrNull(row[place.sessionId]),
    payerId: textOrNull(row[place.payerId]),
    transferTo: textOrNull(row[place.transferTo]),
    version: Number(row[place.version]),
    createdAt: instant(row[place.createdAt]),
    updatedAt: instant(row[place.updatedAt]),
  }
  if (row[place.payerByRule] !== null) line.payerByRule = true
  const reference = row[place.reference]
  const providerTransactionId = row[place.providerTransactionId]
  const narration = row[place.narration]
  if (reference !== null) line.reference = text(reference)
  if (providerTransactionId !== null) line.providerTransactionId = text(providerTransactionId)
  if (narration !== null) line.narration = text(narration)
  return line
}

/** Returns the values of an entry's event in the order of `writtenLineEventColumns`; none where it has no event. */
export function lineEventValues({ line, event }: Pick<LineEntry, 'line' | 'event'>): SqlValue[][] {
  if (!event) return []
  const { id, createdAt, lineKey, version, type, actor, reason, allocations } = event
  const isCounted = isUncounted(line) ? 0 : 1
  return [
    [lineKey, version, id, type, millisecondsOf(createdAt), actor, reason, JSON.stringify(allocations), isCounted],
  ]
}

const eventPlace = placesOf(lineEventFields)

export function lineEventOf(row: SqlRow): LineEvent {
  return {
    id: text(row[eventPlace.id]),
    createdAt: instant(row[eventPlace.createdAt]),
    lineKey: text(row[eventPlace.lineKey]),
    version: Number(row[eventPlace.version]),
    type: text(row[eventPlace.type]) as LineEventType,
    actor: textOrNull(row[eventPlace.actor]),
    reason: textOrNull(row[eventPlace.reason]),
    allocations: JSON.parse(text(row[eventPlace.allocations])) as Allocation[],
  }
}

/** Returns a line's key as the table of keys stores it: with the payments that its money went to. */
export function keyOfLine({ line }: LineEntry): StoredLine {
  return { key: line.key, paymentIds: paymentIdsOf(line) }
}
