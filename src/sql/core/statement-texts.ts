import type { SqlStatement, SqlValue } from './database.js'
import type { Dialect } from './dialect.js'

/** How statements of one dialect and tenant are put together. */
export function statementTexts({ dialect, tenant }: { readonly dialect: Dialect; readonly tenant: string }) {
  return {
    /** A text that is made for its values. */
    command: (text: string, values: readonly SqlValue[]): SqlStatement => ({
      text: dialect.placeholders(text),
      values,
    }),
    /** A text that is always the same, and has the tenant's value first. */
    constant: (text: string) => {
      const own = dialect.placeholders(text)
      return (...values: SqlValue[]): SqlStatement => ({ text: own, values: [tenant, ...values] })
    },
  }
}
