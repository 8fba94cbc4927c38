/** The results of the example settle-statement, worked out by hand, and sums by rules of thumb. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AccountLine, HospitalPayments, Payment } from 'hospital-payments'
import Papa from 'papaparse'
import { expect } from 'vitest'
import { accounts } from '../../examples/settle-statement/accounts.js'
import type { November, LineReport } from '../../examples/settle-statement/november.js'
import { isDone, printNovember } from '../../examples/settle-statement/print.js'
import { root } from './program.js'

export const example = join(root, 'examples/settle-statement')

/** Row, what the rules said, what became of it; amounts in units, `>` before a line that it cancels out with. */
type ExpectedRow = readonly [row: number, said: string, became: string]

export const bankRows: readonly ExpectedRow[] = [
  [2, 'unmatched_line', '006=1500'],
  [3, 'unmatched_line', '007=800'],
  [4, 'unmatched_line', '008=2300'],
  [5, 'unmatched_line', '009=1200'],
  [6, 'unmatched_line', '010=1500'],
  [7, 'unmatched_line', '011=3100'],
  [8, 'under_paid', '012=3000'],
  [9, 'unmatched_line', '012=2000'],
  [10, 'unmatched_line', '013=6750'],
  [11, 'under_paid', '014=1000 bank_fee=-10'],
  [12, 'unmatched_line', '015=3000 bank_fee=-15'],
  [13, 'unmatched_line', '161=1500 162=2500 163=800 164=3200 165=1000 166=3000 card_fee=-360'],
  [14, 'over_paid', '017=1000 to_give_back=200'],
  [15, 'confirmed', '018=1800'],
  [16, 'duplicate_credit', 'to_give_back=1800'],
  [17, 'unmatched_line', '>18=7777'],
  [18, 'reversal_candidate', '>17=7777'],
  [19, 'set_aside', 'bank_charge=35'],
  [20, 'set_aside', 'own_transfer=20000'],
  [21, 'unmatched_line', 'interest=412.5'],
  [22, 'confirmed', '021=4200'],
  [23, 'reversal_candidate', '021=4200'],
  [24, 'ambiguous', '024=1700 025=1200'],
  [25, 'ambiguous', '026=2200'],
  [26, 'currency_mismatch', '027=25'],
  [27, 'confirmed', '028=1650'],
  [28, 'status_mismatch', 'to_give_back=900'],
  [29, 'unmatched_line', '040=500'],
]

export const mpesaRows: readonly ExpectedRow[] = [
  [2, 'unmatched_line', '030=1850'],
  [3, 'unmatched_line', '031=1000'],
  [5, 'unmatched_line', '032=640'],
  [6, 'unmatched_line', '033=2120'],
  [7, 'matched', '038=1275'],
  [8, 'set_aside', 'own_transfer=20000'],
  [9, 'set_aside', 'bank_charge=45'],
  [10, 'unmatched_line', '035=2450'],
  [11, 'unmatched_line', '036=800 037=630'],
  [12, 'confirmed', '040=1000'],
  [13, 'reversal_candidate', '039=1100'],
  [14, 'unmatched_line', 'donation=500'],
]

/** Rows that a person took back, or held: what the next run must leave alone all the same. */
const heldRows: Readonly<Record<string, readonly number[]>> = { 'bank-1100': [11], 'mpesa-600123': [10, 14] }

/** Status, what statements proved in units, receipt; newest first where a bill was asked for again. */
const expectedBills: Readonly<Record<string, readonly (readonly [string, number, string?])[]>> = {
  '006': [['succeeded', 1500]],
  '012': [['succeeded', 5000]],
  '014': [['succeeded', 1000]],
  '015': [['succeeded', 3000]],
  '017': [['succeeded', 1000]],
  '018': [['succeeded', 1800]],
  '021': [['reversed', 4200]],
  '024': [['succeeded', 1700]],
  '025': [['pending', 1200]],
  '026': [
    ['expired', 2200],
    ['expired', 0],
  ],
  '027': [
    ['succeeded', 25],
    ['expired', 0],
  ],
  '028': [['succeeded', 1650]],
  '029': [['reversed', 0]],
  '030': [['succeeded', 1850, 'SK24AB10QX']],
  '031': [['pending', 1000]],
  '034': [
    ['pending', 0],
    ['reversed', 0],
  ],
  '035': [['succeeded', 2450, 'SKH4AB17QX']],
  '036': [['succeeded', 800]],
  '038': [['succeeded', 1275, 'SK94AB15QX']],
  '039': [['reversed', 1100]],
  '040': [['succeeded', 1500, 'SKP4AB19QX']],
  '161': [['succeeded', 1500, 'CARD-1']],
  '166': [['succeeded', 3000, 'CARD-6']],
  '901': [['pending', 0]],
}

const units = (amount: number) => amount / 100

function rowOf({ line, ruleOutcome, became }: LineReport): ExpectedRow {
  const parts = became.map(({ of, amount }) => `${of.replace('OPD-5594-', '').replace('row ', '>')}=${units(amount)}`)
  return [line.row, ruleOutcome, parts.join(' ')]
}

/** Credits less debits by `currency day`, from the text of the files, by rules of thumb. */
export function movedByDay(): Map<string, bigint> {
  const moved = new Map<string, bigint>()
  for (const { fileName, account } of accounts) {
    const text = readFileSync(join(example, 'data', fileName), 'utf8')
    for (const row of Papa.parse<Record<string, string>>(text, { header: true, skipEmptyLines: true }).data) {
      if (row['Transaction Status'] === 'Failed') continue
      const [day, month, year] = (row['Value Date'] ?? row['Completion Time'] ?? '').slice(0, 10).split(/[/-]/)
      const minor = (cell = '') => BigInt(cell.replace(/[,.]/g, '') || '0')
      const key = `${account} ${row['Currency'] ?? 'KES'} ${year}-${month}-${day}`
      const amount = minor(row['Money In'] ?? row['Paid In']) - minor(row['Money Out'] ?? row['Withdrawn'])
      moved.set(key, (moved.get(key) ?? 0n) + amount)
    }
  }
  return moved
}

