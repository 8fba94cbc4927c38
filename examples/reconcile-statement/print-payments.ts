import type { PaymentItem, SummaryItem } from 'hospital-payments'
import { more } from './print-run.js'
import type { Run } from './reconcile-once.js'
import { localTime, money, printable, type Section, section, table } from './text.js'

/** Lists the payments of the period by their outcomes, at several times. */
export function paymentSums(runs: readonly { readonly title: string; readonly summary: SummaryItem }[]): string[] {
  const keys = new Set(runs.flatMap(({ summary }) => summary.payments.map((sum) => `${sum.outcome} ${sum.currency}`)))
  if (keys.size === 0) return []
  const rows = [...keys].sort().map((key) => {
    const cells = runs.flatMap(({ summary }) => {
      const sum = summary.payments.find((one) => `${one.outcome} ${one.currency}` === key)
      return sum ? [String(sum.count), money(sum.amount, sum.currency)] : ['-', '']
    })
    return [key.split(' ')[0] ?? '', ...cells]
  })
  return table(`l${'rr'.repeat(runs.length)}`, [['outcome', ...runs.flatMap(({ title }) => ['', title])], ...rows])
}

const meanings: Record<PaymentItem['outcome'], string> = {
  matched: 'Paid, and on a statement',
  under_paid: 'Paid, and only a part of it on a statement',
  expected: 'Paid lately: their line is expected',
  missing_line: 'Said to be paid, but on no statement',
}

/** Lists the payments without a line, and those whose line is still expected. */
export function paymentSections({ notes }: Pick<Run, 'notes'>, timeZone: string): Section[] {
  return (['missing_line', 'under_paid', 'expected'] as const).map((outcome) => {
    const few = notes.payments.get(outcome)
    const rows = (few?.first ?? []).map(({ payment, amountReconciled }) => [
      printable(payment.reference),
      money(payment.amount, payment.currency),
      amountReconciled > 0 ? `${money(amountReconciled, payment.currency)} of it came` : payment.status,
      localTime(payment.paidAt, timeZone),
    ])
    return section(meanings[outcome], few ? [...table('lrll', rows), ...more(few, outcome)] : [], 'none')
  })
}
