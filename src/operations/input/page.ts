import { pageLimit } from '../../domain/limits.js'
import * as field from './fields.js'

/** The place and the size of a page. */
export interface PageOptions {
  /** The `nextCursor` of the page before. */
  cursor?: string | undefined
  /** The most items of the page, 1 … 500, default 100; may change between pages. */
  limit?: number | undefined
}

export const pageFields = {
  cursor: field.text.optional(),
  limit: field.limit(pageLimit.max, pageLimit.usual),
}
