/** The paths of callbacks: each has a token, which says whose callbacks come there and which no one else can make. */
import { defaultTenant, isTenant, maxTenantLength, tenantRule } from '../../domain/tenant.js'
import { isChannelName } from '../../domain/text.js'
import { equalBytes, hmacSha256 } from '../../internal/crypto.js'
import { type Demand, demandOf } from '../../internal/demand.js'
import { bytesOf, hex, hexBytes, joinBytes } from '../../internal/encoding.js'
import { isPlainObject, unknownNames } from '../../internal/option-checks.js'

const demand: Demand = demandOf('callbackPath')

/** The provider and the tenant of a path, and the secret that signs it. */
export interface CallbackPathOptions {
  /** The provider's name: its key in the option `providers` of the service. */
  provider: string
  /** The secret of the handler's `callbacks`; of several the first signs. */
  secret: string | readonly string[]
  /** The hospital, where one server serves several. Default `default`. */
  tenant?: string | undefined
}

/** The provider and the tenant whose callbacks come to a path. */
export interface CallbackPlace {
  readonly provider: string
  readonly tenant: string
}

const names = ['provider', 'secret', 'tenant'] as const satisfies readonly (keyof CallbackPathOptions)[]

/** The path of callbacks, before its token. */
export const callbacksPath = '/v1/callbacks/'

const signatureLength = 32
const maxTokenLength = 2 * (64 + 1 + maxTenantLength + signatureLength)

/**
 * Reads the secrets of callbacks as keys, the one that signs first.
 *
 * @throws TypeError which never shows a secret
 */
export function keysOf(secret: unknown, demand: Demand): readonly Uint8Array[] {
  const secrets: readonly unknown[] = Array.isArray(secret) ? secret : [secret]
  const areSecrets = secrets.every((one) => typeof one === 'string' && one.length > 0)
  demand(secrets.length > 0 && areSecrets, 'secret must be text, or a list of texts, and not empty')
  return secrets.map((one) => bytesOf(one as string))
}

/** Writes a place as bytes: no name has a NUL, which divides them. */
function contentOf({ provider, tenant }: CallbackPlace): Uint8Array {
  return bytesOf(tenant === defaultTenant ? provider : `${provider}\0${tenant}`)
}

const tokenShape = /^(?:[0-9a-f]{2})+$/
const decoder = new TextDecoder()

/** Returns the place that a token was made for; `null` for any text that no key has signed. */
export function placeOf(token: string, keys: readonly Uint8Array[]): CallbackPlace | null {
  if (token.length > maxTokenLength || !tokenShape.test(token)) return null
  const bytes = hexBytes(token)
  if (bytes.length <= signatureLength) return null
  const [content, signature] = [bytes.subarray(0, -signatureLength), bytes.subarray(-signatureLength)]
  // All of them: which key fits is not to be seen from the time.
  const fits = keys.filter((key) => equalBytes(hmacSha256(key, content), signature))
  if (fits.length === 0) return null
  const [provider = '', tenant = defaultTenant] = decoder.decode(content).split('\0')
  return { provider, tenant }
}

/**
 * Makes the path to which a provider sends its callbacks. Its token is hexadecimal: the provider's name and the tenant's, and
 * their HMAC. So no provider's name is readable in it, and a path that someone guessed is a 404. Anything may follow it. Put it
 * behind the host's address and the handler's `basePath`.
 *
 * @throws TypeError for a wrong option, or a secret that is empty
 * @example
 * const path = callbackPath({ provider: 'mpesa', secret: '32 random bytes, as text' })
 * path.slice(0, 24) // => '/v1/callbacks/6d70657361'
 */
export function callbackPath(options: CallbackPathOptions): string {
  demand(isPlainObject(options), 'options are required')
  const unknown = unknownNames(options, names)
  demand(unknown.length === 0, `unknown option ${unknown.join(', ')}`)
  const { provider, secret, tenant = defaultTenant } = options as CallbackPathOptions
  demand(
    typeof provider === 'string' && isChannelName(provider),
    "provider must be the provider's name, [A-Za-z0-9_.-]{1,64}",
  )
  demand(isTenant(tenant), `tenant must be ${tenantRule}`)
  const [key] = keysOf(secret, demand)
  const content = contentOf({ provider, tenant })
  return callbacksPath + hex(joinBytes([content, hmacSha256(key!, content)]))
}
