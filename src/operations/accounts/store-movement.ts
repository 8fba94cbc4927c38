/** A call at the counter: decided on the rows as they are, stored in one write, and decided again where others came first. */
import type { AccountMove, AccountState } from '../../domain/accounts/account.js'
import type { MovementOrigin } from '../../domain/accounts/movement.js'
import type { CashWrite } from '../../domain/cash/movement.js'
import type { CashSession, CashSessionChange } from '../../domain/cash/session.js'
import { dayOf } from '../../domain/calendar.js'
import type { StoredAttempt } from '../../domain/attempts/attempt.js'
import { invalidRequest } from '../../domain/issue.js'
import { isSessionId } from '../../domain/id.js'
import type { AccountLine } from '../../domain/reconciliation/account-line.js'
import type { LineMarks } from '../../domain/reconciliation/line-key.js'
import { attemptNotFound, sessionNotFound, waiverNotFound } from '../../domain/not-found.js'
import type { Refund } from '../../domain/refunds/refund.js'
import type { WaiverChange } from '../../domain/waivers/waiver-change.js'
import type { Waiver } from '../../domain/waivers/waiver.js'
import { isPaymentError, type PaymentError } from '../../errors.js'
import type { RowEntry } from '../../repository/aggregates/port.js'
import { attempts } from '../../repository/aggregates/attempts.js'
import { sessions } from '../../repository/aggregates/sessions.js'
import { waivers } from '../../repository/aggregates/waivers.js'
import type { ChangeGroup } from '../../repository/port.js'
import type { FinanceRepository } from '../../repository/finance-port.js'
import { lineNotHere } from '../archived/archived-lines.js'
import { AccountRows } from './account-rows.js'
import type { Context } from '../context.js'
import { lineEntry } from '../lines/line-entries.js'
import { NewestLines } from '../lines/newest-lines.js'
import { ShownPayments } from '../payments/shown-payments.js'
import { newerRow } from '../newer-row.js'
import { paymentsToStore } from '../payers/payer-entries.js'
import { withGivenBack } from '../payments/given-back.js'
import { type Conflict, type Decision, storeChanges } from '../payments/store-changes.js'
import { refundsToStore } from '../refunds/refund-entries.js'
import { refundConflictOf } from '../refunds/stored-refunds.js'
import { financeOf } from '../storage.js'
import { findAttempt } from '../attempts/find-attempt.js'
import { findWaiver } from '../waivers/find-waiver.js'
import { waiversToStore } from '../waivers/waiver-entries.js'
import { firstCallOf, isOfKeys, type KeyedCall, keyEntry } from '../request-key.js'

/** The tries to store a movement: several people may move cash of one account at once, and each round stores one of them. */
const maxMovementRetries = 64

/** The reads of a call; rows that conflicts have shown may be newer than those that a host's open transaction reads. */
export class MovementReads {
  readonly shownPayments = new ShownPayments()
  readonly shownRefunds = new Map<string, Refund>()
  readonly contested = new Set<string>()
  readonly accounts: AccountRows
  private readonly lines: NewestLines
  private readonly sessions = new Map<string, CashSession>()
  private readonly waivers = new Map<string, Waiver>()
  /** The versions of the lines and waivers on which the call is being decided. */
  private readonly seen = { lines: new Map<string, number>(), waivers: new Map<string, number>() }
  private readonly attempts = new Map<string, StoredAttempt>()

  constructor(readonly finance: FinanceRepository) {
    this.accounts = new AccountRows(finance)
    this.lines = new NewestLines(finance)
  }

  /** @throws PaymentError `session_not_found` */
  async session(id: string): Promise<CashSession> {
    const [stored] = isSessionId(id) ? await this.finance.findRows(sessions, 'id', [id]) : []
    const session = newerRow(stored?.row, this.sessions.get(id))
    if (!session) throw sessionNotFound(id)
    return session
  }

  /** @throws PaymentError `waiver_not_found` */
  async waiver(id: string): Promise<Waiver> {
    const waiver = newerRow(await findWaiver(this.finance, id), this.waivers.get(id))
    if (!waiver) throw waiverNotFound(id)
    this.seen.waivers.set(id, waiver.version)
    return waiver
  }

  /** @throws PaymentError `attempt_not_found` */
  async attempt(id: string): Promise<StoredAttempt> {
    const attempt = newerRow(await findAttempt(this.finance, id), this.attempts.get(id))
    if (!attempt) throw attemptNotFound(id)
    return attempt
  }

