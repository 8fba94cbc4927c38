/** What people send about one statement line. */
import * as z from 'zod'
import { maxLength, maxAmount, shapes } from '../../domain/limits.js'
import type { Allocation } from '../../domain/reconciliation/account-line.js'
import { maxAllocations } from '../../domain/reconciliation/allocate-line.js'
import type { ActorOption } from '../payments/transitions.js'
import * as field from './fields.js'
import { parse } from './parse.js'

/** The line as the caller saw it. */
export interface ExpectedVersion extends ActorOption {
  /** `version` of the line on which the caller decided. */
  expectedVersion: number
}

/** How a line's money is allocated. */
export interface AllocateOptions extends ExpectedVersion {
  /** 1 … 5,000, each of another target; they add up to more than 0, and to at most what is open of the line. */
  allocations: readonly Allocation[]
  reason?: string | undefined
}

/** Why a line's allocations are taken back, and what becomes of its payments; the reason is required. */
export interface UnallocateOptions extends ExpectedVersion {
  reason: string
  /**
   * Of payments that succeeded on the evidence of statements: `reverse`, so that the bill can be asked for again, or `keep`,
   * so that they stay succeeded without this proof. Required where the line has such a payment; `keep` is required where a payment
   * was reversed, or is given back or was.
   */
  payments?: 'reverse' | 'keep' | undefined
  /** With `keep`: its payments were paid by other money, which no statement shows yet. The line's money is all its own again. */
  paidOtherwise?: boolean | undefined
}

/** Which version of a line is held or released, and why. */
export interface MarkOptions extends ExpectedVersion {
  reason?: string | undefined
}

/** Which version of a line is marked as a possible duplicate, and why. */
export interface MarkDuplicateOptions extends ExpectedVersion {
  reason: string
}

/** Who looks into a line. */
export interface AssignOptions extends MarkOptions {
  /** `null`: no one any more. */
  assignee: string | null
}

/** Free text beside a line. */
export interface NoteOptions extends ActorOption {
  /** Up to 2,000 characters; it may name the payer, and can be erased by `eraseText`. */
  text: string
}

/** Up to which day narrations and notes are erased. */
export interface EraseTextOptions {
  /** A calendar day `YYYY-MM-DD`: lines valued before it lose theirs. */
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

const seen = { expectedVersion, actor: field.actor.optional() }
const mark = { ...seen, reason: field.reason.optional() }

export const allocateOptions = field.object({
  ...mark,
  allocations: field.list(
    allocation,
    { min: 1, max: maxAllocations },
    `must be a list of 1 to ${maxAllocations} allocations`,
  ),
})

export const unallocateOptions = field
  .object({
    ...seen,
    reason: field.reason,
    payments: field.oneOf(['reverse', 'keep']).optional(),
    paidOtherwise: field.truth.optional(),
  })
  .check(({ value, issues }) => {
    if (!value.paidOtherwise || value.payments === 'keep') return
    issues.push({ code: 'custom', input: value, path: ['paidOtherwise'], message: "needs payments: 'keep'" })
  })

export const markOptions = field.object(mark)

export const markDuplicateOptions = field.object({ ...seen, reason: field.reason })

export const assignOptions = field.object({
  ...mark,
  assignee: field.actor.nullable(),
})

export const noteOptions = field.object({ text: field.someText(maxLength.note), actor: field.actor.optional() })

export const eraseTextOptions = field.object({ before: field.text })

const keyArgument = field.object({ key: field.text })

/** @throws PaymentError `invalid_request` for a key that is no text */
export function checkKey(key: unknown): void {
  parse(keyArgument, { key })
}
