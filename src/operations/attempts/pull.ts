import type { Provider } from '../../domain/attempts/provider.js'
import type { StatementImport } from '../../domain/reconciliation/statement-import.js'
import type { StatementRecord } from '../../domain/reconciliation/statement-line.js'
import { invalidRequest } from '../../domain/issue.js'
import { isPaymentError, PaymentError } from '../../errors.js'
import type { Context } from '../context.js'
import { pullRange, type PullRange } from '../input/attempt-calls.js'
import { parse } from '../input/parse.js'
import { importStatement } from '../statements/import-statement.js'
import { callInTime, logFailure } from './call-provider.js'
import { providerOf } from './start.js'
import { checkOutsideTransaction } from './outside-transaction.js'

/**
 * Yields what a provider lists. Each wait for the next record ends in time; a list that is left is ended, and its end is not waited
 * for.
 */
async function* inTime(
  list: (signal: AbortSignal) => AsyncIterable<StatementRecord>,
): AsyncGenerator<StatementRecord, undefined> {
  const control = new AbortController()
  const source = list(control.signal)[Symbol.asyncIterator]()
  let hasEnded = false
  try {
    for (;;) {
      const { done, value } = await callInTime(() => source.next())
      hasEnded = done === true
      if (hasEnded) return
      yield value
    }
  } finally {
    control.abort()
    if (!hasEnded) void (async () => source.return?.())().catch(() => undefined)
  }
}

/** Yields a provider's own list. One that fails ends the import: what was stored before stays. */
async function* recordsOf(
  context: Context,
  provider: Provider,
  range: PullRange,
): AsyncGenerator<StatementRecord, undefined> {
  try {
    yield* inTime((signal) => provider.list!(range, signal))
  } catch (error) {
    logFailure(context, 'list', error, { provider: provider.name })
    if (isPaymentError(error)) throw error
    const message =
      'The provider of payments did not answer with its whole list; a part of it may be stored. Pull the same range again.'
    throw new PaymentError('provider_unavailable', message)
  }
}

export async function pull(context: Context, name: string, range: PullRange): Promise<StatementImport> {
  checkOutsideTransaction(context, 'pull')
  const provider = providerOf(context, name)
  const read = parse(pullRange, range)
  if (read.from >= read.to) throw invalidRequest([{ path: 'to', message: 'must be after from' }])
  if (read.from > context.now())
    throw invalidRequest([
      { path: 'from', message: 'is in the future; begin with a time for which there can be money' },
    ])
  if (!provider.list) {
    throw new PaymentError('unsupported_provider', 'This provider has no list of its money; import its statement.', {
      details: { supported: [...context.providers.values()].flatMap((one) => (one.list ? [one.name] : [])) },
    })
  }
  const records = recordsOf(context, provider, read)
  return importStatement(context, records, { account: provider.account })
}
