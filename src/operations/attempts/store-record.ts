import type { StatementRecord } from '../../domain/reconciliation/statement-line.js'
import type { Context } from '../context.js'
import { reconciliationOf, runFields } from '../input/reconcile-options.js'
import { run } from '../reconciliation/reconcile.js'

/** Stores a movement that a provider reported, as a line of its account: by the rules, or held where only a hint reported it. */
export async function storeRecord(
  context: Context,
  provider: string,
  record: StatementRecord,
  { isHint }: { readonly isHint: boolean },
): Promise<void> {
  const { account } = context.providers.get(provider)!
  const read = { account, graceDays: runFields.graceDays.parse(undefined) }
  const settings = reconciliationOf(context, read, {
    apply: true,
    importId: null,
    layout: () => null,
    fileNumber: () => 1,
    isHint,
  })
  for await (const item of run(context, [record], settings))
    if (item.kind === 'line' && item.outcome === 'rejected_line')
      context.logger.warn('A provider reported a movement that is no line.', { provider, reason: item.reason })
}
