/** A function that returns the SQL that a column is set to when it is given a value; `stored` stands before stored columns. */
export type Assigned = (column: string, newValue: string, stored: string) => string

const asGiven: Assigned = (_, newValue) => newValue

/**
 * Returns the end of an INSERT on PostgreSQL and SQLite that changes these columns of a row with the same key; without
 * columns that row stays as it is. `stored` stands before its columns, where the database takes them for those of the INSERT.
 */
export function onConflict(key: string, columns: readonly string[], assigned = asGiven, stored = ''): string {
  if (columns.length === 0) return ` ON CONFLICT (${key}) DO NOTHING`
  const assignments = columns.map((column) => `${column} = ${assigned(column, `excluded.${column}`, stored)}`)
  return ` ON CONFLICT (${key}) DO UPDATE SET ${assignments.join(', ')}`
}
