import type { HistoryRow } from '../../domain/payments/imported-payment.js'
import { databaseOptions } from '../arguments.js'
import type { Command } from '../command.js'
import { UsageError } from '../failures.js'
import { HistoryFile, usualDates } from '../history-file.js'
import { counted, money } from '../output.js'
import { Progress } from '../progress.js'
import { settingsOf } from '../service.js'
import { inputOf } from '../statement-file.js'

const maxRejected = 10

interface Rejected {
  /** The line of the file. */
  readonly row: number
  readonly reason: string
  readonly problem: string | null
}

function rejectedRows(rejected: readonly Rejected[]): string[] {
  if (rejected.length === 0) return []
  const rows = rejected
    .slice(0, maxRejected)
    .map(({ row, reason, problem }) => `  line ${row}: ${reason}${problem === null ? '' : `, ${problem}`}`)
  const rest = rejected.length - rows.length
  return [
    '',
    `${counted(rejected.length, 'row is no payment', 'rows are no payments')}:`,
    ...rows,
    ...(rest > 0 ? [`  ... and ${rest.toLocaleString('en-US')} more; --json lists all`] : []),
  ]
}

export const importHistoryCommand: Command = {
  name: 'import-history',
  summary: 'store payments that were paid before this library, from a CSV file',
  about: [
    'The header names the columns: reference, createdAt, paidAt, and amount (minor units) or amountDecimal (1500.00); also',
    'id, currency, channel, status (succeeded or reversed), reversedAt, providerTransactionId, customerId, customerName and',
    'customerPhone. No event is delivered. A row that was stored before is left as it is, so a repeated command completes',
    'one that was cut short.',
  ],
  operand: { name: 'FILE', help: 'the CSV file in UTF-8; - is standard input' },
  options: {
    actor: { value: 'NAME', help: 'who imports, for the history' },
    currency: { value: 'CODE', help: 'of rows without one' },
    channel: { value: 'NAME', help: 'of rows without one' },
    dates: {
      value: 'PATTERN',
      isList: true,
      help: 'of times in the zone of --time-zone, such as dd/MM/yyyy; default: ISO',
    },
    ...databaseOptions,
  },
  examples: [
    'import-history old-payments.csv --actor migration',
    'import-history 2019.csv --actor lily --currency ETB --channel cash --dates "dd/MM/yyyy HH:mm"',
  ],
  async run({ args, io, output, payments }) {
    const path = args.operand
    if (path === undefined) throw new UsageError('A FILE is required, such as: import-history old-payments.csv')
    const actor = args.required('actor', 'migration')
    const file = new HistoryFile(inputOf(path, io), {
      currency: args.text('currency'),
      channel: args.text('channel'),
      dates: args.list('dates') ?? usualDates,
      timeZone: settingsOf(args).timeZone ?? 'UTC',
    })
    const service = await payments()
    const progress = new Progress(io.stderr, io.now)
    async function* rows(): AsyncGenerator<HistoryRow> {
      for await (const row of file.rows()) {
        yield row
        progress.report(file.count)
      }
    }
    const result = await service.importHistory(rows(), { actor, signal: io.signal }).finally(() => progress.end())
    const rejected = result.rejected.map(({ row, reason }): Rejected => {
      const { line, problem } = file.placeOf(row)
      return { row: line, reason, problem }
    })
    const { imported, already } = result
    const { sums } = file
    if (output.isJson) return output.json({ imported, already, sums, rejected })
    await output.lines([
      `${counted(imported, 'payment was stored', 'payments were stored')}; ${counted(already, 'row was', 'rows were')} stored before.`,
      ...sums.map(({ currency, amount }) => `All rows that could be read: ${money(amount, currency)}.`),
      ...rejectedRows(rejected),
    ])
  },
}
