/** The state that a reconciliation has left in a storage, and checks that it is whole. */
import { isPaymentEvent } from '../../../src/domain/event-stream.js'
import type { PaymentRepository } from 'hospital-payments'
import { expect } from 'vitest'
import type { TestDatabase } from '../../support/databases/index.js'
import { contents, testService } from '../../support/service.js'
import { apply, issueBills, type Line } from './day.js'

/**
 * Reads all that does not differ from run to run: neither ids nor times of the clock, nor the row of a line in another
 * file.
 */
export async function stateOf(repository: PaymentRepository): Promise<string[]> {
  const stored = await contents(repository)
  return stored
    .map(({ payment, events }) => {
      const { reference, amount, currency, status, statusReason, amountReconciled, late, providerTransactionId } =
        payment
      const history = events.map(({ type, reason, actor, evidence }) => {
        const { kind, ...proof } = { kind: null, ...evidence }
        return [type, reason, actor, ...(kind === 'statement' ? Object.values({ ...proof, row: 0 }) : [kind])].join(' ')
      })
      const state = { reference, amount, currency, status, statusReason, amountReconciled, late, providerTransactionId }
      return JSON.stringify({ ...state, history })
    })
    .sort()
}

/** Returns the state that one run leaves that is alone and not disturbed. */
export async function cleanState(
  groups: number,
  lines: readonly Line[],
  referencePolicy: 'allow' | 'one-live' = 'allow',
): Promise<string[]> {
  const service = testService({ referencePolicy })
  await issueBills(service, groups)
  await apply(service.payments, lines)
  return stateOf(service.repository)
}

const textOf = (value: unknown) => (Buffer.isBuffer(value) ? value.toString() : String(value))

/**
 * Expects that no line is there in part: each history leads to its payment's state, each line's evidence adds up to the
 * line, keys are stored for exactly the lines that histories know, and every event waits to be sent.
 */
export async function expectWhole(
  repository: PaymentRepository,
  lines: readonly Line[],
  tables?: { database: TestDatabase; tenant: string },
): Promise<Map<string, number>> {
  const perLine = new Map<string, number>()
  const idsOf = new Map<string, string[]>()
  const events = new Set<string>()
  for (const { payment, events: all } of await contents(repository)) {
    const history = all.filter(isPaymentEvent)
    const last = history.at(-1)!.data
    const { id, version, status, amount, amountReconciled } = payment
    expect(history.map(({ data }) => data.version)).toEqual(Array.from({ length: version }, (_, i) => i + 1))
    expect([last.status, last.amountReconciled]).toEqual([status, amountReconciled])
    let proved = 0
    for (const { id: event, evidence, data } of history) {
      events.add(event)
      if (evidence?.kind === 'statement') {
        proved += evidence.amount
        perLine.set(evidence.lineKey, (perLine.get(evidence.lineKey) ?? 0) + evidence.amount)
        idsOf.set(evidence.lineKey, [...(idsOf.get(evidence.lineKey) ?? []), id])
      }
      expect(data.amountReconciled).toBe(proved)
    }
    expect(amountReconciled).toBeLessThanOrEqual(amount)
  }
  const amounts = new Set(lines.map(({ record }) => ('amount' in record ? record.amount : 0)))
  for (const amount of perLine.values()) expect(amounts).toContain(amount)
  if (tables) await expectKeys(tables, idsOf, events)
  return perLine
}

async function expectKeys(
  { database, tenant }: { database: TestDatabase; tenant: string },
  idsOf: ReadonlyMap<string, readonly string[]>,
  events: ReadonlySet<string>,
): Promise<void> {
  const rowsOf = (columns: string, table: string) =>
    database.rows(`SELECT ${columns} FROM ${table} WHERE tenant = '${tenant}'`)
  const keys = new Map<string, string[]>()
  for (const row of await rowsOf('line_key, payment_ids', 'hp_statement_lines')) {
    const ids = JSON.parse(textOf(row['payment_ids'])) as string[]
    // Lines that no payment was found for are stored as well.
    if (ids.length > 0) keys.set(textOf(row['line_key']), ids)
  }
  expect([...keys.keys()].sort()).toEqual([...idsOf.keys()].sort())
  for (const [key, ids] of idsOf) {
    expect(new Set(ids).size).toBe(ids.length)
    expect(keys.get(key)).toEqual(expect.arrayContaining([...ids]))
  }
  const waiting = await rowsOf('event_id', 'hp_deliveries')
  expect(new Set(waiting.map((row) => textOf(row['event_id'])))).toEqual(events)
}
