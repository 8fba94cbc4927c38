import { actorProblem } from '../domain/actor.js'
import { maxLength } from '../domain/limits.js'
import { isPlainObject } from '../internal/option-checks.js'

/** What a principal may do, as the routes ask for it. */
export type Scope = (typeof scopes)[number]

export const scopes = [
  'payments:read',
  'payments:write',
  'payments:manage',
  'reports:read',
  'lines:read',
  'lines:write',
  'refunds:request',
  'refunds:approve',
  'refunds:settle',
  'days:close',
] as const

/** Who asks. A host may add properties of its own, such as the hospital, for `payments` to choose by. */
export interface Principal {
  /** Stands in the history of what this principal does; `null` where it is not known. */
  readonly actor: string | null
  /** Those that no route knows are ignored, and reported through `onError`, each once. */
  readonly scopes: readonly string[]
}

/** Every caller may do everything, and none is known: `authenticate: 'none'`. */
export const anyCaller: Principal = Object.freeze({ actor: null, scopes })

const realm = 'Bearer realm="hospital-payments"'

/** What an answer says of how to authenticate (RFC 9110 and, for keys, RFC 6750). */
export function challenge(needed: readonly Scope[] = []): Record<string, string> {
  return {
    'www-authenticate': needed.length > 0 ? `${realm}, error="insufficient_scope", scope="${needed.join(' ')}"` : realm,
  }
}

/** By the library's own rule: one that it would refuse must not be reported to the client as a mistake in the request. */
export function isActor(actor: unknown): actor is string {
  return typeof actor === 'string' && actorProblem(actor) === null
}

/** The rule of `isActor`, in words. */
export const actorRule = `text of 1 to ${maxLength.actor} characters, without control or invisible characters`

const maxReported = 100

/** Reports scopes of principals that no route knows, each once: whoever a misspelt one is meant for may do less than intended. */
export function unknownScopeNotice() {
  const reported = new Set<unknown>()
  return (principal: Principal, report: (problem: TypeError) => void) => {
    for (const scope of principal.scopes as readonly unknown[]) {
      if ((scopes as readonly unknown[]).includes(scope) || reported.has(scope) || reported.size >= maxReported)
        continue
      reported.add(scope)
      const shown = typeof scope === 'string' ? JSON.stringify(scope.slice(0, 64)) : `of type ${typeof scope}`
      report(
        new TypeError(`\`authenticate\` gave a scope ${shown}, which no route knows. Scopes: ${scopes.join(', ')}.`),
      )
    }
  }
}

/** What `authenticate` came to; anything else than a principal or null is a fault of the host's. */
export function checkPrincipal(answer: unknown): asserts answer is Principal | null {
  if (answer === null) return
  const { actor, scopes } = isPlainObject(answer) ? answer : {}
  if ((actor === null || isActor(actor)) && Array.isArray(scopes)) return
  throw new TypeError(`\`authenticate\` must give { actor, scopes } or null; an actor is null or ${actorRule}.`)
}
