import { sha256 as portable } from '@noble/hashes/sha2.js'
import { bytesOf } from './encoding.js'

/** `hash` of `node:crypto`. */
export type NodeHash = (algorithm: 'sha256', content: string | Uint8Array, encoding: 'latin1') => string

type Sha256 = (content: string | Uint8Array) => Uint8Array

const portableSha256: Sha256 = (content) => portable(typeof content === 'string' ? bytesOf(content) : content)

/** Makes a digest of Node's function. It is read as `latin1`, because Node takes twice as long to return bytes. */
function nativeSha256(hash: NodeHash): Sha256 {
  return (content) => {
    const digest = hash('sha256', content, 'latin1')
    const bytes = new Uint8Array(digest.length)
    for (let at = 0; at < bytes.length; at++) bytes[at] = digest.charCodeAt(at)
    return bytes
  }
}

/** Returns true where a digest is right, for text that is not well formed too. */
function isRight(sha256: Sha256): boolean {
  try {
    return ['', 'é\ud800'].every((text) => `${sha256(text)}` === `${portableSha256(text)}`)
  } catch {
    return false
  }
}

/** Returns SHA-256 by the runtime, where it has one that is right, else by the library. */
export function sha256By(hash: NodeHash | undefined): Sha256 {
  const native = hash && nativeSha256(hash)
  return native && isRight(native) ? native : portableSha256
}

// Not imported: other runtimes do not have it, and bundlers for them would look for it.
const { process } = globalThis as unknown as {
  process?: { getBuiltinModule?: (name: string) => { hash?: NodeHash } | undefined }
}

/**
 * Computes SHA-256 (FIPS 180-4) of text as UTF-8, or of bytes. Synchronous: Web Crypto hands the few hundred bytes of a request
 * to another thread, which takes longer than the digest. Node's own takes a third of the time of the portable one.
 */
export const sha256: Sha256 = sha256By(process?.getBuiltinModule?.('node:crypto')?.hash)
