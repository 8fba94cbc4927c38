import type { Tables } from '../core/tables.js'
import type { ColumnTypes } from './column-types.js'
import { createTable } from './table.js'

// Released migrations are never edited: databases exist that were made by them. What is to change is another migration.

/**
 * What payments are found by. The payments of each term stand in the order of their creation, so that the newest of a common
 * one cost as little as those of a rare one. A row of the tenant of no name, which no repository has, is how far the terms of
 * payments of earlier releases are written: see `fill-terms.ts`.
 */
export function searchTerms(types: ColumnTypes, names: Tables): string[] {
  const { key, int64 } = types
  return createTable(types, names.terms, {
    rows: 'short',
    columns: [
      `tenant ${key(255)} NOT NULL`,
      `term ${key(2048)} NOT NULL`,
      `created_at ${int64} NOT NULL`,
      `payment_id ${key(64)} NOT NULL`,
      'PRIMARY KEY (tenant, term, created_at, payment_id)',
    ],
  })
}
