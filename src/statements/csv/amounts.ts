import { minorUnitExponent } from '../../domain/currencies.js'
import { parseAmount, parseSum } from '../../domain/money.js'
import type { StatementLine } from '../../domain/reconciliation/statement-line.js'
import { canBeReadTwoWays, twoWays } from '../two-ways.js'
import { amountReader, type WrittenAmount } from './decimal.js'
import type { Plan } from './plan.js'
import { folded } from './text.js'

type Money = Pick<StatementLine, 'direction' | 'amount' | 'currency'>

/** The text in a column of a row; `undefined` where the row is too short to have it. */
export type CellOf = (column: string) => string | undefined

/** An amount, and the column it stands in. */
interface AmountCell {
  field: 'amount' | 'credit' | 'debit'
  direction: 'credit' | 'debit'
  written: WrittenAmount
}

/** The text that exports write where there is no money. */
const blank = /^[\s\-\u2013\u2014]*$/

function currencyOf(plan: Plan, cell: CellOf, written: WrittenAmount): { currency: string } | string {
  const column = plan.columns.currency
  const writtenCode = column === undefined ? '' : (cell(column) ?? '').trim().toUpperCase()
  const currency = writtenCode || plan.currency || written.currency
  if (!currency) return 'currency is missing'
  if (minorUnitExponent(currency) === undefined) return 'currency is not an active ISO 4217 code with minor units'
  if (written.currency !== null && written.currency !== currency) return 'the amount names another currency'
  return { currency }
}

/** Returns true where a row has no amount at all, not even one of zero. */
export function hasNoAmount({ columns: { amount, credit, debit } }: Plan, cell: CellOf): boolean {
  const isEmpty = (column: string | undefined) => column === undefined || blank.test(cell(column) ?? '')
  return amount === undefined ? isEmpty(credit) && isEmpty(debit) : (cell(amount) ?? '').trim() === ''
}

/**
 * Makes a function that reads the balance in a row, in minor units of its currency; `undefined` where there is none, or
 * none that can be read.
 */
export function balanceReader({ decimal, columns }: Plan): (cell: CellOf, currency: string) => number | undefined {
  const read = amountReader(decimal)
  return (cell, currency) => {
    const written = columns.balance === undefined ? null : read(cell(columns.balance) ?? '')
    if (!written || (written.currency !== null && written.currency !== currency)) return undefined
    if (!written.isGrouped && canBeReadTwoWays(written.digits, currency)) return undefined
    const units = Number(parseSum(written.digits, currency) ?? NaN)
    if (!Number.isSafeInteger(units)) return undefined
    return written.sign === '-' && units !== 0 ? -units : units
  }
}

/**
 * Makes a function that reads the amount and the direction of a row, or returns the reason why they are not certain.
 */
export function moneyReader(plan: Plan): (cell: CellOf) => Money | string {
  const read = amountReader(plan.decimal)
  const { debitWhen } = plan
  const { amount: amountColumn, credit: creditColumn, debit: debitColumn } = plan.columns
  /** Returns the direction of an amount: CR and DR name it, whatever the sign of the others means. */
  const directionOf = ({ sign, isMarked }: WrittenAmount): 'credit' | 'debit' =>
    (sign === '-') === (plan.positive === 'credit' || isMarked) ? 'debit' : 'credit'
  const unreadable = `is not a number with the decimal mark ${plan.decimal}`

  function inOneColumn(column: string, cell: CellOf): AmountCell | string {
    const text = cell(column) ?? ''
    if (text.trim() === '') return 'amount is missing'
    const written = read(text)
    if (!written) return `amount ${unreadable}`
    if (!debitWhen) return { field: 'amount', direction: directionOf(written), written }
    const mark = cell(debitWhen.column)
    if (mark === undefined) return 'the row has no cell that marks a debit'
    const isDebit = debitWhen.values.has(folded(mark))
    if (!isDebit && written.sign === '-') return 'amount is negative, yet the row is not a debit'
    if (isDebit && written.isMarked && written.sign === '+') return 'amount has CR, yet the row is a debit'
    return { field: 'amount', direction: isDebit ? 'debit' : 'credit', written }
  }

  function inTwoColumns(cell: CellOf): AmountCell | string {
    const amounts: AmountCell[] = []
    for (const [direction, column] of [
      ['credit', creditColumn],
      ['debit', debitColumn],
    ] as const) {
      const text = column === undefined ? '' : (cell(column) ?? '')
      if (blank.test(text)) continue
      const written = read(text)
      if (!written) return `${direction} ${unreadable}`
      if (written.isZero) continue
      if (direction === 'credit' && written.sign === '-') return 'credit is negative'
      if (direction === 'debit' && written.isMarked && written.sign === '+') return 'debit has CR'
      amounts.push({ field: direction, direction, written })
    }
    if (amounts.length > 1) return 'credit and debit are both filled'
    return amounts[0] ?? 'credit and debit are both empty'
  }

  return (cell) => {
    const amountCell = amountColumn === undefined ? inTwoColumns(cell) : inOneColumn(amountColumn, cell)
    if (typeof amountCell === 'string') return amountCell
    const { field, direction, written } = amountCell
    if (written.isZero) return `${field} is zero`
    const named = currencyOf(plan, cell, written)
    if (typeof named === 'string') return named
    const amount = parseAmount(written.digits, named.currency)
    if (amount === null) return `${field} has more decimals than its currency, or is too large`
    if (!written.isGrouped && canBeReadTwoWays(written.digits, named.currency)) return `${field} ${twoWays}`
    return { direction, amount, currency: named.currency }
  }
}
