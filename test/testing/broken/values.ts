import type { Payment, StoredEvent } from 'hospital-payments'
import type { InsertOutcome, ReplaceOutcome } from 'hospital-payments/repository'
import { type Broken, broken, misread } from './broken.js'
import { insertEach, insertOne } from '../../support/writes.js'

export const brokenValues: readonly Broken[] = [
  broken(
    'takes a dot in the name of a metadata pair for a path',
    'A payment comes back as it was handed in, with nothing added or changed',
    (sound) => ({
      insert: insertEach((entry) => {
        const { metadata, ...payment } = entry.payment
        if (!metadata) return insertOne(sound, entry)
        const pairs = Object.entries(metadata).map(([name, value]) => [name.split('.')[0]!, value])
        return insertOne(sound, { ...entry, payment: { ...payment, metadata: Object.fromEntries(pairs) } })
      }),
    }),
  ),
  misread(
    'shows an empty description as none',
    'Empty text and empty objects are kept apart from absent ones',
    ['get'],
    ({ description, ...payment }) => ({ ...payment, ...(description && { description }) }),
  ),
  broken('stores empty metadata as none', 'Empty text and empty objects are kept apart from absent ones', (sound) => ({
    insert: insertEach((entry) => {
      const { metadata, ...payment } = entry.payment
      const some = metadata && Object.keys(metadata).length > 0
      return insertOne(sound, { ...entry, payment: { ...payment, ...(some && { metadata }) } })
    }),
  })),
  broken('merges a change into what was there', 'A property that a change no longer has is gone', (sound) => ({
    replace: async ({ changes, lines }) => {
      const merged = changes.map(async (change) => ({
        ...change,
        payment: { ...(await sound.get(change.payment.id)), ...change.payment },
      }))
      return sound.replace({ changes: await Promise.all(merged), lines })
    },
  })),
  broken(
    'keeps the time at which a payment was to expire',
    'A change may move the time at which a payment expires',
    (sound) => ({
      replace: async ({ changes, lines }) => {
        const kept = changes.map(async (change) => {
          const { expiresAt = null } = (await sound.get(change.payment.id)) ?? {}
          return { ...change, payment: { ...change.payment, expiresAt } }
        })
        return sound.replace({ changes: await Promise.all(kept), lines })
      },
    }),
  ),
  misread(
    'shows a description that is not there as null',
    'Optional properties that a payment does not have are omitted, not null or undefined',
    ['page'],
    (payment) => ({ description: null, ...payment }) as unknown as Payment,
  ),
  misread(
    'shows the name of a customer who has none as undefined',
    'Optional properties that a payment does not have are omitted, not null or undefined',
    ['get'],
    (payment) =>
      (payment.customer ? { ...payment, customer: { name: undefined, ...payment.customer } } : payment) as Payment,
  ),
  misread(
    'shows an expiry that is not there as empty text',
    'Times that a payment does not have are null',
    ['get'],
    (payment) => ({
      ...payment,
      expiresAt: payment.expiresAt ?? '',
    }),
  ),
  misread(
    'leaves the metadata out of pages',
    'Pages, lookups and conflicts give the same whole payment as get does',
    ['page'],
    ({ metadata: _, ...payment }) => payment,
  ),
  misread(
    'leaves the customer out of lookups',
    'Pages, lookups and conflicts give the same whole payment as get does',
    ['lookup'],
    ({ customer: _, ...payment }) => payment,
  ),
  broken(
    'stores the metadata that was handed to insert, not a copy',
    'What was handed to insert may change afterwards without changing what is stored',
    (sound) => {
      const handed = new Map<string, Payment['metadata']>()
      return {
        insert: insertEach((entry) => {
          handed.set(entry.payment.id, entry.payment.metadata)
          return insertOne(sound, entry)
        }),
        get: async (id) => {
          const [payment, metadata] = [await sound.get(id), handed.get(id)]
          return payment && metadata ? { ...payment, metadata: { ...metadata } } : payment
        },
      }
    },
  ),
  broken(
    'stores the evidence that was handed to replace, not a copy',
    'What was handed to replace may change afterwards without changing what is stored',
    (sound) => {
      const handed = new Map<string, StoredEvent['evidence']>()
      return {
        replace: (group) => {
          for (const { event } of group.changes) handed.set(event.id, event.evidence)
          return sound.replace(group)
        },
        history: async (id) =>
          (await sound.history(id)).map((event) => {
            const evidence = handed.get(event.id)
            return evidence ? { ...event, evidence: { ...evidence } } : event
          }),
      }
    },
  ),
  broken(
    'gives every reader of a payment the same object',
    'Payments that were read may change without changing what is stored',
    (sound) => {
      const shared = new Map<string, Payment>()
      return {
        get: async (id) => {
          const payment = await sound.get(id)
          if (!payment) return null
          const key = `${id} ${payment.version}`
          if (!shared.has(key)) shared.set(key, payment)
          return shared.get(key)!
        },
      }
    },
  ),
  broken(
    'gives every reader of the same page the same objects',
    'Payments that were read may change without changing what is stored',
    (sound) => {
      const pages = new Map<string, readonly Payment[]>()
      return {
        page: async (query) => {
          const page = await sound.page(query)
          const key = JSON.stringify([query, page.map(({ id, version }) => `${id} ${version}`)])
          if (!pages.has(key)) pages.set(key, page)
          return pages.get(key)!
        },
      }
    },
  ),
  broken(
    'shows whoever meets a conflict the stored object itself',
    'Payments that a conflict showed may change without changing what is stored',
    (sound) => {
      const leakedPayments = new Map<string, { version: number; payment: Payment }>()
      return {
        insert: insertEach(async (entry) => {
          const answer = await insertOne(sound, entry)
          if ('payment' in answer)
            leakedPayments.set(answer.payment.id, { version: answer.payment.version, payment: answer.payment })
          return answer
        }),
        get: async (id) => {
          const [payment, leaked] = [await sound.get(id), leakedPayments.get(id)]
          return payment && leaked?.version === payment.version ? structuredClone(leaked.payment) : payment
        },
      }
    },
  ),
  ...(['key_taken', 'id_taken', 'reference_taken', 'stale'] as const).map((conflict) =>
    broken(
      `shows the stored object itself with the answer ${conflict}`,
      'Payments that a conflict showed may change without changing what is stored',
      (sound) => {
        const leakedPayments = new Map<string, Payment>()
        const keep = <Answer extends InsertOutcome | ReplaceOutcome>(answer: Answer): Answer => {
          const payment = 'payment' in answer ? answer.payment : 'current' in answer ? answer.current : null
          if (answer.outcome === conflict && payment) leakedPayments.set(`${payment.id} ${payment.version}`, payment)
          return answer
        }
        return {
          insert: insertEach(async (entry) => keep(await insertOne(sound, entry))),
          replace: async (group) => keep(await sound.replace(group)),
          get: async (id) => {
            const payment = await sound.get(id)
            return payment && structuredClone(leakedPayments.get(`${id} ${payment.version}`) ?? payment)
          },
        }
      },
    ),
  ),
  broken(
    'gives every lookup of the same payments the same objects',
    'Payments that were read may change without changing what is stored',
    (sound) => {
      const results = new Map<string, readonly Payment[]>()
      return {
        lookup: async (keys) => {
          const { payments, lines } = await sound.lookup(keys)
          const key = JSON.stringify([keys, payments.map(({ id, version }) => `${id} ${version}`)])
          if (!results.has(key)) results.set(key, payments)
          return { payments: results.get(key)!, lines }
        },
      }
    },
  ),
  broken(
    'gives every reader of a history the same objects',
    'Events that were read may change without changing what is stored',
    (sound) => {
      const shared = new Map<string, readonly StoredEvent[]>()
      return {
        history: async (id) => {
          const events = await sound.history(id)
          const key = `${id} ${events.length}`
          if (!shared.has(key)) shared.set(key, events)
          return shared.get(key)!
        },
      }
    },
  ),
  broken(
    'gives every lookup of a statement line the same object',
    'A statement line that a lookup returned may change without changing what is stored',
    (sound) => {
      const shared = new Map<string, { key: string; paymentIds: readonly string[] }>()
      return {
        lookup: async (keys) => {
          const { payments, lines } = await sound.lookup(keys)
          for (const line of lines) if (!shared.has(line.key)) shared.set(line.key, line)
          return { payments, lines: lines.map(({ key }) => shared.get(key)!) }
        },
      }
    },
  ),
]
