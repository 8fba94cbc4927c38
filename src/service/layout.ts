import type { LayoutDigests } from '../domain/layouts/stored-layout.js'
import type { Instant } from '../domain/payments/payment.js'
import type { CsvMapping } from '../statements/csv/mapping.js'

export type { CsvColumn, CsvMapping } from '../statements/csv/mapping.js'

/** A version of a layout: how a CSV file or a spreadsheet of a bank is read, under a name. It never changes. */
export interface Layout {
  readonly name: string
  /** 1 for the first mapping of the name, one more for each that replaced it. */
  readonly version: number
  readonly mapping: CsvMapping
  /** The `layout` of the imports that were read by this version. */
  readonly digests: LayoutDigests
  /** The person who made this version, and the time at which it was made. */
  readonly createdBy: string
  readonly createdAt: Instant
}

/** A layout to store. */
export interface LayoutRequest {
  /** 1 to 64 characters of `[A-Za-z0-9_.-]`; not the name of a format. */
  name: string
  /** The columns and the notation of the file, at most 65,536 characters as JSON. */
  mapping: CsvMapping
}
