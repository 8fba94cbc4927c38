/** The remittance of an insurer or employer as CSV: the bills that one transfer pays, and what was paid of each. */
import { parseAmount } from '../../domain/money.js'
import type { RemittanceRow } from '../../domain/reconciliation/propose.js'
import type { StatementInput } from '../input.js'
import { canBeReadTwoWays } from '../two-ways.js'
import { openCsvTable, type TableColumn, type TableRow } from './csv-table.js'
import { amountReader } from './decimal.js'

const columns = {
  reference: {
    names: [
      ...['Reference', 'Ref', 'Ref No', 'Bill', 'Bill No', 'Bill Number', 'Invoice', 'Invoice No', 'Invoice Number'],
      ...['Claim', 'Claim No', 'Claim Number'],
    ],
    isRequired: true,
  },
  // What was claimed stands beside what was paid.
  amount: {
    names: ['Amount paid', 'Paid amount', 'Approved amount', 'Amount approved', 'Paid', 'Approved', 'Amount'],
    isRequired: true,
  },
  category: { names: ['Category'] },
} as const satisfies Readonly<Record<string, TableColumn>>

export type RemittanceColumn = keyof typeof columns
export const remittanceColumns = Object.keys(columns) as readonly RemittanceColumn[]

export interface RemittanceOptions {
  readonly currency: string
  readonly decimal: '.' | ','
  /** Columns that a person named, by the text of the header or by number. */
  readonly picked: Readonly<Partial<Record<RemittanceColumn, string>>>
  /** The category of what was cut, for rows that name none. */
  readonly category: string | undefined
}

/** The reason why a row of a file is no row of a remittance. */
export type RemittanceFault = 'torn' | 'no_amount' | 'two_ways' | 'other_currency' | 'negative'

/** A row of the file: a bill and what was paid of it, or what is wrong with the row. */
export interface RemittanceFileRow {
  /** The line of the file on which it begins, counted from 1. */
  readonly line: number
  readonly row: RemittanceRow | RemittanceFault
}

/** A remittance that is ready to be read once. */
export interface RemittanceFile {
  /** The required columns that were not found; such a file has no rows. */
  readonly missing: readonly RemittanceColumn[]
  /** The columns that were found, as the file names them. */
  readonly header: Readonly<Partial<Record<RemittanceColumn, string>>>
  readonly rows: AsyncGenerator<RemittanceFileRow>
}

function columnOf(name: RemittanceColumn, text: string | undefined): TableColumn {
  if (text === undefined) return columns[name]
  const at = /^[1-9]\d{0,3}$/.test(text) ? { at: Number(text) } : {}
  return { names: [text], isRequired: true, ...at }
}

/** Makes a function that reads an amount in minor units; 0 where it is zero. */
function amountOf({ currency, decimal }: RemittanceOptions): (text: string | undefined) => number | RemittanceFault {
  const read = amountReader(decimal)
  return (text = '') => {
    const written = read(text)
    if (!written) return 'no_amount'
    if (written.currency !== null && written.currency !== currency) return 'other_currency'
    if (written.isZero) return 0
    if (written.sign === '-') return 'negative'
    if (!written.isGrouped && canBeReadTwoWays(written.digits, currency)) return 'two_ways'
    return parseAmount(written.digits, currency) ?? 'no_amount'
  }
}

/**
 * Opens a remittance: its columns are found by the names of the header, or are those that a person named.
 *
 * @throws PaymentError `invalid_request` for a file that is no CSV
 */
export async function openRemittance(input: StatementInput, options: RemittanceOptions): Promise<RemittanceFile> {
  const { picked } = options
  const table = await openCsvTable(input, {
    reference: columnOf('reference', picked.reference),
    amount: columnOf('amount', picked.amount),
    category: columnOf('category', picked.category),
  })
  const read = amountOf(options)

  function rowOf(texts: TableRow<RemittanceColumn>['texts']): RemittanceFileRow['row'] {
    if (!texts) return 'torn'
    const amount = read(texts.amount)
    if (typeof amount === 'string') return amount
    const { reference, category = options.category } = texts
    return { ...(reference !== undefined && { reference }), amount, ...(category !== undefined && { category }) }
  }
  async function* rows(): AsyncGenerator<RemittanceFileRow> {
    for await (const { row: line, texts } of table.rows) yield { line, row: rowOf(texts) }
  }
  return { missing: table.missing, header: table.header, rows: rows() }
}
