import { badStatement } from '../input.js'
import type { Line } from './lines.js'

/** One field of a message, such as `:61:`. */
export interface Field {
  /** Without colons: `61`, `60F`; `-` for the end of a message and `{` for the head of its envelope. */
  tag: string
  /** The row of its first line. */
  row: number
  /** What stands behind the tag, and the lines up to the next field, blank ones left out. */
  lines: string[]
  /** Whether its first line has a line end. */
  ended: boolean
}

/** Rabobank begins a file with `:940:`. */
const tagged = /^:(\d\d[A-Z]?|94[02]):/
/** A lone hyphen, SWIFT's `-}`, or ING's `-XXX`; a line of text may begin with a hyphen too. */
const trailer = /^-(?:\}.*|XXX\s*|\s*)$/s
/** Byte order marks of joined files, and what SWIFT Alliance sets between messages. */
const betweenMessages = /^[\ufeff$\p{Cc}]+(?=[{:])/u
const longest = 65_536

function begins(text: string): { tag: string; from: number } | null {
  const tag = tagged.exec(text)
  if (tag) return { tag: tag[1] ?? '', from: tag[0].length }
  if (trailer.test(text)) return { tag: '-', from: 0 }
  return text.startsWith('{1:') ? { tag: '{', from: 0 } : null
}

/** Lines to fields; what stands before the first field or after a trailer is the bank's own and falls to no `:tag:`. */
export function fieldSplitter() {
  let current: Field | null = null
  let length = 0

  return {
    /** The field that ended because `line` begins another. */
    push({ row, text: written, ended }: Line): Field | null {
      if (written.trim() === '') return null
      const bare = written.replace(betweenMessages, '')
      // Some write the first field behind the head.
      const text = bare.startsWith('{1:') ? bare.replace(/^.*\{4:(?=:)/, '') : bare
      const beginning = begins(text)
      if (beginning) {
        const before = current
        current = { tag: beginning.tag, row, lines: [text.slice(beginning.from)], ended }
        length = text.length
        return before
      }
      length += text.length
      if (current && length > longest) throw badStatement(`has a field of more than ${longest} characters`)
      current?.lines.push(text)
      return null
    },
    end(): Field | null {
      const last = current
      current = null
      return last
    },
  }
}
