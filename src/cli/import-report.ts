/** The printed report about an import. */
import type { StatementImport } from '../domain/reconciliation/statement-import.js'
import type { StatementPreview } from '../http/import-preview.js'
import { counted, money, printable, table } from './output.js'

const maxRejected = 10

/** The texts of warnings, by their codes: a person looks at them before the file is trusted. */
const warnings: Readonly<Record<StatementImport['warnings'][number]['code'], string>> = {
  fewer_lines: 'the file has fewer lines of this day than are stored',
  balance_gap: 'a balance does not begin where the one before it ended',
  days_missing: 'days are missing between this file and its neighbour',
  other_format: 'this account was imported from another format before',
  two_currencies: 'the lines are of several currencies: check that the file is of one account',
  two_accounts: 'the file names several accounts: import each under its own name',
  nothing_booked: 'none of its entries is booked: ask the bank for the statement of the day',
  totals_differ: 'the lines do not add up to the totals of the file',
  id_repeats:
    'a line id or receipt came again with another day, reference or amount: check that the right column is mapped',
  possible_duplicates: 'lines are held, because they may be stored already: release them, or set them aside',
  other_layout: 'its days were imported from a file of another layout before',
  other_account: 'its receipts are stored under another account: check --account',
}

/** The result of an import, stored or previewed. */
export type Summary = StatementImport | StatementPreview

function lineRows({ lines }: Summary): string[] {
  const rows = lines.map(({ outcome, direction, currency, count, amount }) => [
    outcome,
    direction ?? '',
    count.toLocaleString('en-US'),
    currency !== null && amount !== null ? money(amount, currency) : '',
  ])
  return rows.length > 0 ? table('llrr', [['outcome', '', 'lines', 'sum'], ...rows]) : ['The file has no lines.']
}

function paymentRows({ payments }: Summary): string[] {
  const rows = payments.map(({ outcome, currency, count, amount }) => [
    outcome,
    count.toLocaleString('en-US'),
    money(amount, currency),
  ])
  return rows.length > 0 ? ['', ...table('lrr', [['payments of the period', '', 'sum'], ...rows])] : []
}

/** Returns rows about entries that are no lines: rows without an amount, and entries that are not booked. */
function leftOutRows({ skipped, leftOut }: Summary): string[] {
  const entries = leftOut.map(
    ({ status, count }) => `${counted(count, 'entry', 'entries')}, not booked (${printable(status)})`,
  )
  const rows = skipped > 0 ? [counted(skipped, 'row without an amount', 'rows without an amount')] : []
  return entries.length + rows.length > 0 ? ['', `Left out: ${[...entries, ...rows].join('; ')}.`] : []
}

function rejectedRows({ rejected, rejectedCount }: Summary): string[] {
  if (rejectedCount === 0) return []
  const rows = rejected.slice(0, maxRejected).map(({ row, reason }) => `  row ${row}: ${printable(reason)}`)
  const rest = rejectedCount - rows.length
  return [
    '',
    `${counted(rejectedCount, 'row is no line', 'rows are no lines')}:`,
    ...rows,
    ...(rest > 0 ? [`  ... and ${rest.toLocaleString('en-US')} more; --json lists up to 1,000`] : []),
  ]
}

function warningRows(summary: Summary): string[] {
  if (summary.warnings.length === 0) return []
  const rows = summary.warnings.map(({ code, day = '' }) => [`  ${code}`, day, warnings[code]])
  return ['', 'Check this before you trust the file:', ...table('lll', rows)]
}

/** Returns the days of the lines of an import, for people. */
export function daysOf({ from, to }: Summary): string {
  return from === null ? 'no day' : from === to ? from : `${from} to ${to}`
}

/** Returns the lines of a report about an import. */
export function importReport(summary: Summary): string[] {
  return [
    ...lineRows(summary),
    ...paymentRows(summary),
    ...leftOutRows(summary),
    ...rejectedRows(summary),
    ...warningRows(summary),
    '',
  ]
}
