import { filledIn } from '../../domain/reconciliation/line-rules.js'
import { wholeLine } from '../../repository/rows.js'
import type { FinanceRepository } from '../../repository/finance-port.js'
import { linesOfKeys } from '../lines/key-lines.js'
import type { Entry, ReadLine } from './batches.js'
import type { View } from './view.js'

/**
 * Lines of the batch that release 0.1 stored as a key alone become whole, with what the statement says of them. Whoever came
 * first has stored the same: a conflict needs no answer. To the run both are lines that counted.
 */
export async function fillInKeys(
  finance: FinanceRepository,
  view: View,
  batch: readonly Entry[],
  importId: string | null,
): Promise<void> {
  const isKeyAlone = (entry: Entry): entry is ReadLine =>
    entry.line !== null && view.answerTo(entry.key) !== null && view.lineOf(entry.key) === null
  const stated = new Map(batch.filter(isKeyAlone).map(({ key, line }) => [key, line]))
  if (stated.size === 0) return
  const { lines } = await finance.lookup({ references: [], providerTransactionIds: [], lineKeys: [...stated.keys()] })
  for (const [key, { line, event }] of await linesOfKeys(finance, lines)) {
    const whole = filledIn(line, importId, stated.get(key)!)
    await finance.replace({ changes: [], lines: [wholeLine(whole, 'key', event)] })
  }
}
