/** The schemas of statements and their lines. */
import type { LineEventType } from '../../domain/reconciliation/account-line.js'
import { lineOutcomes, paymentOutcomes } from '../../domain/reconciliation/items.js'
import type { ImportWarningCode } from '../../domain/reconciliation/statement-import.js'
import type { SuggestionReason } from '../../domain/reconciliation/suggestions.js'
import { allocation } from '../../operations/input/line-calls.js'
import { component, jsonSchemaOf, type ObjectSchema, type Schema } from './json-schema.js'
import { amount, currency, instant, listOf, nullable, object, page, ruleId, text } from './schemas.js'

const day: Schema = { type: 'string', format: 'date', examples: ['2026-11-20'] }
const integer: Schema = { type: 'integer' }
const count: Schema = { type: 'integer', minimum: 0 }
const digits: Schema = { type: 'string', pattern: '^-?\\d+$', description: 'Exact decimal digits, in minor units.' }
const outcome: Schema = { type: 'string', enum: lineOutcomes }
const direction: Schema = { type: 'string', enum: ['credit', 'debit'] }
const { oneOf: targets, ...ofAllocation } = jsonSchemaOf(allocation) as { oneOf: readonly ObjectSchema[] }

const ruleOfAllocation: Schema = { ...ruleId, description: 'The remembered rule that made it.' }
const storedAllocation: Schema = {
  ...ofAllocation,
  oneOf: targets.map(({ properties, required = [], ...target }) => ({
    ...target,
    properties: { ...properties, by: { type: 'string', enum: ['rule', 'hand'] }, ruleId: ruleOfAllocation },
    required: [...required, 'by'],
  })),
}

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
  outcome: { ...outcome, description: 'The result of the rules when they last decided the line.' },
  status: { type: 'string', enum: ['open', 'settled'] },
  held: { type: 'boolean', description: 'True where no import changes the line.' },
  allocated: { ...count, description: 'The sum of the allocations, in minor units.' },
  givenBack: {
    ...count,
    description:
      'The money that was given back through payments of which an allocation of this line was undone, in minor units.',
  },
  allocations: listOf(component('StoredAllocation')),
  assignee: nullable(text),
  sessionId: { ...nullable(text), description: 'The session at the counter in which the movement was recorded.' },
  payerId: { ...nullable(text), description: 'The payer whose money it is.' },
  payerByRule: {
    const: true,
    description: 'Present where the payer came with an allocation of a rule; it leaves with that allocation.',
  },
  transferTo: { ...nullable(text), description: 'The account to which the money was sent.' },
  version: { type: 'integer', minimum: 1 },
  createdAt: instant,
  updatedAt: instant,
}
const optionalOfLine = ['reference', 'providerTransactionId', 'payerByRule']

/** A line as errors show it. */
export const lineWithoutNarration: Schema = object(lineProperties, optionalOfLine)

const eventTypes = Object.keys({
  'line.imported': true,
  'line.recorded': true,
  'line.allocated': true,
  'line.unallocated': true,
  'line.held': true,
  'line.released': true,
  'line.assigned': true,
  'line.payer_set': true,
  'line.proved': true,
  'line.marked_duplicate': true,
  'line.voided': true,
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
    description: 'Reasons to check the file before it is trusted.',
  },
}

export const financeSchemas: Readonly<Record<string, Schema>> = {
  AccountLine: object(
    {
      ...lineProperties,
      narration: {
        ...text,
        description: 'Free text of the bank, which may name the payer; absent once it was erased.',
      },
    },
    [...optionalOfLine, 'narration'],
  ),
  LinePage: page(component('AccountLine')),
  StoredAllocation: storedAllocation,
  LineEvent: object({
    id: text,
    createdAt: instant,
    lineKey: text,
    version: { type: 'integer', minimum: 1 },
    type: { type: 'string', enum: eventTypes },
    actor: nullable(text),
    reason: nullable(text),
    allocations: { ...listOf(component('Allocation')), description: 'The allocations that were made, or taken back.' },
  }),
  LineHistory: listOf(component('LineEvent')),
  Suggestions: { ...listOf(component('Suggestion')), maxItems: 20 },
  Suggestion: {
    oneOf: [
      object({ payment: component('Payment'), reasons: listOf({ type: 'string', enum: reasons }) }),
      object({ line: component('AccountLine'), reasons: listOf({ const: 'own_transfer' }) }),
    ],
  },
  LineTotals: listOf(
    object({
      currency,
      direction,
      count: { type: 'integer', minimum: 1 },
      amount: { type: 'string', pattern: '^\\d+$', description: 'Exact decimal digits, in minor units.' },
      open: { type: 'string', pattern: '^\\d+$', description: 'The part that is not allocated, in the same form.' },
    }),
  ),
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
    description: 'The result that an import would have. Its warnings are those of the file by itself.',
  },
  ImportPage: page(component('StatementImport')),
}