/** Sums the same from the allocations of the stored lines. */
export function explainedByDay(lines: readonly AccountLine[]): Map<string, bigint> {
  const explained = new Map<string, bigint>()
  for (const { account, currency, valueDate, direction, allocations, amount, allocated } of lines) {
    const sum = allocations.reduce((total, allocation) => total + BigInt(allocation.amount), BigInt(amount - allocated))
    const key = `${account} ${currency} ${valueDate}`
    explained.set(key, (explained.get(key) ?? 0n) + (direction === 'credit' ? sum : -sum))
  }
  return explained
}

async function allPayments(payments: HospitalPayments): Promise<Payment[]> {
  const { items } = await payments.reportPayments({ limit: 500 })
  return Promise.all(items.map(async ({ paymentId }) => (await payments.getPayment(paymentId))!))
}

async function allLines(payments: HospitalPayments): Promise<readonly AccountLine[]> {
  const { items, nextCursor } = await payments.lines.list({ limit: 500 })
  expect(nextCursor).toBeNull()
  return items
}

/** Checks everything that the month has to come to, wherever it is stored; resolves to its page of text. */
export async function checkNovember(november: November): Promise<string> {
  const { payments, attention } = november
  const [bank, mpesa] = november.accounts
  expect(bank!.lines.map(rowOf)).toEqual(bankRows)
  expect(mpesa!.lines.map(rowOf)).toEqual(mpesaRows)
  expect(bankRows.length + mpesaRows.length).toBe(40)

  const { items: open } = await payments.lines.list({ status: 'open' })
  expect(open).toEqual([])
  expect(attention).toMatchObject({ openLines: [], missingLines: [], duplicates: [], deadEvents: 0 })

  const lines = await allLines(payments)
  expect(explainedByDay(lines.filter(({ valueDate }) => valueDate >= '2026-11-01'))).toEqual(movedByDay())
  for (const { days, account } of november.accounts) {
    expect(days.filter(({ difference }) => difference !== 0n)).toEqual([])
    const moved = [...movedByDay()].filter(([key]) => key.startsWith(account.account))
    expect(days.map(({ account, currency, day, moved: sum }) => [`${account} ${currency} ${day}`, sum]).sort()).toEqual(
      moved.sort(),
    )
  }

  const stored = await allPayments(payments)
  const proved = (currency: string) =>
    stored.filter((one) => one.currency === currency).reduce((sum, { amountReconciled }) => sum + amountReconciled, 0)
  const sumOf = (currency: string) =>
    lines
      .filter((line) => line.currency === currency && line.direction === 'credit')
      .flatMap(({ allocations }) => allocations.flatMap(({ to, amount }) => (to === 'payment' ? [amount] : [])))
      .reduce((sum, amount) => sum + amount, 0)
  for (const currency of ['KES', 'USD']) expect(sumOf(currency)).toBe(proved(currency))

  for (const [number, expected] of Object.entries(expectedBills)) {
    const { items } = await payments.findByReference(`OPD-5594-${number}`)
    const summaries = items.map(({ status, amountReconciled, providerTransactionId }) => [
      status,
      units(amountReconciled),
      ...(providerTransactionId === undefined ? [] : [providerTransactionId]),
    ])
    expect(summaries, number).toEqual(expected)
  }
  const { items: late } = await payments.reportPayments({ flag: 'late' })
  expect(late.map(({ reference }) => reference)).toEqual(['OPD-5594-028'])
  const [undone] = (await payments.findByReference('OPD-5594-034')).items.filter(({ status }) => status === 'reversed')
  expect(undone).toMatchObject({ statusReason: 'match_undone' })

  for (const { account, again, imported } of november.accounts) {
    const held = lines.filter((line) => line.account === account.account && line.held)
    expect(held.map(({ row }) => row).sort((a, b) => a - b)).toEqual(heldRows[account.account])
    // The bank has a line in USD; charges of M-Pesa share the receipt of their payment, and its file of October ended on the
    // 24th, without balances that could say that no money moved since.
    const warnings =
      account === bank!.account
        ? [{ code: 'two_currencies' }]
        : [{ code: 'id_repeats' }, { code: 'days_missing', day: '2026-10-25' }]
    expect([imported.warnings, again.warnings]).toEqual([warnings, warnings])
    expect(imported.rejectedCount).toBe(0)
    const known = again.lines.filter(({ outcome }) => ['already_reconciled', 'set_aside'].includes(outcome))
    expect(known).toEqual(again.lines)
    expect(known.reduce((sum, { count }) => sum + count, 0)).toBe(account === bank!.account ? 28 : 12)
    // A period counts reversed payments too: one was confirmed at the desk by mistake and taken back, the other one matched to
    // the wrong patient and undone.
    const missing = again.payments.filter(({ outcome }) => outcome === 'missing_line')
    const reversed = account === bank!.account ? '90000' : '245000'
    expect(missing.map(({ count, amount }) => [count, amount])).toEqual([[1, reversed]])
  }
  // The second import wrote nothing: the lines are as the first page shows them.
  const reported = november.accounts.flatMap((account) => account.lines.map(({ line }) => line))
  for (const line of reported) expect(lines.find(({ key }) => key === line.key)).toEqual(line)

  expect(isDone(november)).toBe(true)
  const plain = (text: string) => text
  return printNovember(november, { heading: plain, good: plain, bad: plain })
}
