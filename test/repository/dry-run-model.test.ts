/** A dry run over a repository answers as a repository in which everything was written: after any writes, by every read. */
import { memoryRepository, type Payment } from 'hospital-payments'
import type { FinanceRepository } from 'hospital-payments/repository'
import { wholeLine } from '../../src/repository/rows.js'
import { changeFixture, insertFixture, paymentFixture } from 'hospital-payments/testing'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { paymentFlags } from '../../src/domain/payments/flags.js'
import type { AccountLine } from '../../src/domain/reconciliation/account-line.js'
import { dryRun } from '../../src/repository/dry-run/dry-run.js'
import { importFixture, lineChangeFixture, lineEntryFixture, lineFixture } from '../support/finance-contract/index.js'
import { noteFixture } from '../support/finance-contract/line-steps.js'
import { examples } from '../support/rounds.js'
import { later } from '../../src/testing/steps.js'

const nine = '2026-11-20T09:00:00.000Z'
const words = ['w:abebe', 'w:bekele', 'w:abera'] as const
const receipts = ['TX-1', 'tx-1', 'TX-2'] as const

/** A write by small numbers: its kind, which payment or line, and what of it. */
type Step = readonly [kind: number, which: number, what: number]

/** Makes the payments, lines and imports that the steps of one run are about. */
function population() {
  const payments = Array.from({ length: 6 }, (_, i) =>
    paymentFixture({ createdAt: later(nine, i >> 1), channel: i % 2 ? 'cash' : 'till', amount: 100 + i }),
  )
  const lines = Array.from({ length: 8 }, (_, i) =>
    lineFixture({
      amount: 100,
      valueDate: `2026-11-1${i % 3}`,
      account: i % 2 ? 'a' : 'b',
      ...(i % 3 === 0 && { narration: `Paid by ${i}` }),
    }),
  )
  const imports = Array.from({ length: 4 }, (_, i) =>
    importFixture({ createdAt: later(nine, i >> 1), account: 'a', from: `2026-11-1${i}`, to: `2026-11-1${i}` }),
  )
  const notes = Array.from({ length: 6 }, (_, i) => noteFixture(lines[i % 3]!.key, { text: `note ${i}` }))
  return { payments, lines, imports, notes }
}

type Population = ReturnType<typeof population>

/**
 * Makes the call of a step, of whatever versions are stored: it may conflict, and is refused in the same way
 * everywhere.
 */
async function call(repository: FinanceRepository, [kind, which, what]: Step, all: Population): Promise<unknown> {
  const payment = all.payments[which % 6]!
  const line = all.lines[which % 8]!
  const now: Payment = (await repository.get(payment.id)) ?? payment
  const [lineNow = line] = await repository.findLines([line.key])
  const allocation = { to: 'payment', paymentId: payment.id, amount: what % 2 ? 100 : 40, by: 'hand' } as const
  const settle = () => {
    const { providerTransactionId: _, ...bare } = now
    const status = what % 4 === 3 ? ('reversed' as const) : ('succeeded' as const)
    const receipt = what % 4 < 3 && status === 'succeeded' ? { providerTransactionId: receipts[what % 4]! } : {}
    const patch = {
      status,
      paidAt: later(nine, 60 + what),
      reversedAt: status === 'reversed' ? later(nine, 90) : null,
      canceledAt: what % 5 === 1 ? later(nine, 30) : now.canceledAt,
      amountReconciled: what % 2 ? now.amount : what,
      ...receipt,
    }
    return changeFixture(bare, patch, what % 5 === 0 ? { terms: [words[what % 3]!] } : {})
  }
  switch (kind) {
    case 0:
      return repository.insert([insertFixture(payment, { terms: [words[which % 3]!, `a:${payment.amount}`] })])
    case 1:
      return repository.replace({ changes: [settle()], lines: [] })
    case 2:
      return repository.replace({ changes: what % 2 ? [settle()] : [], lines: [lineEntryFixture(line)] })
    case 3:
      return repository.replace({ changes: [], lines: [lineChangeFixture(lineNow, { allocations: [allocation] })] })
    case 4:
      return repository.replace({ changes: [], lines: [lineChangeFixture(lineNow, { held: what % 2 === 0 })] })
    case 5:
      return repository.replace({
        changes: [],
        lines: [wholeLine({ ...lineNow, outcome: 'ambiguous' }, lineNow.version, null)],
      })
    case 6:
      return repository.replace({ changes: [settle()], lines: [{ key: line.key, paymentIds: [payment.id] }] })
    case 7:
      return repository.addNote(all.notes[which % 6]!)
    case 8:
      return repository.eraseLineTexts({ before: `2026-11-1${what % 4}`, limit: 1 + (which % 4) })
    default:
      return repository.saveImport({
        ...all.imports[which % 4]!,
        completedAt: what % 2 ? nine : null,
        format: what % 3 ? 'camt' : null,
      })
  }
}

const sorted = <Item>(items: readonly Item[]) =>
  [...items].sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))

