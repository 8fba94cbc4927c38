import { describe, expect, it } from 'vitest'
import { wrapped } from '../support/repositories.js'
import { testService } from '../support/service.js'
import { credit, file, filler, hospital } from './support/hospital.js'

describe('reconcile: a look-up for the lines of one statement', () => {
  it('finds the second bill of a transfer, though another line names it as its reference', async () => {
    const { bill, outcomes } = hospital()
    await bill({ reference: 'INV-0001', amount: 100 })
    await bill({ reference: 'INV-0002', amount: 200 })
    const transfer = credit({ amount: 300, narration: 'INV-0001 INV-0002' })
    const stray = credit({ amount: 1000, reference: 'INV-0001' })
    expect(await outcomes(file(transfer, stray))).toEqual(['confirmed', 'duplicate_credit'])
  })

  it('finds the other payments of a reference, though another line’s receipt finds one of them', async () => {
    const { bill, payments, outcomes, now } = hospital()
    const first = await bill({ reference: 'INV-0001' })
    await payments.confirmPayment(first.id, { providerTransactionId: 'TX-1' })
    const second = await bill({ reference: 'INV-0001' })
    const lines = file(credit({ providerTransactionId: 'TX-1' }), credit({ narration: 'INV-0001' }))
    expect(await outcomes(lines)).toEqual(['matched', 'confirmed'])
    expect((await now(second)).status).toBe('succeeded')
  })

  it('comes to the same in one batch and in two', async () => {
    for (const between of [0, filler().length]) {
      const { bill, payments, apply } = hospital()
      const first = await bill({ reference: 'INV-0001' })
      await payments.confirmPayment(first.id, { providerTransactionId: 'TX-1' })
      await bill({ reference: 'INV-0001', amount: 70 })
      const { lines } = await apply([
        credit({ providerTransactionId: 'TX-1' }),
        ...filler(between),
        credit({ narration: 'INV-0001', amount: 70 }),
      ])
      expect(lines.at(-1)!.outcome, `${between} lines between`).toBe('confirmed')
    }
  })

  it('takes few calls, at most 5,000 keys a list', async () => {
    const calls: string[] = []
    const max = { references: 0, providerTransactionIds: 0, lineKeys: 0 }
    const repository = wrapped(testService().repository, (name, proceed, argument) => {
      calls.push(name)
      for (const [list, keys] of Object.entries(argument as Record<keyof typeof max, readonly string[]>)) {
        max[list as keyof typeof max] = Math.max(max[list as keyof typeof max], keys.length)
      }
      return proceed()
    })
    const { preview } = hospital({ repository })
    const lines = Array.from({ length: 12_000 }, (_, row) =>
      credit({
        row,
        amount: row + 1,
        reference: `R-${row}`,
        providerTransactionId: `T-${row}`,
        narration: `INV-${row}-1 INV-${row}-2`,
      }),
    )
    expect((await preview(lines)).summary.lines).toEqual([
      { outcome: 'unmatched_line', direction: 'credit', currency: 'ETB', count: 12_000, amount: '72006000' },
    ])
    expect(new Set(calls)).toEqual(new Set(['lookup']))
    expect(calls.length).toBeLessThan(100)
    expect(Math.max(...Object.values(max))).toBeLessThanOrEqual(5000)
    expect(Math.min(...Object.values(max))).toBeGreaterThan(500)
  })

  it('lists its candidates oldest first, in whatever order the storage returns them', async () => {
    const itemsOf = async (reversed: boolean) => {
      const { repository } = testService()
      const turned = {
        ...repository,
        lookup: async (keys: Parameters<typeof repository.lookup>[0]) => {
          const answer = await repository.lookup(keys)
          return reversed ? { ...answer, payments: [...answer.payments].reverse() } : answer
        },
      }
      const { bill, apply } = hospital({ repository: turned })
      await bill({ reference: 'INV-0001', amount: 200 })
      await bill({ reference: 'INV-0001', amount: 300 })
      await bill({ reference: 'INV-0002', amount: 400 })
      return (
        await apply(file(credit({ reference: 'INV-0001', amount: 1 }), credit({ narration: 'INV-0001 INV-0002' })))
      ).items
    }
    expect(await itemsOf(true)).toStrictEqual(await itemsOf(false))
  })
})
