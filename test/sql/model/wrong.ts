/** Memory with one fault each, as storages were seen to have them. */
import type { Instant, Payment, PaymentRepository } from 'hospital-payments'
import type { Change } from 'hospital-payments/repository'
import { group, insertEach, insertOne } from '../../support/writes.js'

type Fault = (original: PaymentRepository) => Partial<PaymentRepository>

const toTheSecond = (instant: Instant) => `${instant.slice(0, -4)}000Z`
const withoutCase = (text: string | null) => text?.toLowerCase() ?? null

function trimmed({ statusReason, ...payment }: Payment): Payment {
  return { ...payment, ...(statusReason !== undefined && { statusReason: statusReason.trimEnd() }) }
}

/** Puts what is released first, whatever was asked for. */
function releasedFirst(changes: readonly Change[]): Change[] {
  return [...changes].sort((a, b) => Number(a.liveReference !== null) - Number(b.liveReference !== null))
}

export const faults: Readonly<Record<string, Fault>> = {
  'takes references for equal that differ in case': (original) => ({
    insert: insertEach((entry) => insertOne(original, { ...entry, liveReference: withoutCase(entry.liveReference) })),
  }),
  'loses the rest of a tie at the end of a page': (original) => ({
    page: ({ after, ...query }) =>
      original.page({ ...query, ...(after && { after: { at: after.at, id: query.direction === 'asc' ? '~' : '' } }) }),
  }),
  'keeps times to the second': (original) => ({
    insert: insertEach((entry) =>
      insertOne(original, { ...entry, payment: { ...entry.payment, createdAt: toTheSecond(entry.payment.createdAt) } }),
    ),
  }),
  'takes white space off the ends of text': (original) => ({
    replace: ({ changes, lines }) =>
      original.replace({
        changes: changes.map((change) => ({ ...change, payment: trimmed(change.payment) })),
        lines,
      }),
  }),
  'sums in floating point': (original) => ({
    totals: async (filter) =>
      (await original.totals(filter)).map((total) => ({ ...total, amount: String(Number(total.amount)) })),
  }),
  'forgets which lines were counted': (original) => ({
    replace: ({ changes }) => original.replace(group(changes)),
  }),
  'stores a group in an order of its own': (original) => ({
    replace: ({ changes, lines }) => original.replace({ changes: releasedFirst(changes), lines }),
  }),
  'looks among earlier entries before it looks among stored payments': (original) => ({
    insert: async (entries) =>
      (await original.insert(entries)).map((answer, i) => {
        const first = entries.slice(0, i).find(({ payment }) => payment.id === entries[i]!.payment.id)
        return first && answer.outcome === 'key_taken' ? { outcome: 'id_taken', payment: first.payment } : answer
      }),
  }),
  'gives each line of several all payments of its group': (original) => ({
    replace: ({ changes, lines }) => {
      const paymentIds = changes.map(({ payment }) => payment.id)
      return original.replace({
        changes,
        lines: lines.length > 1 ? lines.map(({ key }) => ({ key, paymentIds })) : lines,
      })
    },
  }),
  'counts a lease that ran out as an attempt': (original) => {
    const seen = new Map<string, number>()
    return {
      claimEvents: async (claim) =>
        (await original.claimEvents(claim)).map(({ event, attempts }) => {
          const times = seen.get(event.id) ?? 0
          seen.set(event.id, times + 1)
          return { event, attempts: Math.max(attempts, times) }
        }),
    }
  },
  'shows a row as it was': (original) => {
    const known = new Map<string, Payment | null>()
    return {
      insert: insertEach(async (entry) => {
        const answer = await insertOne(original, entry)
        if (answer.outcome === 'inserted' && !known.has(entry.payment.id)) known.set(entry.payment.id, entry.payment)
        return answer
      }),
      get: async (id) => known.get(id) ?? original.get(id),
    }
  },
}
