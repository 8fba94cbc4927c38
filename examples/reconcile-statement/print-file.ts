import { refusals } from '../collect-payments/sections.js'
import { paymentSections, paymentSums } from './print-payments.js'
import { agreementSection, outcomeSection, peopleSection, readSection, wentOutSection } from './print-run.js'
import type { ReadFile } from './reconcile-file.js'
import { layOut, section, type Section, type Style, table } from './text.js'

export interface FileFacts {
  readonly name: string
  readonly timeZone: string
  readonly apply: boolean
  readonly csv: string
}

function rejectedSection({ rejected: { count, first } }: ReadFile): Section {
  const rows = first.map(({ row, reason }) => [String(row), reason])
  const more = count > first.length ? [`... and ${(count - first.length).toLocaleString('en-US')} more`] : []
  return section('Rows that could not be read', [...table('rl', rows), ...more], 'none')
}

export function printFile(file: ReadFile, { name, timeZone, apply, csv }: FileFacts, style: Style): string {
  const { format, read, run, createdBills } = file
  const sections = [readSection(`${name} (${format})`, read)]
  // A reconciliation lists them among what a person must look at.
  if (!run) sections.push(rejectedSection(file))
  if (createdBills) {
    sections.push({ title: 'Bills', lines: [`${createdBills.bills.toLocaleString('en-US')} read`] })
    if (createdBills.refused.length > 0) sections.push(refusals('Bills refused', createdBills.refused))
  }
  if (run) {
    const title = apply ? 'applied' : 'preview'
    sections.push(outcomeSection([{ title, summary: run.summary }]), peopleSection(run), wentOutSection(run))
    const sums = paymentSums([{ title, summary: run.summary }])
    if (sums.length > 0) {
      sections.push({ title: 'Payments of the period', lines: sums }, ...paymentSections(run, timeZone))
    }
    sections.push(agreementSection(run, style), { title: 'Written', lines: [csv] })
  }
  return layOut(sections, style)
}
