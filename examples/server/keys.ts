import { createHash, randomBytes } from 'node:crypto'
import type { BearerKey, Scope } from 'hospital-payments/http'

/** The scopes have a colon of their own, so the actor ends at the first one and the digest follows the last. */
const shape = /^([^:]+):(.+):([^:]+)$/

/** Reads `actor:scope,scope:sha256`, separated by white space; `bearerKeys` checks the parts. */
export function readKeys(text: string): readonly BearerKey[] {
  const entries = text.split(/\s+/).filter((entry) => entry !== '')
  return entries.map((entry, i) => {
    const [, actor, scopes, sha256] = shape.exec(entry) ?? []
    // Which one, and not what it holds: it may be a key itself.
    if (!actor || !scopes || !sha256) throw new TypeError(`entry ${i + 1} is not actor:scope,scope:sha256`)
    return { actor, scopes: scopes.split(',') as Scope[], sha256 }
  })
}

/** Makes a key for a client, and its digest for HP_KEYS. */
export function newKey(): { readonly key: string; readonly sha256: string } {
  const key = randomBytes(32).toString('base64url')
  return { key, sha256: createHash('sha256').update(key).digest('hex') }
}
