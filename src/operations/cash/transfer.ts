import { isSameActor } from '../../domain/actor.js'
import { decideRecall, decideReceive, decideSend, type TransferNow } from '../../domain/cash/transfer.js'
import { invalidRequest } from '../../domain/issue.js'
import type { Instant } from '../../domain/payments/payment.js'
import { type AccountLine, isOnItsWay } from '../../domain/reconciliation/account-line.js'
import { payoutReference, payoutReferenceBytes } from '../../domain/refunds/payout-reference.js'
import type { FinanceRepository } from '../../repository/finance-port.js'
import type { Context } from '../context.js'
import {
  cashLineRequest,
  type CashKeyOptions,
  type CashLineRequest,
  keyOptions,
  receiveRequest,
  type ReceiveCashRequest,
  sendRequest,
  type SendCashRequest,
  transitsQuery,
  type TransitsQuery,
} from '../input/cash-calls.js'
import { parse, parseOptions } from '../input/parse.js'
import { linesOnTheirWay } from '../lines/all-lines.js'
import { lineOf } from '../lines/find-lines.js'
import { financeOf } from '../storage.js'
import { cashActor } from './people.js'
import { keyedCall } from '../request-key.js'
import { type MovementReads, storeMovement } from '../accounts/store-movement.js'

/** The line of a movement. */
export interface MovedCash {
  readonly line: AccountLine
}

/** Cash on its way, without its amount: who receives it counts it blind. */
export interface CashTransit {
  /** The key of the line that sent it. */
  readonly key: string
  /** The account that it left. */
  readonly account: string
  readonly sender: string | null
  readonly sentAt: Instant
  readonly reference: string | null
  readonly currency: string
}

export async function sendCash(context: Context, input: SendCashRequest, options?: CashKeyOptions): Promise<MovedCash> {
  const request = parse(sendRequest, input)
  const { idempotencyKey } = parseOptions(keyOptions, options)
  const { sessionId, amount, to, actor } = request
  const reference = request.reference ?? payoutReference(context.random(payoutReferenceBytes))
  return storeMovement<MovedCash>(context, {
    actor,
    keyed: keyedCall('cash', idempotencyKey, ['send', sessionId, amount, to, request.reference]),
    answer: async (lineKey) => ({ line: await lineOf(financeOf(context), lineKey) }),
    async decide(reads, origin) {
      const session = await reads.session(sessionId)
      const { balance } = await reads.balance(session.account, session.currency)
      const facts = { session, balance }
      const { line, ...write } = decideSend({ amount, to, reference }, cashActor(context, request), facts, origin)
      return { write, subject: line.key, stored: () => ({ line }) }
    },
  })
}

/** The most lines whose histories are read at once, as the port takes them. */
const historiesAtOnce = 1000

/** Returns who recorded each of these lines, by key. */
export async function makersOf(
  finance: FinanceRepository,
  keys: readonly string[],
): Promise<ReadonlyMap<string, string | null>> {
  const makers = new Map<string, string | null>()
  for (let first = 0; first < keys.length; first += historiesAtOnce) {
    const events = await finance.lineHistories(keys.slice(first, first + historiesAtOnce))
    for (const { version, lineKey, actor } of events) if (version === 1) makers.set(lineKey, actor)
  }
  return makers
}

export async function makerOf(finance: FinanceRepository, key: string): Promise<string | null> {
  return (await makersOf(finance, [key])).get(key) ?? null
}

async function transferOf(reads: MovementReads, lineKey: string): Promise<TransferNow> {
  const line = await reads.line(lineKey)
  const opener = line.sessionId === null ? null : (await reads.session(line.sessionId)).openedBy
  const senders = [opener, await makerOf(reads.finance, lineKey)].filter((person) => person !== null)
  return { line, senders }
}

