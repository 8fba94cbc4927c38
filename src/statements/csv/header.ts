import { maxColumns, positionOf, shownColumn } from './column.js'
import type { Plan } from './plan.js'
import { collapsed } from './text.js'

/** The positions of the mapped columns by their keys, counted from 0, and the most cells of a row. */
export interface Header {
  positions: ReadonlyMap<string, number>
  width: number
}

/** Makes the header of a file without a header row. */
export function numberedHeader({ all }: Plan): Header {
  return { positions: new Map(all.map(({ key, at }) => [key, at!])), width: Infinity }
}

/** Returns the mapped columns that are not among these cells, as an error names them. */
export function missingIn(cells: readonly string[], { all, spellings }: Plan): string[] {
  const present = cells.map(collapsed)
  return all.filter((one) => positionOf(one, present, spellings.get(one.name)) < 0).map(shownColumn)
}

/** Returns the header in these cells; `null` unless every mapped column is there. */
export function headerOf(cells: readonly string[], { all, minCells, spellings }: Plan): Header | null {
  if (cells.length < minCells || cells.length > maxColumns) return null
  const present = cells.map(collapsed)
  const positions = new Map(all.map((one) => [one.key, positionOf(one, present, spellings.get(one.name))]))
  return [...positions.values()].includes(-1) ? null : { positions, width: cells.length }
}
