/** The layouts of CSV files and spreadsheets: the version of each that is in use, and all versions that there were. */
import type { StoredLayout } from '../../domain/layouts/stored-layout.js'
import { aggregate } from './aggregate.js'
import { type ColumnsOf, document, fixed, instant, key, positive, text } from './column.js'

const columns: ColumnsOf<StoredLayout> = {
  name: fixed(key(64)),
  version: positive,
  mapping: document,
  csvDigest: key(64),
  xlsxDigest: key(64),
  createdBy: text(255),
  createdAt: instant,
}

/** The newest version of each layout: of two that replace one at once, one is decided again. */
export const layouts = aggregate<StoredLayout>({
  name: 'layouts',
  columns,
  beside: {},
  key: ['name'],
  lists: { name: { order: ['name'] } },
})

/** A version under its number, so that it is stored once and found after it was replaced. */
export interface LayoutVersion extends Omit<StoredLayout, 'version'> {
  readonly number: number
}

const { version: _, ...columnsOfVersion } = columns

/** All versions, which never change: imports name them by their digests. */
export const layoutVersions = aggregate<LayoutVersion>({
  name: 'layout_versions',
  columns: { ...columnsOfVersion, number: positive },
  beside: {},
  key: ['name', 'number'],
  lists: { number: { equal: ['name'], order: ['number'] } },
  lookups: ['csvDigest', 'xlsxDigest'],
  changes: [],
})
