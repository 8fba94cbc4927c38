/** The arguments of the calls about one statement line. */
import * as z from 'zod'
import { maxLength, maxAmount, shapes } from '../../domain/limits.js'
import type { Allocation } from '../../domain/reconciliation/account-line.js'
import { maxAllocations } from '../../domain/reconciliation/allocate-line.js'
import type { ActorOption } from './payment-calls.js'
import * as field from './fields.js'
import { parse } from './parse.js'

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
  reason?: string | undefined
}

/** The reason for which a line's allocations are taken back, which is required, and the fate of its payments. */
export interface UnallocateOptions extends ExpectedVersion {
  reason: string
  /**
   * The fate of payments that succeeded on the evidence of statements: `reverse`, so that the bill can be asked for again, or
   * `keep`, so that they stay succeeded without this proof. Required where the line has such a payment; `keep` is required
   * where a payment was reversed, or is given back or was.
   */
  payments?: 'reverse' | 'keep' | undefined
  /**
   * True, with `keep`, where other money paid the payments, which no statement shows yet. All the line's money is open again.
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

/** The person who looks into a line. */
export interface AssignOptions extends MarkOptions {
  /** The name of the person; `null`: no one any more. */
  assignee: string | null
}

/** A free text beside a line. */
export interface NoteOptions extends ActorOption {
  /** The text, up to 2,000 characters; it may name the payer, and `eraseText` can erase it. */
  text: string
}

/** The day before which narrations and notes are erased. */
export interface EraseTextOptions {
  /** A calendar day `YYYY-MM-DD`: lines valued before it lose their texts. */
  before: string
}

const versionRule = 'must be an integer from 1'
const expectedVersion = z
  .int({ error: ({ input }) => (input === undefined ? 'is required' : versionRule) })
  .min(1, versionRule)

const categoryAmountRule = `must be an integer of minor units from -${maxAmount} to ${maxAmount}, and not 0`

const categoryAmount = z.custom<number>((value) => Number.isSafeInteger(value) && value !== 0, {
  error: ({ input }) => (input === undefined ? 'is required' : categoryAmountRule),
})

const allocation = z.discriminatedUnion(
  'to',
  [
    field.object({ to: z.literal('payment'), paymentId: field.text, amount: field.amount }),
    field.object({ to: z.literal('refund'), refundId: field.text, amount: field.amount }),
    field.object({ to: z.literal('line'), lineKey: field.text, amount: field.amount }),
    field.object({
      to: z.literal('category'),
      category: field.text.regex(shapes.category, 'must be 1 to 64 characters of a-z, 0-9, _, . and -'),
      amount: categoryAmount,
      paymentId: field.text.optional(),
    }),
  ],
  {
    error: ({ code }) => (code === 'invalid_union' ? 'must be payment, refund, line or category' : 'must be an object'),
  },
)

const versionFields = { expectedVersion, actor: field.actor.optional() }
const markFields = { ...versionFields, reason: field.reason.optional() }

export const allocateOptions = field.object({
  ...markFields,
  allocations: field.list(
    allocation,
    { min: 1, max: maxAllocations },
    `must be a list of 1 to ${maxAllocations} allocations`,
  ),
})

export const unallocateOptions = field
  .object({
    ...versionFields,
    reason: field.reason,
    payments: field.oneOf(['reverse', 'keep']).optional(),
    paidOtherwise: field.truth.optional(),
  })
  .check(({ value, issues }) => {
    if (!value.paidOtherwise || value.payments === 'keep') return
    issues.push({ code: 'custom', input: value, path: ['paidOtherwise'], message: "needs payments: 'keep'" })
  })

export const markOptions = field.object(markFields)

export const markDuplicateOptions = field.object({ ...versionFields, reason: field.reason })

export const assignOptions = field.object({
  ...markFields,
  assignee: field.actor.nullable(),
})

export const noteOptions = field.object({ text: field.someText(maxLength.note), actor: field.actor.optional() })

export const eraseTextOptions = field.object({ before: field.text })

const keyArgument = field.object({ key: field.text })

/** @throws PaymentError `invalid_request` for a key that is no text */
export function checkKey(key: unknown): void {
  parse(keyArgument, { key })
}
