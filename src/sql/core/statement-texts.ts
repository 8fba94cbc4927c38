import type { SqlStatement, SqlValue } from './database.js'
import type { Dialect } from './dialect.js'
import { sharedText } from './shared-texts.js'

/** Returns the two ways in which statements of one dialect and tenant are put together. */
export function statementTexts({ dialect, tenant }: { readonly dialect: Dialect; readonly tenant: string }) {
  return {
    /** Makes a statement whose text is made for its values. */
    command: (text: string, values: readonly SqlValue[]): SqlStatement => ({
      text: dialect.placeholders(text),
      values,
    }),
    /** Makes a statement whose text is always the same, and which has the tenant's value first. */
    constant: (text: string) => {
      const statementText = sharedText(dialect, text)
      return (...values: SqlValue[]): SqlStatement => ({ text: statementText, values: [tenant, ...values] })
    },
  }
}
