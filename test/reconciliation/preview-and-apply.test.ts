import type { PaymentRepository } from 'hospital-payments'
import { describe, expect, it } from 'vitest'
import { recordingLogger } from '../support/recording-logger.js'
import { altered, watched } from '../support/repositories.js'
import { contents, testService } from '../support/service.js'
import { credit, debit, file, filler, hospital, type Outcome } from './support/hospital.js'

const reference = 'INV-0001'
const period = { from: '2026-11-18', to: '2026-11-22' }

function withoutApplied({ items }: Outcome) {
  return items.map((item) => (item.kind === 'line' ? { ...item, applied: null } : item))
}

const statement = file(
  credit({ reference, amount: 400, providerTransactionId: 'TX-1' }),
  credit({ reference, amount: 600, providerTransactionId: 'TX-2' }),
  credit({ providerTransactionId: 'TX-2', amount: 599, narration: 'again' }),
  credit({ narration: 'INV-0002 INV-0003', amount: 300, lineId: 'A-1' }),
  credit({ narration: 'INV-0002 INV-0003', amount: 300, lineId: 'A-1' }),
  credit({ narration: 'INV-0002 INV-0003', amount: 300, lineId: 'A-2' }),
  debit({ amount: 5 }),
  credit({ reference: 'INV-0004', amount: 50, bookedAt: '2026-11-19T10:00:00.000Z' }),
)

/** Wraps a storage that lets another call go first, once, when something is about to be written. */
function interrupted(storage: PaymentRepository) {
  let first: (() => Promise<unknown>) | null = null
  const repository = altered(storage, (original) => ({
    replace: async (group) => {
      const before = first
      first = null
      await before?.()
      return original.replace(group)
    },
  }))
  return {
    repository,
    before(work: () => Promise<unknown>): void {
      first = work
    },
  }
}

async function withBills(options = {}) {
  const service = hospital(options)
  await service.bill({ reference, amount: 1_000 })
  await service.bill({ reference: 'INV-0002', amount: 100 })
  const { id } = await service.bill({ reference: 'INV-0003', amount: 200 })
  await service.payments.confirmPayment(id)
  const { id: ended } = await service.bill({ reference: 'INV-0004', amount: 50 })
  await service.payments.failPayment(ended, { reason: 'declined' })
  const { id: other } = await service.bill({ reference: 'INV-0005', amount: 70 })
  await service.payments.confirmPayment(other)
  return service
}

const words = [
  'under_paid',
  'confirmed',
  'duplicate_credit',
  'confirmed',
  'possible_duplicate',
  'duplicate_credit',
  'reversal_candidate',
  'confirmed',
]

describe('reconcile: a preview', () => {
  it('says the same as apply of a line that the host names, and that the file has again with another text', async () => {
    const { bill, preview, apply, now } = hospital()
    const payment = await bill({ reference })
    const again = { reference, lineId: 'A-1' }
    const named = [credit({ lineId: 'A-1', narration: 'charge' }), credit(again), ...filler(), credit(again)]
    const categoryOf = ({ narration }: { narration?: string | undefined }) =>
      narration === 'charge' ? 'bank_fee' : undefined
    const previewed = await preview(named, { categoryOf })
    const applied = await apply(named, { categoryOf })
    expect(withoutApplied(previewed)).toEqual(withoutApplied(applied))
    const isLine = ({ outcome }: { outcome: string }) => outcome !== 'rejected_line'
    expect(applied.lines.filter(isLine).map(({ outcome }) => outcome)).toEqual([
      'set_aside',
      'possible_duplicate',
      'possible_duplicate',
    ])
    expect(await now(payment)).toEqual(payment)
  })

  it('is what one gets without asking, and writes nothing', async () => {
    const { repository, log } = watched(testService().repository)
    const { payments, preview } = await withBills({ repository })
    const before = await contents(repository)
    log.length = 0
    const { lines } = await preview(statement, { period })
    expect(lines.map(({ outcome }) => outcome)).toEqual(words)
    expect(lines.every(({ applied }) => applied === false)).toBe(true)
    expect(new Set(log)).toEqual(new Set(['lookup', 'scan']))
    expect(await contents(repository)).toStrictEqual(before)
    expect((await payments.totals()).items.length).toBeGreaterThan(0)
  })

  it('reports what apply reports, a second preview too, in one batch or in many', async () => {
    for (const lines of [statement, statement.flatMap((line) => [line, ...filler()])]) {
      const { preview, apply } = await withBills()
      const first = await preview(lines, { period })
      expect(await preview(lines, { period })).toStrictEqual(first)
      const applied = await apply(lines, { period })
      expect(withoutApplied(first)).toStrictEqual(withoutApplied(applied))
      expect(applied.lines.filter((line) => line.applied).map(({ outcome }) => outcome)).toEqual([
        'under_paid',
        'confirmed',
        'confirmed',
        'confirmed',
      ])
    }
  })

  it('after apply reports that the lines are reconciled already', async () => {
    const { preview, apply } = await withBills()
    await apply(statement, { period })
    const { lines } = await preview(statement, { period })
    expect(lines.map(({ outcome }) => outcome)).toEqual(
      words.map((word) => {
        if (word === 'possible_duplicate') return 'on_hold'
        return word === 'under_paid' || word === 'confirmed' ? 'already_reconciled' : word
      }),
    )
  })

  it('lists several candidates in the same order as apply, across batches', async () => {
    const outcome = async (run: 'preview' | 'apply') => {
      const service = hospital()
      await service.bill({ reference, amount: 100 })
      await service.bill({ reference, amount: 200 })
      const result = await service[run]([
        credit({ reference, amount: 200, providerTransactionId: 'TX-1' }),
        credit({ reference, amount: 100, row: 3 }),
        ...filler(),
        credit({ providerTransactionId: 'TX-1', row: 4 }),
        credit({ reference, amount: 300, row: 5 }),
      ])
      return withoutApplied(result)
    }
    expect(await outcome('preview')).toStrictEqual(await outcome('apply'))
  })
})

