import { PaymentError } from '../../errors.js'
import { invalidRequest } from '../../domain/issue.js'
import { withDeadline } from '../../internal/with-deadline.js'
import { withExactNumbers } from './exact-numbers.js'
import type { HeaderReader, Incoming } from './incoming.js'

/** The largest sizes of a body, in bytes; one with many payments or allocations is longer, and a file much longer. */
export const bodyBytes = { usual: 65_536, batch: 1_048_576, file: 67_108_864 } as const

const utf8 = /^charset[ \t]*=[ \t]*("?)utf-?8\1$/
const parameter = /^[!#$%&'*+.^_`|~0-9a-z-]+=(?:[!#$%&'*+.^_`|~0-9a-z-]+|"[^"\\]*")$/

/** Checks that a type is JSON in UTF-8. Parameters that JSON does not define are ignored (RFC 2045, 5). */
function isJson(type: string): boolean {
  if (type === 'application/json') return true
  const [name, ...parameters] = type.split(';').map((part) => part.trim().toLowerCase())
  const isFine = (part: string) => (part.startsWith('charset') ? utf8.test(part) : part === '' || parameter.test(part))
  return name === 'application/json' && parameters.every(isFine)
}

const tooLarge = (max: number) =>
  new PaymentError('payload_too_large', `The body is longer than ${max} bytes. Send a shorter one.`)

/** Checks the size that the client has announced, before anything is read. */
function isAnnouncedLonger(headers: HeaderReader, max: number): boolean {
  return Number(headers.get('content-length')) > max
}

/** Reads at most `max` bytes, and nothing beyond them. */
async function bytesOf(incoming: Incoming, max: number, read: 'readBody' | 'readRawBody'): Promise<Uint8Array> {
  if (isAnnouncedLonger(incoming.headers, max)) throw tooLarge(max)
  const bytes = await incoming[read](max)
  if (bytes === null) throw tooLarge(max)
  return bytes
}

/** The longest time in which the body of a callback may come, in milliseconds. */
const rawBodyMs = 30_000

/**
 * Reads the bytes of a body exactly as they came, of whatever type. Nothing beyond 64 KiB is read, and the wait
 * ends in time.
 *
 * @throws PaymentError `payload_too_large`, `invalid_request`, `internal_error` where the host has read it before
 */
export function readRawBody(incoming: Incoming): Promise<Uint8Array> {
  const message = `the body did not come within ${rawBodyMs / 1000} seconds`
  return withDeadline(
    rawBodyMs,
    () => bytesOf(incoming, bodyBytes.usual, 'readRawBody'),
    () => invalidRequest([{ path: '', message }]),
  )
}

function isCompressed(headers: HeaderReader): boolean {
  return (headers.get('content-encoding') ?? 'identity').trim().toLowerCase() !== 'identity'
}

function checkType(headers: HeaderReader): void {
  if (isJson(headers.get('content-type') ?? '') && !isCompressed(headers)) return
  throw new PaymentError(
    'unsupported_media_type',
    'The body has another type than this route takes. Send application/json in UTF-8, not compressed.',
  )
}

function notJson(): PaymentError {
  return invalidRequest([{ path: '', message: 'the body must be JSON in UTF-8' }])
}

/** The decoder of bodies. By default a byte order mark would be dropped silently; RFC 8259 lets a reader refuse it. */
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

function parse(bytes: Uint8Array): unknown {
  let text: string
  try {
    text = decoder.decode(bytes)
  } catch {
    throw notJson()
  }
  try {
    const value: unknown = JSON.parse(text)
    const exact = withExactNumbers(text)
    return exact === text ? value : JSON.parse(exact)
  } catch {
    throw notJson()
  }
}

/**
 * Reads the JSON of a body (RFC 8259). Where the body may be left out, an empty one is `{}`, of whatever type: clients
 * announce a type without having a body to send. Nothing beyond `max` bytes is read.
 *
 * @throws PaymentError `unsupported_media_type`, `payload_too_large`, `invalid_request`
 */
export async function readBody(
  incoming: Incoming,
  isOptional: boolean,
  max: number = bodyBytes.usual,
): Promise<unknown> {
  if (!isOptional) checkType(incoming.headers)
  const bytes = await bytesOf(incoming, max, 'readBody')
  if (isOptional && bytes.length === 0) return {}
  checkType(incoming.headers)
  return parse(bytes)
}

const encoder = new TextEncoder()

/** Makes the refusal of a file that is too large. It says what was read and what to do: the sender cannot see either. */
function fileTooLarge(max: number): PaymentError {
  return new PaymentError(
    'payload_too_large',
    `The statement file is longer than ${max} bytes, and the rest was not read. Lines of the first part may be stored. ` +
      'Divide the file into files of whole days, and import all of them: no line counts twice.',
  )
}

/**
 * Refuses a file by its headers, before anything of it is read.
 *
 * @param types that it may be announced as; any where there are none
 * @throws PaymentError `unsupported_media_type`, `payload_too_large`
 */
export function checkFile({ headers }: Incoming, max: number, types?: readonly string[]): void {
  const [type = ''] = (headers.get('content-type') ?? '').split(';')
  if (types && !types.includes(type.trim().toLowerCase()))
    throw new PaymentError(
      'unsupported_media_type',
      `The file has another type than this route takes. Send it as one of ${types.join(', ')}.`,
    )
  if (isCompressed(headers))
    throw new PaymentError('unsupported_media_type', 'The file is compressed. Send it as it is, not compressed.')
  if (isAnnouncedLonger(headers, max)) throw fileTooLarge(max)
}

/**
 * Yields a file piece by piece as it comes; nothing beyond `max` bytes is read.
 *
 * @throws PaymentError `payload_too_large`, `unsupported_media_type`, `invalid_request` where the client leaves
 */
export async function* readFile(incoming: Incoming, max: number): AsyncGenerator<Uint8Array | string> {
  let size = 0
  for await (const piece of incoming.streamBody()) {
    size += typeof piece === 'string' ? encoder.encode(piece).length : piece.length
    if (size > max) throw fileTooLarge(max)
    yield piece
  }
}
