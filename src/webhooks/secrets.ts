import { base64Bytes } from '../internal/encoding.js'

/** Secrets in the form of Standard Webhooks: `whsec_` and base64 (RFC 4648, section 4). */

const prefix = 'whsec_'
const base64Shape = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}(?:==)?|[A-Za-z0-9+/]{3}=?)?$/

function keyOf(secret: unknown): Uint8Array | null {
  if (typeof secret !== 'string' || !secret.startsWith(prefix)) return null
  const encoded = secret.slice(prefix.length)
  if (encoded === '' || !base64Shape.test(encoded)) return null
  return base64Bytes(encoded)
}

/**
 * The bytes of each secret.
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
