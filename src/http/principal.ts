import { actorProblem } from '../domain/actor.js'
import { maxLength } from '../domain/limits.js'
import { isPlainObject } from '../internal/option-checks.js'
import { refusal } from './reply.js'

/** A right of a principal, which routes require. */
export type Scope = (typeof scopes)[number]

export const scopes = [
  'payments:read',
  'payments:write',
  'payments:manage',
  'attempts:write',
  'reports:read',
  'lines:read',
  'lines:write',
  'refunds:request',
  'refunds:approve',
  'refunds:settle',
  'waivers:request',
  'waivers:approve',
  'receipts:issue',
  'cash:take',
  'cash:supervise',
  'payers:read',
  'payers:write',
  'days:close',
  'customers:erase',
] as const

/**
 * The sender of a request. A host may add properties of its own, such as the hospital, by which `payments` chooses the service.
 */
export interface Principal {
  /** The actor in the history of all changes by this principal; `null` where it is not known. */
  readonly actor: string | null
  /** The scopes of the principal. Those that no route has are ignored, and each is reported once through `onError`. */
  readonly scopes: readonly string[]
}

/** Every caller may do everything, and none is known: `authenticate: 'none'`. */
export const anyCaller: Principal = Object.freeze({ actor: null, scopes })

const realm = 'Bearer realm="hospital-payments"'

/** Makes the header that says how to authenticate (RFC 9110 and, for keys, RFC 6750). */
export function challenge(needed: readonly Scope[] = []): Record<string, string> {
  return {
    'www-authenticate': needed.length > 0 ? `${realm}, error="insufficient_scope", scope="${needed.join(' ')}"` : realm,
  }
}

/**
 * Refuses a principal that lacks a scope; the answer names the scopes that are missing.
 *
 * @param needed those of the whole request; of the scopes of an entry any one is enough, and the header lists the first
 */
export function requireScopes({ scopes }: Pick<Principal, 'scopes'>, needed: readonly (readonly Scope[])[]): void {
  const missing = needed.filter((anyOf) => !anyOf.some((scope) => scopes.includes(scope)))
  if (missing.length === 0) return
  const words = missing.map((anyOf) => anyOf.join(' or ')).join(' and ')
  const names = missing.length === 1 ? `the scope ${words}` : `the scopes ${words}`
  throw refusal(
    'forbidden',
    `This request needs ${names}. Use credentials that have it.`,
    challenge(needed.map(([scope]) => scope!)),
  )
}

/**
 * Checks an actor by the library's own rule: an actor that it refuses must not reach the client as a mistake in the request.
 */
export function isActor(actor: unknown): actor is string {
  return typeof actor === 'string' && actorProblem(actor) === null
}

/** The rule of `isActor`, in words. */
export const actorRule = `text of 1 to ${maxLength.actor} characters, without control or invisible characters`

const maxReported = 100

/**
 * Makes a function that reports scopes of principals that no route has, each once: with a misspelt scope, a principal may do
 * less than was intended.
 */
export function unknownScopeNotice() {
  const reported = new Set<unknown>()
  return (principal: Principal, report: (problem: TypeError) => void) => {
    for (const scope of principal.scopes as readonly unknown[]) {
      if ((scopes as readonly unknown[]).includes(scope) || reported.has(scope) || reported.size >= maxReported)
        continue
      reported.add(scope)
      const spelling = typeof scope === 'string' ? JSON.stringify(scope.slice(0, 64)) : `of type ${typeof scope}`
      report(
        new TypeError(
          `\`authenticate\` returned the scope ${spelling}, which no route has. The scopes are ${scopes.join(', ')}.`,
        ),
      )
    }
  }
}

/** Checks the answer of `authenticate`: anything but a principal or null is a fault of the host's. */
export function checkPrincipal(answer: unknown): asserts answer is Principal | null {
  if (answer === null) return
  const { actor, scopes } = isPlainObject(answer) ? answer : {}
  if ((actor === null || isActor(actor)) && Array.isArray(scopes)) return
  throw new TypeError(`\`authenticate\` must return { actor, scopes } or null; an actor is null or ${actorRule}.`)
}
