import { isFullLine, joined } from './joined.js'

/** German banks and Triodos: `166?00TEXT?20…?21…`, any mark for `?`, after a code of three digits that some leave out. */
const begin = /^(?:\d{3}([?>~^@|<])\d\d|(\?)(?:00|10|2\d))/
const width = 27
/** SEPA's code words begin a subfield. */
const codeWord = /^[A-Z]{4}\+/

export function subfieldMark(text: string): string | null {
  const [, coded, bare] = begin.exec(text) ?? []
  return coded ?? bare ?? null
}

/** Subfields 20 to 29 and 60 to 63 are one text, as are the two of the other party's name. */
function goesOn(before: string, code: string): boolean {
  const isText = (one: string) => /^(?:2\d|6[0-3])$/.test(one)
  return (isText(before) && isText(code)) || (before === '32' && code === '33')
}

/** The words of a field 86 that is divided by `mark`: the marks go, and a text cut into subfields is one again. */
export function joinSubfields(lines: readonly string[], mark: string): string {
  let source = ''
  let isFull = false
  for (const line of lines) {
    const isDivided = line.startsWith(mark) || /^\s|^$/.test(line)
    source += source === '' || isFull || isDivided || /\s$/.test(source) ? line : ` ${line}`
    isFull = isFullLine(line)
  }
  const [bankCode = '', ...parts] = source.split(mark)
  let text = bankCode
  let before = ''
  let last = ''
  for (const part of parts) {
    const code = /^\d\d/.exec(part)?.[0]
    const value = code === undefined ? mark + part : part.slice(2)
    if (code === undefined) text += value
    else if (goesOn(before, code) && !codeWord.test(value)) text = joined(text, value, last.length === width)
    else text = `${text} ${value}`
    before = code ?? before
    last = code === undefined ? last + value : value
  }
  return text
}
