/** November from three files to the journal: a rule for charges, a person's decisions, every day closed, and the tie-out. */
import type { HospitalPayments, Rule, StatementImport } from 'hospital-payments'
import { readStatement } from 'hospital-payments/statements'
import { manualClock } from 'hospital-payments/testing'
import { type Decided, decide } from './decisions.js'
import { kcb, sampleFiles } from './files.js'
import { openHospital } from './hospital.js'
import { camtBank, ofxBank, spreadsheetBank } from './movements.js'

const actor = 'finance:almaz'

type Days = HospitalPayments['days']

export interface ImportedFile {
  readonly fileName: string
  readonly format: string
  readonly imported: StatementImport
}

export interface ClosedAccount {
  readonly account: string
  readonly through: Awaited<ReturnType<Days['closeThrough']>>
}

export interface November {
  readonly files: readonly ImportedFile[]
  readonly rule: Rule
  /** The number of lines that were open when the rule was made, and that it settled. */
  readonly ruleSettled: number
  readonly decided: readonly Decided[]
  readonly stillOpen: number
  readonly closed: readonly ClosedAccount[]
  readonly month: Awaited<ReturnType<Days['month']>>
  /** The journal of the day on which all of this was recorded. */
  readonly journal: string
}

async function importFile(
  payments: HospitalPayments,
  account: string,
  fileName: string,
  file: Uint8Array,
): Promise<ImportedFile> {
  const reader = readStatement(file, { layouts: { kcb } })
  const imported = await payments.statements.import(reader, { account, fileName, actor })
  return { fileName, format: reader.format!, imported }
}

async function journalOf(payments: HospitalPayments, day: string): Promise<string> {
  let csv = ''
  for await (const text of payments.reports.journal({ from: day, to: day }, { mode: 'exact' })) csv += text
  return csv
}

export async function reconcileNovember(): Promise<November> {
  const clock = manualClock()
  const payments = await openHospital(clock)
  clock.set('2026-12-01T06:00:00.000Z')

  const first = await importFile(payments, spreadsheetBank.account, 'kcb-november.xlsx', sampleFiles.xlsx)
  const rule = await payments.rules.create({ text: 'ledger fee', category: 'bank_charge' }, { actor })
  const { settled: ruleSettled } = await payments.rules.apply(rule.id, { actor })
  const others = [
    await importFile(payments, ofxBank.account, 'ncba-november.ofx', sampleFiles.ofx),
    await importFile(payments, camtBank.account, 'coop-november.zip', sampleFiles.zip),
  ]

  const decided = await decide(payments)
  const stillOpen = (await payments.lines.list({ status: 'open' })).items.length
  const closed: ClosedAccount[] = []
  for (const { account } of [spreadsheetBank, ofxBank, camtBank])
    closed.push({ account, through: await payments.days.closeThrough({ account, day: '2026-11-30', actor }) })
  const month = await payments.days.month({ month: '2026-11' })
  const journal = await journalOf(payments, '2026-12-01')
  return { files: [first, ...others], rule, ruleSettled, decided, stillOpen, closed, month, journal }
}
