/** A person's change of one statement line: decided on what is stored, and decided again where another change came first. */
import { movesOfChange } from '../../domain/accounts/account.js'
import type { AccountLine, LineChange, LineEvent } from '../../domain/reconciliation/account-line.js'
import type { LineDecision, LineWrite } from '../../domain/reconciliation/line-decision.js'
import { invalidRequest } from '../../domain/issue.js'
import type { Refund } from '../../domain/refunds/refund.js'
import { PaymentError } from '../../errors.js'
import { pacer, recordsAtOnce } from '../../internal/event-loop.js'
import { maxInGroup } from '../../repository/checks.js'
import { attempts } from '../../repository/aggregates/attempts.js'
import type { RowEntry } from '../../repository/aggregates/port.js'
import type { ChainEnd } from '../../repository/day-port.js'
import type { FinanceRepository } from '../../repository/finance-port.js'
import type { LineEntry, ReplaceOutcome } from '../../repository/port.js'
import type { Context } from '../context.js'
import { AccountRows, maxAccountRetries } from '../accounts/account-rows.js'
import { paymentsToStore } from '../payers/payer-entries.js'
import { withGivenBack } from '../payments/given-back.js'
import { refundsToStore } from '../refunds/refund-entries.js'
import { refundConflictOf } from '../refunds/stored-refunds.js'
import { type Conflict, type Decision, maxRetries, storeChanges } from '../payments/store-changes.js'
import { financeOf } from '../storage.js'
import { lineNotHere } from '../archived/archived-lines.js'
import { lastEventOf } from './find-lines.js'
import { lineEntry } from './line-entries.js'
import { NewestLines } from './newest-lines.js'
import { ShownPayments } from '../payments/shown-payments.js'

/** The rows that a decision about a line is made on: as they were read, or newer where conflicts showed them. */
export interface LineCallState {
  readonly finance: FinanceRepository
  readonly line: AccountLine | null
  /** The event that made the line what it is, read only where the call may be a repeated one. */
  readonly lastEvent: LineEvent | null
  /** The newest payments that conflicts showed. */
  readonly shownPayments: ShownPayments
  /** The newest refunds that conflicts showed. */
  readonly shownRefunds: ReadonlyMap<string, Refund>
  /** The references of which a conflict showed another payment to be the live one. */
  readonly contested: ReadonlySet<string>
  /** The channels in which a conflict showed another payment with the line's receipt. */
  readonly channelsWithReceipt: ReadonlySet<string>
  /** True where a conflict showed another refund with the line's receipt. */
  readonly isPayoutReceiptTaken: boolean
  /** Reads other lines, by key. */
  linesOf(keys: readonly string[]): Promise<ReadonlyMap<string, AccountLine>>
}

interface LineCallRequest {
  readonly key: string
  readonly expectedVersion: number
  readonly actor: string | null
  /** Decides on the rows. `again` means that they are of two moments, between which others changed the line. */
  decide(state: LineCallState): Promise<DecidedLineCall | 'again'>
}

/** A decision, with the chains of closed days that it was made on, none unless money is taken back, and the attempts that it changes. */
export type DecidedLineCall = LineDecision & {
  readonly chains?: readonly ChainEnd[]
  readonly rows?: readonly RowEntry[]
}

function unexpectedConflict(): PaymentError {
  return new PaymentError(
    'internal_error',
    'The repository returned a conflict of something that was not sent. Test it with repositoryContract.',
  )
}

/** Refuses a decision that one write cannot hold, before it is sent. */
export function checkSize({
  payments,
  refunds = [],
  lines,
}: Partial<Pick<LineWrite, 'refunds'>> &
  Pick<LineWrite, 'payments'> & { readonly lines: readonly LineChange[] }): void {
  const max = Math.max(payments.length + refunds.length, lines.length)
  if (max <= maxInGroup) return
  const message = `would change more than ${maxInGroup} payments, refunds or lines in one write`
  throw invalidRequest([{ path: '', message }])
}

/**
 * Stores a person's decision about a line and returns the line. The decision is made again until no other change comes first.
 */
