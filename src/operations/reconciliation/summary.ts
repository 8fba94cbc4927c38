import {
  type LineItem,
  lineOutcomes,
  type LineWarningCode,
  type PaymentItem,
  paymentOutcomes,
  type SummaryItem,
} from '../../domain/reconciliation/items.js'

interface Sum {
  count: number
  amount: bigint
}

function add(sums: Map<string, Sum>, key: string, amount: number): void {
  let sum = sums.get(key)
  if (!sum) sums.set(key, (sum = { count: 0, amount: 0n }))
  sum.count++
  sum.amount += BigInt(amount)
}

/** Sorts groups in the documented order of outcomes, then by direction and currency. */
function sorted<Outcome extends string>(sums: Map<string, Sum>, outcomes: readonly Outcome[]): [string[], Sum][] {
  const place = ([outcome = '', ...rest]: string[]) =>
    `${String(outcomes.indexOf(outcome as Outcome)).padStart(2)} ${rest.join(' ')}`
  return [...sums]
    .map(([key, sum]): [string[], Sum] => [key.split(' '), sum])
    .sort(([a], [b]) => (place(a) < place(b) ? -1 : 1))
}

/** The warnings in the order in which people look at them. */
const warningCodes: readonly LineWarningCode[] = ['other_account', 'other_layout', 'id_repeats', 'possible_duplicates']

/** Makes the summary, which counts and sums the items; a rejected line has neither direction nor amount. */
export function summaryOf() {
  const lines = new Map<string, Sum>()
  const payments = new Map<string, Sum>()
  return {
    addLine({ outcome, line }: LineItem): void {
      add(lines, line ? `${outcome} ${line.direction} ${line.currency}` : outcome, line?.amount ?? 0)
    },
    addPayment({ outcome, payment }: PaymentItem): void {
      add(payments, `${outcome} ${payment.currency}`, payment.amount)
    },
    item(notices: ReadonlySet<LineWarningCode>): SummaryItem {
      const warnings = warningCodes.filter((code) => notices.has(code))
      return {
        kind: 'summary',
        lines: sorted(lines, lineOutcomes).map(([[outcome, direction = null, currency = null], { count, amount }]) => ({
          outcome: outcome as LineItem['outcome'],
          direction: direction as SummaryItem['lines'][number]['direction'],
          currency,
          count,
          amount: `${amount}`,
        })),
        payments: sorted(payments, paymentOutcomes).map(([[outcome, currency], { count, amount }]) => ({
          outcome: outcome as PaymentItem['outcome'],
          currency: currency!,
          count,
          amount: `${amount}`,
        })),
        ...(warnings.length > 0 && { warnings }),
      }
    },
  }
}
