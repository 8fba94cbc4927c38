/** The form that a database takes the statements of a transaction in. */
export interface WriteForm {
  /** The SQL by which an INSERT names the stored row, behind its table. */
  readonly alias: string
  /** Returns a SELECT that locks rows. */
  locking(text: string): string
  /** Returns a write whose number of changed rows may be checked. */
  writing(text: string): string
}

/** The form of databases with `?` as placeholders, which count changed rows by themselves. */
export const writesAsTheyAre: WriteForm = { alias: '', locking: (text) => text, writing: (text) => text }
