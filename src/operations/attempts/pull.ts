import type { Provider } from '../../domain/attempts/provider.js'
import type { StatementImport } from '../../domain/reconciliation/statement-import.js'
import type { StatementRecord } from '../../domain/reconciliation/statement-line.js'
import { invalidRequest } from '../../domain/issue.js'
import { isPaymentError, PaymentError } from '../../errors.js'
import type { Context } from '../context.js'
import { pullRange, type PullRange } from '../input/attempt-calls.js'
import { parse } from '../input/parse.js'
import { importStatement } from '../statements/import-statement.js'
import { logFailure } from './call-provider.js'
import { providerOf } from './start.js'

/** Yields a provider's own list. One that fails ends the import: what was read before stays. */
async function* recordsOf(
  context: Context,
  provider: Provider,
  range: PullRange,
  control: AbortController,
): AsyncGenerator<StatementRecord> {
  try {
    yield* provider.list!(range, control.signal)
  } catch (error) {
    logFailure(context, 'list', error, { provider: provider.name })
    if (isPaymentError(error)) throw error
    const message = 'The provider of payments did not answer with its list; what was read before it failed is stored.'
    throw new PaymentError('provider_unavailable', message)
  } finally {
    control.abort()
  }
}

export async function pull(context: Context, name: string, range: PullRange): Promise<StatementImport> {
  const provider = providerOf(context, name)
  const read = parse(pullRange, range)
  if (read.from >= read.to) throw invalidRequest([{ path: 'to', message: 'must be after from' }])
  if (!provider.list) {
    throw new PaymentError('unsupported_provider', 'This provider has no list of its money; import its statement.', {
      details: { supported: [...context.providers.values()].flatMap((one) => (one.list ? [one.name] : [])) },
    })
  }
  const records = recordsOf(context, provider, read, new AbortController())
  return importStatement(context, records, { account: provider.account })
}