  /** Reads what an account holds, whether it has lines, and the session that is open there. */
  async balance(account: string, currency: string) {
    await this.accounts.read([account])
    const state = this.accounts.of(account, currency)
    return {
      balance: BigInt(state?.balance ?? 0),
      hasLines: (state?.lastDay ?? null) !== null,
      openSessionId: state?.openSessionId ?? null,
    }
  }

  linesOf = (keys: readonly string[]): Promise<ReadonlyMap<string, AccountLine>> => this.lines.all(keys)

  newestOf = (lines: readonly AccountLine[]): AccountLine[] => this.lines.over(lines)

  /** @throws PaymentError `line_not_found` */
  async line(key: string): Promise<AccountLine> {
    const line = await this.lines.one(key)
    if (!line) throw await lineNotHere(this.finance, key)
    this.seen.lines.set(key, line.version)
    return line
  }

  /** Returns true where another call has changed a line or a waiver since: what was read beside it may be of another moment. */
  async areTorn(): Promise<boolean> {
    const { lines, waivers } = this.seen
    const now = await this.linesOf([...lines.keys()])
    for (const [key, version] of lines) if (now.get(key)?.version !== version) return true
    for (const [id, version] of waivers) if ((await this.waiver(id)).version !== version) return true
    return false
  }

  /** Takes note of the rows that a conflict shows. */
  learn(conflict: Conflict): void {
    if (this.accounts.learn(conflict)) return
    const { reason, refund } = refundConflictOf(conflict) ?? {}
    if (reason === 'stale') {
      if (refund) this.shownRefunds.set(refund.id, refund)
      return
    }
    switch (conflict.outcome) {
      case 'stale':
        if (conflict.current) this.shownPayments.add(conflict.current)
        break
      case 'line_stale':
        this.lines.learn(conflict)
        break
      case 'reference_taken':
        this.shownPayments.add(conflict.payment)
        this.contested.add(conflict.payment.reference)
        break
      case 'row_stale':
        if (conflict.of === sessions.name && conflict.stored) {
          const session = conflict.stored.row as CashSession
          this.sessions.set(session.id, session)
        }
        if (conflict.of === waivers.name && conflict.stored) {
          const waiver = conflict.stored.row as Waiver
          this.waivers.set(waiver.id, waiver)
        }
        if (conflict.of === attempts.name && conflict.stored) {
          const attempt = conflict.stored.row as StoredAttempt
          this.attempts.set(attempt.id, attempt)
        }
        break
      case 'row_taken':
      case 'chain_moved':
      case 'transaction_taken':
      case 'line_taken':
        break
    }
  }
}

/** Makes the entry of a session's next version, with its event. */
function sessionEntry({ ids }: Pick<Context, 'ids'>, { session, type, at, report }: CashSessionChange): RowEntry {
  const { actor, reason = null, lineKey = null, amount = null, paymentId = null, channel = null } = report
  return {
    of: sessions,
    row: session,
    beside: session.version === 1 ? {} : null,
    expected: session.version === 1 ? 'nothing' : session.version - 1,
    events: [
      {
        id: ids.event(),
        stream: session.id,
        version: session.version,
        type,
        createdAt: at,
        actor,
        reason,
        data: { lineKey, amount, currency: session.currency, paymentId, channel },
      },
    ],
  }
}

/** A decision at the counter, with the rows that are stored beside it, and its result. */
interface MovementDecision<Result> {
  readonly write: CashWrite & { readonly waiver?: WaiverChange }
  readonly rows?: readonly RowEntry[]
  /** The marks of new lines by key, where statements bring them too. */
  readonly marks?: ReadonlyMap<string, LineMarks>
  /** The subject of the call's idempotency key. */
  readonly subject?: string
  /** Chains of closings on which the write was decided. */
  readonly chains?: ChangeGroup['chains']
  stored(): Result | Promise<Result>
}

interface MovementCall<Result> {
  readonly actor: string | null
  readonly keyed?: KeyedCall | null
  /** Returns the result of an earlier call with the same key, by the subject of the key. */
  answer?(subject: string): Promise<Result>
  decide(
    reads: MovementReads,
    origin: MovementOrigin,
  ): Promise<MovementDecision<Result> | { readonly result: Result } | 'again'>
  /** Returns an error for a conflict that ends the call; `null` where it is decided again. */
  refusalOf?(conflict: Conflict): PaymentError | null
}