export async function changeLine(context: Context, request: LineCallRequest): Promise<AccountLine> {
  const finance = financeOf(context)
  const { key, expectedVersion, actor, decide } = request
  const shownPayments = new ShownPayments()
  const shownRefunds = new Map<string, Refund>()
  const newestLines = new NewestLines(finance)
  const contested = new Set<string>()
  const channelsWithReceipt = new Set<string>()
  let isPayoutReceiptTaken = false
  const accounts = new AccountRows(finance)
  let accountMoves = 0
  const pace = pacer(recordsAtOnce)

  /** Makes the entry of the account's row where the line counts from now on, or no longer. */
  async function accountEntries(before: AccountLine, { lines: [change] }: LineWrite): Promise<RowEntry[]> {
    const moves = movesOfChange(before, change.line)
    if (moves.length === 0) return []
    const { account, currency } = before
    if (!accounts.of(account, currency)) await accounts.read([account])
    return accounts.entries(moves)
  }

  async function store(
    write: LineWrite,
    { lines, rowsBeside }: { lines: readonly LineEntry[]; rowsBeside: readonly RowEntry[] },
    chains: readonly ChainEnd[],
  ): Promise<ReplaceOutcome> {
    const ofPayments = paymentsToStore(context, write.payments, actor)
    const { changes, rows, events } = refundsToStore(context, write.refunds, { actor, contested })
    const allRows = [...rows, ...rowsBeside, ...ofPayments.rows]
    return finance.replace({
      changes: [...ofPayments.changes, ...changes],
      lines,
      ...(rows.length > 0 && { events }),
      ...(allRows.length > 0 && { rows: allRows }),
      ...(chains.length > 0 && { chains }),
    })
  }

  async function decideNow(): Promise<Decision<AccountLine>> {
    const line = await newestLines.one(key)
    const mayBeRepeat = line?.version === expectedVersion + 1
    const lastEvent = line && mayBeRepeat ? await lastEventOf(finance, line) : null
    const rowsOfConflicts = { shownPayments, shownRefunds, contested, channelsWithReceipt, isPayoutReceiptTaken }
    const decision = await decide({ finance, line, lastEvent, linesOf: newestLines.all, ...rowsOfConflicts })
    if (decision === 'again') return 'again'
    if ('refusal' in decision) throw line ? decision.refusal : await lineNotHere(finance, key)
    if ('unchanged' in decision) return { result: decision.unchanged }
    const { write, chains = [], rows = [] } = decision
    checkSize(write)
    const turn = pace(write.payments.length + write.refunds.length)
    if (turn) await turn
    const changed = write.lines.map((change) => lineEntry(context, change, actor))
    const lines = await withGivenBack(changed, [...write.payments, ...write.refunds], newestLines.all)
    const rowsBeside = [...(line ? await accountEntries(line, write) : []), ...rows]
    return { store: () => store(write, { lines, rowsBeside }, chains), stored: () => lines[0]!.line }
  }

  async function learn(conflict: Conflict): Promise<void> {
    if (accounts.learn(conflict)) {
      accountMoves++
      return
    }
    const { reason, refund } = refundConflictOf(conflict) ?? {}
    if (reason === 'transaction_taken') isPayoutReceiptTaken = true
    if (refund && reason === 'stale') shownRefunds.set(refund.id, refund)
    if (reason === 'transaction_taken' || reason === 'stale') return
    switch (conflict.outcome) {
      case 'line_stale':
        newestLines.learn(conflict)
        break
      case 'stale':
        if (conflict.current) shownPayments.add(conflict.current)
        break
      case 'transaction_taken':
        shownPayments.add(conflict.payment)
        channelsWithReceipt.add(conflict.payment.channel)
        break
      case 'reference_taken':
        shownPayments.add(conflict.payment)
        contested.add(conflict.payment.reference)
        break
      case 'row_stale':
      case 'row_taken':
        // An attempt that the line pays is read anew with each decision.
        if (conflict.of === attempts.name) break
        throw unexpectedConflict()
      case 'line_taken':
        throw unexpectedConflict()
      // Closed days are read anew with each decision.
      case 'chain_moved':
        break
    }
  }

  return storeChanges(context, {
    decide: decideNow,
    learn,
    // Each payment of the call may meet another one that holds its reference; who moves the account has written.
    maxRetries: () => maxRetries + contested.size + Math.min(accountMoves, maxAccountRetries),
    log: { message: 'Another change was stored first; a statement line is decided again.', fields: { lineKey: key } },
    gaveUp: 'Write conflict with other changes of this statement line; nothing was stored. Try again.',
  })
}
