import { createHospitalPayments, type HospitalPayments, memoryRepository, textChannel } from 'hospital-payments'
import { manualClock, seededRandom } from 'hospital-payments/testing'
import { describe, expect, it } from 'vitest'
import { collect, refusal, request } from '../support/service.js'
import { credit, hospital, account } from './support/hospital.js'

const reference = 'INV-0001'

describe.each(['expired', 'failed'] as const)('reconcile: an %s payment that a statement proves paid', (status) => {
  async function ended(policy: 'allow' | 'one-live', overrides: object = {}) {
    const service = hospital({ referencePolicy: policy })
    const first = await service.bill({ reference, ...overrides })
    if (status === 'expired') await service.payments.expirePayment(first.id)
    else await service.payments.failPayment(first.id, { reason: 'declined' })
    return { ...service, first }
  }

  it('succeeds, and its history keeps why it had ended', async () => {
    const { apply, first, now, payments } = await ended('allow')
    const { lines } = await apply([credit({ reference, providerTransactionId: 'TX-1' })])
    expect(lines[0]!.outcome).toBe('confirmed')
    expect(await now(first)).toMatchObject({
      status: 'succeeded',
      amountReconciled: 150_000,
      providerTransactionId: 'TX-1',
    })
    expect(await now(first)).not.toHaveProperty('statusReason')
    const events = await payments.history(first.id)
    expect(events.map(({ type }) => type)).toEqual(['payment.created', `payment.${status}`, 'payment.succeeded'])
    expect(events[2]).toMatchObject({ data: { previousStatus: status, status: 'succeeded' }, reason: null })
  })

  it.each([
    ['one-live', 'failed', 'superseded'],
    ['allow', 'pending', undefined],
  ] as const)(
    'under %s makes the pending one of its reference (in dollars) %s, in the same change',
    async (policy, after, statusReason) => {
      const { apply, first, now, bill, payments } = await ended(policy)
      const pending = await bill({ reference, currency: 'USD' })
      const line = credit({ reference, lineId: 'A-1' })
      const { lines } = await apply([line], { actor: 'finance' })
      expect(lines[0]).toMatchObject({ outcome: 'confirmed', allocations: [{ paymentId: first.id, amount: 150_000 }] })
      expect(lines[0]!.allocations).toHaveLength(1)
      expect((await now(first)).status).toBe('succeeded')
      const other = await now(pending)
      expect([other.status, other.statusReason]).toEqual([after, statusReason])
      if (policy === 'one-live') {
        expect((await payments.history(pending.id)).at(-1)).toMatchObject({
          type: 'payment.failed',
          reason: 'superseded',
          actor: 'finance',
          evidence: null,
        })
      }
      expect((await apply([line])).lines[0]!.outcome).toBe('already_reconciled')
    },
  )

  it.each(['allow', 'one-live'] as const)(
    'under %s while another of its reference has succeeded is a duplicate_reference',
    async (policy) => {
      const { apply, first, now, bill, payments } = await ended(policy)
      const second = await bill({ reference })
      expect((await apply([credit({ reference, lineId: 'A-1' })])).lines[0]!.allocations[0]!.paymentId).toBe(second.id)
      expect((await apply([credit({ reference, lineId: 'A-2' })])).lines[0]).toMatchObject({
        outcome: 'confirmed',
        allocations: [{ paymentId: first.id }],
      })
      expect(await now(first)).toMatchObject({ status: 'succeeded', statusReason: 'duplicate_reference' })
      expect((await payments.history(first.id)).at(-1)!.reason).toBe('duplicate_reference')
      expect(await now(second)).not.toHaveProperty('statusReason')
    },
  )

  it('keeps duplicate_reference, and its line, through a later reconciliation', async () => {
    const { apply, first, now, bill, payments } = await ended('one-live')
    const second = await bill({ reference })
    await payments.confirmPayment(second.id, { providerTransactionId: 'TX-2' })
    await payments.confirmPayment(first.id, { providerTransactionId: 'TX-1' })
    expect(await now(first)).toMatchObject({ statusReason: 'duplicate_reference' })
    const { lines } = await apply([
      credit({ providerTransactionId: 'TX-1' }),
      credit({ providerTransactionId: 'TX-2', row: 3 }),
    ])
    expect(lines.map(({ outcome }) => outcome)).toEqual(['matched', 'matched'])
    expect(await now(first)).toMatchObject({ statusReason: 'duplicate_reference', amountReconciled: 150_000 })
  })
})

/** Makes payments while references are free, and returns the hospital that then takes up one-live. */
async function switched(prepare: (payments: HospitalPayments) => Promise<void>) {
  const repository = memoryRepository()
  const service = (referencePolicy: 'allow' | 'one-live') =>
    createHospitalPayments({
      repository,
      referencePolicy,
      channels: { 'mobile-banking': textChannel('{reference}') },
      clock: manualClock(),
      random: seededRandom(referencePolicy === 'allow' ? 1 : 2),
    })
  await prepare(service('allow'))
  const payments = service('one-live')
  const run = async (...lines: ReturnType<typeof credit>[]) =>
    (await collect(payments.reconcile(lines, { account, apply: true }))).flatMap((item) =>
      item.kind === 'line' ? [item.outcome] : [],
    )
  return { payments, run }
}

