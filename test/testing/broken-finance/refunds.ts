import type { Refund, RefundEvent, StoredEvent } from 'hospital-payments'
import type { FinanceGroup, FinanceRepository, RefundEntry, ReplaceOutcome } from 'hospital-payments/repository'
import { noRefundKeys } from '../../support/finance-contract/refund-steps.js'
import { crossing } from '../broken/broken.js'
import { answering, broken, type BrokenFinance } from './broken.js'

/** Answers a write that was lost while another was under way as if it were stored. */
function losing(
  name: string,
  breaks: string,
  keyOf: (group: FinanceGroup, entry: RefundEntry) => string | null | undefined,
  outcome: ReplaceOutcome['outcome'],
): BrokenFinance {
  return broken(name, breaks, (sound) => {
    const cross = crossing()
    return {
      replaceWithLines: (group) => {
        const [entry] = group.refunds ?? []
        return cross((entry && keyOf(group, entry)) ?? null, async (crossed) => {
          const answer = await sound.replaceWithLines(group)
          return crossed && answer.outcome === outcome ? { outcome: 'replaced' } : answer
        })
      },
    }
  })
}

/** Makes a fault in how the refunds of a group are taken. */
function takingRefunds(
  name: string,
  breaks: string,
  change: (refunds: readonly RefundEntry[], sound: FinanceRepository) => Promise<readonly RefundEntry[]>,
): BrokenFinance {
  return broken(name, breaks, (sound) => ({
    replaceWithLines: async (group) =>
      sound.replaceWithLines({ ...group, refunds: await change(group.refunds ?? [], sound) }),
  }))
}

const isPlain = ({ actor, data }: StoredEvent) => actor === null && 'refundId' in data

