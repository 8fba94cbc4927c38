import { badStatement } from '../input.js'

/** An element as fast-xml-parser gives it: its text, or what is in it by name. */
export type Element = string | { readonly [name: string]: Element | readonly Element[] }

const namedCharacters: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** Whether XML text may hold that code point, and so refer to it. */
function isCharacter(code: number): boolean {
  if (Number.isNaN(code)) return false
  if (code < 0x20) return code === 0x9 || code === 0xa || code === 0xd
  return code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff) && code !== 0xfffe && code !== 0xffff
}

const reference = /&(?:#x([\dA-Fa-f]+)|#(\d+)|(amp|lt|gt|quot|apos));|&/g

// Here rather than in the parser, which decodes numeric references only together with names that XML does not have.
function decoded(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(reference, (_, hex?: string, decimal?: string, name?: string) => {
    if (name !== undefined) return namedCharacters[name] ?? ''
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
    if (!isCharacter(code)) throw badStatement('has a character reference that XML does not have')
    return String.fromCodePoint(code)
  })
}

/**
 * Loads the parser: `(xml) => element` for the text of one element, comments and CDATA already gone.
 *
 * @throws TypeError when fast-xml-parser is not installed
 */
export async function elementParser(): Promise<(xml: string) => Element> {
  const { XMLParser } = await import('fast-xml-parser').catch((cause: unknown) => {
    throw new TypeError('readCamt needs the package fast-xml-parser: npm install fast-xml-parser', { cause })
  })
  const parser = new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: '@',
    removeNSPrefix: true,
    parseTagValue: false,
    parseAttributeValue: false,
    processEntities: false,
    jPath: false,
  })
  return (xml) => {
    try {
      return Object.values(parser.parse(xml) as Record<string, Element>)[0] ?? ''
    } catch {
      // Its message may repeat what stands in the file.
      throw badStatement('has an entry or a statement that cannot be read')
    }
  }
}

const none: readonly Element[] = []

/** The elements of that name in `element`, in the order of the file. */
export function childrenOf(element: Element | undefined, name: string): readonly Element[] {
  if (element === undefined || typeof element === 'string' || !Object.hasOwn(element, name)) return none
  const found = element[name] as Element | readonly Element[]
  return Array.isArray(found) ? (found as readonly Element[]) : [found as Element]
}

/** Every element at the end of that path. */
export function allAt(element: Element | undefined, ...path: string[]): readonly Element[] {
  let found: readonly Element[] = element === undefined ? [] : [element]
  for (const name of path) {
    if (found.length === 0) break
    found = found.length === 1 ? childrenOf(found[0], name) : found.flatMap((one) => childrenOf(one, name))
  }
  return found
}

/** The text of `element`, without white space at its ends; `''` where it has none. */
export function textOf(element: Element | undefined): string {
  if (element === undefined) return ''
  const text = typeof element === 'string' ? element : childrenOf(element, '#text')[0]
  return typeof text === 'string' ? decoded(text).trim() : ''
}

/** The text at the end of that path, by the first element of each name; `''` where there is none. */
export function textAt(element: Element | undefined, ...path: string[]): string {
  let found = element
  for (const name of path) found = childrenOf(found, name)[0]
  return textOf(found)
}
