import type { InsertEntry, PaymentRepository } from '../../repository/port.js'
import { equal, rejectionOf } from '../assert.js'
import { eventFixture, insertFixture, paymentFixture } from '../fixtures.js'
import { prove } from '../proof.js'
import {
  change,
  each,
  forEachOf,
  insertOne,
  isAbsent,
  keyed,
  leftNoEvents,
  leftNothing,
  outcomesOf,
  storedBrief,
} from '../steps.js'

const kinds = ['key', 'id', 'reference', 'transaction'] as const
type Kind = (typeof kinds)[number]
/** The things of which an entry has its own in every case. */
type OrderedKind = Exclude<Kind, 'transaction'>

/** Makes a new payment with a live reference, a receipt and a key of its own. */
function entryOf(name: string): InsertEntry {
  const reference = `INV-${name}`
  const idempotency = keyed(`key-${name}`)
  return insertFixture(paymentFixture({ reference, providerTransactionId: `TX-${name}` }), {
    liveReference: reference,
    idempotency,
  })
}

/** Makes an entry that has one thing in common with another, and all else for itself. */
function rivalOf({ payment, liveReference, idempotency }: InsertEntry, kind: Kind, name: string): InsertEntry {
  const entry = entryOf(name)
  if (kind === 'key') return { ...entry, idempotency: keyed(idempotency!.key, 'b') }
  if (kind === 'transaction') {
    const { providerTransactionId } = payment
    return { ...entry, payment: { ...entry.payment, providerTransactionId: providerTransactionId! } }
  }
  const { reference } = kind === 'id' ? entry.payment : payment
  const next = paymentFixture({ reference, ...(kind === 'id' && { id: payment.id }) })
  const live = kind === 'id' ? entry.liveReference : liveReference
  return insertFixture(next, { liveReference: live, idempotency: entry.idempotency })
}

/** Makes an entry that takes all that a refused one had for itself: it is stored only if nothing of that was. */
function takerOf({ payment, liveReference, idempotency }: InsertEntry, kind: Kind): InsertEntry {
  return insertFixture(paymentFixture({ reference: payment.reference }), {
    liveReference: kind === 'reference' ? null : liveReference,
    idempotency: kind === 'key' ? null : idempotency,
  })
}

/** Demands that payments are stored as they were inserted, each with its event and its key. */
async function areStored(repository: PaymentRepository, entries: readonly InsertEntry[]): Promise<void> {
  for (const { payment, event } of entries) {
    equal(await repository.get(payment.id), payment, 'a payment beside one that was refused')
    const history = await repository.history(payment.id)
    equal(
      history.map(({ id }) => id),
      [event.id],
      'its history',
    )
  }
  const held = entries.filter(({ idempotency }) => idempotency !== null)
  const again = held.map(({ idempotency }) => insertFixture(paymentFixture(), { idempotency }))
  equal(
    outcomesOf(await repository.insert(again)),
    held.map(({ payment }) => `key_taken ${payment.id} v1`),
    'their keys',
  )
}

const names = {
  key: 'a used key',
  id: 'a known id',
  reference: 'a taken reference',
  transaction: 'a taken receipt',
} as const

/** The beginning, the middle and the end of a group of five. */
const places = [0, 2, 4] as const

