import type { StoredEvent, PaymentRepository } from 'hospital-payments'
import type { ChangeGroup, LookupKeys, ReplaceOutcome } from 'hospital-payments/repository'
import { largeCases } from '../../support/kit-sizes.js'
import { type Broken, broken, type Fault } from './broken.js'
import { flawedOutbox } from './outbox.js'

const { group, lookup, scan } = largeCases
const page = 'A page holds as many payments as were asked for, of hundreds'
const history = 'A history of 501 events holds each of them'
const totals = 'Totals count every payment and every group, of thousands and hundreds'
const limit = 'A claim takes no more events than its limit, and leaves the others to be claimed'
const deadLimit = 'A claim of dead events takes no more than its limit either'

/** Makes a replace that stores something else than the whole of a large group. */
function storing(
  name: string,
  store: (group: ChangeGroup, sound: PaymentRepository) => Promise<ReplaceOutcome>,
): Broken {
  return broken(name, group, (sound) => ({
    replace: (whole) =>
      whole.lines.length > 1 || whole.changes.length === 0 ? sound.replace(whole) : store(whole, sound),
  }))
}

/** Makes a storage that loses events of large groups on one way to their readers. */
function losing(name: string, isLost: (place: number) => boolean, way: 'history' | 'claimEvents'): Broken {
  return broken(name, group, (sound) => {
    const lost = new Set<string>()
    const kept = ({ id }: StoredEvent) => !lost.has(id)
    const readers = {
      history: { history: async (id: string) => (await sound.history(id)).filter(kept) },
      claimEvents: {
        claimEvents: async (claim) => (await sound.claimEvents(claim)).filter(({ event }) => kept(event)),
      },
    } satisfies Record<typeof way, Partial<PaymentRepository>>
    return {
      replace: (whole) => {
        for (const [place, { event }] of whole.changes.entries())
          if (isLost(place) && whole.lines.length <= 1) lost.add(event.id)
        return sound.replace(whole)
      },
      ...readers[way],
    }
  })
}

/** Makes a lookup that is asked for fewer keys, or gives less. */
const asking = (name: string, change: (keys: LookupKeys) => LookupKeys): Broken =>
  broken(name, lookup, (sound) => ({ lookup: (keys) => sound.lookup(change(keys)) }))

function finding(name: string, change: Fault): Broken {
  return broken(name, lookup, change)
}

async function inParts({ changes, lines }: ChangeGroup, size: number, sound: PaymentRepository) {
  let answer: ReplaceOutcome = { outcome: 'replaced' }
  for (let start = 0; start < changes.length && answer.outcome === 'replaced'; start += size) {
    answer = await sound.replace({ changes: changes.slice(start, start + size), lines: start === 0 ? lines : [] })
  }
  return answer
}

