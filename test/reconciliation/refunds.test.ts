import { type AccountLine, memoryRepository, type Payment, type Refund } from 'hospital-payments'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkBooks } from '../operations/lines/support/counter.js'
import { recordingLogger } from '../support/recording-logger.js'
import { refusal } from '../support/service.js'
import type { FinanceRepository } from 'hospital-payments/repository'
import { refunds } from '../../src/repository/aggregates/refunds.js'
import { credit, debit, file, hospital, type Lines } from './support/hospital.js'
import { refundsRead, storedRefund } from '../support/refund-rows.js'
import { examples } from '../support/rounds.js'

/** Makes a bill of 1,500.00 that was paid, and a refund of 500.00 of it that is pending. */
async function scene(overrides: { amount?: number; reference?: string; lineKey?: string } = {}, needsApproval = false) {
  const here = hospital({ refundApproval: () => needsApproval })
  const { id } = await here.bill()
  await here.payments.confirmPayment(id)
  const { refunds, lines } = here.payments
  const more = { amount: 50_000, reason: 'service_not_given', ...overrides } as const
  const refund = await refunds.create({ ...(overrides.lineKey === undefined && { paymentId: id }), ...more })
  const stored = async (direction: AccountLine['direction'] = 'debit') =>
    (await lines.list({ direction })).items.at(-1)!
  const refundNow = async (one: Refund = refund) => (await refunds.get(one.id))!
  const money = async () => {
    const { amountRefundPending, amountRefunded } = await here.now({ id })
    return [amountRefundPending, amountRefunded]
  }
  /** Applies lines, and expects that a preview said of them what the run says. */
  const run = async (source: Lines) => {
    const lines = [...(source as Iterable<never>)]
    const words = async (outcome: ReturnType<typeof here.preview>) =>
      (await outcome).lines.map(({ outcome, rule, reason, allocations }) => ({ outcome, rule, reason, allocations }))
    const previewed = await words(here.preview(lines))
    const { lines: applied } = await here.apply(lines)
    expect(previewed).toEqual(
      applied.map(({ outcome, rule, reason, allocations }) => ({ outcome, rule, reason, allocations })),
    )
    await checkBooks(here.repository as FinanceRepository)
    return applied
  }
  return { ...here, id, refund, refunds, refundNow, stored, money, run, accountLines: lines }
}

const payout = (more: object = {}) => debit({ amount: 50_000, ...more })

