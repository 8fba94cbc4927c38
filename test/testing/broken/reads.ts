import type { StoredEvent, PaymentTotal } from 'hospital-payments'
import type { Filter, LookupResult, PageQuery, PaymentRepository, ScanQuery } from 'hospital-payments/repository'
import { type Broken, broken } from './broken.js'
import { insertEach, insertOne } from '../../support/writes.js'

/** Reads the sound page of another query than the one that was asked for. */
function asking(name: string, breaks: string, change: (query: PageQuery) => PageQuery): Broken {
  return broken(name, breaks, (sound) => ({ page: (query) => sound.page(change(query)) }))
}

/** Changes the result of a lookup. */
function finding(name: string, breaks: string, change: (result: LookupResult) => LookupResult): Broken {
  return broken(name, breaks, (sound) => ({ lookup: async (keys) => change(await sound.lookup(keys)) }))
}

export const brokenReads: readonly Broken[] = [
  asking(
    'goes on behind all payments of the last time, not behind the last payment',
    'Pages of any size, upwards and downwards, by any time, give each payment once and in order',
    ({ after, ...query }) => ({
      ...query,
      ...(after && { after: { at: after.at, id: query.direction === 'asc' ? '~' : '' } }),
    }),
  ),
  asking(
    'gives payments of which something is reconciled',
    'Payments of which something is reconciled are left out where that is asked for',
    ({ isUntouched: _, ...query }) => query,
  ),
  asking(
    'goes on with the last payment once more where it gives one at a time',
    'Pages of any size, upwards and downwards, by any time, give each payment once and in order',
    ({ after, ...query }) => {
      const neighbour = query.direction === 'asc' ? after?.id.slice(0, -1) : `${after?.id}~`
      return {
        ...query,
        ...(after && {
          after: { at: after.at, id: query.by === 'expiresAt' && query.limit === 1 ? neighbour! : after.id },
        }),
      }
    },
  ),
  ...(['page', 'scan', 'totals'] as const).map((read) =>
    broken(
      `gives a ${read} without regard to the flag`,
      'A flag narrows pages, scans and totals to the payments that have it',
      (sound): Partial<PaymentRepository> => {
        if (read === 'page') return { page: ({ flag: _, ...query }) => sound.page(query) }
        if (read === 'scan') return { scan: ({ flag: _, ...query }, signal) => sound.scan(query, signal) }
        return { totals: ({ flag: _, ...query }) => sound.totals(query) }
      },
    ),
  ),
  ...(['customerId', 'metadata'] as const).flatMap((condition) =>
    (['page', 'scan', 'totals'] as const).map((read) =>
      broken(
        `gives a ${read} without regard to the ${condition}`,
        "A payer's id and pairs of metadata narrow pages, scans and totals, byte for byte",
        (sound): Partial<PaymentRepository> => {
          if (read === 'page') return { page: ({ [condition]: _, ...query }) => sound.page(query as PageQuery) }
          if (read === 'scan')
            return { scan: ({ [condition]: _, ...query }, signal) => sound.scan(query as ScanQuery, signal) }
          return { totals: ({ [condition]: _, ...query }) => sound.totals(query as Filter) }
        },
      ),
    ),
  ),
  asking(
    'takes a canceled payment for not canceled once it is paid',
    'A flag narrows pages, scans and totals to the payments that have it',
    (query) => (query.flag === 'canceled' ? { ...query, statuses: ['expired'] } : query),
  ),
  broken(
    'puts payments that never expire at the end of the order by expiry',
    'A payment without the time that a page goes by is left out',
    (sound) => ({
      page: async (query) => {
        const page = await sound.page(query)
        if (query.by !== 'expiresAt' || query.after || page.length === query.limit) return page
        const timeless = await sound.page({ ...query, by: 'createdAt' })
        return [...page, ...timeless.filter(({ expiresAt }) => expiresAt === null)]
      },
    }),
  ),
  asking(
    'takes the last instant of a period in',
    'A period takes in its first instant and leaves out its last',
    ({ before, ...query }) => ({
      ...query,
      ...(before !== undefined && { before: before.replace('.000Z', '.001Z') }),
    }),
  ),
  asking(
    'forgets the statuses where a reference is given',
    'A reference, statuses and channels narrow a page, alone and together',
    ({ statuses, ...query }) => ({
      ...query,
      ...(statuses && query.reference === undefined && { statuses }),
    }),
  ),
  broken(
    'starts anew where the last payment of a page no longer matches',
    'A page goes on behind a payment that no longer matches',
    (sound) => ({
      page: async ({ after, ...query }) => {
        const last = after && (await sound.get(after.id))
        const isLost = last && query.statuses && !query.statuses.includes(last.status)
        return sound.page({ ...query, ...(after && !isLost && { after }) })
      },
    }),
  ),
  finding(
    'leaves reversed payments without a transaction out of lookups',
    'A lookup gives every payment of the references and of the transactions, in whatever status',
    ({ payments, lines }) => ({
      payments: payments.filter((payment) => payment.status !== 'reversed' || payment.providerTransactionId),
      lines,
    }),
  ),
  broken(
    'gives a payment once a key that leads to it',
    'A lookup gives a payment once, even when several keys lead to it',
    (sound) => ({
      lookup: async (keys) => {
        const byReference = await sound.lookup({ ...keys, providerTransactionIds: [] })
        const byTransaction = await sound.lookup({ ...keys, references: [], lineKeys: [] })
        return { ...byReference, payments: [...byReference.payments, ...byTransaction.payments] }
      },
    }),
  ),
  finding(
    'gives one payment of a statement line for two',
    'A lookup returns which statement lines are stored, and for which payments',
    ({ payments, lines }) => ({
      payments,
      lines: lines.map(({ key, paymentIds }) => ({
        key,
        paymentIds: paymentIds.length === 2 ? paymentIds.slice(0, 1) : paymentIds,
      })),
    }),
  ),
  broken(
    'looks at the first 1,000 keys of a list',
    'A lookup takes 5,000 keys a list, and gives everything that has one of them',
    (sound) => ({
      lookup: (keys) =>
        sound.lookup({
          references: keys.references.slice(0, 1000),
          providerTransactionIds: keys.providerTransactionIds.slice(0, 1000),
          lineKeys: keys.lineKeys.slice(0, 1000),
        }),
    }),
  ),
  broken(
    'adds channels up together where there are several currencies',
    'Totals add each currency, channel and status up on its own',
    (sound) => ({
      totals: async (filter) => {
        const totals = await sound.totals(filter)
        if (new Set(totals.map(({ currency }) => currency)).size < 2) return totals
        const sums = new Map<string, PaymentTotal>()
        for (const total of totals) {
          const key = `${total.currency} ${total.status}`
          const sum = sums.get(key)
          const amount = (BigInt(sum?.amount ?? 0) + BigInt(total.amount)).toString()
          sums.set(key, { ...(sum ?? total), count: (sum?.count ?? 0) + total.count, amount })
        }
        return [...sums.values()]
      },
    }),
  ),
  broken(
    'adds all references up where a period is given',
    'Totals go by the same period, time and filters as a page',
    (sound) => ({
      totals: ({ reference, ...filter }) => {
        const hasPeriod = filter.from !== undefined || filter.before !== undefined
        return sound.totals({ ...filter, ...(reference !== undefined && !hasPeriod && { reference }) })
      },
    }),
  ),
  broken(
    'puts a history in the order of event ids',
    'A history holds one event a version, oldest first, without gaps',
    (sound) => ({
      history: async (id) => [...(await sound.history(id))].sort((a, b) => (a.id < b.id ? -1 : 1)),
    }),
  ),
  broken(
    'keeps the last two events of a history',
    'A history holds one event a version, oldest first, without gaps',
    (sound) => ({
      history: async (id) => {
        const events = await sound.history(id)
        return events.some(({ type }) => type === 'payment.reversed') && events[0]!.id > events[1]!.id
          ? events.slice(-2)
          : events
      },
    }),
  ),
  broken(
    'writes the expiry of a payment into its first event',
    'A stored event never changes, whatever happens to its payment later',
    (sound) => ({
      history: async (id) => {
        const events = await sound.history(id)
        const expired = events.length === 3 && events.some(({ type }) => type === 'payment.expired')
        const rewritten = (event: StoredEvent): StoredEvent =>
          ({
            ...event,
            data: { ...event.data, status: 'expired' },
          }) as StoredEvent
        return expired ? events.map((event, i) => (i === 0 ? rewritten(event) : event)) : events
      },
    }),
  ),
  broken(
    'gives the events of all payments of a reference',
    'A history holds the events of its own payment only',
    (sound) => {
      const byReference = new Map<string, string[]>()
      return {
        insert: insertEach(async (entry) => {
          const answer = await insertOne(sound, entry)
          const { id, reference } = entry.payment
          if (answer.outcome === 'inserted') byReference.set(reference, [...(byReference.get(reference) ?? []), id])
          return answer
        }),
        history: async (id) => {
          const reference = (await sound.get(id))?.reference
          const all = reference === undefined ? [id] : (byReference.get(reference) ?? [id])
          return (await Promise.all(all.map((one) => sound.history(one)))).flat()
        },
      }
    },
  ),
  broken('gives undefined for an unknown payment', 'An unknown payment is null and has an empty history', (sound) => ({
    get: async (id) => (await sound.get(id)) ?? (undefined as unknown as null),
  })),
  broken(
    'keeps totals as they were first asked for',
    'Every read shows a write as soon as it was acknowledged',
    (sound) => {
      const kept = new Map<string, Promise<readonly PaymentTotal[]>>()
      return {
        totals: (filter) => {
          const key = JSON.stringify(filter)
          if (!kept.has(key)) kept.set(key, sound.totals(filter))
          return kept.get(key)!
        },
      }
    },
  ),
  broken(
    'keeps statement lines as they were first looked up',
    'A stored statement line and a new event are seen by the next lookup and claim',
    (sound) => {
      const kept = new Map<string, LookupResult['lines']>()
      return {
        lookup: async (keys) => {
          const { payments, lines } = await sound.lookup(keys)
          const key = keys.lineKeys.join()
          if (!kept.has(key)) kept.set(key, structuredClone(lines))
          return { payments, lines: structuredClone(kept.get(key)!) }
        },
      }
    },
  ),
]
