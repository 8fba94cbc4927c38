import { describe, expect, it } from 'vitest'
import { credit, file, hospital } from './support/hospital.js'

describe('reconcile: a line finds its bill', () => {
  it('by the receipt, though its narration names another bill', async () => {
    const { bill, payments, apply, now } = hospital()
    const paid = await bill({ reference: 'INV-0001' })
    await payments.confirmPayment(paid.id, { providerTransactionId: 'TX-1' })
    const other = await bill({ reference: 'INV-0002' })
    const line = credit({ providerTransactionId: 'TX-1', narration: 'INV-0002' })
    const { lines } = await apply([line])
    expect(lines).toStrictEqual([
      {
        kind: 'line',
        row: 2,
        line,
        outcome: 'matched',
        applied: true,
        rule: 'transaction_id',
        reason: null,
        allocations: [{ paymentId: paid.id, reference: 'INV-0001', amount: 150_000, late: false }],
      },
    ])
    expect((await now(other)).status).toBe('pending')
  })

  it('by the exact reference, though its narration names another bill', async () => {
    const { bill, apply, now } = hospital()
    const paid = await bill({ reference: 'INV-0001' })
    const other = await bill({ reference: 'INV-0002' })
    const { lines } = await apply([credit({ reference: 'INV-0001', narration: 'FOR INV-0002' })])
    expect(lines[0]).toMatchObject({ outcome: 'confirmed', rule: 'reference', allocations: [{ paymentId: paid.id }] })
    expect((await now(other)).status).toBe('pending')
  })

  it('by what the narration names, when its own reference is none of ours', async () => {
    const { bill, apply } = hospital()
    const paid = await bill({ reference: 'INV-0001' })
    const line = credit({ reference: 'FT26325', providerTransactionId: 'TX-9', narration: 'PAID 1500 ETB: INV-0001.' })
    const { lines } = await apply([line])
    expect(lines[0]).toMatchObject({ outcome: 'confirmed', rule: 'narration', allocations: [{ paymentId: paid.id }] })
  })

  it.each([
    ['in other letters', { reference: 'inv-0001' }],
    ['with a space too many', { reference: 'INV-0001 ' }],
    ['as a part of a longer one', { reference: 'INV-00012' }],
    ['in other letters in the narration', { narration: 'inv-0001' }],
    ['within a longer word of the narration', { narration: 'XINV-0001 INV-0001/2' }],
    ['as a receipt', { providerTransactionId: 'INV-0001' }],
    ['as the name of the line', { lineId: 'INV-0001' }],
  ])('never by a reference %s', async (_, how) => {
    const { bill, apply, now } = hospital()
    const open = await bill({ reference: 'INV-0001' })
    expect((await apply([credit(how)])).lines[0]).toMatchObject({
      outcome: 'unmatched_line',
      rule: null,
      allocations: [],
      applied: false,
    })
    expect(await now(open)).toStrictEqual(open)
  })

  it('never by amount and date alone, however well they fit', async () => {
    const { bill, apply, now } = hospital()
    const open = await bill({ amount: 123_457 })
    const { lines } = await apply([credit({ amount: 123_457, narration: 'Consultation fee of today' })])
    expect(lines[0]).toMatchObject({ outcome: 'unmatched_line', rule: null, allocations: [] })
    expect(lines[0]!.reason).not.toBeNull()
    expect(await now(open)).toStrictEqual(open)
  })

  it('by what referencesOf returns, in place of the search through the narration', async () => {
    const { bill, apply, now } = hospital()
    const short = await bill({ reference: '42' })
    const named = await bill({ reference: 'INV-0001' })
    const line = credit({ narration: 'INV-0001', reference: 'unknown' })
    const calls: unknown[] = []
    const { lines } = await apply([line], {
      referencesOf: (record) => (calls.push(record), ['42', '42', ' impossible ']),
    })
    expect(lines[0]).toMatchObject({ outcome: 'confirmed', rule: 'narration', allocations: [{ paymentId: short.id }] })
    expect(calls).toStrictEqual([line])
    expect((await now(named)).status).toBe('pending')
  })

  it('by its own reference and receipt first, without asking referencesOf', async () => {
    const { bill, outcomes } = hospital()
    await bill({ reference: 'INV-0001' })
    const refuse = () => {
      throw new Error('not to be asked')
    }
    expect(await outcomes([credit({ reference: 'INV-0001' })], { referencesOf: refuse })).toEqual(['confirmed'])
  })

  it.each([[['INV-0001', 7]], ['INV-0001'], [undefined], [Promise.resolve(['INV-0001'])]])(
    'unless referencesOf does not return references, which fails the call (%j)',
    async (returned) => {
      const { bill, apply, now } = hospital()
      const open = await bill({ reference: 'INV-0001' })
      const failing = apply([credit()], { referencesOf: () => returned as unknown as string[] })
      await expect(failing).rejects.toMatchObject({
        code: 'internal_error',
        message: 'referencesOf must return a list of references.',
      })
      expect(await now(open)).toStrictEqual(open)
    },
  )

  it('unless referencesOf throws, which is the cause of a failure whose message repeats nothing of it', async () => {
    const cause = new Error('Abebe')
    const failing = hospital().apply([credit()], {
      referencesOf: () => {
        throw cause
      },
    })
    await expect(failing).rejects.toMatchObject({
      code: 'internal_error',
      cause,
      message: 'referencesOf threw; nothing of this line was written.',
    })
  })
})

