/** The columns of statement lines and of their events, described as those of aggregates are. */
import type { AccountLine, LineEvent } from '../../domain/reconciliation/account-line.js'
import {
  type Column,
  type Columns,
  type ColumnsOf,
  document,
  erasable,
  fixed,
  flag,
  instant,
  integer,
  key,
  longText,
  named,
  oneOf,
  orNull,
  orOmitted,
  positive,
  text,
} from './column.js'

const fields = {
  key: named('line_key', key(1020)),
  account: fixed(key(1020)),
  importId: orNull(key(64)),
  // Databases reserve the field's own name.
  row: named('file_row', integer),
  direction: oneOf(['credit', 'debit']),
  amount: positive,
  currency: key(3),
  valueDate: key(10),
  bookedAt: orNull(instant),
  outcome: key(32),
  status: oneOf(['open', 'settled']),
  held: flag,
  allocated: integer,
  givenBack: integer,
  allocations: document,
  assignee: orNull(key(1020)),
  sessionId: fixed(orNull(key(64))),
  payerId: orNull(key(64)),
  payerByRule: orOmitted(flag),
  transferTo: fixed(orNull(key(1020))),
  version: positive,
  createdAt: fixed(instant),
  updatedAt: instant,
  reference: orOmitted(longText),
  providerTransactionId: orOmitted(longText),
  narration: erasable(orOmitted(longText)),
} as const satisfies ColumnsOf<AccountLine>

export const lineFields = Object.keys(fields) as readonly (keyof AccountLine)[]

/** The columns that a stored line is read from. */
export const lineColumns: Columns = new Map<string, Column>(Object.entries(fields))

/** The column of each mark, by which later lines find a stored one; written with its first version. */
export const markFields = {
  identity: 'identityMark',
  receipt: 'receiptMark',
  entry: 'entryMark',
  reference: 'referenceMark',
} as const

/** All that is written of a line: also what it is searched by, and its marks. */
export const writtenLineColumns: Columns = new Map<string, Column>([
  ...lineColumns,
  // Reference and receipt.
  ['searchText', longText],
  ['narrationText', erasable(orNull(longText))],
  ...Object.values(markFields).map((field) => [field, orNull(key(64))] as const),
])

/**
 * Fields that never change once a part of the line's money was allocated; until then a statement may restate them. The value date
 * of an attempt's line is that of the statement that proves it.
 */
export const fixedOnceAllocated = ['direction', 'amount', 'currency'] as const

const ofEvent = {
  lineKey: key(1020),
  version: positive,
  id: key(64),
  type: key(64),
  createdAt: instant,
  actor: orNull(text(255)),
  reason: orNull(text(500)),
  allocations: document,
} satisfies ColumnsOf<LineEvent>

export const lineEventFields = Object.keys(ofEvent) as readonly (keyof LineEvent)[]

export const lineEventColumns: Columns = new Map<string, Column>(Object.entries(ofEvent))

/** All that is written of a line's event: also whether the line counts as money after it, by which the journal posts the line. */
export const writtenLineEventColumns: Columns = new Map<string, Column>([...lineEventColumns, ['counted', flag]])
