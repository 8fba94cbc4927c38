/** The month as a page of text; no payer's name or phone number is on it. */
import { money, type Style, table } from '../collect-payments/text.js'
import { layOut, type Section } from '../collect-payments/sections.js'
import type { LineReport, November, SettledAccount } from './november.js'

const signed = ({ line: { direction, amount, currency } }: LineReport) =>
  money(direction === 'credit' ? amount : -amount, currency)

function lineRow(report: LineReport): string[] {
  const { line, ruleOutcome, became, found, why } = report
  const parts = became.map(({ of, amount }) => `${of} ${money(amount, line.currency)}`)
  const destinations = parts.length > 3 ? [...parts.slice(0, 2), `${parts.length - 2} more`] : parts
  const open = line.status === 'open' ? 'STILL OPEN' : destinations.join(' + ')
  const reason = [why, found].filter((text) => text !== '').join('; ')
  return [String(line.row), line.valueDate, signed(report), ruleOutcome, open, reason]
}

function linesSection({ account, imported, lines }: SettledAccount): Section {
  const header = ['row', 'day', 'amount', 'the rules said', 'what became of it', 'why']
  const title = `${account.fileName}: ${lines.length} lines`
  const warnings = imported.warnings.map(
    ({ code, day }) => `Look at this: ${code}${day === undefined ? '' : ` from ${day}`}`,
  )
  return { title, lines: [...table('rlrlll', [header, ...lines.map(lineRow)]), ...warnings] }
}

function tieOutSection({ account, days }: SettledAccount, style: Style): Section {
  const header = ['day', 'credits - debits', 'payments', 'categories', 'other lines', 'open', 'difference']
  const rows = days.map(({ currency, day, moved, went, difference }) => [
    day,
    money(moved, currency),
    ...[went.payment, went.category, went.line, went.open].map((amount) => money(amount, currency)),
    money(difference, currency),
  ])
  const tied = days.every(({ difference }) => difference === 0n)
  const verdict = tied ? style.good('The difference is 0 on every day.') : style.bad('THERE IS A DIFFERENCE.')
  return { title: `${account.account}: does it tie out?`, lines: [...table('lrrrrrr', [header, ...rows]), verdict] }
}

function againSection({ account, again }: SettledAccount): Section {
  const rows = again.lines.map(({ direction, outcome, count, amount, currency }) => [
    outcome,
    direction ?? '',
    String(count),
    currency === null ? '' : money(amount, currency),
  ])
  return { title: `${account.fileName}, imported again`, lines: table('llrr', rows) }
}

export function isDone({ accounts, attention }: November): boolean {
  const knows = (outcome: string) => outcome === 'already_reconciled' || outcome === 'set_aside'
  return (
    attention.openLines.length === 0 &&
    accounts.every(({ days }) => days.every(({ difference }) => difference === 0n)) &&
    accounts.every(({ again }) => again.lines.every(({ outcome }) => knows(outcome)))
  )
}

function waitingSection({ attention }: November, style: Style): Section {
  const { openLines, underPaid, missingLines } = attention
  const sums = (counts: typeof missingLines) =>
    counts.map(({ count, amount, currency }) => `${count} of ${money(amount, currency)}`).join(', ') || 'none'
  const rows = [
    ['open lines', openLines.length === 0 ? style.good('none') : style.bad(`${openLines.length} sums`)],
    ['bills that are paid in part', sums(underPaid.map((sum) => ({ ...sum, amount: sum.asked })))],
    ['bills that count as paid, and whose money is missing', sums(missingLines)],
  ]
  return { title: 'What waits for people', lines: table('ll', rows) }
}

export function printNovember(november: November, style: Style): string {
  const { accounts } = november
  return layOut(
    [
      ...accounts.map(linesSection),
      ...accounts.map((account) => tieOutSection(account, style)),
      waitingSection(november, style),
      ...accounts.map(againSection),
    ],
    style,
  )
}
