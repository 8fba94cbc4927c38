import type { Payment, PaymentRepository } from 'hospital-payments'
import type { Change, ChangeGroup, ReplaceOutcome } from 'hospital-payments/repository'
import { type Broken, broken, type Fault, holders } from './broken.js'
import { group as groupOf, insertEach, insertOne } from '../../support/writes.js'

/** Makes the sound replace, followed by what goes wrong after it. */
function after(
  change: (
    answer: ReplaceOutcome,
    group: ChangeGroup,
    sound: PaymentRepository,
  ) => ReplaceOutcome | Promise<ReplaceOutcome>,
): Fault {
  return (sound) => ({ replace: async (group) => change(await sound.replace(group), group, sound) })
}

/** Sees who holds live references, and may answer before the storage does. */
function knowingHolders(
  before: (
    change: Change,
    group: ChangeGroup,
    holderOf: (reference: string) => string | undefined,
  ) => string | undefined,
): Fault {
  return (sound) => {
    const live = holders()
    return {
      insert: insertEach(async (entry) => {
        const answer = await insertOne(sound, entry)
        if (answer.outcome === 'inserted') live.hold(entry.payment.id, entry.liveReference)
        return answer
      }),
      replace: async (group) => {
        for (const change of group.changes) {
          const holder = before(change, group, live.of)
          if (holder !== undefined) return { outcome: 'reference_taken', payment: (await sound.get(holder))! }
        }
        const answer = await sound.replace(group)
        if (answer.outcome !== 'replaced') return answer
        for (const { payment, liveReference } of group.changes) live.hold(payment.id, liveReference)
        return answer
      },
    }
  }
}

/** Stores one after another what comes before the change that was refused. */
async function storeTheFirst(group: ChangeGroup, sound: PaymentRepository): Promise<void> {
  for (const change of group.changes.slice(0, -1)) await sound.replace(groupOf([change]))
}

function storesTheFirstOn(outcome: ReplaceOutcome['outcome']): Fault {
  return after(async (answer, group, sound) => {
    if (answer.outcome === outcome && group.changes.length > 1 && group.lines.length === 1)
      await storeTheFirst(group, sound)
    return answer
  })
}

export const brokenReplaces: readonly Broken[] = [
  broken(
    'never delivers the second event of a group of two',
    'A replace stores every change, its event and the line key together',
    (sound) => {
      const lost = new Set<string>()
      return {
        replace: (group) => {
          if (group.changes.length === 2) lost.add(group.changes[1]!.event.id)
          return sound.replace(group)
        },
        claimEvents: async (claim) => (await sound.claimEvents(claim)).filter(({ event }) => !lost.has(event.id)),
      }
    },
  ),
  broken(
    'shows nothing to whoever expects a version that is not there yet',
    'A replace of an older or a newer version is stale and is shown the current payment',
    after((answer, { changes }) => {
      if (answer.outcome !== 'stale' || !answer.current) return answer
      const { current } = answer
      const isNewer = changes.some(({ expectedVersion }) => expectedVersion > current.version)
      return isNewer ? { ...answer, current: null } : answer
    }),
  ),
  broken('fails on an unknown payment', 'A replace of an unknown payment is stale with null', (sound) => ({
    replace: async (group) => {
      const answer = await sound.replace(group)
      if (answer.outcome === 'stale' && answer.current === null) throw new Error('no such row')
      return answer
    },
  })),
  broken(
    'looks at the version before the statement line',
    'A stored statement line is answered before a stale version',
    after(async (answer, { changes }, sound) => {
      if (answer.outcome !== 'line_taken' || changes.length > 1) return answer
      for (const { payment, expectedVersion } of changes) {
        const current = await sound.get(payment.id)
        if (current?.version !== expectedVersion) return { outcome: 'stale', current }
      }
      return answer
    }),
  ),
  broken(
    'holds a change against the references as they were before its group',
    'Changes apply in their order: a reference that the first releases is free for the second',
    knowingHolders(({ payment, liveReference }, { changes }, holderOf) => {
      const holder = liveReference === null || changes.length !== 2 ? undefined : holderOf(liveReference)
      return holder === payment.id ? undefined : holder
    }),
  ),
  broken(
    'answers a reference that a new payment holds with the payment that wanted it',
    'A replace that wants a taken live reference is answered with its holder',
    after(async (answer, { changes }, sound) => {
      if (answer.outcome !== 'reference_taken' || answer.payment.version > 1 || changes.length > 1) return answer
      return { ...answer, payment: (await sound.get(changes[0]!.payment.id))! }
    }),
  ),
  broken(
    'takes a payment that is reconciled to the last and keeps its live reference for a rival of itself',
    'A payment that keeps its own live reference and transaction conflicts with no other',
    knowingHolders(({ payment, liveReference }, { changes }, holderOf) =>
      liveReference !== null &&
      changes.length === 1 &&
      payment.amountReconciled === payment.amount &&
      holderOf(liveReference) === payment.id
        ? payment.id
        : undefined,
    ),
  ),
  broken(
    'takes a success without a live reference for one that wants it',
    'A replace without a live reference never conflicts over one',
    knowingHolders(({ payment, liveReference }, _, holderOf) => {
      const holder = liveReference === null && payment.status === 'succeeded' ? holderOf(payment.reference) : undefined
      return holder === payment.id ? undefined : holder
    }),
  ),
  broken(
    'frees the transaction of a payment that was reversed',
    'A provider transaction of the same channel is answered with the payment that has it',
    after(async (answer, { changes }, sound) => {
      if (answer.outcome !== 'transaction_taken' || answer.payment.status !== 'reversed') return answer
      const freed = changes.map(({ payment: { providerTransactionId: _, ...payment }, ...rest }) => ({
        ...rest,
        payment,
      }))
      return sound.replace(groupOf(freed))
    }),
  ),
  broken(
    'keeps transactions unique over all channels',
    'A provider transaction of another channel is another transaction',
    (sound) => {
      const settled = new Map<string, Payment>()
      return {
        replace: async (group) => {
          for (const { payment } of group.changes) {
            const holder = settled.get(payment.providerTransactionId ?? '')
            if (holder && holder.channel !== payment.channel) return { outcome: 'transaction_taken', payment: holder }
          }
          const answer = await sound.replace(group)
          if (answer.outcome !== 'replaced') return answer
          for (const { payment } of group.changes) {
            if (payment.providerTransactionId !== undefined) settled.set(payment.providerTransactionId, payment)
          }
          return answer
        },
      }
    },
  ),
  broken(
    'stores the changes before a stale one',
    'A group with one stale change stores none of its changes',
    storesTheFirstOn('stale'),
  ),
  broken(
    'keeps the statement line of a stale group',
    'A group with one stale change stores none of its changes',
    (sound) => {
      const kept = new Set<string>()
      return {
        replace: async (group) => {
          if (group.lines.some(({ key }) => kept.has(key))) return { outcome: 'line_taken' }
          const answer = await sound.replace(group)
          if (answer.outcome === 'stale' && group.lines.length === 1) for (const { key } of group.lines) kept.add(key)
          return answer
        },
      }
    },
  ),
  broken(
    'stores the changes before one whose transaction is taken',
    'A group that meets a taken transaction stores none of its changes',
    storesTheFirstOn('transaction_taken'),
  ),
  broken(
    'stores the changes before one whose reference is taken',
    'A group that meets a taken reference stores none of its changes',
    storesTheFirstOn('reference_taken'),
  ),
  broken(
    'stores changes whose statement line is there already',
    'A group whose statement line is stored already stores none of its changes',
    storesTheFirstOn('line_taken'),
  ),
]
