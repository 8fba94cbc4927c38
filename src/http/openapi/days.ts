/** The schemas of closed days. */
import { paymentStatuses } from '../../domain/payments/payment.js'
import { refundStatuses } from '../../domain/refunds/refund.js'
import type { Closing } from '../../domain/days/closing.js'
import type { MonthOfAccount } from '../../domain/days/month.js'
import { component, type Schema } from './json-schema.js'
import { currency, instant, listOf, nullable, object, page, text } from './schemas.js'

const day: Schema = { type: 'string', format: 'date', examples: ['2026-11-20'] }
const count: Schema = { type: 'integer', minimum: 0 }
const digits: Schema = { type: 'string', pattern: '^-?\\d+$', description: 'Exact decimal digits, in minor units.' }
const hash: Schema = { type: 'string', pattern: '^[0-9a-f]{64}$', description: 'SHA-256, in hex.' }
const paidOnDay = (statuses: readonly string[]): Schema =>
  listOf(
    object({ currency, channel: nullable(text), status: { type: 'string', enum: statuses }, count, amount: digits }),
  )

const allocated = listOf(
  object({
    direction: { type: 'string', enum: ['credit', 'debit'] },
    to: { type: 'string', enum: ['payment', 'refund', 'line', 'category'] },
    category: nullable(text),
    amount: digits,
  }),
)
const uncounted: Schema = {
  ...object({ count, amount: digits }),
  description: 'Possible duplicates, which are in no other sum.',
}
const stated: Schema = { ...nullable(digits), description: 'null where no statement gives it.' }

const monthOfAccount = {
  account: text,
  currency,
  opening: digits,
  credits: digits,
  debits: digits,
  allocated,
  open: object({ count, amount: digits }),
  closing: digits,
  statedOpening: stated,
  statedClosing: stated,
  unexplained: {
    ...nullable(digits),
    description: 'The change between the stated balances, less credits, plus debits; null where one of them is null.',
  },
  uncounted,
  gaps: { ...listOf(day), description: 'Days at which a statement does not open where the one before it closed.' },
  difference: { ...digits, description: '0 unless a line was changed by hand.' },
} satisfies Record<keyof MonthOfAccount, Schema>

const closing = {
  account: text,
  day,
  sequence: { type: 'integer', minimum: 1, description: '1, 2, 3 … of the account.' },
  kind: { type: 'string', enum: ['closing', 'reopening'] },
  actor: text,
  reason: { ...nullable(text), description: 'The reason for which the day was reopened.' },
  createdAt: instant,
  currencies: listOf(
    object({
      currency,
      opening: { ...nullable(digits), description: 'null where no statement says it.' },
      closing: { ...nullable(digits), description: 'null where no statement says it.' },
      credits: digits,
      debits: digits,
      allocated,
      open: object({ count, amount: digits }),
      uncounted,
    }),
  ),
  payments: { ...paidOnDay(paymentStatuses), description: 'Payments that were paid on the day.' },
  refunds: { ...paidOnDay(refundStatuses), description: 'Refunds that were paid out on the day.' },
  timeZone: { ...text, description: 'The zone in which the day of payments and refunds is one.' },
  linesHash: { ...hash, description: "Of the day's lines." },
  previousHash: { ...nullable(hash), description: 'null for the first one of the account.' },
  hash,
  changedSince: {
    ...listOf(text),
    description: 'Keys of lines of the day that were stored or changed after it was closed.',
  },
  archived: {
    ...object({
      lines: { type: 'integer', minimum: 1 },
      tables: { ...listOf(text), description: 'The beginnings of the names of the tables that have them.' },
    }),
    description: 'The lines of the day that were moved by an archive; absent where none was.',
  },
} satisfies Record<keyof Closing, Schema>

export const daySchemas: Readonly<Record<string, Schema>> = {
  Closing: object(closing, ['archived']),
  ClosingPage: page(component('Closing')),
  ClosedDays: object({
    closed: { ...listOf(component('Closing')), description: 'The days that this call closed, the oldest first.' },
    stopped: {
      ...nullable(object({ day, code: text })),
      description: 'The first day that could not be closed, with the code of the error.',
    },
  }),
  Month: object({ month: { type: 'string', pattern: '^\\d{4}-\\d{2}$' }, items: listOf(object(monthOfAccount)) }),
}
