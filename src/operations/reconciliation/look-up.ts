import type { AccountLine } from '../../domain/reconciliation/account-line.js'
import type { OriginalLine } from '../../domain/reconciliation/duplicates.js'
import type { MarkKind } from '../../domain/reconciliation/line-key.js'
import type { Payment } from '../../domain/payments/payment.js'
import type { RowEntry } from '../../repository/aggregates/port.js'
import { requestKeys } from '../../repository/aggregates/request-keys.js'
import { maxKeys } from '../../repository/checks.js'
import type { RunFinance, RunRepository } from '../../repository/run-port.js'
import type { Refund } from '../../domain/refunds/refund.js'
import { fingerprintOf } from '../idempotent-request.js'
import { findRefunds, type RefundKeys } from '../refunds/stored-refunds.js'
import { keyEntry } from '../request-key.js'

function* parts(keys: readonly string[]): Generator<readonly string[]> {
  for (let start = 0; start < keys.length; start += maxKeys) yield keys.slice(start, start + maxKeys)
}

const none = { references: [], providerTransactionIds: [], lineKeys: [] } as const

/** Finds every payment with one of these references or transactions, by as many look-ups as they need. */
export async function findPayments(
  repository: Pick<RunRepository, 'lookup'>,
  references: readonly string[],
  transactions: readonly string[],
): Promise<Payment[]> {
  const payments = new Map<string, Payment>()
  const add = async (keys: Partial<Parameters<typeof repository.lookup>[0]>) => {
    for (const payment of (await repository.lookup({ ...none, ...keys })).payments) payments.set(payment.id, payment)
  }
  for (const part of parts(transactions)) await add({ providerTransactionIds: part })
  for (const part of parts(references)) await add({ references: part })
  return [...payments.values()]
}

/** Finds those of these lines that are stored whole. */
export async function findAccountLines(
  finance: Pick<RunFinance, 'findLines'>,
  keys: readonly string[],
): Promise<AccountLine[]> {
  const lines: AccountLine[] = []
  for (const part of parts(keys)) lines.push(...(await finance.findLines(part)))
  return lines
}

/** Finds every line that was stored with one of these marks. */
export async function findMarkedLines(
  finance: Pick<RunFinance, 'markedLines'>,
  kind: MarkKind,
  marks: readonly string[],
) {
  const markedLines: { mark: string; line: OriginalLine }[] = []
  for (const part of parts([...new Set(marks)])) markedLines.push(...(await finance.markedLines(kind, part)))
  return markedLines
}

/** Returns the keys of those lines that count already, whole or as a key alone. */
export async function findLines(repository: Pick<RunRepository, 'lookup'>, keys: readonly string[]): Promise<string[]> {
  const countedKeys: string[] = []
  for (const lineKeys of parts(keys))
    for (const { key } of (await repository.lookup({ ...none, lineKeys })).lines) countedKeys.push(key)
  return countedKeys
}

/** The space of the keys of records that have proved a line of another key. */
const spaceOfProofs = 'proof'

/** Makes the row by which a record that comes again is known as the one that has proved a line. */
export function proofEntry(account: string, recordKey: string, lineKey: string): RowEntry {
  const fingerprint = fingerprintOf([account])
  return keyEntry({ space: spaceOfProofs, idempotencyKey: recordKey, fingerprint }, lineKey)
}

/** Finds the keys of the lines that these records have proved, by the keys of the records. */
export async function linesProvedBy(
  finance: Pick<RunFinance, 'findRows'>,
  recordKeys: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const lineKeys = new Map<string, string>()
  for (const part of parts(recordKeys))
    for (const { row } of await finance.findRows(requestKeys, 'idempotencyKey', part))
      if (row.space === spaceOfProofs) lineKeys.set(row.idempotencyKey, row.subject)
  return lineKeys
}

/** Finds every refund with one of the keys, by as many look-ups as they need. */
export async function findRefundsOf(finance: Pick<RunFinance, 'findRows'>, keys: RefundKeys): Promise<Refund[]> {
  const refunds = new Map<string, Refund>()
  for (const [name, values] of Object.entries(keys)) {
    for (const part of parts(values)) {
      for (const refund of await findRefunds(finance, { [name]: part })) refunds.set(refund.id, refund)
    }
  }
  return [...refunds.values()]
}
