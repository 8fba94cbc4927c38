import type { RemittanceRow } from 'hospital-payments'
import { describe, expect, it } from 'vitest'
import { badFields, refusal, unknownId } from '../../support/service.js'
import { checkBooks, counter, storeLine } from './support/counter.js'

const insurer = 'insurer_cut'

async function withLine(amount: number) {
  const desk = counter()
  const { key, version } = await desk.line({ amount })
  let bills = 0
  return {
    ...desk,
    key,
    version,
    billOf: (ofBill: number, more: object = {}) =>
      desk.bill({ amount: ofBill, reference: `CLAIM-${++bills}`, ...more }),
    propose: (rows: Iterable<unknown> | AsyncIterable<unknown>) =>
      desk.payments.lines.propose(key, rows as Iterable<RemittanceRow>),
  }
}

describe('lines.propose', () => {
  it('proposes 200 bills, 9 of them cut, one unknown and one paid before, and allocate takes it whole', async () => {
    const { billOf, propose, payments, repository, key, version } = await withLine(200 * 1000)
    const bills = []
    for (let n = 0; n < 200; n++) bills.push(await billOf(1000))
    await payments.confirmPayment(bills[0]!.id, { amount: 1000 })
    const other = await storeLine(repository, { amount: 1000, key: 'id:before' })
    const allocations = [{ to: 'payment', paymentId: bills[1]!.id, amount: 1000 }] as const
    await payments.lines.allocate(other.key, { expectedVersion: 1, allocations })
    const rows = bills.map(({ reference }, n) =>
      n >= 10 && n < 19 ? { reference, amount: 900, category: insurer } : { reference, amount: 1000 },
    )
    rows[199] = { reference: 'CLAIM-9999', amount: 1000 }

    const proposal = await propose(rows)

    expect(proposal.problems).toEqual([
      { row: 2, code: 'duplicate_credit', message: 'Nothing is open of this payment: it was paid before.' },
      { row: 200, code: 'payment_not_found', message: 'No payment has this id or reference.' },
    ])
    expect(proposal.allocations).toHaveLength(198 + 9)
    expect(proposal.allocations.slice(9, 11)).toEqual([
      { to: 'payment', paymentId: bills[10]!.id, amount: 1000 },
      { to: 'category', category: insurer, amount: -100, paymentId: bills[10]!.id },
    ])
    expect(proposal.difference).toBe(2 * 1000 + 9 * 100)
    expect(await payments.lines.get(key)).toMatchObject({ version, allocated: 0 })

    const line = await payments.lines.allocate(key, { expectedVersion: version, allocations: proposal.allocations })
    expect(line.allocated).toBe(198_000 - 900)
    expect(await payments.getPayment(bills[10]!.id)).toMatchObject({ status: 'succeeded', amountWrittenOff: 100 })
    await checkBooks(repository)
  })

  it('leaves a cut open without a category, and takes no category where nothing was cut', async () => {
    const { billOf, propose } = await withLine(2000)
    const [cut, whole] = [await billOf(1000), await billOf(700)]
    const proposal = await propose([
      { paymentId: cut.id, amount: 600 },
      { paymentId: whole.id, amount: 700, category: insurer },
    ])
    expect(proposal).toEqual({
      allocations: [
        { to: 'payment', paymentId: cut.id, amount: 600 },
        { to: 'payment', paymentId: whole.id, amount: 700 },
      ],
      problems: [],
      difference: 700,
    })
  })

  it('says what is wrong with each row, and reads the rest', async () => {
    const { billOf, propose, payments } = await withLine(500)
    const [first, dollars, reversed] = [await billOf(400), await billOf(10, { currency: 'USD' }), await billOf(10)]
    await payments.confirmPayment(reversed.id)
    await payments.reversePayment(reversed.id, { reason: 'wrong' })
    for (let n = 0; n < 2; n++) await billOf(70, { reference: 'CLAIM-TWICE' })
    const big = await billOf(30)
    const { problems, allocations, difference } = await propose([
      { paymentId: first.id, amount: 400 },
      { reference: first.reference, amount: 1 },
      { reference: dollars.reference, amount: 10 },
      { paymentId: reversed.id, amount: 10 },
      { reference: 'CLAIM-TWICE', amount: 60 },
      { paymentId: big.id, amount: 31 },
      { paymentId: unknownId, amount: 1 },
      { paymentId: 'no id', amount: 1 },
      { reference: first.reference, amount: 0 },
      { amount: 1 },
      null,
      { reference: 'CLAIM-TWICE', amount: 70 },
    ])
    expect(problems.map(({ row, code }) => `${row} ${code}`)).toEqual([
      '2 duplicate_row',
      '3 currency_mismatch',
      '4 status_mismatch',
      '5 ambiguous',
      '6 over_paid',
      '7 payment_not_found',
      '8 payment_not_found',
      '9 invalid_request',
      '10 invalid_request',
      '11 invalid_request',
    ])
    expect(problems[8]!.message).toBe('reference must be there, or else a paymentId, and not both')
    expect(allocations.map(({ amount }) => amount)).toEqual([400, 70])
    expect(difference).toBe(30)
  })

  it('reads rows that come later, and more of them than are read at a time', async () => {
    const { billOf, propose } = await withLine(1)
    const { reference } = await billOf(1000)
    async function* rows() {
      for (let n = 0; n < 1001; n++) yield { reference: n === 1000 ? reference : `CLAIM-X${n}`, amount: 3 }
    }
    const { problems, allocations, difference } = await propose(rows())
    expect([problems.length, allocations.length, difference]).toEqual([1000, 1, -2])
  })

  it('is refused for a debit, a line of a waiver, a possible duplicate, rows that are none, and no line', async () => {
    const { payments, repository, line, propose } = await withLine(1)
    const lines = [
      await line({ direction: 'debit' }),
      await line({ outcome: 'possible_duplicate' }),
      await storeLine(repository, { account: 'waiver.poor' }),
    ]
    for (const { key } of lines)
      expect(await badFields(payments.lines.propose(key, []))).toEqual([expect.stringMatching(/^lineKey names a /u)])
    expect(await badFields(propose('INV-1' as never))).toEqual(['rows must be iterable'])
    await refusal(payments.lines.propose('id:unknown', []), 'line_not_found')
  })
})
