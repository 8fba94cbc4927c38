import { isReportDay, plusDays, startOfDay } from '../../domain/calendar.js'
import { instantOf, parseInstant } from '../../domain/instant.js'
import { databaseOptions } from '../arguments.js'
import type { Command } from '../command.js'
import { UsageError } from '../failures.js'
import { daysOf, importReport } from '../import-report.js'
import { providersOption, requiredProviders } from '../providers.js'
import { settingsOf } from '../service.js'

/**
 * Reads the begin or the end of a period: an instant, or a day of the zone, which is whole.
 *
 * @throws UsageError for any other text
 */
function edgeOf(name: 'from' | 'to', text: string, timeZone: string): string {
  if (isReportDay(text)) return startOfDay(name === 'from' ? text : plusDays(text, 1), timeZone)
  const instant = parseInstant(text)
  if (instant !== null) return instant
  throw new UsageError(`--${name} is a day such as 2026-11-20, or an instant such as 2026-11-20T09:00:00Z.`)
}

export const pullCommand: Command = {
  name: 'pull',
  summary: "import a provider's own list of money, as a statement of the provider's account",
  about: [
    'What came before stays as it is: no line counts twice, so a period may be pulled again.',
    'With --json: one document, as attempts.pull returns it.',
  ],
  operand: { name: 'PROVIDER', help: "the provider's name in the module" },
  options: {
    from: { value: 'TIME', help: 'from this day or instant; required' },
    to: { value: 'TIME', help: 'up to this day, inclusive, or before this instant; default now' },
    ...providersOption,
    ...databaseOptions,
  },
  examples: ['pull mpesa --from 2026-11-20 --providers providers.mjs'],
  async run({ args, io, output, payments }) {
    const provider = args.operand
    if (provider === undefined) throw new UsageError('A PROVIDER is required, such as: pull mpesa --from 2026-11-20')
    const [begin, end] = [args.required('from', '2026-11-20'), args.text('to')]
    // It checks the time zone.
    const service = await payments({ providers: await requiredProviders(args, io) })
    const { timeZone = 'UTC' } = settingsOf(args)
    const now = instantOf(io.now())
    const from = edgeOf('from', begin, timeZone)
    const to = end === undefined ? now : edgeOf('to', end, timeZone)
    // Of today, what there is so far.
    const summary = await service.attempts.pull(provider, { from, to: to > now ? now : to })
    if (output.isJson) return output.json(summary)
    return output.lines([
      `Imported as ${summary.id}. From the list of ${provider}; ${daysOf(summary)}.`,
      '',
      ...importReport(summary),
      'Lines that wait for a person: npx hospital-payments lines --status open',
    ])
  },
}