describe('reconcile: a hospital that takes up one-live with two payments of one reference', () => {
  it('matches both that had succeeded: money is never refused for a reference', async () => {
    const { run, payments } = await switched(async (before) => {
      for (const n of [1, 2]) {
        const { id } = await before.createPayment(request({ reference }))
        await before.confirmPayment(id, { providerTransactionId: `TX-${n}` })
      }
    })
    expect(
      await run(credit({ providerTransactionId: 'TX-1' }), credit({ providerTransactionId: 'TX-2', row: 3 })),
    ).toEqual(['matched', 'matched'])
    expect((await payments.findByReference(reference)).items.map((one) => one.amountReconciled)).toEqual([
      150_000, 150_000,
    ])
  })

  it('confirms both that were pending', async () => {
    const { run, payments } = await switched(async (before) => {
      await before.createPayment(request({ reference, amount: 100 }))
      await before.createPayment(request({ reference, amount: 200 }))
    })
    expect(await run(credit({ reference, amount: 100 }), credit({ reference, amount: 200, row: 3 }))).toEqual([
      'confirmed',
      'confirmed',
    ])
    const { items } = await payments.findByReference(reference)
    expect(items.map(({ status }) => status)).toEqual(['succeeded', 'succeeded'])
  })

  it('confirms the older one while a newer one is the live one', async () => {
    const { run, payments } = await switched(async (before) => {
      await before.createPayment(request({ reference, amount: 100 }))
    })
    await payments.createPayment(request({ reference, amount: 200 }))
    expect(await run(credit({ reference, amount: 100 }))).toEqual(['confirmed'])
    const { items } = await payments.findByReference(reference)
    expect(new Map(items.map(({ amount, status, statusReason }) => [amount, [status, statusReason]]))).toEqual(
      new Map([
        [100, ['succeeded', undefined]],
        [200, ['failed', 'superseded']],
      ]),
    )
  })

  it('records a part of the older one, pending still, while a newer one is the live one', async () => {
    const { run, payments } = await switched(async (before) => {
      await before.createPayment(request({ reference, amount: 100, currency: 'USD' }))
    })
    const live = await payments.createPayment(request({ reference, amount: 200 }))
    expect(await run(credit({ reference, amount: 60, currency: 'USD' }))).toEqual(['under_paid'])
    const { items } = await payments.findByReference(reference)
    expect(items.find(({ currency }) => currency === 'USD')).toMatchObject({ status: 'pending', amountReconciled: 60 })
    expect(await payments.getPayment(live.id)).toStrictEqual(live)
    await refusal(payments.createPayment(request({ reference })), 'reference_conflict')
    expect(await run(credit({ reference, amount: 200 }))).toEqual(['confirmed'])
    await refusal(payments.createPayment(request({ reference })), 'reference_conflict')
  })

  it('matches one transfer for a contested bill and another, which keeps its reference', async () => {
    const { run, payments } = await switched(async (before) => {
      for (const n of [1, 2]) {
        const { id } = await before.createPayment(request({ reference, amount: 100 }))
        await before.confirmPayment(id, { providerTransactionId: `TX-${n}` })
      }
    })
    const other = await payments.createPayment(request({ reference: 'INV-0002', amount: 200 }))
    await payments.confirmPayment(other.id)
    await refusal(payments.createPayment(request({ reference: 'INV-0002' })), 'reference_conflict')
    expect(
      await run(
        credit({ providerTransactionId: 'TX-1', amount: 100 }),
        credit({ narration: 'INV-0001 INV-0002', amount: 300, row: 3 }),
      ),
    ).toEqual(['matched', 'matched'])
    await refusal(payments.createPayment(request({ reference: 'INV-0002' })), 'reference_conflict')
    await refusal(payments.createPayment(request({ reference })), 'reference_conflict')
  })

  it('records a part of the older one while a newer one is the live one', async () => {
    const { run } = await switched(async (before) => {
      const { id } = await before.createPayment(request({ reference, amount: 100 }))
      await before.confirmPayment(id, { providerTransactionId: 'TX-1' })
      const live = await before.createPayment(request({ reference, amount: 200 }))
      await before.confirmPayment(live.id, { providerTransactionId: 'TX-2' })
    })
    expect(
      await run(
        credit({ providerTransactionId: 'TX-2', amount: 200 }),
        credit({ providerTransactionId: 'TX-1', amount: 60, row: 3 }),
        credit({ providerTransactionId: 'TX-1', amount: 40, row: 4 }),
      ),
    ).toEqual(['matched', 'under_paid', 'matched'])
  })
})
