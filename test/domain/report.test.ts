import { describe, expect, it } from 'vitest'
import { bases, reportItem } from '../../src/domain/report.js'
import { paymentFixture } from '../../src/testing/fixtures.js'

const payment = paymentFixture({
  id: 'pay_01ARZ3NDEKTSV4RRFFQ69G5FAV',
  reference: 'INV-1',
  status: 'succeeded',
  amount: 150_000,
  currency: 'ETB',
  paidAt: '2026-11-20T08:00:00.000Z',
})

describe('reportItem', () => {
  it('has the fields that finance needs, in the documented order', () => {
    expect(JSON.stringify(reportItem(payment))).toBe(
      '{"paymentId":"pay_01ARZ3NDEKTSV4RRFFQ69G5FAV","reference":"INV-1","amount":150000,"currency":"ETB",' +
        '"status":"succeeded","paidAt":"2026-11-20T08:00:00.000Z"}',
    )
    expect(reportItem(paymentFixture()).paidAt).toBeNull()
  })
})

describe('bases', () => {
  it('are the three times that a report can go by, the default first', () => {
    expect(bases).toEqual(['createdAt', 'paidAt', 'reversedAt'])
  })
})
