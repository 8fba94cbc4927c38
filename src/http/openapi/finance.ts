/** The schemas of statements and their lines. */
import { maxLength, shapes } from '../../domain/limits.js'
import { maxAllocations } from '../../domain/reconciliation/allocate-line.js'
import type { LineEventType } from '../../domain/reconciliation/account-line.js'
import { lineOutcomes, paymentOutcomes } from '../../domain/reconciliation/items.js'
import type { ImportWarningCode } from '../../domain/reconciliation/statement-import.js'
import type { SuggestionReason } from '../../domain/reconciliation/suggestions.js'
import {
  amount,
  component,
  currency,
  freeText,
  instant,
  listOf,
  nullable,
  object,
  page,
  reason,
  type Schema,
  text,
} from './schemas.js'

const day: Schema = { type: 'string', format: 'date', examples: ['2026-11-20'] }
const integer: Schema = { type: 'integer' }
const count: Schema = { type: 'integer', minimum: 0 }
const digits: Schema = { type: 'string', pattern: '^-?\\d+$', description: 'Exact decimal digits, in minor units.' }
const outcome: Schema = { type: 'string', enum: lineOutcomes }
const direction: Schema = { type: 'string', enum: ['credit', 'debit'] }
const actor: Schema = { type: 'string', minLength: 1, maxLength: maxLength.actor, examples: ['amina'] }
const category: Schema = { type: 'string', pattern: shapes.category.source, examples: ['bank_fee'] }
const categoryAmount: Schema = {
  type: 'integer',
  not: { const: 0 },
  description: 'Minor units; below 0 where money was withheld, such as a fee.',
  examples: [-1500],
}

/** Describes an allocation to each of its targets, with more `properties` than its own. */
const allocationsWith = (properties: Readonly<Record<string, Schema>>): Schema => ({
  description: "A part of the line's money, and what it is for.",
  oneOf: [
    object({ to: { const: 'payment' }, paymentId: text, amount, ...properties }),
    object(
      {
        to: { const: 'category' },
        category,
        amount: categoryAmount,
        paymentId: { ...text, description: 'Of an amount below 0: the payment of the same call that it lowers alone.' },
        ...properties,
      },
      ['paymentId'],
    ),
    object({ to: { const: 'line' }, lineKey: text, amount, ...properties }),
    object({ to: { const: 'refund' }, refundId: text, amount, ...properties }),
  ],
})

const lineProperties: Readonly<Record<string, Schema>> = {
  key: { ...text, examples: ['content:Zm9v:1'] },
  account: { ...text, description: 'The account.', examples: ['cbe-1000'] },
  importId: { ...nullable(text), description: 'The import that first stored the line.' },
  row: integer,
  direction,
  amount,
  currency,
  valueDate: day,
  bookedAt: nullable(instant),
  reference: text,
  providerTransactionId: text,
  outcome: { ...outcome, description: 'What the rules said when they last decided the line.' },
  status: { type: 'string', enum: ['open', 'settled'] },
  held: { type: 'boolean', description: 'Imports leave the line alone.' },
  allocated: { ...count, description: 'The sum of the allocations, in minor units.' },
  givenBack: {
    ...count,
    description: 'What was given back through payments of which an allocation of this line was undone.',
  },
  allocations: listOf(component('StoredAllocation')),
  assignee: nullable(text),
  version: { type: 'integer', minimum: 1 },
  createdAt: instant,
  updatedAt: instant,
}
const optionalOfLine = ['reference', 'providerTransactionId']

/** A line as errors show it. */
export const lineWithoutNarration: Schema = object(lineProperties, optionalOfLine)

const eventTypes = Object.keys({
  'line.imported': true,
  'line.allocated': true,
  'line.unallocated': true,
  'line.held': true,
  'line.released': true,
  'line.assigned': true,
  'line.marked_duplicate': true,
} satisfies Record<LineEventType, true>)

const reasons = Object.keys({
  same_reference_spelt_differently: true,
  one_character_differs: true,
  same_receipt: true,
  same_open_amount: true,
  phone: true,
  payer_name: true,
} satisfies Record<SuggestionReason, true>)

const warningCodes = Object.keys({
  fewer_lines: true,
  balance_gap: true,
  days_missing: true,
  other_format: true,
  totals_differ: true,
  two_currencies: true,
  two_accounts: true,
  nothing_booked: true,
  id_repeats: true,
  possible_duplicates: true,
  other_layout: true,
  other_account: true,
} satisfies Record<ImportWarningCode, true>)

const balance = nullable(object({ currency, amount: digits }))

