/**
 * A bill that is paid in parts: by a deposit, an insurer with a remittance, a waiver, and cash.
 * `npx tsx examples/pay-in-parts/main.ts`: in memory, and the same in every run.
 */
import { formatAmount } from 'hospital-payments'
import { payWardBill } from './ward-bill.js'

const { parts, proposal, agrees } = await payWardBill()
const money = (amount: number) => `${formatAmount(amount, 'ETB')} ETB`.padStart(12)
const missing = ({ amount, amountReconciled, amountWaived }: (typeof parts)[number]['bill']) =>
  amount - amountReconciled - amountWaived
const rows = parts.map(
  ({ from, bill }) =>
    `${from.padEnd(8)} came ${money(bill.amountReconciled)}  waived ${money(bill.amountWaived)}  missing ${money(missing(bill))}  ${bill.status}`,
)
const problems = proposal.problems.map(({ row, code }) => `row ${row} of the remittance: ${code}`)
const verdict = agrees ? 'The parts add up to the bill.' : 'The parts DO NOT add up to the bill.'
process.stdout.write(`${[...rows, ...problems, verdict].join('\n')}\n`)
if (!agrees) process.exitCode = 1
