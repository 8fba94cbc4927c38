import type { StatementRecord } from '../../domain/reconciliation/statement-line.js'
import type { StoredMessage } from '../../repository/aggregates/messages.js'
import type { Context } from '../context.js'
import { reconciliationOf, runFields } from '../input/reconcile-options.js'
import { run } from '../reconciliation/reconcile.js'
import { doneEntry } from './message-entries.js'

/**
 * Stores a movement that a provider reported, as a line of its account: by the rules, or held where only a hint reported it. The
 * message is done in the write of the line.
 */
export async function storeRecord(
  context: Context,
  message: StoredMessage,
  record: StatementRecord,
  { isHint }: { readonly isHint: boolean },
): Promise<void> {
  const { provider } = message
  const { account } = context.providers.get(provider)!
  const read = { account, graceDays: runFields.graceDays.parse(undefined) }
  const settings = reconciliationOf(context, read, {
    apply: true,
    importId: null,
    layout: () => null,
    fileNumber: () => 1,
    isHint,
    message: doneEntry(message),
  })
  for await (const items of run(context, [record], settings))
    for (const item of items)
      // Checked when the message was stored.
      if (item.kind === 'line' && item.outcome === 'rejected_line')
        throw new TypeError(`a record that is no line: ${item.reason}`)
}
