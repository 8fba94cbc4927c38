import type { Provider } from '../../../src/domain/attempts/provider.js'
import type { Instant } from '../../../src/domain/payments/payment.js'
import type { StatementRecord } from '../../../src/domain/reconciliation/statement-line.js'
import { calm } from './attempt.js'

/** Reads all records of a provider's list. */
export async function recordsOf(provider: Provider, from: Instant, to: Instant): Promise<StatementRecord[]> {
  const records: StatementRecord[] = []
  for await (const record of provider.list?.({ from, to }, calm()) ?? []) records.push(record)
  return records
}