describe('reconcile: a debit that names a refund', () => {
  it('ends with concurrent_update where a host’s transaction reads refunds as they were and a payment is newer', async () => {
    const stored = memoryRepository()
    let asItWas: { payment: Payment; refund: Refund } | null = null
    let first = async () => {}
    const repository: FinanceRepository = {
      ...stored,
      async lookup(keys) {
        const { payments, lines } = await stored.lookup(keys)
        return { payments: payments.map((payment) => asItWas?.payment ?? payment), lines }
      },
      ...refundsRead(stored, (read) => (asItWas ? read.map(() => storedRefund(asItWas!.refund)) : read)),
      async replace(group) {
        const once = first
        first = async () => {}
        await once()
        return stored.replace(group)
      },
    }
    const here = hospital({ repository })
    const { id } = await here.bill()
    await here.payments.confirmPayment(id)
    const requested = { paymentId: id, amount: 50_000, reason: 'service_not_given' } as const
    const refund = await here.payments.refunds.create(requested)
    const seen = { payment: (await here.payments.getPayment(id))!, refund }
    first = async () => {
      asItWas = null
      await here.payments.refunds.confirm(refund.id)
      asItWas = seen
    }
    asItWas = seen
    const lines = file(credit({ reference: 'INV-1', amount: 150_000 }), payout({ reference: refund.reference }))
    expect((await refusal(here.apply(lines), 'concurrent_update')).message).toBe(
      'Write conflict with other changes of refunds; the lines before are stored. Run it again.',
    )
    asItWas = null
    const { lines: again } = await here.apply(lines)
    expect(again.map(({ outcome }) => outcome)).toEqual(['already_reconciled', 'refund_paid'])
  })

  it('by its reference pays it out, in the same write', async () => {
    const { refund, run, refundNow, money, stored, id, payments } = await scene()
    const [line] = await run(file(payout({ reference: refund.reference, providerTransactionId: 'FT-1' })))
    expect(line).toMatchObject({
      outcome: 'refund_paid',
      applied: true,
      rule: 'reference',
      reason: null,
      allocations: [],
    })
    expect(await refundNow()).toMatchObject({
      status: 'succeeded',
      amountReconciled: 50_000,
      providerTransactionId: 'FT-1',
      paidAt: refund.createdAt,
      version: 2,
    })
    expect(await money()).toEqual([0, 50_000])
    expect(await stored()).toMatchObject({
      status: 'settled',
      outcome: 'refund_paid',
      allocations: [{ to: 'refund', refundId: refund.id, amount: 50_000, by: 'rule' }],
    })
    expect((await payments.history(id)).at(-1)).toMatchObject({
      type: 'refund.succeeded',
      evidence: { kind: 'statement', lineKey: (await stored()).key, amount: 50_000 },
    })
  })

  it('in its narration pays it out, and counts once', async () => {
    const { refund, run, refundNow } = await scene()
    const lines = file(payout({ narration: `SEND MONEY ${refund.reference}, INV-1` }))
    expect((await run(lines))[0]).toMatchObject({ outcome: 'refund_paid', rule: 'narration' })
    expect((await run(lines))[0]).toMatchObject({ outcome: 'already_reconciled' })
    expect((await refundNow()).version).toBe(2)
  })

  it('proves the payout where it was reported before by the receipt of the debit', async () => {
    const { refund, refunds, run, refundNow, money } = await scene()
    const reported = await refunds.confirm(refund.id, { providerTransactionId: 'FT-1' })
    const [line] = await run(file(payout({ providerTransactionId: 'FT-1' })))
    expect(line).toMatchObject({ outcome: 'refund_paid', rule: 'transaction_id' })
    expect(await refundNow()).toMatchObject({ status: 'succeeded', amountReconciled: 50_000, paidAt: reported.paidAt })
    expect(await money()).toEqual([0, 50_000])
  })

  it.each([
    ['smaller', { amount: 49_999 }, /^is not the amount of the refunds that it names: ref_\w+ \(pending\)$/],
    ['larger', { amount: 50_001 }, /^is not the amount/],
    ['of another currency', { currency: 'KES' }, /^is not the amount/],
  ])('is for people where it is %s', async (_, more, reason) => {
    const { refund, run, refundNow, stored } = await scene()
    const [line] = await run(file(payout({ reference: refund.reference, ...more })))
    expect(line).toMatchObject({
      outcome: 'reversal_candidate',
      applied: false,
      reason: expect.stringMatching(reason) as string,
    })
    expect((await refundNow()).version).toBe(1)
    expect((await stored()).status).toBe('open')
  })

  it('is for people where the refund is not approved, was paid before, or is over', async () => {
    const unapproved = await scene({}, true)
    expect((await unapproved.run(file(payout({ reference: unapproved.refund.reference }))))[0]?.reason).toMatch(
      /is not approved/,
    )
    const { refund, refunds, run } = await scene()
    const twice = file(
      payout({ reference: refund.reference, lineId: 'a' }),
      payout({ reference: refund.reference, lineId: 'b' }),
    )
    expect((await run(twice)).map(({ outcome }) => outcome)).toEqual(['refund_paid', 'reversal_candidate'])
    expect((await run(twice))[1]?.reason).toMatch(/^names a refund that was paid out before: ref_\w+ \(succeeded\)$/)
    await refunds.fail(refund.id, { reason: 'came back' })
    expect((await run(twice))[1]?.reason).toMatch(/^names a refund that cannot be paid out/)
  })

  it('among two is for people; a new try of one that failed is paid', async () => {
    const { id, refund, refunds, run, refundNow } = await scene({ reference: 'BACK-1' })
    const again = { paymentId: id, amount: 50_000, reason: 'duplicate' } as const
    const other = await refunds.create(again)
    const [both] = await run(file(payout({ narration: `${refund.reference} ${other.reference}` })))
    expect(both).toMatchObject({ outcome: 'reversal_candidate' })
    expect(both?.reason).toMatch(/^names several refunds: /)
    await refunds.fail(refund.id, { reason: 'wallet closed' })
    const retry = await refunds.create({ ...again, reference: 'BACK-1' })
    const [line] = await run(file(payout({ reference: 'BACK-1', row: 9 })))
    expect(line).toMatchObject({ outcome: 'refund_paid' })
    expect([(await refundNow()).status, (await refundNow(retry)).status]).toEqual(['failed', 'succeeded'])
  })

  it('in its narration pays it out, though its reference is that of the payment', async () => {
    const { refund, run, refundNow } = await scene()
    const [line] = await run(file(payout({ reference: 'INV-1', narration: `REFUND ${refund.reference}` })))
    expect(line).toMatchObject({ outcome: 'refund_paid', rule: 'narration' })
    expect(await refundNow()).toMatchObject({ status: 'succeeded', amountReconciled: 50_000 })
  })

  it('is paid out after another of the same payment in one file, without a conflict', async () => {
    const stored = memoryRepository()
    const { logger, lines: logged } = recordingLogger()
    const groups: string[][] = []
    const replace: typeof stored.replace = (group) => {
      const ofRefunds = (group.rows ?? []).filter(({ of }) => of.name === refunds.name)
      if (ofRefunds.length > 0) groups.push(ofRefunds.map(({ row }) => (row as Refund).reference))
      return stored.replace(group)
    }
    const { bill, payments, apply, now } = hospital({ repository: { ...stored, replace }, logger })
    const [one, other] = [await bill(), await bill({ reference: 'INV-2' })]
    for (const [{ id }, reference] of [
      [one, 'A-1'],
      [one, 'A-2'],
      [other, 'B-1'],
    ] as const) {
      await payments.confirmPayment(id)
      await payments.refunds.create({ paymentId: id, amount: 50_000, reason: 'service_not_given', reference })
    }
    groups.length = 0
    const { lines } = await apply(file(...['A-1', 'B-1', 'A-2'].map((reference) => payout({ reference }))))
    expect(lines.map(({ outcome }) => outcome)).toEqual(['refund_paid', 'refund_paid', 'refund_paid'])
    expect(groups).toEqual([['A-1', 'B-1'], ['A-2']])
    expect(logged).toEqual([])
    expect(await now(one)).toMatchObject({ amountRefundPending: 0, amountRefunded: 100_000 })
    expect(await now(other)).toMatchObject({ amountRefundPending: 0, amountRefunded: 50_000 })
  })

  it('pays it out where its payment is from before one-live, and another holds the reference', async () => {
    const repository = memoryRepository()
    const allow = hospital({ repository })
    const bills = [await allow.bill(), await allow.bill()]
    for (const { id } of bills) {
      await allow.payments.confirmPayment(id)
      await allow.payments.refunds.create({ paymentId: id, amount: 50_000, reason: 'duplicate', reference: `R-${id}` })
    }
    const { outcomes, now } = hospital({ repository, referencePolicy: 'one-live' })
    const lines = file(...bills.map(({ id }) => payout({ reference: `R-${id}` })))
    expect(await outcomes(lines)).toEqual(['refund_paid', 'refund_paid'])
    for (const bill of bills) expect(await now(bill)).toMatchObject({ amountRefundPending: 0, amountRefunded: 50_000 })
  })

  it('comes before the payments that it may mean', async () => {
    const { run } = await scene({ reference: 'INV-1' })
    const [line, other] = await run(
      file(payout({ reference: 'INV-1', lineId: 'a' }), debit({ reference: 'INV-1', lineId: 'b' })),
    )
    expect([line?.outcome, other?.outcome]).toEqual(['refund_paid', 'reversal_candidate'])
    expect(other?.allocations).toMatchObject([{ amount: 0 }])
  })
})

