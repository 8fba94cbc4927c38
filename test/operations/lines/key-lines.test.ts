/** Lines of which release 0.1 stored the key alone. */
import { memoryRepository, type Payment, type StatementLine } from 'hospital-payments'
import { describe, expect, it } from 'vitest'
import { ofPaymentsAlone } from '../../support/finance-repositories.js'
import { badFields, collect, minute, refusal } from '../../support/service.js'
import { checkBooks, type Counter, counter, share, toCategory, toLine, toPayment } from './support/counter.js'

const stated: StatementLine = {
  row: 4,
  direction: 'credit',
  amount: 1000,
  currency: 'ETB',
  valueDate: '2026-11-19',
  bookedAt: '2026-11-19T10:00:00.000Z',
  reference: 'INV-1',
  narration: 'from Abebe',
  providerTransactionId: 'TX-1',
}

interface Counter01 extends Counter {
  keys: string[]
}

/** A run of release 0.1: its repository stored payments and keys, and nothing else of a line. */
async function ranBefore(desk: Counter01, lines: readonly StatementLine[]): Promise<string[]> {
  const former = desk.payments.using(ofPaymentsAlone(desk.repository))
  const before = new Set(desk.keys)
  await collect(former.reconcile(lines, { source: 'cbe-1000', apply: true, actor: 'night-run' }))
  return [...new Set(desk.keys)].filter((key) => !before.has(key))
}

function counter01(options: Parameters<typeof counter>[0] = {}): Counter01 {
  const original = memoryRepository()
  const keys: string[] = []
  const repository = {
    ...original,
    replace: (group: Parameters<typeof original.replace>[0]) => {
      keys.push(...group.lines.map(({ key }) => key))
      return original.replace(group)
    },
  }
  return { ...counter({ ...options, repository }), keys }
}

async function ranOnce(options: Parameters<typeof counter>[0] = {}) {
  const desk = counter01(options)
  const bill = await desk.bill()
  desk.clock.advance(minute)
  const [key] = await ranBefore(desk, [stated])
  return { desk, bill, key: key! }
}

describe('the histories of many lines', () => {
  it('are those of each, in the order of the keys, of lines of 0.1 too', async () => {
    const { desk, key } = await ranOnce()
    const whole = await desk.line({ amount: 70 })
    await desk.payments.lines.hold(whole.key, { expectedVersion: 1 })
    const { history, histories } = desk.payments.lines
    const [ofKey, ofWhole] = [await history(key), await history(whole.key)]
    expect([ofKey.length, ofWhole.length]).toEqual([1, 2])
    expect(await histories([key, whole.key, 'unknown', key])).toEqual([...ofKey, ...ofWhole])
    expect(await histories([whole.key, key])).toEqual([...ofWhole, ...ofKey])
    expect(await histories([])).toEqual([])
    const tooMany = Array.from({ length: 1001 }, (_, i) => `id:${i}`)
    await refusal(histories(tooMany), 'invalid_request')
    await refusal(histories(whole.key as never), 'invalid_request')
  })
})

