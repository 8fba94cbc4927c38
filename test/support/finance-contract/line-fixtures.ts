import {
  lineEvent,
  type AccountLine,
  type LineEvent,
  sumOfAllocations,
} from '../../../src/domain/reconciliation/account-line.js'
import type { StoredImport } from '../../../src/repository/aggregates/imports.js'
import type { LineEntry } from '../../../src/repository/port.js'
import { wholeLine } from '../../../src/repository/rows.js'
import { nextId } from '../../../src/testing/fixtures.js'
import { later } from '../../../src/testing/steps.js'

/**
 * Makes a complete, valid statement line: a credit that is open and just imported, unless overridden; the key is new with each
 * call. What it has allocated and its status follow from its allocations.
 */
export function lineFixture(overrides: Partial<AccountLine> = {}): AccountLine {
  const key = overrides.key ?? nextId('id:line')
  const { amount = 150_000, allocations = [], createdAt = '2026-11-20T09:00:00.000Z' } = overrides
  const allocated = Number(sumOfAllocations(allocations))
  const defaults: AccountLine = {
    key,
    account: 'cbe-1000123',
    importId: null,
    row: 1,
    direction: 'credit',
    amount,
    currency: 'ETB',
    valueDate: '2026-11-20',
    bookedAt: null,
    outcome: 'unmatched_line',
    status: allocated === amount ? 'settled' : 'open',
    held: false,
    allocated,
    givenBack: 0,
    allocations,
    assignee: null,
    sessionId: null,
    payerId: null,
    transferTo: null,
    version: 1,
    createdAt,
    updatedAt: createdAt,
  }
  const overridden = Object.entries(overrides).filter(([, value]) => value !== undefined)
  return { ...defaults, ...Object.fromEntries(overridden) }
}

function eventOf(line: AccountLine, type: LineEvent['type']): LineEvent {
  const allocations = line.allocations.map(({ by: _, ...allocation }) => allocation)
  return lineEvent({ line, type, reason: null, allocations }, { id: nextId('evt'), actor: null })
}

/** Makes what `replace` takes for a new line: its first version with its event, where nothing is stored of it. */
export function lineEntryFixture(line: AccountLine, more: Partial<Omit<LineEntry, 'line'>> = {}): LineEntry {
  return { ...wholeLine(line, 'nothing', eventOf(line, 'line.imported')), ...more }
}

/** Makes the entry of a line's next version, with `patch` applied, and its event. */
export function lineChangeFixture(
  before: AccountLine,
  patch: Partial<AccountLine>,
  more: Partial<Omit<LineEntry, 'line'>> = {},
): LineEntry {
  const line = lineFixture({
    ...before,
    allocated: undefined,
    status: undefined,
    updatedAt: later(before.updatedAt, 60),
    ...patch,
    version: before.version + 1,
  } as Partial<AccountLine>)
  const type = patch.allocations
    ? line.allocated < before.allocated
      ? 'line.unallocated'
      : 'line.allocated'
    : 'assignee' in patch
      ? 'line.assigned'
      : 'line.held'
  return { ...wholeLine(line, before.version, eventOf(line, type)), ...more }
}

/** Makes the record of a completed import of one day, unless overridden; the id is new with each call. */
export function importFixture(overrides: Partial<StoredImport> = {}): StoredImport {
  const createdAt = overrides.createdAt ?? '2026-11-20T09:00:00.000Z'
  return {
    id: nextId('imp'),
    account: 'cbe-1000123',
    actor: null,
    fileName: null,
    layout: null,
    createdAt,
    completedAt: createdAt,
    lines: [],
    payments: [],
    rejected: [],
    rejectedCount: 0,
    from: '2026-11-20',
    to: '2026-11-20',
    skipped: 0,
    leftOut: [],
    statements: [],
    warnings: [],
    format: null,
    ...overrides,
  }
}
