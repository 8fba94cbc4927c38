import type { HospitalPayments, PaymentTotal } from 'hospital-payments'
import type { Section } from './sections.js'
import { money, table } from './text.js'

const dayMs = 86_400_000

function daysBetween(from: string, to: string): string[] {
  const count = (Date.parse(to) - Date.parse(from)) / dayMs + 1
  return Array.from({ length: count }, (_, day) => new Date(Date.parse(from) + day * dayMs).toISOString().slice(0, 10))
}

function countOf(items: readonly PaymentTotal[]): number {
  return items.reduce((sum, { count }) => sum + count, 0)
}

/** Lists created and paid payments by the hospital's own calendar days; both bounds belong to the range. */
export async function dayTable(
  payments: HospitalPayments,
  from: string,
  to: string,
  currencies: readonly string[],
): Promise<Section> {
  const rows: string[][] = []
  for (const day of daysBetween(from, to)) {
    const range = { from: day, to: day }
    const created = await payments.totals(range)
    const paid = await payments.totals({ ...range, basis: 'paidAt', status: 'succeeded' })
    const sums = currencies.map((code) => {
      const amounts = paid.items.filter(({ currency }) => currency === code).map(({ amount }) => BigInt(amount))
      return money(
        amounts.reduce((sum, amount) => sum + amount, 0n),
        code,
      )
    })
    rows.push([day, String(countOf(created.items)), String(countOf(paid.items)), ...sums])
  }
  const header = ['day', 'asked for', 'paid', ...currencies.map(() => 'amount paid')]
  return { title: 'Days', lines: table(`lrr${'r'.repeat(currencies.length)}`, [header, ...rows]) }
}
