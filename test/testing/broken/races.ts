import { type Payment, PaymentError } from 'hospital-payments'
import type { ChangeGroup } from 'hospital-payments/repository'
import { type Broken, broken, crossing } from './broken.js'
import { insertAlone, insertEach, insertOne } from '../../support/writes.js'

/** The payment of a group that changes no other. */
const aloneIn = ({ changes }: ChangeGroup) => (changes.length === 1 ? changes[0]!.payment.id : null)

export const brokenRaces: readonly Broken[] = [
  broken(
    'checks the key and stores it afterwards',
    'Of 50 inserts at once with one idempotency key exactly one is stored',
    (sound) => {
      const onKey = crossing()
      return {
        insert: insertAlone(sound, (entry) =>
          onKey(entry.idempotency?.key, (crossed) =>
            insertOne(sound, crossed ? { ...entry, idempotency: null } : entry),
          ),
        ),
      }
    },
  ),
  broken(
    'shows who comes second with a key the payment of its own call',
    'Of 50 inserts at once with one idempotency key exactly one is stored',
    (sound) => {
      const onKey = crossing()
      return {
        insert: insertAlone(sound, (entry) =>
          onKey(entry.idempotency?.key, async (crossed) => {
            const answer = await insertOne(sound, entry)
            return crossed && answer.outcome === 'key_taken' ? { ...answer, payment: entry.payment } : answer
          }),
        ),
      }
    },
  ),
  broken(
    'shows who comes second with a key the fingerprint of its own call',
    'Of 50 inserts at once with one idempotency key exactly one is stored',
    (sound) => {
      const onKey = crossing()
      return {
        insert: insertAlone(sound, (entry) =>
          onKey(entry.idempotency?.key, async (crossed) => {
            const answer = await insertOne(sound, entry)
            if (!crossed || answer.outcome !== 'key_taken') return answer
            return { ...answer, fingerprint: entry.idempotency!.fingerprint }
          }),
        ),
      }
    },
  ),
  broken(
    'checks the live reference and stores it afterwards',
    'Of many inserts at once with one live reference exactly one is stored',
    (sound) => {
      const onReference = crossing()
      return {
        insert: insertAlone(sound, (entry) =>
          onReference(entry.liveReference, (crossed) =>
            insertOne(sound, crossed ? { ...entry, liveReference: null } : entry),
          ),
        ),
      }
    },
  ),
  broken(
    'shows who comes second with a live reference the payment of its own call',
    'Of many inserts at once with one live reference exactly one is stored',
    (sound) => {
      const onReference = crossing()
      return {
        insert: insertAlone(sound, (entry) =>
          onReference(entry.liveReference, async (crossed) => {
            const answer = await insertOne(sound, entry)
            return crossed && answer.outcome === 'reference_taken' ? { ...answer, payment: entry.payment } : answer
          }),
        ),
      }
    },
  ),
  broken(
    'checks the version and stores the change afterwards',
    'Of many replaces at once on one version exactly one wins',
    (sound) => {
      const onPayment = crossing()
      return {
        replace: (group) =>
          onPayment(aloneIn(group), async (crossed) => {
            const answer = await sound.replace(group)
            return crossed && answer.outcome === 'stale' ? { outcome: 'replaced' } : answer
          }),
      }
    },
  ),
  broken(
    'shows who comes second with a change the version of before',
    'Of many replaces at once on one version exactly one wins',
    (sound) => {
      const onPayment = crossing()
      return {
        replace: (group) =>
          onPayment(aloneIn(group), async (crossed) => {
            const answer = await sound.replace(group)
            if (!crossed || answer.outcome !== 'stale' || !answer.current) return answer
            return { ...answer, current: { ...answer.current, version: answer.current.version - 1 } }
          }),
      }
    },
  ),
  broken(
    'stores the change that comes second, and answers that it is stale',
    'Of many replaces at once on one version exactly one wins',
    (sound) => {
      const onPayment = crossing()
      const overwritten = new Map<string, Payment>()
      return {
        replace: (group) =>
          onPayment(aloneIn(group), async (crossed) => {
            const answer = await sound.replace(group)
            const [change] = group.changes
            if (crossed && answer.outcome === 'stale' && change) overwritten.set(change.payment.id, change.payment)
            return answer
          }),
        get: async (id) => overwritten.get(id) ?? sound.get(id),
      }
    },
  ),
  broken(
    'checks the statement line and stores it afterwards',
    'Of many replaces at once with one statement line exactly one wins',
    (sound) => {
      const onLine = crossing()
      return {
        replace: (group) =>
          onLine(group.lines[0]?.key ?? null, (crossed) => sound.replace(crossed ? { ...group, lines: [] } : group)),
      }
    },
  ),
  broken(
    'checks the transaction and stores it afterwards',
    'Of many replaces at once with one provider transaction exactly one wins',
    (sound) => {
      const onTransaction = crossing()
      return {
        replace: (group) =>
          onTransaction(group.changes[0]?.payment.providerTransactionId, async (crossed) => {
            const answer = await sound.replace(group)
            return crossed && answer.outcome === 'transaction_taken' ? { outcome: 'replaced' } : answer
          }),
      }
    },
  ),
  broken(
    'checks the live reference of a change and stores it afterwards',
    'Of many replaces at once with one live reference exactly one wins',
    (sound) => {
      const onReference = crossing()
      return {
        replace: (group) =>
          onReference(group.changes[0]?.liveReference, (crossed) => {
            const loose = group.changes.map((change) => ({ ...change, liveReference: null }))
            return sound.replace(crossed ? { ...group, changes: loose } : group)
          }),
      }
    },
  ),
  broken(
    'acknowledges a group that came second to the same payments',
    'Of two groups at once over the same payments in opposite order exactly one wins whole',
    (sound) => {
      const onPayments = crossing()
      return {
        replace: (group) => {
          const ids = group.changes.map(({ payment }) => payment.id).sort()
          return onPayments(ids.length === 2 ? ids.join() : null, async (crossed) => {
            const answer = await sound.replace(group)
            return crossed && answer.outcome === 'stale' ? { outcome: 'replaced' } : answer
          })
        },
      }
    },
  ),
  broken(
    'lets calls at once share a transaction, which a refused one rolls back',
    'Calls at once on one instance are each a transaction of their own',
    (sound) => {
      const lost = new Set<string>()
      let shared: { ids: string[]; refused: boolean } | null = null
      return {
        insert: insertEach(async (entry) => {
          const transaction = (shared ??= { ids: [], refused: false })
          queueMicrotask(() => (shared = null))
          try {
            const answer = await insertOne(sound, entry)
            transaction.ids.push(entry.payment.id)
            return answer
          } catch (error) {
            transaction.ids.forEach((id) => lost.add(id))
            throw error
          }
        }),
        get: async (id) => (lost.has(id) ? null : sound.get(id)),
      }
    },
  ),
  broken(
    'leaves the transaction open in which a line met an unknown payment',
    'After every kind of conflict and refusal the next call works',
    (sound) => {
      let open = false
      return {
        replace: async (group) => {
          const answer = await sound.replace(group)
          open = group.lines.length > 0 && answer.outcome === 'stale' && answer.current === null
          return answer
        },
        insert: insertEach(async (entry) => {
          if (open) throw new PaymentError('storage_unavailable', 'The transaction was aborted.')
          return insertOne(sound, entry)
        }),
      }
    },
  ),
]
