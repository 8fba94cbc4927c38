import { isPaymentId } from '../../domain/id.js'
import { invalidRequest } from '../../domain/issue.js'
import type { Payment } from '../../domain/payments/payment.js'
import { type AccountLine, isUncounted } from '../../domain/reconciliation/account-line.js'
import { Proposal, type RemittanceProposal, type RemittanceRow } from '../../domain/reconciliation/propose.js'
import { lineOfWaiver } from '../../domain/reconciliation/line-refusals.js'
import { isWaiverAccount } from '../../domain/accounts/account-kind.js'
import { isPossibleReference } from '../../domain/text.js'
import { isPaymentError } from '../../errors.js'
import { isIterable } from '../../internal/iterables.js'
import type { FinanceRepository } from '../../repository/finance-port.js'
import type { Context } from '../context.js'
import { checkKey, remittanceRow } from '../input/line-calls.js'
import { parse } from '../input/parse.js'
import { ShownPayments } from '../payments/shown-payments.js'
import { findPayments } from '../reconciliation/look-up.js'
import { financeOf } from '../storage.js'
import { lineOf } from './find-lines.js'
import { readPayments } from './payments-of-lines.js'
import { groupedBy } from '../../internal/grouped-by.js'

/** A row with its number; `null` where it is none, with the reason. */
interface NumberedRow {
  readonly number: number
  readonly row: RemittanceRow | null
  readonly reason: string
}

/** The rows whose payments are read together. */
const rowsAtOnce = 500

function readRow(number: number, input: unknown): NumberedRow {
  try {
    return { number, row: parse(remittanceRow, input), reason: '' }
  } catch (error) {
    if (!isPaymentError(error, 'invalid_request')) throw error
    const problems = error.details.issues.map(({ path, message }) => (path === '' ? message : `${path} ${message}`))
    return { number, row: null, reason: problems.join('; ') }
  }
}

async function* batchesOf(rows: Iterable<unknown> | AsyncIterable<unknown>): AsyncGenerator<readonly NumberedRow[]> {
  let [batch, count]: [NumberedRow[], number] = [[], 0]
  for await (const row of rows) {
    batch.push(readRow(++count, row))
    if (batch.length < rowsAtOnce) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

function textsOf<Field extends 'reference' | 'paymentId'>(rows: readonly NumberedRow[], field: Field): string[] {
  return [...new Set(rows.flatMap(({ row }) => row?.[field] ?? []))]
}

/** Reads the payments that rows name, and returns the function that finds those of one row. */
async function paymentsOfRows(
  finance: FinanceRepository,
  rows: readonly NumberedRow[],
): Promise<(row: RemittanceRow) => readonly Payment[]> {
  const ids = textsOf(rows, 'paymentId').filter(isPaymentId)
  const [byId, ofReferences] = await Promise.all([
    readPayments(finance, { ids, shownPayments: new ShownPayments() }),
    findPayments(finance, textsOf(rows, 'reference').filter(isPossibleReference), []),
  ])
  const byReference = groupedBy(ofReferences, (payment) => payment.reference)
  return ({ paymentId, reference = '' }) => {
    if (paymentId === undefined) return byReference.get(reference) ?? []
    const payment = byId.payments.get(paymentId)
    return payment ? [payment] : []
  }
}

function checkLine({ direction, account, outcome }: AccountLine): void {
  const problem =
    direction === 'debit'
      ? 'names a debit; a remittance explains money that came'
      : isWaiverAccount(account)
        ? lineOfWaiver
        : isUncounted({ outcome })
          ? 'names a possible duplicate; release that line first'
          : null
  if (problem !== null) throw invalidRequest([{ path: 'lineKey', message: problem }])
}

export async function propose(
  context: Context,
  key: string,
  rows: Iterable<RemittanceRow> | AsyncIterable<RemittanceRow>,
): Promise<RemittanceProposal> {
  checkKey(key)
  if (!isIterable(rows)) throw invalidRequest([{ path: 'rows', message: 'must be iterable' }])
  const finance = financeOf(context)
  const line = await lineOf(finance, key)
  checkLine(line)
  const proposal = new Proposal(line)
  for await (const batch of batchesOf(rows)) {
    const paymentsOf = await paymentsOfRows(finance, batch)
    for (const { number, row, reason } of batch) {
      if (row) proposal.add(number, row, paymentsOf(row))
      else proposal.refuse(number, 'invalid_request', reason)
    }
  }
  return proposal.result()
}
