import type { JournalOptions, JournalQuery } from '../../operations/input/book-calls.js'
import { databaseOptions } from '../arguments.js'
import type { Command } from '../command.js'
import { UsageError } from '../failures.js'

export const journalCommand: Command = {
  name: 'journal',
  summary: 'write the journal of some days as CSV to standard output, for a system of accounts',
  about: [
    'Each movement of money is a pair of rows, whose entry no other pair has: post the entries that are not posted yet.',
  ],
  options: {
    from: { value: 'DAY', help: 'recorded on this day or later; required' },
    to: { value: 'DAY', help: 'recorded up to this day, inclusive; required' },
    accounts: { value: 'NAMES', isList: true, help: 'only lines of these accounts' },
    mode: { value: 'MODE', help: 'spreadsheet, where formulas in text do nothing, or exact; default spreadsheet' },
    bom: { help: 'begin with a byte order mark, for Excel' },
    'no-memo': { help: 'leave the narrations of lines out, which may name payers' },
    ...databaseOptions,
  },
  examples: [
    'journal --from 2026-11-01 --to 2026-11-30 > november.csv',
    'journal --from 2026-11-20 --to 2026-11-20 --accounts cash.window-2,cash.safe --mode exact',
  ],
  async run({ args, io, output, payments }) {
    if (output.isJson) throw new UsageError('The journal is CSV: leave --json out.')
    const query = args.defined({ from: args.text('from'), to: args.text('to'), accounts: args.list('accounts') })
    const form = args.defined({ mode: args.text('mode'), bom: args.isOn('bom') })
    const options = { ...form, memo: !args.isOn('no-memo'), signal: io.signal } as JournalOptions
    const { reports } = await payments()
    for await (const text of reports.journal(query as unknown as JournalQuery, options)) await output.data(text)
  },
}
