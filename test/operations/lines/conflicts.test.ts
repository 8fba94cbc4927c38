/** The calls of people where another change comes first. */
import { memoryRepository, type Payment, type Refund } from 'hospital-payments'
import { describe, expect, it } from 'vitest'
import { ShownPayments } from '../../../src/operations/payments/shown-payments.js'
import { badFields, minute, refusal, request } from '../../support/service.js'
import {
  checkBooks,
  counter,
  type Counter,
  allocation,
  storeLine,
  toCategory,
  toLine,
  toPayment,
} from './support/counter.js'
import { meddled } from './support/meddled.js'
import { refundsRead, staleRefund, storedRefund } from '../../support/refund-rows.js'

describe('lines.allocate: a call that lost a race', () => {
  it('for the line is refused with the line as it is stored', async () => {
    const { desk, first, original } = meddled(async (count) => {
      if (count === 1) await first.payments.lines.assign('id:x', { expectedVersion: 1, assignee: 'selam' })
    })
    await storeLine(original, { key: 'id:x', narration: 'secret' })
    const error = await refusal(
      desk.payments.lines.allocate('id:x', { expectedVersion: 1, allocations: [toCategory(5)] }),
      'line_changed',
    )
    expect(error.details.line).toMatchObject({ assignee: 'selam', version: 2 })
    expect(error.details.line).not.toHaveProperty('narration')
    await checkBooks(original)
  })

  it('for the line is refused with the line as it is read, where that is newer than the one of the conflict', async () => {
    const { desk, first, original } = meddled(async () => {
      const line = await first.payments.lines.assign('id:x', { expectedVersion: 1, assignee: 'selam' })
      await first.payments.lines.hold('id:x', { expectedVersion: 2 })
      return { outcome: 'line_stale', key: 'id:x', line }
    })
    await storeLine(original, { key: 'id:x' })
    const error = await refusal(allocation(desk, 'id:x', [toCategory(5)]), 'line_changed')
    expect(error.details.line).toMatchObject({ assignee: 'selam', held: true, version: 3 })
  })

  it('for the line to the same change returns that one', async () => {
    const allocations = [toCategory(5)]
    const { desk, first, original } = meddled(async (count) => {
      if (count === 1) await first.payments.lines.allocate('id:x', { expectedVersion: 1, allocations })
    })
    await storeLine(original, { key: 'id:x' })
    const line = await desk.payments.lines.allocate('id:x', { expectedVersion: 1, allocations, actor: 'second' })
    expect(line.version).toBe(2)
    expect(await desk.payments.lines.history('id:x')).toHaveLength(2)
  })

  it('for a payment is decided again on the open rest of it', async () => {
    const { desk, first, original, logged } = meddled(async (count): Promise<void> => {
      if (count === 1) await allocation(first, 'id:other', [toPayment(bill, 400)])
    })
    const bill: Payment = await first.bill()
    await storeLine(original, { key: 'id:x' })
    await storeLine(original, { key: 'id:other', amount: 400 })
    const error = await refusal(allocation(desk, 'id:x', [toPayment(bill)]), 'allocation_exceeds')
    expect(error.details.exceeded).toEqual([{ path: 'allocations.0', open: 600, asked: '1000' }])
    await allocation(desk, 'id:x', [toPayment(bill, 600)])
    expect((await desk.payments.getPayment(bill.id))?.status).toBe('succeeded')
    expect(logged).toEqual([
      {
        level: 'debug',
        message: 'Another change was stored first; a statement line is decided again.',
        fields: { lineKey: 'id:x', attempt: 0 },
      },
    ])
    await checkBooks(original)
  })

  it.each([
    ['where the other payment is read anew', false],
    ['where a host’s open transaction still reads it as it was', true],
  ])('for a receipt goes on without it, and the evidence keeps it: %s', async (_, isFrozen) => {
    const { desk, first, original, groups } = meddled(async (count) => {
      if (count === 1) await first.payments.confirmPayment(other.id, { providerTransactionId: 'TX-1' })
    })
    const bill = await first.bill()
    const other: Payment = await first.bill({ reference: 'INV-2' })
    await storeLine(original, { key: 'id:x', providerTransactionId: 'TX-1' })
    const lookup = async () => structuredClone({ payments: [bill], lines: [] })
    const clerk = isFrozen ? counter({ repository: { ...desk.repository, lookup } }) : desk
    await allocation(clerk, 'id:x', [toPayment(bill)])
    expect(groups).toHaveLength(2)
    const paid = (await desk.payments.getPayment(bill.id))!
    expect(paid.status).toBe('succeeded')
    expect(paid).not.toHaveProperty('providerTransactionId')
    expect((await desk.payments.history(bill.id)).at(-1)?.evidence).toMatchObject({ providerTransactionId: 'TX-1' })
    expect((await desk.payments.getPayment(other.id))?.providerTransactionId).toBe('TX-1')
  })

  it('for a reference is decided again with the bill that holds it now', async () => {
    let replacing: Payment | undefined
    const { desk, first, original } = meddled(
      async (count) => {
        if (count === 1) replacing = await first.payments.createPayment(request({ amount: 1000 }))
      },
      { referencePolicy: 'one-live' },
    )
    const expired = await first.bill()
    await first.payments.expirePayment(expired.id)
    await storeLine(original, { key: 'id:x' })
    await allocation(desk, 'id:x', [toPayment(expired)])
    expect(await desk.payments.getPayment(expired.id)).toMatchObject({ status: 'succeeded' })
    expect(await desk.payments.getPayment(replacing!.id)).toMatchObject({
      status: 'failed',
      statusReason: 'superseded',
    })
  })

  it('for the references of payments from before one-live is decided again for each, and settles', async () => {
    const { desk, original, groups } = meddled(async () => undefined, { referencePolicy: 'one-live' })
    const allow = counter({ repository: original })
    const olds = await Promise.all(
      Array.from({ length: 8 }, (_, i) => allow.bill({ reference: `INV-${i}`, amount: 2000 })),
    )
    for (const { reference } of olds) await desk.bill({ reference })
    await storeLine(original, { key: 'id:x', amount: 8000 })
    const line = await allocation(
      desk,
      'id:x',
      olds.map((old) => toPayment(old, 1000)),
    )
    expect(line.status).toBe('settled')
    expect(groups).toHaveLength(9)
    await checkBooks(original)
  })

  it('for its day, which was closed, is refused: settled money stays', async () => {
    const day = { account: 'cbe-1000', day: '2026-11-19' }
    const { desk, first, original, groups } = meddled(async (count): Promise<void> => {
      if (count === 2) await first.payments.days.close({ ...day, actor: 'amina' })
    })
    const bill = await first.bill()
    await storeLine(original, { key: 'id:x' })
    const settled = await allocation(desk, 'id:x', [toPayment(bill)])
    const undo = () =>
      desk.payments.lines.unallocate('id:x', { expectedVersion: 2, reason: 'wrong patient', payments: 'reverse' })
    expect((await refusal(undo(), 'day_closed')).details).toEqual(day)
    expect(groups).toHaveLength(2)
    expect(await first.payments.lines.get('id:x')).toStrictEqual(settled)
    await checkBooks(original)
  })

  it.each([
    ['where it is read anew', false, false],
    ['where the conflict showed what it was before', false, true],
    ['where a host’s open transaction still reads it as it was', true, false],
  ])('for a refund that it pays out is refused with the status of the refund: %s', async (_, isFrozen, isShownOld) => {
    let id = ''
    const { desk, first, original, groups } = meddled(async (count) => {
      if (count === 1) await first.payments.refunds.cancel(id, { reason: 'not wanted' })
      return isShownOld ? staleRefund(refund) : undefined
    })
    await storeLine(original, { key: 'id:x' })
    await storeLine(original, { key: 'id:payout', direction: 'debit', amount: 300 })
    const refund: Refund = await first.payments.refunds.create({ lineKey: 'id:x', amount: 300, reason: 'overpayment' })
    id = refund.id
    const old = refundsRead(desk.repository, () => [storedRefund(refund)])
    const clerk = isFrozen ? counter({ repository: { ...desk.repository, ...old } }) : desk
    const error = await refusal(
      allocation(clerk, 'id:payout', [{ to: 'refund', refundId: id, amount: 300 }]),
      'invalid_request',
    )
    expect(error.message).toContain('canceled')
    expect(groups).toHaveLength(1)
    expect(await first.payments.lines.get('id:payout')).toMatchObject({ allocated: 0, version: 1 })
    await checkBooks(original)
  })

  it('is refused with concurrent_update after five decisions, with nothing changed', async () => {
    const { desk, first, original, groups } = meddled(async () => ({ outcome: 'stale', current: null }))
    const bill = await first.bill()
    const line = await storeLine(original, { key: 'id:x' })
    const error = await refusal(allocation(desk, 'id:x', [toPayment(bill)]), 'concurrent_update')
    expect(error.retryable).toBe(true)
    expect(error.message).toBe(
      'Write conflict with other changes of this statement line; nothing was stored. Try again.',
    )
    expect(groups).toHaveLength(6)
    expect(await first.payments.lines.get('id:x')).toStrictEqual(line)
  })

  it.each(['line_taken', 'row_taken'])(
    'is refused with internal_error where the storage answers about another row: %s',
    async (outcome) => {
      const { desk, original, groups } = meddled(async () => ({ outcome, of: 'refunds', unique: 'key' }) as never)
      await storeLine(original, { key: 'id:x' })
      const error = await refusal(allocation(desk, 'id:x', [toCategory(5)]), 'internal_error')
      expect(error.message).toBe(
        'The repository returned a conflict of something that was not sent. Test it with repositoryContract.',
      )
      expect(groups).toHaveLength(1)
    },
  )

  it.each([
    ['the line', { outcome: 'line_stale', key: 'id:x', line: null }],
    ['a payment', { outcome: 'stale', current: null }],
    ['a refund', staleRefund(null)],
    ['a chain of closed days', { outcome: 'chain_moved', account: 'cbe-1000' }],
  ] as const)(
    'is decided again where the storage reports a conflict without the changed row: %s',
    async (_, answer) => {
      const { desk, original, groups } = meddled(async (count) => (count === 1 ? (answer as never) : undefined))
      await storeLine(original, { key: 'id:x' })
      expect(await allocation(desk, 'id:x', [toCategory(5)])).toMatchObject({ version: 2, allocated: 5 })
      expect(groups).toHaveLength(2)
      await checkBooks(original)
    },
  )

  it('for the other of two lines that cancel out is decided on that one as it is now', async () => {
    const { desk, first, original, groups } = meddled(async (count): Promise<void> => {
      if (count === 1) await allocation(first, 'id:debit', [toCategory(5)])
    })
    await storeLine(original, { key: 'id:x' })
    const debit = await storeLine(original, { key: 'id:debit', direction: 'debit' })
    const frozen = counter({
      repository: {
        ...desk.repository,
        // A host's open transaction reads the other line as it was.
        findLines: async (keys) => {
          const lines = await original.findLines(keys)
          return lines.map((line) => (line.key === debit.key ? structuredClone(debit) : line))
        },
      },
    })
    for (const clerk of [frozen, desk]) {
      expect(
        (await refusal(allocation(clerk, 'id:x', [toLine(debit)]), 'invalid_request')).details.issues,
      ).toMatchObject([{ path: 'allocations.0' }])
    }
    expect(groups).toHaveLength(1)
    expect(await first.payments.lines.get('id:x')).toMatchObject({ allocated: 0, version: 1 })
    await checkBooks(original)
  })

  it('is decided on the row of the conflict where a host’s open transaction still reads the old one', async () => {
    const original = memoryRepository()
    const first = counter({ repository: original })
    const bill = await first.bill()
    const line = await storeLine(original, { key: 'id:x' })
    const frozen = { line: [line], payments: [bill] }
    const desk = counter({
      repository: {
        ...original,
        findLines: async () => structuredClone(frozen.line),
        lookup: async () => ({ payments: structuredClone(frozen.payments), lines: [] }),
      },
    })
    await storeLine(original, { key: 'id:other', amount: 400 })
    await allocation(first, 'id:other', [toPayment(bill, 400)])
    const error = await refusal(
      desk.payments.lines.allocate('id:x', { expectedVersion: 1, allocations: [toPayment(bill)] }),
      'allocation_exceeds',
    )
    expect(error.details.exceeded).toEqual([{ path: 'allocations.0', open: 600, asked: '1000' }])
    await first.payments.lines.hold('id:x', { expectedVersion: 1 })
    const changed = await refusal(
      desk.payments.lines.allocate('id:x', { expectedVersion: 1, allocations: [toPayment(bill, 600)] }),
      'line_changed',
    )
    expect(changed.details.line).toMatchObject({ held: true, version: 2 })
  })
})

