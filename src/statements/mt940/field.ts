import { badStatement } from '../input.js'
import type { Line } from './lines.js'

/** One field of a message, such as `:61:`. */
export interface Field {
  /** The tag without colons: `61`, `60F`; `-` for the end of a message and `{` for the head of its envelope. */
  tag: string
  /** The row of its first line. */
  row: number
  /** The text behind the tag, and the lines up to the next field, blank ones left out. */
  lines: string[]
  /** True where its first line has a line end. */
  ended: boolean
}

/** The form of a tag; Rabobank begins a file with `:940:`. */
const tagged = /^:(\d\d[A-Z]?|94[02]):/
/** A lone hyphen, SWIFT's `-}`, or ING's `-XXX`; a line of text may begin with a hyphen too. */
const trailer = /^-(?:\}.*|XXX\s*|\s*)$/s
/** Byte order marks of joined files, and what SWIFT Alliance sets between messages. */
const betweenMessages = /^[\ufeff$\p{Cc}]+(?=[{:])/u
const maxLength = 65_536

/** Fields from a first balance or movement up to the closing balance. Any other is a text that looks like one: `:26:37`. */
const amongMovements = /^(?:34F|6[01245][FM]?|86|90[CD]|[-{])$/
/** Fields that may follow a field 86 elsewhere. */
const behindText = /^(?:13D?|2[0158]|25P|28C|34F|6[01245][FM]?|86|90[CD]|94[02]|[-{])$/
/** Fields that follow field 20 at the head of a message, with or without a field 21 between. */
const behindReference = /^(?:2[58]|25P|28C|34F|60[FM]?)$/

function begins(text: string): { tag: string; from: number } | null {
  const tag = tagged.exec(text)
  if (tag) return { tag: tag[1] ?? '', from: tag[0].length }
  if (trailer.test(text)) return { tag: '-', from: 0 }
  return text.startsWith('{1:') ? { tag: '{', from: 0 } : null
}

/** Tags of balances that a text may begin with too; a balance begins with its mark and its day. */
const balance = /^:6[0245]:/
const balanceBegins = /^:\d\d:\s*(?:[CD]\s*\d{6}|$)/

/** Returns true where the rest of a text may go on so: the minutes of a time whose hours end the line before. */
function isTimeWrapped(before: string | undefined, text: string): boolean {
  return /(?:^|\D)(?:[01]\d|2[0-3])$/.test(before ?? '') && /^:[0-5]\d:[0-5]\d(?!\d)/.test(text)
}

/**
 * Splits lines into fields; what stands before the first field or after a trailer is the bank's own and falls to no
 * `:tag:`.
 */
export function fieldSplitter() {
  let current: Field | null = null
  let length = 0
  let isAmongMovements = false
  /**
   * True between field 60 and field 62, where no message ends: a hyphen is text, and so is what begins as an envelope.
   */
  let awaitsClosing = false
  /** A `:20:` within a text, with the lines behind it: a message where its next field is one of a head, else text. */
  let undecided: { field: Field; texts: string[] } | null = null

  function count(text: string): void {
    length += text.length
    if (length > maxLength) throw badStatement(`has a field of more than ${maxLength} characters`)
  }

  /** Makes it the current field. @returns the one that has ended */
  function start(field: Field): Field[] {
    const before = current
    current = field
    length = 0
    for (const text of field.lines) count(text)
    const { tag } = field
    if (/^6[01]/.test(tag)) isAmongMovements = true
    else if (/^(?:20|62|90|[-{])/.test(tag)) isAmongMovements = false
    awaitsClosing = isAmongMovements && (awaitsClosing || tag.startsWith('60'))
    return before ? [before] : []
  }

  function decide(tag: string): Field[] {
    if (!undecided) return []
    const { field, texts } = undecided
    undecided = null
    // At the end of a file, the head of a message that was cut off, or a text.
    const isText = tag === '' && isTimeWrapped(current?.lines.at(-1), texts[0]!)
    if (!isText && (tag === '' || behindReference.test(tag))) return start(field)
    current?.lines.push(...texts)
    return []
  }

  /** Returns true where a field may stand here; else it is text. */
  function isInPlace(tag: string, text: string): boolean {
    if (isAmongMovements && balance.test(text) && !balanceBegins.test(text)) return false
    if (undecided !== null && (tag === '21' || behindReference.test(tag))) return tag !== '21'
    if ((tag === '-' || tag === '{') && awaitsClosing) return false
    if (isAmongMovements) return amongMovements.test(tag)
    return current?.tag !== '86' || behindText.test(tag)
  }

  return {
    /** Adds a line; returns the fields that ended because it begins another. */
    push({ row, text: written, ended }: Line): Field[] {
      if (written.trim() === '') return []
      const bare = written.replace(betweenMessages, '')
      // Some write the first field behind the head.
      const text = bare.startsWith('{1:') ? bare.replace(/^.*\{4:(?=:)/, '') : bare
      const beginning = begins(text)
      if (beginning?.tag === '20' && current && (isAmongMovements || current.tag === '86')) {
        const before = decide('20')
        count(text)
        undecided = { field: { tag: '20', row, lines: [text.slice(beginning.from)], ended }, texts: [text] }
        return before
      }
      if (beginning && isInPlace(beginning.tag, text)) {
        const { tag, from } = beginning
        const before = decide(tag)
        return [...before, ...start({ tag, row, lines: [text.slice(from)], ended })]
      }
      if (!current) return []
      count(text)
      undecided?.texts.push(text)
      ;(undecided?.field ?? current).lines.push(text)
      return []
    },
    end(): Field[] {
      const ended = decide('')
      if (current) ended.push(current)
      current = null
      return ended
    },
  }
}
