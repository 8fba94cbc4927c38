/** The answers of providers, read by their shape: one of a wrong shape is a fault of the provider's code. */
import * as z from 'zod'
import { codeOr } from '../../domain/attempts/code.js'
import type {
  CallbackContent,
  CallbackMessage,
  CallbackReply,
  JsonObject,
  Outcome,
} from '../../domain/attempts/provider.js'
import type { Instructions } from '../../domain/payments/payment.js'
import { isAmount } from '../../domain/money.js'
import { minorUnitExponent } from '../../domain/currencies.js'
import { parseInstant } from '../../domain/instant.js'
import { storableText } from '../../domain/text.js'
import { instructionsOfPayer } from './instructions.js'
import { readRecord, storableLine } from './statement-record.js'

const word = z.string().min(1).max(255).transform(storableText)
const money = z.custom<number>(isAmount)
/** Reads a provider's code; free text, which may repeat a phone, becomes the other one. */
const codeElse = (other: string) => z.string().transform((code) => codeOr(code, other))
const instant = z.string().transform((value, context) => {
  const read = parseInstant(value)
  if (read !== null) return read
  context.issues.push({ code: 'custom', input: value, message: 'must be an instant' })
  return z.NEVER
})
const afterMs = z
  .number()
  .int()
  .min(0)
  .max(30 * 86_400_000)
  .optional()

const outcome = z.discriminatedUnion('state', [
  z.object({
    state: z.literal('paid'),
    amount: money.optional(),
    currency: z
      .string()
      .refine((code) => minorUnitExponent(code) !== undefined)
      .optional(),
    providerTransactionId: word.optional(),
    bookedAt: instant.optional(),
    fee: z.number().int().min(0).max(Number.MAX_SAFE_INTEGER).optional(),
  }),
  z.object({ state: z.literal('failed'), code: codeElse('other_failure'), retry: z.boolean() }),
  z.object({ state: z.literal('pending'), afterMs }),
  z.object({ state: z.literal('unknown'), afterMs }),
  z.object({ state: z.literal('refused'), code: codeElse('other_refusal') }),
])

/** @throws ZodError for an answer of a wrong shape */
export function readOutcome(answer: unknown): Outcome {
  return outcome.parse(answer) as Outcome
}

/** The most characters of a session as JSON. */
const maxSession = 16_384

const session = z.custom<JsonObject>((value) => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  return ((JSON.stringify(value) as string | undefined) ?? '').length <= maxSession
})

const started = z.object({
  session: session.nullable(),
  instructions: instructionsOfPayer.optional(),
  outcome: outcome.optional(),
})

/** The answer of a provider to a start. */
export interface StartAnswer {
  readonly session: JsonObject | null
  readonly instructions: Instructions | null
  readonly outcome: Outcome
}

/** @throws ZodError for an answer of a wrong shape */
export function readStart(answer: unknown): StartAnswer {
  const read = started.parse(answer)
  return {
    session: read.session && copyOf(read.session),
    instructions: read.instructions ?? null,
    outcome: (read.outcome as Outcome | undefined) ?? { state: 'pending' },
  }
}

/** Copies a session as JSON: what a provider changes later changes nothing here. */
function copyOf(value: JsonObject): JsonObject {
  return JSON.parse(JSON.stringify(value)) as JsonObject
}

const about = z.union([z.object({ attemptId: z.string().max(255) }), z.object({ record: z.unknown() })])
const message = z.object({
  proof: z.enum(['signed', 'hint']),
  messageId: word.optional(),
  about,
  session: session.optional(),
  outcome: outcome.optional(),
})
const reply = z.object({
  status: z.number().int().min(200).max(599),
  headers: z.record(z.string(), z.string()).optional(),
  body: z.string().optional(),
})

/** @throws ZodError for words of a wrong shape */
export function readReply(words: unknown): CallbackReply {
  return reply.parse(words) as CallbackReply
}

function readMessage(value: unknown): CallbackMessage {
  const read = message.parse(value)
  const copied = { ...read, ...(read.session && { session: copyOf(read.session) }) }
  if (!('record' in copied.about)) return copied as CallbackMessage
  const record = readRecord(copied.about.record)
  if (record.line === null) throw new TypeError(`a record that is no line: ${record.reason}`)
  return { ...copied, about: { record: storableLine(record.line) } } as CallbackMessage
}

/** The most messages of one callback. */
const maxMessages = 1000

/** A message with its place in its callback. */
export interface PlacedMessage {
  readonly place: number
  readonly message: CallbackMessage
}

/** The content of a callback: its messages, with the faults of those of a wrong shape; a reply; or `null`. */
export type ReadContent =
  | {
      readonly messages: readonly PlacedMessage[]
      readonly faults: readonly { readonly place: number; readonly error: unknown }[]
    }
  | { readonly reply: CallbackReply }
  | null

function readOther(answer: unknown): { readonly reply: CallbackReply } | null {
  return answer === null ? null : { reply: readReply((answer as { readonly reply?: unknown } | undefined)?.reply) }
}

function isListOfMessages(answer: unknown): answer is readonly unknown[] {
  return Array.isArray(answer) && answer.length <= maxMessages
}

/** Reads the content of a callback; one message of a wrong shape spoils no other. @throws ZodError for any other wrong shape */
export function readContent(answer: unknown): ReadContent {
  if (!isListOfMessages(answer)) return readOther(answer)
  const messages: PlacedMessage[] = []
  const faults: { place: number; error: unknown }[] = []
  for (const [place, value] of answer.entries()) {
    try {
      messages.push({ place, message: readMessage(value) })
    } catch (error) {
      faults.push({ place, error })
    }
  }
  return { messages, faults }
}

/** Reads the content of a callback whose messages must all be right. @throws ZodError or TypeError for a wrong shape */
export function readWholeContent(answer: unknown): CallbackContent {
  return isListOfMessages(answer) ? answer.map(readMessage) : readOther(answer)
}
