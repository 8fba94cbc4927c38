import type { StatementRecord } from '../../domain/reconciliation/statement-line.js'
import type { CsvRow } from './csv-rows.js'
import type { ReadDate } from './dates.js'
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

export function joined(columns: readonly string[] | undefined, cell: CellOf): string {
  const texts = (columns ?? []).map((column) => (cell(column) ?? '').trim())
  return texts.filter((text) => text !== '').join(' ')
}

/** A row of a table, and how its cells are read. */
export interface RowOfCells {
  readonly row: number
  readonly cell: CellOf
  /** Reads the date in these columns: `undefined` where they are empty, `null` where it cannot be read. */
  readonly date: (columns: readonly string[]) => ReadDate | null | undefined
  /** Returns the reason why its cells cannot be read for certain; `null` for none. */
  readonly problem?: () => string | null
  /** Returns the reason why a cell with this amount cannot be relied on; `null` for none. */
  readonly amountProblem?: (amount: number) => string | null
}

function daysOf({ columns }: Plan, { date }: RowOfCells): Days | string {
  const booked = date(columns.bookedAt ?? [])
  const stated = date(columns.valueDate === undefined ? [] : [columns.valueDate])
  const value = stated === undefined ? booked : stated
  if (booked === null) return 'bookedAt is not a date of the given patterns'
  if (value === undefined) return 'the date is missing'
  if (value === null) return 'valueDate is not a date of the given patterns'
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

/** Reads rows of a table by a plan. */
export function tableReader(plan: Plan): (row: RowOfCells) => ReadRow {
  const readMoney = moneyReader(plan)
  const readBalance = balanceReader(plan)
  const { only } = plan

  return (cells) => {
    const { row, cell } = cells
    if (only) {
      const value = cell(only.column)
      // Most likely the file was cut off here: rows that moved no money have this column too.
      if (value === undefined && !hasNoAmount(plan, cell))
        return { row, rejected: 'the row ends before the column that decides whether it counts' }
      if (value !== undefined && !only.values.has(folded(value))) return null
    }
    const problem = cells.problem?.() ?? null
    if (problem !== null) return { row, rejected: problem }
    const texts = textsOf(plan, cell)
    // What has a number of its own is a movement.
    const hasNumber = texts.providerTransactionId !== undefined || texts.lineId !== undefined
    if (!hasNumber && hasNoAmount(plan, cell)) return { narration: texts.narration ?? '' }
    const days = daysOf(plan, cells)
    if (typeof days === 'string') return { row, rejected: days }
    const money = readMoney(cell)
    if (typeof money === 'string') return { row, rejected: money }
    const amountProblem = cells.amountProblem?.(money.amount) ?? null
    if (amountProblem !== null) return { row, rejected: amountProblem }
    const balance = readBalance(cell, money.currency)
    return { row, ...money, ...days, ...texts, ...(balance !== undefined && { balance }) }
  }
}

/** Reads the rows below `header`. */
export function rowReader(plan: Plan, { positions, width }: Header): (row: CsvRow) => ReadRow {
  const read = tableReader(plan)
  return ({ row, cells, isTorn }) => {
    if (isTorn) return { row, rejected: 'the row has a quote without counterpart, so that lines may have run together' }
    if (cells.every((cell) => cell.trim() === '')) return undefined
    // A delimiter in a text without quotes has shifted the columns: an amount of 1,500.00 would be 1.
    if (cells.length > width && cells.slice(width).some((cell) => cell.trim() !== ''))
      return { row, rejected: 'the row has more cells than the header' }
    const cell: CellOf = (column) => cells[positions.get(column) ?? -1]
    const date = (columns: readonly string[]) => {
      const text = joined(columns, cell)
      return text === '' ? undefined : plan.readDate(text)
    }
    return read({ row, cell, date })
  }
}
