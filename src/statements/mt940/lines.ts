import { joinBytes } from '../../internal/encoding.js'
import { badStatement, piecesOf, type StatementInput } from '../input.js'

/** A line of a file, without its end. */
export interface Line {
  /** 1 is the file's first line. */
  row: number
  text: string
  /** Whether a line end follows; only the last line of a file may have none. */
  ended: boolean
}

/** SWIFT's own lines have 65 characters; a file without line ends must not be gathered whole. */
const longest = 65_536
const feed = 0x0a
const carriageReturn = 0x0d

function checked(text: string): string {
  if (text.length > longest) throw badStatement(`is no MT940 statement: a line has more than ${longest} characters`)
  return text
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

function decodeLine(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** Whole lines. Each is read alone where not all are UTF-8: banks mix the encodings of those who filled the fields. */
function decodeLines(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes)
  } catch {
    let text = ''
    for (let start = 0; start < bytes.length;) {
      let end = start
      while (end < bytes.length && bytes[end] !== feed && bytes[end] !== carriageReturn) end++
      text += decodeLine(bytes.subarray(start, end + 1))
      start = end + 1
    }
    return text
  }
}

/** Bytes to text, whole lines at a time. */
function lineDecoder() {
  let held: Uint8Array = new Uint8Array()
  return {
    push(bytes: Uint8Array): string {
      const whole = Math.max(bytes.lastIndexOf(feed), bytes.lastIndexOf(carriageReturn)) + 1
      const ready = joinBytes(held, bytes.subarray(0, whole || bytes.length))
      // A copy, because the caller may fill the same buffer again; `slice` of Node's own bytes is none.
      held = whole === 0 ? ready : new Uint8Array(bytes.subarray(whole))
      // No encoding read here needs more bytes for as few characters.
      if (held.length > 4 * longest) checked(' '.repeat(longest + 1))
      return whole === 0 ? '' : decodeLines(ready)
    },
    end(): string {
      const rest = decodeLine(held)
      held = new Uint8Array()
      return rest
    },
  }
}

/** Text to lines, that end with LF, CRLF or CR. */
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

/** The lines of a file in groups, as its pieces come. @throws PaymentError `invalid_request` for what is no text */
export async function* linesOf(input: StatementInput): AsyncGenerator<Line[]> {
  const decoder = lineDecoder()
  const splitter = lineSplitter()
  for await (const piece of piecesOf(input)) {
    yield splitter.push(typeof piece === 'string' ? decoder.end() + piece : decoder.push(piece))
  }
  yield splitter.push(decoder.end())
  yield splitter.end()
}
