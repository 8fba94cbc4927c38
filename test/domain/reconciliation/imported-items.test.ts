import { describe, expect, it } from 'vitest'
import { ImportedItems } from '../../../src/domain/reconciliation/imported-items.js'
import type { LineItem } from '../../../src/domain/reconciliation/items.js'
import { stated } from './support/lines.js'

const item = (row: number, fields: Partial<LineItem>) => ({ kind: 'line', row, ...fields }) as LineItem
const lineOf = (row: number, valueDate: string) => item(row, { line: stated({ row, valueDate }) })
const rejected = (row: number) => item(row, { line: null, reason: 'no amount' })

describe('ImportedItems', () => {
  it('have the first and the last day of the lines, in whatever order the file has them', () => {
    const items = new ImportedItems()
    for (const [row, day] of ['2026-11-19', '2026-11-21', '2026-11-18', '2026-11-19'].entries())
      items.add(lineOf(row + 1, day))
    expect(items.importFields()).toMatchObject({ from: '2026-11-18', to: '2026-11-21' })
    expect([...items.linesOfDay]).toEqual([
      ['2026-11-19', 2],
      ['2026-11-21', 1],
      ['2026-11-18', 1],
    ])
  })

  it('have no day and no payment without a line', () => {
    expect(new ImportedItems().importFields()).toEqual({
      lines: [],
      payments: [],
      rejected: [],
      rejectedCount: 0,
      from: null,
      to: null,
    })
  })

  it('keep a thousand rejected rows with their reasons, and count all of them and the lines', () => {
    const items = new ImportedItems()
    for (let row = 1; row <= 1001; row++) items.add(rejected(row))
    items.add(lineOf(1002, '2026-11-19'))
    const fields = items.importFields()
    expect(fields.rejected).toHaveLength(1000)
    expect(fields.rejected.at(-1)).toEqual({ row: 1000, reason: 'no amount' })
    expect([fields.rejectedCount, items.rows]).toEqual([1001, 1002])
  })
})
