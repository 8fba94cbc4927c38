import { hmac } from '@noble/hashes/hmac.js'
import { sha1 } from '@noble/hashes/legacy.js'
import { sha256, sha384, sha512 } from '@noble/hashes/sha2.js'
import { systemClock } from './clock.js'
import { equalBytes } from './crypto.js'
import { base64, base64url, bytesOf, hex, joinBytes } from './encoding.js'
import { unknownNames } from './option-checks.js'
import { type Demand, demandOf } from './demand.js'
import { readHeader, type ReceivedHeaders } from './received-headers.js'

const demand: Demand = demandOf('verifyHmac')

const algorithms = { sha1, sha256, sha384, sha512 } as const
/** The spellings of a signature. Hexadecimal digits may be capitals; the others have one spelling, but for padding. */
const encodings = {
  hex: { write: hex, normal: (text: string) => text.toLowerCase() },
  base64: { write: base64, normal: (text: string) => text },
  base64url: { write: base64url, normal: (text: string) => text.replace(/={1,2}$/, '') },
} as const

/** The place of the timestamp, which is signed with the body. */
export interface HmacTimestamp {
  /** The header with whole Unix seconds or milliseconds. */
  readonly header: string
  /** Default `s`. */
  readonly unit?: 's' | 'ms' | undefined
  /** The text between the timestamp and the body in the signed content; default `.`. */
  readonly separator?: string | undefined
  /** The maximum difference between the timestamp and the clock, in seconds; default 300. */
  readonly toleranceSeconds?: number | undefined
}

/** The received callback, and the scheme by which its sender signs. */
export interface HmacToVerify {
  /** The headers of the request, of Fetch or of Node. */
  readonly headers: ReceivedHeaders
  /** The exact bytes of the body. JSON that was parsed and written again is another text. */
  readonly body: string | Uint8Array
  /** The secrets of which the sender uses one; text is read as UTF-8. */
  readonly secrets: readonly (string | Uint8Array)[]
  /** The header with the signature. */
  readonly header: string
  /** Default `sha256`. */
  readonly algorithm?: 'sha1' | 'sha256' | 'sha384' | 'sha512' | undefined
  /** Default `hex`. */
  readonly encoding?: 'hex' | 'base64' | 'base64url' | undefined
  /** The text before the signature in its header, such as `sha256=`. Default none. */
  readonly prefix?: string | undefined
  /**
   * `t,v1`: the header itself has the time and signatures, `t=1700000000,v1=…,v1=…`, of which one has to fit. Time and body are
   * signed with `.` between them, and the time is at most 300 seconds away. There is then no `prefix` and no `timestamp`.
   */
  readonly format?: 't,v1' | undefined
  /**
   * The place of the signed timestamp. Without it nothing proves when a callback was sent, and a copy is accepted too: store
   * the ids of the callbacks that you have handled.
   */
  readonly timestamp?: HmacTimestamp | undefined
  /** Epoch milliseconds; default `Date.now`. */
  readonly clock?: (() => number) | undefined
}

const names = [
  'headers',
  'body',
  'secrets',
  'header',
  'algorithm',
  'encoding',
  'prefix',
  'format',
  'timestamp',
  'clock',
] as const satisfies readonly (keyof HmacToVerify)[]

function isHeaderName(name: unknown): name is string {
  return typeof name === 'string' && /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name)
}

function keysOf(secrets: unknown): Uint8Array[] {
  demand(Array.isArray(secrets) && secrets.length > 0, 'secrets must be a list of at least one')
  return (secrets as unknown[]).map((secret) => {
    const isKey = typeof secret === 'string' || secret instanceof Uint8Array
    demand(isKey && secret.length > 0, 'a secret must be text or bytes, and not empty')
    return bytesOf(secret)
  })
}

function checkScheme({ header, algorithm, encoding, prefix, format, timestamp, clock }: HmacToVerify): void {
  demand(isHeaderName(header), 'header must be the name of a header')
  demand(
    algorithm === undefined || Object.hasOwn(algorithms, algorithm),
    'algorithm must be sha1, sha256, sha384 or sha512',
  )
  demand(encoding === undefined || Object.hasOwn(encodings, encoding), 'encoding must be hex, base64 or base64url')
  demand(prefix === undefined || typeof prefix === 'string', 'prefix must be text')
  demand(clock === undefined || typeof clock === 'function', 'clock must be a function that returns epoch milliseconds')
  demand(format === undefined || format === 't,v1', "format must be 't,v1'")
  const isInHeader = format !== undefined && (prefix !== undefined || timestamp !== undefined)
  demand(!isInHeader, 'prefix and timestamp are none of a scheme with format')
  if (timestamp === undefined) return
  demand(typeof timestamp === 'object' && timestamp !== null, 'timestamp must be { header }')
  const { header: name, unit = 's', separator = '.', toleranceSeconds = 300 } = timestamp
  demand(isHeaderName(name), 'timestamp.header must be the name of a header')
  demand(unit === 's' || unit === 'ms', "timestamp.unit must be 's' or 'ms'")
  demand(typeof separator === 'string', 'timestamp.separator must be text')
  demand(typeof toleranceSeconds === 'number' && toleranceSeconds >= 0, 'timestamp.toleranceSeconds must be 0 or more')
}

