/** A form with a file (RFC 7578), read as it comes: nothing of the file is kept. */
import { invalidRequest } from '../../domain/issue.js'
import { bytesOf, joinBytes } from '../../internal/encoding.js'

/** A field. Its body is to be read before the next field is requested; an unread body is skipped. */
interface Part {
  readonly name: string
  /** The name of a file; `null` for another field. */
  readonly fileName: string | null
  readonly body: AsyncGenerator<Uint8Array>
}

const maxHeaderBytes = 8192
const maxParts = 50

function broken(problem: string): Error {
  return invalidRequest([{ path: '', message: `the form ${problem}` }])
}

function indexOf(bytes: Uint8Array, pattern: Uint8Array): number {
  const [first] = pattern
  for (let at = bytes.indexOf(first!); at >= 0; at = bytes.indexOf(first!, at + 1)) {
    let same = 1
    while (same < pattern.length && bytes[at + same] === pattern[same]) same++
    if (same === pattern.length) return at
  }
  return -1
}

/** The bytes that have come and are still to be read; at most a piece of the network and a delimiter. */
class Scanner {
  #bytes: Uint8Array
  readonly #pieces: AsyncIterator<Uint8Array | string>

  constructor(pieces: AsyncIterable<Uint8Array | string>, before: string) {
    this.#pieces = pieces[Symbol.asyncIterator]()
    this.#bytes = bytesOf(before)
  }

  async #more(): Promise<void> {
    const { done, value } = await this.#pieces.next()
    if (done) throw broken('broke off')
    this.#bytes = joinBytes(this.#bytes.length === 0 ? [bytesOf(value)] : [this.#bytes, bytesOf(value)])
  }

  /** Yields everything before a delimiter, and skips the delimiter. */
  async *until(delimiter: Uint8Array): AsyncGenerator<Uint8Array> {
    for (;;) {
      const at = indexOf(this.#bytes, delimiter)
      if (at >= 0) {
        const before = this.#bytes.subarray(0, at)
        this.#bytes = this.#bytes.subarray(at + delimiter.length)
        if (before.length > 0) yield before
        return
      }
      // The end of these bytes may be the beginning of the delimiter.
      const sure = this.#bytes.length - delimiter.length + 1
      if (sure > 0) {
        const before = this.#bytes.subarray(0, sure)
        this.#bytes = this.#bytes.subarray(sure)
        yield before
      }
      await this.#more()
    }
  }

  async textUntil(delimiter: Uint8Array, max: number): Promise<string> {
    const pieces: Uint8Array[] = []
    let size = 0
    for await (const piece of this.until(delimiter)) {
      size += piece.length
      if (size > max) throw broken('has a head that is too long')
      pieces.push(piece)
    }
    return new TextDecoder().decode(joinBytes(pieces))
  }

  /** Reads the next two bytes as text. */
  async twoCharacters(): Promise<string> {
    while (this.#bytes.length < 2) await this.#more()
    const text = String.fromCharCode(this.#bytes[0]!, this.#bytes[1]!)
    this.#bytes = this.#bytes.subarray(2)
    return text
  }

  async close(): Promise<void> {
    await this.#pieces.return?.()
  }
}

const boundaryShape = /^multipart\/form-data\s*;(?:.*;)?\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i

/** Returns the boundary of a form with a file, or `null` for any other type. */
export function boundaryOf(contentType: string | null): string | null {
  const [, quoted, plain] = boundaryShape.exec(contentType ?? '') ?? []
  return quoted ?? plain ?? null
}

function parameterOf(head: string, name: string): string | null {
  const value = new RegExp(`;\\s*${name}="([^"]*)"`, 'i').exec(head)?.[1]
  // As browsers escape it in the names of fields and files (HTML, multipart/form-data encoding algorithm).
  return value?.replace(/%(22|0A|0D)/gi, (_, code: string) => (code === '22' ? '"' : ' ')) ?? null
}

/** @throws PaymentError `invalid_request` for what is cut off, or no such form */
export async function* readMultipart(
  pieces: AsyncIterable<Uint8Array | string>,
  boundary: string,
): AsyncGenerator<Part> {
  const crlf = '\r\n'
  // The first delimiter has no line end before it.
  const scanner = new Scanner(pieces, crlf)
  const delimiter = bytesOf(`${crlf}--${boundary}`)
  try {
    await scanner.textUntil(delimiter, maxHeaderBytes)
    for (let count = 0; ; count++) {
      const end = await scanner.twoCharacters()
      if (end === '--') return
      if (end !== crlf || count === maxParts) throw broken('cannot be read')
      // A part without headers has no name either.
      const head = await scanner.textUntil(bytesOf(crlf + crlf), maxHeaderBytes)
      const disposition = head.split(crlf).find((line) => /^content-disposition\s*:\s*form-data/i.test(line)) ?? ''
      const name = parameterOf(disposition, 'name')
      if (name === null) throw broken('has a field without a name')
      const body = scanner.until(delimiter)
      let isRead = false
      const once = (async function* () {
        yield* body
        isRead = true
      })()
      yield { name, fileName: parameterOf(disposition, 'filename'), body: once }
      while (!isRead && !(await body.next()).done);
    }
  } finally {
    await scanner.close()
  }
}
