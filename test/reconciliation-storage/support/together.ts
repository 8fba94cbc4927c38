/** Reports that several runs at once must make, each of its own file. */
import type { LineItem } from 'hospital-payments'
import { expect } from 'vitest'
import { type Line, statementOf, writes } from './day.js'

/** Rows of another export of the same account, which names the same lines. */
const otherExport = 10_000

export const exportedAgain = (lines: readonly Line[]): Line[] =>
  lines.map((line) => ({ ...line, record: { ...line.record, row: line.record.row + otherExport } }))

export const ofGroups = (lines: readonly Line[], first: number, last: number) =>
  lines.filter(({ group }) => group >= first && group <= last)

/**
 * Lists the files that clerks may have on their desks at once, of three groups of bills; together they are the whole
 * statement.
 */
export function desksOf(groups: number): { name: string; files: readonly (readonly Line[])[] }[] {
  const lines = statementOf(groups)
  const end = groups - 1
  return [
    { name: 'one file, two clerks', files: [lines, lines] },
    { name: 'one file, five clerks', files: [lines, lines, lines, lines, lines] },
    { name: 'files that overlap', files: [ofGroups(lines, 0, end - 1), ofGroups(lines, 1, end)] },
    { name: 'files that overlap, the later days first', files: [ofGroups(lines, 1, end), ofGroups(lines, 0, end - 1)] },
    { name: 'two exports of the same lines', files: [lines, exportedAgain(lines)] },
  ]
}

/** Expects that each line that writes was written once, by one run, and that all other runs with the line report so. */
export function expectWrittenOnce(lines: readonly Line[], runs: readonly (readonly LineItem[])[]): void {
  const reported = new Map<number, LineItem[]>()
  for (const item of runs.flat()) {
    const row = item.row % otherExport
    reported.set(row, [...(reported.get(row) ?? []), item])
  }
  const saidOf = (row: number, isWriter: boolean) =>
    (reported.get(row) ?? []).filter(({ applied }) => applied === isWriter).map(({ outcome }) => outcome)
  const actual = lines.map(({ record: { row } }) => ({
    row,
    writers: saidOf(row, true),
    others: [...new Set(saidOf(row, false))],
  }))
  const expected = lines.map((line) => {
    const { row } = line.record
    const isAlone = reported.get(row)!.length === 1
    return {
      row,
      writers: writes(line) ? [line.outcome] : [],
      others: writes(line) ? (isAlone ? [] : ['already_reconciled']) : [line.outcome],
    }
  })
  expect(actual).toEqual(expected)
}
