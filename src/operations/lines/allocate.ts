import { paidByCash } from '../../domain/cash/paid-by-cash.js'
import { startsOfDays } from '../../domain/calendar.js'
import { allocateLine } from '../../domain/reconciliation/allocate-line.js'
import type { AccountLine, Allocation } from '../../domain/reconciliation/account-line.js'
import type { Context } from '../context.js'
import { allocateOptions, type AllocateOptions, checkKey } from '../input/line-calls.js'
import { parse } from '../input/parse.js'
import { changeLine, type LineCallState } from './change-line.js'
import { refusedByClosing } from './closed-days.js'
import { readPayments } from './payments-of-lines.js'
import { lineKeysOfRefunds, paymentIdsOfRefunds, refundsNamed, withOrigins } from './refunds-of-lines.js'

export async function allocate(context: Context, key: string, options: AllocateOptions): Promise<AccountLine> {
  checkKey(key)
  const { expectedVersion, allocations, reason = null, actor = null } = parse(allocateOptions, options)
  return allocateMoney(context, { key, expectedVersion, reason, actor, allocationsOn: () => allocations })
}

interface AllocateRequest {
  readonly key: string
  readonly expectedVersion: number
  readonly reason: string | null
  readonly actor: string | null
  /** Returns the allocations to make, by the line as it is now. */
  allocationsOn(state: LineCallState): readonly Allocation[]
}

/** Allocates money of a line, decided again by the newest rows where another change came first. */
export async function allocateMoney(
  context: Context,
  { key, expectedVersion, reason, actor, allocationsOn }: AllocateRequest,
): Promise<AccountLine> {
  return changeLine(context, {
    key,
    expectedVersion,
    actor,
    async decide(state) {
      const { finance, line, lastEvent, shownPayments, contested, channelsWithReceipt, isPayoutReceiptTaken, linesOf } =
        state
      const allocations = allocationsOn(state)
      const call = { key, expectedVersion, allocations, reason }
      const ids = allocations.flatMap((allocation) => (allocation.to === 'payment' ? [allocation.paymentId] : []))
      const lineKeys = allocations.flatMap((allocation) => (allocation.to === 'line' ? [allocation.lineKey] : []))
      const receipt = line?.providerTransactionId
      // Nothing is looked up for a call that is refused, or answered, by the line alone.
      const isDecidedHere = line?.version === expectedVersion
      const named = isDecidedHere ? await refundsNamed(finance, allocations, state.shownRefunds) : []
      const paymentIds = isDecidedHere ? [...ids, ...paymentIdsOfRefunds(named)] : []
      const read = await readPayments(finance, { ids: paymentIds, receipt, shownPayments })
      const lines = await linesOf(isDecidedHere ? [...new Set([...lineKeys, ...lineKeysOfRefunds(named)])] : [])
      const refunds = withOrigins(named, read.payments, lines)
      if (!refunds) return 'again'
      const decision = allocateLine(
        call,
        { line, lastEvent, targets: { payments: read.payments, refunds, lines } },
        {
          now: context.now(),
          policy: context.referencePolicy,
          siblingsOf: read.siblingsOf,
          contested,
          startOfDay: startsOfDays(context.timeZone),
          isReceiptTaken: (payment) =>
            channelsWithReceipt.has(payment.channel) || read.isReceiptTaken(payment, receipt),
          isPayoutReceiptTaken,
          cashRefusal: (payment) => (read.isPaidByCash(payment.id) ? paidByCash(payment) : null),
          costCategories: context.costCategories,
        },
      )
      if (!('write' in decision)) return decision
      // A credit takes the money of a refund back that another line had given.
      const { refusal, chains } = await refusedByClosing(finance, decision.write.lines, (of) => lines.get(of)!)
      return refusal ? { refusal } : { ...decision, chains }
    },
  })
}
