import type { Counted } from './check.js'
import type { SampleWeek } from './collect-sample.js'
import { dayTable } from './days.js'
import { hospitalZone } from './hospital.js'
import { agreement, instructions, layOut, refusals, reportPage, type Section, totalsTable } from './sections.js'
import { localTime, money, type Style, table } from './text.js'

/** Shows the first failed payment that proved paid: it has the longest history. */
async function story({ payments, created }: SampleWeek): Promise<Section> {
  for (const { id, reference, amount, currency } of created) {
    const events = await payments.history(id)
    if (!events.some(({ data }) => data.previousStatus === 'failed')) continue
    const rows = events.map(({ createdAt, data, actor, reason }) => [
      localTime(createdAt, hospitalZone),
      data.status,
      `by ${actor}${reason === null ? '' : `: ${reason}`}`,
    ])
    return { title: `What happened to ${reference}, ${money(amount, currency)}`, lines: table('lll', rows) }
  }
  return { title: 'What happened', lines: ['No failed payment proved paid.'] }
}

function summary({ created, invoices, callbacks, expired }: SampleWeek): Section {
  const rows: (readonly [number, string])[] = [
    [invoices.rows, 'invoice rows read'],
    [created.length, 'payments created'],
    [invoices.retries, 'retries of the same click, answered with the payment that was there'],
    [invoices.refused.length, 'invoice rows refused'],
    [callbacks.rows, 'callbacks read'],
    [callbacks.applied, 'changed a payment'],
    [callbacks.late, 'of them brought money after expiry: accepted, marked late'],
    [callbacks.repeated, 'said what was known already'],
    [callbacks.refused.length, 'callbacks refused'],
    [expired, 'payments expired by the hourly sweep'],
  ]
  const lines = table(
    'rl',
    rows.map(([count, what]) => [String(count), what]),
  )
  return { title: 'A week at a hospital', lines }
}

export async function printSample(
  week: SampleWeek,
  counted: readonly Counted[],
  csv: string,
  style: Style,
): Promise<string> {
  const { payments, created, invoices, callbacks } = week
  const days = created.map(({ createdAt }) => localTime(createdAt, hospitalZone).slice(0, 10))
  const [from = '', to = ''] = [days.at(0), days.at(-1)]
  const examples = ['mobile-banking', 'telebirr'].flatMap(
    (name) => created.find(({ channel }) => channel === name) ?? [],
  )
  const { items } = await payments.totals()
  const currencies = [...new Set(items.map(({ currency }) => currency))].sort()
  return layOut(
    [
      summary(week),
      instructions(examples),
      refusals('Invoices refused', invoices.refused),
      refusals('Callbacks refused', callbacks.refused),
      await story(week),
      await reportPage(payments, from, hospitalZone),
      await dayTable(payments, from, to, currencies),
      totalsTable(items),
      agreement(counted, style),
      { title: 'Written', lines: [csv] },
    ],
    style,
  )
}
