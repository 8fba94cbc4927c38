import { badStatement } from '../input.js'

/** A piece of an XML text: a start tag as it is written, an end tag, or character data (long ones in several pieces). */
type XmlToken =
  | { kind: 'start'; name: string; xml: string; isEmpty: boolean }
  | { kind: 'end'; name: string }
  | { kind: 'text'; xml: string }

/** What has its own end and holds no tags. */
const sections = [
  { start: '<!--', end: '-->', isText: false },
  { start: '<![CDATA[', end: ']]>', isText: true },
  { start: '<?', end: '?>', isText: false },
] as const

type Section = (typeof sections)[number]

/** No start tag of a bank is nearly as long; a larger one would be a quotation mark that is never closed. */
const longestTag = 65_536

const startTag =
  /^<([\p{L}_:][\p{L}\p{M}\p{N}.:_-]*)((?:\s+[\p{L}_:][\p{L}\p{M}\p{N}.:_-]*\s*=\s*(?:"[^<"]*"|'[^<']*'))*)\s*\/?>$/u
const endTag = /^<\/([^\s/<>]+)\s*>$/

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

function escaped(text: string): string {
  return text.replace(/[&<>]/g, (character) => escapes[character] ?? character)
}

/** Where the tag that starts at `from` ends; -1 where that is not there yet. A `>` in quotation marks is no end. */
function tagEnd(text: string, from: number): number {
  const end = text.indexOf('>', from)
  if (end < 0 || !/["']/.test(text.slice(from, end))) return end
  let quote = ''
  for (let at = from; at < text.length; at++) {
    const character = text.charAt(at)
    if (quote !== '') quote = character === quote ? '' : quote
    else if (character === '>') return at
    else if (character === '"' || character === "'") quote = character
  }
  return -1
}

/** XML forbids it, and a parser that took either of two currencies would guess. */
function hasTwins(attributes: string): boolean {
  const names = Array.from(attributes.matchAll(/([^\s=]+)\s*=\s*(?:"[^"]*"|'[^']*')/g), ([, name]) => name)
  return new Set(names).size < names.length
}

function tagToken(xml: string): XmlToken {
  const [, ended] = endTag.exec(xml) ?? []
  if (ended !== undefined) return { kind: 'end', name: ended }
  const [, started, attributes = ''] = startTag.exec(xml) ?? []
  if (started === undefined || hasTwins(attributes)) throw badStatement('has a tag that is not well-formed XML')
  return { kind: 'start', name: started, xml, isEmpty: xml.endsWith('/>') }
}

/** The section that starts at `from`; `null` for a tag, `undefined` while too little of it is there to tell. */
function sectionAt(text: string, from: number): Section | null | undefined {
  const section = sections.find(({ start }) => text.startsWith(start, from))
  if (section) return section
  const next = text.charAt(from + 1)
  if (next !== '!') return next === '' ? undefined : null
  const rest = text.slice(from, from + 9)
  if (sections.some(({ start }) => start.startsWith(rest))) return undefined
  // A document type can define entities that grow without bounds; no statement has one.
  throw badStatement('has a DOCTYPE or another declaration, which no statement has')
}

/**
 * Cuts XML text that comes in pieces, cut anywhere, into tokens. Comments and processing instructions are dropped;
 * CDATA becomes text that is escaped. It holds no more than one tag.
 */
export function xmlTokens() {
  let held = ''
  let section: Section | null = null

  return {
    *push(piece: string): Generator<XmlToken> {
      const text = held + piece
      let at = 0
      while (at < text.length) {
        if (section) {
          const end = text.indexOf(section.end, at)
          // The last two characters may be the beginning of its end.
          const stop = end < 0 ? Math.max(at, text.length - 2) : end
          if (section.isText && stop > at) yield { kind: 'text', xml: escaped(text.slice(at, stop)) }
          at = end < 0 ? stop : end + section.end.length
          if (end < 0) break
          section = null
          continue
        }
        const markup = text.indexOf('<', at)
        const stop = markup < 0 ? text.length : markup
        if (stop > at) yield { kind: 'text', xml: text.slice(at, stop) }
        at = stop
        if (markup < 0) break
        const found = sectionAt(text, at)
        if (found === undefined) break
        if (found) {
          section = found
          at += found.start.length
          continue
        }
        const end = tagEnd(text, at)
        if ((end < 0 ? text.length : end) - at > longestTag) throw badStatement('has a tag without an end')
        if (end < 0) break
        yield tagToken(text.slice(at, end + 1))
        at = end + 1
      }
      held = text.slice(at)
    },
    /** @throws PaymentError `invalid_request` where the text ended within a tag, a comment or CDATA */
    end(): void {
      if (held !== '' || section) throw badStatement('is cut off')
    },
  }
}
