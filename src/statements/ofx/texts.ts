import { lenientText } from '../lenient-text.js'
import {
  charactersOf,
  decode,
  markedEncoding,
  type Piece,
  piecesOf,
  refuseOtherFiles,
  type StatementInput,
} from '../input.js'

/** A part of a file: text, or a character for each byte, which is decoded where its encoding is known. */
interface OfxText {
  readonly text: string
  readonly isDecoded: boolean
}

const markLength = 3

/**
 * Returns the pieces of a file. Bytes stay bytes, because each text of a file may have another encoding than the header names;
 * only UTF-16 is decoded here, which has bytes of tags within its characters.
 */
export async function* textsOf(input: StatementInput): AsyncGenerator<OfxText> {
  const pieces = piecesOf(input, refuseOtherFiles('ofx'))
  const start: Uint8Array[] = []
  let length = 0
  for await (const piece of pieces) {
    if (typeof piece === 'string') {
      yield { text: piece, isDecoded: true }
      continue
    }
    if (length < markLength) {
      start.push(piece)
      length += piece.length
      if (length < markLength) continue
      const first = Uint8Array.from(start.flatMap((one) => [...one.subarray(0, markLength)]))
      const marked = markedEncoding(first)
      if (marked !== null && marked !== 'utf-8') {
        yield* decodedTexts(start, pieces)
        return
      }
      for (const one of start) yield { text: charactersOf(one), isDecoded: false }
      continue
    }
    yield { text: charactersOf(piece), isDecoded: false }
  }
}

async function* decodedTexts(start: readonly Uint8Array[], rest: AsyncIterable<Piece>): AsyncGenerator<OfxText> {
  async function* all(): AsyncGenerator<Piece> {
    yield* start
    yield* rest
  }
  for await (const text of decode(all(), { encodingOf: () => 'utf-8', check: () => undefined }))
    yield { text, isDecoded: true }
}

/** Returns the name of the encoding in a header of OFX 1 or in an XML declaration, as a WHATWG label. */
function labelIn(header: string): string {
  const [, declared] = /<\?xml\s[^>]*?\bencoding\s*=\s*["']([\w.:-]+)["']/i.exec(header) ?? []
  if (declared !== undefined) return declared
  const [, charset = ''] = /\bCHARSET\s*:\s*([\w.-]+)/i.exec(header) ?? []
  if (/^\d{3,4}$/.test(charset)) return `windows-${charset}`
  return /^8859-\d+$/.test(charset) ? `iso-${charset}` : charset
}

/** Makes the function that decodes texts of a file by its header: UTF-8 where they are, else as the header says. */
export function ofxDecoder(header: string): (text: string) => string {
  let other: InstanceType<typeof TextDecoder> | undefined
  try {
    other = new TextDecoder(labelIn(header))
  } catch {
    // Windows-1252, as nearly all files.
  }
  if (other?.encoding === 'utf-8') other = undefined
  return (text) => {
    // Most texts are ASCII.
    if (!/[\x80-\xff]/.test(text)) return text
    return lenientText(
      Uint8Array.from(text, (character) => character.charCodeAt(0)),
      other,
    )
  }
}
