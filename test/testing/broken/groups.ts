import type { StoredEvent, PaymentRepository } from 'hospital-payments'
import type { ChangeGroup, InsertEntry, InsertOutcome, ReplaceOutcome, StoredLine } from 'hospital-payments/repository'
import { largeCases } from '../../support/kit-sizes.js'
import { insertEach, insertOne } from '../../support/writes.js'
import { type Broken, broken, crossing, type Fault } from './broken.js'

const answered = 'Each of one, two or a thousand entries of an insert is answered, in their order'
const earlier = 'An entry that meets an earlier one of its insert is answered with that one, and leaves nothing'
const order = 'Stored payments and earlier entries of the insert are met in one order: key, id, reference'
const refused = 'An insert with an entry that is refused stores none of its entries'
const manyLines = 'One, two or a thousand changes are stored with as many statement lines, each of its own payments'
const fewLines = 'Statement lines count without a change, and fewer or more of them than there are changes'
const inOrder = 'The changes of a large group let go and take in the order given, and in no other'
const events = 'Payments that are stored in groups have every version and event, delivered in order'

const among = (what: string) => `An entry that meets ${what} among others leaves nothing, and the others are stored`
const amid = (what: string) => `${what} leaves no change and no line of its group`

const inserted: InsertOutcome = { outcome: 'inserted' }

/** Makes a fault in how groups of some sizes are inserted. */
function inserting(
  name: string,
  breaks: string,
  isFaulty: (entries: readonly InsertEntry[]) => boolean,
  insert: (sound: PaymentRepository, entries: readonly InsertEntry[]) => Promise<readonly InsertOutcome[]>,
): Broken {
  return broken(name, breaks, (sound) => ({
    insert: (entries) => (isFaulty(entries) ? insert(sound, entries) : sound.insert(entries)),
  }))
}

function replacing(
  name: string,
  breaks: string,
  replace: (sound: PaymentRepository, group: ChangeGroup) => Promise<ReplaceOutcome>,
): Broken {
  return broken(name, breaks, (sound) => ({ replace: (group) => replace(sound, group) }))
}

const isFive = (entries: readonly InsertEntry[]) => entries.length === 5 && entries[0]!.liveReference !== null

/** Inserts one entry after another until one meets a stored payment in this way, and says that the rest are stored. */
function stopsAt(outcome: InsertOutcome['outcome'], breaks: string): Broken {
  const name = `stores the others only up to the first that is ${outcome}`
  return inserting(name, breaks, isFive, (sound, entries) => {
    let isOver = false
    return insertEach(async (entry) => {
      if (isOver) return inserted
      const answer = await insertOne(sound, entry)
      isOver = answer.outcome === outcome
      return answer
    })(entries)
  })
}

/** Keeps the key, the id and the reference of an entry that was refused, until its call is over. */
function keepsAfter(outcome: InsertOutcome['outcome'], breaks: string): Broken {
  const name = `keeps what an entry among others had for itself that is ${outcome}`
  return inserting(name, breaks, isFive, (sound, entries) => {
    const lost: InsertEntry[] = []
    return insertEach(async (entry) => {
      const conflict = metBefore(entry, lost)
      if (conflict) return conflict
      const answer = await insertOne(sound, entry)
      if (answer.outcome === outcome) lost.push(entry)
      return answer
    })(entries)
  })
}

/** Returns true where an earlier entry of the call is in the way. */
const isOfCall = (
  entries: readonly InsertEntry[],
  answer: InsertOutcome,
): answer is Exclude<InsertOutcome, { outcome: 'inserted' }> =>
  'payment' in answer && entries.some(({ payment }) => payment.id === answer.payment.id)

/** Returns the conflict of an entry with the others that came before it, whatever is stored. */
function metBefore(entry: InsertEntry, before: readonly InsertEntry[]): InsertOutcome | null {
  const key = entry.idempotency?.key
  const byKey = before.find(({ idempotency }) => key !== undefined && idempotency?.key === key)
  if (byKey) {
    const { fingerprint } = byKey.idempotency!
    return { outcome: 'key_taken', payment: structuredClone(byKey.payment), fingerprint }
  }
  const byId = before.find(({ payment }) => payment.id === entry.payment.id)
  if (byId) return { outcome: 'id_taken', payment: structuredClone(byId.payment) }
  const byReference = before.find(
    ({ liveReference }) => liveReference !== null && liveReference === entry.liveReference,
  )
  if (byReference) return { outcome: 'reference_taken', payment: structuredClone(byReference.payment) }
  const { channel, providerTransactionId: receipt } = entry.payment
  const byReceipt = before.find(
    ({ payment }) => receipt !== undefined && payment.channel === channel && payment.providerTransactionId === receipt,
  )
  return byReceipt ? { outcome: 'transaction_taken', payment: structuredClone(byReceipt.payment) } : null
}

