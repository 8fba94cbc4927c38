/**
 * The functions of a storage that a run over a statement calls, and no others. A preview is a run over
 * `repository/dry-run/`, which has to have these alone.
 */
import type { OriginalLine } from '../domain/reconciliation/duplicates.js'
import type { Period } from '../domain/calendar.js'
import type { FinanceRepository } from './finance-port.js'
import type { Cell, LookupKeys, LookupResult, PaymentRepository, StoredLine } from './port.js'
import type { MarkKind } from '../domain/reconciliation/line-key.js'

/** The fields of a payment that a run reports, in the order of a scan. */
export const paidFields = [
  ...(['id', 'reference', 'amount', 'currency', 'status', 'paidAt'] as const),
  ...(['amountReconciled', 'amountWaived', 'imported'] as const),
] as const

/** The payments of a period by the time at which they were paid. */
export interface PaidQuery extends Period {
  by: 'paidAt'
  channels?: readonly string[]
  fields: typeof paidFields
}

/** Storage of a run that settles payments, and stores the keys of lines. */
export interface RunRepository extends Pick<PaymentRepository, 'replace'> {
  lookup(keys: LookupKeys): Promise<Pick<LookupResult, 'payments'> & { lines: readonly Pick<StoredLine, 'key'>[] }>

  scan(query: PaidQuery, signal?: AbortSignal): AsyncIterable<readonly (readonly Cell[])[]>
}

/** Storage of a run that stores whole lines, and settles refunds too. */
export interface RunFinance
  extends
    RunRepository,
    Pick<
      FinanceRepository,
      | ('chainStates' | 'findClosings' | 'findLines' | 'findRows' | 'histories')
      | ('importsOfOtherLayout' | 'pageLines' | 'pageRows')
    > {
  markedLines(kind: MarkKind, marks: readonly string[]): Promise<readonly { mark: string; line: OriginalLine }[]>
}
