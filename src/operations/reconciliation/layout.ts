/** What a reader of `hospital-payments/statements` says of its file; arrays and other iterables say nothing. */
import { canonicalJson } from '../../domain/days/canonical-json.js'
import { freeTextProblem } from '../../domain/text.js'
import { hex } from '../../internal/encoding.js'
import { sha256 } from '../../internal/sha256.js'

const isStorable = (text: unknown, limit: number): text is string =>
  typeof text === 'string' && freeTextProblem(text, limit) === null

/** The name of its format; one that no storage can hold is none. It may be known with the first record. */
export function formatOf(records: unknown): string | null {
  const { format } = records as { format?: unknown }
  return isStorable(format, 255) ? format : null
}

/** The digest of its format and of how it is read, and of the format alone where it has no other; `null` of an unknown one. */
export function layoutOf(records: unknown): string | null {
  const { layout } = records as { layout?: unknown }
  if (isStorable(layout, 64)) return layout
  const format = formatOf(records)
  return format === null ? null : hex(sha256(canonicalJson({ format })))
}
