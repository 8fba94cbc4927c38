import type { SqlDatabase } from 'hospital-payments/sql'

/** Returns a database through which statements are read, and the texts of these. */
export function counting(database: SqlDatabase): { readonly database: SqlDatabase; readonly texts: string[] } {
  const texts: string[] = []
  const read: SqlDatabase['read'] = (statement, deadline) => {
    texts.push(statement.text)
    return database.read(statement, deadline)
  }
  return { database: { ...database, read }, texts }
}