describe('reconcile: a credit that names a refund', () => {
  it('is returned money for people, and nothing is applied', async () => {
    const { refund, refunds, run, refundNow, stored } = await scene()
    await refunds.confirm(refund.id)
    const [line] = await run(file(credit({ amount: 50_000, narration: `RETURNED ${refund.reference}` })))
    expect(line).toMatchObject({ outcome: 'refund_returned', applied: false, rule: 'narration', allocations: [] })
    expect(line?.reason).toMatch(/^names refunds whose money may have come back: ref_\w+ \(succeeded\)$/)
    expect((await refundNow()).status).toBe('succeeded')
    expect(await stored('credit')).toMatchObject({ status: 'open', outcome: 'refund_returned' })
  })

  it('goes to its payment first, and is returned money where nothing is open of that', async () => {
    const { refund, refunds, run, refundNow } = await scene({ amount: 150_000, reference: 'INV-1' })
    await refunds.confirm(refund.id)
    const lines = file(credit({ reference: 'INV-1', lineId: 'a' }), credit({ reference: 'INV-1', lineId: 'b' }))
    expect((await run(lines)).map(({ outcome }) => outcome)).toEqual(['matched', 'refund_returned'])
    const [smaller] = await run(file(credit({ reference: 'INV-1', amount: 5, lineId: 'c' })))
    expect(smaller?.outcome).toBe('duplicate_credit')
    expect((await refundNow()).status).toBe('succeeded')
  })

  it('in its narration is returned money beside a bill of its reference on which nothing is open', async () => {
    const { refund, refunds, run } = await scene()
    await run(file(credit({ reference: 'INV-1', lineId: 'a' })))
    await refunds.fail(refund.id, { reason: 'account closed' })
    const back = { amount: 50_000, reference: 'INV-1', narration: `RETURNED ${refund.reference}` }
    const [line] = await run(file(credit({ ...back, lineId: 'b' })))
    expect(line).toMatchObject({ outcome: 'refund_returned', applied: false, rule: 'narration' })
    expect(line?.reason).toMatch(/\(failed\)$/)
  })

  it('is no returned money where it is of another amount, or the refund waits or came back before', async () => {
    const { refund, refunds, run, accountLines, stored } = await scene()
    const back = (more: object) => file(credit({ amount: 50_000, narration: `RETURNED ${refund.reference}`, ...more }))
    const [early] = await run(back({ lineId: 'early' }))
    expect(early).toMatchObject({ outcome: 'unmatched_line', rule: 'narration' })
    expect(early?.reason).toMatch(/^is not the money of a refund that came back: ref_\w+ \(pending\)$/)
    await refunds.fail(refund.id, { reason: 'account closed' })
    const [part] = await run(back({ lineId: 'part', amount: 49_999 }))
    expect(part?.outcome).toBe('unmatched_line')
    const [whole] = await run(back({ lineId: 'whole' }))
    expect(whole?.outcome).toBe('refund_returned')
    const line = await stored('credit')
    const allocations = [{ to: 'refund', refundId: refund.id, amount: 50_000 }] as const
    await accountLines.allocate(line.key, { expectedVersion: line.version, allocations })
    const [again] = await run(back({ lineId: 'again' }))
    expect(again?.outcome).toBe('unmatched_line')
  })
})

