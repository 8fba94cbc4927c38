import { type Payment, PaymentError } from 'hospital-payments'
import type { ChangeGroup, InsertEntry, InsertOutcome, ReplaceOutcome } from 'hospital-payments/repository'
import { type Broken, broken, crossing } from './broken.js'
import { insertAlone, insertEach, insertOne } from '../../support/writes.js'

type Key = string | null | undefined

/** Answers an insert of one payment in another way when it comes while another with the same key is under way. */
function insertingSecond(
  name: string,
  breaks: string,
  keyOf: (entry: InsertEntry) => Key,
  answerOf: (answer: InsertOutcome, entry: InsertEntry) => InsertOutcome,
): Broken {
  return broken(name, breaks, (sound) => {
    const cross = crossing()
    return {
      insert: insertAlone(sound, (entry) =>
        cross(keyOf(entry), async (crossed) => {
          const answer = await insertOne(sound, entry)
          return crossed ? answerOf(answer, entry) : answer
        }),
      ),
    }
  })
}

/** Answers a replace in another way when it comes while another of the same payment is under way. */
function replacingSecond(
  name: string,
  breaks: string,
  keyOf: (group: ChangeGroup) => Key,
  answerOf: (answer: ReplaceOutcome, group: ChangeGroup) => ReplaceOutcome,
): Broken {
  return broken(name, breaks, (sound) => {
    const cross = crossing()
    return {
      replace: (group) =>
        cross(keyOf(group), async (crossed) => {
          const answer = await sound.replace(group)
          return crossed ? answerOf(answer, group) : answer
        }),
    }
  })
}

/** Answers a replace that lost as if it had won. */
const acknowledging = (lost: ReplaceOutcome['outcome']) => (answer: ReplaceOutcome) =>
  answer.outcome === lost ? ({ outcome: 'replaced' } as const) : answer

const keyOf = ({ idempotency }: InsertEntry) => idempotency?.key

/** Returns the payment of a group that changes no other. */
const aloneIn = ({ changes }: ChangeGroup) => (changes.length === 1 ? changes[0]!.payment.id : null)

/** Names the payments of a group that changes two, in whichever order. */
const bothIn = ({ changes }: ChangeGroup) =>
  changes.length === 2
    ? changes
        .map(({ payment }) => payment.id)
        .sort()
        .join()
    : null

const oneKey = 'Of 50 inserts at once with one idempotency key exactly one is stored'
const oneReference = 'Of many inserts at once with one live reference exactly one is stored'
const oneVersion = 'Of many replaces at once on one version exactly one wins'

export const brokenRaces: readonly Broken[] = [
  broken('checks the key and stores it afterwards', oneKey, (sound) => {
    const cross = crossing()
    return {
      insert: insertAlone(sound, (entry) =>
        cross(keyOf(entry), (crossed) => insertOne(sound, crossed ? { ...entry, idempotency: null } : entry)),
      ),
    }
  }),
  insertingSecond(
    'shows who comes second with a key the payment of its own call',
    oneKey,
    keyOf,
    (answer, { payment }) => (answer.outcome === 'key_taken' ? { ...answer, payment } : answer),
  ),
  insertingSecond(
    'shows who comes second with a key the fingerprint of its own call',
    oneKey,
    keyOf,
    (answer, { idempotency }) =>
      answer.outcome === 'key_taken' ? { ...answer, fingerprint: idempotency!.fingerprint } : answer,
  ),
  broken('checks the live reference and stores it afterwards', oneReference, (sound) => {
    const cross = crossing()
    return {
      insert: insertAlone(sound, (entry) =>
        cross(entry.liveReference, (crossed) => insertOne(sound, crossed ? { ...entry, liveReference: null } : entry)),
      ),
    }
  }),
  insertingSecond(
    'shows who comes second with a live reference the payment of its own call',
    oneReference,
    ({ liveReference }) => liveReference,
    (answer, { payment }) => (answer.outcome === 'reference_taken' ? { ...answer, payment } : answer),
  ),
  replacingSecond('checks the version and stores the change afterwards', oneVersion, aloneIn, acknowledging('stale')),
  replacingSecond('shows who comes second with a change the version of before', oneVersion, aloneIn, (answer) =>
    answer.outcome === 'stale' && answer.current
      ? { ...answer, current: { ...answer.current, version: answer.current.version - 1 } }
      : answer,
  ),
  broken('stores the change that comes second, and answers that it is stale', oneVersion, (sound) => {
    const cross = crossing()
    const overwritten = new Map<string, Payment>()
    return {
      replace: (group) =>
        cross(aloneIn(group), async (crossed) => {
          const answer = await sound.replace(group)
          const [change] = group.changes
          if (crossed && answer.outcome === 'stale' && change) overwritten.set(change.payment.id, change.payment)
          return answer
        }),
      get: async (id) => overwritten.get(id) ?? sound.get(id),
    }
  }),
  broken(
    'checks the statement line and stores it afterwards',
    'Of many replaces at once with one statement line exactly one wins',
    (sound) => {
      const cross = crossing()
      return {
        replace: (group) =>
          cross(group.lines[0]?.key, (crossed) => sound.replace(crossed ? { ...group, lines: [] } : group)),
      }
    },
  ),
  replacingSecond(
    'checks the transaction and stores it afterwards',
    'Of many replaces at once with one provider transaction exactly one wins',
    ({ changes }) => changes[0]?.payment.providerTransactionId,
    acknowledging('transaction_taken'),
  ),
  broken(
    'checks the live reference of a change and stores it afterwards',
    'Of many replaces at once with one live reference exactly one wins',
    (sound) => {
      const cross = crossing()
      return {
        replace: (group) =>
          cross(group.changes[0]?.liveReference, (crossed) => {
            const loose = group.changes.map((change) => ({ ...change, liveReference: null }))
            return sound.replace(crossed ? { ...group, changes: loose } : group)
          }),
      }
    },
  ),
  replacingSecond(
    'acknowledges a group that came second to the same payments',
    'Of two groups at once over the same payments in opposite order exactly one wins whole',
    bothIn,
    acknowledging('stale'),
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
