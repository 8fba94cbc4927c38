/** The arguments of the calls about attempts. */
import { type AttemptStatus, attemptStatuses } from '../../domain/attempts/attempt.js'
import { shapes } from '../../domain/limits.js'
import * as field from './fields.js'
import { pageFields, type PageOptions } from './page.js'

/** The attempt to start. */
export interface StartAttemptRequest {
  paymentId: string
  /** A key of the service's `providers`. */
  provider: string
  /** The payer's number in E.164 form; national forms too, where the provider's limits name a calling code. */
  phone?: string | undefined
  /** Integer, minor units, at most what is open of the payment; left out: all of it. */
  amount?: number | undefined
  /** The page to which the payer's browser returns: `http` or `https`, without credentials. */
  returnUrl?: string | undefined
  actor?: string | undefined
}

/** The key of a start; a repeated call with the same key and request answers the same attempt. */
export interface StartAttemptOptions {
  /** 1 … 255 visible ASCII characters. */
  idempotencyKey?: string | undefined
}

/** The attempts of a page; all fields are optional. */
export interface AttemptsQuery extends PageOptions {
  paymentId?: string | undefined
  status?: AttemptStatus | undefined
  provider?: string | undefined
}

/** The reason for which a person gives an attempt up. */
export interface AbandonAttemptOptions {
  reason: string
  actor: string
  /** True to give it up although the payer may still pay by it. */
  force?: boolean | undefined
}

/** The limit of one call of `attempts.checkDue`. */
export interface CheckDueOptions {
  /** The most attempts that one call checks, 1 … 10,000; default 500. */
  limit?: number | undefined
}

/** The period of a provider's own list, from `from` until before `to`. */
export interface PullRange {
  from: string
  to: string
}

/** Reads a number as people of a country write it, such as `0712 345 678`; other text stays as it is. */
function internationalPhone(text: string, callingCode: string | undefined): string {
  if (callingCode === undefined) return text
  const digits = text.replace(/[\s().-]/g, '')
  const national = new RegExp(`^(?:0|(?:00)?${callingCode})([1-9]\\d*)$`).exec(digits)
  return national ? `+${callingCode}${national[1]}` : digits
}

function phone(callingCode: string | undefined) {
  const rule = field.text
    .transform((text) => internationalPhone(text, callingCode))
    .refine((text) => shapes.phone.test(text), 'must be in E.164 form: + and at most 15 digits')
  return field.described(rule, {
    description: "The payer's number in E.164 form; a national form too, where the provider has a calling code.",
    examples: ['+254712345678'],
  })
}

function isPage(text: string): boolean {
  try {
    const { protocol, username, password } = new URL(text)
    return ['http:', 'https:'].includes(protocol) && username === '' && password === ''
  } catch {
    return false
  }
}

const maxUrl = 2048

const provider = field.described(field.text, { description: "The provider's name in the service." })

const returnUrl = field.described(
  field.text.refine(
    (text) => text.length <= maxUrl && isPage(text),
    `must be an address of http or https without credentials, of at most ${maxUrl} characters`,
  ),
  { description: "The page to which the payer's browser returns.", maxLength: maxUrl },
)

function startRequest(callingCode: string | undefined) {
  return field.object({
    paymentId: field.text,
    provider,
    phone: phone(callingCode).optional(),
    amount: field.amount.optional(),
    returnUrl: returnUrl.optional(),
    actor: field.actor.optional(),
  })
}

/** The schemas of starts by calling code: to make one takes longer than all other work of a start. */
const startRequests = new Map<string | undefined, ReturnType<typeof startRequest>>()

/** Returns the schema of a start; the calling code is that of the provider, where it has one. */
export function startAttemptRequest(callingCode: string | undefined): ReturnType<typeof startRequest> {
  let schema = startRequests.get(callingCode)
  if (!schema) startRequests.set(callingCode, (schema = startRequest(callingCode)))
  return schema
}

export const startAttemptOptions = field.object({ idempotencyKey: field.idempotencyKey.optional() })
export const attemptsQuery = field.object({
  paymentId: field.text.optional(),
  status: field.oneOf(attemptStatuses).optional(),
  provider: field.text.optional(),
  ...pageFields,
})
export const abandonAttemptOptions = field.object({
  reason: field.reason,
  actor: field.actor,
  force: field
    .described(field.truth, { description: 'True to give it up although the payer may still pay by it.' })
    .optional(),
})
export const checkDueOptions = field.object({ limit: field.limit(10_000, 500) })
export const pullRange = field.object({ from: field.instant, to: field.instant })