describe('lines.unallocate: an undo whose line and payments were read at two moments', () => {
  /** Makes a desk on which `between` happens once, after the line is read and before its payments are. */
  async function torn(at: 'histories' | 'lookup', between: (first: ReturnType<typeof counter>) => Promise<unknown>) {
    const original = memoryRepository()
    const first = counter({ repository: original })
    const bill = await first.bill({ amount: 2000 })
    await storeLine(original, { key: 'id:x', amount: 1000 })
    await storeLine(original, { key: 'id:other', amount: 1000 })
    await allocation(first, 'id:x', [toPayment(bill, 1000)])
    let isDone = false
    const meddle = async () => {
      if (isDone) return
      isDone = true
      await between(first)
    }
    const desk = counter({
      repository: {
        ...original,
        histories: async (ids) => {
          if (at === 'histories') await meddle()
          return original.histories(ids)
        },
        lookup: async (keys) => {
          if (at === 'lookup') await meddle()
          return original.lookup(keys)
        },
      },
    })
    const undo = () => desk.payments.lines.unallocate('id:x', { expectedVersion: 2, reason: 'x' })
    return { desk, bill, undo, original }
  }

  it.each(['histories', 'lookup'] as const)('is decided again where others undid it before %s', async (at) => {
    const { undo, original } = await torn(at, async ({ payments }) => {
      await payments.lines.unallocate('id:x', { expectedVersion: 2, reason: 'x' })
      await payments.lines.assign('id:x', { expectedVersion: 3, assignee: 'selam' })
    })
    expect((await refusal(undo(), 'line_changed')).details.line.version).toBe(4)
    await checkBooks(original)
  })

  it('is decided on the sum that its allocations prove of one payment', async () => {
    const desk = counter()
    const bill = await desk.bill({ amount: 2000 })
    const { key } = await desk.line({ amount: 1000 })
    await allocation(desk, key, [toPayment(bill, 400)])
    await allocation(desk, key, [toPayment(bill, 600)])
    const read = (await desk.payments.getPayment(bill.id))!
    const looks: number[] = []
    const clerk = counter({
      repository: {
        ...desk.repository,
        // Of what the line proves a part is missing, as if others had undone one allocation meanwhile.
        lookup: async (keys) => {
          looks.push(looks.length)
          const payments = looks.length === 1 ? [{ ...read, amountReconciled: 700 }] : [read]
          return { ...(await desk.repository.lookup(keys)), payments }
        },
      },
    })
    const undone = await clerk.payments.lines.unallocate(key, { expectedVersion: 3, reason: 'x' })
    expect(undone).toMatchObject({ allocated: 0, allocations: [], version: 4 })
    expect(looks).toHaveLength(2)
    expect(await desk.payments.getPayment(bill.id)).toMatchObject({ amountReconciled: 0 })
    await checkBooks(desk.repository)
  })

  it('is decided again where another line confirmed its payment meanwhile: payments is then required', async () => {
    const { undo, desk, bill, original } = await torn('lookup', (first) =>
      allocation(first, 'id:other', [toPayment(bill, 1000)]),
    )
    const error = await refusal(undo(), 'invalid_request')
    expect(error.details.issues).toMatchObject([{ path: 'payments' }])
    expect(await desk.payments.getPayment(bill.id)).toMatchObject({ status: 'succeeded', amountReconciled: 2000 })
    await checkBooks(original)
  })
})

