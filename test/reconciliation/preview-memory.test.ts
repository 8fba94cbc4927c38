import { memoryRepository } from 'hospital-payments'
import { describe, expect, it } from 'vitest'
import { ofPaymentsAlone } from '../support/finance-repositories.js'
import { at, minute } from '../support/service.js'
import { credit, debit, filler, hospital, type Hospital, type Outcome } from './support/hospital.js'

const period = { from: '2026-11-19', to: '2026-11-22' }
const withoutApplied = ({ items }: Outcome) =>
  items.map((item) => (item.kind === 'line' ? { ...item, applied: false } : item))

/** Expects that a preview and then an apply of the same statement report the same, which is `outcomes`. */
async function same(service: Hospital, lines: Parameters<Hospital['preview']>[0], outcomes: readonly string[]) {
  const preview = await service.preview(lines, { period })
  expect(withoutApplied(preview)).toStrictEqual(withoutApplied(await service.apply(lines, { period })))
  const readOutcomes = preview.lines.map(({ outcome }) => outcome).filter((outcome) => outcome !== 'rejected_line')
  expect(readOutcomes).toEqual(outcomes)
}

describe('reconcile: a preview remembers, thousands of lines later,', () => {
  const reference = 'INV-0001'

  it('the part of a bill that it would have recorded', async () => {
    const service = hospital()
    await service.bill({ reference, amount: 1_000 })
    const part = (amount: number, row: number) => credit({ reference, amount, row })
    await same(
      service,
      [part(300, 1), ...filler(), part(300, 2), ...filler(), part(400, 3), ...filler(), part(1, 4)],
      ['under_paid', 'under_paid', 'confirmed', 'duplicate_credit'],
    )
  })

  it('the payment whose receipt it would have stored', async () => {
    const service = hospital()
    await service.bill({ reference })
    await service.bill({ reference: 'INV-0002' })
    await same(
      service,
      [
        credit({ reference, providerTransactionId: 'TX-1' }),
        ...filler(),
        credit({ reference: 'INV-0002', providerTransactionId: 'TX-1' }),
        credit({ narration: 'INV-0002', providerTransactionId: 'TX-1', row: 3 }),
        credit({ narration: 'INV-0002', providerTransactionId: 'TX-2', row: 3 }),
        ...filler(),
        credit({ providerTransactionId: 'TX-2', amount: 1 }),
      ],
      ['confirmed', 'possible_duplicate', 'possible_duplicate', 'confirmed', 'duplicate_credit'],
    )
  })

  it('the pending payment that would have been superseded, and the money that came twice', async () => {
    const service = hospital({ referencePolicy: 'one-live' })
    const { id } = await service.bill({ reference })
    await service.payments.failPayment(id, { reason: 'declined' })
    await service.bill({ reference, currency: 'USD', amount: 70 })
    const dollars = credit({ reference, currency: 'USD', amount: 70 })
    await same(
      service,
      [credit({ reference }), ...filler(), dollars, ...filler(), { ...dollars, row: 3 }, credit({ reference, row: 4 })],
      ['confirmed', 'confirmed', 'duplicate_credit', 'duplicate_credit'],
    )
  })

  it('the refund that it would have paid out, with its receipt', async () => {
    const service = hospital()
    const { id } = await service.bill({ reference })
    await service.payments.confirmPayment(id)
    const requested = { paymentId: id, amount: 500, reason: 'service_not_given' } as const
    const { reference: named } = await service.payments.refunds.create(requested)
    const payout = (more: object) => debit({ amount: 500, ...more })
    await same(
      service,
      [
        payout({ reference: named, providerTransactionId: 'TX-1' }),
        ...filler(),
        payout({ providerTransactionId: 'tx-1', amount: 400 }),
        payout({ reference: named, row: 3 }),
        ...filler(),
        payout({ narration: named, amount: 500, row: 4 }),
      ],
      ['refund_paid', 'reversal_candidate', 'reversal_candidate', 'reversal_candidate'],
    )
  })

  it('the part of a bill that it would have recorded, over a storage of payments alone', async () => {
    const service = hospital({ repository: ofPaymentsAlone(memoryRepository()) })
    await service.bill({ reference, amount: 1_000 })
    const part = (row: number) => credit({ reference, amount: 500, row })
    await same(service, [part(1), ...filler(), part(2), part(3)], ['under_paid', 'confirmed', 'duplicate_credit'])
  })

  it('the ids of the lines that came before', async () => {
    const service = hospital()
    await service.bill({ reference, amount: 1_000 })
    const line = credit({ reference, amount: 500, lineId: 'A-1' })
    await same(
      service,
      [line, ...filler(), line, { ...line, lineId: 'A-2' }, ...filler(), line],
      ['under_paid', 'possible_duplicate', 'confirmed', 'possible_duplicate'],
    )
  })

  it('the payments that it would have made paid, and reports them among those that are, in order', async () => {
    const service = hospital()
    const lines = []
    for (let n = 0; n < 2_600; n++) {
      const { id } = await service.bill({ reference: `INV-${10_000 + n}`, amount: 100 + n })
      const paidAt = at(((n * 7_919) % 2_600) * 1000)
      if (n % 3 === 0) await service.payments.confirmPayment(id, { paidAt })
      if (n % 3 === 1 || n % 6 === 0) {
        const amount = n % 4 === 0 ? 50 : 100 + n
        lines.push(credit({ row: n, reference: `INV-${10_000 + n}`, amount, bookedAt: paidAt }))
      }
    }
    service.clock.advance(minute)
    const preview = await service.preview(lines, { period })
    const applied = await service.apply(lines, { period })
    expect(withoutApplied(preview)).toStrictEqual(withoutApplied(applied))
    expect(preview.payments.length).toBeGreaterThan(1_500)
    expect(new Set(preview.payments.map(({ outcome }) => outcome))).toEqual(
      new Set(['matched', 'under_paid', 'expected']),
    )
  })
})
