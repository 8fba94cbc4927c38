/** The arguments of the calls about accounts. */
import * as field from './fields.js'
import { pageFields, type PageOptions } from './page.js'

/** The accounts of a page. */
export type AccountsQuery = PageOptions

/** An account, a currency and, where the balance is of an earlier day, that day. */
export interface BalanceQuery {
  account: string
  currency: string
  /** The last value date that counts, `YYYY-MM-DD`; default all. */
  through?: string | undefined
}

export const accountsQuery = field.object(pageFields)

export const balanceQuery = field.object({
  account: field.account,
  currency: field.currency,
  through: field.dayText.optional(),
})
