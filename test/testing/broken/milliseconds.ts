import type { Payment } from 'hospital-payments'
import type { InsertOutcome, ReplaceOutcome } from 'hospital-payments/repository'
import { type Broken, broken, toSecond } from './broken.js'
import { flawedOutbox, type Flaws } from './outbox.js'

const values = 'Pages, lookups and conflicts give instants to the millisecond'
const cursor = 'A page goes on behind a millisecond, not behind a second'
const periods = 'Scans and totals take periods by the millisecond'
const leases = 'Leases and retries go by the millisecond'
const cells = 'The cells of a scan hold every text, amount and instant exactly'

const inSeconds = (payment: Payment): Payment => ({
  ...payment,
  createdAt: toSecond(payment.createdAt),
  paidAt: payment.paidAt && toSecond(payment.paidAt),
})

const flawed = (name: string, flaws: Flaws) =>
  broken(
    name,
    leases,
    flawedOutbox(() => flaws),
  )

const periodInSeconds = <Query extends { from?: string; before?: string }>(query: Query): Query => ({
  ...query,
  ...(query.from !== undefined && { from: toSecond(query.from) }),
  ...(query.before !== undefined && { before: toSecond(query.before) }),
})

/** Cuts the times of the payment that an answer shows to seconds. */
function shownInSeconds<Answer extends InsertOutcome | ReplaceOutcome>(answer: Answer): Answer {
  if ('current' in answer) return { ...answer, current: answer.current && inSeconds(answer.current) }
  return 'payment' in answer ? { ...answer, payment: inSeconds(answer.payment) } : answer
}

export const brokenMilliseconds: readonly Broken[] = [
  broken('gives the times of a page in seconds', values, (sound) => ({
    page: async (query) =>
      query.reference === undefined ? sound.page(query) : (await sound.page(query)).map(inSeconds),
  })),
  broken('gives the times of payments that it looked up in seconds', values, (sound) => ({
    lookup: async (keys) => {
      const { payments, lines } = await sound.lookup(keys)
      return { payments: payments.map(inSeconds), lines }
    },
  })),
  broken('shows the payment that an insert met in seconds', values, (sound) => ({
    insert: async (entries) => (await sound.insert(entries)).map(shownInSeconds),
  })),
  broken('shows the payment that a replace met in seconds', values, (sound) => ({
    replace: async (group) => shownInSeconds(await sound.replace(group)),
  })),
  broken('goes on behind the second of the last payment', cursor, (sound) => ({
    page: ({ after, ...query }) =>
      sound.page({ ...query, ...(after && { after: { at: toSecond(after.at), id: after.id } }) }),
  })),
  broken('passes over the rest of the second of the last payment', cursor, (sound) => ({
    page: ({ after, ...query }) => {
      if (!after || query.direction === 'desc' || after.at.endsWith('.000Z'))
        return sound.page({ ...query, ...(after && { after }) })
      return sound.page({ ...query, after: { at: after.at.replace(/\.\d{3}Z$/, '.999Z'), id: '~' } })
    },
  })),
  broken('scans periods by the second', periods, (sound) => ({
    scan: (query, signal) => sound.scan(periodInSeconds(query), signal),
  })),
  broken('adds up periods by the second', periods, (sound) => ({
    totals: (filter) => sound.totals(periodInSeconds(filter)),
  })),
  broken('gives the times of a scan in seconds', cells, (sound) => ({
    async *scan(query, signal) {
      for await (const batch of sound.scan(query, signal)) {
        yield batch.map((row) =>
          row.map((cell, place) =>
            typeof cell === 'string' && query.fields[place]?.endsWith('At') ? toSecond(cell) : cell,
          ),
        )
      }
    },
  })),
  broken('gives the large amounts of a scan in single precision', cells, (sound) => ({
    async *scan(query, signal) {
      for await (const batch of sound.scan(query, signal))
        yield batch.map((row) =>
          row.map((cell, place) =>
            query.fields[place] === 'amount' && Number(cell) > 2 ** 40 ? Math.fround(Number(cell)) : cell,
          ),
        )
    },
  })),
  broken('trims the texts of a scan', cells, (sound) => ({
    async *scan(query, signal) {
      for await (const batch of sound.scan(query, signal))
        yield batch.map((row) => row.map((cell) => (typeof cell === 'string' ? cell.trim() : cell)))
    },
  })),
  flawed('keeps leases in seconds', {
    isLeased: ({ leaseUntil }, { now }) => leaseUntil !== '' && toSecond(leaseUntil) > now,
  }),
  flawed('keeps leases of dead events in seconds', {
    isLeased: ({ state, leaseUntil }, { now }) =>
      leaseUntil !== '' && (state === 'dead' ? toSecond(leaseUntil) : leaseUntil) > now,
  }),
  flawed('keeps the times of retries in seconds', {
    isDue: ({ dueAt }, { now }) => dueAt === '' || toSecond(dueAt) <= now,
  }),
  flawed('looks at its clock in seconds', {
    isDue: ({ dueAt }, { now }) => dueAt <= toSecond(now),
    isLeased: ({ leaseUntil }, { now }) => leaseUntil > toSecond(now),
  }),
]
