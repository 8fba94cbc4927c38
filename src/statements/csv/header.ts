import type { Plan } from './plan.js'
import { collapsed } from './text.js'

/** Where the mapped columns are, counted from 0, and how many cells a row has at most. */
export interface Header {
  positions: ReadonlyMap<string, number>
  width: number
}

/** What a file without a header row has in place of it. */
export function numberedHeader({ names }: Plan): Header {
  return { positions: new Map(names.map((name) => [name, Number(name) - 1])), width: Infinity }
}

/** The mapped columns that are not among these cells. */
export function missingIn(cells: readonly string[], { names }: Plan): string[] {
  const present = new Set(cells.map(collapsed))
  return names.filter((name) => !present.has(name))
}

/** Beyond what any export has, and the largest number that a column may have in place of a name. */
const mostColumns = 9999

/** `null` unless every mapped column is there; of columns with the same name the first counts. */
export function headerOf(cells: readonly string[], plan: Plan): Header | null {
  if (cells.length < plan.names.length || cells.length > mostColumns) return null
  const present = cells.map(collapsed)
  const positions = new Map(plan.names.map((name) => [name, present.indexOf(name)]))
  return [...positions.values()].includes(-1) ? null : { positions, width: cells.length }
}
