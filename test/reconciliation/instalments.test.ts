import { isPaymentEvent } from '../../src/domain/event-stream.js'
import { describe, expect, it } from 'vitest'
import { credit, file, hospital, account } from './support/hospital.js'

const reference = 'INV-0001'

describe('reconcile: a bill paid in instalments', () => {
  it('stays pending until the last one, which confirms it', async () => {
    const { bill, payments, apply, now } = hospital()
    const surgery = await bill({ reference, amount: 1_000 })
    const first = await apply([credit({ reference, amount: 400, narration: 'Abebe', providerTransactionId: 'TX-1' })], {
      actor: 'cashier',
    })
    expect(first.lines[0]).toMatchObject({
      outcome: 'under_paid',
      applied: true,
      rule: 'reference',
      reason: null,
      allocations: [{ paymentId: surgery.id, reference, amount: 400, late: false }],
    })
    const begun = await now(surgery)
    expect(begun).toStrictEqual({ ...surgery, amountReconciled: 400, version: 2, updatedAt: begun.updatedAt })

    const lines = file(credit({ reference, amount: 250 }), credit({ reference, amount: 350 }))
    expect((await apply(lines)).lines.map(({ outcome }) => outcome)).toEqual(['under_paid', 'confirmed'])
    expect(await now(surgery)).toMatchObject({ status: 'succeeded', amountReconciled: 1_000, version: 4 })

    const events = await payments.history(surgery.id)
    expect(
      events
        .filter(isPaymentEvent)
        .map(({ type, data, actor, reason }) => [
          type,
          data.version,
          data.previousStatus,
          data.status,
          data.amountReconciled,
          actor,
          reason,
        ]),
    ).toEqual([
      ['payment.created', 1, null, 'pending', 0, null, null],
      ['payment.reconciled', 2, 'pending', 'pending', 400, 'cashier', null],
      ['payment.reconciled', 3, 'pending', 'pending', 650, null, null],
      ['payment.succeeded', 4, 'pending', 'succeeded', 1_000, null, null],
    ])
    expect(events[1]!.evidence).toStrictEqual({
      kind: 'statement',
      account,
      lineKey: expect.stringMatching(/^receipt:/) as string,
      row: 2,
      valueDate: '2026-11-20',
      amount: 400,
      providerTransactionId: 'TX-1',
    })
    expect(events.map(({ evidence }) => evidence?.kind === 'statement' && evidence.amount)).toEqual(
      [undefined, 400, 250, 350].map((amount) => amount ?? false),
    )
    expect(JSON.stringify(events)).not.toContain('Abebe')
  })

  it('keeps no receipt of a part of it, so that the last one’s own can be kept', async () => {
    const { bill, apply, now } = hospital()
    const surgery = await bill({ reference, amount: 1_000 })
    await apply([credit({ reference, amount: 400, providerTransactionId: 'TX-1' })])
    expect(await now(surgery)).not.toHaveProperty('providerTransactionId')
    await apply([credit({ reference, amount: 600, providerTransactionId: 'TX-2' })])
    expect((await now(surgery)).providerTransactionId).toBe('TX-2')
  })

  it('is over paid by a last one that is too much, of which nothing is recorded', async () => {
    const { bill, outcomes, now } = hospital()
    const surgery = await bill({ reference, amount: 1_000 })
    expect(await outcomes([credit({ reference, amount: 400 })])).toEqual(['under_paid'])
    expect(await outcomes([credit({ reference, amount: 601 })])).toEqual(['over_paid'])
    expect(await now(surgery)).toMatchObject({ status: 'pending', amountReconciled: 400 })
  })

  it('is matched part by part where the desk confirmed it already', async () => {
    const { bill, payments, outcomes, now } = hospital()
    const surgery = await bill({ reference, amount: 1_000 })
    const confirmed = await payments.confirmPayment(surgery.id, { providerTransactionId: 'TX-7' })
    expect(
      await outcomes(
        file(credit({ reference, amount: 400 }), credit({ reference, amount: 600, providerTransactionId: 'TX-8' })),
      ),
    ).toEqual(['under_paid', 'matched'])
    expect(await now(surgery)).toStrictEqual({
      ...confirmed,
      amountReconciled: 1_000,
      version: 4,
      updatedAt: (await now(surgery)).updatedAt,
    })
    expect((await payments.history(surgery.id)).map(({ type }) => type)).toEqual([
      'payment.created',
      'payment.succeeded',
      'payment.reconciled',
      'payment.reconciled',
    ])
  })

  it('is matched by the rest when the desk confirms it between two of them', async () => {
    const { bill, payments, outcomes, now } = hospital()
    const surgery = await bill({ reference, amount: 1_000 })
    expect(await outcomes([credit({ reference, amount: 400 })])).toEqual(['under_paid'])
    await payments.confirmPayment(surgery.id)
    expect(await outcomes([credit({ reference, amount: 600 })])).toEqual(['matched'])
    expect(await now(surgery)).toMatchObject({ status: 'succeeded', amountReconciled: 1_000 })
  })

  it.each(['expired', 'failed'] as const)(
    'records a part where it is %s, and stays so, with its reason, until all is there',
    async (status) => {
      const { bill, payments, outcomes, now } = hospital()
      const surgery = await bill({ reference, amount: 1_000 })
      if (status === 'expired') await payments.expirePayment(surgery.id)
      else await payments.failPayment(surgery.id, { reason: 'declined' })
      const ended = await now(surgery)
      expect(await outcomes([credit({ reference, amount: 400 })])).toEqual(['under_paid'])
      const begun = await now(surgery)
      expect(begun).toStrictEqual({ ...ended, amountReconciled: 400, version: 3, updatedAt: begun.updatedAt })
      expect(await outcomes([credit({ reference, amount: 600 })])).toEqual(['confirmed'])
      expect(await now(surgery)).toMatchObject({ status: 'succeeded', amountReconciled: 1_000 })
      expect(await now(surgery)).not.toHaveProperty('statusReason')
    },
  )

  it('gets them alone, where another payment of the same reference and amount has none', async () => {
    const { bill, outcomes, now } = hospital()
    const bills = [await bill({ reference, amount: 1_000 })]
    expect(await outcomes([credit({ reference, amount: 400 })])).toEqual(['under_paid'])
    bills.push(await bill({ reference, amount: 1_000 }))
    expect(await outcomes(file(credit({ reference, amount: 600 }), credit({ reference, amount: 1_000 })))).toEqual([
      'confirmed',
      'confirmed',
    ])
    expect(await Promise.all(bills.map(async (one) => (await now(one)).amountReconciled))).toEqual([1_000, 1_000])
  })
})