describe('lines.allocate and lines.unallocate: a call whose refund and payment were read at two moments', () => {
  /** Makes a debit for a refund of a payment; `between` happens once before the payment is read. */
  async function torn(between: (first: Counter, refundId: string) => Promise<unknown>, isPaidOut: boolean) {
    const original = memoryRepository()
    const first = counter({ repository: original })
    const { payments, bill, line } = first
    const { id: paymentId } = await bill()
    await payments.confirmPayment(paymentId)
    first.clock.advance(minute)
    const refund = await payments.refunds.create({ paymentId, amount: 300, reason: 'overpayment' })
    const { key } = await line({ direction: 'debit', amount: 300, valueDate: '2026-11-20' })
    const allocations = [{ to: 'refund', refundId: refund.id, amount: 300 }] as const
    if (isPaidOut) await allocation(first, key, allocations)
    let looks = 0
    const lookup: typeof original.lookup = async (keys) => {
      if (++looks === 1) await between(first, refund.id)
      return original.lookup(keys)
    }
    const { lines } = counter({ repository: { ...original, lookup }, clock: first.clock }).payments
    return { first, lines, original, paymentId, refund, key, allocations, looks: () => looks }
  }

  it('pays no refund out that was canceled meanwhile', async () => {
    const { lines, key, allocations, original, looks } = await torn(
      ({ payments }, id) => payments.refunds.cancel(id, { reason: 'not wanted' }),
      false,
    )
    expect(await badFields(lines.allocate(key, { expectedVersion: 1, allocations }))).toEqual([
      'allocations.0 names a refund that is canceled, so it cannot be paid out',
    ])
    expect(looks()).toBe(2)
    expect(await lines.get(key)).toMatchObject({ allocated: 0, version: 1 })
    await checkBooks(original)
  })

  it('undoes the payout of a refund that came back meanwhile, which stays failed', async () => {
    const { first, lines, key, paymentId, refund, original, looks } = await torn(
      ({ payments }, id) => payments.refunds.fail(id, { reason: 'account closed' }),
      true,
    )
    expect(await lines.unallocate(key, { expectedVersion: 2, reason: 'x' })).toMatchObject({ allocated: 0, version: 3 })
    expect(looks()).toBe(2)
    expect(await first.payments.refunds.get(refund.id)).toMatchObject({ status: 'failed', amountReconciled: 0 })
    expect(await first.payments.getPayment(paymentId)).toMatchObject({ amountRefundPending: 0, amountRefunded: 0 })
    await checkBooks(original)
  })
})

describe('ShownPayments', () => {
  it('returns the newest version of each payment that was read or that a conflict showed', async () => {
    const [first, second, third] = [1, 2, 3].map((version) => ({ id: 'pay_1', version }) as Payment)
    const payments = new ShownPayments()
    const versions = (read: readonly Payment[]) => [...payments.over(read).values()].map(({ version }) => version)
    expect(versions([first!])).toEqual([1])
    for (const one of [first!, second!, first!]) payments.add(one)
    expect([versions([]), versions([first!]), versions([third!])]).toEqual([[2], [2], [3]])
  })
})
