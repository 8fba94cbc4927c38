/**
 * A column of a CSV statement: by its name (the first column of that name), by its number, counted from 1, or as the n-th of
 * several with one name.
 *
 * @example
 * const columns = { valueDate: 'Date', amount: { at: 5 }, narration: { name: 'Text', nth: 2 } }
 * columns.amount.at // => 5
 */
export type CsvColumn = string | { at: number } | { name: string; nth: number }

/**
 * The columns and the notation of a CSV statement. Column names are compared exactly, after trimming and with runs of
 * white space as one space; of columns with the same name the first counts. Money is in one signed column `amount`
 * (positive is a credit), or in two columns `credit` and `debit`, of which a row fills one.
 *
 * @example
 * const mapping = {
 *   columns: { bookedAt: ['Date', 'Time'], amount: 'Betrag', reference: 'Referenz', narration: 'Text' },
 *   dates: ['dd.MM.yyyy HH:mm', 'dd.MM.yyyy'],
 *   timeZone: 'Europe/Vienna',
 *   currency: 'EUR',
 *   decimal: ',',
 * }
 * mapping.columns.amount // => 'Betrag'
 */
export interface CsvMapping {
  columns: {
    /** The day on which the money counts; by default the local day of `bookedAt`. */
    valueDate?: CsvColumn
    /** Date and time, in one column or in several that are joined with a space. A date alone gives the value date. */
    bookedAt?: CsvColumn | CsvColumn[]
    /**
     * Positive for a credit, negative for a debit; see `positive` and `debitWhen`. CR or DR beside it has priority over its
     * sign.
     */
    amount?: CsvColumn
    credit?: CsvColumn
    /** The amount of a debit, with or without a minus sign. */
    debit?: CsvColumn
    /** ISO 4217 code; where it is empty, `currency` of the mapping counts. */
    currency?: CsvColumn
    reference?: CsvColumn
    /** The narration; several columns are joined with a space. */
    narration?: CsvColumn | CsvColumn[]
    /** The receipt; a placeholder such as `NONREF`, `N/A` or `0` is none. */
    providerTransactionId?: CsvColumn
    /**
     * The account's balance after the row, with the sign of the account. The file's balances are those of its first and last
     * line.
     */
    balance?: CsvColumn
    /** The bank's id of this line, which no other line of the account has. */
    lineId?: CsvColumn
  }
  /** date-fns patterns, tried in order; `yy` means 1950 … 2049. */
  dates: string[]
  /** The calendar of the dates: days of the Ethiopic one, in numbers; times are not shifted. */
  calendar?: 'ethiopic'
  /** IANA name of the zone of the statement's times. */
  timeZone: string
  /** ISO 4217 code of every row that has none of its own. */
  currency?: string
  /** The decimal mark, by default `.`; the other one may then mark thousands. */
  decimal?: '.' | ','
  /** False where the file has no header row: columns are named `'1'`, `'2'`, … */
  header?: false
  /**
   * The column and its values that make a row a debit; all other rows are credits, whatever the sign of a debit's
   * amount.
   */
  debitWhen?: { column: CsvColumn; values: string[] }
  /** The direction of a positive amount where it is a debit, and a negative one a credit. */
  positive?: 'debit'
  upperCaseTransactionId?: true
  /** The delimiter; by default whichever of `,` `;` tab and `|` fits the mapping. */
  delimiter?: string
  /** A label of WHATWG's Encoding standard, by default `utf-8`; a byte order mark has priority. */
  encoding?: string
  /** The column and its values of rows that moved money; all other rows are left out. */
  only?: { column: CsvColumn; values: string[] }
  /**
   * True where a row without an amount continues the narration of the row above. Otherwise such a row is no line, and is
   * counted as skipped.
   */
  continues?: true
  /**
   * Other spellings of columns, by their name here. Letter case, blanks and punctuation of these spellings and of the name
   * itself do not matter.
   */
  otherNames?: Record<string, string[]>
  /** The sheet of an .xlsx file; by default the only visible one that has the columns. It has no meaning in CSV. */
  sheet?: string
}
