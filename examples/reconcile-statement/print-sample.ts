import { refusals, totalsTable } from '../collect-payments/sections.js'
import { hospitalZone } from './hospital.js'
import { paymentSections, paymentSums } from './print-payments.js'
import { agreementSection, outcomeSection, peopleSection, readSection, verdict, wentOutSection } from './print-run.js'
import type { Account, SampleMonth } from './sample.js'
import type { Sums } from './sums.js'
import { layOut, localTime, money, type Section, type Style, table } from './text.js'

/** Shows a payment that a statement confirmed although its provider had reported its failure. */
async function story({ payments, accounts }: SampleMonth): Promise<Section> {
  for (const { apply } of accounts) {
    for (const id of apply.confirmed) {
      const events = await payments.history(id)
      if (!events.some(({ data }) => data.previousStatus === 'failed')) continue
      const [first] = events
      const rows = events.map(({ createdAt, data, actor, evidence }) => [
        localTime(createdAt, hospitalZone),
        data.status,
        `by ${actor}`,
        evidence?.kind === 'statement' ? `row ${evidence.row} of ${evidence.account}, ${evidence.valueDate}` : '',
      ])
      const title = `What happened to ${first?.data.reference}, ${money(first?.data.amount ?? 0, first?.data.currency ?? '')}`
      return { title, lines: table('llll', rows) }
    }
  }
  return { title: 'What happened', lines: ['No failed payment proved paid.'] }
}

function accountSections({ title, file, preview, apply, again }: Account, style: Style): Section[] {
  return [
    readSection(`${title}, ${file}`, apply.read),
    outcomeSection([
      { title: 'preview', summary: preview.summary },
      { title: 'apply', summary: apply.summary },
      { title: 'apply again', summary: again.summary },
    ]),
    peopleSection(apply),
    wentOutSection(apply),
    agreementSection(apply, style),
  ]
}

/** Compares the money that the lines gave with the money that the payments got. */
export function moneyArrived({ accounts, reconciled }: SampleMonth): { recorded: Sums; got: Sums; agrees: boolean } {
  const recorded = accounts.flatMap(({ apply, again }) => [apply.written, again.written]).reduce((a, b) => a.plus(b))
  const got = reconciled.after
  return { recorded, got, agrees: `${reconciled.before.plus(recorded)}` === `${got}` }
}

export function sampleAgrees(month: SampleMonth): boolean {
  const runs = month.accounts.flatMap(({ preview, apply, again }) => [preview, apply, again])
  return runs.every(({ agrees }) => agrees) && moneyArrived(month).agrees
}

export async function printSample(month: SampleMonth, written: readonly string[], style: Style): Promise<string> {
  const { createdBills, accounts, before, after, totals } = month
  const { recorded, got, agrees } = moneyArrived(month)
  const months = [
    { title: 'before', summary: before.summary },
    { title: 'after both statements', summary: after.summary },
  ]
  return layOut(
    [
      { title: 'A month at a hospital', lines: [`${createdBills.bills} bills, as its own books have them`] },
      ...(createdBills.refused.length > 0 ? [refusals('Bills refused', createdBills.refused)] : []),
      totalsTable(totals.before),
      ...accounts.flatMap((account) => accountSections(account, style)),
      { title: 'Payments that were paid in October', lines: paymentSums(months) },
      ...paymentSections(after, hospitalZone),
      await story(month),
      { ...totalsTable(totals.after), title: 'Totals, now' },
      {
        title: 'Did the money arrive?',
        lines: [
          ...table('lr', [
            ['reconciled before', month.reconciled.before.toText()],
            ['recorded by the lines', recorded.toText()],
            ['reconciled on the payments', got.toText()],
          ]),
          verdict(agrees, style),
        ],
      },
      { title: 'Written', lines: written },
    ],
    style,
  )
}