describe('refund: lines allocated by hand', () => {
  const allocation = (refund: Refund) => [{ to: 'refund', refundId: refund.id, amount: refund.amount }] as const

  it('pay it out by a debit, whose undo makes it pending again', async () => {
    const { refund, run, refundNow, money, stored, accountLines } = await scene()
    await run(file(payout({ narration: 'no word of it', providerTransactionId: 'FT-1' })))
    const { key } = await stored()
    await accountLines.allocate(key, { expectedVersion: 1, allocations: allocation(refund), actor: 'amina' })
    expect(await refundNow()).toMatchObject({
      status: 'succeeded',
      amountReconciled: 50_000,
      providerTransactionId: 'FT-1',
    })
    expect(await money()).toEqual([0, 50_000])
    const undone = await accountLines.unallocate(key, { expectedVersion: 2, reason: 'another refund' })
    expect(undone).toMatchObject({ held: true, allocations: [] })
    const after = await refundNow()
    expect(after).toMatchObject({ status: 'pending', amountReconciled: 0, paidAt: null, version: 3 })
    expect(after).not.toHaveProperty('providerTransactionId')
    expect(await money()).toEqual([50_000, 0])
  })

  it('give the receipt of a debit to none of several refunds', async () => {
    const { bill, payments, refund, refunds, run, refundNow, stored, accountLines } = await scene()
    const { id } = await payments.confirmPayment((await bill()).id)
    const other = await refunds.create({ paymentId: id, amount: 20_000, reason: 'duplicate' })
    await run(file(payout({ amount: 70_000, narration: 'no word of it', providerTransactionId: 'FT-1' })))
    const { key } = await stored()
    await accountLines.allocate(key, { expectedVersion: 1, allocations: [...allocation(refund), ...allocation(other)] })
    for (const one of [refund, other]) {
      expect(await refundNow(one)).toMatchObject({ status: 'succeeded', amountReconciled: one.amount })
      expect(await refundNow(one)).not.toHaveProperty('providerTransactionId')
    }
  })

  it('do not give it the receipt of a debit where it was reported with another', async () => {
    const { id, refund, refunds, run, refundNow, stored, accountLines } = await scene()
    const other = await refunds.create({ paymentId: id, amount: 20_000, reason: 'duplicate' })
    await run(file(payout({ narration: 'no word of it', providerTransactionId: 'FT-1' })))
    await refunds.confirm(other.id, { providerTransactionId: 'ft-1' })
    const { key } = await stored()
    await accountLines.allocate(key, { expectedVersion: 1, allocations: allocation(refund) })
    expect(await refundNow()).toMatchObject({ status: 'succeeded', amountReconciled: 50_000 })
    expect(await refundNow()).not.toHaveProperty('providerTransactionId')
    expect((await refunds.history(refund.id)).at(-1)!.evidence).toMatchObject({ providerTransactionId: 'FT-1' })
    expect(await refundNow(other)).toMatchObject({ providerTransactionId: 'ft-1' })
  })

  it('leave a refund that failed the receipt that a debit proved, until the debit is undone', async () => {
    const { refund, refunds, run, refundNow, stored, accountLines } = await scene()
    await run(file(payout({ reference: refund.reference, providerTransactionId: 'FT-1' })))
    await refunds.fail(refund.id, { reason: 'account closed' })
    expect(await refundNow()).toMatchObject({ status: 'failed', providerTransactionId: 'FT-1' })
    const next = await refunds.create({ paymentId: refund.paymentId!, amount: 50_000, reason: 'duplicate' })
    const confirming = refunds.confirm(next.id, { providerTransactionId: 'ft-1' })
    expect((await refusal(confirming, 'duplicate_payment')).details).toEqual({
      refundId: next.id,
      existingRefundId: refund.id,
    })
    await accountLines.unallocate((await stored()).key, { expectedVersion: 1, reason: 'wrong' })
    expect(await refundNow()).not.toHaveProperty('providerTransactionId')
    expect(await refunds.confirm(next.id, { providerTransactionId: 'ft-1' })).toMatchObject({ status: 'succeeded' })
  })

  it('leave a refund succeeded that was reported before, when the debit is undone', async () => {
    const { refund, refunds, run, refundNow, money, stored, accountLines } = await scene()
    const reported = await refunds.confirm(refund.id, { providerTransactionId: 'FT-1' })
    await run(file(payout({ reference: refund.reference })))
    const { key } = await stored()
    await accountLines.unallocate(key, { expectedVersion: 1, reason: 'wrong' })
    expect(await refundNow()).toMatchObject({
      status: 'succeeded',
      amountReconciled: 0,
      paidAt: reported.paidAt,
      providerTransactionId: 'FT-1',
    })
    expect(await money()).toEqual([0, 50_000])
    expect((await refunds.history(refund.id)).map(({ type, reason }) => [type, reason])).toEqual([
      ['refund.pending', null],
      ['refund.succeeded', null],
      ['refund.succeeded', null],
      ['refund.succeeded', 'match_undone'],
    ])
  })

  it('bring a whole payout back by a credit, also that of a line', async () => {
    const { refunds, run, accountLines, repository } = await scene()
    await run(file(credit({ amount: 9000, narration: 'surplus' })))
    const surplus = (await accountLines.list({ direction: 'credit' })).items[0]!
    const ofLine = await refunds.create({ lineKey: surplus.key, amount: 9000, reason: 'overpayment' })
    await run(file(debit({ amount: 9000, reference: ofLine.reference })))
    expect((await refunds.get(ofLine.id))?.status).toBe('succeeded')
    await run(file(credit({ amount: 9000, narration: 'RETURN', lineId: 'r' })))
    const returned = (await accountLines.list({ direction: 'credit', status: 'open' })).items[0]!
    await accountLines.allocate(returned.key, {
      expectedVersion: 1,
      allocations: allocation(ofLine),
      reason: 'closed account',
    })
    expect(await refunds.get(ofLine.id)).toMatchObject({ status: 'failed', amountReconciled: 9000 })
    expect(await accountLines.get(surplus.key)).toMatchObject({ status: 'open', allocated: 0, held: false })
    expect((await refunds.history(ofLine.id)).at(-1)).toMatchObject({ type: 'refund.failed', reason: 'closed account' })
    await checkBooks(repository as FinanceRepository)
    // As a payment that a debit reversed, it stays what it is when the line is undone.
    await accountLines.unallocate(returned.key, { expectedVersion: 2, reason: 'wrong' })
    expect((await refunds.get(ofLine.id))?.status).toBe('failed')
  })

  it('are refused where an allocation is not what may be', async () => {
    const { id, refund, refunds, run, stored, accountLines } = await scene()
    await run(file(debit({ amount: 100_000 })))
    const { key } = await stored()
    const other = await refunds.create({ paymentId: id, amount: 50_000, reason: 'duplicate' })
    const both = { expectedVersion: 1, allocations: [...allocation(refund), ...allocation(other)] }
    const twice = { ...both, allocations: [...both.allocations, ...allocation(refund)] }
    expect((await refusal(accountLines.allocate(key, twice), 'invalid_request')).details.issues).toEqual([
      { path: 'allocations.2', message: 'has the same target as another allocation' },
    ])
    await accountLines.allocate(key, { expectedVersion: 1, allocations: allocation(refund) })
    const part = accountLines.allocate(key, {
      expectedVersion: 2,
      allocations: [{ to: 'refund', refundId: other.id, amount: 10 }],
    })
    expect((await refusal(part, 'invalid_request')).message).toMatch(/must be the whole refund/)
  })
})

