import { positionOf } from '../csv/column.js'
import type { ReadDate } from '../csv/dates.js'
import type { Header } from '../csv/header.js'
import type { Plan } from '../csv/plan.js'
import { joined, type ReadRow, type RowOfCells, tableReader } from '../csv/row.js'
import { collapsed } from '../csv/text.js'
import { dayMs } from '../../domain/instant.js'
import type { SheetCell } from './cell.js'
import type { SheetRow } from './rows.js'

/** The most digits of a number that a double keeps, and so a spreadsheet. */
const maxDigits = 15
const maxAmount = 10 ** maxDigits - 1

const identifiers = ['reference', 'providerTransactionId', 'lineId'] as const
const amounts = ['amount', 'credit', 'debit'] as const

type NumberCell = Extract<SheetCell, { kind: 'number' }>

/** Returns a number as a reference; `null` where its format shows it otherwise, or it may have lost digits. */
function identifierOf({ text, format }: NumberCell): string | null {
  if (text.replace(/\D/g, '').length > maxDigits) return null
  if (format.kind === 'general') return text
  if (format.kind !== 'zeros' || !/^-?\d+$/.test(text)) return null
  return text.startsWith('-') ? `-${text.slice(1).padStart(format.digits, '0')}` : text.padStart(format.digits, '0')
}

type DateCell = Extract<SheetCell, { kind: 'date' }>

/** Returns the local time of one cell with a date, or of a cell with a day and one with a time of day. */
function timeOf(cells: readonly DateCell[]): { ms: number; hasTime: boolean } | null {
  const [first, second, third] = cells
  if (!first || third) return null
  if (!second) return first.ms === null ? null : { ms: first.ms, hasTime: first.hasTime }
  const day = [first, second].find(({ ms }) => ms !== null)
  const time = [first, second].find(({ timeOfDay }) => timeOfDay !== null)
  if (!day || !time || day === time || day.ms! % dayMs !== 0) return null
  return { ms: day.ms! + time.timeOfDay! * 1000, hasTime: true }
}

/** Reads the rows of a sheet below its header, by the same plan as rows of CSV. */
export function sheetRowReader(plan: Plan, { positions }: Header): (row: SheetRow) => ReadRow {
  const { columns } = plan
  const read = tableReader(plan)
  const keysOf = (roles: readonly (keyof Plan['columns'])[]) => roles.flatMap((role) => columns[role] ?? [])
  const amountKeys = new Set(keysOf(amounts))
  const decimalKeys = new Set([...amountKeys, ...keysOf(['balance'])])
  const identifierKeys = new Set(keysOf(identifiers))

  function textOf(key: string, cell: SheetCell | undefined): string {
    if (cell?.kind !== 'number') return cell?.text ?? ''
    if (decimalKeys.has(key)) return cell.text.replace('.', plan.decimal)
    return identifierKeys.has(key) ? (identifierOf(cell) ?? '') : cell.text
  }

  function problemOf(key: string, cell: SheetCell | undefined): string | null {
    if (cell?.kind === 'unreadable') return cell.problem
    if (cell?.kind === 'date' && amountKeys.has(key)) return 'the amount is a date'
    if (!identifierKeys.has(key)) return null
    if (cell?.kind === 'date') return 'a reference, receipt or lineId is a date'
    if (cell?.kind === 'number' && identifierOf(cell) === null)
      return 'a reference, receipt or lineId is a number of more than 15 digits, or in a format that may show others'
    return null
  }

  /** Returns true for the header of a new page. */
  function isHeader(cells: ReadonlyMap<string, SheetCell>): boolean {
    return plan.all.every((column) => {
      if (column.at !== null) return true
      const text = collapsed(cells.get(column.key)?.text ?? '')
      return positionOf({ ...column, nth: 1 }, [text], plan.spellings.get(column.name)) === 0
    })
  }

  return ({ row, cells: all }) => {
    const cells = new Map<string, SheetCell>()
    for (const [key, position] of positions) {
      const cell = all.get(position)
      if (cell) cells.set(key, cell)
    }
    const cell = (key: string) => textOf(key, cells.get(key))
    function date(keys: readonly string[]): ReadDate | null | undefined {
      const filled = keys.flatMap((key) => cells.get(key) ?? [])
      if (filled.length === 0) return undefined
      const dates = filled.flatMap((one) => (one.kind === 'date' ? [one] : []))
      if (dates.length < filled.length) return plan.readDate(joined(keys, cell))
      const time = timeOf(dates)
      return time && plan.readLocalTime(time.ms, time.hasTime)
    }
    function problem(): string | null {
      for (const [key, one] of cells) {
        const reason = problemOf(key, one)
        if (reason !== null) return reason
      }
      return null
    }
    function amountProblem(amount: number): string | null {
      const isNumber = [...amountKeys].some((key) => cells.get(key)?.kind === 'number')
      return isNumber && amount > maxAmount
        ? `the amount has more than ${maxDigits} digits, which a number cell does not keep`
        : null
    }
    const table: RowOfCells = { row, cell, date, problem, amountProblem }
    const record = read(table)
    const isLine = !record || 'amount' in record
    return !isLine && plan.hasHeader && isHeader(cells) ? undefined : record
  }
}
