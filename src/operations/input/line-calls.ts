/** The arguments of the calls about one statement line. */
import * as z from 'zod'
import { maxLength, maxAmount, shapes } from '../../domain/limits.js'
import type { Allocation } from '../../domain/reconciliation/account-line.js'
import { maxAllocations } from '../../domain/reconciliation/allocate-line.js'
import type { ActorOption } from './payment-calls.js'
import * as field from './fields.js'
import { parse } from './parse.js'
import { together } from './together.js'

/** The version of the line that the caller saw. */
export interface ExpectedVersion extends ActorOption {
  /** The `version` of the line on which the caller decided. */
  expectedVersion: number
}

/** The allocations to make of a line's money. */
export interface AllocateOptions extends ExpectedVersion {
  /**
   * The allocations, 1 … 5,000, each to another target; they add up to more than 0, and to at most the open money of the line.
   */
  allocations: readonly Allocation[]
  /** Text for the history, 1 … 500 characters. */
  reason?: string | undefined
}

/** The payment to which all open money of a line is allocated. */
export interface AcceptSuggestionOptions extends ExpectedVersion {
  /** The id of the payment, of which at least the line's open money must be open. */
  paymentId: string
}

/**
 * The reason for which a line's allocations are taken back, which is required, and the status of its payments
 * afterwards.
 */
export interface UnallocateOptions extends ExpectedVersion {
  /** Text for the history, 1 … 500 characters. */
  reason: string
  /**
   * The positions of the allocations to take back, as `allocations` of the line has them at `expectedVersion`, from 0; all where
   * it is left out. An allocation to a line goes with all others to lines, and an amount below 0 with the payment that it lowers.
   */
  allocations?: readonly number[] | undefined
  /**
   * The change of payments that succeeded on the evidence of statements. With `reverse` they are reversed, and the bill
   * can be asked for again; with `keep` they stay succeeded without this proof. Required where the line has such a
   * payment. `keep` is required where a payment was reversed, or has a refund that is live or was paid.
   */
  payments?: 'reverse' | 'keep' | undefined
  /**
   * True, with `keep`, where other money paid the payments, which no statement shows yet. Then all of the line's money
   * is open again.
   */
  paidOtherwise?: boolean | undefined
}

/** The version of a line to hold or release, and the reason. */
export interface MarkOptions extends ExpectedVersion {
  reason?: string | undefined
}

/** The version of a line to mark as a possible duplicate, and the reason. */
export interface MarkDuplicateOptions extends ExpectedVersion {
  reason: string
}

/** The person who works on a line. */
export interface AssignOptions extends MarkOptions {
  /** The name of the person; `null` removes the assignee. */
  assignee: string | null
}

/** The payer of a line. */
export interface SetPayerOptions extends ExpectedVersion {
  /** The host's own id of the payer whose money the line is; `null` removes the payer. */
  payerId: string | null
}

/** A note of a line. */
export interface NoteOptions extends ActorOption {
  /** The text, up to 2,000 characters; it may name the payer, and `eraseText` can erase it. */
  text: string
}

/** The day before which narrations and notes are erased. */
export interface EraseTextOptions {
  /** A calendar day `YYYY-MM-DD`: the texts of lines with a value date before it are erased. */
  before: string
}

const versionRule = 'must be an integer from 1'
const expectedVersion = field.described(
  z.int({ error: ({ input }) => (input === undefined ? 'is required' : versionRule) }).min(1, versionRule),
  { description: 'The `version` of the line that the caller read.' },
)

const categoryAmountRule = `must be an integer of minor units from -${maxAmount} to ${maxAmount}, and not 0`

const categoryAmount = field.described(
  z.custom<number>((value) => Number.isSafeInteger(value) && value !== 0, {
    ...field.goOn,
    error: ({ input }) => (input === undefined ? 'is required' : categoryAmountRule),
  }),
  {
    type: 'integer',
    not: { const: 0 },
    description: 'An amount in minor units; below 0 where money was withheld, such as a fee.',
    examples: [-1500],
  },
)

export const category = field.described(
  field.text.regex(shapes.category, 'must be 1 to 64 characters of a-z, 0-9, _, . and -'),
  { examples: ['bank_fee'] },
)

