import type { Closing, ClosingCurrency } from '../../domain/days/closing.js'
import type { ClosedDays } from '../../operations/days/close-through.js'
import type { HospitalPayments } from '../../service.js'
import { databaseOptions } from '../arguments.js'
import type { Command } from '../command.js'
import { UsageError } from '../failures.js'
import { counted, money, table } from '../output.js'

function currencyRows({
  currency,
  opening,
  closing,
  credits,
  debits,
  allocated,
  open,
  uncounted,
}: ClosingCurrency): string[][] {
  const sum = (name: string, amount: string | null) => [name, amount === null ? 'not given' : money(amount, currency)]
  return [
    sum('opening balance', opening),
    sum('credits', credits),
    ...allocated
      .filter(({ direction }) => direction === 'credit')
      .map(({ to, category, amount }) => sum(`  to ${category ?? to}`, amount)),
    sum('debits', debits),
    ...allocated
      .filter(({ direction }) => direction === 'debit')
      .map(({ to, category, amount }) => sum(`  to ${category ?? to}`, amount)),
    sum(`open: ${counted(open.count, 'line')}`, open.amount),
    ...(uncounted.count > 0
      ? [sum(`not counted, may be stored twice: ${counted(uncounted.count, 'line')}`, uncounted.amount)]
      : []),
    sum('closing balance', closing),
  ]
}

function report({ account, day, sequence, actor, createdAt, currencies, hash, changedSince }: Closing): string[] {
  const later = counted(changedSince.length, 'line was stored or changed', 'lines were stored or changed')
  return [
    `${day} of ${account} is closed: number ${sequence} of this account, by ${actor}, at ${createdAt}.`,
    ...table('lr', currencies.flatMap(currencyRows)),
    ...(currencies.length === 0 ? ['The day has no lines.'] : []),
    ...(changedSince.length > 0 ? [`${later} since.`] : []),
    `hash ${hash}`,
  ]
}

function reportThrough(account: string, through: string, { closed, stopped }: ClosedDays): string[] {
  const days = counted(closed.length, 'day')
  return [
    ...closed.flatMap((closing) => [...report(closing), '']),
    stopped
      ? `${days} of ${account} closed; stopped at ${stopped.day}: ${stopped.code}. The days before it stay closed; the same command goes on.`
      : `${days} of ${account} closed; no day up to ${through} is left.`,
  ]
}

/**
 * Returns the zone of the last closing, of this account where it has one: the end of a day, and what was paid on it,
 * depend on it.
 *
 * @throws UsageError where nothing was closed yet
 */
async function zoneOfLastClosing({ days }: HospitalPayments, account: string): Promise<string> {
  for (const query of [{ account }, {}]) {
    const [last] = (await days.records({ ...query, limit: 1 })).items
    if (last) return last.timeZone
  }
  throw new UsageError(
    'The time zone of the day is not known. Give --time-zone, or the variable HP_TIME_ZONE, such as Africa/Nairobi; later closings keep it.',
  )
}

export const closeCommand: Command = {
  name: 'close',
  summary: 'close a day of an account, or all days up to one, and print their sums',
  about: [
    'A day can be closed once it is over in the time zone. Money that comes later is still stored, and listed; a day that',
    'is closed already is printed as it was closed. With --through, every day up to DAY that has lines and is not closed',
    'is closed, the oldest first, up to the first that cannot be: its code is printed, and the status is 1.',
  ],
  options: {
    account: { value: 'NAME', help: 'the account' },
    day: { value: 'DAY', help: 'such as 2026-11-20' },
    through: { value: 'DAY', help: 'in place of --day: the last day to close' },
    actor: { value: 'NAME', help: 'who closes it' },
    ...databaseOptions,
    'time-zone': {
      value: 'ZONE',
      help: 'of the day, such as Africa/Nairobi; else HP_TIME_ZONE, else that of the last closing',
    },
  },
  examples: [
    'close --account cbe-1000 --day 2026-11-20 --actor amina --time-zone Africa/Nairobi',
    'close --account cbe-1000 --through 2026-11-30 --actor amina',
  ],
  async run({ args, output, payments }) {
    const through = args.text('through')
    if (through !== undefined && args.text('day') !== undefined) {
      throw new UsageError('--day and --through cannot be given together. Give --through to close all days up to one.')
    }
    const call = {
      account: args.required('account', 'cbe-1000'),
      day: through ?? args.required('day', '2026-11-20'),
      actor: args.required('actor', 'amina'),
    }
    const { days } = await payments({ fallbackZone: (service) => zoneOfLastClosing(service, call.account) })
    if (through !== undefined) {
      const closedDays = await days.closeThrough(call)
      const status = closedDays.stopped ? 1 : 0
      if (output.isJson) await output.json(closedDays)
      else await output.lines(reportThrough(call.account, through, closedDays))
      return status
    }
    const closing = await days.close(call)
    if (output.isJson) await output.json(closing)
    else await output.lines(report(closing))
    return 0
  },
}
