import { pageLimit } from '../../domain/limits.js'
import * as field from './fields.js'

/** Which page, and how long. */
export interface PageOptions {
  /** `nextCursor` of the page before. */
  cursor?: string | undefined
  /** 1 … 500, default 100; may change between pages. */
  limit?: number | undefined
}

export const pageFields = {
  cursor: field.text.optional(),
  limit: field.limit(pageLimit.max, pageLimit.usual),
}
