import { firstVersion } from '../../domain/payments/first-version.js'
import { searchTermsOf } from '../../domain/payments/search-terms.js'
/** The one way in which payments are created, by one call for one of them or for many. */
import { paymentEvent } from '../../domain/payments/event.js'
import { instantOf, millisecondsOf } from '../../domain/instant.js'
import { liveReference, rivalOf, superseded } from '../../domain/payments/reference-policy.js'
import { failedChange, type TransitionContext } from '../../domain/payments/state-change.js'
import type { Instant, Instructions, Payment } from '../../domain/payments/payment.js'
import { PaymentError } from '../../errors.js'
import type { Writable } from '../../internal/writable.js'
import { forEachAtMost } from '../../internal/for-each-at-most.js'
import type { InsertEntry, InsertOutcome } from '../../repository/port.js'
import type { Context } from '../context.js'
import { fingerprintOf, idempotencyConflict } from '../idempotent-request.js'
import { type CheckedRequest, createOptions, createRequest } from '../input/create-request.js'
import { checkCurrency } from './check-currency.js'
import { parse, parseOptions } from '../input/parse.js'
import { makeInstructions } from './instructions.js'
import { transitionPayment } from './transition-payment.js'

/** The most ids that are tried: one is taken only when random sources repeat themselves, as seeded ones in tests do. */
const maxIds = 5

/** The most channels that are called at once: one may ask a provider for each payment, and so many questions are no flood. */
const channelsAtOnce = 8

/** A request for a payment, all of it checked. */
export interface CheckedCreation {
  readonly request: CheckedRequest
  readonly idempotencyKey: string | null
  readonly actor: string | null
}

/** The payment, or the error: a `PaymentError`, unless the host's code threw another. */
export type Created = { readonly payment: Payment } | { readonly error: unknown }

/** Lists the caller's fields in one order, by which a retry and a changed request are recognised. */
function fieldsOf(request: CheckedRequest): readonly unknown[] {
  const { amount, currency, reference, channel, description, customer, metadata, expiresAt } = request
  const payer = customer && [customer.id ?? null, customer.name ?? null, customer.phone ?? null]
  const pairs = metadata && Object.entries(metadata).sort(([a], [b]) => (a < b ? -1 : 1))
  return [amount, currency, reference, channel, description, payer, pairs, expiresAt]
}

function newPayment(
  id: string,
  now: Instant,
  { amount, currency, reference, channel, expiresAt, description, customer, metadata }: CheckedRequest,
  instructions: Instructions,
  defaultTtlMs: number | null,
): Payment {
  const fallback = defaultTtlMs === null ? null : instantOf(millisecondsOf(now) + defaultTtlMs)
  const payment: Writable<Payment> = {
    id,
    status: 'pending',
    reference,
    amount,
    currency,
    channel,
    instructions,
    createdAt: now,
    updatedAt: now,
    expiresAt: expiresAt ?? fallback,
    ...firstVersion,
  }
  if (description !== undefined) payment.description = description
  if (customer !== undefined) payment.customer = customer
  if (metadata !== undefined) payment.metadata = metadata
  return payment
}

/**
 * Checks a request and its options.
 *
 * @throws PaymentError `invalid_request`, `unsupported_currency`
 */
export function checkCreation(context: Context, input: unknown, options: unknown): CheckedCreation {
  const request = parse(createRequest, input)
  const { idempotencyKey = null, actor = null } = parseOptions(createOptions, options)
  checkCurrency(context, request.currency)
  return { request, idempotencyKey, actor }
}

function entryOf(
  context: Context,
  { request, idempotencyKey, actor }: CheckedCreation,
  instructions: Instructions,
): InsertEntry {
  const { ids, defaultTtlMs, referencePolicy } = context
  const idempotency =
    idempotencyKey === null ? null : { key: idempotencyKey, fingerprint: fingerprintOf(fieldsOf(request)) }
  const at = context.now()
  const payment = newPayment(ids.payment(), at, request, instructions, defaultTtlMs)
  const change = { id: ids.event(), at, actor, reason: null, evidence: null }
  return {
    payment,
    event: paymentEvent('payment.created', payment, null, change),
    liveReference: liveReference(payment, referencePolicy),
    idempotency,
    terms: searchTermsOf(payment),
  }
}

/** Makes the error for a payment whose reference a live one has. */
function referenceTaken({ id }: Payment, end: 'nothing was stored' | 'the new one was failed'): PaymentError {
  const message = `A live payment has this reference already; ${end}. Show that payment to the payer.`
  return new PaymentError('reference_conflict', message, { details: { existingPaymentId: id } })
}

/**
 * Checks that a repeated key came with the request that it came with first. Of a payment whose payer was erased only what stays of
 * it can be compared.
 */
function isSameRequest({ payment, fingerprint }: KeyTaken, { payment: next, idempotency }: InsertEntry): boolean {
  if (fingerprint !== null) return fingerprint === idempotency?.fingerprint
  const fields = ['amount', 'currency', 'reference', 'channel'] as const
  return fields.every((field) => payment[field] === next[field])
}

