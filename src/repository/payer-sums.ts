import { depositOfLine } from '../domain/payers/deposit.js'
import type { Payment } from '../domain/payments/payment.js'
import type { AccountLine } from '../domain/reconciliation/account-line.js'
import { openAmount } from '../domain/payments/open-amount.js'
import type { PayerSum } from './finance-port.js'

/** Joins sums of bills and of deposits, by currency; each part has those that it knows. */
export function joinPayerSums(parts: Iterable<Pick<PayerSum, 'currency'> & Partial<PayerSum>>): PayerSum[] {
  const sums = new Map<string, PayerSum>()
  const add = (sum: string, more = '0') => `${BigInt(sum) + BigInt(more)}`
  for (const { currency, asked, open, deposit } of parts) {
    const sum = sums.get(currency) ?? { currency, asked: '0', open: '0', deposit: '0' }
    sums.set(currency, {
      currency,
      asked: add(sum.asked, asked),
      open: add(sum.open, open),
      deposit: add(sum.deposit, deposit),
    })
  }
  return [...sums.values()]
}

/** Adds up a payer's pending payments and open lines, by currency; a currency without a deposit has none of its lines. */
export function payerSums(pending: readonly Payment[], lines: readonly AccountLine[]): PayerSum[] {
  const deposits = lines.filter((line) => depositOfLine(line) > 0)
  return joinPayerSums([
    ...pending.map((payment) => {
      const { currency, amount } = payment
      return { currency, asked: `${amount}`, open: `${openAmount(payment)}` }
    }),
    ...deposits.map((line) => ({ currency: line.currency, deposit: `${depositOfLine(line)}` })),
  ])
}
