/** The limits of what callers send: what checks requests and what describes them over HTTP both read them here. */

/** Minor units are integers that a double holds exactly. */
export const maxAmount = Number.MAX_SAFE_INTEGER

/** In code points, not UTF-16 units: what people count, and what databases count. */
export const maxLength = {
  reference: 255,
  actor: 128,
  reason: 500,
  description: 500,
  customerName: 200,
  metadataValue: 500,
  note: 2000,
  /** What is looked for in lines and in payments. */
  searchText: 255,
} as const

export const maxMetadataPairs = 20

/** How many items a page has at most, and how many when the caller does not say. */
export const pageLimit = { max: 500, usual: 100 } as const

/** How many payments are created by one call, and by one over HTTP. */
export const maxPayments = 5_000
export const maxPaymentsOverHttp = 500

/** The shapes of texts. */
export const shapes = {
  currency: /^[A-Z]{3}$/,
  channel: /^[A-Za-z0-9_.-]{1,64}$/,
  /** A host's word for money of a statement line that is no payment's. */
  category: /^[a-z0-9_.-]{1,64}$/,
  metadataName: /^[A-Za-z0-9_.-]{1,40}$/,
  /** E.164: `+`, a country code that does not begin with 0, at most 15 digits. */
  phone: /^\+[1-9]\d{1,14}$/,
  idempotencyKey: /^[\x21-\x7e]{1,255}$/,
} as const