/** Reads everything that can be read. */
async function reads(repository: FinanceRepository, { payments, lines, imports }: Population) {
  const [ids, keys] = [payments.map(({ id }) => id), lines.map(({ key }) => key)]
  const references = payments.map(({ reference }) => reference)
  const scanned: AccountLine[] = []
  for await (const batch of repository.scanLines({})) scanned.push(...batch)
  const known = await repository.lookup({ references, providerTransactionIds: receipts, lineKeys: keys })
  const events = await repository.histories(ids)
  const clauses = [
    [],
    [{ terms: [words[0]] }],
    [{ prefixes: [{ start: 'w:ab' }], providerTransactionId: 'TX-1' }],
    [{ providerTransactionId: 'TX-2' }],
    [{ terms: [words[1]], providerTransactionId: 'TX-1' }, { prefixes: [{ start: 'a:10' }] }],
    [{ prefixes: [{ start: 'w:', part: 'be' }] }],
  ]
  const searches = clauses.flatMap((all) => [
    repository.searchPayments({ clauses: all, limit: 9 }),
    repository.searchPayments({ clauses: all, statuses: ['succeeded'], limit: 2 }),
    repository.searchPayments({ clauses: all, channels: ['till'], after: { at: later(nine, 2), id: '' }, limit: 2 }),
  ])
  const candidates = { terms: [], commonTerms: [], prefixes: [], around: later(nine, 1), limitEach: 6, limit: 9 }
  return {
    payments: await Promise.all(ids.map((id) => repository.get(id))),
    histories: ids.map((id) => events.filter(({ data }) => data.paymentId === id)),
    found: { payments: sorted(known.payments), lines: sorted(known.lines) },
    lines: sorted(await repository.findLines(keys)),
    pages: [
      await repository.pageLines({ limit: 3 }),
      await repository.pageLines({ limit: 9, after: { valueDate: '2026-11-11', key: keys[4]! } }),
      await repository.pageLines({ limit: 2, statuses: ['open'], held: false }),
      await repository.pageLines({ limit: 9, text: 'paid by' }),
    ],
    scanned,
    lineHistories: await Promise.all(keys.map((key) => repository.lineHistory(key))),
    days: await repository.countLines({ account: 'a', from: '2026-11-10', to: '2026-11-11' }),
    versions: sorted(await repository.lineVersions({ account: 'a', day: '2026-11-11' })),
    manyHistories: sorted(await repository.lineHistories(keys)),
    open: sorted(await repository.sumOpenLines()),
    openUpTo: sorted(await repository.sumOpenLines({ to: '2026-11-10' })),
    notes: await Promise.all(keys.map((key) => repository.notes(key))),
    imports: [await repository.pageImports({ limit: 2 }), await repository.pageImports({ account: 'a', limit: 9 })],
    import: await repository.getImport(imports[0]!.id),
    neighbours: await Promise.all(
      ['2026-11-11', '2026-11-12'].map((day) => repository.neighbourImports({ account: 'a', from: day, to: day })),
    ),
    searches: await Promise.all(searches),
    candidates: [
      sorted(await repository.findCandidates({ ...candidates, terms: words })),
      sorted(await repository.findCandidates({ ...candidates, commonTerms: [words[0]], prefixes: ['w:b'] })),
    ],
    flagged: await Promise.all(
      paymentFlags.map((flag) => repository.page({ by: 'createdAt', direction: 'asc', flag, limit: 9 })),
    ),
    unproved: sorted(await repository.sumUnproved({ paidBefore: later(nine, 64) })),
    waiting: [
      sorted(await repository.sumWaiting('underPaid')),
      sorted(await repository.sumWaiting('unpaidWithMoney')),
      sorted(await repository.sumWaiting('refundedUnproved')),
    ],
  }
}

it('a dry run over any state, after any writes, is read as a repository in which they were made', async () => {
  const step: fc.Arbitrary<Step> = fc.tuple(fc.nat(10), fc.nat(23), fc.nat(11))
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { maxLength: 30 }),
      fc.array(step, { minLength: 1, maxLength: 20 }),
      async (before, after) => {
        const all = population()
        const [stored, whole] = [memoryRepository(), memoryRepository()]
        const noteIds = new Set<string>()
        // A note is made once, as the core makes them.
        const isNew = ([kind, which]: Step) => {
          const { id } = all.notes[which % 6]!
          const isSecond = kind === 8 && noteIds.has(id)
          if (kind === 8) noteIds.add(id)
          return !isSecond
        }
        for (const one of before.filter(isNew)) {
          for (const repository of [stored, whole]) await answerOf(call(repository, one, all))
        }
        const kept = await reads(stored, all)
        const dry = dryRun(stored)
        for (const one of after.filter(isNew)) {
          const [a, b] = [await answerOf(call(dry, one, all)), await answerOf(call(whole, one, all))]
          expect(withoutEvents(a)).toEqual(withoutEvents(b))
          expect(withoutEvents(await reads(dry, all))).toEqual(withoutEvents(await reads(whole, all)))
        }
        expect(await reads(stored, all)).toEqual(kept)
      },
    ),
    { numRuns: Number(process.env['HP_SEQUENCES'] ?? examples(60)) },
  )
})

/** Replaces a refusal by its code, by which refused calls are compared. */
function answerOf(call: Promise<unknown>): Promise<unknown> {
  return call.catch((error: { code?: string }) => ({ refused: error.code }))
}

/** Drops the ids of events, which each side makes by itself. */
function withoutEvents(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value ?? null).replace(/"evt_[0-9A-Z]+"/g, '"evt"'))
}