export const insertGroupCases = [
  prove(15, 'Each of one, two or a thousand entries of an insert is answered, in their order', async (repository) => {
    equal(await repository.insert([]), [], 'answers to no entry')
    for (const size of [1, 2, 1000]) {
      const entries = each(size, (i) => insertFixture(paymentFixture(), { idempotency: keyed(`key ${size} ${i}`) }))
      const first = await repository.insert(entries)
      equal(
        outcomesOf(first),
        each(size, () => 'inserted'),
        `answers to ${size} new entries`,
      )
      // Behind each other in another order, with new ones among them.
      const again = [...entries]
        .reverse()
        .map(({ idempotency }, i) =>
          insertFixture(paymentFixture(), { idempotency: i % 3 === 1 ? keyed(`key ${size} ${i} more`) : idempotency }),
        )
      const answers = await repository.insert(again)
      equal(
        outcomesOf(answers),
        each(size, (i) => (i % 3 === 1 ? 'inserted' : `key_taken ${entries[size - 1 - i]!.payment.id} v1`)),
        `answers to ${size} entries, of which some are stored`,
      )
      const added = again.filter((_, i) => i % 3 === 1)
      const payments = await forEachOf([...entries, ...added], ({ payment }) => storedBrief(repository, payment))
      equal(
        payments,
        [...entries, ...added].map(({ payment }) => `${payment.id} v1`),
        `payments of ${size} entries`,
      )
      const refused = await forEachOf(again.filter((_, i) => i % 3 !== 1).slice(0, 50), ({ payment }) =>
        repository.get(payment.id),
      )
      equal(refused.every(isAbsent), true, 'the refused payments are unknown')
    }
  }),

  ...kinds.map((kind) =>
    prove(
      15,
      `An entry that meets ${names[kind]} among others leaves nothing, and the others are stored`,
      async (repository) => {
        for (const place of places) {
          const holder = entryOf(`holder-${place}`)
          await insertOne(repository, holder)
          await change(repository, holder.payment, { amountReconciled: 1 }, { liveReference: holder.liveReference })
          const entries = each(5, (i) => entryOf(`entry-${place}-${i}`))
          const lost = (entries[place] = rivalOf(holder, kind, `lost-${place}`))
          const taker = takerOf(lost, kind)
          if (place < 4) entries[place + 1] = taker
          const expected = entries.map((entry) =>
            entry === lost ? `${kind}_taken ${holder.payment.id} v2` : 'inserted',
          )
          const what = `a conflict in place ${place + 1} of 5`
          equal(outcomesOf(await repository.insert(entries)), expected, `answers with ${what}`)
          await areStored(
            repository,
            entries.filter((entry) => entry !== lost),
          )
          if (kind === 'id') await leftNoEvents(repository, [lost.event])
          else await leftNothing(repository, lost)
          if (place === 4) equal(outcomesOf(await repository.insert([taker])), ['inserted'], `what was lost by ${what}`)
        }
      },
    ),
  ),

  prove(
    15,
    'An entry that meets an earlier one of its insert is answered with that one, and leaves nothing',
    async (repository) => {
      for (const kind of kinds) {
        for (const [first, second] of [
          [0, 1],
          [1, 4],
          [2, 6],
        ] as const) {
          const entries = each(7, (i) => entryOf(`${kind}-${first}-${i}`))
          const holder = entries[first]!
          const lost = (entries[second] = rivalOf(holder, kind, `${kind}-${first}-lost`))
          const taker = takerOf(lost, kind)
          if (second < 6) entries[second + 1] = taker
          const what = `the ${kind} of entry ${first + 1} again in entry ${second + 1} of 7`
          const answers = await repository.insert(entries)
          const expected = entries.map((entry) =>
            entry === lost ? `${kind}_taken ${holder.payment.id} v1` : 'inserted',
          )
          equal(outcomesOf(answers), expected, `answers with ${what}`)
          const answer = answers[second]!
          equal('payment' in answer && answer.payment, holder.payment, `the payment shown for ${what}`)
          const fingerprint = kind === 'key' ? holder.idempotency?.fingerprint : undefined
          equal('fingerprint' in answer ? answer.fingerprint : undefined, fingerprint, 'fingerprint')
          await areStored(
            repository,
            entries.filter((entry) => entry !== lost),
          )
          if (kind === 'id') await leftNoEvents(repository, [lost.event])
          else await leftNothing(repository, lost)
          if (second === 6)
            equal(outcomesOf(await repository.insert([taker])), ['inserted'], `what was lost by ${what}`)
        }
      }
    },
  ),

  prove(
    15,
    'Stored payments and earlier entries of the insert are met in one order: key, id, reference',
    async (repository) => {
      let count = 0
      /** Makes an entry that meets a stored key, and would have taken the reference of the entry behind it. */
      const inTheWayOf = async ({ payment: { reference }, liveReference }: InsertEntry, name: string) => {
        const other = entryOf(`other-${name}`)
        await insertOne(repository, other)
        const idempotency = keyed(other.idempotency!.key, 'b')
        const entry = insertFixture(paymentFixture({ reference }), { liveReference, idempotency })
        return { entry, outcome: `key_taken ${other.payment.id} v1` }
      }
      /**
       * Makes an entry that meets a stored payment in one thing and an earlier entry in another, of which `counts` is the one
       * that counts. Before the earlier one may come another, which would keep it from being stored, if that one were.
       */
      const meets = async (
        ofStored: OrderedKind,
        ofEarlier: OrderedKind,
        counts: 'stored' | 'earlier',
        isSecond: boolean,
      ) => {
        const name = `${++count}`
        const [holder, earlier] = [entryOf(`holder-${name}`), entryOf(`earlier-${name}`)]
        await insertOne(repository, holder)
        const parts = { [ofStored]: holder, [ofEarlier]: earlier } as Partial<Record<OrderedKind, InsertEntry>>
        const [ownEntry, { key = ownEntry, id, reference = ownEntry }] = [entryOf(`own-${name}`), parts]
        const payment = paymentFixture({
          reference: reference.payment.reference,
          ...(id && { id: id.payment.id }),
        })
        const entry = insertFixture(payment, {
          liveReference: reference.liveReference,
          idempotency: keyed(key.idempotency!.key, 'b'),
        })
        const kind = counts === 'stored' ? ofStored : ofEarlier
        const winner = counts === 'stored' ? holder : earlier
        const before = isSecond ? [await inTheWayOf(earlier, name)] : []
        equal(
          outcomesOf(await repository.insert([...before.map((one) => one.entry), earlier, entry])),
          [...before.map(({ outcome }) => outcome), 'inserted', `${kind}_taken ${winner.payment.id} v1`],
          `the ${ofStored} of a stored payment and the ${ofEarlier} of an earlier entry${isSecond ? ', the second of them' : ''}`,
        )
      }
      for (const isSecond of [false, true]) {
        await meets('key', 'id', 'stored', isSecond)
        await meets('key', 'reference', 'stored', isSecond)
        await meets('id', 'reference', 'stored', isSecond)
        await meets('id', 'key', 'earlier', isSecond)
        await meets('reference', 'key', 'earlier', isSecond)
        await meets('reference', 'id', 'earlier', isSecond)
      }
    },
  ),

  prove(12, 'An insert with an entry that is refused stores none of its entries', async (repository) => {
    const wrongs: readonly ((entry: InsertEntry) => InsertEntry)[] = [
      ({ payment, ...rest }) =>
        insertFixture({ ...payment, version: 2 }, { ...rest, event: eventFixture({ ...payment, version: 2 }) }),
      ({ payment, ...rest }) => insertFixture(payment, { ...rest, event: eventFixture({ ...payment, version: 2 }) }),
      ({ payment, ...rest }) => insertFixture({ ...payment, amount: 0.5 }, rest),
    ]
    for (const [kind, wrong] of wrongs.entries()) {
      for (const place of places) {
        const sound = each(5, (i) => entryOf(`${kind}-${place}-${i}`))
        const entries = sound.map((entry, i) => (i === place ? wrong(entry) : entry))
        const errors = await rejectionOf(() => repository.insert(entries))
        equal(errors.length, 1, `rejections of a group whose entry ${place + 1} is wrong`)
        for (const entry of entries) await leftNothing(repository, entry)
        equal(
          outcomesOf(await repository.insert(sound)),
          each(5, () => 'inserted'),
          'the same group as it should be',
        )
      }
    }
  }),

  prove(
    4,
    'A payment that was shown for an earlier entry may change without changing what is stored',
    async (repository) => {
      for (const kind of kinds) {
        const first = entryOf(`first-${kind}`)
        const { id } = first.payment
        const [, rivalOutcome] = await repository.insert([first, rivalOf(first, kind, `second-${kind}`)])
        const before = structuredClone(await repository.get(id))
        const payment: object | false = rivalOutcome !== undefined && 'payment' in rivalOutcome && rivalOutcome.payment
        if (payment) for (const key of Object.keys(payment)) Reflect.set(payment, key, 'spoilt')
        equal(await repository.get(id), before, `after spoiling what ${kind}_taken showed`)
        equal(first.payment.id, id, `the entry itself, after spoiling what ${kind}_taken showed`)
      }
    },
  ),
]
