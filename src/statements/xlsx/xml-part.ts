import { decode } from '../input.js'
import { declarationBytes, declaredEncoding } from '../xml-encoding.js'
import { localName, type XmlEvents, xmlParser } from '../xml.js'
import type { ArchiveFile } from '../zip/archive.js'

export type Attributes = Readonly<Record<string, string>>

/** The parts of an XML file of a workbook; names are without prefixes. */
export interface PartEvents {
  /** Takes the beginning of an element; returns true where its text is wanted. */
  opened(name: string, attributes: Attributes): boolean
  text?(text: string): void
  closed?(name: string): void
}

const user = { reader: 'readXlsxStatement', noElement: 'is a spreadsheet (.xlsx) that is damaged: save it again' }

/** Parses a file of a workbook; yields after each piece of it. */
export async function* xmlPart(file: ArchiveFile, { opened, text, closed }: PartEvents): AsyncGenerator<void> {
  const open: string[] = []
  const events: XmlEvents = {
    opened(name, attributes) {
      const local = localName(name)
      open.push(local)
      return opened(local, attributes)
    },
    text: (part) => text?.(part),
    closed() {
      const name = open.pop()
      if (name !== undefined) closed?.(name)
    },
  }
  const parser = await xmlParser(events, user)
  const options = { encodingOf: declaredEncoding, need: declarationBytes, check: () => undefined }
  for await (const piece of decode(file.unpack(), options)) {
    parser.write(piece)
    yield
  }
  parser.end()
}

/** Returns an attribute by its name without a prefix; '' for none. */
export function attribute(attributes: Attributes, name: string): string {
  const exact = attributes[name]
  if (exact !== undefined) return exact
  const prefixed = Object.keys(attributes).find((one) => localName(one) === name)
  return prefixed === undefined ? '' : attributes[prefixed]!
}
