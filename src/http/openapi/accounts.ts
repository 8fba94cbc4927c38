/** The schemas of accounts, of a day's report and of what waits for people. */
import type { AccountKind } from '../../domain/accounts/account-kind.js'
import { lineOutcomes } from '../../domain/reconciliation/items.js'
import type { HospitalPayments } from '../../service.js'
import { component, type Schema } from './json-schema.js'
import { amount, currency, instant, listOf, nullable, object, page, sessionId, text } from './schemas.js'

const day: Schema = { type: 'string', format: 'date', examples: ['2026-11-20'] }
const count: Schema = { type: 'integer', minimum: 0 }
const digits: Schema = { type: 'string', pattern: '^-?\\d+$', description: 'Exact decimal digits, in minor units.' }
const outcome: Schema = { type: 'string', enum: lineOutcomes }
const countAndAmount = object({ count, amount: digits })
const sums = listOf(object({ currency, count, amount: digits }))

const accountKinds = Object.keys({
  statement: true,
  cash: true,
  waiver: true,
  provider: true,
} satisfies Record<AccountKind, true>)

const openLines = listOf(
  object({
    account: text,
    currency,
    direction: { type: 'string', enum: ['credit', 'debit'] },
    outcome,
    count,
    amount: digits,
    oldest: day,
  }),
)

const openLinesOfDay = listOf(object({ account: text, currency, outcome, count, amount: digits, oldest: day }))

const ofSession = { sessionId, point: text, currency }
const difference: Schema = { type: 'integer', description: 'Minor units; 0 where there is none, or it was explained.' }

const attention = {
  openLines,
  uncounted: { ...openLines, description: 'Possible duplicates, which count as no money.' },
  underPaid: listOf(object({ currency, count, asked: digits, came: digits, missing: digits })),
  unpaidWithMoney: sums,
  refundedUnproved: sums,
  reversedWithMoney: { ...sums, description: 'Reversed payments whose money other lines still prove.' },
  transits: {
    ...listOf(
      object({
        lineKey: text,
        account: text,
        to: text,
        currency,
        amount,
        reference: nullable(text),
        sentAt: instant,
      }),
    ),
    description: 'Cash that was sent at least 3 days ago and has not arrived.',
  },
  openSessions: {
    ...listOf(object({ ...ofSession, openedBy: text, openedAt: instant })),
    description: 'Cash sessions that have been open for more than 24 hours.',
  },
  differences: {
    ...listOf(object({ ...ofSession, floatDifference: difference, difference })),
    description: 'Cash sessions with a difference that no person has explained.',
  },
  duplicates: sums,
  missingLines: sums,
  missingMoreThan: { ...count, description: 'Present where more payments than `missingUpTo` have no line.' },
  refundsToApprove: sums,
  waiversToApprove: sums,
  unknownAttempts: sums,
  paidAttemptsOpen: sums,
  refundsToPay: sums,
  unclosedDays: listOf(object({ account: text, count, oldest: day, days: listOf(day) })),
  deadEvents: count,
} satisfies Record<keyof Awaited<ReturnType<HospitalPayments['attention']>>, Schema>

const dayReport = {
  day,
  channels: listOf(
    object({
      channel: { ...nullable(text), description: 'null for refunds of lines, which have no channel.' },
      currency,
      paid: countAndAmount,
      late: countAndAmount,
      waived: countAndAmount,
      reversed: countAndAmount,
      refunded: countAndAmount,
      net: digits,
    }),
  ),
  accounts: listOf(object({ account: text, currency, credits: countAndAmount, debits: countAndAmount })),
  openLines: openLinesOfDay,
  uncounted: { ...openLinesOfDay, description: 'Possible duplicates, which count as no money.' },
  closings: listOf(component('Closing')),
} satisfies Record<keyof Awaited<ReturnType<HospitalPayments['days']['report']>>, Schema>

export const accountSchemas: Readonly<Record<string, Schema>> = {
  Account: object({
    account: text,
    kind: { type: 'string', enum: accountKinds },
    currencies: listOf(object({ currency, balance: digits, open: countAndAmount })),
    lastDay: { ...nullable(day), description: 'The newest value date of its lines.' },
    lastClosedDay: { ...nullable(day), description: 'The newest day that is closed.' },
  }),
  AccountPage: page(component('Account')),
  Balance: digits,
  Attention: object(attention, ['missingMoreThan']),
  DayReport: object(dayReport),
  Erasure: object({ erased: count }),
}
