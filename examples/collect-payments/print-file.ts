import type { Counted } from './check.js'
import type { CollectedFile } from './collect-file.js'
import { agreement, layOut, refusals, reportPage, totalsTable } from './sections.js'
import { type Style, table } from './text.js'

export async function printFile(
  file: CollectedFile,
  { name, timeZone, csv }: { name: string; timeZone: string; csv: string },
  counted: readonly Counted[],
  style: Style,
): Promise<string> {
  const { payments, created, rows, notCredits, refused } = file
  const summary = table('rl', [
    [String(rows), 'rows read'],
    [String(created.length), 'credits: created and confirmed on their value date'],
    [String(notCredits), 'not a credit: left out'],
    [String(refused.length), 'rows refused'],
  ])
  return layOut(
    [
      { title: name, lines: summary },
      refusals('Refused', refused),
      await reportPage(payments, undefined, timeZone),
      totalsTable((await payments.totals()).items),
      agreement(counted, style),
      { title: 'Written', lines: [csv] },
    ],
    style,
  )
}
