import { describe, expect, it } from 'vitest'
import type { Refund } from '../../../src/domain/refunds/refund.js'
import { matchLine } from '../../../src/domain/reconciliation/matching.js'
import { meaningOf } from '../../../src/domain/reconciliation/refund-matching.js'
import type { Payment } from '../../../src/domain/payments/payment.js'
import { bill, refund, refundNow, stated } from './support/lines.js'

/** Makes a refund of 1,000, all of one bill. */
const named = (id: string, overrides: Partial<Refund> = {}) => refund({ id, reference: 'R-1', ...overrides })

function meaning(direction: 'credit' | 'debit', refunds: readonly Refund[], payments: readonly Payment[] = []) {
  const line = stated({ direction })
  const rule = payments.length > 0 ? 'reference' : null
  const match = matchLine(line, { rule, payments, problem: null })
  const candidates = { rule: 'transaction_id' as const, refunds: refunds.map((one) => refundNow(one)) }
  const result = meaningOf(line, { match, rule }, candidates)
  const { outcome, reason } = result.match
  return { rule: result.rule, pays: result.pays?.refund.id ?? null, outcome, reason }
}

describe('meaningOf: a debit of 1,000', () => {
  it.each<[string, Refund[]]>([
    ['the one refund that it names', [named('ref_1')]],
    ['the one of its amount', [named('ref_1'), named('ref_2', { amount: 900 })]],
    ['the one in its currency', [named('ref_1'), named('ref_2', { currency: 'KES' })]],
    ['the one that is approved', [named('ref_1'), named('ref_2', { status: 'requested' })]],
    [
      'the one that was not paid before',
      [named('ref_1'), named('ref_2', { status: 'succeeded', amountReconciled: 1000 })],
    ],
    [
      'the one that lives, though another had its own reference',
      [named('ref_1'), named('ref_2', { status: 'failed', reference: 'R-2' })],
    ],
    ['the one that was not canceled', [named('ref_1'), named('ref_2', { status: 'canceled', reference: 'R-2' })]],
  ])('pays %s', (_, refunds) => {
    expect(meaning('debit', refunds)).toMatchObject({ rule: 'transaction_id', pays: 'ref_1' })
  })

  it.each<[string, Refund[]]>([
    ['is not the amount of the refunds that it names: ref_1 (pending)', [named('ref_1', { amount: 900 })]],
    ['is not the amount of the refunds that it names: ref_1 (pending)', [named('ref_1', { currency: 'KES' })]],
    ['may pay out several refunds: ref_1 (pending), ref_2 (pending)', [named('ref_1'), named('ref_2')]],
    ['names several refunds: ref_1 (pending), ref_2 (pending)', [named('ref_1'), named('ref_2', { reference: 'R-2' })]],
    ['names a refund that is not approved: ref_1 (requested)', [named('ref_1', { status: 'requested' })]],
    [
      'names a refund that was paid out before: ref_1 (succeeded)',
      [named('ref_1', { status: 'succeeded', amountReconciled: 1000 })],
    ],
    ['names a refund that cannot be paid out: ref_1 (failed)', [named('ref_1', { status: 'failed' })]],
    ['names a refund that cannot be paid out: ref_1 (canceled)', [named('ref_1', { status: 'canceled' })]],
  ])('pays none, with the reason that it %s', (reason, refunds) => {
    expect(meaning('debit', refunds)).toEqual({
      rule: 'transaction_id',
      pays: null,
      outcome: 'reversal_candidate',
      reason,
    })
  })

  it('lists ten refunds and counts the others', () => {
    const refunds = (count: number) => Array.from({ length: count }, (_, i) => named(`ref_${i}`))
    expect(meaning('debit', refunds(10)).reason).toMatch(/, ref_9 \(pending\)$/)
    expect(meaning('debit', refunds(12)).reason).toMatch(/, ref_9 \(pending\) and 2 more$/)
  })

  it('keeps the meaning of its payments where it names no refund', () => {
    expect(meaning('debit', [], [bill()])).toMatchObject({
      rule: 'reference',
      pays: null,
      outcome: 'reversal_candidate',
    })
  })
})

describe('meaningOf: a credit of 1,000', () => {
  const paid = named('ref_1', { status: 'succeeded' })
  const settled = bill({ status: 'succeeded', amountReconciled: 1000 })

  const failed = named('ref_1', { status: 'failed' })
  /** The refunds whose money it cannot be. */
  const others = [
    named('ref_2', { status: 'requested' }),
    named('ref_3'),
    named('ref_4', { status: 'canceled' }),
    named('ref_5', { status: 'succeeded', amount: 900 }),
    named('ref_6', { status: 'failed', currency: 'KES' }),
    named('ref_7', { status: 'failed', returnedBy: 'id:other' }),
  ]

  it.each([paid, failed])('may be the money of a refund of its amount that is $status, for people', (one) => {
    expect(meaning('credit', [one, ...others])).toEqual({
      rule: 'transaction_id',
      pays: null,
      outcome: 'refund_returned',
      reason: `names refunds whose money may have come back: ref_1 (${one.status})`,
    })
  })

  it('is no money of a refund that waits, of another amount or currency, or that came back before', () => {
    for (const one of others) {
      expect(meaning('credit', [one])).toEqual({
        rule: 'transaction_id',
        pays: null,
        outcome: 'unmatched_line',
        reason: `is not the money of a refund that came back: ${one.id} (${one.status})`,
      })
    }
  })

  it.each([paid, failed])('may be the money of a refund that is $status, beside a payment that is settled', (one) => {
    expect(meaning('credit', [one], [settled]).outcome).toBe('refund_returned')
    expect(meaning('credit', others, [settled])).toMatchObject({ rule: 'reference', outcome: 'duplicate_credit' })
    expect(meaning('credit', [...others, one], [settled]).reason).toBe(
      `names refunds whose money may have come back: ref_1 (${one.status})`,
    )
  })

  it('goes to a payment that can take it, whatever refunds it names', () => {
    expect(meaning('credit', [paid], [bill()])).toMatchObject({ rule: 'reference', outcome: 'confirmed' })
  })

  it('is no refund’s where it names nothing', () => {
    expect(meaning('credit', [])).toMatchObject({ rule: null, outcome: 'unmatched_line' })
  })
})
