import { previewOf } from '../../http/import-preview.js'
import type { StatementReader } from '../../statements/index.js'
import { withRecords } from '../../statements/reader.js'
import { databaseOptions } from '../arguments.js'
import type { Command } from '../command.js'
import { UsageError } from '../failures.js'
import { daysOf, importReport } from '../import-report.js'
import { Progress } from '../progress.js'
import { statementFormats } from '../../statements/format.js'
import { fileNameOf, openStatement, readingOf } from '../statement-file.js'

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
      help: 'of a CSV or .xlsx: mpesaOrganisation, mpesaCustomer, vodafoneCash, a stored one, or FILE.json: a CsvMapping',
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
    let opened: ReturnType<typeof payments> | undefined
    const service = () => (opened ??= payments())
    const reading = await readingOf(
      { format: args.text('format'), layout: args.text('layout'), sheet: args.text('sheet') },
      io.folder,
      service,
    )
    const { reader, shown, filesShown } = openStatement(file, reading, io)

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
    const all = await service()
    const { statements } = all
    const run = () =>
      isApplied
        ? statements.import(reader, { ...options, onProgress: ({ lines }) => progress.report(lines) })
        : previewOf(all, watched(reader, progress), options)
    const summary = await run().finally(() => progress.end())

    if (output.isJson) return output.json(summary)
    const head = isApplied ? `Imported as ${summary.id}` : 'PREVIEW: nothing was stored'
    const next = isApplied
      ? 'Lines that wait for a person: npx hospital-payments lines --status open'
      : 'To store it, run the same command with --apply'
    return output.lines([
      `${head}. Read as ${shown()}; ${daysOf(summary)}.`,
      ...filesShown(),
      '',
      ...importReport(summary),
      next,
    ])
  },
}
