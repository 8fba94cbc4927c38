import type { SqlValue } from './database.js'

/** A condition with the values of its placeholders. */
export interface Condition {
  readonly text: string
  readonly values: readonly SqlValue[]
}
