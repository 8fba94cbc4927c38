/** Independent lines are written together: that must come to the same as one line at a time. */
import fc from 'fast-check'
import type { LineItem, PaymentRepository, StatementLine } from 'hospital-payments'
import { describe, expect, it } from 'vitest'
import { altered, ofLargeGroups } from '../../support/repositories.js'
import { contents, testService } from '../../support/service.js'
import type { Hospital } from '../support/hospital.js'
import { built, namedLines, runs, type Setting, setting } from '../support/random-hospital.js'

/** References with a letter behind them, so that most lines of a statement are independent of each other. */
const letter = fc.constantFrom('A', 'B', 'C', 'D', 'E')
const spread = (text: string, to: string) => text.replace(/INV-\d+|TX-\d+/g, (name) => `${name}${to}`)

/**
 * Drops from a line the times for which it pays nothing: such a line is not stored, but a line behind it repeats it all
 * the same.
 */
function inTime({ bookedAt, ...line }: StatementLine): StatementLine {
  const isLate = line.valueDate > '2026-11-21'
  return {
    ...line,
    ...(isLate && { valueDate: '2026-11-21' }),
    ...(bookedAt !== undefined && !bookedAt.startsWith('2019') && { bookedAt }),
  }
}

/** Drops the reasons of possible duplicates, which name the line that may be repeated in other words. */
const withoutDoubts = (items: readonly LineItem[]) =>
  items.map((item) => (item.outcome === 'possible_duplicate' ? { ...item, reason: null } : item))

const wide: fc.Arbitrary<{ given: Setting; lines: StatementLine[] }> = fc
  .record({
    parts: fc.array(fc.record({ given: setting, lines: namedLines, to: letter }), { minLength: 1, maxLength: 5 }),
    policy: fc.constantFrom('allow' as const, 'one-live' as const),
    order: fc.infiniteStream(fc.nat()),
  })
  .map(({ parts, policy, order }) => {
    const bills = parts.flatMap(({ given, to }) =>
      given.bills.map((bill) => ({
        ...bill,
        reference: spread(bill.reference, to),
        receipt: bill.receipt && spread(bill.receipt, to),
      })),
    )
    const lines = parts.flatMap(({ lines, to }) =>
      lines.map((line) => JSON.parse(spread(JSON.stringify(line), to)) as StatementLine),
    )
    const shuffled = lines.map((line) => ({ line, at: order.next().value as number })).sort((a, b) => a.at - b.at)
    return {
      given: { policy, bills, before: [] },
      lines: shuffled.map(({ line }, index) => ({ ...inTime(line), row: index + 2, lineId: `L-${index}` })),
    }
  })

type Replace = PaymentRepository['replace']

/** Reads all that is stored, but for the ids of events, of which one way may draw more than another. */
async function stored({ repository }: Hospital) {
  return (await contents(repository)).map(({ payment, events }) => [
    payment,
    events.map(({ id: _, ...event }) => event),
  ])
}

async function sameAs(
  { given, lines }: { given: Setting; lines: StatementLine[] },
  way: (service: Hospital, lines: readonly StatementLine[]) => Promise<LineItem[]>,
  replace: (original: PaymentRepository) => Replace = (original) => original.replace,
): Promise<void> {
  const together = await built(given)
  const { lines: items } = await together.apply(lines)
  const { repository } = testService()
  const other = await built(given, { repository: altered(repository, () => ({ replace: replace(repository) })) })
  expect(withoutDoubts(await way(other, lines))).toEqual(withoutDoubts(items))
  expect(await stored(other)).toEqual(await stored(together))
}

describe('reconcile: lines that are written together', () => {
  it('come to the same as each line in a run of its own', async () => {
    await fc.assert(
      fc.asyncProperty(wide, (drawn) =>
        sameAs(drawn, async (service, lines) => {
          const items: LineItem[] = []
          for (const line of lines) items.push(...(await service.apply([line])).lines)
          return items
        }),
      ),
      runs(50),
    )
  })

  it('come to the same as decided one by one, when every group meets a conflict', async () => {
    const refusing =
      (original: PaymentRepository): Replace =>
      async (group) =>
        group.lines.length > 1 ? { outcome: 'stale', current: null } : original.replace(group)
    await fc.assert(
      fc.asyncProperty(wide, (drawn) =>
        sameAs(drawn, async (service, lines) => (await service.apply(lines)).lines, refusing),
      ),
      runs(50),
    )
  })

  it('come to the same as in a preview', async () => {
    await fc.assert(
      fc.asyncProperty(wide, async ({ given, lines }) => {
        const service = await built(given)
        const before = await stored(service)
        const preview = await service.preview(lines)
        expect(await stored(service)).toEqual(before)
        const applied = await service.apply(lines)
        expect(preview.lines).toEqual(applied.lines.map((item) => ({ ...item, applied: false })))
      }),
      runs(35),
    )
  })
})

describe('reconcile: a statement of independent lines', () => {
  it('is written in groups of up to 1,000 changes, in file order', async () => {
    const groups: string[][] = []
    const { repository } = testService({ repository: ofLargeGroups() })
    const recorded = altered(repository, () => ({
      replace: (group) => (groups.push(group.lines.map(({ paymentIds }) => paymentIds[0]!)), repository.replace(group)),
    }))
    const bills = Array.from({ length: 1_500 }, (_, i) => ({
      reference: `INV-${i}`,
      amount: 100,
      currency: 'ETB',
      channel: 'cash',
      status: 'pending' as const,
      receipt: null,
    }))
    const service = await built({ policy: 'allow', bills, before: [] }, { repository: recorded })
    const lines = bills.map(({ reference, amount, currency }, i): StatementLine => {
      return { row: i + 2, direction: 'credit', amount, currency, reference, valueDate: '2026-11-20' }
    })
    const { lines: items } = await service.apply(lines)
    expect(items.map(({ row }) => row)).toEqual(lines.map(({ row }) => row))
    expect(items.every(({ outcome, applied }) => outcome === 'confirmed' && applied)).toBe(true)
    expect(groups.map(({ length }) => length)).toEqual([1_000, 500])
    expect(groups.flat()).toEqual(items.map(({ allocations }) => allocations[0]!.paymentId))
    groups.length = 0
    expect((await service.apply(lines)).lines.every(({ outcome }) => outcome === 'already_reconciled')).toBe(true)
    expect(groups).toEqual([])
  })

  it('writes a line that names its payment again only after the lines before it', async () => {
    const groups: number[] = []
    const { repository } = testService()
    const recorded = altered(repository, () => ({
      replace: (group) => (groups.push(group.lines.length), repository.replace(group)),
    }))
    const bill = { amount: 100, currency: 'ETB', channel: 'cash', status: 'pending' as const, receipt: null }
    const bills = ['INV-1', 'INV-2', 'INV-3'].map((reference) => ({ ...bill, reference }))
    const service = await built({ policy: 'allow', bills, before: [] }, { repository: recorded })
    const line = { direction: 'credit', amount: 40, currency: 'ETB', valueDate: '2026-11-20' } as const
    const named = ['INV-1', 'INV-2', 'INV-1', 'INV-3', 'INV-1']
    await service.apply(named.map((reference, i) => ({ ...line, reference, row: i + 2 })))
    expect(groups).toEqual([2, 2, 1])
    expect((await service.payments.findByReference('INV-1')).items[0]).toMatchObject({ amountReconciled: 80 })
  })
})
