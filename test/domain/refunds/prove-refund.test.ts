import { describe, expect, it } from 'vitest'
import type { Evidence } from '../../../src/domain/payments/event.js'
import { paidByDebit, payoutTakenBack } from '../../../src/domain/refunds/prove-refund.js'
import type { Refund } from '../../../src/domain/refunds/refund.js'
import { accountLine, bill, now, refund, refundNow, stated } from '../reconciliation/support/lines.js'

const reportedAt = '2026-11-20T08:00:00.000Z'

function proof(receipt?: string) {
  const line = stated({ direction: 'debit', ...(receipt !== undefined && { providerTransactionId: receipt }) })
  return { line, account: 'bank', lineKey: 'id:1', startOfDay: (day: string) => `${day}T00:00:00.000Z` }
}

/** The only refund of its debit. */
const alone = { now, givesReceipt: true }

const changed = (write: ReturnType<typeof paidByDebit>) => write.change.refund

describe('paidByDebit: a debit that pays a refund out', () => {
  const created = { createdAt: '2026-11-18T11:00:00.000Z' }

  it('gives it the time and the receipt of the line', () => {
    expect(changed(paidByDebit(refundNow(refund(created)), proof('TX-1'), alone))).toMatchObject({
      status: 'succeeded',
      paidAt: '2026-11-19T00:00:00.000Z',
      amountReconciled: 1000,
      providerTransactionId: 'TX-1',
    })
    const without = changed(paidByDebit(refundNow(refund(created)), proof(), alone))
    expect(without).not.toHaveProperty('providerTransactionId')
  })

  it('gives none of several refunds the receipt', () => {
    const several = paidByDebit(refundNow(refund(created)), proof('TX-1'), { now, givesReceipt: false })
    expect(changed(several)).not.toHaveProperty('providerTransactionId')
    expect(several.change.evidence).toMatchObject({ providerTransactionId: 'TX-1' })
  })

  it.each([
    ['reserves nothing', {}],
    ['reserves less', { amountRefundPending: 999 }],
    ['gave all of itself back', { amountRefundPending: 2000, amountRefunded: 1000 }],
  ])('is no payout of a payment that %s', (_, money) => {
    const payment = bill({ status: 'succeeded', ...money })
    const torn = { refund: refund({ ...created, paymentId: payment.id }), origin: { payment } }
    expect(() => paidByDebit(torn, proof(), alone)).toThrow(
      new RangeError('a refund that becomes succeeded must leave its payment whole'),
    )
  })

  it('leaves the time and the receipt that were reported', () => {
    const reported = refund({ ...created, status: 'succeeded', paidAt: reportedAt, providerTransactionId: 'TX-0' })
    expect(changed(paidByDebit(refundNow(reported), proof('TX-1'), alone))).toMatchObject({
      paidAt: reportedAt,
      providerTransactionId: 'TX-0',
    })
  })
})

describe('payoutTakenBack: a refund', () => {
  const statement = (lineKey: string, receipt: string | null): Evidence => ({
    kind: 'statement',
    account: 'bank',
    lineKey,
    row: 7,
    valueDate: '2026-11-19',
    amount: 1000,
    providerTransactionId: receipt,
  })
  const report = (receipt: string | null): Evidence => ({
    kind: 'confirmation',
    paidAt: reportedAt,
    providerTransactionId: receipt,
  })

  function takenBack(receipt: string | undefined, success: Evidence | null, overrides: Partial<Refund> = {}) {
    const paid = refund({ status: 'succeeded', paidAt: reportedAt, amountReconciled: 1000, ...overrides })
    const lineKey = accountLine().key
    const undone = { lineKey, success, evidence: statement(lineKey, receipt ?? null) }
    const { status, paidAt, amountReconciled, providerTransactionId } = changed(
      payoutTakenBack(refundNow(paid), undone, now),
    )
    return [status, paidAt, amountReconciled, providerTransactionId]
  }

  it.each<[string, string | undefined, Evidence | null, Partial<Refund>, unknown[]]>([
    [
      'that this line paid waits for its payout again, without the receipt',
      'TX-1',
      statement('id:1', 'TX-1'),
      { providerTransactionId: 'TX-1' },
      ['pending', null, 0, undefined],
    ],
    [
      'that this line paid keeps a receipt that is not the line’s',
      'TX-1',
      statement('id:1', 'TX-1'),
      { providerTransactionId: 'TX-0' },
      ['pending', null, 0, 'TX-0'],
    ],
    [
      'that another line paid stays paid',
      'TX-1',
      statement('id:2', 'TX-0'),
      { providerTransactionId: 'TX-0' },
      ['succeeded', reportedAt, 0, 'TX-0'],
    ],
    [
      'that was reported with the line’s receipt stays paid, and keeps it',
      'TX-1',
      report('TX-1'),
      { providerTransactionId: 'TX-1' },
      ['succeeded', reportedAt, 0, 'TX-1'],
    ],
    [
      'that was reported without a receipt stays paid, and loses the line’s',
      'TX-1',
      report(null),
      { providerTransactionId: 'TX-1' },
      ['succeeded', reportedAt, 0, undefined],
    ],
    ['without any receipt has none', undefined, report(null), {}, ['succeeded', reportedAt, 0, undefined]],
    [
      'whose success is not known stays paid',
      'TX-1',
      null,
      { providerTransactionId: 'TX-0' },
      ['succeeded', reportedAt, 0, 'TX-0'],
    ],
    [
      'that came back since stays failed',
      'TX-1',
      statement('id:1', 'TX-1'),
      { status: 'failed', providerTransactionId: 'TX-1' },
      ['failed', reportedAt, 0, undefined],
    ],
  ])('%s', (_, receipt, success, overrides, expected) => {
    expect(takenBack(receipt, success, overrides)).toEqual(expected)
  })
})