describe('a line of a 0.1 key', () => {
  it('is a settled credit, as its payment proves it', async () => {
    const { desk, bill, key } = await ranOnce()
    const line = await desk.payments.lines.get(key)
    expect(line).toStrictEqual({
      key,
      source: 'cbe-1000',
      importId: null,
      row: 4,
      direction: 'credit',
      amount: 1000,
      currency: 'ETB',
      valueDate: '2026-11-19',
      bookedAt: null,
      providerTransactionId: 'TX-1',
      outcome: 'confirmed',
      status: 'settled',
      held: false,
      allocated: 1000,
      shares: [{ ...toPayment(bill), by: 'rule' }],
      assignee: null,
      version: 1,
      createdAt: '2026-11-20T09:01:00.000Z',
      updatedAt: '2026-11-20T09:01:00.000Z',
    })
    const history = await desk.payments.lines.history(key)
    expect(history).toMatchObject([
      { type: 'line.imported', version: 1, actor: 'night-run', reason: null, lineKey: key, shares: [toPayment(bill)] },
    ])
    // The same each time, though nothing is stored yet.
    expect(await desk.payments.lines.history(key)).toStrictEqual(history)
    expect(await desk.repository.findLines([key])).toEqual([])
    expect(await desk.payments.lines.list()).toEqual({ items: [], nextCursor: null })
  })

  it('has the outcome that the rules came to, and all of its payments', async () => {
    const desk = counter01()
    const [first, second] = [await desk.bill(), await desk.bill({ reference: 'INV-22222' })]
    const narration = 'INV-11111 INV-22222'
    const third = await desk.bill({ reference: 'INV-11111' })
    await desk.payments.confirmPayment(first.id)
    const lines = [
      { ...stated, row: 1, amount: 400, providerTransactionId: undefined },
      { ...stated, row: 2, amount: 600, providerTransactionId: undefined },
      { ...stated, row: 3, amount: 2000, reference: undefined, providerTransactionId: undefined, narration },
    ]
    const keys = await ranBefore(desk, lines)
    const found = await Promise.all(keys.map((key) => desk.payments.lines.get(key)))
    expect(found.map((line) => [line?.row, line?.outcome, line?.amount, line?.shares.length])).toEqual([
      [1, 'under_paid', 400, 1],
      [2, 'matched', 600, 1],
      [3, 'confirmed', 2000, 2],
    ])
    expect(found[2]!.shares.map((one) => (one.to === 'payment' ? one.paymentId : null))).toEqual(
      expect.arrayContaining([second.id, third.id]),
    )
  })

  it('has no share of a bill that the payment replaced', async () => {
    const desk = counter01({ referencePolicy: 'one-live' })
    const old = await desk.bill()
    await desk.payments.expirePayment(old.id)
    const asked = await desk.bill()
    await desk.payments.failPayment(asked.id, { reason: 'declined' })
    await desk.bill()
    const [key] = await ranBefore(desk, [stated])
    expect((await desk.payments.lines.get(key!))?.shares).toHaveLength(1)
  })

  it.each(['reverse', 'keep'] as const)('is undone with %s, filled in first', async (payments) => {
    const { desk, bill, key } = await ranOnce()
    expect(await badFields(desk.payments.lines.unallocate(key, { expectedVersion: 1, reason: 'x' }))).toHaveLength(1)
    expect(await desk.repository.findLines([key])).toEqual([])
    const before = await desk.payments.lines.history(key)
    const undone = await desk.payments.lines.unallocate(key, { expectedVersion: 1, reason: 'x', payments })
    expect(undone).toMatchObject({ status: 'open', held: true, version: 2, shares: [], importId: null })
    const history = await desk.payments.lines.history(key)
    expect(history.map(({ type }) => type)).toEqual(['line.imported', 'line.unallocated'])
    expect(history[0]).toStrictEqual(before[0])
    const after = (await desk.payments.getPayment(bill.id))!
    expect(after).toMatchObject({ status: payments === 'keep' ? 'succeeded' : 'reversed', amountReconciled: 0 })
    expect(after).not.toHaveProperty('providerTransactionId')
    expect((await desk.payments.lines.list()).items).toStrictEqual([undone])
    await checkBooks(desk.repository)
  })

  it('is held, released and assigned, and may be shared out again once it is undone', async () => {
    const { desk, key } = await ranOnce()
    const { lines } = desk.payments
    expect(await lines.hold(key, { expectedVersion: 1 })).toMatchObject({ held: true, version: 2, status: 'settled' })
    expect(await lines.assign(key, { expectedVersion: 2, assignee: 'selam' })).toMatchObject({ version: 3 })
    expect(await lines.release(key, { expectedVersion: 3 })).toMatchObject({ held: false, version: 4 })
    await lines.unallocate(key, { expectedVersion: 4, reason: 'x', payments: 'reverse' })
    expect(await share(desk, key, [toCategory(1000)])).toMatchObject({ status: 'settled', version: 6 })
    await checkBooks(desk.repository)
  })

  it('is filled in once, though the change of it has to be decided again where it is still read as a key', async () => {
    const { desk, key } = await ranOnce()
    const { repository } = desk
    const written: unknown[][] = []
    const clerk = desk.payments.using({
      ...repository,
      // A host's open transaction goes on reading no whole line.
      findLines: async () => [],
      replace: async (group: Parameters<typeof repository.replace>[0]) => {
        written.push(group.lines.map((line) => ('expected' in line ? line.expected : null)))
        return written.length === 2 ? { outcome: 'line_stale', key, line: null } : repository.replace(group)
      },
    } as never)
    expect(await clerk.lines.hold(key, { expectedVersion: 1 })).toMatchObject({ held: true, version: 2 })
    expect(written).toEqual([['key'], [1], [1]])
  })

  it('is filled in again where that failed, and the storage says no more than that the line changed', async () => {
    const { desk, key } = await ranOnce()
    const { repository } = desk
    const written: unknown[] = []
    const clerk = desk.payments.using({
      ...repository,
      replace: async (group: Parameters<typeof repository.replace>[0]) => {
        written.push(...group.lines.map((line) => ('expected' in line ? line.expected : null)))
        return written.length === 1 ? { outcome: 'line_stale', key, line: null } : repository.replace(group)
      },
    } as never)
    expect(await clerk.lines.hold(key, { expectedVersion: 1 })).toMatchObject({ held: true, version: 2 })
    expect(written).toEqual(['key', 'key', 1])
  })

  it('that another filled in and changed first is refused with what it is now', async () => {
    const { desk, key } = await ranOnce()
    const { repository } = desk
    let groups = 0
    const clerk = desk.payments.using({
      ...repository,
      replace: async (group: Parameters<typeof repository.replace>[0]) => {
        if (++groups === 1) await desk.payments.lines.assign(key, { expectedVersion: 1, assignee: 'selam' })
        return repository.replace(group)
      },
    } as never)
    const { details } = await refusal(clerk.lines.hold(key, { expectedVersion: 1 }), 'line_changed')
    expect(details.line).toMatchObject({ assignee: 'selam', held: false, version: 2 })
    expect(groups).toBe(1)
  })

  it('has nothing open, and cancels out with no line', async () => {
    const { desk, key } = await ranOnce()
    await refusal(share(desk, key, [toCategory(1)]), 'allocation_exceeds')
    const debit = await desk.line({ direction: 'debit' })
    const line = (await desk.payments.lines.get(key))!
    expect(await badFields(share(desk, debit.key, [toLine(line)]))).toEqual([
      'shares.0 must be the only share of both lines; take their shares back first',
    ])
    expect(await desk.repository.findLines([key])).toEqual([])
  })

  it('that two people change at once is filled in once, and changed once', async () => {
    const { desk, key } = await ranOnce()
    const undo = () => desk.payments.lines.unallocate(key, { expectedVersion: 1, reason: 'x', payments: 'reverse' })
    const assign = () => desk.payments.lines.assign(key, { expectedVersion: 1, assignee: 'selam' })
    const [first, second, assigned] = await Promise.allSettled([undo(), undo(), assign()])
    // The same change twice is one change, and another one is refused: whoever comes first.
    expect(first.status).toBe(second.status)
    expect(new Set([first.status, assigned.status])).toEqual(new Set(['fulfilled', 'rejected']))
    expect((await desk.payments.lines.history(key)).map(({ version }) => version)).toEqual([1, 2])
    await checkBooks(desk.repository)
  })

  it('can be noted on: the note is erased with the line that it stands beside', async () => {
    const { desk, key } = await ranOnce()
    await desk.payments.lines.note(key, { text: 'Called.' })
    expect(await desk.payments.lines.notes(key)).toMatchObject([{ text: 'Called.' }])
    expect(await desk.payments.lines.forget({ before: '2026-11-20' })).toEqual({ forgotten: 1 })
    expect(await desk.payments.lines.notes(key)).toEqual([])
  })

  it('is no line where its payments are no longer stored', async () => {
    const { desk, key } = await ranOnce()
    const moved = desk.payments.using({ ...desk.repository, histories: async () => [] } as never)
    expect(await moved.lines.get(key)).toBeNull()
    expect(await moved.lines.history(key)).toEqual([])
    await refusal(moved.lines.hold(key, { expectedVersion: 1 }), 'line_not_found')
  })
})