/** Returns the line by which the same person has settled a transfer in the same way before; `null` where there is none. */
async function settledBefore(
  reads: MovementReads,
  { line }: TransferNow,
  { actor, isSame }: { actor: string; isSame: (credit: AccountLine | null) => boolean },
): Promise<MovedCash | null> {
  if (line.transferTo === null || isOnItsWay(line)) return null
  const allocation = line.allocations.find(({ to }) => to === 'line')
  const credit = allocation?.to === 'line' ? await reads.line(allocation.lineKey) : null
  const settling = credit ?? line
  const events = await reads.finance.lineHistory(settling.key)
  const settled = credit ? events[0] : events.at(-1)
  const { actor: settler = null } = settled ?? {}
  const isOwn = settler !== null && isSameActor(settler, actor)
  return isOwn && isSame(credit) ? { line: settling } : null
}

/** Returns the session that receives cash at an account: the one that is open there, which the call must name. */
async function receivingSession(
  reads: MovementReads,
  { transferTo, currency }: AccountLine,
  sessionId: string | undefined,
) {
  const { openSessionId } = await reads.balance(transferTo ?? '', currency)
  const session = sessionId === undefined ? null : await reads.session(sessionId)
  if (session && (session.account !== transferTo || session.currency !== currency))
    throw invalidRequest([{ path: 'sessionId', message: 'names a session of another point or currency' }])
  if (!session && openSessionId !== null)
    throw invalidRequest([{ path: 'sessionId', message: 'is required: a session is open at the point' }])
  return session
}

export async function receiveCash(context: Context, input: ReceiveCashRequest): Promise<MovedCash> {
  const request = parse(receiveRequest, input)
  const { lineKey, sessionId, counted, accept = false, reason = null, actor } = request
  return storeMovement<MovedCash>(context, {
    actor,
    async decide(reads, origin) {
      const transfer = await transferOf(reads, lineKey)
      const isSame = (credit: AccountLine | null) =>
        credit?.account === transfer.line.transferTo ? credit.amount === counted : credit === null && counted === 0
      const before = await settledBefore(reads, transfer, { actor, isSame })
      if (before) return { result: before }
      const session = await receivingSession(reads, transfer.line, sessionId)
      const call = { counted, accept, reason }
      const { line, ...write } = decideReceive(call, cashActor(context, request), { transfer, session }, origin)
      return { write, stored: () => ({ line }) }
    },
  })
}

export async function recallCash(context: Context, input: CashLineRequest): Promise<MovedCash> {
  const request = parse(cashLineRequest, input)
  const { lineKey, reason, actor } = request
  return storeMovement<MovedCash>(context, {
    actor,
    async decide(reads, origin) {
      const transfer = await transferOf(reads, lineKey)
      const isSame = (credit: AccountLine | null) => credit?.account === transfer.line.account
      const before = await settledBefore(reads, transfer, { actor, isSame })
      if (before) return { result: before }
      const { account, currency, sessionId } = transfer.line
      const { openSessionId } = await reads.balance(account, currency)
      const session = openSessionId === null ? null : await reads.session(openSessionId)
      // One that closed since its account was read has moved that account, so that this write is decided again.
      const recall = session?.status === 'open' ? { session, isSender: session.id === sessionId } : null
      const { line, ...write } = decideRecall({ reason }, cashActor(context, request), { transfer, recall }, origin)
      return { write, stored: () => ({ line }) }
    },
  })
}

export async function cashTransits(context: Context, query: TransitsQuery): Promise<readonly CashTransit[]> {
  const { to } = parse(transitsQuery, query)
  const finance = financeOf(context)
  const lines = await linesOnTheirWay(finance, { transferTo: to })
  const makers = await makersOf(
    finance,
    lines.map(({ key }) => key),
  )
  return lines.map(({ key, account, createdAt, reference = null, currency }) => ({
    key,
    account,
    sender: makers.get(key) ?? null,
    sentAt: createdAt,
    reference,
    currency,
  }))
}
