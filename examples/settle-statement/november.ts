/** The whole month: bills, both files, the decisions, the tie-out, and both files once more. */
import type {
  Attention,
  AccountLine,
  HospitalPayments,
  LineOutcome,
  PaymentRepository,
  StatementImport,
} from 'hospital-payments'
import { manualClock, seededRandom } from 'hospital-payments/testing'
import { type Account, accounts, categoryOf, month, openFile } from './accounts.js'
import { askForBills } from './bills.js'
import { decisions } from './decisions.js'
import { openHospital } from './hospital.js'
import { settle } from './settle.js'
import { type Movement, tieOut, type TiedDay } from './tie-out.js'

/** The end of one line, and the reason. */
export interface LineReport {
  readonly line: AccountLine
  /** The outcome of the rules when the file was imported. */
  readonly ruleOutcome: LineOutcome
  /** The references and categories, with the amount of each. */
  readonly became: readonly { readonly of: string; readonly amount: number }[]
  readonly found: string
  readonly why: string
}

export interface SettledAccount {
  readonly account: Account
  readonly imported: StatementImport
  readonly lines: readonly LineReport[]
  readonly days: readonly TiedDay[]
  readonly again: StatementImport
}

export interface November {
  readonly payments: HospitalPayments
  readonly accounts: readonly SettledAccount[]
  /** The work that waits for people at the end. */
  readonly attention: Attention
}

const ruled: Partial<Record<LineOutcome, string>> = {
  confirmed: 'a rule: the reference',
  matched: 'a rule: the receipt',
  under_paid: 'a rule: the reference, a part of the bill',
  set_aside: "a rule of the hospital's: how the bank writes it",
}

export async function linesOf(payments: HospitalPayments, account: string): Promise<AccountLine[]> {
  const lines: AccountLine[] = []
  let cursor: string | null = null
  do {
    const page: Awaited<ReturnType<typeof payments.lines.list>> = await payments.lines.list({
      account,
      ...month,
      ...(cursor !== null && { cursor }),
    })
    lines.push(...page.items)
    cursor = page.nextCursor
  } while (cursor !== null)
  return lines.sort((a, b) => a.row - b.row)
}

function importFile(payments: HospitalPayments, file: Account): Promise<StatementImport> {
  const { account, fileName, channels } = file
  const about = { account, fileName, channels, period: month, categoryOf, actor: 'finance:almaz' }
  return payments.statements.import(openFile(file), about)
}

async function movementsOf(account: Account): Promise<Movement[]> {
  const movements: Movement[] = []
  for await (const record of openFile(account)) if (!('rejected' in record)) movements.push(record)
  return movements
}

async function becameOf(payments: HospitalPayments, { allocations }: AccountLine, rowOf: ReadonlyMap<string, number>) {
  const became = []
  for (const allocation of allocations) {
    const { amount } = allocation
    if (allocation.to === 'payment')
      became.push({ of: (await payments.getPayment(allocation.paymentId))!.reference, amount })
    else if (allocation.to === 'line') became.push({ of: `row ${rowOf.get(allocation.lineKey)}`, amount })
    else became.push({ of: allocation.to === 'category' ? allocation.category : allocation.refundId, amount })
  }
  return became
}

interface ImportedAccount {
  readonly account: Account
  readonly imported: StatementImport
  readonly stored: readonly AccountLine[]
}

/** Settles every line that waits, by the table; then returns all of them as they are stored. */
async function settleAccount(payments: HospitalPayments, { account, imported, stored }: ImportedAccount) {
  const byRow = new Map(stored.map((line) => [line.row, line]))
  const reports = new Map<number, Pick<LineReport, 'found' | 'why'>>()
  for (const decision of decisions.filter((one) => one.account === account.account)) {
    const settled = await settle(payments, byRow.get(decision.row)!, decision, (row) => byRow.get(row)!)
    reports.set(decision.row, { found: settled.found, why: decision.why })
    if (decision.cancelsOut !== undefined) reports.set(decision.cancelsOut, { found: '', why: decision.why })
  }
  const rowOf = new Map(stored.map(({ key, row }) => [key, row]))
  const lines: LineReport[] = []
  for (const line of await linesOf(payments, account.account)) {
    const outcome = byRow.get(line.row)!.outcome
    const { found = '', why = ruled[outcome] ?? '' } = reports.get(line.row) ?? {}
    lines.push({ line, ruleOutcome: outcome, became: await becameOf(payments, line, rowOf), found, why })
  }
  return { account, imported, lines }
}

/** Settles November in `repository`, or in memory. */
export async function settleNovember(repository?: PaymentRepository): Promise<November> {
  const clock = manualClock()
  // Closings are hashed over ids: the sample has the same ones in every run.
  const payments = openHospital(clock, repository, seededRandom(1))
  await askForBills(payments, clock)
  clock.set('2026-12-01T06:00:00.000Z')

  const settled = []
  for (const account of accounts) {
    const imported = await importFile(payments, account)
    const stored = await linesOf(payments, account.account)
    settled.push(await settleAccount(payments, { account, imported, stored }))
  }
  const done: SettledAccount[] = []
  for (const one of settled) {
    const { account, lines } = one
    const days = tieOut(
      account.account,
      await movementsOf(account),
      lines.map(({ line }) => line),
    )
    done.push({ ...one, days, again: await importFile(payments, account) })
  }
  const channels = accounts.flatMap((account) => account.channels)
  return { payments, accounts: done, attention: await payments.attention({ channels }) }
}
