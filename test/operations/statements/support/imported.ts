import type { StatementLine } from 'hospital-payments'
import { expect } from 'vitest'
import { minute, type TestService } from '../../../support/service.js'

export const account = 'cbe-1000'

export function credit(overrides: Partial<StatementLine> = {}): StatementLine {
  return { row: 1, direction: 'credit', amount: 1000, currency: 'ETB', valueDate: '2026-11-18', ...overrides }
}

export function rows(...lines: readonly StatementLine[]): StatementLine[] {
  return lines.map((line, i) => ({ ...line, row: i + 1 }))
}

const ofLines = ['other_account', 'other_layout', 'id_repeats', 'possible_duplicates']

/** Imports a file, and returns the count of each outcome and its warnings, which are those of its preview too. */
export async function imported({ payments, clock }: TestService, lines: StatementLine[], name = account) {
  clock.advance(minute)
  const preview: string[] = []
  let noticed: readonly string[] = []
  for await (const item of payments.reconcile(lines, { account: name })) {
    if (item.kind === 'line') preview.push(item.outcome)
    if (item.kind === 'summary') noticed = item.warnings ?? []
  }
  const done = await payments.statements.import(lines, { account: name })
  expect(done.warnings.map(({ code }) => code).filter((code) => ofLines.includes(code))).toEqual(noticed)
  const counts = done.lines.map(({ outcome, count }) => `${outcome} ${count}`)
  const ofPreview = [...new Set(preview)].map((one) => `${one} ${preview.filter((other) => other === one).length}`)
  expect(ofPreview.sort()).toEqual([...counts].sort())
  return { counts, noticed }
}
