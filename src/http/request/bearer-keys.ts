import { equalBytes } from '../../internal/crypto.js'
import { hexBytes } from '../../internal/encoding.js'
import { sha256 } from '../../internal/sha256.js'
import { isPlainObject } from '../../internal/option-checks.js'
import { type Demand, demandOf } from '../../internal/demand.js'
import type { HeaderReader } from './incoming.js'
import { actorRule, isActor, type Principal, type Scope, scopes } from '../principal.js'

const demand: Demand = demandOf('bearerKeys')

/** A valid key, by its digest. */
export interface BearerKey {
  /** The SHA-256 of the key, 64 hexadecimal digits; the key itself is stored nowhere. */
  readonly sha256: string
  /** The actor of all changes that are made with the key. */
  readonly actor: string
  /** The rights of the key. */
  readonly scopes: readonly Scope[]
}

/** The principal of a key: all properties of its entry but the digest. */
export type PrincipalOf<Key extends BearerKey> = Key extends BearerKey ? Omit<Key, 'sha256'> : never

/**
 * A function that returns the principal of a request, or `null`. The property `name` is there for the compiler. Without it,
 * TypeScript infers the options around the call before it looks at the result of `bearerKeys`, and `payments` lacks the type of
 * the principal.
 */
export type BearerAuthenticator<Asker extends Principal> = ((request: Request) => Asker | null) & {
  readonly name: string
}

type HeaderAuthenticator = (headers: HeaderReader) => Principal | null

/** Registered, because keys and handler may come from two copies of the library. */
const headersKey = Symbol.for('hospital-payments.authenticate.1')

/**
 * Returns the part of an `authenticate` of `bearerKeys` that needs no more than headers, or `undefined` for any other
 * function.
 */
export function headerAuthenticatorOf(authenticate: object): HeaderAuthenticator | undefined {
  return (authenticate as { readonly [headersKey]?: HeaderAuthenticator })[headersKey]
}

/** `Authorization: Bearer …` (RFC 6750, token68). */
const credentials = /^bearer +([A-Za-z0-9._~+/-]+=*)$/i

function check(key: BearerKey): void {
  demand(isPlainObject(key), 'a key must be { sha256, actor, scopes }')
  demand(
    typeof key.sha256 === 'string' && /^[0-9a-f]{64}$/i.test(key.sha256),
    'sha256 must be the 64 hexadecimal digits of the SHA-256 of a key',
  )
  demand(isActor(key.actor), `a key needs an actor, ${actorRule}`)
  demand(
    Array.isArray(key.scopes) && key.scopes.every((scope) => scopes.includes(scope)),
    `scopes must be a list of ${scopes.join(', ')}`,
  )
}

/**
 * Makes an `authenticate` for `Authorization: Bearer KEY` (RFC 6750). Several keys may be valid at once, so that one can be
 * replaced without a break. The key of a request is compared with all of them in constant time.
 *
 * @throws TypeError for a malformed entry, a digest given twice, or no key at all
 * @example
 * // The key is `secret`; in a shell: printf %s "$KEY" | sha256sum
 * const sha256 = '2bb80d537b1da3e38bd30361aa855686bde0eacd7162fef6a25fe97bf527a25b'
 * const authenticate = bearerKeys([{ sha256, actor: 'cashier-app', scopes: ['payments:write', 'payments:read'] }])
 * const request = new Request('http://localhost/v1/payments', { headers: { Authorization: 'Bearer secret' } })
 * authenticate(request)?.actor // => 'cashier-app'
 */
export function bearerKeys<const Key extends BearerKey>(
  keys: readonly Key[],
): BearerAuthenticator<PrincipalOf<Key> & Principal> {
  demand(Array.isArray(keys) && keys.length > 0, 'a list of at least one key is required')
  keys.forEach(check)
  const entries = keys.map(({ sha256: hex, ...principal }) => ({
    digest: hexBytes(hex),
    principal: Object.freeze({
      ...principal,
      scopes: Object.freeze([...principal.scopes]),
    }) as unknown as PrincipalOf<Key> & Principal,
  }))
  demand(
    new Set(keys.map(({ sha256: hex }) => hex.toLowerCase())).size === keys.length,
    'two keys have the same digest',
  )
  const byHeaders = (headers: HeaderReader): (PrincipalOf<Key> & Principal) | null => {
    const key = credentials.exec(headers.get('authorization') ?? '')?.[1]
    if (key === undefined) return null
    const digest = sha256(key)
    let match: (PrincipalOf<Key> & Principal) | null = null
    for (const { digest: other, principal } of entries) if (equalBytes(digest, other)) match = principal
    return match
  }
  return Object.defineProperty((request: Request) => byHeaders(request.headers), headersKey, { value: byHeaders })
}
