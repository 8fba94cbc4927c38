import type { SaxesParser as Parser } from 'saxes'
import { badStatement } from './input.js'

/** The parts of an XML text, in its order. Names are as written, with their prefixes. */
export interface XmlEvents {
  /** Takes the beginning of an element; returns true where its text is wanted, up to the first element in it. */
  opened(name: string, attributes: Readonly<Record<string, string>>): boolean
  /** Takes a part of that text. */
  text(text: string): void
  closed(): void
}

/** Returns a name without its prefix. */
export function localName(name: string): string {
  const colon = name.indexOf(':')
  return colon < 0 ? name : name.slice(colon + 1)
}

/** Characters of a text, a CDATA section or a tag as they are written, with what is skipped before it. */
export const maxPartLength = 65_536
/** The most elements in each other; the schemas come to about 15. */
const deepest = 64

function tooLong(): Error {
  return badStatement(`has a text, CDATA section, comment, instruction or tag of more than ${maxPartLength} characters`)
}

/**
 * Returns the same text in one piece: V8 finds each character of a part of a longer text, as pieces of a file are, in
 * two steps.
 */
function flat(piece: string): string {
  return [piece.slice(0, 1), piece.slice(1)].join('')
}

function endsInHalf(piece: string): boolean {
  const last = piece.charCodeAt(piece.length - 1)
  return last >= 0xd800 && last <= 0xdbff
}

/**
 * A parser with all of its listeners, kept for as long as the program runs. Without one, a garbage collection between two files
 * takes away what V8 knows of the properties of a parser; from the seventh file on it then makes dictionaries of them, and a
 * file takes three times as long.
 */
let kept: unknown

function keepOne(SaxesParser: typeof Parser): void {
  if (kept) return
  const parser = parserOf(SaxesParser, { opened: () => true, text: () => undefined, closed: () => undefined })
  parser.write('<a>b</a>')
  parser.end()
  kept = parser
}

/** The reader that needs XML, and the problem of a file without an element. */
export interface XmlUser {
  readonly reader: string
  readonly noElement: string
}

/**
 * Parses XML 1.0 strictly, in pieces cut anywhere. saxes keeps each part of the text until it ends, so pieces should
 * be short: memory holds one part of at most `longestPart` characters, and one piece.
 *
 * Errors name the place where the text is wrong, and never repeat what is there.
 *
 * @throws TypeError when saxes is not installed
 */
export async function xmlParser(events: XmlEvents, user: XmlUser) {
  const { SaxesParser } = await import('saxes').catch((cause: unknown) => {
    throw new TypeError(`${user.reader} needs the package saxes: npm install saxes`, { cause })
  })
  keepOne(SaxesParser)
  return parserOf(SaxesParser, events, user.noElement)
}

function parserOf(SaxesParser: typeof Parser, events: XmlEvents, noElement = '') {
  // Namespaces are not looked at: banks use prefixes that they do not declare.
  const parser = new SaxesParser({ xmlns: false as const, defaultXMLVersion: '1.0', forceXMLVersion: true })
  let isBeforeStart = true
  let linesBefore = 0
  /** Half of a character that the next piece completes. */
  let half = ''
  let written = 0
  let lastEnd = 0
  let depth = 0
  let hasRoot = false
  let isLast = false
  /** saxes reports an element as closed before it looks whether the end tag has its name. */
  let isClosing = false
  let wantsText = false

  function confirmClosed(): void {
    if (!isClosing) return
    isClosing = false
    depth--
    events.closed()
  }

  /** Confirms that a part of the text has ended. */
  function ended(): void {
    const { position } = parser
    if (position - lastEnd > maxPartLength) throw tooLong()
    lastEnd = position
    confirmClosed()
  }

  function text(part: string): void {
    ended()
    if (wantsText) events.text(part)
  }

  /** Sets whether text is read: without a listener saxes keeps none, and most of it is the white space between tags. */
  function wantText(isWanted: boolean): void {
    if (isWanted === wantsText) return
    wantsText = isWanted
    if (isWanted) parser.on('text', text)
    else parser.off('text')
  }

  // No more listeners than these: V8 makes a slow dictionary of a parser that has eight, and each character takes five
  // times as long. So comments and instructions count as a part of what follows them.
  parser.on('error', ({ message }) => {
    // Two hyphens in a comment: files have them, and saxes goes on to its end.
    if (message.endsWith('malformed comment.')) return
    // Where it is about what follows an end tag, and not about that tag.
    if (parser.position > lastEnd) confirmClosed()
    if (!hasRoot) throw badStatement(noElement)
    if (isLast) throw badStatement('is cut off')
    if (depth === 0) throw badStatement('has something behind the end of its document')
    const line = parser.line + linesBefore
    throw badStatement(`is not well-formed XML at line ${line}, character ${parser.column}`)
  })
  parser.on('doctype', () => {
    // A document type can define entities that grow without bounds; no statement has one.
    throw badStatement('has a DOCTYPE or another declaration, which a statement never has')
  })
  parser.on('opentag', (tag) => {
    ended()
    hasRoot = true
    if (++depth > deepest) throw badStatement(`has elements nested more than ${deepest} deep`)
    wantText(events.opened(tag.name, tag.attributes))
  })
  parser.on('closetag', () => {
    ended()
    isClosing = true
    wantText(false)
  })
  parser.on('cdata', text)

  function feed(piece: string): void {
    if (!piece.isWellFormed()) throw badStatement('contains half of a surrogate pair')
    parser.write(flat(piece))
    confirmClosed()
    // saxes may hold back the last character of a piece.
    if ((written += piece.length) - lastEnd > maxPartLength + 1) throw tooLong()
  }

  return {
    write(piece: string): void {
      let next = half + piece
      if (isBeforeStart) {
        // Strictly, nothing may stand before an XML declaration, but blank lines do.
        const start = next.search(/[^ \t\r\n]|$/)
        linesBefore += next.slice(0, start).split('\n').length - 1
        next = next.slice(start)
      }
      half = endsInHalf(next) ? next.slice(-1) : ''
      if (half !== '') next = next.slice(0, -1)
      if (next === '') return
      isBeforeStart = false
      feed(next)
    },
    /** @throws PaymentError `invalid_request` where the text is cut off, or was none */
    end(): void {
      if (half !== '') feed(half)
      isLast = true
      parser.close()
    },
  }
}