export const brokenSizes: readonly Broken[] = [
  storing('stores the first 1,000 changes of a group', ({ changes, lines }, sound) =>
    sound.replace({ changes: changes.slice(0, 1000), lines }),
  ),
  storing('stores the last 100 changes of a group', ({ changes, lines }, sound) =>
    sound.replace({ changes: changes.slice(-100), lines }),
  ),
  storing('stores all but the last of 5,000 changes', ({ changes, lines }, sound) =>
    sound.replace({ changes: changes.slice(0, 4999), lines }),
  ),
  storing('stores a group in transactions of 1,000 changes', (whole, sound) => inParts(whole, 1000, sound)),
  storing('refuses more than 1,000 changes', async (whole, sound) => {
    if (whole.changes.length > 1000) throw new Error('too many parameters')
    return sound.replace(whole)
  }),
  losing('keeps the events of the first 500 changes of a group', (place) => place >= 500, 'history'),
  losing('delivers the events of the first 500 changes of a group', (place) => place >= 500, 'claimEvents'),
  broken('gives the first 1,000 payments of a statement line', group, (sound) => ({
    lookup: async (keys) => {
      const { payments, lines } = await sound.lookup(keys)
      return { payments, lines: lines.map(({ key, paymentIds }) => ({ key, paymentIds: paymentIds.slice(0, 1000) })) }
    },
  })),

  asking('looks at the first 500 references', ({ references, ...keys }) => ({
    ...keys,
    references: references.slice(0, 500),
  })),
  asking('looks at the first 4,096 transactions', ({ providerTransactionIds, ...keys }) => ({
    ...keys,
    providerTransactionIds: providerTransactionIds.slice(0, 4096),
  })),
  asking('looks at the last 1,000 statement lines', ({ lineKeys, ...keys }) => ({
    ...keys,
    lineKeys: lineKeys.slice(-1000),
  })),
  finding('gives no more than 1,000 payments that it looked up', (sound) => ({
    lookup: async (keys) => {
      const { payments, lines } = await sound.lookup(keys)
      return { payments: payments.slice(0, 1000), lines }
    },
  })),
  finding('gives no more than 5,000 payments that it looked up', (sound) => ({
    lookup: async (keys) => {
      const { payments, lines } = await sound.lookup(keys)
      return { payments: payments.slice(0, 5000), lines }
    },
  })),
  finding('gives no more than 500 payments of a reference', (sound) => ({
    lookup: async (keys) => {
      const { payments, lines } = await sound.lookup(keys)
      const counts = new Map<string, number>()
      const few = payments.filter(({ reference }) => {
        counts.set(reference, (counts.get(reference) ?? 0) + 1)
        return counts.get(reference)! <= 500
      })
      return { payments: few, lines }
    },
  })),
  finding('gives no more than 1,000 statement lines', (sound) => ({
    lookup: async (keys) => {
      const { payments, lines } = await sound.lookup(keys)
      return { payments, lines: lines.slice(0, 1000) }
    },
  })),

  ...[100, 500].map((max) =>
    broken(`gives pages of ${max} payments at most`, page, (sound) => ({
      page: (query) => sound.page({ ...query, limit: Math.min(query.limit, max) }),
    })),
  ),
  broken('gives pages of one reference of 100 payments at most', page, (sound) => ({
    page: (query) =>
      sound.page({ ...query, limit: query.reference === undefined ? query.limit : Math.min(query.limit, 100) }),
  })),

  broken('gives 500 payments at most behind another one', page, (sound) => ({
    page: (query) => sound.page({ ...query, limit: query.after ? Math.min(query.limit, 500) : query.limit }),
  })),

  ...[5000, 10_000].map((max) =>
    broken(`ends a scan after ${max} rows`, scan, (sound) => ({
      async *scan(query, signal) {
        let left = max
        for await (const batch of sound.scan(query, signal)) {
          yield batch.slice(0, left)
          left -= batch.length
          if (left <= 0) return
        }
      },
    })),
  ),
  broken('goes on with a scan behind the last time, not behind the last row', scan, (sound) => ({
    async *scan(query, signal) {
      const { fields, by } = query
      let last: unknown
      for await (const batch of sound.scan({ ...query, fields: [...fields, by] }, signal)) {
        const rows = batch.filter((row) => row.at(-1) !== last)
        last = batch.at(-1)?.at(-1)
        if (rows.length > 0) yield rows.map((row) => row.slice(0, -1))
      }
    },
  })),

  broken('keeps the last 100 events of a history', history, (sound) => ({
    history: async (id) => (await sound.history(id)).slice(-100),
  })),
  broken('keeps the first 500 events of a history', history, (sound) => ({
    history: async (id) => (await sound.history(id)).slice(0, 500),
  })),
  broken('puts a history in the order of its versions as text', history, (sound) => ({
    history: async (id) =>
      [...(await sound.history(id))].sort((a, b) => (`${a.data.version}` < `${b.data.version}` ? -1 : 1)),
  })),
  broken(
    'delivers the tenth event of a payment before the second',
    'The events of a payment are delivered in order beyond the ninth',
    flawedOutbox(() => ({
      isHeldBack: ({ state, event }, _, later) =>
        state === 'due' && `${event.data.version}` < `${later.event.data.version}`,
    })),
  ),

  broken('gives no more than 100 totals', totals, (sound) => ({
    totals: async (filter) => (await sound.totals(filter)).slice(0, 100),
  })),
  broken('gives sums that a number can hold as numbers', totals, (sound) => ({
    totals: async (filter) =>
      (await sound.totals(filter)).map((total) =>
        Number(total.amount) <= Number.MAX_SAFE_INTEGER
          ? { ...total, amount: Number(total.amount) as unknown as string }
          : total,
      ),
  })),

  broken(
    'claims all events there are where it is asked for more than 20',
    limit,
    flawedOutbox(() => ({
      limit: ({ limit, from }, free) => (limit > 20 && from === 'due' ? free : free.slice(0, limit)),
    })),
  ),
  broken(
    'claims one event more than its limit where that is large',
    limit,
    flawedOutbox(() => ({
      limit: ({ limit, from }, free) => free.slice(0, limit > 20 && from === 'due' ? limit + 1 : limit),
    })),
  ),
  broken(
    'claims all dead events where it is asked for more than 20',
    deadLimit,
    flawedOutbox(() => ({
      limit: ({ limit, from }, free) => (limit > 20 && from === 'dead' ? free : free.slice(0, limit)),
    })),
  ),
  broken('completes the first 50 events of a completion', deadLimit, (sound) => ({
    completeEvents: ({ results, ...done }) =>
      sound.completeEvents({
        ...done,
        results: results.filter(({ next }, place) => place < 50 || typeof next === 'string'),
      }),
  })),
  ...[5, 10].map((max) =>
    broken(
      `counts no more than ${max} attempts`,
      'Each retry counts as an attempt',
      flawedOutbox(() => ({ onComplete: (entry) => (entry.attempts = Math.min(entry.attempts, max)) })),
    ),
  ),
  broken(
    'counts the attempts after the third twice',
    'Each retry counts as an attempt',
    flawedOutbox(() => ({
      onComplete: (entry, before) => {
        if (entry.state === 'due' && before.state === 'due' && before.attempts >= 3)
          entry.attempts = before.attempts + 2
      },
    })),
  ),
]
