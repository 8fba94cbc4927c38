import type { SqlStatement } from '../core/database.js'

/** Rows of a catalogue of MySQL that are about one table. The catalogue compares names without regard to case; tables need not. */
export function catalogued(catalogue: string, table: string, condition = 'true'): SqlStatement {
  return {
    text:
      `SELECT 1 FROM information_schema.${catalogue} WHERE table_schema = DATABASE() AND table_name = ? ` +
      `AND (@@lower_case_table_names <> 0 OR CAST(table_name AS BINARY) = ?) AND ${condition}`,
    values: [table, table],
  }
}
