import { copied } from '../copied.js'
import { maxColumns } from '../csv/column.js'
import { badStatement } from '../input.js'
import { cellOf, type SheetCell } from './cell.js'
import type { Sheet, Workbook } from './workbook.js'
import { type Attributes, xmlPart } from './xml-part.js'

/** A row of a sheet that has a cell with something in it. */
export interface SheetRow {
  readonly row: number
  /** The cells that are asked for, by their columns, counted from 0. */
  readonly cells: ReadonlyMap<number, SheetCell>
}

/** The rows of a sheet, and the characters of a cell. */
const maxRows = 1_048_576
const maxCellLength = 65_536

function damaged(): Error {
  return badStatement('is a spreadsheet (.xlsx) that is damaged: save it again, or save it as CSV')
}

/** Returns the column of a cell by its name, counted from 0: `B7` is 1. */
function columnOf(reference: string): number {
  const letters = /^[A-Z]{1,3}(?=\d{1,7}$)/.exec(reference)?.[0]
  if (letters === undefined) throw damaged()
  let number = 0
  for (let at = 0; at < letters.length; at++) number = number * 26 + letters.charCodeAt(at) - 64
  return number - 1
}

/**
 * Reads the rows of a sheet as they come, those without a cell left out.
 *
 * @param isAskedFor is given the number of a column, counted from 0
 */
export async function* rowsOf(
  workbook: Workbook,
  { file }: Sheet,
  isAskedFor: (column: number) => boolean,
): AsyncGenerator<SheetRow[]> {
  let rows: SheetRow[] = []
  let isInData = false
  let row = 0
  let column = -1
  let cells = new Map<number, SheetCell>()
  let isEmpty = true
  let attributes: Attributes = {}
  let hasValue = false
  let hasFormula = false
  let value = ''
  /** The number of open elements of a pronunciation, which is no part of a text. */
  let hidden = 0

  function openCell(written: Attributes): void {
    attributes = written
    column = written['r'] === undefined ? column + 1 : columnOf(written['r'])
    hasValue = hasFormula = false
    value = ''
  }
  function endCell(): void {
    const { t: type = 'n', s: style = '' } = attributes
    const isKept = column < maxColumns && isAskedFor(column)
    if (!isKept && !isEmpty) return
    const format = workbook.formatOf(style)
    const cell = cellOf({ type, value, hasValue, hasFormula, format }, workbook.is1904, workbook.sharedText)
    if (!cell) return
    isEmpty = false
    if (isKept) cells.set(column, cell.kind === 'text' ? { kind: 'text', text: copied(cell.text) } : cell)
  }

  const parts = xmlPart(file, {
    opened(name, written) {
      if (name === 'sheetData') isInData = true
      if (!isInData) return false
      if (hidden > 0 || name === 'rPh') hidden++
      else if (name === 'row') {
        const number = written['r'] === undefined ? row + 1 : Number(written['r'])
        if (!Number.isInteger(number) || number <= row || number > maxRows) throw damaged()
        row = number
        column = -1
        cells = new Map()
        isEmpty = true
      } else if (name === 'c') openCell(written)
      else if (name === 'f') hasFormula = true
      else if (name === 'v' || name === 't') {
        hasValue = true
        return true
      }
      return false
    },
    text(part) {
      value += part
      if (value.length > maxCellLength) throw badStatement(`has a cell of more than ${maxCellLength} characters`)
    },
    closed(name) {
      if (!isInData) return
      if (hidden > 0) hidden--
      else if (name === 'sheetData') isInData = false
      else if (name === 'c') endCell()
      else if (name === 'row' && !isEmpty) rows.push({ row, cells })
    },
  })
  for (let part = await parts.next(); !part.done; part = await parts.next()) {
    yield rows
    rows = []
  }
  yield rows
}
