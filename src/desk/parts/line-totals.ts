/** The number and the sum of the lines that a filter shows, by currency and direction. */
import { isReportDay, plusDays } from '../../domain/calendar.js'
import { type AccountLine, openOfLine } from '../../domain/reconciliation/account-line.js'
import { sortedByText } from '../../internal/sorted-by-text.js'
import { groupDigits, type Html, markup } from './html.js'
import type { View } from './view.js'

export type LineTotal = Awaited<ReturnType<View['payments']['lines']['totals']>>[number]

/** The most days of lines that are added up without a request for it; more are read only on request. */
const maxDays = 31

/** Checks that lines are few enough to be added up with each page: open ones, those of an import, or those of a month. */
export function areFew({ status, importId, from, to }: Readonly<Record<string, unknown>>): boolean {
  if (status === 'open' || importId !== undefined) return true
  if (typeof from !== 'string' || typeof to !== 'string' || !isReportDay(from) || !isReportDay(to)) return false
  return to < plusDays(from, maxDays)
}

/** Adds up the lines of a page that has all lines of its filter. */
export function totalsOfPage(lines: readonly AccountLine[]): readonly LineTotal[] {
  const sums = new Map<string, Omit<LineTotal, 'amount' | 'open'> & { amount: bigint; open: bigint }>()
  for (const line of lines) {
    const { currency, direction } = line
    const name = `${currency}\n${direction}`
    const { count, amount, open } = sums.get(name) ?? { count: 0, amount: 0n, open: 0n }
    const sum = { amount: amount + BigInt(line.amount), open: open + BigInt(openOfLine(line)) }
    sums.set(name, { currency, direction, count: count + 1, ...sum })
  }
  return sortedByText([...sums], ([name]) => name).map(([, { amount, open, ...total }]) => {
    return { ...total, amount: String(amount), open: String(open) }
  })
}

/** Counts all that sums are of. */
export function countOf(sums: readonly { readonly count: number }[]): number {
  return sums.reduce((sum, { count }) => sum + count, 0)
}

/** Writes totals, one a currency and direction. */
export function totalsList(view: View, totals: readonly LineTotal[]): Html {
  return markup`<ul class="totals">
    ${totals.map(({ currency, direction, count, amount, open }) => {
      const values = {
        direction: view.t(`direction.${direction}`),
        count: groupDigits(count),
        amount: view.money(amount, currency),
        open: view.money(open, currency),
      }
      return markup`<li>${view.t(open === amount ? 'lines.total' : 'lines.totalOpen', values)}</li>`
    })}
  </ul>`
}