/** Answers with the stored holder of a reference, though an earlier one of so many entries has the key or the id. */
function looksAmongStoredFirst(name: string, count: number): Broken {
  return inserting(
    name,
    order,
    ({ length }) => length === count,
    async (sound, entries) => {
      const stored = await sound.lookup({
        references: entries.flatMap(({ liveReference }) => liveReference ?? []),
        providerTransactionIds: [],
        lineKeys: [],
      })
      return (await sound.insert(entries)).map((answer, i) => {
        const holder = stored.payments.find(({ reference }) => reference === entries[i]!.liveReference)
        return holder && answer.outcome !== 'inserted' ? { outcome: 'reference_taken', payment: holder } : answer
      })
    },
  )
}

/** Keeps the keys of lines of refused groups, as if they counted. */
function keepsLinesOn(outcome: ReplaceOutcome['outcome']): Fault {
  return (sound) => {
    const kept = new Set<string>()
    return {
      replace: async (group) => {
        if (group.lines.some(({ key }) => kept.has(key))) return { outcome: 'line_taken' }
        const answer = await sound.replace(group)
        if (answer.outcome === outcome && isMany(group)) for (const { key } of group.lines) kept.add(key)
        return answer
      },
    }
  }
}

const isMany = ({ lines }: ChangeGroup) => lines.length > 100 && lines.length <= 1000

/** Stores the changes and lines before the one that was refused. */
function storesTheHalfOn(outcome: ReplaceOutcome['outcome']): Fault {
  return (sound) => ({
    replace: async (group) => {
      const answer = await sound.replace(group)
      if (answer.outcome === outcome && isMany(group)) {
        const half = <Item>(items: readonly Item[]) => items.slice(0, 50)
        await sound.replace({ changes: half(group.changes), lines: half(group.lines) })
      }
      return answer
    },
  })
}

/** Loses some of the events of groups: never delivers them, or never shows them in a history. */
function losing(name: string, way: 'history' | 'claimEvents', of: 'insert' | 'replace'): Broken {
  return broken(name, events, (sound) => {
    const lost = new Set<string>()
    const lose = (items: readonly { event: StoredEvent }[]) => {
      if (items.length > 20 && items.length < 100) for (const { event } of items.slice(20)) lost.add(event.id)
    }
    const kept = ({ id }: StoredEvent) => !lost.has(id)
    const readers = {
      history: { history: async (id: string) => (await sound.history(id)).filter(kept) },
      claimEvents: {
        claimEvents: async (claim) => (await sound.claimEvents(claim)).filter(({ event }) => kept(event)),
      },
    } satisfies Record<typeof way, Partial<PaymentRepository>>
    const writers = {
      insert: {
        insert: (entries) => {
          lose(entries)
          return sound.insert(entries)
        },
      },
      replace: {
        replace: (group) => {
          if (group.lines.length > 0) lose(group.changes)
          return sound.replace(group)
        },
      },
    } satisfies Record<typeof of, Partial<PaymentRepository>>
    return { ...writers[of], ...readers[way] }
  })
}

const isThousand = ({ length }: readonly unknown[]) => length === 1000
const areThousands = ({ length }: readonly unknown[]) => length > 1000

