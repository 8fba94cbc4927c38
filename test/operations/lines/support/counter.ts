/** A service over the memory storage, lines of a bank, and what they must add up to. */
import {
  type AccountLine,
  type HospitalPayments,
  type HospitalPaymentsOptions,
  type Allocation,
  memoryRepository,
  type Payment,
  type StatementLine,
} from 'hospital-payments'
import type { FinanceRepository } from 'hospital-payments/repository'
import { wholeLine } from '../../../../src/repository/rows.js'
import { type ManualClock, seededRandom } from 'hospital-payments/testing'
import { expect } from 'vitest'
import type { StoredOutcome } from '../../../../src/domain/reconciliation/account-line.js'
import { importedLine, lineEvent } from '../../../../src/domain/reconciliation/account-line.js'
import { placeOf } from '../../../../src/domain/event-stream.js'
import { Ledger } from '../../../domain/reconciliation/support/ledger.js'
import { collect, contents, request, start, testService } from '../../../support/service.js'

export interface Counter {
  payments: HospitalPayments
  repository: FinanceRepository
  clock: ManualClock
  /** Stores a line as a run stores one that no rule settles. */
  line(
    stated?: Partial<StatementLine> & { key?: string; account?: string; outcome?: StoredOutcome },
  ): Promise<AccountLine>
  bill(overrides?: object): Promise<Payment>
}

let made = 0
let seed = 0

/** Stores a line as an import does. */
export async function storeLine(
  repository: FinanceRepository,
  stated: Partial<StatementLine> & { key?: string; account?: string; outcome?: StoredOutcome } = {},
): Promise<AccountLine> {
  const { key = `id:${++made}`, account = 'cbe-1000', outcome = 'unmatched_line', ...fields } = stated
  const line = {
    row: 7,
    direction: 'credit',
    amount: 1000,
    currency: 'ETB',
    valueDate: '2026-11-19',
    ...fields,
  } as const
  const change = importedLine(
    { key, account, importId: `imp_${'0'.repeat(25)}1`, line },
    { outcome, allocations: [] },
    start,
  )
  const event = lineEvent(change, { id: `evt_${key}`, actor: null })
  const answer = await repository.replace({
    changes: [],
    lines: [wholeLine(change.line, 'nothing', event)],
  })
  expect(answer).toEqual({ outcome: 'replaced' })
  return change.line
}

export function counter(
  overrides: Partial<HospitalPaymentsOptions> & { repository?: FinanceRepository } = {},
): Counter {
  const repository = overrides.repository ?? memoryRepository()
  // Services over one storage draw ids of their own.
  const { payments, clock } = testService({ random: seededRandom(++seed), ...overrides, repository })
  return {
    payments,
    repository,
    clock,
    line: (stated) => storeLine(repository, stated),
    bill: (more) => payments.createPayment(request({ amount: 1000, ...more })),
  }
}

export const toPayment = ({ id, amount: whole }: Payment, amount = whole): Allocation => ({
  to: 'payment',
  paymentId: id,
  amount,
})
export const toCategory = (amount: number, category = 'bank_fee'): Allocation => ({ to: 'category', category, amount })
export const toLine = ({ key, amount }: AccountLine): Allocation => ({ to: 'line', lineKey: key, amount })

/** Allocates, on the version of the line as it is now. */
export async function allocation(
  { payments }: Pick<Counter, 'payments'>,
  key: string,
  allocations: readonly Allocation[],
) {
  const line = await payments.lines.get(key)
  return payments.lines.allocate(key, { expectedVersion: line!.version, allocations })
}

const net = (amounts: Iterable<bigint>) => [...amounts].reduce((sum, amount) => sum + amount, 0n)

/**
 * Checks rule 1 from events alone, and against the values of lines and payments: histories are whole, each line is allocated as its
 * history says, credits less debits tie out to the last unit, and a payment has been proved exactly what lines allocate to it.
 */
export async function checkBooks(repository: FinanceRepository): Promise<void> {
  const ledger = new Ledger()
  const lines = (await collect(repository.scanLines({}))).flat()
  const proved = new Map<string, bigint>()
  const waived = new Map<string, bigint>()
  for (const line of lines) {
    const events = await repository.lineHistory(line.key)
    expect(events.map(({ version }) => version)).toEqual(Array.from({ length: line.version }, (_, i) => i + 1))
    for (const event of events) ledger.add(line, event)
  }
  for (const line of lines) {
    const shared = [...ledger.allocationsOf(line.key)].filter(([, amount]) => amount !== 0n)
    expect(net(shared.map(([, amount]) => amount))).toBe(BigInt(line.allocated))
    expect(net(line.allocations.map(({ amount }) => BigInt(amount)))).toBe(BigInt(line.allocated))
    expect(line.allocated).toBeGreaterThanOrEqual(0)
    expect(line.allocated).toBeLessThanOrEqual(line.amount)
    expect(line.status).toBe(line.allocated === line.amount ? 'settled' : 'open')
    for (const one of line.allocations) {
      if (one.to !== 'payment' || line.direction === 'debit') continue
      const sums = line.account.startsWith('waiver.') ? waived : proved
      sums.set(one.paymentId, (sums.get(one.paymentId) ?? 0n) + BigInt(one.amount))
    }
  }
  for (const { moved, payment, refund, category, line, open } of ledger.days()) {
    // Two lines that cancel out may be of two days or accounts: both sides are in the sum of their own day.
    expect(payment + refund + category + line + open).toBe(moved)
  }
  const givenBack = new Map<string, number>()
  for (const { payment, events } of await contents(repository)) {
    const { undoneAllocations = [], writtenOffBy = [], amountWrittenOff } = payment
    for (const { lineKey, givenBack: part } of undoneAllocations) {
      givenBack.set(lineKey, (givenBack.get(lineKey) ?? 0) + part)
    }
    expect(amountWrittenOff).toBe(writtenOffBy.reduce((sum, { amount }) => sum + amount, 0))
    expect(BigInt(payment.amountReconciled)).toBe(proved.get(payment.id) ?? 0n)
    expect(BigInt(payment.amountWaived)).toBe(waived.get(payment.id) ?? 0n)
    expect(payment.amountReconciled + payment.amountWaived).toBeLessThanOrEqual(payment.amount)
    expect(events.map((event) => placeOf(event).version)).toEqual(
      Array.from({ length: payment.version }, (_, i) => i + 1),
    )
  }
  for (const line of lines) expect([line.key, line.givenBack]).toEqual([line.key, givenBack.get(line.key) ?? 0])
}
