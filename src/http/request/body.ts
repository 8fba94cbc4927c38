import { isPaymentError, PaymentError } from '../../errors.js'
import { invalidRequest } from '../../domain/issue.js'
import { withExactNumbers } from './exact-numbers.js'

export const maxBodyBytes = 65_536

const utf8 = /^charset[ \t]*=[ \t]*("?)utf-?8\1$/
const parameter = /^[!#$%&'*+.^_`|~0-9a-z-]+=(?:[!#$%&'*+.^_`|~0-9a-z-]+|"[^"\\]*")$/

/** JSON in UTF-8. Parameters that JSON does not know are ignored (RFC 2045, 5). */
function isJson(type: string): boolean {
  const [name, ...parameters] = type.split(';').map((part) => part.trim().toLowerCase())
  const isFine = (part: string) => (part.startsWith('charset') ? utf8.test(part) : part === '' || parameter.test(part))
  return name === 'application/json' && parameters.every(isFine)
}

const tooLarge = () => new PaymentError('payload_too_large', `A body may have up to ${maxBodyBytes} bytes.`)

/** Whatever the client's connection broke with is the client's; what the host did to the body comes as an error of ours. */
function cutOff(reason: unknown): never {
  if (isPaymentError(reason)) throw reason
  throw invalidRequest([{ path: '', message: 'the body broke off' }])
}

/** At most so many bytes; nothing beyond them is read. */
async function bytesOf(request: Request): Promise<Uint8Array> {
  const length = request.headers.get('content-length')
  if (length !== null && Number(length) > maxBodyBytes) throw tooLarge()
  if (!request.body) return new Uint8Array()
  if (request.bodyUsed || request.body.locked) {
    throw new PaymentError('internal_error', 'The body was read before; `authenticate` must leave it unread.')
  }
  const reader = (request.body as ReadableStream<Uint8Array>).getReader()
  const chunks: Uint8Array[] = []
  let size = 0
  for (;;) {
    const { done, value } = await reader.read().catch(cutOff)
    if (done) break
    size += value.length
    if (size > maxBodyBytes) {
      await reader.cancel().catch(() => undefined)
      throw tooLarge()
    }
    chunks.push(value)
  }
  const bytes = new Uint8Array(size)
  let at = 0
  for (const chunk of chunks) {
    bytes.set(chunk, at)
    at += chunk.length
  }
  return bytes
}

function checkType(headers: Headers): void {
  const encoding = headers.get('content-encoding') ?? 'identity'
  if (isJson(headers.get('content-type') ?? '') && encoding.trim().toLowerCase() === 'identity') return
  throw new PaymentError('unsupported_media_type', 'Send application/json in UTF-8, not compressed.')
}

function notJson(): PaymentError {
  return invalidRequest([{ path: '', message: 'the body must be JSON in UTF-8' }])
}

function parse(bytes: Uint8Array): unknown {
  let text: string
  try {
    // A byte order mark would be dropped without a word; RFC 8259 lets a reader refuse it.
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
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
 * The JSON of a body (RFC 8259). Where the body may be left out, an empty one is `{}`, of whatever type: clients announce
 * one without having anything to send.
 *
 * @throws PaymentError `unsupported_media_type`, `payload_too_large`, `invalid_request`
 */
export async function readBody(request: Request, isOptional: boolean): Promise<unknown> {
  if (!isOptional) checkType(request.headers)
  const bytes = await bytesOf(request)
  if (isOptional && bytes.length === 0) return {}
  checkType(request.headers)
  return parse(bytes)
}
