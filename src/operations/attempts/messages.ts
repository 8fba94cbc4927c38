/** The inbox of providers' messages: each is stored once before it counts, and becomes done in the write in which it counts. */
import type { CallbackRequest } from '../../domain/attempts/provider.js'
import { isAttemptId } from '../../domain/id.js'
import { wokenAttempt } from '../../domain/attempts/wake.js'
import { joinBytes, base64url, bytesOf } from '../../internal/encoding.js'
import { sha256 } from '../../internal/sha256.js'
import { messages, type StoredMessage } from '../../repository/aggregates/messages.js'
import { attempts } from '../../repository/aggregates/attempts.js'
import { newRow } from '../../repository/aggregates/rows.js'
import { storeMovement } from '../accounts/store-movement.js'
import type { Context } from '../context.js'
import { financeOf } from '../storage.js'
import type { PlacedMessage } from '../input/provider-answers.js'
import { attemptEntry, digestOfJson } from './attempt-entries.js'
import { findAttempt } from './find-attempt.js'
import { doneEntry, findMessage, isNewStill } from './message-entries.js'
import { storeRecord } from './store-record.js'
import { storeReport } from './store-report.js'

type MessageContent = NonNullable<StoredMessage['content']>

/**
 * Returns what a message is known by: the provider's id of it, else a digest of the request and its place in it; and always what it
 * says. So a message with the id of another one, or a signed one behind an unsigned one, is a message of its own.
 */
function idOfMessage(
  provider: string,
  { place, message: { messageId } }: PlacedMessage,
  content: MessageContent,
  { method, url, body }: CallbackRequest,
): string {
  const digest = digestOfJson(content)
  const name =
    messageId === undefined
      ? joinBytes([bytesOf(JSON.stringify(['request', provider, place, digest, method, url])), body])
      : bytesOf(JSON.stringify(['message', provider, messageId, digest]))
  return base64url(sha256(name))
}

/** Stores messages that are not stored yet, and returns those of them that are new still. */
export async function keepMessages(
  context: Context,
  provider: string,
  received: readonly PlacedMessage[],
  request: CallbackRequest,
): Promise<readonly StoredMessage[]> {
  const finance = financeOf(context)
  const kept: StoredMessage[] = []
  for (const placed of received) {
    const { proof, about, session, outcome } = placed.message
    const content: MessageContent = { proof, about, ...(session && { session }), ...(outcome && { outcome }) }
    const row: StoredMessage = {
      id: idOfMessage(provider, placed, content, request),
      provider,
      status: 'new',
      receivedAt: context.now(),
      content,
      attemptId: 'attemptId' in about ? about.attemptId.slice(0, 64) : null,
      version: 1,
    }
    const stored = await findMessage(finance, row.id)
    const answer = stored ? null : await finance.replace({ changes: [], lines: [], rows: [newRow(messages, row)] })
    if (answer?.outcome === 'replaced') {
      kept.push(row)
      continue
    }
    const first = stored ?? (await findMessage(finance, row.id))
    if (first?.status === 'new') kept.push(first)
  }
  return kept
}

/** Asks about an attempt at once, in the write in which the message is done. */
async function wake(context: Context, message: StoredMessage, attemptId: string): Promise<void> {
  let isSessionTaken = false
  await storeMovement<void>(context, {
    actor: null,
    async decide(reads, { now }) {
      if (!(await isNewStill(reads.finance, message))) return { result: undefined }
      const former = await reads.attempt(attemptId)
      const session = isSessionTaken ? null : (message.content?.session ?? null)
      const next = wokenAttempt(former, session, now)
      const isNewSession = next.session !== null && former.session === null
      const attempt = isNewSession ? { ...next, sessionMark: digestOfJson(next.session) } : next
      return {
        write: { session: null, lines: [], payments: [], refunds: [], balances: [] },
        rows: [attemptEntry(context, attempt, null), doneEntry(message)],
        stored: () => undefined,
      }
    },
    refusalOf(conflict) {
      if (conflict.outcome === 'row_taken' && conflict.of === attempts.name && conflict.unique === 'session')
        isSessionTaken = true
      return null
    },
  })
}

const unknownAttempt =
  'A message of a provider is about no attempt of this service: it was archived, or another service started it. Nothing was stored.'

async function finish(context: Context, message: StoredMessage): Promise<void> {
  await financeOf(context).replace({ changes: [], lines: [], rows: [doneEntry(message)] })
}

/** Works a message off: what is signed decides, and a hint asks about its attempt at once. */
export async function workOff(context: Context, message: StoredMessage): Promise<void> {
  const { content, provider } = message
  if (!content) return finish(context, message)
  const { about, proof, outcome, session = null } = content
  if ('record' in about) {
    await storeRecord(context, message, about.record, { isHint: proof === 'hint' })
    // Where the record brought nothing new, nothing was written.
    if (await isNewStill(financeOf(context), message)) await finish(context, message)
    return
  }
  const attempt = await findAttempt(financeOf(context), about.attemptId)
  if (attempt?.provider !== provider) {
    const fields = { provider, ...(isAttemptId(about.attemptId) && { attemptId: about.attemptId }) }
    context.logger.warn(unknownAttempt, fields)
    return finish(context, message)
  }
  if (proof === 'hint' || !outcome) return wake(context, message, attempt.id)
  await storeReport(context, attempt.id, { outcome, call: null, session }, { message })
}