describe('reconcile: a line that names several payments of one reference', () => {
  const reference = 'INV-0001'

  it('means one that succeeded and waits for its line before one that is pending', async () => {
    const { bill, payments, apply, now } = hospital()
    const pending = await bill({ reference })
    const succeeded = await bill({ reference })
    await payments.confirmPayment(succeeded.id)
    expect((await apply([credit({ reference })])).lines[0]).toMatchObject({
      outcome: 'matched',
      allocations: [{ paymentId: succeeded.id }],
    })
    expect((await now(pending)).status).toBe('pending')
  })

  it.each([
    ['pending', 'expired'],
    ['pending', 'failed'],
    ['expired', 'failed'],
  ] as const)('means a %s one before an older %s one', async (first, second) => {
    const { bill, payments, apply } = hospital()
    const make = async (status: string) => {
      const payment = await bill({ reference })
      if (status === 'expired') await payments.expirePayment(payment.id)
      if (status === 'failed') await payments.failPayment(payment.id, { reason: 'declined' })
      return payment
    }
    await make(second)
    const chosen = await make(first)
    expect((await apply([credit({ reference })])).lines[0]!.allocations[0]!.paymentId).toBe(chosen.id)
  })

  it('means the first class, whatever the amounts: less than the pending one is a part of it, though an expired one would fit', async () => {
    const { bill, payments, apply, now } = hospital()
    const expired = await bill({ reference, amount: 100 })
    await payments.expirePayment(expired.id)
    const pending = await bill({ reference, amount: 500 })
    expect((await apply([credit({ reference, amount: 100 })])).lines[0]!.outcome).toBe('under_paid')
    expect((await now(pending)).amountReconciled).toBe(100)
    expect((await now(expired)).status).toBe('expired')
  })

  it('passes one that is fully reconciled, and means one that is pending', async () => {
    const { bill, outcomes, now } = hospital()
    await bill({ reference })
    expect(await outcomes([credit({ reference })])).toEqual(['confirmed'])
    const next = await bill({ reference })
    expect(await outcomes(file(credit({ reference }), credit({ reference })))).toEqual([
      'already_reconciled',
      'confirmed',
    ])
    expect((await now(next)).status).toBe('succeeded')
  })

  it('means the oldest whose open amount is that of the line', async () => {
    const { bill, apply } = hospital()
    const bills = [
      await bill({ reference, amount: 200 }),
      await bill({ reference, amount: 100 }),
      await bill({ reference, amount: 100 }),
    ]
    const { lines } = await apply(file(credit({ reference, amount: 100 }), credit({ reference, amount: 100 })))
    expect(lines.map(({ outcome, allocations }) => [outcome, allocations[0]!.paymentId])).toEqual([
      ['confirmed', bills[1]!.id],
      ['confirmed', bills[2]!.id],
    ])
  })

  it('goes by the open amount, not by the amount asked for', async () => {
    const { bill, payments, apply } = hospital()
    const first = await bill({ reference, amount: 500 })
    expect((await apply([credit({ reference, amount: 300 })])).lines[0]!.outcome).toBe('under_paid')
    await bill({ reference, amount: 300 })
    const { lines } = await apply([credit({ reference, amount: 200, row: 3 })])
    expect(lines[0]).toMatchObject({ outcome: 'confirmed', allocations: [{ paymentId: first.id, amount: 200 }] })
    expect((await payments.getPayment(first.id))!.amountReconciled).toBe(500)
  })

  it('means none where none fits: people are shown them all', async () => {
    const { bill, apply, now } = hospital()
    const bills = [await bill({ reference, amount: 200 }), await bill({ reference, amount: 300 })]
    const { lines } = await apply([credit({ reference, amount: 100 })])
    expect(lines[0]).toMatchObject({ outcome: 'ambiguous', rule: 'reference', applied: false })
    expect(lines[0]!.reason).not.toBeNull()
    expect(lines[0]!.allocations).toStrictEqual(
      bills.map(({ id }) => ({ paymentId: id, reference, amount: 0, late: false })),
    )
    expect(await Promise.all(bills.map(now))).toStrictEqual(bills)
  })

  it.each([
    ['the line’s own receipt', 'TX-2', 2],
    ['no receipt, for a line with another', 'TX-9', 1],
    ['no receipt, for a line without', undefined, 1],
  ])('means one with %s before an older one with another', async (_, providerTransactionId, chosen) => {
    const { bill, payments, apply } = hospital()
    const bills = [await bill({ reference }), await bill({ reference }), await bill({ reference })]
    await payments.confirmPayment(bills[0]!.id, { providerTransactionId: 'TX-1' })
    await payments.confirmPayment(bills[1]!.id)
    await payments.confirmPayment(bills[2]!.id, { providerTransactionId: 'TX-2' })
    const line = credit({ reference, ...(providerTransactionId !== undefined && { providerTransactionId }) })
    expect((await apply([line])).lines[0]!.allocations[0]!.paymentId).toBe(bills[chosen]!.id)
  })

  it('means one with another receipt where no other is open', async () => {
    const { bill, payments, outcomes } = hospital()
    const only = await bill({ reference })
    await payments.confirmPayment(only.id, { providerTransactionId: 'TX-1' })
    expect(await outcomes([credit({ reference, providerTransactionId: 'TX-2' })])).toEqual(['matched'])
    expect((await payments.getPayment(only.id))!.providerTransactionId).toBe('TX-1')
  })
})
