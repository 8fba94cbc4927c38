import type { LineItem, SummaryItem } from 'hospital-payments'
import type { StatementSummary } from 'hospital-payments/statements'
import { Few, peoplesMatter, type WentOut } from './notes.js'
import type { Run } from './reconcile-once.js'
import { Sums } from './sums.js'
import { counted, money, printable, type Section, section, type Style, table } from './text.js'

/** Shows the summary of the reader. */
export function readSection(
  title: string,
  { lines, rejected, credits, debits, statements }: StatementSummary,
): Section {
  const rows = [
    ['lines', lines.toLocaleString('en-US')],
    ['rejected rows', rejected.toLocaleString('en-US')],
    ['credits', Sums.of(credits).toText()],
    ['debits', Sums.of(debits).toText()],
  ]
  const balances = statements.slice(0, 10).map(({ opening, closing, addsUp }) => {
    const balanceText = (sum: typeof opening) => (sum ? money(sum.amount, sum.currency) : 'not given')
    const verdict = addsUp === null ? 'cannot be checked' : addsUp ? 'adds up' : 'DOES NOT ADD UP'
    return ['balances', `opening ${balanceText(opening)}, closing ${balanceText(closing)}: ${verdict}`]
  })
  if (statements.length === 0) balances.push(['balances', 'not given'])
  if (statements.length > 10) balances.push(['', `... and ${statements.length - 10} statements more`])
  return { title, lines: table('ll', [...rows, ...balances]) }
}

type LineSum = SummaryItem['lines'][number]

const keyOf = ({ outcome, direction, currency }: LineSum) => [outcome, direction ?? '', currency ?? ''].join(' ')

/** Outcomes of several runs side by side, in the library's order. */
export function outcomeSection(runs: readonly { readonly title: string; readonly summary: SummaryItem }[]): Section {
  const sums = runs.flatMap(({ summary }) => summary.lines)
  const keys = [...new Set(sums.map(keyOf))]
  const rows = keys.map((key) => {
    const [outcome = '', direction = ''] = key.split(' ')
    const cells = runs.flatMap(({ summary }) => {
      const sum = summary.lines.find((one) => keyOf(one) === key)
      if (!sum) return ['-', '']
      return [String(sum.count), sum.currency === null ? '' : money(sum.amount, sum.currency)]
    })
    return [outcome, direction, ...cells]
  })
  const header = ['outcome', '', ...runs.flatMap(({ title }) => ['', title])]
  return { title: 'What became of the lines', lines: table(`ll${'rr'.repeat(runs.length)}`, [header, ...rows]) }
}

const reasons: Partial<Record<LineItem['outcome'], string>> = { under_paid: 'less than is open; it was counted' }

function referencesOf({ line, allocations }: LineItem): string {
  const meant = [...new Set(allocations.map(({ reference }) => reference))]
  return printable(meant.length > 0 ? meant.join(', ') : (line?.reference ?? '-'))
}

export function more({ count, first }: Few<unknown>, what: string): string[] {
  const rest = count - first.length
  return rest > 0 ? [`... and ${rest.toLocaleString('en-US')} more ${what}: the CSV has them`] : []
}

/** Lists the lines that a person must look at. */
export function peopleSection({ notes }: Run): Section {
  const lists = peoplesMatter.flatMap((outcome) => notes.lines.get(outcome) ?? [])
  const items = lists.flatMap(({ first }) => first)
  const rest = peoplesMatter.flatMap((outcome) => more(notes.lines.get(outcome) ?? new Few(), outcome))
  const rows = items.map((item) => [
    String(item.row),
    item.line ? money(item.line.amount, item.line.currency) : '',
    item.outcome,
    referencesOf(item),
    item.reason ?? reasons[item.outcome] ?? '',
  ])
  const rowLines = table('rrlll', [['row', 'amount', 'outcome', 'reference', 'reason'], ...rows])
  const lines = items.length > 0 ? [...rowLines, ...rest] : []
  return section('For a person to look at', lines, 'nothing')
}

/** Lists the debits: the library never applies them. */
export function wentOutSection({ notes: { paidBack, partly }, summary }: Run): Section {
  const row = (what: string) => (one: WentOut) => [
    String(one.row),
    money(one.amount, one.currency),
    printable(one.reference),
    `of ${money(one.paid, one.currency)}: ${what}`,
  ]
  const rows = [
    ...paidBack.first.map(row('paid back? reverse it by hand')),
    ...partly.first.map(row('a charge, or a part paid back')),
  ]
  const all = summary.lines.filter(({ outcome }) => outcome === 'reversal_candidate')
  const others = all.reduce((sum, { count }) => sum + count, 0) - paidBack.count - partly.count
  const lines = [...table('rrll', rows), ...more(paidBack, 'paid back'), ...more(partly, 'charges or parts')]
  if (others > 0) lines.push(`${counted(others, 'other debit names', 'other debits name')} no payment`)
  return section('Money that went out', lines, 'nothing')
}

export function agreementSection({ counts, refused, agrees }: Run, style: Style): Section {
  const [read, ...others] = counts
  const less = refused.lines > 0 ? [{ where: 'of which refused afterwards', ...refused }] : []
  const rows = [...(read ? [read] : []), ...less, ...others].map(({ where, lines, credits, debits }) => [
    where,
    lines.toLocaleString('en-US'),
    credits.toText(),
    debits.toText(),
  ])
  const header = ['', 'lines', 'credits', 'debits']
  return { title: 'Does it add up?', lines: [...table('lrrr', [header, ...rows]), verdict(agrees, style)] }
}

export function verdict(agrees: boolean, style: Style): string {
  return agrees ? style.good('They agree.') : style.bad('THEY DISAGREE.')
}
