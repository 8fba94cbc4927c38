/** A dry run over any state answers, after any writes of a run, as a repository in which they were made. */
import { memoryRepository, type Payment } from 'hospital-payments'
import { changeFixture, insertFixture, paymentFixture } from 'hospital-payments/testing'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { liveReference } from '../../src/domain/payments/reference-policy.js'
import type { AccountLine } from '../../src/domain/reconciliation/account-line.js'
import { dryRun } from '../../src/repository/dry-run/dry-run.js'
import type { ChangeGroup } from '../../src/repository/port.js'
import { paidFields, type RunFinance } from '../../src/repository/run-port.js'
import { later } from '../../src/testing/steps.js'
import { lineChangeFixture, lineEntryFixture, lineFixture } from '../support/finance-contract/index.js'
import { examples } from '../support/rounds.js'

const nine = '2026-11-20T09:00:00.000Z'
const statuses = ['expired', 'failed'] as const
const receipts = ['TX-1', 'tx-1', 'TX-2'] as const

/** The payment, the line and what changes of them, by small numbers. */
type Step = readonly [which: number, what: number]

/** Makes payments, some of which share a reference, and stored lines. */
function population() {
  const payments = Array.from({ length: 6 }, (_, i) =>
    paymentFixture({
      reference: `INV-${i >> 1}`,
      status: i % 2 ? 'pending' : statuses[(i >> 1) % 2]!,
      channel: i % 2 ? 'cash' : 'till',
      amount: 100 + i,
    }),
  )
  const lines = Array.from({ length: 4 }, (_, i) => lineFixture({ ...(i % 2 && { narration: `Paid by ${i}` }) }))
  return { payments, lines }
}

type Population = ReturnType<typeof population>

/** Makes a change of a payment as a run does: a receipt is taken once, and kept. */
function settled(payment: Payment, what: number) {
  const takesReceipt = what % 4 < 3 && payment.providerTransactionId === undefined
  const receipt = takesReceipt ? { providerTransactionId: receipts[what % 4]! } : {}
  const status = what % 3 === 2 ? ('failed' as const) : ('succeeded' as const)
  const isConfirmed = status === 'succeeded' && payment.status !== 'succeeded'
  const paidAt = isConfirmed ? later(nine, 60 + (what % 5)) : payment.paidAt
  const patch = { status, paidAt, amountReconciled: what % 2 ? payment.amount : what, ...receipt }
  return changeFixture(payment, patch, { liveReference: liveReference({ ...payment, ...patch }, 'one-live') })
}

async function groupOf(repository: RunFinance, [which, what]: Step, all: Population): Promise<ChangeGroup> {
  const { id, reference } = all.payments[which % 6]!
  const { payments } = await repository.lookup({ references: [reference], providerTransactionIds: [], lineKeys: [] })
  const payment = payments.find((one) => one.id === id)!
  const [line] = await repository.findLines([all.lines[which % 4]!.key])
  const outcome = what % 2 ? 'ambiguous' : 'unmatched_line'
  const changes: Partial<AccountLine> = { outcome, held: what % 3 === 0 }
  return { changes: what % 4 === 3 ? [] : [settled(payment, what)], lines: [lineChangeFixture(line!, changes)] }
}

function sorted<Item>(items: readonly Item[]): Item[] {
  return [...items].sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
}

async function reads(repository: RunFinance, { payments, lines }: Population) {
  const scanned: unknown[] = []
  for await (const rows of repository.scan({ by: 'paidAt', fields: paidFields, channels: ['till'] }))
    scanned.push(...rows)
  for await (const rows of repository.scan({ by: 'paidAt', fields: paidFields, from: later(nine, 62) }))
    scanned.push(rows)
  const references = payments.map(({ reference }) => reference)
  const none = { references: [], providerTransactionIds: [], lineKeys: [] }
  return {
    byReference: sorted((await repository.lookup({ ...none, references })).payments),
    byReceipt: sorted((await repository.lookup({ ...none, providerTransactionIds: receipts })).payments),
    lines: sorted(await repository.findLines(lines.map(({ key }) => key))),
    scanned,
  }
}

it('dryRun: after any writes of a run, reads answer as a repository in which they were made', async () => {
  const step: fc.Arbitrary<Step> = fc.tuple(fc.nat(5), fc.nat(11))
  const steps = fc.array(step, { minLength: 1, maxLength: 20 })
  await fc.assert(
    fc.asyncProperty(steps, steps, async (before, after) => {
      const all = population()
      const [stored, whole] = [memoryRepository(), memoryRepository()]
      for (const repository of [stored, whole]) {
        for (const payment of all.payments) {
          const holder = all.payments.find((one) => one.reference === payment.reference && one.status === 'pending')
          await repository.insert([
            insertFixture(payment, { liveReference: holder === payment ? payment.reference : null }),
          ])
        }
        await repository.replace({ changes: [], lines: all.lines.map((line) => lineEntryFixture(line)) })
      }
      for (const one of before) {
        const group = await groupOf(stored, one, all)
        expect(await stored.replace(group)).toEqual(await whole.replace(group))
      }
      const kept = await reads(stored, all)
      const dry = dryRun(stored)
      for (const one of after) {
        const group = await groupOf(whole, one, all)
        const { outcome } = await whole.replace(group)
        // A run takes no receipt and no reference that another payment has.
        if (outcome === 'transaction_taken' || outcome === 'reference_taken') continue
        expect(outcome).toBe('replaced')
        expect(await dry.replace(group)).toEqual({ outcome })
        expect(await reads(dry, all)).toEqual(await reads(whole, all))
      }
      expect(await reads(stored, all)).toEqual(kept)
    }),
    { numRuns: Number(process.env['HP_SEQUENCES'] ?? examples(60)) },
  )
})
