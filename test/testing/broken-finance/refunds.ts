import type { Refund, StoredEvent } from 'hospital-payments'
import type { FinanceGroup, FinanceRepository, ReplaceOutcome, RowEntry } from 'hospital-payments/repository'
import { isRefundEvent, placeOf } from '../../../src/domain/event-stream.js'
import { findRefunds } from '../../../src/operations/refunds/stored-refunds.js'
import { type RefundBeside, refunds } from '../../../src/repository/aggregates/refunds.js'
import { refundsRead } from '../../support/refund-rows.js'
import { crossing } from '../broken/broken.js'
import { answering, broken, type BrokenFinance } from './broken.js'

type RefundRow = RowEntry<Refund, RefundBeside>

function refundsIn({ rows = [] }: FinanceGroup): readonly RefundRow[] {
  return rows.filter(({ of }) => of.name === 'refunds') as unknown as RefundRow[]
}

/** Answers a write that was lost while another was under way as if it were stored. */
function losing(
  name: string,
  breaks: string,
  keyOf: (group: FinanceGroup, entry: RefundRow) => string | null | undefined,
  outcome: ReplaceOutcome['outcome'],
): BrokenFinance {
  return broken(name, breaks, (sound) => {
    const cross = crossing()
    return {
      replaceWithLines: (group) => {
        const [entry] = refundsIn(group)
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
  change: (
    refunds: readonly RefundRow[],
    sound: FinanceRepository,
    group: FinanceGroup,
  ) => Promise<readonly RefundRow[]>,
): BrokenFinance {
  return broken(name, breaks, (sound) => ({
    replaceWithLines: async (group) => {
      const ofRefunds = (await change(refundsIn(group), sound, group)) as unknown as readonly RowEntry[]
      const others = group.rows?.filter(({ of }) => of.name !== 'refunds') ?? []
      return sound.replaceWithLines({ ...group, rows: [...ofRefunds, ...others] })
    },
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
          const { changes, lines } = group
          if (changes.length * lines.length * refundsIn(group).length === 1) forgotten.add(lines[0]!.event?.id)
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
      const fresh = group.rows?.filter(({ expected }) => expected === 'nothing') ?? []
      const isBeside = answer.outcome === 'row_stale' && answer.of === 'refunds' && group.rows!.length === 2
      if (isBeside) await sound.replaceWithLines({ ...group, rows: fresh, events: [] })
      return answer
    },
  ),
  answering(
    'stores refunds of lines before it looks at payments',
    'A group whose payment or line conflicts leaves nothing of its refund',
    async (answer, group, sound) => {
      const rows = refundsIn(group).filter(({ row }) => row.paymentId === null) as unknown as RowEntry[]
      const events = group.events ?? []
      if (answer.outcome === 'stale') await sound.replaceWithLines({ changes: [], lines: [], rows, events })
      return answer
    },
  ),
  broken(
    'stores the event of a refund whose payment is stale',
    'A group whose payment or line conflicts leaves nothing of its refund',
    (sound) => {
      const left: StoredEvent[] = []
      return {
        replaceWithLines: async (group) => {
          const answer = await sound.replaceWithLines(group)
          if (answer.outcome === 'stale' && group.changes.some(({ expectedVersion }) => expectedVersion === 7))
            left.push(...(group.events ?? []))
          return answer
        },
        history: async (id) => [...(await sound.history(id)), ...left.filter((event) => placeOf(event).stream === id)],
      }
    },
  ),
  broken(
    'keeps the key of a refund beside a stale line',
    'A group whose payment or line conflicts leaves nothing of its refund',
    (sound) => {
      const kept = new Map<unknown, { row: Refund; beside: RefundBeside }>()
      return {
        replaceWithLines: async (group) => {
          const answer = await sound.replaceWithLines(group)
          if (answer.outcome === 'line_stale') {
            for (const { row, beside } of refundsIn(group))
              if (beside?.idempotencyKey) kept.set(beside.idempotencyKey, { row, beside })
          }
          return answer
        },
        ...refundsRead(sound, (refunds, field, [value]) => {
          const lost = field === 'idempotencyKey' && kept.get(value)
          return lost ? [lost] : refunds
        }),
      }
    },
  ),
  answering(
    'looks for stale refunds before taken keys',
    'Lines are answered before refunds, a taken key before a stale refund, and both before payments',
    async (answer, { rows = [] }, sound) => {
      if (answer.outcome !== 'row_taken' || answer.unique !== 'key' || rows[0]?.expected === 'nothing') return answer
      const { of, row } = rows[0]!
      const [stored = null] = await sound.findRows(of, 'id', [(row as Refund).id])
      return { outcome: 'row_stale', of: of.name, stored }
    },
  ),
  answering(
    'shows no refund to an entry that is far ahead',
    'An entry of a refund that expects another version is shown the refund as it is now',
    async (answer, { rows = [] }) =>
      answer.outcome === 'row_stale' && answer.of === refunds.name && rows[0]!.expected === 7
        ? { ...answer, stored: null }
        : answer,
  ),
  broken(
    'compares keys of refunds without regard to case',
    'A key of idempotency makes one refund, and is answered with it',
    (sound) => ({
      findRows: (of, field, values) =>
        sound.findRows(of, field, field === 'idempotencyKey' ? values.map((key) => String(key).toLowerCase()) : values),
    }),
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
          const isUsed = refundsIn(group).some(
            ({ beside }) => beside?.idempotencyKey && used.has(beside.idempotencyKey),
          )
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
      const remembered = new Map<string, ReturnType<FinanceRepository['sumRows']>>()
      return {
        sumRows: (of, query) => {
          const name = JSON.stringify(query)
          const sums = remembered.get(name) ?? sound.sumRows(of, query)
          remembered.set(name, sums)
          return sums
        },
      }
    },
  ),
  broken(
    'shows of all refunds of a payment the events of the first in its history',
    'A payment and its refunds have one history, of which a refund shows its own',
    (sound) => ({
      history: async (id) => {
        const events = await sound.history(id)
        const first = events.find(isRefundEvent)?.data.refundId
        const statuses = new Set(events.map(({ type }) => type))
        const isShown = (event: StoredEvent) => !isRefundEvent(event) || event.data.refundId === first
        return statuses.has('payment.reconciled') && statuses.has('refund.requested') ? events.filter(isShown) : events
      },
    }),
  ),
  broken('gives a refund of a line its last event alone', 'A refund of a line has a history of its own', (sound) => ({
    history: async (id) => {
      const events = await sound.history(id)
      return events.some((event) => isRefundEvent(event) && event.data.lineKey === 'id:refunded')
        ? events.slice(-1)
        : events
    },
  })),
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
    (_, { row }) => row.paymentId,
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
    (_, { row, expected }) => (expected === 'nothing' ? null : row.id),
    'row_stale',
  ),
  losing(
    'answers a refund whose key was taken meanwhile as stored',
    'Of 50 refunds at once with one key exactly one is stored',
    (_, { beside }) => beside?.idempotencyKey,
    'row_taken',
  ),
  losing(
    'answers a refund whose receipt was taken meanwhile as stored',
    'Of 50 refunds at once with one receipt exactly one has it',
    (_, { row }) => row.providerTransactionId?.toLowerCase(),
    'row_taken',
  ),
  broken(
    'keeps the receipts of refunds unique in each channel alone',
    'A receipt belongs to one refund at a time, whatever its channel and letter case',
    (sound) => ({
      replaceWithLines: async (group) => {
        const answer = await sound.replaceWithLines(group)
        const [entry] = refundsIn(group)
        const isOfOther =
          answer.outcome === 'row_taken' &&
          answer.unique === 'transaction' &&
          entry?.row.paymentId !== (answer.stored.row as Refund).paymentId
        return isOfOther ? { outcome: 'replaced' } : answer
      },
    }),
  ),
  broken(
    'goes on behind all refunds that were paid at the last instant',
    'Pages of refunds are total under ties, newest first, by creation and by payment',
    (sound) => ({
      pageRows: (of, query) => {
        const { after, list, where = {}, from, before } = query
        const isFaulty = after && list === 'paid' && (where['status'] ?? from ?? before) === undefined
        return sound.pageRows(of, isFaulty ? { ...query, after: [after[0]!, ''] } : query)
      },
    }),
  ),
  broken(
    'scans the refunds of all payments',
    'Refunds are filtered by status, payment and period, in pages, scans and totals',
    (sound) => ({
      scanRows: (of, { list, where, ...query }, signal) => {
        const ofAll = {
          ...query,
          list: list === 'payment' ? 'created' : list,
          where: { ...where, paymentId: undefined },
        }
        return sound.scanRows(of, ofAll, signal)
      },
    }),
  ),
  broken(
    'looks the first of several references up',
    'Refunds are found by id, reference, receipt and line, each once',
    (sound) => ({
      findRows: (of, field, values) => sound.findRows(of, field, field === 'reference' ? values.slice(0, 1) : values),
    }),
  ),
  broken(
    'adds refunds of lines to those of a channel',
    'Totals of refunds are exact, by currency, channel, reason and status',
    (sound) => ({
      sumRows: async (of, query) =>
        (await sound.sumRows(of, query)).map((sum) => ({
          ...sum,
          by: { ...sum.by, channel: sum.by['channel'] ?? 'cash' },
        })),
    }),
  ),
  broken(
    'reads the later batches of a scan of refunds when their turn comes',
    'A scan of refunds is of one instant, and refunds are written while it is open',
    (sound) => ({
      scanRows: async function* (of, query, signal) {
        let isFirst = true
        for await (const batch of sound.scanRows(of, query, signal)) {
          const ids = batch.map((row) => (row as unknown as Refund).id)
          yield isFirst ? batch : (await sound.findRows(of, 'id', ids)).map(({ row }) => row)
          isFirst = false
        }
      },
    }),
  ),
  broken(
    'gives a scan of refunds in one batch',
    'A scan of refunds is of one instant, and refunds are written while it is open',
    (sound) => ({
      scanRows: async function* (of, query, signal) {
        const all = []
        for await (const batch of sound.scanRows(of, query, signal)) all.push(...batch)
        if (all.length > 0) yield all
      },
    }),
  ),
  broken(
    'forgets in its pages that a payout is proved',
    'A refund is shown with every field as it was stored, by every read and conflict',
    (sound) => ({
      pageRows: async (of, query) => {
        const rows = await sound.pageRows(of, query)
        return of.name === 'refunds' ? rows.map((row) => ({ ...row, amountReconciled: 0 })) : rows
      },
    }),
  ),
  broken(
    'forgets the evidence of refunds in their histories',
    'Events of refunds are shown and delivered with every field as it was stored',
    (sound) => ({
      history: async (id) =>
        (await sound.history(id)).map((event) => (isRefundEvent(event) ? { ...event, evidence: null } : event)),
    }),
  ),
  broken(
    'looks references of refunds up without blanks at their ends',
    'Texts of refunds are kept as they are, and compared byte for byte',
    (sound) => ({
      findRows: (of, field, values) =>
        sound.findRows(of, field, field === 'reference' ? values.map((value) => String(value).trim()) : values),
    }),
  ),
  broken(
    'hands out its own refund by its key',
    'Refunds that are returned are independent of those that are stored',
    (sound) => {
      const shared = new Map<unknown, { row: Refund; beside: RefundBeside }>()
      return refundsRead(sound, (refunds, field, [value]) => {
        const [stored] = refunds
        if (field !== 'idempotencyKey' || !stored) return refunds
        const kept = shared.get(value)
        if (kept && kept.row.version === stored.row.version) return [kept]
        shared.set(value, stored)
        return refunds
      })
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
      const reason = entry.row.reason.toLowerCase() as Refund['reason']
      return { ...entry, row: { ...entry.row, reason } }
    }),
  ),
  takingRefunds(
    'leaves out a refund of a line without its event',
    'A refund whose event or payment does not change with it is refused',
    async (refunds, _, { events = [] }) =>
      refunds.filter(
        ({ row }) =>
          row.paymentId !== null || events.some((event) => isRefundEvent(event) && event.data.refundId === row.id),
      ),
  ),
  takingRefunds(
    'stores a refund once that a group has twice',
    'A group with one refund twice is refused',
    async (refunds) => [...new Map(refunds.map((entry) => [entry.row.id, entry])).values()],
  ),
  takingRefunds(
    'gives a refund the amount that it was asked for, whatever a change says',
    'A change of what a refund was asked for is refused',
    async (refunds, sound) => {
      const stored = await findRefunds(sound, { ids: refunds.map(({ row }) => row.id) })
      const amounts = new Map(stored.map(({ id, amount }) => [id, amount]))
      return refunds.map((entry) => {
        const amount = amounts.get(entry.row.id)
        return amount === undefined ? entry : { ...entry, row: { ...entry.row, amount } }
      })
    },
  ),
]
