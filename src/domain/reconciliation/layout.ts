/** The facts that a reader of `hospital-payments/statements` gives of its file; arrays and other iterables give none. */
import { canonicalJson } from '../days/canonical-json.js'
import { freeTextProblem } from '../text.js'
import { hex } from '../../internal/encoding.js'
import { sha256 } from '../../internal/sha256.js'

const isStorable = (text: unknown, limit: number): text is string =>
  typeof text === 'string' && freeTextProblem(text, limit) === null

/**
 * Returns the name of the file's format; `null` where there is none that every storage can hold. It may be known only with the
 * first record.
 */
export function formatOf(records: unknown): string | null {
  const { format } = records as { format?: unknown }
  return isStorable(format, 255) ? format : null
}

/**
 * Returns the digest of the file's format and of how it is read, or of the format alone where the reader gives no other; `null`
 * where both are unknown.
 */
export function layoutOf(records: unknown): string | null {
  const { layout } = records as { layout?: unknown }
  if (isStorable(layout, 64)) return layout
  const format = formatOf(records)
  return format === null ? null : hex(sha256(canonicalJson({ format })))
}

/** Returns the number of the file that the last record is of: an archive has several. */
export function fileNumberOf(records: unknown): number {
  const { fileNumber } = records as { fileNumber?: unknown }
  return typeof fileNumber === 'number' ? fileNumber : 1
}

/** Returns the formats of the files of an archive as one. */
function joinedFormat(formats: readonly (string | null)[]): string | null {
  const names = formats.filter((format) => format !== null).sort()
  return names.length === 0 ? null : names.join('+')
}

/**
 * Returns the layouts of the files of an archive as one: that of all of them, or else one that no other file has, so that the lines
 * of the archive are compared with those of any other file.
 */
function joinedLayout(layouts: readonly (string | null)[]): string | null {
  const known = layouts.filter((layout) => layout !== null).sort()
  const [only = null] = known
  return known.length > 1 ? hex(sha256(canonicalJson(known))) : only
}

/** The formats and layouts in which the records of a file came: an archive has files of several. */
export class LayoutsOfFile {
  private readonly formats = new Set<string | null>()
  private readonly layouts = new Set<string | null>()
  /** The values that the reader gave last, which are seldom others. */
  private last: { readonly format?: unknown; readonly layout?: unknown } | null = null

  /** Notes how the record was read that the reader gave last; returns true where none before it was read so. */
  note(records: unknown): boolean {
    const { format, layout } = records as { format?: unknown; layout?: unknown }
    if (this.last && format === this.last.format && layout === this.last.layout) return false
    this.last = { format, layout }
    const [known, read] = [formatOf(records), layoutOf(records)]
    const isNew = !this.formats.has(known) || !this.layouts.has(read)
    this.formats.add(known)
    this.layouts.add(read)
    return isNew
  }

  /** Returns all of them as one. */
  joined(): { format: string | null; layout: string | null } {
    return { format: joinedFormat([...this.formats]), layout: joinedLayout([...this.layouts]) }
  }
}
