import { badStatement, piecesOf, type StatementInput } from '../input.js'
import { lenientText, utf8Text } from '../lenient-text.js'

/** A line of a file, without its end. */
export interface Line {
  /** 1 is the file's first line. */
  row: number
  text: string
  /** True where a line end follows; only the last line of a file may have none. */
  ended: boolean
}

/** The most characters of a line: SWIFT's own have 65; a file without line ends must not be gathered whole. */
const maxLength = 65_536
const feed = 0x0a
const carriageReturn = 0x0d

function tooLong(): Error {
  return badStatement(`is not an MT940 statement: a line has more than ${maxLength} characters`)
}

function checked(text: string): string {
  if (text.length > maxLength) throw tooLong()
  return text
}

/**
 * Decodes whole lines. Each is read alone where not all are UTF-8: banks mix the encodings of those who filled the
 * fields.
 */
function decodeLines(bytes: Uint8Array): string {
  const whole = utf8Text(bytes)
  if (whole !== null) return whole
  let text = ''
  for (let start = 0; start < bytes.length;) {
    let end = start
    while (end < bytes.length && bytes[end] !== feed && bytes[end] !== carriageReturn) end++
    text += lenientText(bytes.subarray(start, end + 1))
    start = end + 1
  }
  return text
}

/** Keeps bytes until the end of their line comes; room is doubled, so that none is copied for each piece that comes. */
function byteStore() {
  let room = new Uint8Array(1024)
  let length = 0
  return {
    add(bytes: Uint8Array): void {
      if (length + bytes.length > room.length) {
        const larger = new Uint8Array(Math.max(2 * room.length, length + bytes.length))
        larger.set(room)
        room = larger
      }
      // A copy, because the caller may fill the same buffer again.
      room.set(bytes, length)
      length += bytes.length
      // No encoding read here needs more bytes for as few characters.
      if (length > 4 * maxLength) throw tooLong()
    },
    /** Empties the store and returns its bytes, which are good until bytes are added again. */
    take(): Uint8Array {
      const content = room.subarray(0, length)
      length = 0
      return content
    },
  }
}

/** Decodes bytes, whole lines at a time. */
function lineDecoder() {
  const held = byteStore()
  return {
    push(bytes: Uint8Array): string {
      const whole = Math.max(bytes.lastIndexOf(feed), bytes.lastIndexOf(carriageReturn)) + 1
      held.add(bytes.subarray(0, whole))
      const text = whole === 0 ? '' : decodeLines(held.take())
      held.add(bytes.subarray(whole))
      return text
    },
    end: () => lenientText(held.take()),
  }
}

/** Splits text into lines that end with LF, CRLF or CR. */
function lineSplitter() {
  let row = 0
  let rest = ''
  let afterReturn = false
  return {
    push(piece: string): Line[] {
      if (piece === '') return []
      const text = afterReturn && piece.startsWith('\n') ? piece.slice(1) : piece
      afterReturn = text.endsWith('\r')
      const parts = text.split(/\r\n|\r|\n/)
      parts[0] = rest + (parts[0] ?? '')
      rest = checked(parts.pop() ?? '')
      return parts.map((part) => ({ row: ++row, text: checked(part), ended: true }))
    },
    end(): Line[] {
      return rest === '' ? [] : [{ row: row + 1, text: rest, ended: false }]
    },
  }
}

/**
 * Returns the lines of a file in groups, as its pieces come.
 *
 * @throws PaymentError `invalid_request` for what is no text
 */
export async function* linesOf(input: StatementInput): AsyncGenerator<Line[]> {
  const decoder = lineDecoder()
  const splitter = lineSplitter()
  for await (const piece of piecesOf(input)) {
    yield splitter.push(typeof piece === 'string' ? decoder.end() + piece : decoder.push(piece))
  }
  yield splitter.push(decoder.end())
  yield splitter.end()
}
