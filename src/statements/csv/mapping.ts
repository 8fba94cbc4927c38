/**
 * A column of a CSV statement: by its name, of which the first counts; by its number, counted from 1, such as one without a name;
 * or as the n-th of several with one name.
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
     * Positive for a credit, negative for a debit; see `positive` and `debitWhen`. CR and DR beside it count before its
     * sign.
     */
    amount?: CsvColumn
    credit?: CsvColumn
    /** The amount of a debit, with a minus sign or without. */
    debit?: CsvColumn
    /** ISO 4217 code; where it is empty, `currency` of the mapping counts. */
    currency?: CsvColumn
    reference?: CsvColumn
    /** The narration; several columns are joined with a space. */
    narration?: CsvColumn | CsvColumn[]
    /** The receipt; a placeholder such as `NONREF`, `N/A` or `0` is none. */
    providerTransactionId?: CsvColumn
    /** The account's balance behind the row, with the sign of the account; the file's balances are those of its first and last line. */
    balance?: CsvColumn
    /** The bank's name of this line and of no other on the same account. */
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
  /** WHATWG label, by default `utf-8`; a byte order mark counts more. */
  encoding?: string
  /** The column and its values that make a row count; all other rows moved no money and are left out. */
  only?: { column: CsvColumn; values: string[] }
  /**
   * True where a row without an amount is the rest of the narration of the row above; otherwise it is no line, and
   * counted.
   */
  continues?: true
  /** Further spellings of columns, by their name here. Those and the name itself are found in any letter case, whatever blanks and punctuation they have. */
  otherNames?: Record<string, string[]>
}