const importProperties: Readonly<Record<string, Schema>> = {
  layout: { ...nullable(text), description: 'A digest of the format of the file and of the mapping of its columns.' },
  account: text,
  actor: nullable(text),
  fileName: nullable(text),
  lines: listOf(
    object({ outcome, direction: nullable(direction), currency: nullable(currency), count, amount: digits }),
  ),
  payments: listOf(object({ outcome: { type: 'string', enum: paymentOutcomes }, currency, count, amount: digits })),
  skipped: { ...count, description: 'Rows of a CSV file that are no lines, because they have no amount.' },
  leftOut: {
    ...listOf(object({ status: text, count })),
    description: 'Entries that are no lines, because they are not booked, by their status.',
  },
  rejected: {
    ...listOf(object({ row: integer, reason: text })),
    description: 'The first 1,000 rows that cannot be read.',
  },
  rejectedCount: count,
  from: { ...nullable(day), description: 'The first value date of its lines.' },
  to: { ...nullable(day), description: 'The last value date of its lines.' },
  statements: listOf(object({ opening: balance, closing: balance, addsUp: { type: ['boolean', 'null'] } })),
  warnings: {
    ...listOf(object({ code: { type: 'string', enum: warningCodes }, day }, ['day'])),
    description: 'What is to be looked at before the file is believed.',
  },
}

const expectedVersion: Schema = {
  type: 'integer',
  minimum: 1,
  description: '`version` of the line as its reader saw it.',
}

export const financeSchemas: Readonly<Record<string, Schema>> = {
  AccountLine: object(
    {
      ...lineProperties,
      narration: {
        ...text,
        description: 'Free text of the bank, which may name the payer; gone once it was forgotten.',
      },
    },
    [...optionalOfLine, 'narration'],
  ),
  LinePage: page(component('AccountLine')),
  Allocation: allocationsWith({}),
  StoredAllocation: allocationsWith({ by: { type: 'string', enum: ['rule', 'hand'] } }),
  LineEvent: object({
    id: text,
    createdAt: instant,
    lineKey: text,
    version: { type: 'integer', minimum: 1 },
    type: { type: 'string', enum: eventTypes },
    actor: nullable(text),
    reason: nullable(text),
    allocations: { ...listOf(component('Allocation')), description: 'What was allocated, or taken back.' },
  }),
  LineHistory: listOf(component('LineEvent')),
  Suggestions: { ...listOf(component('Suggestion')), maxItems: 10 },
  Suggestion: object({
    payment: component('Payment'),
    reasons: listOf({ type: 'string', enum: reasons }),
  }),
  Notes: listOf(component('Note')),
  Note: object({ text, actor: nullable(text), createdAt: instant }),
  StatementImport: object({
    id: { type: 'string', pattern: '^imp_[0-9A-HJKMNP-TV-Z]{26}$' },
    createdAt: instant,
    completedAt: { ...nullable(instant), description: 'null where it was cut off.' },
    ...importProperties,
  }),
  StatementPreview: {
    ...object({
      id: { type: 'null' },
      createdAt: { type: 'null' },
      completedAt: { type: 'null' },
      ...importProperties,
    }),
    description: 'What an import would come to. Its warnings are those of the file by itself.',
  },
  ImportPage: page(component('StatementImport')),
  AllocateRequest: object(
    {
      expectedVersion,
      allocations: {
        ...listOf(component('Allocation')),
        minItems: 1,
        maxItems: maxAllocations,
        description: 'Each of another target; they add up to more than 0, and to at most what is open of the line.',
      },
      reason,
    },
    ['reason'],
  ),
  UnallocateRequest: object(
    {
      expectedVersion,
      reason,
      payments: {
        type: 'string',
        enum: ['reverse', 'keep'],
        description:
          'What becomes of payments that succeeded on the evidence of statements; required where there are such. ' +
          '`keep` is required where a payment was reversed, or is given back or was.',
      },
      paidOtherwise: {
        type: 'boolean',
        description: 'With `keep`: the payments were paid by other money, and the line has all of its own again.',
      },
    },
    ['payments', 'paidOtherwise'],
  ),
  MarkRequest: object({ expectedVersion, reason }, ['reason']),
  MarkDuplicateRequest: object({ expectedVersion, reason }),
  AssignRequest: object(
    {
      expectedVersion,
      assignee: { ...nullable(actor), description: 'null: no one.' },
      reason,
    },
    ['reason'],
  ),
  NoteRequest: object({ text: { ...freeText(maxLength.note), minLength: 1 } }),
}
