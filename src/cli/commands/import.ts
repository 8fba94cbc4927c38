import { previewOf, type StatementPreview } from '../../http/import-preview.js'
import type { StatementImport } from '../../domain/reconciliation/statement-import.js'
import type { StatementReader } from '../../statements/index.js'
import { withRecords } from '../../statements/reader.js'
import { databaseOptions } from '../arguments.js'
import type { Command } from '../command.js'
import { UsageError } from '../failures.js'
import { counted, money, printable, table } from '../output.js'
import { Progress } from '../progress.js'
import { statementFormats } from '../../statements/format.js'
import { fileNameOf, openStatement, readingOf } from '../statement-file.js'

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

type Summary = StatementImport | StatementPreview

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

function daysOf({ from, to }: Summary): string {
  return from === null ? 'no day' : from === to ? from : `${from} to ${to}`
}

function report(summary: Summary): string[] {
  return [
    ...lineRows(summary),
    ...paymentRows(summary),
    ...leftOutRows(summary),
    ...rejectedRows(summary),
    ...warningRows(summary),
    '',
  ]
}

/** Returns a reader of the same records that reports their number as they come. */
function watched(reader: StatementReader, progress: Progress): StatementReader {
  async function* records() {
    let lines = 0
    for await (const record of reader) {
      yield record
      progress.report(++lines)
    }
  }
  return withRecords(reader, records)
}

export const importCommand: Command = {
  name: 'import',
  summary: 'compare a statement file with the payments, and store it with --apply',
  about: [
    'Without --apply it is a preview: nothing is stored. With it, money that the file proves is recorded, and every line',
    'is stored. Where a run was cut off, the same command completes it; no line counts twice.',
  ],
  operand: { name: 'FILE', help: 'the statement; - is standard input' },
  options: {
    account: { value: 'NAME', help: 'the account, always the same for the same account: lines are known by it' },
    apply: { help: 'store what the preview shows' },
    format: { value: 'FORMAT', help: `${statementFormats.join(', ')}; left out: by the beginning of the file` },
    layout: {
      value: 'LAYOUT',
      help: 'of a CSV or .xlsx: mpesaOrganisation, mpesaCustomer, vodafoneCash, or FILE.json: a CsvMapping',
    },
    sheet: { value: 'NAME', help: 'of an .xlsx: the sheet; left out: the only visible one with the columns' },
    period: { value: 'FROM..TO', help: 'also count the payments that were paid on these days' },
    channel: { value: 'NAME', isList: true, help: 'with --period: only payments of these channels' },
    actor: { value: 'NAME', help: 'who imports, for the history' },
    ...databaseOptions,
  },
  examples: [
    'import november.xml --account cbe-1000',
    'import mpesa.csv --account mpesa-600600 --layout mpesaOrganisation --apply --actor amina',
    'import november.xlsx --account bank-1 --layout bank.json --sheet November',
    'import bank.csv --account bank-1 --layout bank.json --period 2026-11-01..2026-11-30',
  ],
  async run({ args, io, output, payments }) {
    const file = args.operand
    if (file === undefined) throw new UsageError('A FILE is required, such as: import november.xml --account cbe-1000')
    const account = args.required('account', 'cbe-1000')
    const period = args.period('period')
    const channels = args.list('channel')
    if (channels && !period) throw new UsageError('--channel is for --period.')
    const reading = await readingOf(
      { format: args.text('format'), layout: args.text('layout'), sheet: args.text('sheet') },
      io.folder,
    )
    const service = await payments()
    const { reader, shown } = openStatement(file, reading, io)

    const progress = new Progress(io.stderr, io.now)
    const options = {
      account,
      period,
      channels,
      actor: args.text('actor'),
      fileName: fileNameOf(file),
      signal: io.signal,
    }
    const isApplied = args.isOn('apply')
    const run = () =>
      isApplied
        ? service.statements.import(reader, { ...options, onProgress: ({ lines }) => progress.report(lines) })
        : previewOf(service, watched(reader, progress), options)
    const summary = await run().finally(() => progress.end())

    if (output.isJson) return output.json(summary)
    const head = isApplied ? `Imported as ${summary.id}` : 'PREVIEW: nothing was stored'
    const next = isApplied
      ? 'Lines that wait for a person: npx hospital-payments lines --status open'
      : 'To store it, run the same command with --apply'
    return output.lines([`${head}. Read as ${shown()}; ${daysOf(summary)}.`, '', ...report(summary), next])
  },
}
