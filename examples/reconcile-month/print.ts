/** The month as a page of text. */
import { parse } from 'csv-parse/sync'
import { parseAmount } from 'hospital-payments'
import { layOut, type Section } from '../collect-payments/sections.js'
import { money, type Style, table } from '../collect-payments/text.js'
import type { November } from './month.js'

const kes = (amount: number | bigint | string | null) => (amount === null ? 'not stated' : money(amount, 'KES'))

function filesSection({ files, rule, ruleSettled }: November): Section {
  const rows = files.flatMap(({ fileName, format, imported }) =>
    imported.lines.map(({ direction, outcome, count, amount }, at) => [
      ...(at === 0 ? [fileName, format] : ['', '']),
      direction ?? '',
      outcome,
      String(count),
      kes(amount),
    ]),
  )
  const remembered = `Behind the first file, "${rule.text}" was remembered as ${rule.category}: ${ruleSettled} line.`
  return { title: 'Three files', lines: [...table('llllrr', rows), remembered] }
}

function decisionsSection({ decided, stillOpen }: November, style: Style): Section {
  const rows = decided.map(({ line: { account, valueDate, direction, amount, allocations }, why }) => [
    account,
    valueDate,
    kes(direction === 'credit' ? amount : -amount),
    allocations.map((one) => `${one.to === 'category' ? one.category : one.to} ${kes(one.amount)}`).join(' + '),
    why,
  ])
  const left = stillOpen === 0 ? style.good('No line is open.') : style.bad(`${stillOpen} lines are open.`)
  return { title: 'What a person decided', lines: [...table('llrll', rows), left] }
}

function closedSection({ closed }: November): Section {
  const rows = closed.map(({ account, through: { closed: closings, stopped } }) => [
    account,
    `${closings.length} days`,
    `${closings[0]!.day} to ${closings.at(-1)!.day}`,
    stopped === null ? '' : `stopped at ${stopped.day}: ${stopped.code}`,
  ])
  return { title: 'Days closed', lines: table('lrll', rows) }
}

function monthSection({ month }: November, style: Style): Section {
  const header = ['account', 'the bank opens', 'credits', 'debits', 'the bank closes', 'unexplained', 'difference']
  const rows = month.items.map(
    ({ account, statedOpening, credits, debits, statedClosing, unexplained, difference }) => [
      account,
      ...[statedOpening, credits, debits, statedClosing, unexplained, difference].map(kes),
    ],
  )
  const tied = month.items.every(({ difference }) => difference === '0')
  const verdict = tied ? style.good('The difference is 0.') : style.bad('THERE IS A DIFFERENCE.')
  return { title: `Tie-out of ${month.month}`, lines: [...table('lrrrrrr', [header, ...rows]), verdict] }
}

/** Returns the sums of the journal by account, which the host maps to its own. */
export function journalSums(journal: string): ReadonlyMap<string, { debit: bigint; credit: bigint }> {
  const sums = new Map<string, { debit: bigint; credit: bigint }>()
  const minor = (text: string) => (text === '' ? 0n : BigInt(parseAmount(text, 'KES')!))
  for (const { account, debit, credit } of parse<Record<'account' | 'debit' | 'credit', string>>(journal, {
    columns: true,
  })) {
    const sum = sums.get(account) ?? { debit: 0n, credit: 0n }
    sums.set(account, { debit: sum.debit + minor(debit), credit: sum.credit + minor(credit) })
  }
  return sums
}

const total = (sums: Iterable<bigint>) => [...sums].reduce((sum, amount) => sum + amount, 0n)

function journalTotals(journal: string) {
  const sums = [...journalSums(journal).values()]
  return { debit: total(sums.map(({ debit }) => debit)), credit: total(sums.map(({ credit }) => credit)) }
}

function journalSection({ journal }: November): Section {
  const sums = [...journalSums(journal)].sort(([a], [b]) => (a < b ? -1 : 1))
  const totals = journalTotals(journal)
  const rows = [...sums, ['all', totals] as const].map(([account, { debit, credit }]) => [
    account,
    kes(debit),
    kes(credit),
    kes(debit - credit),
  ])
  return {
    title: 'The journal, by account',
    lines: table('lrrr', [['account', 'debit', 'credit', 'balance'], ...rows]),
  }
}

export function isDone({ stillOpen, closed, month, journal }: November): boolean {
  const { debit, credit } = journalTotals(journal)
  return (
    stillOpen === 0 &&
    closed.every(({ through }) => through.stopped === null) &&
    month.items.every(({ difference }) => difference === '0') &&
    debit === credit
  )
}

export function printNovember(november: November, style: Style): string {
  return layOut(
    [
      filesSection(november),
      decisionsSection(november, style),
      closedSection(november),
      monthSection(november, style),
      journalSection(november),
    ],
    style,
  )
}