type KeyTaken = Extract<InsertOutcome, { outcome: 'key_taken' }>

/** Reads the storage's answer to an entry; `null` where its id was taken, because another id may be free. */
function createdBy(answer: InsertOutcome, entry: InsertEntry): Created | null {
  switch (answer.outcome) {
    case 'inserted':
      return { payment: entry.payment }
    case 'id_taken':
      return null
    case 'key_taken':
      if (isSameRequest(answer, entry)) return { payment: answer.payment }
      return { error: idempotencyConflict() }
    case 'reference_taken':
      return { error: referenceTaken(answer.payment, 'nothing was stored') }
    case 'transaction_taken':
      return { error: strangeAnswer() }
  }
}

function strangeAnswer(): PaymentError {
  const message = 'The repository returned a conflict of something that was not sent. Test it with repositoryContract.'
  return new PaymentError('internal_error', message)
}

/** A payment that is being created; `created` is its result, once that is known. */
interface Draft {
  readonly creation: CheckedCreation
  instructions: Instructions | null
  created: Created | null
}

async function instruct(context: Context, draft: Draft): Promise<void> {
  try {
    draft.instructions = await makeInstructions(context, draft.creation.request)
  } catch (error) {
    draft.created = { error }
  }
}

/**
 * Gives each new payment that a live one of its reference excludes the live reference of that one: the storage refuses it then by
 * its unique index, unless its key was used before. Where one of two payments has no customer id, their own are not the same.
 */
async function excludeRivals(context: Context, entries: ReadonlyMap<Draft, InsertEntry>): Promise<void> {
  const payments = await sameReferences(context, entries)
  for (const entry of entries.values()) {
    const rival = rivalOf(entry.payment, payments)
    if (rival) entry.liveReference = liveReference(rival, context.referencePolicy)
    else payments.push(entry.payment)
  }
}

/**
 * Fails new payments beside which another call stored a live one of their reference that excludes them: of two calls at once at
 * least one reads the payment of the other here.
 */
async function failRivals(context: Context, entries: ReadonlyMap<Draft, InsertEntry>): Promise<void> {
  const payments = await sameReferences(context, entries)
  const decide = (payment: Payment, { now }: TransitionContext) =>
    payment.status === 'pending' ? [failedChange(payment, superseded, now)] : []
  for (const [draft, { payment }] of entries) {
    const isNew = draft.created && 'payment' in draft.created && draft.created.payment === payment
    const rival = isNew ? rivalOf(payment, payments) : undefined
    if (!rival) continue
    await transitionPayment(context, payment, { actor: draft.creation.actor, decide })
    draft.created = { error: referenceTaken(rival, 'the new one was failed') }
  }
}

async function sameReferences({ repository }: Context, entries: ReadonlyMap<Draft, InsertEntry>): Promise<Payment[]> {
  const references = [...new Set(Array.from(entries.values(), ({ payment }) => payment.reference))]
  return [...(await repository.lookup({ references, providerTransactionIds: [], lineKeys: [] })).payments]
}

/** Makes entries with new ids for the drafts without a result. */
function entriesOf(context: Context, drafts: readonly Draft[]): Map<Draft, InsertEntry> {
  const entries = new Map<Draft, InsertEntry>()
  for (const draft of drafts) {
    if (draft.created !== null) continue
    try {
      entries.set(draft, entryOf(context, draft.creation, draft.instructions!))
    } catch (error) {
      draft.created = { error }
    }
  }
  return entries
}

/**
 * Creates payments together, at most as many as one `insert` takes: the channels are called in the order of the payments, a
 * few at a time, and then all is written at once. Each is answered for itself, in order; an `insert` that fails is the
 * answer of each payment in it.
 */
export async function createGroup(context: Context, group: readonly CheckedCreation[]): Promise<Created[]> {
  const drafts = group.map((creation): Draft => ({ creation, instructions: null, created: null }))
  await forEachAtMost(channelsAtOnce, drafts, (draft) => instruct(context, draft))
  for (let tries = 1; tries <= maxIds; tries++) {
    const entries = entriesOf(context, drafts)
    if (entries.size === 0) break
    try {
      const isByCustomer = context.referencePolicy === 'one-live-per-customer'
      if (isByCustomer) await excludeRivals(context, entries)
      const answers = await context.repository.insert([...entries.values()])
      let at = 0
      for (const [draft, entry] of entries) draft.created = createdBy(answers[at++]!, entry)
      if (isByCustomer) await failRivals(context, entries)
    } catch (error) {
      for (const draft of entries.keys()) draft.created ??= { error }
    }
  }
  return drafts.map(({ created }) => created ?? { error: noFreeId() })
}

function noFreeId(): PaymentError {
  return new PaymentError(
    'internal_error',
    'No free id was found for the payment, because the random source repeats itself; nothing was stored. Correct the option `random`.',
  )
}
