/** The parts of the printed report that both jobs share. */
import type { HospitalPayments, Payment, PaymentTotal } from 'hospital-payments'
import { allAgree, type Counted } from './check.js'
import type { Refusal } from './refusal.js'
import { localTime, money, type Style, table } from './text.js'

export interface Section {
  readonly title: string
  readonly lines: readonly string[]
}

export function layOut(sections: readonly Section[], style: Style): string {
  return (
    sections
      .map(({ title, lines }) => [style.heading(title), ...lines.map((line) => `  ${line}`.trimEnd())].join('\n'))
      .join('\n\n') + '\n'
  )
}

export function instructions(payments: readonly Payment[]): Section {
  const lines = payments.map(({ amount, currency, channel, instructions: { message } }) => [
    channel,
    money(amount, currency),
    message,
  ])
  return { title: 'What a payer sees', lines: table('lrl', lines) }
}

const rowsShown = 6

/** Prints a line for each reason, the most frequent first, with the rows of the file where it can be looked up. */
export function refusals(title: string, refused: readonly Refusal[]): Section {
  if (refused.length === 0) return { title, lines: ['nothing'] }
  const groups = new Map<string, { code: string; reason: string; rows: number[] }>()
  for (const { row, code, reason } of refused) {
    const group = groups.get(code + reason) ?? { code, reason, rows: [] }
    groups.set(code + reason, group)
    group.rows.push(row)
  }
  const lines = [...groups.values()]
    .sort((a, b) => b.rows.length - a.rows.length)
    .map(({ code, reason, rows }) => {
      const some = rows.slice(0, rowsShown).join(', ') + (rows.length > rowsShown ? ', ...' : '')
      return [String(rows.length), code, `${rows.length === 1 ? 'row' : 'rows'} ${some}`, reason]
    })
  return { title, lines: table('rlll', lines) }
}

const pageRows = 12

export async function reportPage(
  payments: HospitalPayments,
  day: string | undefined,
  timeZone: string,
): Promise<Section> {
  const { items, nextCursor } = await payments.reportPayments({
    limit: pageRows,
    ...(day !== undefined && { from: day, to: day }),
  })
  const title = `Report page 1${day === undefined ? '' : `, ${day}`} (${timeZone})`
  if (items.length === 0) return { title, lines: ['No payments.'] }
  const rows = items.map(({ reference, amount, currency, status, paidAt }) => [
    reference,
    money(amount, currency),
    status,
    localTime(paidAt, timeZone),
  ])
  const more = nextCursor === null ? 'No further page.' : 'More follows: nextCursor leads to page 2.'
  return { title, lines: [...table('lrll', [['reference', 'amount', 'status', 'paid'], ...rows]), more] }
}

export function totalsTable(items: readonly PaymentTotal[]): Section {
  const order = (a: PaymentTotal, b: PaymentTotal) =>
    JSON.stringify([a.currency, a.channel]) < JSON.stringify([b.currency, b.channel]) ? -1 : 1
  const rows = items
    .toSorted(order)
    .map(({ currency, channel, status, count, amount }) => [channel, status, String(count), money(amount, currency)])
  if (rows.length === 0) return { title: 'Totals', lines: ['No payments.'] }
  return { title: 'Totals', lines: table('llrr', [['channel', 'status', 'payments', 'amount'], ...rows]) }
}

export function agreement(counted: readonly Counted[], style: Style): Section {
  const rows = counted.map(({ where, count, money: sums }) => [
    where,
    String(count),
    ...[...sums].sort().map(([currency, amount]) => money(amount, currency)),
  ])
  const verdict = allAgree(counted) ? style.good('They agree.') : style.bad('THEY DISAGREE.')
  return { title: 'Does it add up?', lines: [...table(`lr${'r'.repeat(9)}`, rows), verdict] }
}
