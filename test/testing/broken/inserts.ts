import type { Payment, PaymentRepository } from 'hospital-payments'
import type { InsertEntry, InsertOutcome } from 'hospital-payments/repository'
import { placeOf } from '../../../src/domain/event-stream.js'
import { type Broken, broken, holders } from './broken.js'
import { insertAlone, insertOne } from '../../support/writes.js'

/** Makes the sound insert, followed by what goes wrong after it. */
function after(
  change: (
    answer: InsertOutcome,
    entry: InsertEntry,
    sound: PaymentRepository,
  ) => InsertOutcome | Promise<InsertOutcome>,
) {
  return (sound: PaymentRepository) => ({
    insert: insertAlone(sound, async (entry) => change(await insertOne(sound, entry), entry, sound)),
  })
}

export const brokenInserts: readonly Broken[] = [
  broken(
    'never delivers the first event of a payment that was inserted under a key',
    'An insert stores the payment, its first event and its idempotency key together',
    (sound) => {
      const lost = new Set<string>()
      return {
        insert: insertAlone(sound, (entry) => {
          if (entry.idempotency) lost.add(entry.event.id)
          return insertOne(sound, entry)
        }),
        claimEvents: async (claim) => (await sound.claimEvents(claim)).filter(({ event }) => !lost.has(event.id)),
      }
    },
  ),
  broken(
    'answers a used key with the fingerprint that came in last',
    'A used idempotency key is answered with its payment and its own fingerprint',
    (sound) => {
      let last = ''
      return after((answer, { idempotency }) => {
        if (answer.outcome === 'inserted') last = idempotency?.fingerprint ?? last
        return answer.outcome === 'key_taken' ? { ...answer, fingerprint: last } : answer
      })(sound)
    },
  ),
  broken(
    'answers a used key with the payment as it was before it expired',
    'A used idempotency key is answered with the payment as it is now',
    (sound) => {
      const first = new Map<string, Payment>()
      return after((answer, { payment }) => {
        if (answer.outcome === 'inserted') first.set(payment.id, structuredClone(payment))
        const known = 'payment' in answer && first.get(answer.payment.id)
        return answer.outcome === 'key_taken' && known && answer.payment.status === 'expired'
          ? { ...answer, payment: structuredClone(known) }
          : answer
      })(sound)
    },
  ),
  broken('forgets a key after a year', 'A used idempotency key is answered with the payment as it is now', (sound) => ({
    insert: insertAlone(sound, async (entry) => {
      const answer = await insertOne(sound, entry)
      if (answer.outcome !== 'key_taken') return answer
      const age = Date.parse(entry.payment.createdAt) - Date.parse(answer.payment.createdAt)
      return age > 366 * 86_400_000 ? insertOne(sound, { ...entry, idempotency: null }) : answer
    }),
  })),
  broken(
    'answers a known id with a payment of version 1 although it expired',
    'A known payment id is answered with the payment that has it',
    after((answer) =>
      answer.outcome === 'id_taken' && answer.payment.status === 'expired'
        ? { ...answer, payment: { ...answer.payment, version: 1 } }
        : answer,
    ),
  ),
  broken(
    'answers a taken reference with the live payment that came in last',
    'A taken live reference is answered with the payment that holds it',
    (sound) => {
      let last = ''
      return after(async (answer, { payment, liveReference }) => {
        if (answer.outcome === 'inserted' && liveReference !== null) last = payment.id
        if (answer.outcome !== 'reference_taken') return answer
        return { ...answer, payment: (await sound.get(last)) ?? answer.payment }
      })(sound)
    },
  ),
  broken(
    'looks at the id before the key',
    'Of several conflicts the key is answered before the id, and the id before the reference',
    after(async (answer, { payment }, sound) => {
      const known = answer.outcome === 'key_taken' ? await sound.get(payment.id) : null
      return known ? { outcome: 'id_taken', payment: known } : answer
    }),
  ),
  broken(
    'looks at the reference before the id',
    'Of several conflicts the key is answered before the id, and the id before the reference',
    (sound) => {
      const live = holders()
      return after(async (answer, { payment, liveReference }) => {
        if (answer.outcome === 'inserted') live.hold(payment.id, liveReference)
        const holder = answer.outcome === 'id_taken' ? live.of(liveReference) : undefined
        const existing = holder === undefined ? null : await sound.get(holder)
        return existing ? { outcome: 'reference_taken', payment: existing } : answer
      })(sound)
    },
  ),
  broken(
    'keeps the reference of an insert that met a used key',
    'An insert that meets a used key leaves nothing behind',
    (sound) => {
      const kept = new Map<string, Payment>()
      return {
        insert: insertAlone(sound, async (entry) => {
          const holder = entry.liveReference === null ? undefined : kept.get(entry.liveReference)
          if (holder) return { outcome: 'reference_taken', payment: holder }
          const answer = await insertOne(sound, entry)
          if (answer.outcome !== 'key_taken' || entry.liveReference === null) return answer
          const reference = entry.liveReference
          const others = await sound.page({ by: 'createdAt', direction: 'asc', limit: 1, reference })
          if (others.length === 0) kept.set(reference, answer.payment)
          return answer
        }),
      }
    },
  ),
  broken(
    'keeps the key of an insert that met a known id',
    'An insert that meets a known id leaves nothing behind',
    keepsKeyAfter('id_taken'),
  ),
  broken(
    'keeps the key of an insert that met a taken reference',
    'An insert that meets a taken reference leaves nothing behind',
    keepsKeyAfter('reference_taken'),
  ),
  broken(
    'stores the event of an insert that met a taken reference',
    'An insert that meets a taken reference leaves nothing behind',
    (sound) => {
      const stray = new Map<string, InsertEntry['event']>()
      return {
        insert: insertAlone(sound, async (entry) => {
          const answer = await insertOne(sound, entry)
          if (answer.outcome === 'reference_taken' && entry.idempotency) stray.set(entry.payment.id, entry.event)
          return answer
        }),
        history: async (id) => [...(await sound.history(id)), ...(stray.has(id) ? [stray.get(id)!] : [])],
      }
    },
  ),
  broken(
    'answers an insert of a taken receipt with the payment of another channel',
    'An insert of a taken receipt is answered with the payment of its channel that has it',
    (sound) => {
      const payers = new Map<string, Payment>()
      return after((answer, { payment }) => {
        const receipt = payment.providerTransactionId
        if (answer.outcome === 'inserted' && receipt !== undefined) payers.set(receipt, structuredClone(payment))
        const payer = payers.get(receipt ?? '')
        return answer.outcome === 'transaction_taken' && payer ? { ...answer, payment: payer } : answer
      })(sound)
    },
  ),
  broken(
    'looks at the receipt before the reference',
    'Of several conflicts of an insert the receipt is answered last',
    after(async (answer, { payment }, sound) => {
      if (answer.outcome !== 'reference_taken' || payment.providerTransactionId === undefined) return answer
      const keys = { references: [], providerTransactionIds: [payment.providerTransactionId], lineKeys: [] }
      const [payer] = (await sound.lookup(keys)).payments
      return payer ? { outcome: 'transaction_taken', payment: payer } : answer
    }),
  ),
  broken(
    'delivers an event that an insert keeps from delivery',
    'An event that an insert keeps from delivery is history alone, and later ones are delivered',
    (sound) => ({
      insert: (entries) => sound.insert(entries.map(({ isDelivered: _, ...entry }) => entry)),
    }),
  ),
  broken(
    'keeps all events of a payment from delivery whose first one is kept from it',
    'An event that an insert keeps from delivery is history alone, and later ones are delivered',
    (sound) => {
      const kept = new Set<string>()
      return {
        insert: (entries) => {
          for (const { isDelivered, payment } of entries) if (isDelivered === false) kept.add(payment.id)
          return sound.insert(entries)
        },
        claimEvents: async (claim) =>
          (await sound.claimEvents(claim)).filter(({ event }) => !kept.has(placeOf(event).stream)),
      }
    },
  ),
  broken(
    'takes an insert without a live reference for one that wants it',
    'Inserts without a key and without a live reference never conflict',
    (sound) => {
      const live = holders()
      return {
        insert: insertAlone(sound, async (entry) => {
          const holder =
            entry.idempotency || entry.liveReference !== null ? undefined : live.of(entry.payment.reference)
          const payment = holder === undefined ? null : await sound.get(holder)
          if (payment && entry.payment.id !== holder) return { outcome: 'reference_taken', payment }
          const answer = await insertOne(sound, entry)
          if (answer.outcome === 'inserted') live.hold(entry.payment.id, entry.liveReference)
          return answer
        }),
        replace: async (group) => {
          const answer = await sound.replace(group)
          if (answer.outcome !== 'replaced') return answer
          for (const { payment, liveReference } of group.changes) live.hold(payment.id, liveReference)
          return answer
        },
      }
    },
  ),
]

function keepsKeyAfter(outcome: 'id_taken' | 'reference_taken') {
  return (sound: PaymentRepository) => {
    const kept = new Map<string, { payment: Payment; fingerprint: string }>()
    return {
      insert: insertAlone(sound, async (entry) => {
        const used = entry.idempotency && kept.get(entry.idempotency.key)
        if (used) return { outcome: 'key_taken', ...used } as const
        const answer = await insertOne(sound, entry)
        if (answer.outcome === outcome && 'payment' in answer && entry.idempotency) {
          kept.set(entry.idempotency.key, { payment: answer.payment, fingerprint: entry.idempotency.fingerprint })
        }
        return answer
      }),
    }
  }
}
