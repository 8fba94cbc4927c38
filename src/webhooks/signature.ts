import { hmacSha256 } from '../internal/crypto.js'
import { RecentlyUsed } from '../internal/recently-used.js'
import { base64, bytesOf, joinBytes, base64Bytes } from '../internal/encoding.js'

/** Signs id, timestamp and body with each key: `v1,` and the base64 of the HMAC (Standard Webhooks, symmetric). */
export function signaturesOf(
  keys: readonly Uint8Array[],
  id: string,
  timestamp: string,
  body: string | Uint8Array,
): string[] {
  const content = joinBytes([bytesOf(`${id}.${timestamp}.`), bytesOf(body)])
  return keys.map((key) => `v1,${base64(hmacSha256(key, content))}`)
}

/** Secrets in the form of Standard Webhooks: `whsec_` and base64 (RFC 4648, section 4). */

const prefix = 'whsec_'
const base64Shape = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}(?:==)?|[A-Za-z0-9+/]{3}=?)?$/

function keyOf(secret: unknown): Uint8Array | null {
  if (typeof secret !== 'string' || !secret.startsWith(prefix)) return null
  const encoded = secret.slice(prefix.length)
  if (encoded === '' || !base64Shape.test(encoded)) return null
  return decoded.get(encoded, base64Bytes)
}

/** The keys of the last few secrets: receivers give the same ones with every call. */
const decoded = new RecentlyUsed<Uint8Array>(16)

/**
 * Decodes each secret to its bytes.
 *
 * @throws TypeError, in the name of `caller`, without a word of the secret
 */
export function keysOf(caller: string, secrets: unknown): readonly Uint8Array[] {
  if (!Array.isArray(secrets) || secrets.length === 0)
    throw new TypeError(`${caller}: secrets must be a list of at least one`)
  return secrets.map((secret) => {
    const key = keyOf(secret)
    if (key === null) throw new TypeError(`${caller}: a secret must be whsec_ and the base64 of its bytes`)
    return key
  })
}

/**
 * A time moved into the id. The signed content is `id.timestamp.body`; so a webhook whose body begins with digits and a full
 * stop could be sent again by another, with its time moved to the end of its id and the digits taken for another time.
 */
const timeMovedIn = /\.\d{10}(?:\.|$)/

/** Checks that an id is visible ASCII characters, without a full stop and Unix seconds after it. */
export function isWebhookId(id: string): boolean {
  return /^[!-~]+$/.test(id) && !timeMovedIn.test(id)
}
