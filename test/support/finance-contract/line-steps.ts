/** Short ways for the cases of finance to store statement lines, and to name what is stored. */
import type { AccountLine, StoredAllocation } from '../../../src/domain/reconciliation/account-line.js'
import type { StoredRow } from '../../../src/repository/aggregates/aggregate.js'
import type { StoredImport } from '../../../src/repository/aggregates/imports.js'
import { notes, type StoredNote } from '../../../src/repository/aggregates/notes.js'
import { newRow } from '../../../src/repository/aggregates/rows.js'
import type { FinanceRepository, LinePageQuery, LinePosition } from '../../../src/repository/finance-port.js'
import type { Change, LineEntry, LookupResult, ReplaceOutcome } from '../../../src/repository/port.js'
import { equal } from '../../../src/testing/assert.js'
import { nextId } from '../../../src/testing/fixtures.js'
import { importFixture, lineChangeFixture, lineEntryFixture, lineFixture } from './line-fixtures.js'
import { brief, outcomeOf } from '../../../src/testing/steps.js'
import { saveImport } from '../../../src/operations/statements/stored-imports.js'

/** Writes a line in brief, so that a case names nothing but its own promise. */
export function briefLine(line: AccountLine | null | undefined): string {
  return line ? `${line.key} v${line.version}` : 'nothing'
}

/** Writes an answer in brief: `line_stale id:… v2`, `refunds stale ref_… v2`, `refunds key taken ref_… v2`. */
export function answerOf(answer: ReplaceOutcome): string {
  if (answer.outcome === 'row_stale') return `${answer.of} stale ${briefRow(answer.stored)}`
  if (answer.outcome === 'row_taken') return `${answer.of} ${answer.unique} taken ${briefRow(answer.stored)}`
  return answer.outcome === 'line_stale' ? `line_stale ${answer.key}: ${briefLine(answer.line)}` : outcomeOf(answer)
}

function briefRow(stored: StoredRow<object> | null): string {
  return brief((stored?.row ?? null) as { id: string; version: number } | null)
}

/** Stores lines with changes of payments, and returns the answer in brief, whatever it is. */
export async function write(
  repository: FinanceRepository,
  lines: readonly LineEntry[],
  changes: readonly Change[] = [],
): Promise<string> {
  return answerOf(await repository.replace({ changes, lines }))
}

const fewLines = 500

/** Stores new lines in groups, and demands that each succeeds. */
export async function importLines(
  repository: FinanceRepository,
  lines: readonly Partial<AccountLine>[],
): Promise<AccountLine[]> {
  const entries = lines.map((line) => lineEntryFixture(lineFixture(line)))
  for (let start = 0; start < entries.length; start += fewLines) {
    const answer = await write(repository, entries.slice(start, start + fewLines))
    equal(answer, 'replaced', 'import of new lines')
  }
  return entries.map(({ line }) => line)
}

export async function importLine(repository: FinanceRepository, line: Partial<AccountLine> = {}): Promise<AccountLine> {
  return (await importLines(repository, [line]))[0]!
}

/** Stores the next version of a line, and demands that it succeeds. */
export async function changeLine(
  repository: FinanceRepository,
  before: AccountLine,
  patch: Partial<AccountLine>,
): Promise<AccountLine> {
  const entry = lineChangeFixture(before, patch)
  equal(await write(repository, [entry]), 'replaced', 'a change of the current version of a line')
  return entry.line
}

export async function findLine(repository: FinanceRepository, key: string): Promise<AccountLine | undefined> {
  return (await repository.findLines([key]))[0]
}

export async function storedLine(repository: FinanceRepository, { key }: { key: string }): Promise<string> {
  return briefLine(await findLine(repository, key))
}

export function paymentAllocation(paymentId: string, amount: number): StoredAllocation {
  return { to: 'payment', paymentId, amount, by: 'rule' }
}

export const categoryAllocation = (category: string, amount: number): StoredAllocation => ({
  to: 'category',
  category,
  amount,
  by: 'hand',
})

/** Looks lines up, with their payments in one order. */
export async function lookUpLines(
  repository: FinanceRepository,
  lineKeys: readonly string[],
): Promise<LookupResult['lines']> {
  const { lines } = await repository.lookup({ references: [], providerTransactionIds: [], lineKeys })
  return lines
    .map(({ key, paymentIds }) => ({ key, paymentIds: [...paymentIds].sort() }))
    .sort((a, b) => (a.key < b.key ? -1 : 1))
}

export function positionOf({ valueDate, key }: AccountLine): LinePosition {
  return { valueDate, key }
}

/** Reads all pages; each read goes on behind the last row of the page before. */
export async function allPages<Row, After>(
  limit: number,
  read: (page: { limit: number; after?: After }) => Promise<readonly Row[]>,
  afterOf: (row: Row) => After,
): Promise<Row[]> {
  const all: Row[] = []
  // A repository that gives the same page for ever must not hold the case up.
  for (let after: After | undefined; all.length < 5000;) {
    const page = await read({ limit, ...(after !== undefined && { after }) })
    equal(page.length <= limit, true, 'a page is no longer than its limit')
    all.push(...page)
    if (page.length < limit) break
    after = afterOf(page.at(-1)!)
  }
  return all
}

export function allLines(
  repository: FinanceRepository,
  filter: Omit<LinePageQuery, 'after' | 'limit'> = {},
  limit = 200,
): Promise<AccountLine[]> {
  return allPages(limit, (page) => repository.pageLines({ ...filter, ...page }), positionOf)
}

export async function scannedLines(batches: AsyncIterable<readonly AccountLine[]>): Promise<AccountLine[]> {
  const lines: AccountLine[] = []
  for await (const batch of batches) lines.push(...batch)
  return lines
}

export function keysOf(lines: readonly { key: string }[]): string[] {
  return lines.map(({ key }) => key)
}

/** Sorts lines in the order of the port. */
export function inOrder<Line extends LinePosition>(lines: readonly Line[]): Line[] {
  const isFirst = (a: Line, b: Line) => a.valueDate < b.valueDate || (a.valueDate === b.valueDate && a.key < b.key)
  return [...lines].sort((a, b) => (isFirst(a, b) ? -1 : 1))
}

/** Makes a note; ids rise in the order in which they are made. */
export function noteFixture(lineKey: string, overrides: Partial<StoredNote> = {}): StoredNote {
  const createdAt = '2026-11-20T09:00:00.000Z'
  return { id: nextId('not'), lineKey, text: 'The payer was called.', actor: null, createdAt, ...overrides }
}

/** Stores a note, and returns the answer in brief, whatever it is. */
export async function addNote(repository: FinanceRepository, note: StoredNote): Promise<string> {
  return answerOf(await repository.replace({ changes: [], lines: [], rows: [newRow(notes, note)] }))
}

/** Reads the notes of a line, oldest first. */
export async function notesOf(repository: FinanceRepository, lineKey: string): Promise<StoredNote[]> {
  return [...(await repository.pageRows(notes, { list: 'line', where: { lineKey }, direction: 'asc', limit: 100 }))]
}

export async function saveImports(
  repository: FinanceRepository,
  imports: readonly Partial<StoredImport>[],
): Promise<StoredImport[]> {
  const all = imports.map((entry) => importFixture(entry))
  for (const entry of all) await saveImport(repository, entry)
  return all
}