const loweredPayment = field.described(field.text, {
  description: 'With an amount below 0: the payment of the same call that it lowers alone.',
})

const targets = z.discriminatedUnion(
  'to',
  [
    field.object({ to: z.literal('payment'), paymentId: field.text, amount: field.amount }),
    field.object({ to: z.literal('refund'), refundId: field.text, amount: field.amount }),
    field.object({ to: z.literal('line'), lineKey: field.text, amount: field.amount }),
    field.object({
      to: z.literal('category'),
      category,
      amount: categoryAmount,
      paymentId: loweredPayment.optional(),
    }),
  ],
  {
    error: ({ code }) => (code === 'invalid_union' ? 'must be payment, refund, line or category' : 'must be an object'),
  },
)

export const allocation = field.described(targets, {
  description: "A part of the line's money, and what it is for.",
})

const allocations = field.list(
  allocation,
  { min: 1, max: maxAllocations },
  `must be a list of 1 to ${maxAllocations} allocations`,
)

const fateOfPayments = field.described(field.oneOf(['reverse', 'keep']), {
  description:
    'The new state of payments that succeeded on the evidence of statements; required where the line has such payments. ' +
    '`keep` is required where a payment was reversed or has refunds.',
})

const paidOtherwise = field.described(field.truth, {
  description: 'With `keep`: the payments were paid by other money, and the line has all of its own again.',
})

const versionFields = { expectedVersion, actor: field.actor.optional() }
const markFields = { ...versionFields, reason: field.reason.optional() }

export const allocateOptions = field.object({
  ...markFields,
  allocations: field.described(allocations, {
    description: 'Each has another target. They add up to more than 0, and to at most the open amount of the line.',
  }),
})

export const acceptOptions = field.object({
  ...versionFields,
  paymentId: field.described(field.text, { description: 'The payment that all open money of the line is for.' }),
})

const positionsRule = `must be a list of 1 to ${maxAllocations} positions, each once`

const positions = field.described(
  field
    .list(
      z.int('must be an integer from 0').min(0, 'must be an integer from 0'),
      { min: 1, max: maxAllocations },
      positionsRule,
    )
    .refine((list) => new Set(list).size === list.length, positionsRule),
  {
    description:
      'The positions of the allocations to take back at `expectedVersion`, from 0; all where it is left out.',
  },
)

export const unallocateOptions = together(
  field.object({
    ...versionFields,
    reason: field.reason,
    allocations: positions.optional(),
    payments: fateOfPayments.optional(),
    paidOtherwise: paidOtherwise.optional(),
  }),
  [
    {
      of: ['paidOtherwise', 'payments'],
      message: "needs payments: 'keep'",
      isBroken: ({ paidOtherwise, payments }) => paidOtherwise === true && payments !== 'keep',
    },
  ],
)

export const markOptions = field.object(markFields)

export const markDuplicateOptions = field.object({ ...versionFields, reason: field.reason })

export const assignOptions = field.object({
  ...markFields,
  assignee: field.described(field.actor.nullable(), { description: 'null for no one.' }),
})

/** A row of a remittance: a bill, and what was paid of it. */
export const remittanceRow = together(
  field.object({
    reference: field.text.optional(),
    paymentId: field.text.optional(),
    amount: field.amount,
    category: category.optional(),
  }),
  [
    {
      of: ['reference', 'paymentId'],
      message: 'must be there, or else a paymentId, and not both',
      isBroken: ({ reference, paymentId }) => (reference === undefined) === (paymentId === undefined),
    },
  ],
)

export const setPayerOptions = field.object({
  ...versionFields,
  payerId: field.described(field.customerId.nullable(), { description: 'null for no one.' }),
})

export const noteOptions = field.object({ text: field.someText(maxLength.note), actor: field.actor.optional() })

export const eraseTextOptions = field.object({ before: field.text })

const keyArgument = field.object({ key: field.text })

/** @throws PaymentError `invalid_request` for a key that is no text */
export function checkKey(key: unknown): void {
  parse(keyArgument, { key })
}
