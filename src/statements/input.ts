import { joinBytes } from '../internal/encoding.js'
import { invalidRequest } from '../domain/issue.js'
import { isIterable } from '../internal/iterables.js'
import { pacer } from '../internal/event-loop.js'
import { otherFile } from './other-files.js'
import type { StatementFormat } from './format.js'

/** Text or bytes of a statement file. */
export type Piece = string | Uint8Array

/** A statement file: text, bytes, or pieces of them, cut anywhere. */
export type StatementInput = Piece | Iterable<Piece> | AsyncIterable<Piece>

/** Makes the error for a file that is wrong as a whole: no further record of it can be trusted. */
export function badStatement(problem: string): Error {
  return invalidRequest([{ path: 'input', message: problem }])
}

function isBytes(piece: unknown): piece is Uint8Array {
  // By brand: typed arrays of other realms are no instances of this realm's class.
  return Object.prototype.toString.call(piece) === '[object Uint8Array]'
}

/** Returns true where the input can be read from its beginning again; streams and generators cannot. */
export function isRepeatable(input: StatementInput): boolean {
  return typeof input === 'string' || isBytes(input) || Array.isArray(input)
}

/** The largest part that is passed on at once, in characters or bytes. */
const portion = 16_384
/** The least work that a piece counts for: many short ones are work too. */
const minWork = 64

/** The length of the beginning that is compared with files that are no statement, in characters or bytes. */
const maxLooked = 4096
/** The fewest characters or bytes by which another kind of file is recognised. */
const minLooked = 4

/** Returns a character for each byte of a portion, and a text as it is. */
export function charactersOf(piece: Piece): string {
  // A decoder of the platform makes other characters of some bytes, and not the same ones in each version of Node.
  return typeof piece === 'string' ? piece : String.fromCharCode(...piece)
}

/** Refuses a file that is no statement of a format as soon as its beginning shows it. */
export function refuseOtherFiles(format?: StatementFormat): (piece: Piece) => void {
  let start = ''
  let next = minLooked
  return (piece) => {
    if (next > maxLooked) return
    start += charactersOf(piece.slice(0, maxLooked - start.length))
    if (start.length < next) return
    // Not for each of many small pieces.
    next = 2 * start.length
    const other = otherFile(start)
    if (other && (other.format === undefined || other.format !== format)) throw badStatement(other.problem)
  }
}

/**
 * Returns the input in portions, and lets the host's event loop run between them.
 *
 * @param check is given each piece as it comes
 * @throws PaymentError `invalid_request` for what is neither text nor bytes, and for a file that is no statement
 */
export async function* piecesOf(input: StatementInput, check = refuseOtherFiles()): AsyncGenerator<Piece> {
  const single = typeof input === 'string' || isBytes(input)
  if (!single && !isIterable(input)) throw badStatement('must be text, bytes, or an iterable of them')
  const pace = pacer(portion)
  for await (const piece of single ? [input] : (input as AsyncIterable<unknown>)) {
    if (typeof piece !== 'string' && !isBytes(piece)) throw badStatement('must be text, bytes, or an iterable of them')
    check(piece)
    for (let start = 0; start === 0 || start < piece.length; start += portion) {
      const end = Math.min(start + portion, piece.length)
      yield typeof piece === 'string' ? piece.slice(start, end) : piece.subarray(start, end)
      await pace(Math.max(end - start, minWork))
    }
  }
}

const byteOrderMark = '\ufeff'

/**
 * Returns the encoding of a byte order mark, which goes before a label (WHATWG Encoding, section 6); `null` where there
 * is none.
 */
export function markedEncoding(bytes: Uint8Array): string | null {
  const [first, second, third] = bytes
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  return first === 0xef && second === 0xbb && third === 0xbf ? 'utf-8' : null
}

interface DecodingOptions {
  /** Returns a WHATWG label by the first bytes of the file: `need` of them, or all where the file has fewer. */
  encodingOf(start: Uint8Array): string
  need?: number
  /** Takes each piece as it comes; by default, refuses a file that is no statement. */
  check?: (piece: Piece) => void
}

/** Returns a function that decodes bytes as they come; `null` ends them. */
function bytesToText({ encodingOf, need = 3 }: DecodingOptions): (bytes: Uint8Array | null) => string {
  let start: Uint8Array = new Uint8Array()
  let decoder: InstanceType<typeof TextDecoder> | null = null
  return (bytes) => {
    let next = bytes
    if (decoder === null) {
      start = next ? joinBytes([start, next]) : start
      if (start.length === 0 || (next && start.length < need)) return ''
      decoder = decoderFor(markedEncoding(start) ?? encodingOf(start))
      next = start
    }
    try {
      const text = next ? decoder.decode(next, { stream: true }) : ''
      return bytes ? text : text + decoder.decode()
    } catch {
      throw badStatement(`is not in the encoding ${decoder.encoding}`)
    }
  }
}

function decoderFor(encoding: string) {
  try {
    // The mark is taken off below, from bytes and text alike.
    return new TextDecoder(encoding, { fatal: true, ignoreBOM: true })
  } catch {
    throw badStatement('names an encoding that is unknown here')
  }
}

/**
 * Returns the file as text, without a byte order mark.
 *
 * @throws PaymentError `invalid_request` for bytes that are no such text, and for bytes and text in one file
 */
export async function* decode(input: StatementInput, options: DecodingOptions): AsyncGenerator<string> {
  const read = bytesToText(options)
  let kind: 'string' | 'object' | null = null
  let isFirst = true
  for await (const piece of piecesOf(input, options.check)) {
    if (kind !== null && typeof piece !== kind) throw badStatement('must be text or bytes, not some of each')
    kind = typeof piece as 'string' | 'object'
    let text = typeof piece === 'string' ? piece : read(piece)
    if (text === '') continue
    if (isFirst && text.startsWith(byteOrderMark)) text = text.slice(1)
    isFirst = false
    if (text !== '') yield text
  }
  const rest = kind === 'object' ? read(null) : ''
  const text = isFirst && rest.startsWith(byteOrderMark) ? rest.slice(1) : rest
  if (text !== '') yield text
}