/**
 * Makes the entries by which a write changes what accounts hold.
 *
 * @throws PaymentError `invalid_request` where a place would hold more than 2^53 − 1, which no session can count
 */
function accountEntries(accounts: AccountRows, balances: readonly AccountMove[]): RowEntry[] {
  const entries = accounts.entries(balancesOf(balances))
  const isTooMuch = entries.some(({ row }) => BigInt((row as AccountState).balance) > BigInt(Number.MAX_SAFE_INTEGER))
  if (isTooMuch) throw invalidRequest([{ path: 'amount', message: 'makes a balance that is too large to be counted' }])
  return entries
}

/** Leaves out changes of nothing, such as of a transfer of which nothing arrived. */
function balancesOf(balances: readonly AccountMove[]): readonly AccountMove[] {
  return balances.filter(
    ({ change, openSessionId, isRaised }) => change !== 0n || openSessionId !== undefined || isRaised,
  )
}

/** Stores a call at the counter, and returns its result. */
export async function storeMovement<Result>(context: Context, call: MovementCall<Result>): Promise<Result> {
  const finance = financeOf(context)
  const { actor, keyed = null } = call
  const reads = new MovementReads(finance)
  const movement = context.ids.movement()

  /** Returns the answer of an earlier call with the same key, or `null`. */
  async function answerBefore(conflict?: Conflict) {
    const first = keyed && (await firstCallOf(finance, keyed, conflict))
    return first && { result: await call.answer!(first.subject) }
  }

  /**
   * Decides the call anew. A refusal is none where the same call was stored while the rows were read, nor where they are rows of
   * two moments.
   */
  async function decideNow(): ReturnType<typeof call.decide> {
    const now = context.now()
    try {
      return await call.decide(reads, { id: movement, now, day: dayOf(now, context.timeZone) })
    } catch (refusal) {
      if (isPaymentError(refusal)) {
        const before = keyed && (await answerBefore())
        if (before) return before
      } else if (!(refusal instanceof RangeError)) throw refusal
      if (await reads.areTorn()) return 'again'
      throw refusal
    }
  }

  async function decide(): Promise<Decision<Result>> {
    const before = await answerBefore()
    if (before) return before
    const decision = await decideNow()
    if (decision === 'again' || 'result' in decision) return decision
    const { write, rows = [], marks, subject, chains } = decision
    const ofWaiver = write.waiver ? [write.waiver] : []
    const changed = write.lines.map((change) => {
      const ofLine = marks?.get(change.line.key)
      return { ...lineEntry(context, change, actor), ...(ofLine && { marks: ofLine }) }
    })
    const lines = await withGivenBack(changed, [...ofWaiver, ...write.payments, ...write.refunds], reads.linesOf)
    const ofRefunds = refundsToStore(context, write.refunds, { actor, contested: reads.contested })
    const ofPayments = paymentsToStore(context, write.payments, actor)
    const waiversOfWrite = waiversToStore(context, ofWaiver, { actor, contested: reads.contested })
    const group = {
      changes: [...waiversOfWrite.changes, ...ofPayments.changes, ...ofRefunds.changes],
      lines,
      rows: [
        ...(write.session ? [sessionEntry(context, write.session)] : []),
        ...accountEntries(reads.accounts, write.balances),
        ...waiversOfWrite.rows,
        ...ofRefunds.rows,
        ...ofPayments.rows,
        ...rows,
        ...(keyed ? [keyEntry(keyed, subject!)] : []),
      ],
      ...(ofRefunds.events.length > 0 && { events: ofRefunds.events }),
      ...(chains && chains.length > 0 && { chains }),
    }
    return { store: () => finance.replace(group), stored: () => decision.stored() }
  }

  return storeChanges<Result>(context, {
    decide,
    async learn(conflict) {
      const refusal = call.refusalOf?.(conflict)
      if (refusal) throw refusal
      if (keyed && isOfKeys(conflict)) {
        const before = await answerBefore(conflict)
        if (before) return before
      }
      reads.learn(conflict)
      return undefined
    },
    maxRetries: () => maxMovementRetries,
    log: { message: 'Another change came first; deciding a movement at the counter again.', fields: {} },
    gaveUp: 'Other calls kept changing this account; nothing was stored. Try again.',
  })
}
