import { describe, expect, it } from 'vitest'
import { credit, debit, filler, hospital } from './support/hospital.js'

const reference = 'INV-0001'
const providerTransactionId = 'TX-1'

describe('providerTransactionId: the receipt on a line', () => {
  it('becomes that of the payment which the line alone confirms, so that the next confirmation with it changes nothing', async () => {
    const { bill, payments, apply, now } = hospital()
    const one = await bill({ reference })
    await apply([credit({ reference, providerTransactionId })])
    const paid = await now(one)
    expect(paid).toMatchObject({ status: 'succeeded', providerTransactionId })
    expect(await payments.confirmPayment(one.id, { providerTransactionId })).toStrictEqual(paid)
    await expect(payments.confirmPayment(one.id, { providerTransactionId: 'TX-2' })).rejects.toMatchObject({
      code: 'duplicate_payment',
    })
  })

  it('is only kept in the evidence when the desk confirmed the payment before', async () => {
    const { bill, payments, apply, now } = hospital()
    const one = await bill({ reference })
    await payments.confirmPayment(one.id)
    await apply([credit({ reference, providerTransactionId })])
    expect(await now(one)).not.toHaveProperty('providerTransactionId')
    expect((await payments.history(one.id)).at(-1)!.evidence).toMatchObject({ providerTransactionId })
  })

  it.each(['', ' TX-1', 'TX\u00001', 'TX\ufffd1', '9'.repeat(256)])(
    'is left out of payment and evidence where no payment could have it (%j), and the money counts',
    async (impossible) => {
      const { bill, payments, apply, now } = hospital()
      const one = await bill({ reference })
      const { lines } = await apply([credit({ reference, providerTransactionId: impossible })])
      // NUL, which no database holds, is another character in what is stored and shown.
      const storedText = impossible.replace('\0', '\ufffd')
      expect(lines[0]).toMatchObject({ outcome: 'confirmed', line: { providerTransactionId: storedText } })
      expect(await now(one)).not.toHaveProperty('providerTransactionId')
      expect((await payments.history(one.id)).at(-1)!.evidence).toMatchObject({ providerTransactionId: null })
    },
  )

  it('is null in the evidence where the line has none', async () => {
    const { bill, payments, apply } = hospital()
    const one = await bill({ reference })
    await apply([credit({ reference })])
    expect((await payments.history(one.id)).at(-1)!.evidence).toMatchObject({ providerTransactionId: null })
  })

  it('is one in letters of either case, and stays as it was given', async () => {
    const { bill, payments, outcomes, now } = hospital()
    const one = await bill({ reference })
    await payments.confirmPayment(one.id, { providerTransactionId: 'skl4Z' })
    expect(await outcomes([credit({ providerTransactionId: 'SKL4z' })])).toEqual(['matched'])
    expect(await now(one)).toMatchObject({ providerTransactionId: 'skl4Z', amountReconciled: one.amount })
  })

  it('settles no second bill, in whichever case it is written', async () => {
    const { bill, payments, now } = hospital()
    const [one, other] = [await bill({ reference }), await bill({ reference: 'INV-0002' })]
    await payments.confirmPayment(one.id, { providerTransactionId: 'SKL4' })
    const again = payments.confirmPayment(other.id, { providerTransactionId: 'skl4' })
    await expect(again).rejects.toMatchObject({
      code: 'duplicate_payment',
      details: { paymentId: other.id, existingPaymentId: one.id },
    })
    expect(await now(other)).toStrictEqual(other)
    expect(await payments.confirmPayment(one.id, { providerTransactionId: 'skl4' })).toStrictEqual(await now(one))
  })

  it('is not given a second time where another payment has it by then, in another case', async () => {
    const { bill, payments, apply, now } = hospital()
    const [one, other] = [await bill({ reference }), await bill({ reference: 'INV-0002' })]
    const { lines } = await apply([
      credit({ reference, providerTransactionId: 'SKL4' }),
      credit({ reference: 'INV-0002', providerTransactionId: 'skl4', amount: 1 }),
      credit({ reference: 'INV-0002', providerTransactionId: 'skl4', amount: 149_999 }),
    ])
    expect(lines.map(({ outcome }) => outcome)).toEqual(['confirmed', 'under_paid', 'confirmed'])
    expect(await now(one)).toMatchObject({ providerTransactionId: 'SKL4' })
    expect(await now(other)).not.toHaveProperty('providerTransactionId')
    expect((await payments.search({ text: 'skl4' })).items.map(({ id }) => id)).toEqual([one.id])
  })

  it('means both where two channels gave it to two payments, or is a matter for people', async () => {
    for (const [amount, outcome] of [
      [300_000, 'matched'],
      [150_000, 'ambiguous'],
    ] as const) {
      const { bill, payments, outcomes } = hospital()
      for (const [channel, of] of [
        ['cash', 'INV-0001'],
        ['mobile-banking', 'INV-0002'],
      ] as const) {
        const { id } = await bill({ reference: of, channel })
        await payments.confirmPayment(id, { providerTransactionId })
      }
      expect(await outcomes([credit({ amount, providerTransactionId })])).toEqual([outcome])
    }
  })

  describe('beside a reference that names another payment', () => {
    async function twoTills(channel: 'cash' | 'mobile-banking') {
      const service = hospital()
      const receipted = await service.bill({ reference: 'INV-0001', channel: 'cash' })
      await service.payments.confirmPayment(receipted.id, { providerTransactionId })
      const named = await service.bill({ reference: 'INV-0002', channel })
      return { ...service, receipted, named }
    }
    const line = credit({ reference: 'INV-0002', providerTransactionId })

    it.each(['cash', 'mobile-banking'] as const)(
      'is a matter for people where that is of %s: neither takes the money',
      async (channel) => {
        const { preview, apply, receipted, named, now } = await twoTills(channel)
        const previewed = (await preview([line])).lines
        expect(previewed[0]).toMatchObject({
          outcome: 'ambiguous',
          rule: 'transaction_id',
          reason: 'its transaction id and its reference find different payments',
          allocations: [receipted, named].map(({ id }) => ({ paymentId: id, amount: 0 })),
        })
        expect((await apply([line])).lines).toStrictEqual(previewed)
        expect([(await now(receipted)).amountReconciled, (await now(named)).status]).toEqual([0, 'pending'])
      },
    )

    it('decides where its own payment has that reference, too', async () => {
      const { bill, apply, receipted } = await twoTills('cash')
      await bill({ reference: 'INV-0001', channel: 'mobile-banking' })
      expect((await apply([{ ...line, reference: 'INV-0001' }])).lines[0]).toMatchObject({
        outcome: 'matched',
        allocations: [{ paymentId: receipted.id }],
      })
    })

    it.each([
      ['of an earlier file', [[credit({ providerTransactionId: 'tx-1', amount: 7 })], [line]]],
      ['of the same file', [[credit({ providerTransactionId: 'tx-1', amount: 7 }), line]]],
      ['of an earlier batch', [[credit({ providerTransactionId: 'tx-1', amount: 7 }), ...filler(), line]]],
      ['of an earlier file, with a lineId', [[credit({ lineId: 'A', providerTransactionId, amount: 7 })], [line]]],
      ['that is a debit', [[debit({ providerTransactionId, amount: 7 })], [line]]],
    ])('yields to the reference where a line %s has the receipt already', async (_, files) => {
      const { preview, apply, receipted, named, now } = await twoTills('cash')
      for (const lines of files) {
        const previewed = (await preview(lines)).lines
        const applied = (await apply(lines)).lines
        expect(applied.map((item) => ({ ...item, applied: false }))).toEqual(previewed)
      }
      expect(await now(named)).toMatchObject({ status: 'succeeded', amountReconciled: named.amount })
      expect(await now(named)).not.toHaveProperty('providerTransactionId')
      expect((await now(receipted)).amountReconciled).toBeLessThanOrEqual(7)
    })

    it('is taken by the payment of the reference where that is of another channel than the receipt is known in', async () => {
      const { apply, named, now } = await twoTills('mobile-banking')
      const { lines } = await apply([credit({ providerTransactionId, amount: 7 }), line])
      expect(lines[1]).toMatchObject({ outcome: 'confirmed', rule: 'reference', reason: null })
      expect(await now(named)).toMatchObject({ providerTransactionId })
    })

    it('is a matter for people while it is on the first line with the receipt, whatever other lines and accounts have', async () => {
      const { outcomes } = await twoTills('cash')
      await outcomes([credit({ providerTransactionId, amount: 8 })], { account: 'till-2' })
      expect(await outcomes([line])).toEqual(['ambiguous'])
      expect(await outcomes([credit({ providerTransactionId, amount: 7 })])).toEqual(['under_paid'])
      expect(await outcomes([line])).toEqual(['ambiguous'])
    })

    it('yields to the reference where the line is decided again, and another line had the receipt before it', async () => {
      const service = hospital()
      const other = credit({ providerTransactionId, amount: 7 })
      await service.outcomes([other])
      expect(await service.outcomes([line])).toEqual(['unmatched_line'])
      for (const of of [reference, 'INV-0002']) await service.bill({ reference: of })
      const [first] = (await service.payments.findByReference(reference)).items
      await service.payments.confirmPayment(first!.id, { providerTransactionId })
      expect((await service.preview([line])).lines).toMatchObject([{ outcome: 'confirmed', rule: 'reference' }])
      expect(await service.outcomes([line])).toEqual(['confirmed'])
    })

    it('changes nothing of debits and other currencies', async () => {
      const { outcomes } = await twoTills('mobile-banking')
      expect(await outcomes([{ ...line, direction: 'debit' }])).toEqual(['reversal_candidate'])
      expect(await outcomes([{ ...line, currency: 'USD' }])).toEqual(['currency_mismatch'])
    })
  })
})
