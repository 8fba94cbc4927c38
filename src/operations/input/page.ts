import { maxCursorLength } from '../../domain/cursor.js'
import { pageLimit } from '../../domain/limits.js'
import * as field from './fields.js'

/** The place and the size of a page. */
export interface PageOptions {
  /** The `nextCursor` of the page before. */
  cursor?: string | undefined
  /** The maximum number of items of the page, 1 … 500, default 100; may change between pages. */
  limit?: number | undefined
}

export const pageFields = {
  cursor: field.described(field.text, { maxLength: maxCursorLength }).optional(),
  limit: field.limit(pageLimit.max, pageLimit.usual),
}