describe('reconcile: a file of payouts, returns and payments, in whatever order', () => {
  const kinds = ['payout', 'payout', 'return', 'payment', 'wrong', 'both'] as const
  const drawn = fc.array(fc.record({ kind: fc.constantFrom(...kinds), of: fc.nat(5), dup: fc.boolean() }), {
    minLength: 1,
    maxLength: 25,
  })

  it('comes to the same by preview, in one run, and line by line; and never pays a refund twice', async () => {
    await fc.assert(
      fc.asyncProperty(drawn, async (moves) => {
        const build = async () => {
          const here = hospital()
          const refunds: Refund[] = []
          for (let i = 0; i < 6; i++) {
            const { id } = await here.bill({ reference: `INV-${i >> 1}`, amount: 1000 })
            await here.payments.confirmPayment(id)
            refunds.push(
              await here.payments.refunds.create({
                paymentId: id,
                amount: 400,
                reason: 'duplicate',
                reference: i === 5 ? 'BACK-04' : `BACK-0${i}`,
              }),
            )
          }
          return { ...here, all: refunds }
        }
        const lines = file(
          ...moves.map(({ kind, of, dup }, i) => {
            const reference = of === 5 ? 'BACK-04' : `BACK-0${of}`
            const lineId = `${dup ? i : `${kind}${of}`}`
            if (kind === 'payout') return debit({ amount: 400, reference, lineId })
            if (kind === 'both') return debit({ amount: 400, narration: `${reference} BACK-00`, lineId })
            if (kind === 'return') return credit({ amount: 400, narration: `BACK ${reference}`, lineId })
            if (kind === 'wrong') return debit({ amount: 300, reference, lineId })
            return credit({ amount: 1000, reference: `INV-${of >> 1}`, lineId })
          }),
        )
        const [once, each] = [await build(), await build()]
        const previewed = (await once.preview(lines)).lines.map(({ outcome, reason }) => [
          outcome,
          reason?.replaceAll(/ref_\w+/g, 'ref'),
        ])
        const ran = (await once.apply(lines)).lines.map(({ outcome, reason }) => [
          outcome,
          reason?.replaceAll(/ref_\w+/g, 'ref'),
        ])
        expect(ran).toEqual(previewed)
        const single: unknown[] = []
        // A line that repeats another of its file is held; in a file of its own it is that other one.
        const isFirst = lines.map(({ lineId }, i) => lines.findIndex((line) => line.lineId === lineId) === i)
        for (const line of lines.filter((_, i) => isFirst[i])) {
          const [item] = (await each.apply([line])).lines
          single.push([item?.outcome, item?.reason?.replaceAll(/ref_\w+/g, 'ref')])
        }
        expect(single).toEqual(ran.filter((_, i) => isFirst[i]))
        for (const here of [once, each]) {
          await checkBooks(here.repository as FinanceRepository)
          for (const { id } of here.all) {
            const refund = (await here.payments.refunds.get(id))!
            const allocations = (await here.payments.lines.list({ limit: 500 })).items.flatMap((line) =>
              line.allocations.filter((allocation) => allocation.to === 'refund' && allocation.refundId === id),
            )
            expect(allocations.length).toBe(refund.status === 'succeeded' ? 1 : 0)
          }
        }
      }),
      { numRuns: examples(40) },
    )
  })
})
