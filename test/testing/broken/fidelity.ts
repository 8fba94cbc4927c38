import type { Payment } from 'hospital-payments'
import { type Broken, broken, misread, toSecond } from './broken.js'
import { insertEach, insertOne } from '../../support/writes.js'

export const brokenFidelity: readonly Broken[] = [
  misread(
    'counts in doubles that are one short at the end',
    'Amounts come back exactly, up to 2^53-1',
    ['get'],
    (payment) => ({
      ...payment,
      amount: Math.min(payment.amount, Number.MAX_SAFE_INTEGER - 1),
    }),
  ),
  misread(
    'keeps the time of payment to the second',
    'Instants come back to the millisecond, from 1970 to 9998',
    ['get'],
    (payment) => ({ ...payment, paidAt: payment.paidAt && toSecond(payment.paidAt) }),
  ),
  broken(
    'compares periods to the second',
    'Instants a millisecond apart are apart in periods and in order',
    (sound) => ({
      page: ({ from, before, ...query }) =>
        sound.page({
          ...query,
          ...(from !== undefined && { from: toSecond(from) }),
          ...(before !== undefined && { before: toSecond(before) }),
        }),
    }),
  ),
  misread('turns CRLF into LF', 'Texts of every kind come back exactly', ['get'], (payment) =>
    payment.description === undefined
      ? payment
      : { ...payment, description: payment.description.replaceAll('\r\n', '\n') },
  ),
  misread(
    'brings the name of the payer into normal form',
    'Texts of every kind come back exactly',
    ['get'],
    (payment) => {
      const name = payment.customer?.name
      return name === undefined ? payment : { ...payment, customer: { ...payment.customer, name: name.normalize() } }
    },
  ),
  misread(
    'trims the descriptions of its pages',
    'Pages, lookups and conflicts hold every text and amount exactly',
    ['page'],
    (payment) =>
      payment.description === undefined ? payment : { ...payment, description: payment.description.trimEnd() },
  ),
  misread(
    'gives the amounts of its look-ups in single precision',
    'Pages, lookups and conflicts hold every text and amount exactly',
    ['lookup'],
    (payment) => ({ ...payment, amount: payment.amount === 150_000 ? payment.amount : Math.fround(payment.amount) }),
  ),
  misread('keeps no code of USSD instructions', 'Instructions of every type come back exactly', ['get'], (payment) => ({
    ...payment,
    instructions: Object.fromEntries(
      Object.entries(payment.instructions).filter(([name]) => name !== 'code'),
    ) as Payment['instructions'],
  })),
  misread(
    'forgets what lines have left on a payment',
    'What statement lines have left on a payment comes back, and is omitted where there is nothing',
    ['get'],
    ({ undoneAllocations: _, ...payment }) => payment,
  ),
  broken(
    'makes the value date of a statement an instant',
    'Events come back exactly, with actor, reason and evidence of both kinds',
    (sound) => ({
      history: async (id) =>
        (await sound.history(id)).map((event) =>
          event.evidence?.kind === 'statement'
            ? { ...event, evidence: { ...event.evidence, valueDate: `${event.evidence.valueDate}T00:00:00.000Z` } }
            : event,
        ),
    }),
  ),
  broken('finds ids whatever their case', 'Ids are compared byte for byte', (sound) => ({
    get: async (id) => (await sound.get(id)) ?? sound.get(`pay_${id.slice(4).toUpperCase()}`),
  })),
  broken('finds ids with spaces behind', 'Ids are compared byte for byte', (sound) => ({
    get: (id) => sound.get(id.trimEnd()),
  })),
  broken(
    'finds references whatever their case',
    'References are compared byte for byte when they are looked for',
    (sound) => ({
      page: async ({ reference, limit, ...query }) => {
        const fold = (text: string) => text.toLowerCase()
        if (reference === undefined) return sound.page({ ...query, limit })
        const all = await sound.page({ ...query, limit: 10_000 })
        return all.filter((payment) => fold(payment.reference) === fold(reference)).slice(0, limit)
      },
    }),
  ),
  broken('ignores spaces behind a live reference', 'Live references are compared byte for byte', (sound) => ({
    insert: insertEach((entry) =>
      insertOne(sound, { ...entry, liveReference: entry.liveReference?.trimEnd() ?? null }),
    ),
  })),
  broken('ignores the case of keys', 'Idempotency keys are compared byte for byte', (sound) => ({
    insert: insertEach((entry) =>
      insertOne(sound, {
        ...entry,
        idempotency: entry.idempotency && { ...entry.idempotency, key: entry.idempotency.key.toLowerCase() },
      }),
    ),
  })),
  broken(
    'ignores accents of transactions',
    'Provider transaction ids are compared byte for byte, but for the case of A to Z',
    (sound) => {
      const bare = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '')
      const settled = new Map<string, Payment>()
      return {
        replace: async (group) => {
          const [change] = group.changes
          const transaction = change?.payment.providerTransactionId
          const holder = transaction === undefined ? undefined : settled.get(bare(transaction))
          if (holder && holder.providerTransactionId !== transaction)
            return { outcome: 'transaction_taken', payment: holder }
          const answer = await sound.replace(group)
          if (change && transaction !== undefined) settled.set(bare(transaction), structuredClone(change.payment))
          return answer
        },
      }
    },
  ),
  broken(
    'distinguishes receipts by the case of their letters',
    'A provider transaction id is one in letters of either case, and stays as it was given',
    (sound) => {
      const spellings = new Map<string, string>()
      const isSpeltOtherwise = (text: string) => (spellings.get(text.toLowerCase()) ?? text) !== text
      return {
        lookup: (keys) =>
          sound.lookup({
            ...keys,
            providerTransactionIds: keys.providerTransactionIds.filter((text) => !isSpeltOtherwise(text)),
          }),
        replace: async (group) => {
          const answer = await sound.replace(group)
          if (answer.outcome !== 'replaced') return answer
          for (const { providerTransactionId: text } of group.changes.map(({ payment }) => payment))
            if (text !== undefined) spellings.set(text.toLowerCase(), text)
          return answer
        },
      }
    },
  ),
  broken('cuts the keys of statement lines', 'Statement line keys are compared byte for byte', (sound) => ({
    replace: (group) =>
      sound.replace({ ...group, lines: group.lines.map((line) => ({ ...line, key: line.key.slice(0, 254) })) }),
  })),
  broken('adds up in doubles', 'Totals are exact beyond 2^53', (sound) => ({
    totals: async (filter) =>
      (await sound.totals(filter)).map((total) => ({ ...total, amount: BigInt(Number(total.amount)).toString() })),
  })),
]
