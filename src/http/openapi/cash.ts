/** The schemas of cash sessions and of movements at the counter. */
import type { CashMovementKind } from '../../domain/cash/report.js'
import { type CashSession, cashSessionStatuses, cashSessionTransitions } from '../../domain/cash/session.js'
import { point } from '../../operations/input/cash-calls.js'
import { component, jsonSchemaOf, type Schema } from './json-schema.js'
import { amount, currency, instant, listOf, nullable, object, page, paymentId, sessionId, text } from './schemas.js'

const count: Schema = { type: 'integer', minimum: 0 }
const digits: Schema = { type: 'string', pattern: '^\\d+$', description: 'Exact decimal digits, in minor units.' }
const sum: Schema = { type: 'integer', minimum: 0, description: 'Minor units.' }
const difference: Schema = { type: 'integer', description: 'Minor units; below 0 where cash is missing.' }
const blind = 'Left out while the session is open, without the scope `cash:supervise`: its count is blind.'
const confirmed: Schema = {
  ...listOf(object({ channel: text, count, amount: digits })),
  description: 'Payments that the cashier confirmed by other channels.',
}

const session = {
  id: sessionId,
  point: jsonSchemaOf(point),
  account: { ...text, examples: ['cash.window-2'] },
  currency,
  status: { type: 'string', enum: cashSessionStatuses },
  openedBy: text,
  openedAt: instant,
  float: { ...sum, description: 'The cash that was counted at the opening.' },
  floatDifference: { ...difference, description: "The float less the account's balance before it." },
  floatReason: { ...nullable(text), description: 'null until a person explains the difference.' },
  received: { ...sum, description: `Cash that came in. ${blind}` },
  paidOut: { ...sum, description: `Cash that was paid out. ${blind}` },
  sent: { ...sum, description: `Cash that was sent elsewhere. ${blind}` },
  confirmed,
  closedBy: nullable(text),
  closedAt: nullable(instant),
  expected: { ...nullable(sum), description: `What the drawer should have held at the close. ${blind}` },
  counted: { ...nullable(sum), description: 'The cash that was counted at the close.' },
  difference: { ...nullable(difference), description: '`counted` less `expected`.' },
  denominations: {
    oneOf: [
      {
        type: 'object',
        properties: {},
        required: [],
        additionalProperties: false,
        patternProperties: { '^[1-9]\\d{0,14}$': count },
      },
      { type: 'null' },
    ],
    description: 'Counts of notes and coins, by their face value in minor units.',
  },
  reason: { ...nullable(text), description: 'null until a person explains the difference.' },
  version: { type: 'integer', minimum: 1 },
} satisfies Record<keyof CashSession, Schema>

const movementKinds = Object.keys({
  take: true,
  payOut: true,
  transferOut: true,
  transferIn: true,
  difference: true,
  float: true,
  void: true,
} satisfies Record<CashMovementKind, true>)

const transfers = listOf(
  object({
    lineKey: text,
    to: text,
    amount,
    reference: nullable(text),
    state: { type: 'string', enum: ['in_transit', 'settled'] },
  }),
)

export const cashSchemas: Readonly<Record<string, Schema>> = {
  CashSession: object(session, ['received', 'paidOut', 'sent', 'expected']),
  CashSessionPage: page(component('CashSession')),
  CashSessionHistory: listOf(component('CashSessionEvent')),
  CashSessionEvent: object({
    id: text,
    createdAt: instant,
    sessionId,
    version: { type: 'integer', minimum: 1 },
    type: { type: 'string', enum: [...new Set(cashSessionTransitions.map(({ type }) => type))] },
    actor: text,
    reason: nullable(text),
    lineKey: { ...nullable(text), description: 'The line of the movement; null where no money moved.' },
    amount: { ...nullable(sum), description: 'What moved or was counted, in minor units; null for other events.' },
    paymentId: { ...nullable(paymentId), description: 'The payment that was confirmed by another channel.' },
    channel: nullable(text),
  }),
  CashSessionReport: object({
    session: component('CashSession'),
    kind: { type: 'string', enum: ['X', 'Z'], description: 'X while the session is open, Z of a closed one.' },
    movements: listOf(
      object({
        kind: { type: 'string', enum: movementKinds },
        direction: { type: 'string', enum: ['credit', 'debit'] },
        category: nullable(text),
        count,
        amount: digits,
      }),
    ),
    confirmed,
    refunds: object({ count, amount: digits }),
    transfers,
    receipts: listOf(object({ year: { type: 'integer' }, first: count, last: count, count })),
  }),
  TakeResult: object({
    line: component('AccountLine'),
    payments: { ...listOf(component('Payment')), description: 'Those that the cash paid, as they are now.' },
    receipt: component('Receipt'),
    change: { ...nullable(sum), description: '`tendered` less `amount`; null without `tendered`.' },
  }),
  PaidOut: object({ line: component('AccountLine'), refund: nullable(component('Refund')) }),
  MovedCash: object({ line: component('AccountLine') }),
  CashTransits: listOf(
    object({
      key: { ...text, description: 'The key of the line that sent the cash.' },
      account: { ...text, description: 'The account that it left.' },
      sender: nullable(text),
      sentAt: instant,
      reference: nullable(text),
      currency,
    }),
  ),
}
