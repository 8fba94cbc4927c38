import * as field from './fields.js'

export interface PageOptions {
  /** `nextCursor` of the page before. */
  cursor?: string
  /** 1 … 500, default 100; may change between pages. */
  limit?: number
}

export const pageFields = {
  cursor: field.text.optional(),
  limit: field.limit(500, 100),
}
