/** R15: fifty people at once over the same lines and payments, each call of the storage in an order that a seed decides. */
import { type AccountLine, isPaymentError, memoryRepository } from 'hospital-payments'
import { describe, expect, it } from 'vitest'
import { contendedFinance } from '../../support/finance-repositories.js'
import { rounds } from '../../support/rounds.js'
import { dice, turns } from '../../support/turns.js'
import { checkBooks, counter, allocation, storeLine, toCategory, toLine, toPayment } from './support/counter.js'

const clerks = 50

/** The codes with which a call may be refused while others work on the same lines. */
const expectedRefusals = ['line_changed', 'invalid_request', 'allocation_exceeds', 'concurrent_update']

interface Tried {
  key: string
  seen: number
  by: string
  /** The version that the call came to, or why it was refused. */
  outcome: number | string
}

async function play(seed: number, calls: number) {
  const roll = dice(seed)
  const original = memoryRepository()
  const quiet = counter({ repository: original, referencePolicy: seed % 2 ? 'one-live' : 'allow' })
  const taking = turns(roll)
  const desk = counter({
    repository: contendedFinance(original, taking),
    referencePolicy: seed % 2 ? 'one-live' : 'allow',
  })
  const bills = await Promise.all(
    Array.from({ length: 12 }, (_, i) => quiet.bill({ reference: `INV-${i % 9}` }).catch(() => null)),
  )
  const known = bills.filter((bill) => bill !== null)
  await quiet.payments.expirePayment(known[0]!.id)
  const lines: AccountLine[] = []
  for (let i = 0; i < 16; i++) {
    const direction = i % 4 === 3 ? 'debit' : 'credit'
    const receipt = i % 3 === 0 ? { providerTransactionId: `TX-${i % 2}` } : {}
    lines.push(await storeLine(original, { direction, amount: i % 2 ? 1000 : 1500, ...receipt }))
  }
  const tried: Tried[] = []

  async function one(by: string): Promise<void> {
    const { key } = lines[roll(lines.length)]!
    const line = (await desk.payments.lines.get(key))!
    const seen = { expectedVersion: line.version, actor: by }
    const bill = known[roll(known.length)]!
    const counterLine = lines[roll(lines.length)]!
    const amount = [1, 250, 1000, 1500][roll(4)]!
    const { allocate, unallocate, hold, release, assign } = desk.payments.lines
    const acts = [
      () => allocate(key, { ...seen, allocations: [toPayment(bill, amount)] }),
      () =>
        allocate(key, {
          ...seen,
          allocations: [toPayment(bill), toCategory(line.amount - line.allocated - 1000 || 1)],
        }),
      () => allocate(key, { ...seen, allocations: [toCategory(amount, by)] }),
      () => allocate(key, { ...seen, allocations: [toLine(counterLine)] }),
      () => unallocate(key, { ...seen, reason: 'x', payments: roll(2) ? 'keep' : 'reverse' }),
      () => unallocate(key, { ...seen, reason: 'x', payments: 'keep' }),
      () => hold(key, seen),
      () => release(key, seen),
      () => assign(key, { ...seen, assignee: by }),
    ]
    const outcome = await acts[roll(acts.length)]!().then(
      ({ version }) => version,
      (error: unknown) => {
        if (isPaymentError(error)) return error.code
        throw error
      },
    )
    tried.push({ key, seen: line.version, by, outcome })
  }

  const callers = Array.from({ length: clerks }, (_, i) => async () => {
    for (let call = 0; call < calls; call++) await one(`clerk-${i}`)
  })
  for (const outcome of await taking.race(callers)) if (outcome.status === 'rejected') throw outcome.reason
  return { original, lines, tried }
}

describe('lines.allocate: fifty clerks at once', { timeout: 600_000 }, () => {
  const seeds = Array.from({ length: rounds(6, 60) }, (_, i) => i)

  it.each(seeds)('leave every sum exact, one winner a version and whole histories: seed %d', async (seed) => {
    const { original, lines, tried } = await play(seed, rounds(6, 20))
    await checkBooks(original)
    const refused = tried.filter(({ outcome }) => typeof outcome === 'string')
    expect(refused.filter(({ outcome }) => !expectedRefusals.includes(outcome as string))).toEqual([])
    for (const { key } of lines) {
      const events = await original.lineHistory(key)
      // A version is one clerk's, who saw the one before it; what was so already is answered without one.
      for (const { version, actor } of events.slice(1)) {
        const winners = tried.filter((one) => one.key === key && one.outcome === version && one.seen === version - 1)
        const winner = winners.filter(({ by }) => by === actor)
        const isCounterLine = events[version - 1]!.allocations.some(({ to }) => to === 'line')
        if (!isCounterLine) expect(winner.length).toBeGreaterThanOrEqual(1)
      }
    }
    const changed = tried.filter(({ outcome, seen }) => outcome === seen + 1)
    expect(changed.length).toBeGreaterThan(20)
    expect(refused.length).toBeGreaterThan(20)
  })

  it('on the last money of one bill have one winner, and the others are refused', async () => {
    const original = memoryRepository()
    const taking = turns(dice(7))
    const desk = counter({ repository: contendedFinance(original, taking) })
    const quiet = counter({ repository: original })
    const bill = await quiet.bill()
    const lines = await Promise.all(Array.from({ length: clerks }, () => storeLine(original)))
    const outcomes = await taking.race(
      lines.map(
        ({ key }) =>
          () =>
            allocation(desk, key, [toPayment(bill)]),
      ),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const codes = outcomes.flatMap((outcome) =>
      outcome.status === 'rejected' ? [(outcome.reason as { code: string }).code] : [],
    )
    expect(new Set(codes)).toEqual(new Set(['allocation_exceeds']))
    await checkBooks(original)
  })

  it('on one version of one line have one winner', async () => {
    const original = memoryRepository()
    const taking = turns(dice(8))
    const desk = counter({ repository: contendedFinance(original, taking) })
    const { key } = await storeLine(original)
    const outcomes = await taking.race(
      Array.from(
        { length: clerks },
        (_, i) => () => desk.payments.lines.allocate(key, { expectedVersion: 1, allocations: [toCategory(i + 1)] }),
      ),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await original.lineHistory(key)).toHaveLength(2)
    await checkBooks(original)
  })
})
