import { memoryRepository, type PaymentRepository } from 'hospital-payments'
import type { EventCompletion } from 'hospital-payments/repository'
import { describe, expect, it } from 'vitest'
import { altered } from '../support/repositories.js'
import { isShort } from '../support/rounds.js'
import { firstSeeds, named, playAll, seedsOfRun } from './seeds.js'
import { play } from './simulation/play.js'
import { insertEach, insertOne } from '../support/writes.js'

const seeds = seedsOfRun(100)

/** Plays a seed and returns the outcome of each step. */
async function outcomesOf(seed: number, repository?: PaymentRepository): Promise<string[]> {
  return (await play(seed, repository)).map((line) => line.slice(line.lastIndexOf(' ') + 1))
}

type End = EventCompletion['results'][number]['next']

const changedEnds =
  (change: (next: End, now: string) => End) =>
  (original: PaymentRepository): Partial<PaymentRepository> => ({
    completeEvents: ({ owner, now, results }) =>
      original.completeEvents({
        owner,
        now,
        results: results.map(({ eventId, next }) => ({ eventId, next: change(next, now) })),
      }),
  })

/** The same storage with one fault each, to see that the simulation would notice. */
const wrong: Record<string, (original: PaymentRepository) => Partial<PaymentRepository>> = {
  'stores a payment twice for one key': (original) => ({
    insert: insertEach((entry) => insertOne(original, { ...entry, idempotency: null })),
  }),
  'forgets the receipt': (original) => ({
    replace: ({ changes, lines }) =>
      original.replace({
        lines,
        changes: changes.map((change) => {
          const { providerTransactionId: _, ...payment } = change.payment
          return { ...change, payment }
        }),
      }),
  }),
  'forgets which references are live': (original) => ({
    insert: insertEach((entry) => insertOne(original, { ...entry, liveReference: null })),
  }),
  'says replaced and does nothing': (original) => ({
    replace: async (group) =>
      group.changes[0]?.payment.status === 'reversed' ? { outcome: 'replaced' } : original.replace(group),
  }),
  'writes only the last change of a group': (original) => ({
    replace: ({ changes, lines }) =>
      original.replace({ changes: changes.slice(-1).map((change) => ({ ...change, liveReference: null })), lines }),
  }),
  'leases events for no time at all': (original) => ({
    claimEvents: (claim) => original.claimEvents({ ...claim, leaseUntil: claim.now }),
  }),
  'forgets what was delivered': () => ({ completeEvents: async () => undefined }),
  'takes every end for its own': (original) => {
    const owners = new Map<string, string>()
    return {
      claimEvents: async (claim) => {
        const claimed = await original.claimEvents(claim)
        for (const { event } of claimed) owners.set(event.id, claim.owner)
        return claimed
      },
      completeEvents: async ({ now, results }) => {
        for (const result of results)
          await original.completeEvents({ owner: owners.get(result.eventId)!, now, results: [result] })
      },
    }
  },
  'sends dead events again': changedEnds((next, now) => (next === 'dead' ? { retryAt: now } : next)),
  'gives up after one try': changedEnds((next) => (next === 'delivered' ? next : 'dead')),
  'takes what failed for delivered': changedEnds((next) => (next === 'dead' ? next : 'delivered')),
}

describe('payments: the simulation (R10)', { timeout: 300_000 }, () => {
  it(`breaks no rule over ${named(seeds)}`, async () => {
    const outcomes = await playAll(seeds, (seed) => outcomesOf(seed))
    console.info(`R10: ${named(seeds)}`, outcomes)
    if (seeds.length === 1) return
    const conflicts = [
      'invalid_transition',
      'amount_mismatch',
      'duplicate_payment',
      'reference_conflict',
      'idempotency_conflict',
    ]
    const faults = ['payment_not_found', 'storage_unavailable', 'outcome_unknown']
    expect(Object.keys(outcomes).sort()).toEqual(['done', ...conflicts, ...faults].sort())
  })

  it('plays a seed the same way each time', async () => {
    for (const seed of firstSeeds(9)) expect(await play(seed)).toEqual(await play(seed))
    expect(await play(1)).not.toEqual(await play(2))
  })

  // Of the simulation itself, which says nothing of the library.
  it.skipIf(isShort).each(Object.entries(wrong))('notices a storage that %s, and names the seed', async (_, fault) => {
    const make = () => altered(memoryRepository(), fault)
    const failure = await playAll(firstSeeds(300), (seed) => outcomesOf(seed, make())).then(
      () => null,
      (error: Error) => error,
    )
    expect(failure?.message).toMatch(/^seed \d+ fails .*HP_SEED=\d+$/)
    const seed = Number(/HP_SEED=(\d+)/.exec(failure!.message)?.[1])
    await expect(play(seed, make())).rejects.toThrow((failure!.cause as Error).message)
  })
})
