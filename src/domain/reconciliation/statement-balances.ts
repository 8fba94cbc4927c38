/** Money as exact decimal digits in minor units, with `-` for a debit balance. */
export interface CurrencyAmount {
  currency: string
  amount: string
}

/** The balances that a file gives for one account's statement. */
export interface StatementBalances {
  /** The balance before the first line. */
  opening: CurrencyAmount | null
  /** The balance after the last line. */
  closing: CurrencyAmount | null
  /**
   * True where opening balance, credits and debits give the closing balance; `null` where the file has no two balances
   * of one currency.
   */
  addsUp: boolean | null
}

/** Entries of a file that are no lines, because they are not booked. */
export interface LeftOut {
  /** The status as the file writes it, such as `PDNG` of camt, or the mark `EC` of MT940. */
  status: string
  count: number
}
