import { isFullLine, joiner } from './joined-lines.js'

/**
 * The beginning of a divided field of German banks and Triodos: `166?00TEXT?20…?21…`, any mark for `?`, after a code of
 * three digits that some leave out.
 */
const begin = /^(?:\d{3}([?>~^@|<])\d\d|(\?)(?:00|10|2\d))/
const width = 27
/** SEPA's code words begin a subfield. */
const codeWord = /^[A-Z]{4}\+/

export function subfieldMark(text: string): string | null {
  const [, coded, bare] = begin.exec(text) ?? []
  return coded ?? bare ?? null
}

/** Returns true for subfields that are one text: 20 to 29 and 60 to 63, and the two of the other party's name. */
function goesOn(before: string, code: string): boolean {
  const isText = (one: string) => /^(?:2\d|6[0-3])$/.test(one)
  return (isText(before) && isText(code)) || (before === '32' && code === '33')
}

/** Joins lines to one text again: a line that is not full ended with a word. */
function unwrapped(lines: readonly string[], mark: string): string {
  const source = joiner()
  let isFull = false
  for (const line of lines) {
    const isDivided = line.startsWith(mark) || /^\s|^$/.test(line)
    source.add(source.isApart() || isFull || isDivided ? line : ` ${line}`)
    isFull = isFullLine(line)
  }
  return source.text()
}

/**
 * Returns the words of a field 86 that is divided by `mark`: without the marks, and with a text cut into subfields
 * joined again.
 */
export function joinSubfields(lines: readonly string[], mark: string): string {
  const [bankCode = '', ...parts] = unwrapped(lines, mark).split(mark)
  const words = joiner()
  words.add(bankCode)
  let before = ''
  let length = 0
  for (const part of parts) {
    const code = /^\d\d/.exec(part)?.[0]
    if (code === undefined) {
      words.add(mark + part)
      length += mark.length + part.length
      continue
    }
    const value = part.slice(2)
    if (goesOn(before, code) && !codeWord.test(value)) words.join(value, length === width)
    else words.add(` ${value}`)
    before = code
    length = value.length
  }
  return words.text()
}
