import { badStatement } from '../input.js'

/** A record of the file as it stands. */
export interface CsvRow {
  /** The line of the file on which it begins, counted from 1. */
  row: number
  cells: readonly string[]
  /** True where its line breaks are not all inside proper quotes: a stray quote has swallowed lines. */
  isTorn: boolean
}

/**
 * The most characters of a row: longer ones come of a quote that is never closed, or of a file without lines, and must
 * not fill the memory.
 */
const maxRowLength = 2 ** 18

const quote = 0x22
const feed = 0x0a
const carriageReturn = 0x0d

function isBreak(code: number): boolean {
  return code === feed || code === carriageReturn
}

function isBlank(code: number): boolean {
  return code === 0x20 || ((code < 0x20 || code > 0x7f) && /\s/.test(String.fromCharCode(code)))
}

/**
 * Splits CSV into rows, text by text, each character looked at once: RFC 4180 with any line ends, blanks before quotes,
 * and quotes that close nothing as plain text (`"Acme" Ltd`), as banks export them.
 *
 * @returns a function that takes the next text and gives the rows that end in it
 * @throws PaymentError `invalid_request` for an end inside quotes, and for a row that is too long
 */
export function csvRows(delimiter: string): (text: string, isLast: boolean) => Generator<CsvRow> {
  const first = delimiter.charCodeAt(0)
  /** The number of characters behind one on which its meaning may depend. */
  const ahead = delimiter.length
  let held = ''
  /** Characters of the row that were taken before. */
  let before = 0
  let within: 'start' | 'text' | 'quotes' = 'start'
  let cells: string[] = []
  let cell = ''
  let line = 1
  let row = 1
  let hasBreak = false
  let isTorn = false

  function checkLength(length: number): void {
    if (length <= maxRowLength) return
    if (within === 'quotes') throw neverClosed()
    throw badStatement(`has a row of more than ${maxRowLength} characters: it is not a CSV file`)
  }

  return function* (text, isLast) {
    const source = held + text
    const limit = isLast ? source.length : source.length - ahead
    let begun = -before
    let at = 0
    /** The beginning of the part of the cell that `cell` does not have yet. */
    let from = 0

    function endCell(): void {
      cells.push(cell + source.slice(from, at))
      cell = ''
      within = 'start'
      hasBreak = false
    }
    function endRow(): CsvRow {
      checkLength(at - begun)
      endCell()
      const ended = { row, cells, isTorn }
      cells = []
      isTorn = false
      return ended
    }
    /** Passes a quote inside quotes: one of a pair, the end of the cell, or a sign that the first was none. */
    function passQuote(): void {
      const next = at + 1
      if (source.charCodeAt(next) === quote) {
        cell += source.slice(from, next)
        at = from = next + 1
        return
      }
      const closes = next === source.length || isBreak(source.charCodeAt(next)) || source.startsWith(delimiter, next)
      cell = closes ? cell + source.slice(from, at) : `"${cell}${source.slice(from, next)}`
      isTorn ||= hasBreak && !closes
      within = 'text'
      at = from = next
    }
    function passBreak(): void {
      at += source.charCodeAt(at) === carriageReturn && source.charCodeAt(at + 1) === feed ? 2 : 1
      line++
    }

    while (at < limit) {
      const code = source.charCodeAt(at)
      if (within === 'quotes') {
        if (code === quote) passQuote()
        else if (isBreak(code)) {
          hasBreak = true
          passBreak()
        } else at++
      } else if (code === first && source.startsWith(delimiter, at)) {
        endCell()
        at = from = at + delimiter.length
      } else if (isBreak(code)) {
        yield endRow()
        passBreak()
        row = line
        begun = from = at
      } else {
        at++
        if (within !== 'start') continue
        if (code === quote) within = 'quotes'
        else if (!isBlank(code)) {
          within = 'text'
          continue
        }
        from = at
      }
    }
    before = at - begun
    checkLength(before)
    held = source.slice(at)
    if (!isLast) {
      cell += source.slice(from, at)
      return
    }
    if (within === 'quotes') throw neverClosed()
    if (within === 'text' || cells.length > 0) yield endRow()
  }
}

function neverClosed(): Error {
  return badStatement('has a quote that is never closed: it is cut off, or is not a CSV file')
}
