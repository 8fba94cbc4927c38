import { memoryRepository, type PaymentRepository } from 'hospital-payments'
import type { EventCompletion } from 'hospital-payments/repository'
import { describe, expect, it } from 'vitest'
import { altered } from '../support/repositories.js'
import { examples } from '../support/rounds.js'
import { play } from './simulation/play.js'
import { insertEach, insertOne } from '../support/writes.js'

/** HP_SEEDS=10000 plays so many, HP_SEED=123 one seed alone. */
const count = Number(process.env['HP_SEEDS'] ?? examples(100))
const only = process.env['HP_SEED']

/** How often each outcome was returned. */
type Outcomes = Record<string, number>

async function playAll(seeds: readonly number[], make: () => PaymentRepository = memoryRepository): Promise<Outcomes> {
  const outcomes: Outcomes = {}
  for (const seed of seeds) {
    const trace = await play(seed, make()).catch((cause: unknown) => {
      throw new Error(`seed ${seed} fails (${String(cause)}); play it again with HP_SEED=${seed}`, { cause })
    })
    for (const line of trace) {
      const outcome = line.slice(line.lastIndexOf(' ') + 1)
      outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
    }
  }
  return outcomes
}

const first = (n: number) => Array.from({ length: n }, (_, seed) => seed)

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

describe('the simulation (R10)', { timeout: 300_000 }, () => {
  it(`of ${only === undefined ? `${count} seeds` : `seed ${only}`} breaks no rule`, async () => {
    const outcomes = await playAll(only === undefined ? first(count) : [Number(only)])
    console.info(`R10: ${only === undefined ? count : 1} seeds`, outcomes)
    if (only !== undefined) return
    const met = [
      'invalid_transition',
      'amount_mismatch',
      'duplicate_payment',
      'reference_conflict',
      'idempotency_conflict',
    ]
    const faults = ['payment_not_found', 'storage_unavailable', 'outcome_unknown']
    expect(Object.keys(outcomes).sort()).toEqual(['done', ...met, ...faults].sort())
  })

  it('plays a seed the same way each time', async () => {
    for (const seed of first(9)) expect(await play(seed)).toEqual(await play(seed))
    expect(await play(1)).not.toEqual(await play(2))
  })

  it.each(Object.entries(wrong))('notices a storage that %s, and names the seed', async (_, fault) => {
    const make = () => altered(memoryRepository(), fault)
    const failure = await playAll(first(300), make).then(
      () => null,
      (error: Error) => error,
    )
    expect(failure?.message).toMatch(/^seed \d+ fails .*HP_SEED=\d+$/)
    const seed = Number(/HP_SEED=(\d+)/.exec(failure!.message)?.[1])
    await expect(play(seed, make())).rejects.toThrow((failure!.cause as Error).message)
  })
})