/** Returns time and body as they are signed, or `null` where the time is missing or too far from now. */
function contentAt(
  text: string | null,
  { body, clock = systemClock }: HmacToVerify,
  { unit = 's', separator = '.', toleranceSeconds = 300 }: Omit<HmacTimestamp, 'header'> = {},
): Uint8Array | null {
  if (text === null || !/^\d{1,15}$/.test(text)) return null
  const sentMs = Number(text) * (unit === 's' ? 1_000 : 1)
  // Not `>`: a clock that gives no number must fail too.
  if (!(Math.abs(clock() - sentMs) <= toleranceSeconds * 1_000)) return null
  return joinBytes([bytesOf(text + separator), bytesOf(body)])
}

/** The most signatures of one header that are compared. */
const maxSignatures = 20

/** The signatures of a callback, and the content of which they are. */
interface Signed {
  readonly content: Uint8Array | null
  readonly signatures: readonly string[]
}

/** Reads time and signatures from one header: `t=…,v1=…,v1=…`, in any order, with other names among them. */
function signedWithTime(value: string, callback: HmacToVerify): Signed {
  const pairs = value.split(',').map((pair) => /^\s*(t|v1)=(.*?)\s*$/s.exec(pair))
  const valuesOf = (name: string) => pairs.flatMap((pair) => (pair?.[1] === name ? [pair[2]!] : []))
  const times = valuesOf('t')
  const content = times.length === 1 ? contentAt(times[0]!, callback) : null
  return { content, signatures: valuesOf('v1').slice(0, maxSignatures) }
}

/** Reads the signature of a header, and the time from a header of its own where it is signed. */
function signedAlone(value: string, callback: HmacToVerify): Signed {
  const { headers, body, prefix = '', timestamp } = callback
  const content = timestamp
    ? contentAt(readHeader(headers, timestamp.header.toLowerCase()), callback, timestamp)
    : bytesOf(body)
  return { content, signatures: value.startsWith(prefix) ? [value.slice(prefix.length)] : [] }
}

/**
 * Checks that a provider's callback was signed with one of your secrets and came unchanged, by an HMAC over its raw bytes. Most
 * providers use this scheme. It compares in constant time, and never throws because of what a sender sent. A genuine callback
 * may still come twice. For Standard Webhooks use `verifyWebhook`.
 *
 * @throws TypeError for wrong secrets or a wrong scheme, which the receiver passes
 * @example
 * const scheme = { header: 'x-signature', prefix: 'sha256=', secrets: ['key'] }
 * const headers = { 'X-Signature': 'sha256=f7bc83f430538424b13298e6aa6fb143ef4d59a14946175997479dbc2d1a3cd8' }
 * verifyHmac({ ...scheme, headers, body: 'The quick brown fox jumps over the lazy dog' }) // => true
 * verifyHmac({ ...scheme, headers, body: 'The quick brown fox jumps over the lazy cat' }) // => false
 */
export function verifyHmac(callback: HmacToVerify): boolean {
  demand(typeof callback === 'object' && callback !== null, 'the received body and headers are required')
  const unknown = unknownNames(callback, names)
  demand(unknown.length === 0, `unknown option ${unknown.join(', ')}`)
  checkScheme(callback)
  const { headers, body, header, algorithm = 'sha256', encoding = 'hex', format } = callback
  const keys = keysOf(callback.secrets)
  // A body parser leaves another type for a content type that it does not support, and the sender chooses that type.
  if (typeof body !== 'string' && !(body instanceof Uint8Array)) return false
  const value = readHeader(headers, header.toLowerCase())
  if (value === null) return false
  const { content, signatures } = format ? signedWithTime(value, callback) : signedAlone(value, callback)
  if (content === null) return false
  const { write, normal } = encodings[encoding]
  const received = signatures.map((signature) => bytesOf(normal(signature)))
  let isTrue = false
  for (const key of keys) {
    const expected = bytesOf(write(hmac(algorithms[algorithm], key, content)))
    for (const signature of received) if (equalBytes(signature, expected)) isTrue = true
  }
  return isTrue
}
