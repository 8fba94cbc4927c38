import { dayOf, plusDays, startsOfDays } from '../../domain/calendar.js'
import { openAmount } from '../../domain/payments/open-amount.js'
import type { Instant } from '../../domain/payments/payment.js'
import type {
  LineWarningCode,
  PaymentItem,
  PaymentOutcome,
  ReconciliationItem,
} from '../../domain/reconciliation/items.js'
import type { StatementRecord } from '../../domain/reconciliation/statement-line.js'
import { dryRun } from '../../repository/dry-run/dry-run.js'
import type { Context, RunContext } from '../context.js'
import { type ReconcileOptions, type Reconciliation, readReconciliation } from '../input/reconcile-options.js'
import { batchesOf, checkIterable, LinesOfFile, readUntilAborted } from './batches.js'
import { fileNumberOf, layoutOf } from '../../domain/reconciliation/layout.js'
import type { OriginalsOfRun } from './originals.js'
import { otherAccountFirst } from './other-account.js'
import { type PaidPayment, paidPayments } from './paid-payments.js'
import { lineSettler } from './settle-lines.js'
import { summaryOf } from './summary.js'
import { viewOf } from './view.js'

/**
 * Returns the outcome of a payment; one that was paid at `expectedFrom` or later may still wait for its line, and so may one of the
 * time before this library, whose line may never have been imported.
 */
function outcomeOf(payment: PaidPayment, expectedFrom: Instant): PaymentOutcome {
  const { amountReconciled, paidAt, isImported } = payment
  if (openAmount(payment) <= 0) return 'matched'
  if (amountReconciled > 0) return 'under_paid'
  return isImported || paidAt! >= expectedFrom ? 'expected' : 'missing_line'
}

function paymentItem(paid: PaidPayment, expectedFrom: Instant): PaymentItem {
  const { paymentId, reference, amount, currency, status, paidAt, amountReconciled } = paid
  const payment = { paymentId, reference, amount, currency, status, paidAt }
  return { kind: 'payment', outcome: outcomeOf(paid, expectedFrom), payment, amountReconciled }
}

/**
 * The most lines that a preview decides before it yields their items. Its writes reach no storage, so that a larger group saves
 * nothing, and a garbage collector would move the decisions that wait.
 */
const groupOfPreview = 25

/** Returns the storage of a preview: what it writes reaches no real storage. */
function dryStorage({ repository, finance }: Context): Pick<RunContext, 'repository' | 'finance'> {
  if (!finance) return { repository: dryRun(repository), finance }
  const dry = dryRun(finance)
  return { repository: dry, finance: dry }
}

export async function* reconcile(
  context: Context,
  lines: AsyncIterable<StatementRecord> | Iterable<StatementRecord>,
  options: ReconcileOptions,
): AsyncGenerator<ReconciliationItem> {
  const settings = readReconciliation(context, options)
  checkIterable(lines)
  settings.signal?.throwIfAborted()
  const records = readUntilAborted(lines, settings.signal)
  const layout = () => layoutOf(lines)
  const fileNumber = () => fileNumberOf(lines)
  for await (const items of run(context, records, { ...settings, layout, fileNumber }))
    for (const item of items) yield item
}

/**
 * Runs over a statement: `reconcile` yields the items of a run, and an import keeps them. Items come as many at once as are there;
 * those of payments are made while they are read.
 */
export async function* run(
  serviceContext: Context,
  lines: AsyncIterable<StatementRecord> | Iterable<StatementRecord>,
  settings: Reconciliation,
): AsyncGenerator<Iterable<ReconciliationItem>> {
  const context: RunContext = settings.apply
    ? serviceContext
    : { ...serviceContext, ...dryStorage(serviceContext), groupSize: groupOfPreview }
  const { timeZone, repository } = context
  const startOf = startsOfDays(timeZone)
  const settleLines = lineSettler(context, settings, startOf)
  const summary = summaryOf()

  const notices = new Set<LineWarningCode>()
  const { account } = settings
  let before: OriginalsOfRun | null = null
  /** Begins a file, behind those that the run has read of the same archive. */
  const beginFile = (): OriginalsOfRun => {
    const file = new LinesOfFile(account, settings.apply)
    const isPreview = !settings.apply
    return (before = { account, layout: settings.layout(), notices, file, otherAccount: null, before, isPreview })
  }
  const batches = batchesOf(lines, { number: settings.fileNumber, begin: beginFile })
  for await (const { file: originals, entries: batch } of otherAccountFirst(context, batches)) {
    const view = await viewOf(context, batch, settings.referencesOf, originals)
    if (originals.file.hasOtherFacts) notices.add('id_repeats')
    for await (const items of settleLines(view, batch)) {
      for (const item of items) {
        summary.addLine(item)
        if (item.outcome === 'possible_duplicate') notices.add('possible_duplicates')
      }
      yield items
    }
  }
  const { period, channels, signal } = settings
  if (period) {
    const expectedFrom = startOf(plusDays(dayOf(settings.asOf, timeZone), -settings.graceDays))
    function* itemsOf(payments: Iterable<PaidPayment>): Generator<PaymentItem> {
      for (const payment of payments) {
        const item = paymentItem(payment, expectedFrom)
        summary.addPayment(item)
        yield item
      }
    }
    for await (const paid of paidPayments(repository, { period, channels, signal })) yield itemsOf(paid)
  }
  yield [summary.item(notices)]
}