export const brokenRefunds: readonly BrokenFinance[] = [
  broken(
    'forgets the event of a line beside a refund',
    'A refund, its payment, a line and the events of all are stored together',
    (sound) => {
      const forgotten = new Set<string | undefined>()
      return {
        replaceWithLines: async (group) => {
          const { changes, lines, refunds = [] } = group
          if (changes.length * lines.length * refunds.length === 1) forgotten.add(lines[0]!.event?.id)
          return sound.replaceWithLines(group)
        },
        lineHistory: async (key) => (await sound.lineHistory(key)).filter(({ id }) => !forgotten.has(id)),
      }
    },
  ),
  broken(
    'keeps of several changes of one payment the last event alone',
    'Several changes of one payment, each behind the one before, are one write with an event each',
    (sound) => {
      const lost = new Set<string>()
      const kept = (events: readonly StoredEvent[]) => events.filter(({ id }) => !lost.has(id))
      return {
        replaceWithLines: async (group) => {
          for (const [at, { payment, event }] of group.changes.entries())
            if (group.changes.slice(at + 1).some((next) => next.payment.id === payment.id)) lost.add(event.id)
          return sound.replaceWithLines(group)
        },
        history: async (id) => kept(await sound.history(id)),
      }
    },
  ),
  answering(
    'takes what each of several changes of one payment expects for what is stored',
    'Several changes of one payment, each behind the one before, are one write with an event each',
    async (answer, { changes }, sound) => {
      const twice = changes.find(({ payment }, at) =>
        changes.slice(at + 1).some((next) => next.payment.id === payment.id),
      )
      return twice && answer.outcome === 'replaced'
        ? { outcome: 'stale', current: await sound.get(twice.payment.id) }
        : answer
    },
  ),
  broken(
    'makes rival changes of one payment one after the other',
    'Changes of one payment in a group that do not follow on each other are refused',
    (sound) => ({
      replaceWithLines: async (group) => {
        const [first, second] = group.changes
        const isRival =
          first && second?.payment.id === first.payment.id && first.expectedVersion === second.expectedVersion
        return isRival ? { outcome: 'replaced' } : sound.replaceWithLines(group)
      },
    }),
  ),
  answering(
    'stores what stands beside a stale refund',
    'A group of which one refund is stale leaves nothing of payments, lines and other refunds',
    async (answer, group, sound) => {
      const fresh = (group.refunds ?? []).filter(({ expected }) => expected === 'nothing')
      const isBeside = answer.outcome === 'refund_stale' && group.refunds!.length === 2
      if (isBeside) await sound.replaceWithLines({ ...group, refunds: fresh })
      return answer
    },
  ),
  answering(
    'stores refunds of lines before it looks at payments',
    'A group whose payment or line conflicts leaves nothing of its refund',
    async (answer, { refunds = [] }, sound) => {
      const ofLines = refunds.filter(({ refund }) => refund.paymentId === null)
      if (answer.outcome === 'stale') await sound.replaceWithLines({ changes: [], lines: [], refunds: ofLines })
      return answer
    },
  ),
  broken(
    'stores the event of a refund whose payment is stale',
    'A group whose payment or line conflicts leaves nothing of its refund',
    (sound) => {
      const left: { readonly id: string; readonly event: RefundEvent }[] = []
      return {
        replaceWithLines: async (group) => {
          const answer = await sound.replaceWithLines(group)
          if (answer.outcome === 'stale' && group.changes.some(({ expectedVersion }) => expectedVersion === 7)) {
            for (const { refund, event } of group.refunds ?? []) if (event) left.push({ id: refund.id, event })
          }
          return answer
        },
        refundHistory: async (id) => [
          ...(await sound.refundHistory(id)),
          ...left.filter((entry) => entry.id === id).map(({ event }) => event),
        ],
      }
    },
  ),
  broken(
    'keeps the key of a refund beside a stale line',
    'A group whose payment or line conflicts leaves nothing of its refund',
    (sound) => {
      const kept = new Map<string, Refund>()
      return {
        replaceWithLines: async (group) => {
          const answer = await sound.replaceWithLines(group)
          if (answer.outcome === 'line_stale') {
            for (const { refund, idempotency } of group.refunds ?? []) {
              if (idempotency) kept.set(idempotency.key, refund)
            }
          }
          return answer
        },
        refundOfKey: async (key) => {
          const refund = kept.get(key)
          return refund ? { refund, fingerprint: '' } : sound.refundOfKey(key)
        },
      }
    },
  ),
  answering(
    'looks for stale refunds before taken keys',
    'Lines are answered before refunds, a taken key before a stale refund, and both before payments',
    async (answer, { refunds = [] }, sound) => {
      if (answer.outcome !== 'refund_key_taken' || refunds.length < 2) return answer
      const { id } = refunds[0]!.refund
      const [refund = null] = await sound.findRefunds({ ...noRefundKeys, ids: [id] })
      return { outcome: 'refund_stale', id, refund }
    },
  ),
  answering(
    'shows no refund to an entry that is far ahead',
    'An entry of a refund that expects another version is shown the refund as it is now',
    async (answer, { refunds = [] }) =>
      answer.outcome === 'refund_stale' && refunds[0]!.expected === 7 ? { ...answer, refund: null } : answer,
  ),
  broken(
    'compares keys of refunds without regard to case',
    'A key of idempotency makes one refund, and is answered with it',
    (sound) => ({ refundOfKey: (key) => sound.refundOfKey(key.toLowerCase()) }),
  ),
  broken(
    'refuses a refund the key of a payment',
    'Keys of refunds are a space of their own, apart from those of payments',
    (sound) => {
      const used = new Set<string | undefined>()
      return {
        insert: (entries) => {
          for (const { idempotency } of entries) if (idempotency) used.add(idempotency.key)
          return sound.insert(entries)
        },
        replaceWithLines: async (group) => {
          const isUsed = (group.refunds ?? []).some(({ idempotency }) => idempotency && used.has(idempotency.key))
          if (isUsed) throw new Error('the key is used')
          return sound.replaceWithLines(group)
        },
      }
    },
  ),
  broken(
    'remembers the totals of refunds',
    'Every read shows a change of a refund as soon as it was acknowledged',
    (sound) => {
      const remembered = new Map<string, ReturnType<FinanceRepository['refundTotals']>>()
      return {
        refundTotals: (filter) => {
          const name = JSON.stringify(filter)
          const totals = remembered.get(name) ?? sound.refundTotals(filter)
          remembered.set(name, totals)
          return totals
        },
      }
    },
  ),
  broken(
    'gives a refund the events of all refunds of its payment',
    'A payment and its refunds have one history, of which a refund shows its own',
    (sound) => ({
      refundHistory: async (id) => {
        const ofRefund = await sound.refundHistory(id)
        const paymentId = ofRefund[0]?.data.paymentId
        if (paymentId === null || paymentId === undefined) return ofRefund
        return (await sound.history(paymentId)).flatMap((event) =>
          'paymentVersion' in event.data ? [event] : [],
        ) as never
      },
    }),
  ),
  broken(
    'gives a refund the events of all refunds of its line',
    'A refund of a line has a history of its own',
    (sound) => {
      const events: StoredEvent[] = []
      return {
        replaceWithLines: async (group) => {
          const answer = await sound.replaceWithLines(group)
          if (answer.outcome === 'replaced')
            events.push(...(group.refunds ?? []).flatMap(({ event }) => structuredClone(event) ?? []))
          return answer
        },
        refundHistory: async (id) => {
          const ofRefund = await sound.refundHistory(id)
          const lineKey = ofRefund[0]?.data.lineKey
          const ofLine = events.filter(({ data }) => 'lineKey' in data && data.lineKey === lineKey)
          return lineKey === null || lineKey === undefined ? ofRefund : (structuredClone(ofLine) as never)
        },
      }
    },
  ),
  broken(
    'delivers no event of a refund of a payment',
    'Events of refunds are delivered in order with those of their payment',
    (sound) => ({
      claimEvents: async (claim) => {
        const claimed = await sound.claimEvents(claim)
        const isQuiet = (event: StoredEvent) => isPlain(event) && event.data.paymentId !== null
        const quiet = claimed.filter(({ event }) => isQuiet(event))
        const results = quiet.map(({ event }) => ({ eventId: event.id, next: 'delivered' as const }))
        await sound.completeEvents({ owner: claim.owner, now: claim.now, results })
        return claimed.filter(({ event }) => !isQuiet(event))
      },
    }),
  ),
  broken(
    'delivers the events of one refund of a line at a time',
    'Events of refunds of lines are delivered one after another, each refund by itself',
    (sound) => ({
      claimEvents: async (claim) => {
        const seen = new Set<string | null>()
        return (await sound.claimEvents(claim)).filter(({ event }) => {
          if (!isPlain(event) || !('lineKey' in event.data) || event.data.lineKey === null) return true
          return seen.size < seen.add(event.data.lineKey).size
        })
      },
    }),
  ),
  losing(
    'answers a refund that lost its payment to another as stored',
    'Of 50 refunds at once of one payment exactly one is stored',
    (_, { refund }) => refund.paymentId,
    'stale',
  ),
  losing(
    'answers a refund that lost its line to another as stored',
    'Of 50 refunds at once of one line exactly one is stored',
    ({ lines }) => lines[0]?.key,
    'line_stale',
  ),
  losing(
    'answers a change of a refund that came too late as stored',
    'Of 50 changes at once of one version of a refund exactly one wins',
    (_, { refund, expected }) => (expected === 'nothing' ? null : refund.id),
    'refund_stale',
  ),
  losing(
    'answers a refund whose key was taken meanwhile as stored',
    'Of 50 refunds at once with one key exactly one is stored',
    (_, { idempotency }) => idempotency?.key,
    'refund_key_taken',
  ),
  losing(
    'answers a refund whose receipt was taken meanwhile as stored',
    'Of 50 refunds at once with one receipt exactly one has it',
    (_, { refund }) => refund.providerTransactionId?.toLowerCase(),
    'refund_transaction_taken',
  ),
  broken(
    'keeps the receipts of refunds unique in each channel alone',
    'A receipt belongs to one refund at a time, whatever its channel and letter case',
    (sound) => ({
      replaceWithLines: async (group) => {
        const answer = await sound.replaceWithLines(group)
        const [entry] = group.refunds ?? []
        const isOfOther =
          answer.outcome === 'refund_transaction_taken' && entry?.refund.paymentId !== answer.refund.paymentId
        return isOfOther ? { outcome: 'replaced' } : answer
      },
    }),
  ),
  broken(
    'goes on behind all refunds that were paid at the last instant',
    'Pages of refunds are total under ties, newest first, by creation and by payment',
    (sound) => ({
      pageRefunds: (query) => {
        const { after, by, statuses, from, before } = query
        const isFaulty = after && by === 'paidAt' && (statuses ?? from ?? before) === undefined
        return sound.pageRefunds(isFaulty ? { ...query, after: { ...after, id: '' } } : query)
      },
    }),
  ),
  broken(
    'scans the refunds of all payments',
    'Refunds are filtered by status, payment and period, in pages, scans and totals',
    (sound) => ({ scanRefunds: ({ paymentId: _, ...filter }, signal) => sound.scanRefunds(filter, signal) }),
  ),
  broken(
    'gives a refund once for each of its keys',
    'Refunds are found by id, reference, receipt and line, each once',
    (sound) => ({
      findRefunds: async (keys) => {
        const lists = Object.entries(keys) as [keyof typeof keys, readonly string[]][]
        const refunds = await Promise.all(
          lists.map(([name, list]) => sound.findRefunds({ ...noRefundKeys, [name]: list })),
        )
        return refunds.flat()
      },
    }),
  ),
  broken(
    'adds refunds of lines to those of a channel',
    'Totals of refunds are exact, by currency, channel, reason and status',
    (sound) => ({
      refundTotals: async (filter) =>
        (await sound.refundTotals(filter)).map((total) => ({ ...total, channel: total.channel ?? 'cash' })),
    }),
  ),
  broken(
    'reads the later batches of a scan of refunds when their turn comes',
    'A scan of refunds is of one instant, and refunds are written while it is open',
    (sound) => ({
      scanRefunds: async function* (filter, signal) {
        let isFirst = true
        for await (const batch of sound.scanRefunds(filter, signal)) {
          yield isFirst ? batch : await sound.findRefunds({ ...noRefundKeys, ids: batch.map(({ id }) => id) })
          isFirst = false
        }
      },
    }),
  ),
  broken(
    'gives a scan of refunds in one batch',
    'A scan of refunds is of one instant, and refunds are written while it is open',
    (sound) => ({
      scanRefunds: async function* (filter, signal) {
        const all = []
        for await (const batch of sound.scanRefunds(filter, signal)) all.push(...batch)
        if (all.length > 0) yield all
      },
    }),
  ),
  broken(
    'forgets in its pages that a payout is proved',
    'A refund is shown with every field as it was stored, by every read and conflict',
    (sound) => ({
      pageRefunds: async (query) =>
        (await sound.pageRefunds(query)).map((refund) => ({ ...refund, amountReconciled: 0 })),
    }),
  ),
  broken(
    'forgets the evidence of refunds in their histories',
    'Events of refunds are shown and delivered with every field as it was stored',
    (sound) => ({
      refundHistory: async (id) => (await sound.refundHistory(id)).map((event) => ({ ...event, evidence: null })),
    }),
  ),
  broken(
    'looks references of refunds up without blanks at their ends',
    'Texts of refunds are kept as they are, and compared byte for byte',
    (sound) => ({
      findRefunds: ({ references, ...keys }) =>
        sound.findRefunds({ ...keys, references: references.map((reference) => reference.trim()) }),
    }),
  ),
  broken(
    'hands out its own refund by its key',
    'Refunds that are returned are independent of those that are stored',
    (sound) => {
      const shared = new Map<string, Awaited<ReturnType<FinanceRepository['refundOfKey']>>>()
      return {
        refundOfKey: async (key) => {
          const stored = await sound.refundOfKey(key)
          const kept = shared.get(key)
          if (kept && kept.refund.version === stored?.refund.version) return kept
          shared.set(key, stored)
          return stored
        },
      }
    },
  ),
  broken(
    'takes what is left of a payment for a refund of more',
    'Refunds never come to more than their payment, whoever writes',
    (sound) => ({
      replaceWithLines: (group) => {
        const changes = group.changes.map((change) => {
          const { amount, amountRefundPending, amountRefunded } = change.payment
          const within = Math.min(amountRefundPending, amount - amountRefunded)
          return { ...change, payment: { ...change.payment, amountRefundPending: within } }
        })
        return sound.replaceWithLines({ ...group, changes })
      },
    }),
  ),
  takingRefunds('stores reasons in small letters', 'A refund that cannot be is refused', async (refunds) =>
    refunds.map((entry) => {
      const reason = entry.refund.reason.toLowerCase() as RefundEntry['refund']['reason']
      return { ...entry, refund: { ...entry.refund, reason } }
    }),
  ),
  takingRefunds(
    'leaves out a refund of a line without its event',
    'A refund whose event or payment does not change with it is refused',
    async (refunds) => refunds.filter(({ refund, event }) => refund.paymentId !== null || event !== null),
  ),
  takingRefunds(
    'stores a refund once that a group has twice',
    'A group with one refund or one key twice is refused',
    async (refunds) => [...new Map(refunds.map((entry) => [entry.refund.id, entry])).values()],
  ),
  takingRefunds(
    'keeps the note of a refund whatever a change says',
    'A change of what a refund was asked for is refused',
    async (refunds, sound) => {
      const stored = await sound.findRefunds({ ...noRefundKeys, ids: refunds.map(({ refund }) => refund.id) })
      const notes = new Map(stored.map(({ id, note }) => [id, note]))
      return refunds.map((entry) => {
        const note = notes.get(entry.refund.id)
        return note === undefined ? entry : { ...entry, refund: { ...entry.refund, note } }
      })
    },
  ),
]
