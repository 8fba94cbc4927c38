/** The limits of requests, for their checks and for their description over HTTP. */

/** The largest amount: minor units are integers that a double holds exactly. */
export const maxAmount = Number.MAX_SAFE_INTEGER

/** The longest texts in code points, not UTF-16 units: both people and databases count code points. */
export const maxLength = {
  reference: 255,
  actor: 128,
  reason: 500,
  description: 500,
  customerName: 200,
  metadataValue: 500,
  note: 2000,
  /** The text of a remembered rule. */
  ruleText: 255,
  /** The text of a search in lines or payments. */
  searchText: 255,
} as const

export const maxMetadataPairs = 20

/** The most items of a page, and the number without a caller's limit. */
export const pageLimit = { max: 500, usual: 100 } as const

/** The most payments that one call creates, and that one request over HTTP creates. */
export const maxPayments = 5_000
export const maxPaymentsOverHttp = 500
/** The most rows of a remittance that one request over HTTP may have. */
export const maxRowsOverHttp = 5000

/** The shapes of texts. */
export const shapes = {
  currency: /^[A-Z]{3}$/,
  channel: /^[A-Za-z0-9_.-]{1,64}$/,
  /** A host's name for money of a statement line that belongs to no payment. */
  category: /^[a-z0-9_.-]{1,64}$/,
  /** A layout of CSV files, by the name that people choose. */
  layout: /^[A-Za-z0-9_.-]{1,64}$/,
  metadataName: /^[A-Za-z0-9_.-]{1,40}$/,
  /** E.164: `+`, a country code that does not begin with 0, at most 15 digits. */
  phone: /^\+[1-9]\d{1,14}$/,
  customerId: /^(?=.*[A-Za-z0-9])[A-Za-z0-9_.:-]{1,64}$/,
  idempotencyKey: /^[\x21-\x7e]{1,255}$/,
} as const