describe('reconcile: apply', () => {
  it('stores the changes and the key of each line in one replace, before it reports it', async () => {
    const groups: { payments: number; key: string }[] = []
    const repository = altered(testService().repository, (original) => ({
      replace: (group) => {
        if (group.lines.length > 0) groups.push({ payments: group.changes.length, key: group.lines[0]!.key })
        expect(group).not.toHaveProperty('refunds')
        return original.replace(group)
      },
    }))
    const { payments } = await withBills({ repository })
    let reported = 0
    for await (const item of payments.reconcile(statement, { account: 'cbe-1000', apply: true })) {
      if (item.kind === 'line' && item.applied) expect(groups.length).toBe(++reported)
    }
    expect(groups.map((group) => group.payments)).toEqual([1, 1, 2, 1])
    expect(new Set(groups.map(({ key }) => key)).size).toBe(4)
  })

  it('keeps the actor in the history of each payment, and null when none is given', async () => {
    const { payments, apply } = await withBills()
    await apply(statement.slice(0, 1), { actor: 'tigist' })
    await apply(statement.slice(1))
    const [one] = (await payments.findByReference(reference)).items
    expect((await payments.history(one!.id)).map(({ actor }) => actor)).toEqual([null, 'tigist', null])
  })

  it('is completed by running it again, wherever it was cut off', async () => {
    const whole = await withBills()
    await whole.apply(statement, { period })
    const state = async ({ repository }: typeof whole) =>
      (await contents(repository)).map(({ payment, events }) => [payment, events.map(({ id: _, ...event }) => event)])
    for (let cut = 0; cut <= statement.length; cut++) {
      const service = await withBills()
      const items = service.payments.reconcile(statement, { account: 'cbe-1000', apply: true, period })
      let left = cut
      for await (const item of items) if (item.kind === 'summary' || --left <= 0) break
      const { lines } = await service.apply(statement, { period })
      expect(lines.filter(({ applied }) => applied).length).toBeLessThanOrEqual(4)
      const times = (_: string, value: unknown) => (_ === 'updatedAt' || _ === 'createdAt' ? null : value)
      expect(JSON.stringify(await state(service), times)).toBe(JSON.stringify(await state(whole), times))
    }
  })

  it('by two people at once counts every line once', async () => {
    const { apply, repository } = await withBills()
    const [one, other] = await Promise.all([apply(statement), apply(statement)])
    const written = [...one.lines, ...other.lines].filter(({ applied }) => applied).map(({ row }) => row)
    expect(written.sort()).toEqual([2, 3, 5, 9])
    const { payment } = (await contents(repository))[0]!
    expect(payment).toMatchObject({ amountReconciled: 1_000, status: 'succeeded', version: 3 })
  })

  it('calls a line reconciled, not money that came twice, when another run wrote it meanwhile', async () => {
    // The other one begins with the file's second line, while this one is about to write the first.
    const lines = file(credit({ reference, amount: 400 }), credit({ reference, amount: 600 }))
    const { repository } = testService()
    const slow = interrupted(repository)
    const { bill, apply, now } = hospital({ repository: slow.repository })
    const other = hospital({ repository })
    const one = await bill({ reference, amount: 1_000 })
    slow.before(() => other.apply(lines.slice(1)))
    const result = await apply(lines)
    expect(result.lines.map(({ outcome }) => outcome)).toEqual(['confirmed', 'already_reconciled'])
    expect(await now(one)).toMatchObject({ status: 'succeeded', amountReconciled: 1_000 })
  })

  it('decides a line again on what is there now, when the desk confirms the payment meanwhile', async () => {
    const { repository } = testService()
    const slow = interrupted(repository)
    const { bill, apply, payments, now } = hospital({ repository: slow.repository })
    const desk = hospital({ repository })
    const one = await bill({ reference })
    slow.before(() => desk.payments.confirmPayment(one.id, { providerTransactionId: 'TX-7' }))
    expect((await apply([credit({ reference, providerTransactionId: 'TX-8' })])).lines[0]!.outcome).toBe('matched')
    expect(await now(one)).toMatchObject({ providerTransactionId: 'TX-7', amountReconciled: 150_000 })
    expect((await payments.history(one.id)).map(({ type }) => type)).toEqual([
      'payment.created',
      'payment.succeeded',
      'payment.reconciled',
    ])
  })

  it('gives up after some tries when others never stop, and says to run it again', async () => {
    const { repository } = testService()
    let tries = 0
    const busy = altered(repository, (original) => ({
      replace: async (group) => {
        if (group.lines.length === 0) return original.replace(group)
        tries++
        return { outcome: 'stale', current: await original.get(group.changes[0]!.payment.id) }
      },
    }))
    const { logger, lines: logged } = recordingLogger()
    const { bill, apply } = hospital({ repository: busy, logger })
    await bill({ reference })
    await expect(apply([credit({ reference })])).rejects.toMatchObject({
      code: 'concurrent_update',
      retryable: true,
      message: 'Write conflict with other changes of a statement line; the lines before it are stored. Run it again.',
    })
    const message = 'Another change was stored first; a statement line is decided again.'
    expect(logged).toEqual([
      {
        level: 'debug',
        message: 'Another change was stored first; statement lines are decided one by one.',
        fields: { row: 2, lines: 1 },
      },
      ...Array.from({ length: 6 }, (_, attempt) => ({ level: 'debug', message, fields: { row: 2, attempt } })),
    ])
    // Once with its group, and then by itself.
    expect(tries).toBe(7)
  })

  it('writes lines of several bills together, and what depends on another line of the file after it', async () => {
    const { repository } = testService()
    const groups: string[][] = []
    const counted = altered(repository, (original) => ({
      replace: async (group) => {
        if (group.lines.length > 0) groups.push(group.changes.map(({ payment }) => payment.reference))
        return original.replace(group)
      },
    }))
    const { bill, outcomes } = hospital({ repository: counted })
    for (const [reference, amount] of [
      ['INV-0001', 100],
      ['INV-0002', 200],
      ['INV-0003', 300],
      ['INV-0004', 400],
    ] as const) {
      await bill({ reference, amount })
    }
    const lines = file(
      credit({ reference: 'INV-0001', amount: 100 }),
      credit({ reference: 'INV-0002', amount: 200, providerTransactionId: 'TX-2' }),
      // The receipt that the line before it gives to its payment.
      credit({ amount: 201, providerTransactionId: 'TX-2' }),
      credit({ reference: 'INV-0003', amount: 300 }),
      // The rest of one that the group pays.
      credit({ reference: 'INV-0003', amount: 1 }),
      credit({ reference: 'INV-0004', amount: 150, lineId: 'A-1' }),
      credit({ reference: 'INV-0004', amount: 250, lineId: 'A-2' }),
      // The same line once more.
      credit({ reference: 'INV-0004', amount: 250, lineId: 'A-2' }),
    )
    expect(await outcomes(lines)).toEqual([
      'confirmed',
      'confirmed',
      'duplicate_credit',
      'confirmed',
      'duplicate_credit',
      'under_paid',
      'confirmed',
      'possible_duplicate',
    ])
    expect(groups.filter((references) => references.length > 0)).toEqual([
      ['INV-0001', 'INV-0002'],
      ['INV-0003'],
      ['INV-0004'],
      ['INV-0004'],
    ])
  })

  it('sums up what the statement holds, for each direction and currency', async () => {
    const { apply } = await withBills()
    const { summary } = await apply([...statement, credit({ currency: 'USD', amount: 9 }), { row: 99, rejected: 'x' }])
    expect(summary.lines).toEqual([
      { outcome: 'confirmed', direction: 'credit', currency: 'ETB', count: 3, amount: '950' },
      { outcome: 'under_paid', direction: 'credit', currency: 'ETB', count: 1, amount: '400' },
      { outcome: 'duplicate_credit', direction: 'credit', currency: 'ETB', count: 2, amount: '899' },
      { outcome: 'unmatched_line', direction: 'credit', currency: 'USD', count: 1, amount: '9' },
      { outcome: 'reversal_candidate', direction: 'debit', currency: 'ETB', count: 1, amount: '5' },
      { outcome: 'rejected_line', direction: null, currency: null, count: 1, amount: '0' },
      { outcome: 'possible_duplicate', direction: 'credit', currency: 'ETB', count: 1, amount: '300' },
    ])
    expect(summary.payments).toEqual([])
  })
})
