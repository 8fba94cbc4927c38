import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readStatement } from 'hospital-payments/statements'
import { describe, expect, it, onTestFinished } from 'vitest'
import { kcb } from '../../examples/reconcile-month/files.js'
import { reconcileNovember } from '../../examples/reconcile-month/month.js'
import {
  balanceAfter,
  camtBank,
  type Movement,
  ofxBank,
  spreadsheetBank,
} from '../../examples/reconcile-month/movements.js'
import { isDone, journalSums } from '../../examples/reconcile-month/print.js'
import { readRecords } from '../statements/support/read-records.js'
import { runProgram } from './program.js'

const printed = `Three files
  kcb-november.xlsx  xlsx  credit  confirmed           2  2,100.00 KES
                           credit  under_paid          1    990.00 KES
                           credit  over_paid           1  1,200.00 KES
                           credit  unmatched_line      2  1,964.00 KES
                           debit   reversal_candidate  2    635.00 KES
  ncba-november.ofx  ofx   credit  unmatched_line      2    575.00 KES
                           debit   reversal_candidate  1     75.00 KES
                           debit   set_aside           1     20.00 KES
  coop-november.zip  camt  credit  confirmed           2  2,700.00 KES
                           debit   set_aside           2     90.00 KES
  Behind the first file, "ledger fee" was remembered as bank_charge: 1 line.

What a person decided
  kcb-1100   2026-11-20    800.00 KES  payment 800.00 KES                                             same_reference_spelt_differently, same_open_amount
  kcb-1100   2026-11-21    990.00 KES  payment 1,000.00 KES + bank_fee -10.00 KES                     the bank kept 10.00
  kcb-1100   2026-11-22  1,200.00 KES  payment 1,000.00 KES + surplus 200.00 KES                      more came than was asked for
  kcb-1100   2026-11-23  1,164.00 KES  payment 700.00 KES + payment 500.00 KES + card_fee -36.00 KES  one transfer for two bills
  kcb-1100   2026-11-25   -600.00 KES  payment 600.00 KES                                             the money went back
  ncba-2200  2026-11-26     75.00 KES  line 75.00 KES                                                 the bank corrected its mistake
  ncba-2200  2026-11-28    500.00 KES  donation 500.00 KES                                            the ward knows who gave it
  No line is open.

Days closed
  kcb-1100   8 days  2026-11-01 to 2026-11-30
  ncba-2200  3 days  2026-11-26 to 2026-11-30
  coop-3300  4 days  2026-11-01 to 2026-11-30

Tie-out of 2026-11
  account    the bank opens       credits      debits  the bank closes  unexplained  difference
  coop-3300    5,000.00 KES  2,700.00 KES   90.00 KES     7,610.00 KES     0.00 KES    0.00 KES
  kcb-1100    10,000.00 KES  6,254.00 KES  635.00 KES    15,619.00 KES     0.00 KES    0.00 KES
  ncba-2200      not stated    575.00 KES   95.00 KES     2,980.00 KES   not stated    0.00 KES
  The difference is 0.

The journal, by account
  account                       debit         credit        balance
  category:bank_charge     145.00 KES       0.00 KES     145.00 KES
  category:bank_fee         10.00 KES       0.00 KES      10.00 KES
  category:card_fee         36.00 KES       0.00 KES      36.00 KES
  category:donation          0.00 KES     500.00 KES    -500.00 KES
  category:surplus           0.00 KES     200.00 KES    -200.00 KES
  coop-3300              2,700.00 KES      90.00 KES   2,610.00 KES
  kcb-1100               6,254.00 KES     635.00 KES   5,619.00 KES
  ncba-2200                575.00 KES      95.00 KES     480.00 KES
  receivable             1,590.00 KES   9,790.00 KES  -8,200.00 KES
  suspense              11,385.00 KES  11,385.00 KES       0.00 KES
  transit                   75.00 KES      75.00 KES       0.00 KES
  all                   22,770.00 KES  22,770.00 KES       0.00 KES
`

const banks = [spreadsheetBank, ofxBank, camtBank]
const sumOf = (movements: readonly Movement[], sign: 1 | -1) =>
  String(movements.reduce((sum, { amount }) => sum + Math.max(sign * amount, 0), 0))

describe('examples/reconcile-month: a month of three files', () => {
  it('ties out with what the banks moved and hold, and its journal is even', async () => {
    const november = await reconcileNovember()
    expect(isDone(november)).toBe(true)
    const tied = new Map(november.month.items.map((item) => [item.account, item]))
    const sums = journalSums(november.journal)
    expect(tied.size).toBe(3)
    for (const { account, opening, movements } of banks) {
      const [credits, debits] = [sumOf(movements, 1), sumOf(movements, -1)]
      const statedClosing = String(balanceAfter(opening, movements))
      expect(tied.get(account)).toMatchObject({ credits, debits, statedClosing, difference: '0', gaps: [] })
      expect(sums.get(account)).toEqual({ debit: BigInt(credits), credit: BigInt(debits) })
    }
    expect(sums.get('suspense')).toSatisfy(({ debit, credit }: { debit: bigint; credit: bigint }) => debit === credit)
    expect(isDone({ ...november, stillOpen: 1 })).toBe(false)
  })

  it('prints the same in every run, and writes files that are read as what the banks moved', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'reconcile-month-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const { status, stdout, stderr } = await runProgram('examples/reconcile-month/main.ts', [folder])
    expect([status, stderr]).toEqual([0, ''])
    expect(stdout).toBe(printed)
    const { journal } = await reconcileNovember()
    expect(readFileSync(join(folder, 'journal.csv'), 'utf8')).toBe(journal)
    const names = ['kcb-november.xlsx', 'ncba-november.ofx', 'coop-november.zip']
    for (const [at, { movements }] of banks.entries()) {
      const bytes = readFileSync(join(folder, names[at]!))
      const { records } = await readRecords(readStatement(bytes, { layouts: { kcb } }))
      expect(
        records.map((record) =>
          'rejected' in record ? record : record.direction === 'credit' ? record.amount : -record.amount,
        ),
      ).toEqual(movements.map(({ amount }) => amount))
    }
  })
})
