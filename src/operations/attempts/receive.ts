import type { CallbackReply, CallbackRequest, Provider } from '../../domain/attempts/provider.js'
import { instantOf, millisecondsOf } from '../../domain/instant.js'
import { PaymentError } from '../../errors.js'
import { messages, type StoredMessage } from '../../repository/aggregates/messages.js'
import type { Context } from '../context.js'
import { readContent, readReply } from '../input/provider-answers.js'
import { financeOf } from '../storage.js'
import { callInTime, logFailure, shownError } from './call-provider.js'
import { keepMessages, workOff } from './messages.js'
import { providerOf } from './start.js'
import { checkOutsideTransaction } from './outside-transaction.js'

/** The seconds after which a provider may send a message again that could not be stored. */
const retrySeconds = '10'

/** Returns the provider's own words; none where its code fails, because an answer must come all the same. */
async function wordsOf(context: Context, provider: Provider, isTaken: boolean): Promise<CallbackReply | null> {
  try {
    return provider.reply ? readReply(await Promise.resolve(provider.reply(isTaken))) : null
  } catch (error) {
    logFailure(context, 'reply', error, { provider: provider.name })
    return null
  }
}

/** Makes the answer to a callback that was not taken; its status and headers are the library's. */
async function refused(context: Context, provider: Provider, status: 401 | 503): Promise<CallbackReply> {
  const { headers, body } = (await wordsOf(context, provider, false)) ?? {}
  return {
    status,
    headers: { ...headers, ...(status === 503 && { 'retry-after': retrySeconds }) },
    ...(body !== undefined && { body }),
  }
}

export async function receive(context: Context, name: string, request: CallbackRequest): Promise<CallbackReply> {
  checkOutsideTransaction(context, 'receive')
  const provider = providerOf(context, name)
  if (!provider.receive) {
    throw new PaymentError('unsupported_provider', 'This provider sends no callbacks.', {
      details: { supported: [...context.providers.values()].flatMap((one) => (one.receive ? [one.name] : [])) },
    })
  }
  let content
  try {
    content = readContent(await callInTime(async () => provider.receive!(request)))
  } catch (error) {
    logFailure(context, 'receive', error, { provider: name })
    return refused(context, provider, 503)
  }
  if (content === null) return refused(context, provider, 401)
  if ('reply' in content) return content.reply
  const { messages: received, faults } = content
  try {
    const kept = await keepMessages(context, name, received, request)
    // What is stored is worked off later too: an answer that is late makes the provider send again.
    for (const message of kept) await workOffSafely(context, message)
  } catch (error) {
    context.logger.warn('A message of a provider could not be stored.', { provider: name, ...shownError(error) })
    return refused(context, provider, 503)
  }
  if (faults.length === 0) return (await wordsOf(context, provider, true)) ?? { status: 200 }
  // Sent again, it may be read by then, and what counts already counts once.
  for (const { place, error } of faults) {
    const fields = { provider: name, place, ...shownError(error) }
    context.logger.error('A message of a provider cannot be read; it was not taken.', fields)
  }
  return refused(context, provider, 503)
}

/** Works a stored message off; one that fails stays new, and `checkDue` works it off later. */
async function workOffSafely(context: Context, message: StoredMessage): Promise<boolean> {
  try {
    await workOff(context, message)
    return true
  } catch (error) {
    const fields = { provider: message.provider, ...shownError(error) }
    context.logger.warn('A message of a provider could not be worked off; it is tried again.', fields)
    return false
  }
}

const rowsAtOnce = 200

/** Works off messages that were stored and not done, the oldest first. */
export async function workOffLeft(context: Context): Promise<void> {
  const finance = financeOf(context)
  const before = instantOf(millisecondsOf(context.now()) + 1)
  let after: readonly [string, string] | undefined
  for (;;) {
    const page = await finance.pageRows(messages, {
      ...{ list: 'status', where: { status: 'new' }, before, direction: 'asc', limit: rowsAtOnce, after },
    })
    for (const message of page) if (context.providers.has(message.provider)) await workOffSafely(context, message)
    const last = page.at(-1)
    if (!last || page.length < rowsAtOnce) return
    after = [last.receivedAt, last.id]
  }
}