export const brokenGroups: readonly Broken[] = [
  inserting('answers a large group in another order', answered, isThousand, async (sound, entries) =>
    [...(await sound.insert(entries))].reverse(),
  ),
  inserting('answers those first that are stored', answered, isThousand, async (sound, entries) =>
    [...(await sound.insert(entries))].sort((a, b) => Number(b === inserted) - Number(a.outcome === 'inserted')),
  ),
  inserting(
    'answers two entries once',
    answered,
    ({ length, 0: first }) => length === 2 && first?.idempotency !== null && first?.liveReference === null,
    async (sound, entries) => (await sound.insert(entries)).slice(0, 1),
  ),
  inserting(
    'leaves out the last entry of a thousand',
    answered,
    (entries) => isThousand(entries) && entries[0]!.idempotency !== null,
    async (sound, entries) => [...(await sound.insert(entries.slice(0, -1))), inserted],
  ),
  inserting(
    'fails without an entry',
    answered,
    ({ length }) => length === 0,
    () => Promise.reject(new Error('INSERT without VALUES')),
  ),

  ...(['key', 'id', 'reference', 'transaction'] as const).flatMap((kind) => {
    const breaks = among(
      {
        key: 'a used key',
        id: 'a known id',
        reference: 'a taken reference',
        transaction: 'a taken receipt',
      }[kind],
    )
    return [stopsAt(`${kind}_taken`, breaks), keepsAfter(`${kind}_taken`, breaks)]
  }),

  inserting(
    'shows the first of the call, whichever earlier entry was met',
    earlier,
    ({ length }) => length === 7,
    async (sound, entries) =>
      (await sound.insert(entries)).map((answer) =>
        isOfCall(entries, answer) ? { ...answer, payment: structuredClone(entries[0]!.payment) } : answer,
      ),
  ),
  inserting(
    'shows an entry that meets an earlier one its own payment',
    earlier,
    ({ length }) => length === 7,
    async (sound, entries) =>
      (await sound.insert(entries)).map((answer, i) =>
        isOfCall(entries, answer) ? { ...answer, payment: structuredClone(entries[i]!.payment) } : answer,
      ),
  ),
  inserting(
    'gives the fingerprint of the later entry',
    earlier,
    ({ length }) => length === 7,
    async (sound, entries) =>
      (await sound.insert(entries)).map((answer, i) =>
        answer.outcome === 'key_taken' && isOfCall(entries, answer)
          ? { ...answer, fingerprint: entries[i]!.idempotency!.fingerprint }
          : answer,
      ),
  ),
  inserting(
    'stores the later of two entries',
    earlier,
    ({ length }) => length === 7,
    async (sound, entries) => {
      const reversed = await sound.insert([...entries].reverse())
      return [...reversed].reverse()
    },
  ),
  inserting(
    'keeps what an entry had that met an earlier one',
    earlier,
    ({ length }) => length === 7,
    async (sound, entries) => {
      const outcomes: InsertOutcome[] = []
      const tried: InsertEntry[] = []
      for (const entry of entries) {
        outcomes.push(metBefore(entry, tried) ?? (await insertOne(sound, entry)))
        tried.push(entry)
      }
      return outcomes
    },
  ),

  inserting(
    'looks among earlier entries before it looks among stored payments',
    order,
    ({ length }) => length === 2,
    async (sound, entries) => {
      const answers = await sound.insert(entries)
      return answers.map((answer, i) =>
        answer === inserted ? answer : (metBefore(entries[i]!, entries.slice(0, i)) ?? answer),
      )
    },
  ),
  looksAmongStoredFirst('looks among stored payments before it looks among earlier entries', 2),
  looksAmongStoredFirst('looks among stored payments before earlier entries, where another entry was refused', 3),

  broken('stores the entries before one that it refuses', refused, (sound) => ({
    insert: async (entries) => {
      if (entries.length !== 5) return sound.insert(entries)
      const outcomes: InsertOutcome[] = []
      for (const entry of entries) outcomes.push(await insertOne(sound, entry))
      return outcomes
    },
  })),
  inserting('leaves out an entry that it refuses', refused, ({ length }) => length === 5, insertLeniently),

  broken('has a payment by its id that it refused among others', answered, (sound) => {
    const refusedOnes = new Map<string, InsertEntry['payment']>()
    return {
      insert: async (entries) => {
        const answers = await sound.insert(entries)
        if (entries.length > 5)
          for (const [i, { outcome }] of answers.entries())
            if (outcome === 'key_taken') refusedOnes.set(entries[i]!.payment.id, entries[i]!.payment)
        return answers
      },
      get: async (id) => (await sound.get(id)) ?? refusedOnes.get(id) ?? null,
    }
  }),

  broken(
    'shows the very payment that it stores where an entry meets an earlier one',
    'A payment that was shown for an earlier entry may change without changing what is stored',
    (sound) => {
      const shared = new Map<string, InsertEntry['payment']>()
      return {
        insert: async (entries) => {
          const answers = await sound.insert(entries)
          if (entries.length === 2)
            for (const answer of answers) if (isOfCall(entries, answer)) shared.set(answer.payment.id, answer.payment)
          return answers
        },
        get: async (id) => {
          const payment = shared.get(id)
          return payment ? structuredClone(payment) : sound.get(id)
        },
      }
    },
  ),

  replacing('stores the last of several statement lines', manyLines, (sound, { changes, lines }) =>
    sound.replace({
      changes,
      lines: isThousand(changes) ? lines.slice(-1) : lines,
    }),
  ),
  replacing('stores the first of two statement lines', manyLines, (sound, { changes, lines }) =>
    sound.replace({ changes, lines: changes.length === 2 && lines.length === 2 ? lines.slice(0, 1) : lines }),
  ),
  replacing('gives every line all payments of its group', manyLines, (sound, { changes, lines }) => {
    const paymentIds = changes.map(({ payment }) => payment.id)
    const all = (line: StoredLine) => ({ ...line, paymentIds })
    return sound.replace({ changes, lines: isThousand(changes) ? lines.map(all) : lines })
  }),
  replacing('gives each line the payment of the change beside it', manyLines, (sound, { changes, lines }) => {
    const changed = lines.map((line, i) => ({ ...line, paymentIds: [changes[i]?.payment.id ?? ''] }))
    return sound.replace({ changes, lines: changes.length === 2 && lines.length === 2 ? changed : lines })
  }),
  replacing('drops lines where nothing changes', fewLines, async (sound, group) =>
    group.changes.length === 0 ? { outcome: 'replaced' } : sound.replace(group),
  ),
  replacing('stores as many lines as there are changes', fewLines, (sound, { changes, lines }) =>
    sound.replace({
      changes,
      lines: changes.length === 1 && lines.length === 3 && lines[1]!.key !== 'shared' ? lines.slice(0, 1) : lines,
    }),
  ),
  replacing('counts a line without a change again', fewLines, async (sound, group) => {
    const answer = await sound.replace(group)
    return group.changes.length === 0 ? { outcome: 'replaced' } : answer
  }),

  ...(
    [
      ['stale', 'One stale change amid many'],
      ['reference_taken', 'One taken reference amid many'],
      ['transaction_taken', 'One taken transaction amid many'],
      ['line_taken', 'One statement line amid many that counts already'],
    ] as const
  ).flatMap(([outcome, what]) => [
    broken(`keeps the keys of the lines of a group that is ${outcome}`, amid(what), keepsLinesOn(outcome)),
    broken(`stores half of a group that is ${outcome}`, amid(what), storesTheHalfOn(outcome)),
  ]),
  replacing(
    'stores a group without the line that counts already',
    amid('One statement line amid many that counts already'),
    async (sound, group) => {
      const answer = await sound.replace(group)
      if (answer.outcome !== 'line_taken' || !isMany(group)) return answer
      const keys = { references: [], providerTransactionIds: [], lineKeys: group.lines.map(({ key }) => key) }
      const storedKeys = new Set((await sound.lookup(keys)).lines.map(({ key }) => key))
      return sound.replace({ ...group, lines: group.lines.filter(({ key }) => !storedKeys.has(key)) })
    },
  ),

  replacing('makes the changes of a group in the order of their ids', inOrder, (sound, { changes, lines }) => {
    const sorted = [...changes].sort((a, b) => (a.payment.id < b.payment.id ? -1 : 1))
    return sound.replace({ changes: lines.length === 0 && changes.length === 30 ? sorted : changes, lines })
  }),
  replacing('makes those changes first that let go', inOrder, async (sound, { changes, lines }) => {
    if (lines.length > 0 || changes.length !== 30) return sound.replace({ changes, lines })
    const answer = await sound.replace({ changes, lines })
    if (answer.outcome === 'replaced') return answer
    const again = await sound.replace({ changes: [...changes].reverse(), lines })
    return again.outcome === 'replaced' ? again : answer
  }),

  losing('keeps the first 20 events of an inserted group', 'history', 'insert'),
  losing('delivers the first 20 events of an inserted group', 'claimEvents', 'insert'),
  losing('keeps the first 20 events of a group of changes', 'history', 'replace'),
  losing('delivers the first 20 events of a group of changes', 'claimEvents', 'replace'),

  broken(
    'checks the keys of a group and stores it afterwards',
    'Of many inserts of groups at once, exactly one payment a key is stored',
    (sound) => {
      const onKeys = crossing()
      return {
        insert: (entries) => {
          const keys = entries.map(({ idempotency }) => idempotency?.key ?? '').sort()
          return onKeys(entries.length > 1 ? keys.join() : null, (crossed) =>
            sound.insert(crossed ? entries.map((entry) => ({ ...entry, idempotency: null })) : entries),
          )
        },
      }
    },
  ),
  broken(
    'acknowledges a large group that came second',
    'Of two groups at once over many payments and lines in opposite order one wins whole, and the other is answered',
    (sound) => {
      const onPayments = crossing()
      return {
        replace: (group) => {
          const ids = group.changes.map(({ payment }) => payment.id).sort()
          return onPayments(ids.length > 2 ? ids.join() : null, async (crossed): Promise<ReplaceOutcome> => {
            const answer = await sound.replace(group)
            return crossed ? { outcome: 'replaced' } : answer
          })
        },
      }
    },
  ),
  broken(
    'looks for lines that count before it waits for other groups',
    'Of many groups at once that share one statement line amid their own exactly one wins, and no other leaves a line',
    (sound) => {
      const onLine = crossing()
      return {
        replace: ({ changes, lines }) =>
          onLine(lines.length === 3 ? lines[1]!.key : null, (crossed) =>
            sound.replace({ changes, lines: crossed ? lines.filter((_, i) => i !== 1) : lines }),
          ),
      }
    },
  ),
  broken(
    'checks the references of a group and stores it afterwards',
    'Inserts and replaces of groups at once over the same references all settle',
    (sound) => {
      const onReferences = crossing()
      return {
        insert: (entries) => {
          const references = entries.map(({ liveReference }) => liveReference ?? '').sort()
          return onReferences(entries.length > 7 && references[0] !== '' ? references.join() : null, (crossed) =>
            sound.insert(crossed ? entries.map((entry) => ({ ...entry, liveReference: null })) : entries),
          )
        },
      }
    },
  ),

  inserting(
    'stores the first 1,000 entries, and answers for all',
    largeCases.insert,
    areThousands,
    async (sound, entries) => [
      ...(await sound.insert(entries.slice(0, 1000))),
      ...entries.slice(1000).map(() => inserted),
    ],
  ),
  inserting('answers the first 1,000 entries', largeCases.insert, areThousands, async (sound, entries) =>
    (await sound.insert(entries)).slice(0, 1000),
  ),
  inserting('refuses more than 1,000 entries', largeCases.insert, areThousands, () =>
    Promise.reject(new Error('too many parameters')),
  ),
  inserting('inserts in transactions of 1,000 entries', largeCases.insert, areThousands, async (sound, entries) => {
    const outcomes: InsertOutcome[] = []
    for (let start = 0; start < entries.length; start += 1000)
      outcomes.push(...(await sound.insert(entries.slice(start, start + 1000))))
    return outcomes
  }),
  inserting(
    'meets earlier entries among the last 1,000 only',
    largeCases.insert,
    areThousands,
    async (sound, entries) => {
      const outcomes = await sound.insert(entries)
      return outcomes.map((answer, i) =>
        isOfCall(entries.slice(0, Math.max(0, i - 1000)), answer) ? inserted : answer,
      )
    },
  ),

  replacing('keeps the first 1,000 lines of a group', largeCases.lines, (sound, { changes, lines }) =>
    sound.replace({ changes, lines: lines.slice(0, 1000) }),
  ),
  replacing('refuses more than 1,000 lines', largeCases.lines, (sound, group) =>
    group.lines.length > 1000 ? Promise.reject(new Error('too many parameters')) : sound.replace(group),
  ),
  replacing('stores the changes of a large group before its lines', largeCases.lines, async (sound, group) => {
    if (group.lines.length <= 1000) return sound.replace(group)
    const answer = await sound.replace({ changes: group.changes, lines: [] })
    return answer.outcome === 'replaced' ? sound.replace({ changes: [], lines: group.lines }) : answer
  }),
  replacing('stores lines in transactions of 1,000', largeCases.lines, async (sound, { changes, lines }) => {
    for (let start = 0; start < lines.length - 1000; start += 1000) {
      const answer = await sound.replace({ changes: [], lines: lines.slice(start, start + 1000) })
      if (answer.outcome !== 'replaced') return answer
    }
    const done = Math.max(0, Math.ceil(lines.length / 1000) - 1) * 1000
    return sound.replace({ changes, lines: lines.slice(done) })
  }),
]

async function insertLeniently(sound: PaymentRepository, entries: readonly InsertEntry[]) {
  const outcomes: InsertOutcome[] = []
  for (const entry of entries) outcomes.push(await insertOne(sound, entry).catch(() => inserted))
  return outcomes
}
