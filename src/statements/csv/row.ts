import type { StatementRecord } from '../../domain/reconciliation/statement-line.js'
import type { CsvRow } from './csv-rows.js'
import type { Header } from './header.js'
import { balanceReader, type CellOf, hasNoAmount, moneyReader } from './amounts.js'
import type { Plan } from './plan.js'
import { isNoReceipt } from '../receipt.js'
import { folded } from './text.js'

interface Days {
  valueDate: string
  bookedAt?: string
}

type Texts = Partial<Record<'reference' | 'narration' | 'providerTransactionId' | 'lineId', string>>

function joined(columns: readonly string[] | undefined, cell: CellOf): string {
  const texts = (columns ?? []).map((column) => (cell(column) ?? '').trim())
  return texts.filter((text) => text !== '').join(' ')
}

function daysOf({ columns, readDate }: Plan, cell: CellOf): Days | string {
  const bookedText = joined(columns.bookedAt, cell)
  const valueText = joined(columns.valueDate === undefined ? [] : [columns.valueDate], cell)
  const booked = bookedText === '' ? null : readDate(bookedText)
  const value = valueText === '' ? booked : readDate(valueText)
  if (bookedText !== '' && !booked) return 'bookedAt is not a date of the given patterns'
  if (!value) return valueText === '' ? 'the date is missing' : 'valueDate is not a date of the given patterns'
  return { valueDate: value.day, ...(booked?.at && { bookedAt: booked.at }) }
}

function textsOf({ columns, upperCaseTransactionId }: Plan, cell: CellOf): Texts {
  const texts: Texts = {}
  for (const name of ['reference', 'providerTransactionId', 'lineId'] as const) {
    const column = columns[name]
    const text = column === undefined ? '' : (cell(column) ?? '').trim()
    if (text !== '' && !(name === 'providerTransactionId' && isNoReceipt(text))) texts[name] = text
  }
  const narration = joined(columns.narration, cell)
  if (narration !== '') texts.narration = narration
  if (upperCaseTransactionId && texts.providerTransactionId !== undefined)
    texts.providerTransactionId = texts.providerTransactionId.toUpperCase()
  return texts
}

/** A row without an amount, and its narration. */
interface NoLine {
  readonly narration: string
}

/** A row as a record, or as no line; `null` for one that does not count, `undefined` for one without any text. */
export type ReadRow = StatementRecord | NoLine | null | undefined

export function isNoLine(read: ReadRow): read is NoLine {
  return !!read && !('row' in read)
}

/** Reads the rows below `header`. */
export function rowReader(plan: Plan, { positions, width }: Header): (row: CsvRow) => ReadRow {
  const readMoney = moneyReader(plan)
  const readBalance = balanceReader(plan)
  const { only } = plan

  return ({ row, cells, isTorn }) => {
    if (isTorn) return { row, rejected: 'the row has a quote without counterpart, so that lines may have run together' }
    if (cells.every((cell) => cell.trim() === '')) return undefined
    // A delimiter in a text without quotes has shifted the columns: an amount of 1,500.00 would be 1.
    if (cells.length > width && cells.slice(width).some((cell) => cell.trim() !== ''))
      return { row, rejected: 'the row has more cells than the header' }

    const cell: CellOf = (column) => cells[positions.get(column) ?? -1]
    if (only) {
      const value = cell(only.column)
      // Most likely the file was cut off here: rows that moved no money have this column too.
      if (value === undefined && !hasNoAmount(plan, cell))
        return { row, rejected: 'the row ends before the column that decides whether it counts' }
      if (value !== undefined && !only.values.has(folded(value))) return null
    }
    const texts = textsOf(plan, cell)
    // What has a number of its own is a movement.
    const hasNumber = texts.providerTransactionId !== undefined || texts.lineId !== undefined
    if (!hasNumber && hasNoAmount(plan, cell)) return { narration: texts.narration ?? '' }
    const days = daysOf(plan, cell)
    if (typeof days === 'string') return { row, rejected: days }
    const money = readMoney(cell)
    if (typeof money === 'string') return { row, rejected: money }
    const balance = readBalance(cell, money.currency)
    return { row, ...money, ...days, ...texts, ...(balance !== undefined && { balance }) }
  }
}