describe('lines of 0.1 keys that a statement has again', () => {
  /** Three bills; the lines of two of them are stored as keys, and the file has all three and a row that cannot be read. */
  async function ranTwice() {
    const desk = counter01()
    const bills: Payment[] = []
    for (const reference of ['INV-1', 'INV-2', 'INV-3']) bills.push(await desk.bill({ reference }))
    const lines = bills.map(({ reference }, i) => ({
      ...stated,
      row: 5 + i,
      reference,
      narration: `for ${reference}`,
      providerTransactionId: `TX-${i}`,
    }))
    const keys = await ranBefore(desk, lines.slice(0, 2))
    desk.keys.length = 0
    const file = [{ row: 4, rejected: 'no amount' }, ...lines]
    const outcomes = async ({ payments }: Pick<Counter, 'payments'>, apply: boolean) => {
      const items = await collect(payments.reconcile(file, { source: 'cbe-1000', apply }))
      return items.flatMap((item) => (item.kind === 'line' ? [item.outcome] : []))
    }
    return { desk, bills, lines, keys, file, outcomes }
  }
  const afterwards = ['rejected_line', 'already_reconciled', 'already_reconciled', 'confirmed']

  it('become whole, each with its own text and the import, and the others are decided beside them', async () => {
    const { desk, bills, lines, keys, file } = await ranTwice()
    const before = await desk.payments.lines.histories(keys)
    const done = await desk.payments.statements.import(file, { source: 'cbe-1000' })
    const { items } = await desk.payments.lines.list()
    const shown = items.map(({ row, reference, narration, importId, shares, version }) => {
      return { row, reference, narration, importId, shares, version }
    })
    expect(shown.sort((a, b) => a.row - b.row)).toEqual(
      lines.map(({ row, reference, narration }, i) => {
        const shares = [{ ...toPayment(bills[i]!), by: 'rule' }]
        return { row, reference, narration, importId: done.id, shares, version: 1 }
      }),
    )
    expect(await desk.payments.lines.histories(keys)).toStrictEqual(before)
    expect(desk.keys).toHaveLength(3)
    await checkBooks(desk.repository)
  })

  it('are written once: a run over whole lines writes nothing', async () => {
    const { desk, outcomes } = await ranTwice()
    expect(await outcomes(desk, true)).toEqual(afterwards)
    desk.keys.length = 0
    expect(await outcomes(desk, true)).toEqual([afterwards[0], ...Array<string>(3).fill('already_reconciled')])
    expect(desk.keys).toEqual([])
  })

  it('stay keys in a preview, which says the same of them', async () => {
    const { desk, keys, outcomes } = await ranTwice()
    expect(await outcomes(desk, false)).toEqual(afterwards)
    expect(await desk.repository.findLines(keys)).toEqual([])
    expect(desk.keys).toEqual([])
  })

  it('count all the same where another run has filled them in first', async () => {
    const { desk, keys, outcomes } = await ranTwice()
    const { repository } = desk
    const first = keys[0]!
    const late = desk.payments.using({
      ...repository,
      replace: async (group: Parameters<typeof repository.replace>[0]) => {
        const isFirst = group.lines[0]?.key === first
        return isFirst ? { outcome: 'line_stale', key: first, line: null } : repository.replace(group)
      },
    } as never)
    expect(await outcomes({ payments: late }, true)).toEqual(afterwards)
    expect((await repository.findLines(keys)).map(({ key }) => key)).toEqual([keys[1]])
  })

  it('stay keys where their payments are no longer stored', async () => {
    const { desk, keys, outcomes } = await ranTwice()
    const moved = desk.payments.using({ ...desk.repository, histories: async () => [] } as never)
    expect(await outcomes({ payments: moved }, true)).toEqual(afterwards)
    expect(await desk.repository.findLines(keys)).toEqual([])
  })
})

it('an undo is payment_not_found where a payment of the line is no longer stored', async () => {
  const desk = counter()
  const [bill, line] = [await desk.bill(), await desk.line()]
  await share(desk, line.key, [toPayment(bill)])
  const moved = desk.payments.using({ ...desk.repository, histories: async () => [] } as never)
  const undo = moved.lines.unallocate(line.key, { expectedVersion: 2, reason: 'x', payments: 'keep' })
  expect((await refusal(undo, 'payment_not_found')).details).toEqual({ paymentId: bill.id })
})
