/** A layout of CSV files and spreadsheets that people keep under a name: one version of it, which never changes. */
import type { Instant } from '../payments/payment.js'

/** The `layout` of imports that were read by a version of a layout: digests of format and mapping. */
export interface LayoutDigests {
  /** That of CSV files. */
  readonly csv: string
  /** That of spreadsheets (.xlsx). */
  readonly xlsx: string
}

/** A version of a layout as it is stored: the mapping is plain JSON. */
export interface StoredLayout {
  readonly name: string
  /** 1 for the first mapping of the name, one more for each that replaced it. */
  readonly version: number
  readonly mapping: Readonly<Record<string, unknown>>
  readonly csvDigest: string
  readonly xlsxDigest: string
  /** The person who made this version, and the time at which it was made. */
  readonly createdBy: string
  readonly createdAt: Instant
}
