import type { CsvOptions } from '../operations/input/csv.js'
import type { Arguments } from './arguments.js'
import { UsageError } from './failures.js'

const form = {
  mode: {
    value: 'MODE',
    help: 'with --csv: spreadsheet, where formulas in text do nothing, or exact; default spreadsheet',
  },
  bom: { help: 'with --csv: begin with a byte order mark, for Excel' },
} as const

/** The options of a list that can be written as CSV. */
export const csvOptions = { csv: { help: 'write all of them as CSV' }, ...form } as const

/**
 * Returns the form of the CSV that a call asks for; `null` where it asks for the list.
 *
 * @throws UsageError for options of the other one
 */
export function csvFormOf(args: Arguments): CsvOptions | null {
  const isCsv = args.isOn('csv')
  const misplaced = (isCsv ? ['json', 'limit'] : Object.keys(form)).find((name) => args.has(name))
  if (misplaced !== undefined)
    throw new UsageError(isCsv ? `--csv or --${misplaced}, not both.` : `--${misplaced} is for CSV: give --csv too.`)
  return isCsv ? (args.defined({ mode: args.text('mode'), bom: args.isOn('bom') }) as CsvOptions) : null
}
