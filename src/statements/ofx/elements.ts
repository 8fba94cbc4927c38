import { badStatement } from '../input.js'

/** The parts of an OFX file, in its order; names are in capitals. */
export interface OfxEvents {
  opened(name: string): void
  /** Takes the text of an element, up to the next tag. */
  text(name: string, text: string): void
  closed(name: string): void
}

/** The most characters of a text, or of a tag. */
const maxPartLength = 65_536

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

function isCharacter(code: number): boolean {
  return code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff)
}

/** Replaces entities; any other `&` is text, because banks write it so. */
function withoutEntities(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,4}));/gi, (whole, decimal, hexadecimal, name) => {
    if (typeof name === 'string') return entities[name.toLowerCase()] ?? whole
    const code = typeof decimal === 'string' ? Number(decimal) : parseInt(hexadecimal as string, 16)
    return isCharacter(code) ? String.fromCodePoint(code) : whole
  })
}

const begin = { comment: '!--', data: '![CDATA[' } as const

/** Gathers pieces of a text without looking at them again, and bounds their length. */
function gatherer() {
  let parts: string[] = []
  let length = 0
  /** The first characters, and the last two. */
  let head = ''
  let tail = ''
  return {
    get head() {
      return head
    },
    get tail() {
      return tail
    },
    get length() {
      return length
    },
    add(part: string): void {
      if (part === '') return
      length += part.length
      if (length > maxPartLength) throw badStatement(`has a text or a tag of more than ${maxPartLength} characters`)
      parts.push(part)
      if (head.length < begin.data.length) head += part.slice(0, begin.data.length - head.length)
      tail = (tail + part.slice(-2)).slice(-2)
    },
    /** Empties it and returns the text. */
    take(): string {
      const text = parts.length === 1 ? parts[0]! : parts.join('')
      parts = []
      length = 0
      head = tail = ''
      return text
    },
  }
}

/**
 * Cuts OFX into elements: SGML of version 1, where the elements that have a text need no end tag, and XML of version 2. Each
 * character is looked at a bounded number of times, however the text is cut into pieces.
 *
 * @param decoded returns a text of the file as people read it
 */
export function ofxElements(events: OfxEvents, decoded: (text: string) => string) {
  const text = gatherer()
  const tag = gatherer()
  let isInTag = false
  /** The element whose text is read; none before the first, and behind an end tag. */
  let current: string | null = null
  /** The texts of the element before a comment or a CDATA section. */
  let before: string[] = []

  /** Ends a part of a text; only what is outside CDATA has entities. */
  function endPart(): void {
    const part = text.take()
    if (current !== null && part !== '') before.push(withoutEntities(decoded(part)))
  }
  function endText(): void {
    endPart()
    const whole = before.length === 1 ? before[0]! : before.join('')
    before = []
    if (whole.length > maxPartLength) throw badStatement(`has a text of more than ${maxPartLength} characters`)
    if (current !== null) events.text(current, whole.trim())
    current = null
  }

  /** Returns true where `>` does not end the tag: a comment and a CDATA section have ends of their own. */
  function goesOn(): boolean {
    const { head, tail, length } = tag
    if (head.startsWith(begin.comment)) return length < begin.comment.length + 2 || tail !== '--'
    return head === begin.data && (length < begin.data.length + 2 || tail !== ']]')
  }

  function endTag(): void {
    const written = tag.take()
    isInTag = false
    if (written.startsWith(begin.comment) || written.startsWith('?')) return endPart()
    if (written.startsWith(begin.data)) {
      endPart()
      if (current !== null) before.push(decoded(written.slice(begin.data.length, -2)))
      return
    }
    endText()
    if (written.startsWith('!')) return
    const isEnd = written.startsWith('/')
    // Attributes have no meaning in OFX.
    const name = /^[^\s/]*/.exec(written.slice(isEnd ? 1 : 0))![0].toUpperCase()
    if (isEnd) return events.closed(name)
    events.opened(name)
    if (written.endsWith('/')) events.closed(name)
    else current = name
  }

  /** Takes `<` back as text: no tag begins with it. */
  function revertTag(): void {
    text.add('<')
    text.add(tag.take())
    isInTag = false
  }

  return {
    write(piece: string): void {
      for (let at = 0; at < piece.length;) {
        if (!isInTag) {
          const next = piece.indexOf('<', at)
          text.add(piece.slice(at, next < 0 ? piece.length : next))
          if (next < 0) return
          isInTag = true
          at = next + 1
          continue
        }
        if (tag.length === 0 && !/[A-Za-z/!?]/.test(piece[at]!)) {
          revertTag()
          continue
        }
        const isMarked = tag.head.startsWith('!') || (tag.length === 0 && piece[at] === '!')
        let next = at
        while (next < piece.length && piece[next] !== '>' && (isMarked || piece[next] !== '<')) next++
        tag.add(piece.slice(at, next))
        if (next === piece.length) return
        at = next + 1
        if (piece[next] === '<') {
          revertTag()
          isInTag = true
        } else if (goesOn()) tag.add('>')
        else endTag()
      }
    },
  }
}
